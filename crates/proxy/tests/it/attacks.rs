//! Bytes that nobody sends by accident: ways to another server, to a second request within the first, to memory, and to calls
//! that nobody pays for. What a call may ask for is tried in `checks` and beside the checks themselves; tokens in `tokens`.

use std::net::SocketAddr;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::support::client::{Running, read, request, send};
use crate::support::upstream::Upstream;
use crate::support::{ORIGIN, Proxy, SESSION, call, until};

/// A good call as text, to be made bad.
fn good() -> String {
    String::from_utf8(call("good", &Proxy::token(SESSION), 9)).unwrap()
}

/// Sends bytes and reads whatever comes back until the proxy ends the connection.
async fn raw(address: SocketAddr, bytes: &[u8]) -> String {
    let mut stream = TcpStream::connect(address).await.unwrap();
    // A server that refuses may close before everything was sent.
    drop(stream.write_all(bytes).await);
    let mut back = Vec::new();
    drop(stream.read_to_end(&mut back).await);
    String::from_utf8_lossy(&back).into_owned()
}

/// The statuses of all responses in what came back.
fn statuses(back: &str) -> Vec<&str> {
    back.split("HTTP/1.1 ")
        .skip(1)
        .map(|one| &one[..3])
        .collect()
}

#[tokio::test]
async fn a_request_for_another_server_goes_nowhere_else() {
    let upstream = Upstream::start().await;
    let elsewhere = Upstream::start().await;
    let proxy = Proxy::start(&upstream, &[]).await;
    let other = elsewhere.address;
    for (line, status) in [
        // What a forward proxy would follow is read as a path of our own.
        (format!("POST http://{other}/v1/messages HTTP/1.1"), "200"),
        (format!("POST http://{other}/v1/elsewhere HTTP/1.1"), "404"),
        (format!("POST //{other}/v1/messages HTTP/1.1"), "405"),
        (format!("POST /http://{other}/v1/messages HTTP/1.1"), "405"),
        (format!("POST /v1/http://{other}/ HTTP/1.1"), "404"),
        (format!("POST /v1@{other}/messages HTTP/1.1"), "404"),
        ("POST /v1/../v1/messages HTTP/1.1".to_owned(), "404"),
        ("POST /v1/messages/../messages HTTP/1.1".to_owned(), "404"),
        ("POST /v1/messages/%2e%2e/files HTTP/1.1".to_owned(), "404"),
        ("POST /v1/messages%2fbatches HTTP/1.1".to_owned(), "404"),
        ("POST /v1/messages%00 HTTP/1.1".to_owned(), "404"),
        ("POST /v1/messages;a=b HTTP/1.1".to_owned(), "404"),
        ("POST /v1\\messages HTTP/1.1".to_owned(), "404"),
        ("POST /V1/messages HTTP/1.1".to_owned(), "405"),
        (format!("CONNECT {other} HTTP/1.1"), "405"),
        ("OPTIONS * HTTP/1.1".to_owned(), "405"),
        ("TRACE /v1/messages HTTP/1.1".to_owned(), "405"),
        ("post /v1/messages HTTP/1.1".to_owned(), "405"),
        ("PRI * HTTP/2.0".to_owned(), "400"),
    ] {
        let before = upstream.requests();
        let text = good()
            .replace("POST /v1/messages HTTP/1.1", &line)
            .replace("host: localhost", &format!("host: {other}"));
        let back = raw(proxy.address, text.as_bytes()).await;
        let seen = statuses(&back);
        // A protocol that is not spoken may also be hung up on.
        let hung_up = status == "400" && seen.is_empty();
        assert!(hung_up || seen.first() == Some(&status), "{line}: {back}");
        assert_eq!(
            upstream.requests() - before,
            usize::from(status == "200"),
            "{line}"
        );
    }
    let upgrade = good().replace(
        "connection: close",
        "connection: upgrade\r\nupgrade: websocket",
    );
    let mut upgraded = Running::begin(proxy.address, upgrade.as_bytes()).await;
    upgraded.until("message_stop").await;
    assert!(
        upgraded.bytes.starts_with(b"HTTP/1.1 200 "),
        "no other protocol is spoken"
    );
    assert_eq!(elsewhere.requests(), 0);
    let seen = upstream.seen.requests.lock().unwrap().clone();
    let host = format!("host: {}", upstream.address);
    for (head, _) in seen {
        assert!(
            head.contains(&host) && !head.contains(&other.to_string()),
            "{head}"
        );
        assert!(!head.contains("upgrade"), "{head}");
    }
    proxy.stop().await;
}

