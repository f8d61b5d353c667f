//! One client, or a few, that would close the proxy for all others: by its budget, its places, its memory or its log.

use std::time::Duration;

use crate::support::client::{Running, request, send};
use crate::support::upstream::Upstream;
use crate::support::{ORIGIN, Proxy, session, until};

/// Has the proxy believe that everybody comes through a proxy in front, so that a test can have many addresses.
const FORWARDED: (&str, &str) = ("trusted_proxies", "127.0.0.0/8");

/// The bytes of a call from an address, with so much text in it.
fn call_of(address: &str, number: usize, model: &str, text: usize) -> Vec<u8> {
    let words = "what we did then ".repeat(text / 17);
    let body = format!(
        r#"{{"model":"{model}","max_tokens":8192,"stream":true,"messages":[{{"role":"user","content":"{words}"}}]}}"#
    );
    let bearer = format!("Bearer {}", Proxy::token(&session(number)));
    let headers = [
        ("content-type", "application/json"),
        ("x-forwarded-for", address),
        ("authorization", bearer.as_str()),
    ];
    request("POST", "/v1/messages", &headers, &body)
}

#[tokio::test]
async fn a_client_that_hangs_up_for_ever_closes_the_day_for_nobody_but_itself() {
    let upstream = Upstream::start().await;
    let proxy = Proxy::start(&upstream, &[FORWARDED]).await;
    let mut hung_up = 0;
    let refusal = loop {
        let bytes = call_of("198.51.100.1", hung_up / 3, "silent", 100_000);
        let running = Running::begin(proxy.address, &bytes).await;
        let mut first = [0];
        let refused = tokio::select! {
            _ = running.stream.peek(&mut first) => true,
            () = until("the call at work", || upstream.running() == 1) => false,
        };
        if refused {
            break running.end().await;
        }
        drop(running);
        until("its end", || upstream.running() == 0).await;
        proxy.until("colloquy_active_streams", 0.0).await;
        hung_up += 1;
        assert!(hung_up < 120, "its share of the day ends it");
    };
    assert_eq!(refusal.code(), "daily_budget");
    assert!(refusal.text().contains("this network"), "{refusal:?}");
    let tokens = proxy.figure("colloquy_budget_left_tokens").await / 50_000_000.0;
    let usd = proxy.figure("colloquy_budget_left_usd").await / 50.0;
    assert!(
        hung_up > 2 && tokens > 0.95 && usd > 0.95,
        "{hung_up} calls left {tokens} and {usd} of the day"
    );
    let honest = send(proxy.address, &call_of("203.0.113.9", 99, "good", 17)).await;
    assert_eq!(honest.status, 200);
    proxy.stop().await;
}

