//! Who may call: tokens, and what is made of forged ones.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use colloquy_proxy::{Claims, SessionId, Signer};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;

use crate::support::client::{Reply, header, request, send};
use crate::support::upstream::Upstream;
use crate::support::{ORIGIN, Proxy, SECRET, SESSION, call, call_from, now, session};

async fn ask_token(proxy: &Proxy, session: &str, headers: &[(&str, &str)]) -> Reply {
    let body = format!("{{\"session\":\"{session}\"}}");
    send(proxy.address, &request("POST", "/v1/token", headers, &body)).await
}

const PAGE: [(&str, &str); 2] = [("content-type", "application/json"), ("origin", ORIGIN)];

#[tokio::test]
async fn a_page_gets_a_token_and_calls_with_it() {
    let upstream = Upstream::start().await;
    let proxy = Proxy::start(&upstream, &[]).await;
    let reply = ask_token(&proxy, SESSION, &PAGE).await;
    assert_eq!(
        (reply.status, reply.header("cache-control")),
        (200, Some("no-store"))
    );
    let given = reply.json();
    assert_eq!(given["session"], SESSION);
    let left = given["expires_at"].as_u64().unwrap() - now();
    assert!((3_590..=3_600).contains(&left), "{left} seconds");
    let reply = proxy
        .call_as("good", given["token"].as_str().unwrap())
        .await;
    assert_eq!(reply.status, 200);
    assert!(reply.whole && reply.text().contains("What did you learn?"));
    proxy.stop().await;
}

#[tokio::test]
async fn a_token_is_made_for_allowed_pages_and_uuids_only() {
    let upstream = Upstream::start().await;
    let proxy = Proxy::start(&upstream, &[]).await;
    let json = ("content-type", "application/json");
    for (headers, session, status, code) in [
        (
            vec![json, ("origin", "https://evil.example")],
            SESSION,
            403,
            "origin_not_allowed",
        ),
        (
            vec![json, ("origin", "null")],
            SESSION,
            403,
            "origin_not_allowed",
        ),
        (
            vec![json, ("origin", ORIGIN), ("origin", ORIGIN)],
            SESSION,
            403,
            "origin_not_allowed",
        ),
        (vec![json], SESSION, 403, "origin_not_allowed"),
        (
            vec![("origin", ORIGIN)],
            SESSION,
            415,
            "unsupported_media_type",
        ),
        (
            vec![("content-type", "text/plain"), ("origin", ORIGIN)],
            SESSION,
            415,
            "unsupported_media_type",
        ),
        (PAGE.to_vec(), "me", 400, "body_invalid"),
        (PAGE.to_vec(), "", 400, "body_invalid"),
    ] {
        let reply = ask_token(&proxy, session, &headers).await;
        assert_eq!(
            (reply.status, reply.code().as_str()),
            (status, code),
            "{headers:?}"
        );
    }
    let large = format!("{{\"session\":\"{}\"}}", "x".repeat(2_000));
    let reply = send(proxy.address, &request("POST", "/v1/token", &PAGE, &large)).await;
    assert_eq!(
        (reply.status, reply.code().as_str()),
        (413, "body_too_large")
    );
    let own = format!("http://127.0.0.1:{}", proxy.address.port());
    let reply = ask_token(&proxy, SESSION, &[json, ("origin", &own)]).await;
    assert_eq!(reply.status, 200, "its own pages may");
    proxy.stop().await;
}

#[tokio::test]
async fn with_tokens_of_the_host_the_proxy_makes_none() {
    let upstream = Upstream::start().await;
    let proxy = Proxy::start(&upstream, &[("tokens", "host"), ("origins", "*")]).await;
    let reply = ask_token(&proxy, SESSION, &PAGE).await;
    assert_eq!(
        (reply.status, reply.code().as_str()),
        (403, "tokens_made_by_host")
    );
    assert_eq!(proxy.call("good").await.status, 200);
    proxy.stop().await;
}

