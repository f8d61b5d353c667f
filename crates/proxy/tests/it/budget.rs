//! What is reserved, settled, and left.

use crate::support::client::Running;
use crate::support::upstream::Upstream;
use crate::support::{Proxy, SESSION, call, session, until};

const LEFT: &str = "colloquy_budget_left_tokens";

/// What a call of a model reserves: its bytes, what a provider may add, and the most output it asks for.
fn reserved(model: &str) -> f64 {
    let bytes = call(model, "t", 100);
    let head = bytes
        .windows(4)
        .position(|four| four == b"\r\n\r\n")
        .unwrap();
    (bytes.len() - head - 4 + 1024 + 100) as f64
}

#[tokio::test]
async fn the_budget_is_reserved_before_and_settled_after_a_call() {
    let upstream = Upstream::start().await;
    let proxy = Proxy::start(&upstream, &[("day_tokens", "100000")]).await;
    let mut running =
        Running::begin(proxy.address, &call("hold", &Proxy::token(SESSION), 100)).await;
    running.until("message_start").await;
    assert_eq!(proxy.figure(LEFT).await, 100_000.0 - reserved("hold"));
    upstream.release();
    running.end().await;
    proxy.until(LEFT, 99_960.0).await;
    assert_eq!(
        proxy.figure("colloquy_tokens_total{kind=\"input\"}").await,
        25.0
    );
    assert_eq!(
        proxy.figure("colloquy_tokens_total{kind=\"output\"}").await,
        15.0
    );
    assert_eq!(proxy.call("json").await.status, 200);
    proxy.until(LEFT, 99_920.0).await;
    let log = proxy.stop().await.lines("call");
    assert_eq!(
        (
            log[0]["input_tokens"].as_u64(),
            log[0]["output_tokens"].as_u64()
        ),
        (Some(25), Some(15))
    );
    assert_eq!(log[0]["settled_tokens"], 40);
    let outcomes: Vec<&str> = log
        .iter()
        .filter_map(|line| line["outcome"].as_str())
        .collect();
    assert_eq!(
        outcomes,
        ["passed", "passed"],
        "in chunks and with a known length"
    );
}

#[tokio::test]
async fn a_call_whose_cost_nobody_said_costs_what_was_reserved() {
    let upstream = Upstream::start().await;
    let proxy = Proxy::start(&upstream, &[("day_tokens", "100000")]).await;
    let mut running =
        Running::begin(proxy.address, &call("stall", &Proxy::token(SESSION), 100)).await;
    running.until("message_start").await;
    drop(running);
    until("the end of the call", || upstream.running() == 0).await;
    let left = 100_000.0 - reserved("stall");
    proxy.until("colloquy_active_streams", 0.0).await;
    assert_eq!(
        proxy.figure(LEFT).await,
        left,
        "the client left before the count"
    );
    assert_eq!(proxy.call("uncounted").await.status, 200);
    proxy.until(LEFT, left - reserved("uncounted")).await;
    assert_eq!(proxy.call("cut").await.status, 200);
    proxy
        .until(LEFT, left - reserved("uncounted") - reserved("cut"))
        .await;
    proxy.stop().await;
}

#[tokio::test]
async fn an_exhausted_day_refuses_before_anything_is_sent() {
    let upstream = Upstream::start().await;
    let enough = (reserved("uncounted") * 2.0 + 10.0).to_string();
    let proxy = Proxy::start(&upstream, &[("day_tokens", &enough)]).await;
    for number in 0..2 {
        assert_eq!(
            proxy
                .call_as("uncounted", &Proxy::token(&session(number)))
                .await
                .status,
            200
        );
    }
    let reply = proxy.call_as("good", &Proxy::token(&session(2))).await;
    assert_eq!((reply.status, reply.code().as_str()), (402, "daily_budget"));
    let wait: u64 = reply.header("retry-after").unwrap().parse().unwrap();
    assert!(
        (1..=86_400).contains(&wait),
        "until the UTC day is over: {wait}"
    );
    assert_eq!(upstream.requests(), 2);
    proxy.stop().await;
}

#[tokio::test]
async fn calls_at_the_same_time_cannot_pass_the_budget_together() {
    let upstream = Upstream::start().await;
    let enough = (reserved("hold") * 3.0 + 10.0).to_string();
    let proxy = Proxy::start(&upstream, &[("day_tokens", &enough)]).await;
    let mut running = Vec::new();
    for number in 0..8 {
        let token = Proxy::token(&session(number));
        running.push(Running::begin(proxy.address, &call("hold", &token, 100)).await);
    }
    until("three calls at work", || upstream.running() == 3).await;
    upstream.release();
    let mut statuses = Vec::new();
    for one in running {
        statuses.push(one.end().await.status);
    }
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 200, 200, 402, 402, 402, 402, 402]);
    proxy.stop().await;
}

#[tokio::test]
async fn a_sessions_tokens_run_out_for_good() {
    let upstream = Upstream::start().await;
    let cap = (reserved("uncounted") + 100.0).to_string();
    let proxy = Proxy::start(&upstream, &[("session_tokens", &cap)]).await;
    assert_eq!(proxy.call("uncounted").await.status, 200);
    let reply = proxy.call("good").await;
    assert_eq!(
        (reply.status, reply.code().as_str()),
        (402, "session_tokens")
    );
    proxy.stop().await;
}

#[tokio::test]
async fn money_is_counted_where_prices_are_given() {
    let upstream = Upstream::start().await;
    let file = "day_usd = 0.01\n[[model]]\nname = \"good\"\ndialect = \"anthropic\"\nupstream = \"anthropic\"\n\
                input_usd = 3\noutput_usd = 15.0\n";
    let settings = [
        ("anthropic_models", ""),
        ("openai_models", ""),
        ("openai_key", ""),
        ("openai_url", ""),
        ("openai_dialect", ""),
    ];
    let proxy = Proxy::with_file(&upstream, &settings, Some(file)).await;
    assert_eq!(proxy.figure("colloquy_budget_left_usd").await, 0.01);
    assert_eq!(proxy.call("good").await.status, 200);
    // 25 at 3 and 15 at 15 millionths of a dollar.
    proxy
        .until("colloquy_tokens_total{kind=\"output\"}", 15.0)
        .await;
    assert!((proxy.figure("colloquy_budget_left_usd").await - 0.0097).abs() < 1e-9);
    let reply =
        crate::support::client::send(proxy.address, &call("good", &Proxy::token(SESSION), 8000))
            .await;
    assert_eq!((reply.status, reply.code().as_str()), (402, "daily_budget"));
    proxy.stop().await;
}

#[tokio::test]
async fn refused_and_failed_calls_give_their_turn_back() {
    let upstream = Upstream::start().await;
    let proxy = Proxy::start(&upstream, &[("session_turns", "2")]).await;
    for model in ["rate", "overloaded", "broken", "refuses-key", "redirect"] {
        assert_ne!(
            proxy.call(model).await.code_or_status(),
            "session_turns",
            "{model}"
        );
    }
    assert_eq!(proxy.call("good").await.status, 200);
    assert_eq!(proxy.call("good").await.status, 200);
    assert_eq!(proxy.call("good").await.code(), "session_turns");
    proxy.stop().await;
}