#[tokio::test]
async fn bodies_that_dribble_hold_nothing_that_others_wait_for() {
    let upstream = Upstream::start().await;
    let proxy = Proxy::start(&upstream, &[FORWARDED]).await;
    // One token, six addresses; each body may become as large as one may be, and is one byte.
    let mut slow = Vec::new();
    for number in 0..300 {
        let address = format!("198.51.100.{}", number % 6);
        let whole = String::from_utf8(call_of(&address, 1, "good", 17)).unwrap();
        let head = whole.split("content-length").next().unwrap();
        let bytes = format!("{head}transfer-encoding: chunked\r\n\r\n1\r\n{{\r\n");
        slow.push(Running::begin(proxy.address, bytes.as_bytes()).await);
    }
    // Those above what one address may have at once are told so.
    until("what is refused", || {
        refused(&proxy, "rate_limited") == 300 - 6 * 32
    })
    .await;
    let honest = "203.0.113.9";
    let body = format!(r#"{{"session":"{}"}}"#, session(9));
    let headers = [
        ("origin", ORIGIN),
        ("content-type", "application/json"),
        ("x-forwarded-for", honest),
    ];
    let token = request("POST", "/v1/token", &headers, &body);
    let answered = tokio::time::timeout(Duration::from_secs(4), async {
        let token = send(proxy.address, &token).await;
        let call = send(proxy.address, &call_of(honest, 9, "good", 100_000)).await;
        (token.status, call.status)
    });
    assert_eq!(answered.await, Ok((200, 200)), "before any of them is over");
    drop(slow);
    proxy.stop().await;
}

/// How many refusals of a code the log tells of, each in a line or several in one.
fn refused(proxy: &Proxy, code: &str) -> u64 {
    let lines = [proxy.log.lines("call"), proxy.log.lines("refused")].concat();
    let of = lines.iter().filter(|line| line["outcome"] == code);
    of.map(|line| line["count"].as_u64().unwrap_or(1)).sum()
}

#[tokio::test]
async fn bodies_that_fill_the_memory_are_their_senders_own() {
    let upstream = Upstream::start().await;
    // A client may have an eighth of them.
    let settings = [
        FORWARDED,
        ("bodies_bytes", "160000"),
        ("body_bytes", "20000"),
    ];
    let proxy = Proxy::start(&upstream, &settings).await;
    let whole = call_of("198.51.100.1", 1, "good", 15_000);
    let held = Running::begin(proxy.address, &whole[..whole.len() - 5]).await;
    let head = whole
        .windows(4)
        .position(|four| four == b"\r\n\r\n")
        .unwrap()
        + 4;
    let body = f64::from(u32::try_from(whole.len() - 5 - head).unwrap());
    proxy.until("colloquy_bodies_bytes", body).await;
    let own = send(proxy.address, &whole).await;
    assert_eq!((own.status, own.code().as_str()), (429, "rate_limited"));
    let other = call_of("198.51.100.2", 2, "good", 15_000);
    assert_eq!(send(proxy.address, &other).await.status, 200);
    drop(held);
    proxy.until("colloquy_connections", 1.0).await;
    assert_eq!(send(proxy.address, &whole).await.status, 200);
    proxy.stop().await;
}

#[tokio::test]
async fn calls_at_once_are_bounded_for_a_client_a_model_and_all() {
    let upstream = Upstream::start().await;
    let settings = [
        FORWARDED,
        ("client_calls_at_once", "2"),
        ("model_calls_at_once", "3"),
        ("calls_at_once", "4"),
    ];
    let proxy = Proxy::start(&upstream, &settings).await;
    let mut running = Vec::new();
    for (address, model, expected) in [
        ("2001:db8:1:1::1", "hold", "200"),
        ("2001:db8:1:2::1", "hold", "200"),
        // One /48 is one client.
        ("2001:db8:1:3::1", "hold", "rate_limited"),
        ("2001:db8:2::1", "hold", "200"),
        ("2001:db8:3::1", "hold", "rate_limited"),
        ("2001:db8:4::1", "stall", "200"),
        ("2001:db8:5::1", "stall", "sessions_full"),
    ] {
        let bytes = call_of(address, running.len(), model, 17);
        let mut one = Running::begin(proxy.address, &bytes).await;
        if expected == "200" {
            one.until("message_start").await;
            running.push(one);
        } else {
            let reply = one.end().await;
            assert_eq!(reply.code(), expected, "{address}");
            assert_eq!(reply.header("retry-after"), Some("1"));
        }
    }
    assert_eq!(upstream.running(), 4);
    let ready = request("GET", "/readyz", &[], "");
    assert_eq!(send(proxy.address, &ready).await.status, 503);
    drop(running);
    proxy.until("colloquy_active_streams", 0.0).await;
    assert_eq!(send(proxy.address, &ready).await.status, 200);
    let again = send(proxy.address, &call_of("2001:db8:1:1::1", 9, "good", 17)).await;
    assert_eq!(again.status, 200);
    proxy.stop().await;
    // The fewer places are left, the fewer one client may have: the last ones are for who has none.
    let proxy = Proxy::start(&upstream, &[FORWARDED, ("model_calls_at_once", "8")]).await;
    let mut running = Vec::new();
    for (address, wanted, given) in [
        ("192.0.2.1", 5, 4),
        ("192.0.2.2", 3, 2),
        ("192.0.2.3", 2, 1),
        ("192.0.2.4", 1, 1),
    ] {
        for number in 0..wanted {
            let bytes = call_of(address, running.len(), "hold", 17);
            let mut one = Running::begin(proxy.address, &bytes).await;
            if number < given {
                one.until("message_start").await;
                running.push(one);
            } else {
                assert!(matches!(
                    one.end().await.code().as_str(),
                    "rate_limited" | "sessions_full"
                ));
            }
        }
    }
    assert_eq!(running.len(), 8);
    proxy.stop().await;
}

#[tokio::test]
async fn sessions_that_are_bought_leave_room_for_others() {
    let upstream = Upstream::start().await;
    let proxy = Proxy::start(&upstream, &[FORWARDED, ("sessions", "10")]).await;
    let mut codes = Vec::new();
    for number in 0..7 {
        let reply = send(proxy.address, &call_of("192.0.2.1", number, "good", 17)).await;
        codes.push(reply.code_or_status());
    }
    assert_eq!(codes[..5], ["200"; 5]);
    assert_eq!(codes[5..], ["sessions_full"; 2]);
    let other = send(proxy.address, &call_of("192.0.2.2", 20, "good", 17)).await;
    assert_eq!(other.status, 200);
    proxy.stop().await;
}

#[tokio::test]
async fn calls_that_cost_nothing_fill_no_table() {
    let upstream = Upstream::start().await;
    let proxy = Proxy::start(&upstream, &[("sessions", "10"), ("day_tokens", "9000")]).await;
    for number in 0..12 {
        let token = Proxy::token(&session(number));
        assert_eq!(proxy.call_as("overloaded", &token).await.status, 529);
        // More than is left of the day.
        let bytes = crate::support::call("good", &Proxy::token(&session(100 + number)), 8_100);
        assert_eq!(send(proxy.address, &bytes).await.code(), "daily_budget");
    }
    proxy.until("colloquy_active_streams", 0.0).await;
    assert_eq!(proxy.call("good").await.status, 200);
    proxy.stop().await;
}

#[tokio::test]
async fn a_whole_network_has_ten_times_the_rate_of_one_client() {
    let upstream = Upstream::start().await;
    let settings = [FORWARDED, ("client_calls_per_minute", "1")];
    let proxy = Proxy::start(&upstream, &settings).await;
    let mut seen = Vec::new();
    for subnet in 0..12 {
        let address = format!("2001:db8:1:{subnet:x}::1");
        let reply = send(proxy.address, &call_of(&address, subnet, "good", 9)).await;
        seen.push(reply.code_or_status());
    }
    assert_eq!(seen[..10], ["200"; 10]);
    assert_eq!(seen[10..], ["rate_limited"; 2]);
    let other = call_of("2001:db8:2::1", 12, "good", 9);
    assert_eq!(send(proxy.address, &other).await.status, 200);
    proxy.stop().await;
}
