//! Bytes as they arrive, back-pressure, and ends of all kinds.

use std::sync::atomic::Ordering::SeqCst;
use std::time::Duration;

use tokio::io::AsyncReadExt as _;

use crate::support::client::Running;
use crate::support::upstream::Upstream;
use crate::support::{Proxy, SESSION, call, call_from, session, until};

#[tokio::test]
async fn each_wire_format_passes_byte_by_byte_and_is_counted() {
    let upstream = Upstream::start().await;
    let file = "[[model]]\nname = \"good\"\ndialect = \"openai-responses\"\nupstream = \"openai\"\n\
                [[model]]\nname = \"good\"\ndialect = \"openai-chat\"\nupstream = \"openai\"\n";
    let settings = [("openai_models", "")];
    let proxy = Proxy::with_file(&upstream, &settings, Some(file)).await;
    for path in ["/v1/messages", "/v1/chat/completions", "/v1/responses"] {
        let mut bytes = call_from(path, "good", &Proxy::token(SESSION), 100);
        if path == "/v1/responses" {
            let text = String::from_utf8(bytes).unwrap();
            let (head, _) = text.split_once("\r\n\r\n").unwrap();
            let body = r#"{"model":"good","max_output_tokens":100,"store":false,"stream":true,"input":"hi"}"#;
            let length = head
                .lines()
                .find(|line| line.starts_with("content-length"))
                .unwrap()
                .to_owned();
            let head = head.replace(&length, &format!("content-length: {}", body.len()));
            bytes = format!("{head}\r\n\r\n{body}").into_bytes();
        }
        let before = proxy.figure("colloquy_budget_left_tokens").await;
        let reply = crate::support::client::send(proxy.address, &bytes).await;
        assert_eq!(
            (reply.status, reply.whole),
            (200, true),
            "{path}: {}",
            reply.text()
        );
        assert_eq!(reply.header("content-type"), Some("text/event-stream"));
        assert_eq!(reply.header("cache-control"), Some("no-store"));
        assert!(reply.text().contains("What did you learn?"), "{path}");
        let after = proxy.figure("colloquy_budget_left_tokens").await;
        assert_eq!(before - after, 40.0, "{path}");
    }
    proxy.stop().await;
}

#[tokio::test]
async fn the_first_bytes_are_there_before_the_last_are_written() {
    let upstream = Upstream::start().await;
    let proxy = Proxy::start(&upstream, &[]).await;
    let mut running =
        Running::begin(proxy.address, &call("hold", &Proxy::token(SESSION), 100)).await;
    running.until("message_start").await;
    assert_eq!(upstream.running(), 1);
    proxy.until("colloquy_active_streams", 1.0).await;
    upstream.release();
    let reply = running.end().await;
    assert!(reply.whole && reply.text().contains("message_stop"));
    proxy.until("colloquy_active_streams", 0.0).await;
    assert_eq!(proxy.figure("colloquy_upstream_cancelled_total").await, 0.0);
    proxy.stop().await;
}

#[tokio::test]
async fn a_client_that_leaves_ends_its_call_before_the_first_byte_and_in_the_middle() {
    let upstream = Upstream::start().await;
    let proxy = Proxy::start(&upstream, &[]).await;
    let first = Running::begin(proxy.address, &call("silent", &Proxy::token(SESSION), 100)).await;
    until("the upstream at work", || upstream.running() == 1).await;
    drop(first);
    until("the end of the silent call", || upstream.running() == 0).await;
    assert_eq!(upstream.cancelled(), 1);
    let mut second =
        Running::begin(proxy.address, &call("stall", &Proxy::token(SESSION), 100)).await;
    second.until("message_start").await;
    drop(second);
    until("the end of the stalled call", || upstream.running() == 0).await;
    assert_eq!(upstream.cancelled(), 2);
    let mut third =
        Running::begin(proxy.address, &call("flood", &Proxy::token(SESSION), 100)).await;
    third.until("xxxx").await;
    drop(third);
    until("the end of the flood", || upstream.running() == 0).await;
    // A byte after the request hides nothing.
    let bytes = call("silent", &Proxy::token(SESSION), 100);
    let more = [bytes.as_slice(), b"G"].concat();
    let fourth = Running::begin(proxy.address, &more).await;
    until("the upstream at work", || upstream.running() == 1).await;
    drop(fourth);
    until("the end of the hidden call", || upstream.running() == 0).await;
    proxy.until("colloquy_upstream_cancelled_total", 4.0).await;
    assert_eq!(proxy.ended("client_left").await, 4.0);
    proxy.until("colloquy_active_streams", 0.0).await;
    let log = proxy.stop().await;
    assert_eq!(
        log.lines("call")
            .iter()
            .filter(|line| line["outcome"] == "client_left")
            .count(),
        4
    );
}