#[tokio::test]
async fn forged_tokens_are_refused_and_nothing_is_asked() {
    let upstream = Upstream::start().await;
    let proxy = Proxy::start(&upstream, &[]).await;
    let good = Proxy::token(SESSION);
    let parts: Vec<&str> = good.split('.').collect();
    let (claims, mac) = (parts[1], parts[2]);
    let other = Proxy::token(&session(7));
    let other_claims = other.split('.').nth(1).unwrap();
    let none = URL_SAFE_NO_PAD.encode(r#"{"alg":"none","typ":"JWT"}"#);
    let signed = |secret: &str, issued: u64, expires: u64| {
        let session = SessionId::read(SESSION).unwrap();
        let claims = Claims {
            account: None,
            session,
            issued,
            expires,
            turns: None,
            tokens: None,
        };
        Signer::new(secret.as_bytes()).unwrap().sign(&claims)
    };
    let now = now();
    for (token, code) in [
        (String::new(), "token_missing"),
        ("x".to_owned(), "token_invalid"),
        (format!("{none}.{claims}."), "token_invalid"),
        (format!("{none}.{claims}.{mac}"), "token_invalid"),
        (format!("colloquy1.{claims}."), "token_invalid"),
        (format!("colloquy2.{claims}.{mac}"), "token_invalid"),
        (format!("colloquy1.{other_claims}.{mac}"), "token_invalid"),
        (good[..good.len() - 1].to_owned(), "token_invalid"),
        (good[..good.len() - 44].to_owned(), "token_invalid"),
        (format!("{good}A"), "token_invalid"),
        (format!("{good}, {good}"), "token_invalid"),
        (
            signed("another secret of more than thirty-two", now, now + 60),
            "token_invalid",
        ),
        (signed(SECRET, now + 600, now + 1_200), "token_invalid"),
        (signed(SECRET, now, now + 90_000), "token_invalid"),
        (signed(SECRET, now - 90, now - 30), "token_expired"),
    ] {
        let reply = proxy.call_as("good", &token).await;
        assert_eq!(
            (reply.status, reply.code().as_str()),
            (401, code),
            "{token}"
        );
        assert_eq!(
            reply.header("access-control-allow-origin"),
            Some(ORIGIN),
            "the page can read why"
        );
    }
    for scheme in ["Basic", "bearer-x", ""] {
        let bytes = String::from_utf8(call("good", &good, 9)).unwrap();
        let bytes = bytes.replace("Bearer ", &format!("{scheme} "));
        let reply = send(proxy.address, bytes.as_bytes()).await;
        assert_eq!(
            (reply.status, reply.code().as_str()),
            (401, "token_missing"),
            "{scheme}"
        );
    }
    assert_eq!(upstream.requests(), 0);
    assert_eq!(
        proxy.call_as("good", &good).await.status,
        200,
        "the good one is still good"
    );
    proxy.stop().await;
}

#[tokio::test]
async fn caps_count_over_all_tokens_of_a_session() {
    let upstream = Upstream::start().await;
    let proxy = Proxy::start(&upstream, &[("session_turns", "3")]).await;
    for _ in 0..3 {
        let token = ask_token(&proxy, SESSION, &PAGE).await.json();
        let reply = proxy
            .call_as("good", token["token"].as_str().unwrap())
            .await;
        assert_eq!(reply.status, 200);
    }
    let token = ask_token(&proxy, SESSION, &PAGE).await.json();
    assert_eq!(token["turns_left"], 0, "it says so");
    let reply = proxy
        .call_as("good", token["token"].as_str().unwrap())
        .await;
    assert_eq!(
        (reply.status, reply.code().as_str()),
        (402, "session_turns")
    );
    assert_eq!(
        proxy
            .call_as("good", &Proxy::token(&session(1)))
            .await
            .status,
        200,
        "another session has its own"
    );
    assert_eq!(upstream.requests(), 4);
    proxy.stop().await;
}

#[tokio::test]
async fn a_hosts_token_lowers_the_caps_and_never_raises_them() {
    let upstream = Upstream::start().await;
    let proxy = Proxy::start(&upstream, &[("session_turns", "2")]).await;
    let lower = Proxy::token_with(&session(1), Some(1), None);
    assert_eq!(proxy.call_as("good", &lower).await.status, 200);
    assert_eq!(proxy.call_as("good", &lower).await.code(), "session_turns");
    let higher = Proxy::token_with(&session(2), Some(1_000), None);
    assert_eq!(proxy.call_as("good", &higher).await.status, 200);
    assert_eq!(proxy.call_as("good", &higher).await.status, 200);
    assert_eq!(proxy.call_as("good", &higher).await.code(), "session_turns");
    let few = Proxy::token_with(&session(3), None, Some(100));
    assert_eq!(proxy.call_as("good", &few).await.code(), "session_tokens");
    proxy.stop().await;
}

#[tokio::test]
async fn tokens_are_given_out_at_a_rate() {
    let upstream = Upstream::start().await;
    let proxy = Proxy::start(&upstream, &[("client_tokens_per_minute", "2")]).await;
    assert_eq!(ask_token(&proxy, SESSION, &PAGE).await.status, 200);
    assert_eq!(ask_token(&proxy, SESSION, &PAGE).await.status, 200);
    let reply = ask_token(&proxy, SESSION, &PAGE).await;
    assert_eq!((reply.status, reply.code().as_str()), (429, "rate_limited"));
    let wait: u64 = header(&reply.head, "retry-after").unwrap().parse().unwrap();
    assert!((1..=30).contains(&wait), "{wait}");
    proxy.stop().await;
}

#[tokio::test]
async fn who_knows_a_sessions_name_is_not_taken_for_it_by_the_provider() {
    let upstream = Upstream::start().await;
    let settings = [("trusted_proxies", "127.0.0.0/8")];
    let file = "[upstream.anthropic]\nidentify = true\n";
    let proxy = Proxy::with_file(&upstream, &settings, Some(file)).await;
    for address in ["192.0.2.1", "198.51.100.1", "192.0.2.1"] {
        let headers = [PAGE[0], PAGE[1], ("x-forwarded-for", address)];
        let given = ask_token(&proxy, SESSION, &headers).await.json();
        let reply = proxy
            .call_as("good", given["token"].as_str().unwrap())
            .await;
        assert_eq!(reply.status, 200);
    }
    let seen = upstream.seen.requests.lock().unwrap().clone();
    let names: Vec<String> = seen
        .iter()
        .map(|(_, body)| {
            let body: serde_json::Value = serde_json::from_str(body).unwrap();
            body["metadata"]["user_id"].as_str().unwrap().to_owned()
        })
        .collect();
    assert_ne!(names[0], names[1]);
    assert_eq!(names[0], names[2]);
    proxy.stop().await;
}

#[tokio::test]
async fn a_provider_can_distinguish_sessions_and_not_identify_them() {
    let upstream = Upstream::start().await;
    let file = "[upstream.anthropic]\nidentify = true\n[upstream.openai]\nidentify = true\n";
    let proxy = Proxy::with_file(&upstream, &[], Some(file)).await;
    for (path, number) in [
        ("/v1/messages", 1),
        ("/v1/chat/completions", 1),
        ("/v1/messages", 2),
    ] {
        let bytes = call_from(path, "good", &Proxy::token(&session(number)), 9);
        assert_eq!(send(proxy.address, &bytes).await.status, 200);
    }
    let seen = upstream.seen.requests.lock().unwrap().clone();
    let bodies = seen
        .iter()
        .map(|(_, body)| serde_json::from_str::<serde_json::Value>(body).unwrap());
    let names: Vec<String> = bodies
        .map(|body| {
            assert_eq!(body["messages"][0]["content"], "hi");
            let name = body["metadata"]["user_id"].as_str();
            name.or(body["safety_identifier"].as_str())
                .unwrap()
                .to_owned()
        })
        .collect();
    assert_eq!(names[0], names[1]);
    assert_ne!(names[0], names[2]);
    assert!(
        names[0].len() == 32 && !names[0].contains("00000000"),
        "{names:?}"
    );
    // A page does not choose the name.
    let text = String::from_utf8(call("good", &Proxy::token(SESSION), 9)).unwrap();
    let (head, body) = text.split_once("\r\n\r\n").unwrap();
    let own = body.replacen('{', r#"{"metadata":{"user_id":"me"},"#, 1);
    let length = format!("content-length: {}", own.len());
    let head = head.replace(&format!("content-length: {}", body.len()), &length);
    let reply = send(proxy.address, format!("{head}\r\n\r\n{own}").as_bytes()).await;
    assert_eq!(reply.code(), "field_not_allowed");
    proxy.stop().await;
}

#[tokio::test]
async fn with_proofs_a_token_takes_work_that_is_good_once() {
    let upstream = Upstream::start().await;
    let proxy = Proxy::start(&upstream, &[("proof_bits", "10")]).await;
    let asked = ask_token(&proxy, SESSION, &PAGE).await;
    assert_eq!(
        (asked.status, asked.code()),
        (403, "proof_required".to_owned())
    );
    let error = asked.json()["error"].clone();
    let challenge = error["challenge"].as_str().unwrap();
    assert_eq!(error["bits"], 10);
    let solved = |number: &u64| {
        let hash = ring::digest::digest(
            &ring::digest::SHA256,
            format!("{challenge}:{number}").as_bytes(),
        );
        hash.as_ref()[0] == 0 && hash.as_ref()[1] < 64
    };
    let number = (0..u64::MAX).find(solved).unwrap();
    let unsolved = (0..u64::MAX).find(|number| !solved(number)).unwrap();
    let with = |session: &str, number: u64| {
        let body = format!(r#"{{"session":"{session}","proof":"{challenge}:{number}"}}"#);
        let bytes = request("POST", "/v1/token", &PAGE, &body);
        async move { send(proxy.address, &bytes).await }
    };
    for (name, number) in [(SESSION.to_owned(), unsolved), (session(1), number)] {
        assert_eq!(with(&name, number).await.code(), "proof_required", "{name}");
    }
    let given = with(SESSION, number).await;
    assert_eq!(given.status, 200);
    let token = given.json()["token"].as_str().unwrap().to_owned();
    assert_eq!(proxy.call_as("good", &token).await.status, 200);
    // The same one again earns another challenge.
    let again = with(SESSION, number).await;
    assert_eq!(again.code(), "proof_required");
    assert_ne!(again.json()["error"]["challenge"], challenge);
    proxy.stop().await;
}

#[tokio::test]
async fn who_knows_a_sessions_name_spends_nothing_of_it() {
    let upstream = Upstream::start().await;
    let settings = [("session_turns", "2"), ("trusted_proxies", "127.0.0.0/8")];
    let proxy = Proxy::start(&upstream, &settings).await;
    let token_at = async |address: &str| {
        let headers = [PAGE[0], PAGE[1], ("x-forwarded-for", address)];
        let given = ask_token(&proxy, SESSION, &headers).await.json();
        let left = given["turns_left"].as_u64().unwrap();
        (given["token"].as_str().unwrap().to_owned(), left)
    };
    let (own, left) = token_at("192.0.2.1").await;
    assert_eq!(left, 2);
    assert_eq!(proxy.call_as("good", &own).await.status, 200);
    let (other, left) = token_at("198.51.100.1").await;
    assert_eq!(left, 2, "a stranger's own");
    for status in [200, 200, 402] {
        assert_eq!(proxy.call_as("good", &other).await.status, status);
    }
    // Whoever opens the interview again goes on where it was, and a token works wherever its holder goes.
    let (again, left) = token_at("192.0.2.1").await;
    assert_eq!(left, 1);
    assert_eq!(proxy.call_as("good", &again).await.status, 200);
    assert_eq!(proxy.call_as("good", &own).await.status, 402);
    assert_eq!(token_at("192.0.2.1").await.1, 0);
    proxy.stop().await;
}

/// A verifier of challenges, which says of each what the text asks for. Returns what it was sent.
async fn verifier() -> (SocketAddr, Arc<Mutex<Vec<String>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let seen = Arc::new(Mutex::new(Vec::new()));
    let sent = Arc::clone(&seen);
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let sent = Arc::clone(&sent);
            tokio::spawn(async move {
                let mut bytes = Vec::new();
                let body = loop {
                    stream.read_buf(&mut bytes).await.unwrap();
                    let text = String::from_utf8_lossy(&bytes).into_owned();
                    if let Some((head, body)) = text.split_once("\r\n\r\n")
                        && header(head, "content-length") == Some(&body.len().to_string())
                    {
                        assert!(head.contains("application/x-www-form-urlencoded"));
                        break body.to_owned();
                    }
                };
                sent.lock().unwrap().push(body.clone());
                let (status, answer) = match body.rsplit('=').next().unwrap() {
                    "slow" => return drop(stream.read_buf(&mut bytes).await),
                    "gone" => return,
                    "broken" => ("500 Internal Server Error", "{\"success\":true}".to_owned()),
                    "page" => ("200 OK", "<p>success".to_owned()),
                    "large" => ("200 OK", " ".repeat(100_000)),
                    "wrong" => ("200 OK", "{\"success\":\"true\"}".to_owned()),
                    "no" => (
                        "200 OK",
                        "{\"success\":false,\"error-codes\":[\"timeout-or-duplicate\"]}".to_owned(),
                    ),
                    _ => ("200 OK", "{\"success\":true,\"hostname\":\"a\"}".to_owned()),
                };
                let length = answer.len();
                let text = format!("HTTP/1.1 {status}\r\ncontent-length: {length}\r\n\r\n{answer}");
                drop(stream.write_all(text.as_bytes()).await);
            });
        }
    });
    (address, seen)
}

