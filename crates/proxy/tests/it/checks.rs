//! What is refused before anything is asked.

use std::time::Duration;

use crate::support::client::{Running, request, send};
use crate::support::upstream::Upstream;
use crate::support::{ORIGIN, Proxy, SESSION, call, session};

fn post(path: &str, kind: &str, body: &str) -> Vec<u8> {
    let bearer = format!("Bearer {}", Proxy::token(SESSION));
    let headers = [
        ("content-type", kind),
        ("authorization", bearer.as_str()),
        ("origin", ORIGIN),
    ];
    request("POST", path, &headers, body)
}

const GOOD: &str = r#"{"model":"good","max_tokens":9,"messages":[{"role":"user","content":"hi"}]}"#;

#[tokio::test]
async fn only_a_post_of_json_to_a_known_path_passes() {
    let upstream = Upstream::start().await;
    let proxy = Proxy::start(&upstream, &[]).await;
    for (path, kind, status, code) in [
        ("/v1/messages/batches", "application/json", 404, "path"),
        ("/v1/messages/", "application/json", 404, "path"),
        ("/v1//messages", "application/json", 404, "path"),
        ("/v1/%6dessages", "application/json", 404, "path"),
        ("/v1/models", "application/json", 404, "path"),
        ("/v1/files", "application/json", 404, "path"),
        ("/v1/messages", "text/plain", 415, "unsupported_media_type"),
        (
            "/v1/messages",
            "application/x-www-form-urlencoded",
            415,
            "unsupported_media_type",
        ),
        (
            "/v1/messages",
            "multipart/form-data",
            415,
            "unsupported_media_type",
        ),
        (
            "/v1/messages",
            "application/jsonp",
            415,
            "unsupported_media_type",
        ),
    ] {
        let reply = send(proxy.address, &post(path, kind, GOOD)).await;
        assert_eq!(
            (reply.status, reply.code().as_str()),
            (status, code),
            "{path} {kind}"
        );
    }
    for method in ["GET", "PUT", "DELETE", "PATCH"] {
        let reply = send(proxy.address, &request(method, "/v1/messages", &[], "")).await;
        assert_eq!(
            (reply.status, reply.code().as_str()),
            (405, "method"),
            "{method}"
        );
        assert_eq!(reply.header("allow"), Some("POST, OPTIONS"));
    }
    assert_eq!(upstream.requests(), 0);
    for path in ["/v1/messages", "/v1/messages?beta=true"] {
        let reply = send(
            proxy.address,
            &post(path, "application/json; charset=utf-8", GOOD),
        )
        .await;
        assert_eq!(reply.status, 200, "{path}");
    }
    let seen = upstream.seen.requests.lock().unwrap().clone();
    assert!(
        seen.iter()
            .all(|(head, _)| head.starts_with("POST /v1/messages HTTP/1.1")),
        "no query goes on"
    );
    proxy.stop().await;
}

#[tokio::test]
async fn a_compressed_body_is_refused() {
    let upstream = Upstream::start().await;
    let proxy = Proxy::start(&upstream, &[]).await;
    let text = String::from_utf8(call("good", &Proxy::token(SESSION), 9)).unwrap();
    let text = text.replace("origin:", "content-encoding: gzip\r\norigin:");
    let reply = send(proxy.address, text.as_bytes()).await;
    assert_eq!(reply.code(), "unsupported_media_type");
    proxy.stop().await;
}

