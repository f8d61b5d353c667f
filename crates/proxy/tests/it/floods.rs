//! Connections that say nothing or take nothing, and requests that are refused in numbers.

use std::time::Duration;

use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;

use crate::support::client::{Running, request, send};
use crate::support::upstream::Upstream;
use crate::support::{Proxy, SESSION, call};

#[tokio::test]
async fn refusals_in_numbers_are_counted_in_one_line() {
    let upstream = Upstream::start().await;
    let proxy = Proxy::start(&upstream, &[]).await;
    let started = std::time::Instant::now();
    let one = "POST /v1/x HTTP/1.1\r\nhost: p\r\ncontent-length: 0\r\n\r\n";
    let last = "POST /v1/x HTTP/1.1\r\nhost: p\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";
    let flood = one.repeat(999) + last;
    let stream = tokio::net::TcpStream::connect(proxy.address).await.unwrap();
    let (mut read, mut write) = stream.into_split();
    let sent = tokio::spawn(async move {
        let sent = tokio::io::AsyncWriteExt::write_all(&mut write, flood.as_bytes()).await;
        (sent, write)
    });
    let mut back = Vec::new();
    tokio::io::AsyncReadExt::read_to_end(&mut read, &mut back)
        .await
        .unwrap();
    let (sent, _write) = sent.await.unwrap();
    sent.unwrap();
    let answers = String::from_utf8(back).unwrap();
    assert_eq!(answers.matches("HTTP/1.1 404").count(), 1_000);
    let log = proxy.stop().await;
    // Ten lines between two gatherings, which come once a second.
    let logged = log.lines("call").len() as u64;
    let seconds = started.elapsed().as_secs() + 1;
    assert!(
        logged <= 10 * (seconds + 1),
        "{logged} lines in {seconds} seconds"
    );
    let gathered = log.lines("refused");
    let counted: u64 = gathered
        .iter()
        .map(|line| line["count"].as_u64().unwrap())
        .sum();
    assert_eq!(logged + counted, 1_000);
    assert_eq!(
        (&gathered[0]["what"], &gathered[0]["outcome"]),
        (&"call".into(), &"path".into())
    );
}

#[tokio::test]
async fn everything_is_asked_for_at_a_rate_but_whether_it_lives() {
    let upstream = Upstream::start().await;
    let proxy = Proxy::start(&upstream, &[("client_requests_per_minute", "3")]).await;
    for expected in [200, 200, 200, 429] {
        let before = std::time::Instant::now();
        let reply = send(proxy.address, &request("GET", "/config.json", &[], "")).await;
        assert_eq!(reply.status, expected);
        assert_eq!(reply.header("retry-after").is_some(), expected == 429);
        // To be refused is no faster than to keep to the rate.
        assert!(expected == 200 || before.elapsed().as_millis() >= 1_000);
    }
    let refused = send(proxy.address, &call("good", &Proxy::token(SESSION), 9)).await;
    assert_eq!(refused.code(), "rate_limited");
    let lives = send(proxy.address, &request("GET", "/healthz", &[], "")).await;
    assert_eq!(lives.status, 200);
    proxy.stop().await;
}

#[tokio::test]
async fn a_body_that_dribbles_is_given_up_before_its_time() {
    let upstream = Upstream::start().await;
    let proxy = Proxy::start(&upstream, &[("body_seconds", "600")]).await;
    let whole = call("good", &Proxy::token(SESSION), 9);
    let (begun, rest) = whole.split_at(whole.len() - 60);
    let mut slow = Running::begin(proxy.address, begun).await;
    // Five seconds, and what its few bytes have earned; all of it would take half a minute.
    let mut sent = 0;
    for byte in rest {
        drop(slow.stream.write_all(&[*byte]).await);
        sent += 1;
        let refused = slow.until("body_timeout");
        if tokio::time::timeout(Duration::from_millis(500), refused)
            .await
            .is_ok()
        {
            break;
        }
    }
    assert!(sent < rest.len(), "it is given up in the middle");
    assert_eq!(upstream.requests(), 0);
    proxy.stop().await;
}