#[tokio::test]
async fn a_second_request_hidden_in_a_body_is_never_answered() {
    let upstream = Upstream::start().await;
    // What waits for more is ended soon.
    let settings = [("header_seconds", "1"), ("body_seconds", "1")];
    let proxy = Proxy::start(&upstream, &settings).await;
    let hidden = "GET /config.json HTTP/1.1\r\nhost: p\r\nconnection: close\r\n\r\n";
    let kept = good().replace("connection: close\r\n", "");
    let (head, body) = kept.split_once("\r\n\r\n").unwrap();
    let length = format!("content-length: {}", body.len());
    let hidden_length = format!("content-length: {}", hidden.len());
    let chunked = |body: &str| {
        let head = head.replace(&length, "transfer-encoding: chunked");
        format!("{head}\r\n\r\n{body}")
    };
    for (what, text) in [
        // Refused before its body was read, which is a request to whoever reads on.
        (
            "no token",
            format!(
                "{}\r\n\r\n{hidden}",
                head.replace(&length, &hidden_length)
                    .replace("Bearer", "Basic")
            ),
        ),
        (
            "another path",
            format!(
                "{}\r\n\r\n{hidden}",
                head.replace(&length, &hidden_length)
                    .replace("/v1/messages", "/v1/none")
            ),
        ),
        (
            "no JSON",
            format!(
                "{}\r\n\r\n{hidden}",
                head.replace(&length, &hidden_length)
                    .replace("application/json", "text/plain")
            ),
        ),
        (
            "a length that is too small",
            format!(
                "{}\r\n\r\n{body}{hidden}",
                head.replace(&length, "content-length: 0x1")
            ),
        ),
        (
            "a coding beside chunked",
            chunked(&format!("2\r\n{{}}\r\n0\r\n\r\n{hidden}"))
                .replace(": chunked", ": gzip, chunked"),
        ),
        (
            "two codings on two lines",
            chunked(&format!("2\r\n{{}}\r\n0\r\n\r\n{hidden}")).replace(
                "transfer-encoding: chunked",
                "transfer-encoding: identity\r\ntransfer-encoding: chunked",
            ),
        ),
        (
            "a chunk's size that is too large for a number",
            chunked(&format!("fffffffffffffffff\r\n{hidden}")),
        ),
        (
            "a chunk's size below nought",
            chunked(&format!("-1\r\n\r\n{hidden}")),
        ),
        (
            "a chunk without its end",
            chunked(&format!("1\r\nab\r\n0\r\n\r\n{hidden}")),
        ),
        (
            "a chunk's extension without end",
            chunked(&format!("1;{}", "a".repeat(64 * 1024))),
        ),
        (
            "trailers without end",
            chunked(&format!("0\r\n{}", "a: b\r\n".repeat(20_000))),
        ),
        (
            "a folded header",
            format!(
                "{}\r\n\r\n{body}",
                head.replace("origin: ", "x-a: b\r\n content-length: 3\r\norigin: ")
            ),
        ),
        (
            "a header with a bare CR",
            format!(
                "{}\r\n\r\n{body}",
                head.replace("origin: ", "x-a: b\rcontent-length: 3\r\norigin: ")
            ),
        ),
        (
            "a header with a NUL",
            format!(
                "{}\r\n\r\n{body}",
                head.replace("origin: ", "x-a: b\0c\r\norigin: ")
            ),
        ),
        (
            "a space before the colon",
            format!(
                "{}\r\n\r\n{body}",
                head.replace("content-length:", "content-length :")
            ),
        ),
    ] {
        let back = raw(proxy.address, text.as_bytes()).await;
        let seen = statuses(&back);
        assert!(seen.len() <= 1 && !seen.contains(&"200"), "{what}: {back}");
        assert!(!back.contains("\"models\""), "{what}: {back}");
    }
    assert_eq!(upstream.requests(), 0);
    // Where both framings stand the chunks count, as RFC 9112 has it, and nothing is read after them.
    let chunks = format!("{:x}\r\n{body}\r\n0\r\n\r\n{hidden}", body.len());
    for both in [
        format!("{length}\r\ntransfer-encoding: chunked"),
        format!("transfer-encoding: chunked\r\n{length}"),
    ] {
        let head = head.replace(&length, &both);
        let back = raw(proxy.address, format!("{head}\r\n\r\n{chunks}").as_bytes()).await;
        assert_eq!(statuses(&back), ["200"], "{back}");
        assert!(back.contains("message_stop") && !back.contains("\"models\""));
    }
    assert_eq!(upstream.requests(), 2);
    proxy.stop().await;
}

