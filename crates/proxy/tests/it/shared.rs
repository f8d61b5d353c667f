//! Several proxies before one Redis: what they share, and what holds when it is away.

use std::process::Command;

use crate::support::client::{Running, request, send};
use crate::support::redis::Redis;
use crate::support::upstream::Upstream;
use crate::support::{ORIGIN, Proxy, SESSION, call, environment, session, until};

const LEFT: &str = "colloquy_budget_left_tokens";
const AWAY: &str = "colloquy_counters_away";

/// Limits of one address and of one session that are in nobody's way here.
const WIDE: [(&str, &str); 5] = [
    ("client_calls_per_minute", "100000"),
    ("client_calls_at_once", "1000"),
    ("session_calls_per_minute", "100000"),
    ("session_calls_at_once", "1000"),
    ("day_tokens", "100000"),
];

async fn two(upstream: &Upstream, redis: &Redis, settings: &[(&str, &str)]) -> [Proxy; 2] {
    let url = redis.url();
    let mut all = WIDE.to_vec();
    all.push(("redis_url", &url));
    all.extend_from_slice(settings);
    [
        Proxy::start(upstream, &all).await,
        Proxy::start(upstream, &all).await,
    ]
}

fn token_request(name: &str) -> Vec<u8> {
    let headers = [("content-type", "application/json"), ("origin", ORIGIN)];
    let body = format!(r#"{{"session":"{name}"}}"#);
    request("POST", "/v1/token", &headers, &body)
}

/// Sends 200 requests at once, one half to each, and returns how many were answered with 200.
async fn raced(proxies: &[Proxy; 2], request: impl Fn(usize) -> Vec<u8>) -> usize {
    let asked = (0..200).map(|number| {
        let (address, bytes) = (proxies[number % 2].address, request(number));
        tokio::spawn(async move { send(address, &bytes).await.status })
    });
    let mut passed = 0;
    for one in asked.collect::<Vec<_>>() {
        passed += usize::from(one.await.unwrap() == 200);
    }
    passed
}

#[tokio::test]
async fn limits_raced_on_two_proxies_let_through_exactly_what_is_allowed() {
    let upstream = Upstream::start().await;
    let redis = Redis::start().await;
    // All of them come from one address.
    let many = ("client_connections", "200");
    let limits = [
        many,
        ("session_turns", "7"),
        ("client_tokens_per_minute", "5"),
    ];
    let proxies = two(&upstream, &redis, &limits).await;
    let one_session = |_| call("uncounted", &Proxy::token(SESSION), 100);
    assert_eq!(raced(&proxies, one_session).await, 7);
    assert_eq!(upstream.requests(), 7);
    assert_eq!(
        raced(&proxies, |number| token_request(&session(number))).await,
        5
    );
    for proxy in proxies {
        proxy.stop().await;
    }
    // Sessions enough for each call; the day has room for ten that have not ended.
    let mut held = call("hold", &Proxy::token(&session(1)), 100);
    let body = held.split_off(
        held.windows(4)
            .position(|four| four == b"\r\n\r\n")
            .unwrap()
            + 4,
    );
    let day = (10 * (body.len() + 1_024 + 100) + 500).to_string();
    let other = [
        many,
        ("redis_prefix", "other"),
        ("day_tokens", day.as_str()),
    ];
    let proxies = two(&upstream, &redis, &other).await;
    let asked = (0..200).map(|number| {
        let address = proxies[number % 2].address;
        let bytes = call("hold", &Proxy::token(&session(number)), 100);
        tokio::spawn(async move { send(address, &bytes).await.code_or_status() })
    });
    let asked: Vec<_> = asked.collect();
    let mut refused = 0.0;
    while refused < 190.0 {
        refused = proxies[0].ended("daily_budget").await + proxies[1].ended("daily_budget").await;
    }
    upstream.release();
    let mut refused = 0;
    for one in asked {
        refused += usize::from(one.await.unwrap() == "daily_budget");
    }
    assert_eq!((refused, upstream.requests()), (190, 17));
    // What it cost takes the place of what was set aside, on both.
    let left = day.parse::<f64>().unwrap() - 10.0 * 40.0;
    for proxy in proxies {
        proxy.until(LEFT, left).await;
        proxy.stop().await;
    }
}

#[tokio::test]
async fn a_network_begins_no_more_sessions_on_two_proxies_than_are_left_for_others() {
    let upstream = Upstream::start().await;
    let redis = Redis::start().await;
    let proxies = two(&upstream, &redis, &[("sessions", "10")]).await;
    let mut codes = Vec::new();
    for number in 0..8 {
        // Those that cost nothing are none.
        let token = Proxy::token(&session(100 + number));
        let free = proxies[number % 2].call_as("overloaded", &token).await;
        assert_eq!(free.status, if number < 5 { 529 } else { 503 });
        let token = Proxy::token(&session(number));
        let reply = proxies[number % 2].call_as("good", &token).await;
        codes.push(reply.code_or_status());
    }
    assert_eq!(codes[..5], ["200"; 5]);
    assert_eq!(codes[5..], ["sessions_full"; 3]);
    for proxy in proxies {
        proxy.stop().await;
    }
}

#[tokio::test]
async fn redis_killed_and_back_loses_no_budget_and_spends_none_twice() {
    let upstream = Upstream::start().await;
    let mut redis = Redis::start().await;
    let [one, other] = two(&upstream, &redis, &[("session_turns", "3")]).await;
    assert_eq!(one.call("good").await.status, 200);
    let mut running = Running::begin(one.address, &call("hold", &Proxy::token(SESSION), 100)).await;
    running.until("message_start").await;
    redis.kill();
    let refused = other.call("good").await;
    assert_eq!(
        (refused.status, refused.code()),
        (503, "counters_away".to_owned())
    );
    assert!(refused.header("retry-after").is_some());
    let asked = send(other.address, &token_request(SESSION)).await;
    assert_eq!(asked.code(), "counters_away");
    let ready = request("GET", "/readyz", &[], "");
    assert_eq!(send(other.address, &ready).await.status, 503);
    // A call that ran when it went away ends, and is counted once it is back: as often as it is told.
    upstream.release();
    assert!(running.end().await.whole);
    one.until(AWAY, 1.0).await;
    redis.begin().await;
    for proxy in [&one, &other] {
        proxy.until(AWAY, 0.0).await;
        proxy.until(LEFT, 100_000.0 - 80.0).await;
    }
    assert_eq!(send(other.address, &ready).await.status, 200);
    assert_eq!(other.call("good").await.status, 200);
    assert_eq!(one.call("good").await.code(), "session_turns");
    // A server that lost all goes on from what was spent of the day.
    one.until(LEFT, 100_000.0 - 120.0).await;
    other.until(LEFT, 100_000.0 - 120.0).await;
    redis.kill();
    one.until(AWAY, 1.0).await;
    other.until(AWAY, 1.0).await;
    until("its line", || one.log.text().contains("counters_away")).await;
    redis.empty();
    redis.begin().await;
    one.until(AWAY, 0.0).await;
    assert_eq!(one.call("good").await.status, 200);
    one.until(LEFT, 100_000.0 - 160.0).await;
    let log = one.stop().await;
    assert!(!log.lines("counters_back").is_empty());
    other.stop().await;
}

#[tokio::test]
async fn a_proxy_that_may_count_alone_hands_in_what_it_counted() {
    let upstream = Upstream::start().await;
    let mut redis = Redis::start().await;
    let settings = [
        ("redis_away", "alone"),
        ("session_turns", "3"),
        ("day_tokens", "3000"),
    ];
    let [one, other] = two(&upstream, &redis, &settings).await;
    assert_eq!(one.call("good").await.status, 200);
    one.until(LEFT, 3_000.0 - 40.0).await;
    redis.kill();
    for number in 0..2 {
        assert_eq!(
            one.call_as("good", &Proxy::token(&session(number)))
                .await
                .status,
            200
        );
    }
    one.until(LEFT, 3_000.0 - 120.0).await;
    // It knows what was spent before, and keeps to the day.
    let mut held = Vec::new();
    for number in 2..4 {
        let bytes = call("hold", &Proxy::token(&session(number)), 100);
        let mut running = Running::begin(one.address, &bytes).await;
        running.until("message_start").await;
        held.push(running);
    }
    let refused = one.call_as("good", &Proxy::token(&session(4))).await;
    assert_eq!(refused.code(), "daily_budget");
    upstream.release();
    for running in held {
        assert!(running.end().await.whole);
    }
    redis.begin().await;
    for proxy in [&one, &other] {
        proxy.until(AWAY, 0.0).await;
        proxy.until(LEFT, 3_000.0 - 200.0).await;
    }
    // A session's calls count as well, on both.
    for _ in 0..2 {
        assert_eq!(
            other
                .call_as("good", &Proxy::token(&session(0)))
                .await
                .status,
            200
        );
    }
    assert_eq!(
        one.call_as("good", &Proxy::token(&session(0))).await.code(),
        "session_turns"
    );
    one.stop().await;
    other.stop().await;
}

#[tokio::test]
async fn a_session_that_is_revoked_is_refused_by_all() {
    let upstream = Upstream::start().await;
    let redis = Redis::start().await;
    let proxies = two(&upstream, &redis, &[]).await;
    let revoke = |url: Option<String>| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_colloquy-proxy"));
        command.env_clear().envs(environment(upstream.address));
        command.envs(url.map(|url| ("COLLOQUY_REDIS_URL", url)));
        command
            .args(["revoke", "--session", SESSION])
            .output()
            .unwrap()
    };
    let alone = revoke(None);
    assert!(
        String::from_utf8(alone.stderr)
            .unwrap()
            .contains("COLLOQUY_REDIS_URL")
    );
    assert!(revoke(Some(redis.url())).status.success());
    for proxy in proxies {
        assert_eq!(proxy.call("good").await.code(), "session_revoked");
        let asked = send(proxy.address, &token_request(SESSION)).await;
        assert_eq!(asked.code(), "session_revoked");
        let other = Proxy::token(&session(1));
        assert_eq!(proxy.call_as("good", &other).await.status, 200);
        proxy.stop().await;
    }
}