#[tokio::test]
async fn a_token_takes_a_hosts_challenge_that_its_verifier_vouches_for() {
    let upstream = Upstream::start().await;
    let (address, sent) = verifier().await;
    let url = format!("http://{address}/siteverify");
    let settings = [
        ("challenge_url", url.as_str()),
        ("challenge_secret", "a & secret=1"),
        ("challenge_seconds", "1"),
        ("client_tokens_per_minute", "100"),
    ];
    let proxy = Proxy::start(&upstream, &settings).await;
    let with = async |challenge: &str| {
        let body = format!(r#"{{"session":"{SESSION}","challenge":{challenge}}}"#);
        send(proxy.address, &request("POST", "/v1/token", &PAGE, &body)).await
    };
    let none = ask_token(&proxy, SESSION, &PAGE).await;
    assert_eq!(
        (none.status, none.code().as_str()),
        (403, "challenge_required")
    );
    for empty in ["\"\"", "7", "null"] {
        assert_eq!(with(empty).await.code(), "challenge_required", "{empty}");
    }
    assert_eq!(sent.lock().unwrap().len(), 0, "nothing to ask about");
    for (text, status, code) in [
        ("no", 403, "challenge_required"),
        ("wrong", 403, "challenge_required"),
        ("broken", 503, "challenge_away"),
        ("page", 503, "challenge_away"),
        ("large", 503, "challenge_away"),
        ("gone", 503, "challenge_away"),
        ("slow", 503, "challenge_away"),
    ] {
        let reply = with(&format!("\"{text}\"")).await;
        assert_eq!(
            (reply.status, reply.code().as_str()),
            (status, code),
            "{text}"
        );
        assert_eq!(reply.header("retry-after").is_some(), status == 503);
        assert!(!reply.text().contains("colloquy1."), "nothing is made");
    }
    let given = with("\"0.x-Y_&é\"").await;
    assert_eq!(given.status, 200);
    let token = given.json()["token"].as_str().unwrap().to_owned();
    assert_eq!(proxy.call_as("good", &token).await.status, 200);
    let last = sent.lock().unwrap().last().cloned().unwrap();
    assert_eq!(last, "secret=a%20%26%20secret%3D1&response=0.x-Y_%26%C3%A9");
    let log = proxy.stop().await;
    assert!(!log.text().contains("secret=1"));
}