#[tokio::test]
async fn a_head_has_so_many_bytes_and_lines_and_no_more() {
    let upstream = Upstream::start().await;
    // What waits for more is ended soon.
    let settings = [("header_seconds", "1"), ("body_seconds", "1")];
    let proxy = Proxy::start(&upstream, &settings).await;
    for (what, text) in [
        (
            "a long path",
            good().replace(
                "/v1/messages",
                &format!("/v1/messages?{}", "a".repeat(100_000)),
            ),
        ),
        (
            "a long header",
            good().replace(
                "origin: ",
                &format!("x-a: {}\r\norigin: ", "a".repeat(100_000)),
            ),
        ),
        (
            "a long token",
            good().replace("Bearer ", &format!("Bearer {}", "a".repeat(100_000))),
        ),
        (
            "many headers",
            good().replace("origin: ", &format!("{}origin: ", "a: b\r\n".repeat(1_000))),
        ),
        ("a method without end", "A".repeat(1_000_000)),
    ] {
        let back = raw(proxy.address, text.as_bytes()).await;
        let seen = statuses(&back);
        // Whoever sends on while it is refused may see a connection that was reset.
        assert!(
            seen.is_empty() || matches!(seen[..], ["400" | "414" | "431"]),
            "{what}: {seen:?}"
        );
    }
    assert_eq!(upstream.requests(), 0);
    assert_eq!(
        proxy.call("good").await.status,
        200,
        "and others are served"
    );
    proxy.stop().await;
}