#[tokio::test]
async fn a_client_that_takes_a_little_now_and_then_is_given_up() {
    let upstream = Upstream::start().await;
    let settings = [
        ("write_seconds", "2"),
        ("write_bytes_per_second", "16777216"),
    ];
    let proxy = Proxy::start(&upstream, &settings).await;
    let mut running =
        Running::begin(proxy.address, &call("flood", &Proxy::token(SESSION), 100)).await;
    running.until("xxxx").await;
    // Each time well before `write_seconds`, and far too little.
    let little = async {
        let mut room = vec![0; 64 * 1024];
        loop {
            match running.stream.read(&mut room).await {
                Ok(0) | Err(_) => return,
                Ok(_) => tokio::time::sleep(Duration::from_millis(100)).await,
            }
        }
    };
    assert!(
        tokio::time::timeout(Duration::from_secs(30), little)
            .await
            .is_ok()
    );
    until("the end upstream", || upstream.running() == 0).await;
    proxy.stop().await;
}

#[tokio::test]
async fn a_client_that_reads_nothing_bounds_what_is_read_for_it() {
    let upstream = Upstream::start().await;
    let proxy = Proxy::start(&upstream, &[("write_seconds", "2")]).await;
    let mut running =
        Running::begin(proxy.address, &call("flood", &Proxy::token(SESSION), 100)).await;
    running.until("xxxx").await;
    // The sockets' own buffers fill first; then nothing more is taken.
    let mut before = 0;
    let mut steady = 0;
    while steady < 5 {
        tokio::time::sleep(Duration::from_millis(50)).await;
        let sent = upstream.seen.sent.load(SeqCst);
        steady = if sent == before { steady + 1 } else { 0 };
        before = sent;
    }
    assert!(
        before < 16 * 1024 * 1024,
        "{before} bytes were taken for a client that reads nothing"
    );
    // And it is not waited for for ever.
    until("the end of a call nobody reads", || upstream.running() == 0).await;
    drop(running);
    proxy.stop().await;
}

#[tokio::test]
async fn three_megabytes_pass_whole_and_more_than_the_limit_is_cut() {
    let upstream = Upstream::start().await;
    let proxy = Proxy::start(&upstream, &[]).await;
    let reply = proxy.call("big").await;
    assert!(
        reply.whole && reply.body.len() > 3_000_000,
        "{} bytes",
        reply.body.len()
    );
    assert!(reply.text().ends_with("message_stop\"}\n\n"));
    proxy.stop().await;
    let proxy = Proxy::start(&upstream, &[("response_bytes", "1000000")]).await;
    let reply = proxy.call("big").await;
    assert!(
        !reply.whole && reply.body.len() <= 1_000_000,
        "{} bytes",
        reply.body.len()
    );
    assert_eq!(proxy.ended("upstream_cut").await, 1.0);
    proxy.stop().await;
}

#[tokio::test]
async fn a_stream_that_breaks_off_or_stalls_breaks_off_for_the_client_too() {
    let upstream = Upstream::start().await;
    let proxy = Proxy::start(&upstream, &[("idle_seconds", "1")]).await;
    let reply = proxy.call("cut").await;
    assert_eq!((reply.status, reply.whole), (200, false));
    assert!(reply.text().contains("message_start"), "what came is there");
    let reply = proxy.call("stall").await;
    assert_eq!((reply.status, reply.whole), (200, false));
    assert_eq!(proxy.ended("upstream_cut").await, 2.0);
    until("the end of the stalled call", || upstream.running() == 0).await;
    proxy.stop().await;
}

#[tokio::test]
async fn a_call_ends_when_its_time_is_over_though_bytes_still_come() {
    let upstream = Upstream::start().await;
    let proxy = Proxy::start(
        &upstream,
        &[("call_seconds", "1"), ("response_bytes", "1073741824")],
    )
    .await;
    let reply = proxy.call("flood").await;
    assert_eq!((reply.status, reply.whole), (200, false));
    until("the end of the flood", || upstream.running() == 0).await;
    proxy.stop().await;
}

#[tokio::test]
async fn a_session_runs_four_calls_at_once_and_no_fifth() {
    let upstream = Upstream::start().await;
    let proxy = Proxy::start(&upstream, &[]).await;
    let mut running = Vec::new();
    for _ in 0..4 {
        let mut one =
            Running::begin(proxy.address, &call("hold", &Proxy::token(SESSION), 100)).await;
        one.until("message_start").await;
        running.push(one);
    }
    let reply = proxy.call("good").await;
    assert_eq!((reply.status, reply.code().as_str()), (429, "session_busy"));
    assert_eq!(reply.header("retry-after"), Some("1"));
    assert_eq!(
        proxy
            .call_as("good", &Proxy::token(&session(1)))
            .await
            .status,
        200
    );
    upstream.release();
    for one in running {
        assert!(one.end().await.whole);
    }
    assert_eq!(proxy.call("good").await.status, 200);
    proxy.stop().await;
}

#[tokio::test]
async fn one_connection_serves_call_after_call() {
    let upstream = Upstream::start().await;
    let proxy = Proxy::start(&upstream, &[]).await;
    let text = String::from_utf8(call("good", &Proxy::token(SESSION), 100)).unwrap();
    let text = text.replace("connection: close\r\n", "");
    let mut running = Running::begin(proxy.address, b"").await;
    for turn in 1..=5 {
        tokio::io::AsyncWriteExt::write_all(&mut running.stream, text.as_bytes())
            .await
            .unwrap();
        running.bytes.clear();
        running.until("0\r\n\r\n").await;
        assert_eq!(upstream.requests(), turn);
    }
    proxy.stop().await;
}