#[tokio::test]
async fn the_body_is_checked_before_anything_is_spent() {
    let upstream = Upstream::start().await;
    let proxy = Proxy::start(&upstream, &[("output_tokens", "1000")]).await;
    for (body, status, code) in [
        ("", 400, "body_invalid"),
        ("{", 400, "body_invalid"),
        (
            r#"{"model":"good","max_tokens":9,"max_tokens":99999,"messages":[]}"#,
            400,
            "body_invalid",
        ),
        (
            r#"{"model":"dear","max_tokens":9,"messages":[]}"#,
            403,
            "model_not_allowed",
        ),
        (r#"{"model":"good","messages":[]}"#, 400, "output_tokens"),
        (
            r#"{"model":"good","max_tokens":1001,"messages":[]}"#,
            400,
            "output_tokens",
        ),
        (
            r#"{"model":"good","max_tokens":9,"messages":[],"mcp_servers":[]}"#,
            400,
            "field_not_allowed",
        ),
        (
            r#"{"model":"good","max_tokens":9,"messages":[],"tools":[{"type":"web_search_20250305"}]}"#,
            400,
            "tool_not_allowed",
        ),
        (
            r#"{"model":"good","max_tokens":9,"messages":[{"role":"user","content":[{"type":"image"}]}]}"#,
            400,
            "content_not_allowed",
        ),
    ] {
        let reply = send(
            proxy.address,
            &post("/v1/messages", "application/json", body),
        )
        .await;
        assert_eq!(
            (reply.status, reply.code().as_str()),
            (status, code),
            "{body}"
        );
    }
    assert_eq!(upstream.requests(), 0);
    assert_eq!(
        proxy.figure("colloquy_budget_left_tokens").await,
        50_000_000.0
    );
    proxy.stop().await;
}

#[tokio::test]
async fn a_body_may_have_so_many_bytes_however_it_comes() {
    let upstream = Upstream::start().await;
    let proxy = Proxy::start(&upstream, &[("body_bytes", "2000")]).await;
    let padded = |bytes: usize| {
        let body = GOOD.replace("hi", &"h".repeat(bytes - GOOD.len() + 2));
        assert_eq!(body.len(), bytes);
        body
    };
    let reply = send(
        proxy.address,
        &post("/v1/messages", "application/json", &padded(2000)),
    )
    .await;
    assert_eq!(reply.status, 200);
    let reply = send(
        proxy.address,
        &post("/v1/messages", "application/json", &padded(2001)),
    )
    .await;
    assert_eq!(
        (reply.status, reply.code().as_str()),
        (413, "body_too_large")
    );
    // In chunks the length is not known beforehand.
    let whole = String::from_utf8(post("/v1/messages", "application/json", "")).unwrap();
    let head = whole.replace("content-length: 0", "transfer-encoding: chunked");
    let chunked = |body: &str| format!("{head}{:x}\r\n{body}\r\n0\r\n\r\n", body.len());
    let reply = send(proxy.address, chunked(&padded(2000)).as_bytes()).await;
    assert_eq!(reply.status, 200);
    let reply = send(proxy.address, chunked(&padded(2001)).as_bytes()).await;
    assert_eq!(
        (reply.status, reply.code().as_str()),
        (413, "body_too_large")
    );
    proxy.stop().await;
}

#[tokio::test]
async fn the_upstream_gets_the_body_as_it_was_and_nothing_else_of_the_client() {
    let upstream = Upstream::start().await;
    let proxy = Proxy::start(&upstream, &[]).await;
    let bearer = format!("Bearer {}", Proxy::token(SESSION));
    let body = "{ \"model\" : \"good\",\n\"max_tokens\":9, \"messages\":[{\"role\":\"user\",\"content\":\"h\\u00e9\\u0000\"}] }";
    let headers = [
        ("content-type", "application/json"),
        ("authorization", bearer.as_str()),
        ("origin", ORIGIN),
        ("cookie", "a=b"),
        ("referer", "https://interviews.example/private"),
        ("user-agent", "a browser"),
        ("x-api-key", "mine"),
        ("anthropic-version", "1999-01-01"),
        ("anthropic-beta", "everything"),
        ("openai-organization", "org"),
        ("x-forwarded-for", "192.0.2.1"),
        ("accept-encoding", "gzip"),
        ("te", "trailers"),
    ];
    assert_eq!(
        send(
            proxy.address,
            &request("POST", "/v1/messages", &headers, body)
        )
        .await
        .status,
        200
    );
    let reply = send(
        proxy.address,
        &request("POST", "/v1/chat/completions", &headers, body),
    )
    .await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    let seen = upstream.seen.requests.lock().unwrap().clone();
    for (head, got) in &seen {
        assert_eq!(got, body);
        let names: Vec<String> = head
            .lines()
            .skip(1)
            .map(|line| line.split(':').next().unwrap().to_lowercase())
            .collect();
        let known = [
            "content-type",
            "accept",
            "accept-encoding",
            "user-agent",
            "anthropic-version",
            "x-api-key",
            "authorization",
            "host",
            "content-length",
        ];
        assert!(
            names.iter().all(|name| known.contains(&name.as_str())),
            "{names:?}"
        );
        assert!(
            head.contains("accept-encoding: identity") && !head.contains("1999"),
            "{head}"
        );
        assert!(
            head.contains(crate::support::KEY)
                && !head.contains("mine")
                && !head.contains("colloquy1"),
            "{head}"
        );
    }
    proxy.stop().await;
}

#[tokio::test]
async fn requests_whose_length_is_doubtful_are_refused() {
    let upstream = Upstream::start().await;
    let proxy = Proxy::start(&upstream, &[]).await;
    let whole = String::from_utf8(call("good", &Proxy::token(SESSION), 9)).unwrap();
    let (head, body) = whole.split_once("\r\n\r\n").unwrap();
    let length = format!("content-length: {}", body.len());
    assert!(head.contains(&length));
    for odd in [
        format!("{length}\r\ncontent-length: 3"),
        "content-length: 3, 4".to_owned(),
        "content-length: +3".to_owned(),
        "content-length: -1".to_owned(),
        "content-length: 0x10".to_owned(),
        "transfer-encoding: gzip".to_owned(),
        "transfer-encoding: chunked, identity".to_owned(),
        "transfer-encoding: xchunked".to_owned(),
        " transfer-encoding: chunked".to_owned(),
    ] {
        let text = format!("{}\r\n\r\n{body}", head.replace(&length, &odd));
        let reply = send(proxy.address, text.as_bytes()).await;
        assert_eq!(reply.status, 400, "{odd}");
    }
    // Both at once: the encoding decides, and the connection must not be used for another request.
    let both = head
        .replace(&length, &format!("{length}\r\ntransfer-encoding: chunked"))
        .replace("connection: close\r\n", "");
    let smuggled = format!(
        "{both}\r\n\r\n0\r\n\r\nGET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n"
    );
    let reply = send(proxy.address, smuggled.as_bytes()).await;
    assert_eq!(reply.status, 400);
    assert_eq!(upstream.requests(), 0);
    proxy.stop().await;
}

#[tokio::test]
async fn a_client_that_dawdles_is_shown_out() {
    let upstream = Upstream::start().await;
    let settings = [("header_seconds", "1"), ("body_seconds", "1")];
    let proxy = Proxy::start(&upstream, &settings).await;
    let slow_head = Running::begin(
        proxy.address,
        b"POST /v1/messages HTTP/1.1\r\nhost: p\r\nx-slow: ",
    )
    .await;
    let idle = Running::begin(proxy.address, b"").await;
    let whole = call("good", &Proxy::token(SESSION), 9);
    let slow_body = Running::begin(proxy.address, &whole[..whole.len() - 5]).await;
    assert_eq!(slow_body.end().await.code(), "body_timeout");
    let mut kept = Running::begin(proxy.address, b"GET /healthz HTTP/1.1\r\nhost: p\r\n\r\n").await;
    kept.until("ok\n").await;
    for mut slow in [slow_head, idle, kept] {
        let ended = tokio::time::timeout(
            Duration::from_secs(10),
            tokio::io::AsyncReadExt::read_to_end(&mut slow.stream, &mut slow.bytes),
        );
        assert!(ended.await.is_ok(), "the connection was ended");
    }
    assert_eq!(upstream.requests(), 0);
    proxy.stop().await;
}

#[tokio::test]
async fn a_client_and_a_session_call_at_a_rate() {
    let upstream = Upstream::start().await;
    let proxy = Proxy::start(
        &upstream,
        &[
            ("session_calls_per_minute", "2"),
            ("client_calls_per_minute", "5"),
        ],
    )
    .await;
    // What is no token spends nothing of those behind the same address.
    for _ in 0..6 {
        assert_eq!(proxy.call_as("good", "junk").await.code(), "token_invalid");
    }
    assert_eq!(proxy.call("good").await.status, 200);
    assert_eq!(proxy.call("good").await.status, 200);
    let reply = proxy.call("good").await;
    assert_eq!((reply.status, reply.code().as_str()), (429, "rate_limited"));
    let wait: u64 = reply.header("retry-after").unwrap().parse().unwrap();
    assert!((1..=30).contains(&wait), "{wait}");
    for number in 0..2 {
        assert_eq!(
            proxy
                .call_as("good", &Proxy::token(&session(number)))
                .await
                .status,
            200
        );
    }
    let reply = proxy.call_as("good", &Proxy::token(&session(9))).await;
    assert_eq!(reply.code(), "rate_limited", "the client has made five");
    proxy.stop().await;
}

#[tokio::test]
async fn a_forwarded_address_counts_only_from_a_trusted_proxy() {
    let upstream = Upstream::start().await;
    for (trusted, fifth) in [("", 429), ("127.0.0.0/8", 200)] {
        let proxy = Proxy::start(
            &upstream,
            &[
                ("client_calls_per_minute", "4"),
                ("trusted_proxies", trusted),
            ],
        )
        .await;
        let mut last = 0;
        for number in 0..5 {
            let text = String::from_utf8(call("good", &Proxy::token(&session(number)), 9)).unwrap();
            let text = text.replace(
                "origin:",
                &format!("x-forwarded-for: 198.51.100.{number}\r\norigin:"),
            );
            last = send(proxy.address, text.as_bytes()).await.status;
        }
        assert_eq!(last, fifth, "trusted: {trusted:?}");
        let log = proxy.stop().await.text();
        assert_eq!(log.contains("198.51.100.0/24"), !trusted.is_empty());
        assert!(
            !log.contains("198.51.100.1") && !log.contains("127.0.0.1/"),
            "no whole address: {log}"
        );
    }
}

#[tokio::test]
async fn instructions_that_are_not_listed_reach_nobody() {
    let upstream = Upstream::start().await;
    // Of "lead it", as `sha256sum` prints it.
    let listed = "b91ecb5ea419a3e9069facc819e663cef70e986e37d9ca173ff5213bc87959f1";
    let proxy = Proxy::start(&upstream, &[("prompts", listed)]).await;
    let token = format!("Bearer {}", Proxy::token(SESSION));
    for (instructions, code) in [
        (r#""lead it""#, "200"),
        (r#""write spam""#, "prompt_not_listed"),
        (r#"[{"type":"text","text":"lead it"}]"#, "200"),
        // A part that is no text instructs as well.
        (
            r#"[{"type":"text","text":"lead it"},{"type":"refusal","refusal":"write spam"}]"#,
            "prompt_not_listed",
        ),
    ] {
        let body = format!(
            r#"{{"model":"good","max_tokens":100,"messages":[{{"role":"system","content":{instructions}}},{{"role":"user","content":"hi"}}]}}"#
        );
        let headers = [
            ("content-type", "application/json"),
            ("authorization", token.as_str()),
        ];
        let bytes = request("POST", "/v1/chat/completions", &headers, &body);
        assert_eq!(send(proxy.address, &bytes).await.code_or_status(), code);
    }
    assert_eq!(upstream.requests(), 2);
    proxy.stop().await;
}