#[tokio::test]
async fn a_client_has_so_many_connections_and_no_more() {
    let upstream = Upstream::start().await;
    let proxy = Proxy::start(&upstream, &[("client_connections", "3")]).await;
    let mut working = Vec::new();
    for _ in 0..3 {
        let bytes = call("hold", &Proxy::token(SESSION), 100);
        let mut one = Running::begin(proxy.address, &bytes).await;
        one.until("message_start").await;
        working.push(one);
    }
    let ask = b"GET /healthz HTTP/1.1\r\nhost: p\r\n\r\n";
    let mut fourth = TcpStream::connect(proxy.address).await.unwrap();
    drop(fourth.write_all(ask).await);
    let mut bytes = Vec::new();
    drop(tokio::io::AsyncReadExt::read_to_end(&mut fourth, &mut bytes).await);
    assert!(bytes.is_empty(), "it is closed without an answer");
    upstream.release();
    for one in working {
        assert!(one.end().await.whole, "those at work are left alone");
    }
    proxy.stop().await;
}

#[tokio::test]
async fn connections_that_a_client_keeps_make_room_for_its_next_one() {
    let upstream = Upstream::start().await;
    let proxy = Proxy::start(&upstream, &[("client_connections", "3")]).await;
    let ask = b"GET /healthz HTTP/1.1\r\nhost: p\r\n\r\n";
    let mut kept = Vec::new();
    for _ in 0..9 {
        let mut one = Running::begin(proxy.address, ask).await;
        one.until("ok\n").await;
        kept.push(one);
    }
    for mut shown_out in kept.drain(..6) {
        let ended =
            tokio::io::AsyncReadExt::read_to_end(&mut shown_out.stream, &mut shown_out.bytes);
        let ended = tokio::time::timeout(Duration::from_secs(5), ended).await;
        assert!(ended.is_ok(), "long before 30 s");
    }
    drop(kept);
    proxy.stop().await;
}

/// Only there a test can call from several addresses of this machine.
#[cfg(target_os = "linux")]
mod linux {
    use std::io::{BufRead as _, BufReader};
    use std::net::SocketAddr;
    use std::process::{Command, Stdio};

    use super::*;

    async fn connect_from(from: &str, to: SocketAddr) -> tokio::net::TcpStream {
        let socket = tokio::net::TcpSocket::new_v4().unwrap();
        socket.bind(from.parse().unwrap()).unwrap();
        socket.connect(to).await.unwrap()
    }

    #[tokio::test]
    async fn an_idle_connection_makes_room_for_a_request() {
        let upstream = Upstream::start().await;
        let settings = [("connections", "9"), ("client_connections", "4")];
        let proxy = Proxy::start(&upstream, &settings).await;
        // One call at work, and all other places taken from addresses that say nothing.
        let bytes = call("hold", &Proxy::token(SESSION), 100);
        let mut working = Running::begin(proxy.address, &bytes).await;
        working.until("message_start").await;
        let mut silent = Vec::new();
        for number in 0..8 {
            let from = format!("127.0.0.{}:0", 2 + number);
            silent.push(connect_from(&from, proxy.address).await);
        }
        for _ in 0..6 {
            let ask = request("GET", "/healthz", &[], "");
            let answered = send(proxy.address, &ask);
            let answered = tokio::time::timeout(Duration::from_secs(5), answered);
            assert_eq!(answered.await.unwrap().status, 200, "long before 30 s");
        }
        upstream.release();
        assert!(working.end().await.whole, "a call at work is left alone");
        proxy.stop().await;
    }