#[tokio::test]
async fn a_body_made_to_be_read_slowly_or_twice_is_refused() {
    let upstream = Upstream::start().await;
    let proxy = Proxy::start(&upstream, &[]).await;
    let bearer = format!("Bearer {}", Proxy::token(SESSION));
    let headers = [
        ("content-type", "application/json"),
        ("authorization", bearer.as_str()),
    ];
    let with = |field: &str| {
        format!(
            r#"{{"model":"good","max_tokens":9,"messages":[{{"role":"user","content":"hi"}}],{field}}}"#
        )
    };
    let deep = format!(
        "\"metadata\":{}1{}",
        "[".repeat(100_000),
        "]".repeat(100_000)
    );
    let wide = format!("\"metadata\":[{}0]", "0,".repeat(200_000));
    for field in [
        r#""model":"dear""#,
        r#""mod\u0065l":"dear""#,
        r#""max\u005ftokens":100000"#,
        r#""\u006d\u0061x_tokens":100000"#,
        &deep,
        &wide,
    ] {
        let reply = send(
            proxy.address,
            &request("POST", "/v1/messages", &headers, &with(field)),
        )
        .await;
        let short = &field[..field.len().min(40)];
        assert_eq!(
            (reply.status, reply.code().as_str()),
            (400, "body_invalid"),
            "{short}"
        );
    }
    // An escape in a key that stands once is that key, for the checks as for the provider.
    let escaped = with(r#""max\u005ftokens":100000"#).replace("\"max_tokens\":9,", "");
    let reply = send(
        proxy.address,
        &request("POST", "/v1/messages", &headers, &escaped),
    )
    .await;
    assert_eq!(
        (reply.status, reply.code().as_str()),
        (400, "output_tokens")
    );
    assert_eq!(upstream.requests(), 0);
    proxy.stop().await;
}

#[tokio::test]
async fn a_token_is_one_line_and_has_one_spelling() {
    let upstream = Upstream::start().await;
    let proxy = Proxy::start(&upstream, &[]).await;
    let token = Proxy::token(SESSION);
    let line = format!("authorization: Bearer {token}");
    let twice = good().replace(&line, &format!("{line}\r\n{line}"));
    let reply = send(proxy.address, twice.as_bytes()).await;
    assert_eq!(
        (reply.status, reply.code().as_str()),
        (401, "token_missing")
    );
    // The last sign of a mac holds two bits that mean nothing: another sign there must not be the same token.
    let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let (start, last) = token.split_at(token.len() - 1);
    for sign in alphabet.chars().filter(|sign| !last.starts_with(*sign)) {
        let reply = proxy.call_as("good", &format!("{start}{sign}")).await;
        assert_eq!(
            (reply.status, reply.code().as_str()),
            (401, "token_invalid"),
            "{sign}"
        );
    }
    for odd in [
        format!("{token}="),
        token.replace('_', "/").replace('-', "+") + "=",
        token.to_uppercase(),
    ] {
        assert_eq!(proxy.call_as("good", &odd).await.status, 401, "{odd}");
    }
    assert_eq!(upstream.requests(), 0);
    proxy.stop().await;
}

#[tokio::test]
async fn an_answer_that_cannot_be_looked_through_is_not_passed_on() {
    let upstream = Upstream::start().await;
    let proxy = Proxy::start(&upstream, &[]).await;
    for model in [
        "gzip",
        "gzip-twice",
        "gzip-chunked",
        "gzip-error",
        "switches",
    ] {
        let reply = proxy.call(model).await;
        assert_eq!(
            (reply.status, reply.code().as_str()),
            (502, "upstream_invalid"),
            "{model}"
        );
        assert_eq!(reply.header("access-control-allow-origin"), Some(ORIGIN));
    }
    until("the end of all calls", || upstream.running() == 0).await;
    proxy.stop().await;
}

#[tokio::test]
async fn lines_of_the_log_are_the_proxys_own() {
    let upstream = Upstream::start().await;
    let proxy = Proxy::start(&upstream, &[]).await;
    let forged = r#"{"event":"call","outcome":"forged"}"#;
    let body = format!(
        r#"{{"model":"good\n{}","max_tokens":9,"messages":[]}}"#,
        forged.replace('"', "\\\"")
    );
    let bearer = format!("Bearer {}", Proxy::token(SESSION));
    let headers = [
        ("content-type", "application/json"),
        ("authorization", bearer.as_str()),
        ("user-agent", forged),
        ("x-forwarded-for", forged),
    ];
    for path in [
        "/v1/messages",
        "/v1/%0a%7b%22event%22:%22call%22%7d",
        "/%0d%0aforged",
    ] {
        send(proxy.address, &request("POST", path, &headers, &body)).await;
    }
    let log = proxy.stop().await;
    // Each line is read as JSON there.
    assert_eq!(log.lines("call").len(), 2);
    assert!(!log.text().contains("forged"), "{}", log.text());
}

#[tokio::test]
async fn figures_are_not_for_pages_that_call_this_machine_by_a_name_of_theirs() {
    let upstream = Upstream::start().await;
    let proxy = Proxy::start(&upstream, &[]).await;
    for (host, status) in [
        ("127.0.0.1:8787", 200),
        ("localhost", 200),
        ("LOCALHOST:9", 200),
        ("[::1]:8787", 200),
        // A name that its owner lets mean this machine: the page is then of the same origin as the proxy.
        ("rebound.example:8787", 404),
        ("127.0.0.1.rebound.example", 404),
        ("localhost.rebound.example", 404),
    ] {
        let text = format!("GET /metrics HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n");
        let back = raw(proxy.address, text.as_bytes()).await;
        assert_eq!(read(back.as_bytes(), true).status, status, "{host}");
    }
    proxy.stop().await;
}
