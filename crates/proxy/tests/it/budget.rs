//! What is reserved, settled, and left.

use crate::support::client::{Running, request, send};
use crate::support::upstream::Upstream;
use crate::support::{Proxy, SESSION, call, call_from, session, until};

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

/// What was settled for the last call that ended, once `ended` have.
async fn settled(proxy: &Proxy, ended: usize) -> u64 {
    until("the line of the call", || {
        proxy.log.lines("call").len() == ended
    })
    .await;
    let line = &proxy.log.lines("call")[ended - 1];
    line["settled_tokens"].as_u64().unwrap()
}

#[tokio::test]
async fn a_call_without_a_reported_cost_costs_about_what_was_sent_and_seen() {
    let upstream = Upstream::start().await;
    let proxy = Proxy::start(&upstream, &[("day_tokens", "100000")]).await;
    // The server counted 25 of input before it stalled; nothing of its output was seen.
    let bytes = call("stall", &Proxy::token(SESSION), 100);
    let mut running = Running::begin(proxy.address, &bytes).await;
    running.until("message_start").await;
    drop(running);
    let left = settled(&proxy, 1).await;
    assert!((25..=125).contains(&left), "{left} for a client that left");
    // Nothing at all came back: about a third of 102 bytes, and what can be written in the time.
    let silent = Running::begin(proxy.address, &call("silent", &Proxy::token(SESSION), 100)).await;
    until("the silent call", || upstream.running() == 1).await;
    drop(silent);
    let left = settled(&proxy, 2).await;
    assert!((30..=170).contains(&left), "{left} for no word");
    // It broke off in the middle of a text.
    assert_eq!(proxy.call("cut").await.status, 200);
    let cut = settled(&proxy, 3).await;
    assert!(
        (25..=125).contains(&cut),
        "{cut} for a stream that broke off"
    );
    // An error came in place of the rest.
    assert_eq!(proxy.call("breaks").await.status, 200);
    let broken = settled(&proxy, 4).await;
    assert!((25..=125).contains(&broken), "{broken} for an error");
    // Whole, and never counted: all that it may have written.
    assert_eq!(proxy.call("uncounted").await.status, 200);
    let uncounted = settled(&proxy, 5).await;
    assert!((130..=170).contains(&uncounted), "{uncounted}");
    let assumed = "colloquy_tokens_total{kind=\"assumed\"}";
    let spent = 100_000.0 - proxy.figure(LEFT).await;
    assert_eq!(proxy.figure(assumed).await, spent);
    proxy.stop().await;
}

#[tokio::test]
async fn an_answer_that_is_written_on_for_nobody_costs_all_that_it_may_have() {
    let upstream = Upstream::start().await;
    let streamed = call("silent", &Proxy::token(SESSION), 5_000);
    let bearer = format!("Bearer {}", Proxy::token(SESSION));
    let headers = [
        ("content-type", "application/json"),
        ("authorization", bearer.as_str()),
    ];
    let body =
        r#"{"model":"silent","max_tokens":5000,"messages":[{"role":"user","content":"hi"}]}"#;
    let whole = request("POST", "/v1/messages", &headers, body);
    let on = "[upstream.anthropic]\nstops_when_left = false\n";
    for (file, bytes, least, most) in [
        // Most servers write an answer that is not streamed to its end, whoever still waits for it.
        (None, &whole, 5_000, 5_100),
        (None, &streamed, 30, 170),
        (Some(on), &streamed, 5_000, 5_100),
    ] {
        let proxy = Proxy::with_file(&upstream, &[], file).await;
        let running = Running::begin(proxy.address, bytes).await;
        until("the call at work", || upstream.running() == 1).await;
        drop(running);
        let cost = settled(&proxy, 1).await;
        assert!((least..=most).contains(&cost), "{cost} with {file:?}");
        until("its end", || upstream.running() == 0).await;
        proxy.stop().await;
    }
}