    #[tokio::test]
    async fn whoever_keeps_its_connections_at_work_leaves_places_for_others() {
        let upstream = Upstream::start().await;
        let settings = [
            ("connections", "24"),
            ("client_connections", "12"),
            ("client_requests_per_minute", "3"),
        ];
        let proxy = Proxy::start(&upstream, &settings).await;
        // Each request beyond the rate is at work for a second, and the next one follows at once.
        let flood = "GET /x HTTP/1.1\r\nhost: p\r\n\r\n".repeat(100);
        let mut held = Vec::new();
        for number in 0..24 {
            let from = format!("127.0.0.{}:0", 2 + number % 2);
            let mut stream = connect_from(&from, proxy.address).await;
            drop(tokio::io::AsyncWriteExt::write_all(&mut stream, flood.as_bytes()).await);
            held.push(stream);
        }
        let mut working = 0;
        for stream in &mut held {
            let mut text = Vec::new();
            while !String::from_utf8_lossy(&text).contains("HTTP/1.1 429") {
                // Those that were one too many are closed, or made room while their first request was on its way.
                match tokio::io::AsyncReadExt::read_buf(stream, &mut text).await {
                    Ok(0) | Err(_) => break,
                    Ok(_) => {}
                }
            }
            working += usize::from(!text.is_empty());
        }
        assert!((8..24).contains(&working), "{working}");
        for _ in 0..6 {
            let ask = request("GET", "/healthz", &[], "");
            let answered = send(proxy.address, &ask);
            let answered = tokio::time::timeout(Duration::from_secs(5), answered);
            assert_eq!(answered.await.unwrap().status, 200);
        }
        proxy.stop().await;
    }

    #[tokio::test]
    async fn behind_a_proxy_in_front_one_client_has_no_more_requests_than_connections() {
        let upstream = Upstream::start().await;
        let settings = [
            ("trusted_proxies", "127.0.0.0/8"),
            ("client_connections", "3"),
        ];
        let proxy = Proxy::start(&upstream, &settings).await;
        let from = |address: &str| {
            let bearer = format!("Bearer {}", Proxy::token(SESSION));
            let head = format!(
                "POST /v1/messages HTTP/1.1\r\nhost: p\r\ncontent-type: application/json\r\nx-forwarded-for: {address}\r\nauthorization: {bearer}\r\ncontent-length: 500\r\n\r\n{{"
            );
            head.into_bytes()
        };
        let mut dribbled = Vec::new();
        for _ in 0..3 {
            dribbled.push(Running::begin(proxy.address, &from("192.0.2.1")).await);
        }
        proxy.until("colloquy_bodies_bytes", 3.0).await;
        let refused = Running::begin(proxy.address, &from("192.0.2.1")).await;
        assert_eq!(refused.end().await.code(), "rate_limited");
        let other = [("x-forwarded-for", "192.0.2.2")];
        let reply = send(proxy.address, &request("GET", "/config.json", &other, "")).await;
        assert_eq!(reply.status, 200);
        drop(dribbled);
        proxy.stop().await;
    }

    /// Kilobytes that a process has in memory.
    fn resident(process: u32) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap();
        let line = status.lines().find(|line| line.starts_with("VmRSS:"));
        let digits = line.unwrap().split_whitespace().nth(1).unwrap();
        digits.parse().unwrap()
    }

    #[tokio::test]
    async fn files_that_nobody_takes_are_in_memory_once() {
        let folder = std::env::temp_dir().join(format!("colloquy-untaken-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("index.html"), "<p>hello").unwrap();
        std::fs::write(folder.join("large.bin"), vec![7; 5_000_000]).unwrap();
        let mut program = Command::new(env!("CARGO_BIN_EXE_colloquy-proxy"))
            .args([
                "--listen",
                "127.0.0.1:0",
                "--site",
                folder.to_str().unwrap(),
            ])
            .env_clear()
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(program.stdout.take().unwrap())
            .read_line(&mut line)
            .unwrap();
        let address: SocketAddr = line
            .trim()
            .strip_prefix("listening on http://")
            .unwrap()
            .parse()
            .unwrap();
        let before = resident(program.id());
        let mut held = Vec::new();
        for number in 0..120 {
            let from = format!("127.0.0.{}:0", 2 + number % 2);
            let mut stream = connect_from(&from, address).await;
            let ask = b"GET /large.bin HTTP/1.1\r\nhost: p\r\n\r\n";
            tokio::io::AsyncWriteExt::write_all(&mut stream, ask)
                .await
                .unwrap();
            let mut first = [0];
            stream.peek(&mut first).await.unwrap();
            held.push(stream);
        }
        let grown = resident(program.id()).saturating_sub(before);
        program.kill().unwrap();
        program.wait().unwrap();
        std::fs::remove_dir_all(folder).unwrap();
        println!("grown by {grown} kB from {before} kB");
        assert!(grown < 30_000, "by {grown} kB, of 5 MB asked for 120 times");
    }
}