#[tokio::test]
async fn redis_without_memory_is_away_until_it_has_some() {
    let upstream = Upstream::start().await;
    let redis = Redis::start_with(&["--maxmemory-policy", "noeviction"]).await;
    let [one, other] = two(&upstream, &redis, &[]).await;
    assert_eq!(one.call("good").await.status, 200);
    let mut running = Running::begin(one.address, &call("hold", &Proxy::token(SESSION), 100)).await;
    running.until("message_start").await;
    assert_eq!(redis.command("CONFIG SET maxmemory 1"), "+OK");
    for proxy in [&one, &other] {
        let refused = proxy.call("good").await;
        assert_eq!(
            (refused.status, refused.code()),
            (503, "counters_away".to_owned())
        );
        let asked = send(proxy.address, &token_request(SESSION)).await;
        assert_eq!(asked.code(), "counters_away");
    }
    // A call that runs ends well, and is counted once there is room.
    upstream.release();
    assert!(running.end().await.whole);
    assert_eq!(
        upstream.requests(),
        2,
        "nothing that could not be counted was sent"
    );
    assert_eq!(redis.command("CONFIG SET maxmemory 0"), "+OK");
    for proxy in [one, other] {
        proxy.until(LEFT, 100_000.0 - 80.0).await;
        proxy.until(AWAY, 0.0).await;
        proxy.stop().await;
    }
}
