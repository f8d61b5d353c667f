//! What becomes of a provider's errors.

use std::time::Duration;

use tokio::net::TcpListener;

use crate::support::client::Running;
use crate::support::upstream::Upstream;
use crate::support::{Proxy, SESSION, call, until};

#[tokio::test]
async fn errors_pass_with_status_advice_and_body() {
    let upstream = Upstream::start().await;
    let proxy = Proxy::start(&upstream, &[]).await;
    let reply = proxy.call("rate").await;
    assert_eq!(
        (reply.status, reply.header("retry-after")),
        (429, Some("7"))
    );
    assert_eq!(reply.json()["error"]["type"], "rate_limit_error");
    assert_eq!(reply.header("request-id"), Some("req_1"));
    // Nothing tells a stranger of the account.
    assert_eq!(reply.header("x-ratelimit-remaining-requests"), None);
    assert_eq!(reply.header("x-request-id"), None, "a piece of the key");
    assert!(reply.text().contains("org-**********"), "{}", reply.text());
    let words = "limit ******, used *****, wait 7s";
    assert!(reply.text().contains(words), "{}", reply.text());
    assert_eq!(reply.header("anthropic-organization-id"), None);
    let reply = proxy.call("overloaded").await;
    assert_eq!(
        (reply.status, reply.json()["error"]["type"].as_str()),
        (529, Some("overloaded_error"))
    );
    assert_eq!(proxy.call("broken").await.status, 500);
    let reply = proxy.call("cut-error").await;
    assert_eq!(
        (reply.status, reply.text().as_str()),
        (500, "{\"error\":"),
        "as far as it came"
    );
    let reply = proxy.call("huge-error").await;
    assert_eq!((reply.status, reply.body.len()), (500, 64 * 1024));
    assert_eq!(proxy.ended("upstream_error").await, 5.0);
    assert_eq!(
        proxy.figure("colloquy_budget_left_tokens").await,
        50_000_000.0,
        "errors cost nothing"
    );
    proxy.stop().await;
}

#[tokio::test]
async fn a_page_of_the_upstream_never_becomes_one_of_ours() {
    let upstream = Upstream::start().await;
    let proxy = Proxy::start(&upstream, &[]).await;
    let reply = proxy.call("page").await;
    assert_eq!(reply.status, 503);
    assert_eq!(
        reply.header("content-type"),
        Some("text/plain; charset=utf-8")
    );
    assert_eq!(reply.header("x-content-type-options"), Some("nosniff"));
    let reply = proxy.call("extra-headers").await;
    for name in ["set-cookie", "server", "x-internal"] {
        assert_eq!(reply.header(name), None, "{name}");
    }
    assert_eq!(
        reply.header("access-control-allow-origin"),
        Some(crate::support::ORIGIN)
    );
    let reply = proxy.call("redirect").await;
    assert_eq!(
        (reply.status, reply.code().as_str()),
        (502, "upstream_invalid")
    );
    assert_eq!(reply.header("location"), None);
    proxy.stop().await;
}

#[tokio::test]
async fn an_upstream_that_is_not_there_or_hangs_up_is_reported() {
    let upstream = Upstream::start().await;
    let free = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let nowhere = format!("http://{}", free.local_addr().unwrap());
    drop(free);
    let proxy = Proxy::start(&upstream, &[("anthropic_url", &nowhere)]).await;
    let reply = proxy.call("good").await;
    assert_eq!(
        (reply.status, reply.code().as_str()),
        (502, "upstream_unreachable")
    );
    assert!(
        !reply.text().contains("127.0.0.1"),
        "where it is, is nobody's business"
    );
    assert_eq!(
        proxy.figure("colloquy_budget_left_tokens").await,
        50_000_000.0
    );
    proxy.stop().await;
    let proxy = Proxy::start(&upstream, &[]).await;
    let reply = proxy.call("drops").await;
    assert_eq!(
        (reply.status, reply.code().as_str()),
        (502, "upstream_unreachable")
    );
    let left = proxy.figure("colloquy_budget_left_tokens").await;
    assert!(left < 50_000_000.0, "it may have cost something: {left}");
    // It says for ever that it is at work.
    let reply = proxy.call("hints").await;
    assert_eq!(
        (reply.status, reply.code().as_str()),
        (502, "upstream_unreachable")
    );
    until("the end of its hints", || upstream.running() == 0).await;
    let sent = upstream.seen.sent.load(std::sync::atomic::Ordering::SeqCst);
    assert!((131_072..20_000_000).contains(&sent), "{sent} bytes");
    proxy.stop().await;
}

#[tokio::test]
async fn an_upstream_that_does_not_begin_is_given_up() {
    let upstream = Upstream::start().await;
    let proxy = Proxy::start(&upstream, &[("first_byte_seconds", "1")]).await;
    let reply = proxy.call("silent").await;
    assert_eq!(
        (reply.status, reply.code().as_str()),
        (504, "upstream_timeout")
    );
    until("the end of the silent call", || upstream.running() == 0).await;
    proxy.stop().await;
}

#[tokio::test]
async fn an_upstream_that_cannot_be_connected_to_in_time_is_given_up() {
    let upstream = Upstream::start().await;
    // A listener whose queue is full answers no further connection.
    let socket = tokio::net::TcpSocket::new_v4().unwrap();
    socket.bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let full = socket.listen(0).unwrap();
    let address = full.local_addr().unwrap();
    let mut fillers = Vec::new();
    while let Ok(Ok(filler)) = tokio::time::timeout(
        Duration::from_millis(300),
        tokio::net::TcpStream::connect(address),
    )
    .await
    {
        fillers.push(filler);
        assert!(fillers.len() < 64, "the queue does not fill");
    }
    let url = format!("http://{address}");
    // A client that leaves meanwhile has cost nothing: no byte of its call was sent.
    let proxy = Proxy::start(&upstream, &[("anthropic_url", &url)]).await;
    let bytes = call("good", &Proxy::token(SESSION), 100);
    let leaving = Running::begin(proxy.address, &bytes).await;
    proxy.until("colloquy_active_streams", 1.0).await;
    drop(leaving);
    proxy.until("colloquy_active_streams", 0.0).await;
    assert_eq!(
        proxy.figure("colloquy_budget_left_tokens").await,
        50_000_000.0
    );
    proxy.stop().await;
    let proxy = Proxy::start(
        &upstream,
        &[("anthropic_url", &url), ("connect_seconds", "1")],
    )
    .await;
    let reply = proxy.call("good").await;
    assert_eq!(
        (reply.status, reply.code().as_str()),
        (504, "upstream_timeout")
    );
    drop((full, fillers));
    proxy.stop().await;
}
