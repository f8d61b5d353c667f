//! Stopping in good order.

use std::net::SocketAddr;
use std::time::Duration;

use tokio::net::TcpStream;

use crate::support::client::{Running, request, send};
use crate::support::upstream::Upstream;
use crate::support::{Proxy, SESSION, call, until};

#[tokio::test]
async fn running_calls_end_and_new_connections_are_refused() {
    let upstream = Upstream::start().await;
    let settings = [("monitor", "127.0.0.1:0"), ("metrics", "all")];
    let mut proxy = Proxy::start(&upstream, &settings).await;
    until("the start", || proxy.log.text().contains("monitor")).await;
    let monitor = proxy.log.lines("started")[0]["monitor"]
        .as_str()
        .map(str::parse);
    let monitor: SocketAddr = monitor.unwrap().unwrap();
    let watched = |path| {
        let bytes = request("GET", path, &[], "");
        async move { send(monitor, &bytes).await }
    };
    assert_eq!(watched("/readyz").await.status, 200);
    assert_eq!(watched("/config.json").await.status, 404);
    let figures = request("GET", "/metrics", &[], "");
    assert_eq!(
        send(proxy.address, &figures).await.status,
        404,
        "only there"
    );
    let mut running =
        Running::begin(proxy.address, &call("hold", &Proxy::token(SESSION), 100)).await;
    running.until("message_start").await;
    proxy.tell_to_stop();
    let mut refused = false;
    for _ in 0..1_000 {
        refused = TcpStream::connect(proxy.address).await.is_err();
        if refused {
            break;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    assert!(refused, "it still accepts");
    // Who watches sees it stop, and what still runs.
    assert_eq!(watched("/readyz").await.status, 503);
    assert_eq!(watched("/healthz").await.status, 200);
    let figures = watched("/metrics").await.text();
    assert!(figures.contains("colloquy_active_streams 1\n"), "{figures}");
    upstream.release();
    let reply = running.end().await;
    assert!(reply.whole && reply.text().contains("message_stop"));
    let log = proxy.stop().await;
    assert_eq!(log.lines("stopped")[0]["left_running"], 0);
    assert_eq!(log.lines("call")[0]["outcome"], "passed");
}

#[tokio::test]
async fn what_does_not_end_in_time_is_dropped() {
    let upstream = Upstream::start().await;
    let proxy = Proxy::start(&upstream, &[("grace_seconds", "0")]).await;
    let mut running =
        Running::begin(proxy.address, &call("stall", &Proxy::token(SESSION), 100)).await;
    running.until("message_start").await;
    let log = proxy.stop().await;
    assert!(!running.end().await.whole);
    until("the end upstream", || upstream.running() == 0).await;
    assert_eq!(log.lines("call").len(), 1, "its end is logged");
}

#[tokio::test]
async fn idle_connections_do_not_hold_it_up() {
    let upstream = Upstream::start().await;
    let proxy = Proxy::start(&upstream, &[]).await;
    let mut idle = Running::begin(proxy.address, b"GET /healthz HTTP/1.1\r\nhost: p\r\n\r\n").await;
    idle.until("ok\n").await;
    let stopped = tokio::time::timeout(Duration::from_secs(5), proxy.stop()).await;
    assert!(stopped.is_ok());
}