#[tokio::test]
async fn an_exhausted_day_refuses_before_anything_is_sent() {
    let upstream = Upstream::start().await;
    // One call fits beside what another has cost, and none beside what two have.
    let enough = (reserved("good") + 45.0).to_string();
    let proxy = Proxy::start(&upstream, &[("day_tokens", &enough)]).await;
    for number in 0..2 {
        let token = Proxy::token(&session(number));
        assert_eq!(proxy.call_as("good", &token).await.status, 200);
        let spent = 40.0 * (number + 1) as f64;
        proxy.until(LEFT, reserved("good") + 45.0 - spent).await;
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
    // Before any of them ends and what it did not need is free again.
    let refused = "colloquy_requests_total{outcome=\"daily_budget\"}";
    proxy.until(refused, 5.0).await;
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
    let cap = (reserved("uncounted") + 20.0).to_string();
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
    let reply = send(proxy.address, &call("good", &Proxy::token(SESSION), 8000)).await;
    assert_eq!((reply.status, reply.code().as_str()), (402, "daily_budget"));
    proxy.stop().await;
}

#[tokio::test]
async fn what_is_billed_is_what_is_counted() {
    let upstream = Upstream::start().await;
    let file = "[[model]]\nname = \"thinks\"\ndialect = \"openai-chat\"\nupstream = \"openai\"\ninput_usd = 3\noutput_usd = 15\n\
                [[model]]\nname = \"caches\"\ndialect = \"anthropic\"\nupstream = \"anthropic\"\ninput_usd = 3\noutput_usd = 15\n\
                long_input_tokens = 200000\nlong_input_usd = 6\nlong_output_usd = 22.5\n\
                [[model]]\nname = \"good\"\ndialect = \"anthropic\"\nupstream = \"anthropic\"\ninput_usd = 3\noutput_usd = 15\n\
                long_input_tokens = 20\nlong_input_usd = 6\nlong_output_usd = 22\n\
                [[model]]\nname = \"lies\"\ndialect = \"anthropic\"\nupstream = \"anthropic\"\ninput_usd = 3\noutput_usd = 15\n";
    let settings = [
        ("anthropic_models", ""),
        ("openai_models", ""),
        ("openai_dialect", ""),
    ];
    let proxy = Proxy::with_file(&upstream, &settings, Some(file)).await;
    let left = async || {
        let usd = proxy.figure("colloquy_budget_left_usd").await;
        (proxy.figure(LEFT).await, (usd * 1e6).round())
    };
    for (path, model, tokens, micros) in [
        // 32 in, 9 out, and 8,000 thought that stands in the total only.
        (
            "/v1/chat/completions",
            "thinks",
            8_041.0,
            32.0 * 3.0 + 8_009.0 * 15.0,
        ),
        // 4 in, 3,000 written to the cache at 1.25, 2,000 read from it at a tenth, 6 out.
        (
            "/v1/messages",
            "caches",
            5_010.0,
            12.0 + 11_250.0 + 600.0 + 90.0,
        ),
        // 25 in, 15 out, at the price of a long input.
        ("/v1/messages", "good", 40.0, 25.0 * 6.0 + 15.0 * 22.0),
    ] {
        let before = left().await;
        let reply = send(
            proxy.address,
            &call_from(path, model, &Proxy::token(SESSION), 8_000),
        )
        .await;
        assert_eq!(reply.status, 200, "{}", reply.text());
        proxy.until("colloquy_active_streams", 0.0).await;
        let after = left().await;
        let spent = (before.0 - after.0, before.1 - after.1);
        assert_eq!(spent, (tokens, micros), "{model}");
    }
    // A count that cannot be is no end of the day for everybody, and is told of.
    assert_eq!(proxy.call("lies").await.status, 200);
    proxy.until("colloquy_active_streams", 0.0).await;
    assert!(left().await.0 > 49_900_000.0);
    let log = proxy.stop().await;
    assert_eq!(log.lines("count_not_believed").len(), 1);
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
