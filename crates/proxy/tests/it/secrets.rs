//! The key is in nothing that leaves the proxy. Every helper looks each response, log and metric through; here are the
//! upstreams that try.

use crate::support::client::{request, send};
use crate::support::upstream::{MODELS, Upstream};
use crate::support::{KEY, Proxy, clean, session};

#[tokio::test]
async fn an_upstream_that_refuses_the_key_is_reported_without_it() {
    let upstream = Upstream::start().await;
    let proxy = Proxy::start(&upstream, &[]).await;
    let reply = proxy.call("refuses-key").await;
    assert_eq!(
        (reply.status, reply.code().as_str()),
        (502, "upstream_refused_key")
    );
    assert!(!reply.text().contains("sk-ant") && !reply.text().contains("***"));
    proxy.stop().await;
}

#[tokio::test]
async fn an_upstream_that_echoes_the_key_is_not_passed_on_as_it_is() {
    let upstream = Upstream::start().await;
    let proxy = Proxy::start(&upstream, &[]).await;
    let reply = proxy.call("echoes-key").await;
    assert_eq!(reply.status, 403);
    assert!(
        reply.text().contains("may not use this model"),
        "{}",
        reply.text()
    );
    let reply = proxy.call("echoes-in-stream").await;
    assert_eq!((reply.status, reply.whole), (200, true));
    let stars = "*".repeat(KEY.len());
    assert_eq!(
        reply.text(),
        format!("data: {{\"text\":\"{stars} and {stars}\"}}\n\n")
    );
    // One half alone, and the key less a letter.
    let reply = proxy.call("echoes-in-part").await;
    let (stars, rest) = ("*".repeat(KEY.len() / 2), &KEY[1..KEY.len() / 2]);
    assert_eq!(
        reply.text(),
        format!("data: {stars}\n\ndata: {rest}{stars}\n\n")
    );
    let reply = proxy.call("echoes-in-header").await;
    assert_eq!(
        (reply.header("x-request-id"), reply.header("request-id")),
        (None, Some("req_2"))
    );
    proxy.until("colloquy_key_echoes_total", 3.0).await;
    assert_eq!(proxy.stop().await.lines("key_echo").len(), 3);
}

#[tokio::test]
async fn nothing_shows_the_key_whatever_the_upstream_does() {
    let upstream = Upstream::start().await;
    let settings = [
        ("first_byte_seconds", "1"),
        ("idle_seconds", "1"),
        ("call_seconds", "2"),
    ];
    let proxy = Proxy::start(&upstream, &settings).await;
    upstream.release();
    for (number, model) in MODELS.into_iter().enumerate() {
        proxy.call_as(model, &Proxy::token(&session(number))).await;
    }
    for path in ["/metrics", "/config.json", "/healthz", "/", "/v1/nothing"] {
        send(proxy.address, &request("GET", path, &[], "")).await;
    }
    let env = crate::support::environment(upstream.address);
    clean(&crate::support::config(env, None).describe());
    assert_eq!(upstream.requests(), MODELS.len());
    let log = proxy.stop().await;
    assert_eq!(log.lines("call").len(), MODELS.len() + 1);
}

#[tokio::test]
async fn the_log_has_what_happened_and_no_content() {
    let upstream = Upstream::start().await;
    let proxy = Proxy::start(&upstream, &[]).await;
    let token = Proxy::token(&session(4));
    let body = r#"{"model":"good","max_tokens":9,"messages":[{"role":"user","content":"a private answer"}]}"#;
    let bearer = format!("Bearer {token}");
    let headers = [
        ("content-type", "application/json"),
        ("authorization", bearer.as_str()),
    ];
    send(
        proxy.address,
        &request("POST", "/v1/messages?who=me", &headers, body),
    )
    .await;
    send(
        proxy.address,
        &request(
            "POST",
            "/v1/messages",
            &headers,
            &body.replace("good", "a private model"),
        ),
    )
    .await;
    let log = proxy.stop().await.text();
    for hidden in [
        "private",
        "What did you learn",
        &token,
        &session(4),
        "who=me",
        "127.0.0.1\"",
    ] {
        assert!(!log.contains(hidden), "{hidden} is in {log}");
    }
    for shown in [
        "\"outcome\":\"passed\"",
        "\"outcome\":\"model_not_allowed\"",
        "\"bytes_in\":",
        "\"duration_ms\":",
        "\"client\":\"127.0.0.0/24\"",
    ] {
        assert!(log.contains(shown), "{shown} is not in {log}");
    }
}
