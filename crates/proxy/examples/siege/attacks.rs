//! What twenty addresses do at once, each for as long as it is let.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::time::{sleep, timeout};

use super::support::session;
use super::{Seen, ask, call, connect, token};

/// Which of what is done, by the words of the command line; all when there are none.
pub(crate) struct Means(pub(crate) Vec<String>);

impl Means {
    fn uses(&self, name: &str) -> bool {
        self.0.is_empty() || self.0.iter().any(|one| one == name)
    }
}

/// Begins what one address does.
pub(crate) fn begin(number: usize, to: SocketAddr, means: &Means, seen: &Arc<Seen>) {
    let from = format!("127.0.2.{}", number + 1);
    let seen = || Arc::clone(seen);
    if means.uses("hang-ups") {
        tokio::spawn(hang_up(from.clone(), number, to, seen()));
    }
    // Both hold the places for calls of their address, so not both at one.
    if number < 4 && means.uses("bodies") {
        tokio::spawn(dribble(from.clone(), number, to));
    }
    if number >= 4 && means.uses("streams") {
        tokio::spawn(stream(from.clone(), number, to, seen()));
    }
    if means.uses("holds") {
        let file = "GET /large.bin HTTP/1.1\r\nhost: p\r\n\r\n";
        tokio::spawn(hold(from.clone(), to, ""));
        tokio::spawn(hold(from.clone(), to, file));
    }
    if means.uses("errors") {
        tokio::spawn(err(from.clone(), number, to, seen()));
    }
    if means.uses("refusals") {
        let post = "POST /v1/x HTTP/1.1\r\nhost: p\r\ncontent-length: 0\r\n\r\n";
        let head = "HEAD /large.bin HTTP/1.1\r\nhost: p\r\n\r\n";
        let one = if number.is_multiple_of(2) { post } else { head };
        tokio::spawn(flood(from, to, one, seen()));
    }
}

/// Calls that are hung up on as soon as they are at work, or as soon as they are answered, each three with a token of their own.
async fn hang_up(from: String, number: usize, to: SocketAddr, seen: Arc<Seen>) {
    for round in 0.. {
        let name = session(1_000_000 + number * 10_000 + round);
        let Ok(token) = token(&from, to, &name).await else {
            sleep(Duration::from_secs(1)).await;
            continue;
        };
        for turn in 0..3 {
            let Ok(mut stream) = connect(&from, to).await else {
                continue;
            };
            let (what, time) = [("silent", 60), ("whole", 60), ("slow", 400)][turn];
            drop(stream.write_all(&call(what, &token, 0, 100_000)).await);
            seen.hung_up.fetch_add(1, Relaxed);
            sleep(Duration::from_millis(time)).await;
        }
    }
}

/// As many long answers at once as one address is given, each read for twenty seconds.
async fn stream(from: String, number: usize, to: SocketAddr, seen: Arc<Seen>) {
    for round in 0.. {
        let mut held = Vec::new();
        for part in 0..8 {
            let name = session(3_000_000 + number * 100_000 + round * 8 + part);
            let Ok(token) = token(&from, to, &name).await else {
                break;
            };
            for _ in 0..4 {
                if let Ok(mut stream) = connect(&from, to).await {
                    drop(stream.write_all(&call("slow", &token, 0, 100)).await);
                    seen.streams.fetch_add(1, Relaxed);
                    held.push(tokio::spawn(async move {
                        let mut all = Vec::new();
                        let read = stream.read_to_end(&mut all);
                        drop(timeout(Duration::from_secs(20), read).await);
                    }));
                }
            }
        }
        for one in held {
            drop(one.await);
        }
        sleep(Duration::from_millis(500)).await;
    }
}

/// Bodies of which one byte comes, for as long as they may.
async fn dribble(from: String, number: usize, to: SocketAddr) {
    let name = session(2_000_000 + number);
    let token = loop {
        match token(&from, to, &name).await {
            Ok(token) => break token,
            Err(_) => sleep(Duration::from_secs(1)).await,
        }
    };
    let whole = String::from_utf8(call("good", &token, 0, 17)).unwrap_or_default();
    let head = whole.split("content-length").next().unwrap_or_default();
    let bytes = format!("{head}transfer-encoding: chunked\r\n\r\n1\r\n{{\r\n");
    loop {
        let mut held = Vec::new();
        for _ in 0..30 {
            if let Ok(mut stream) = connect(&from, to).await {
                drop(stream.write_all(bytes.as_bytes()).await);
                held.push(stream);
            }
        }
        sleep(Duration::from_secs(4)).await;
    }
}

/// Connections of one kind that one address holds: with both kinds and the calls as many as one may have.
const HELD: usize = 40;

/// Connections that say nothing, and such that take nothing of a large file.
async fn hold(from: String, to: SocketAddr, first: &'static str) {
    loop {
        let mut held = Vec::new();
        for _ in 0..HELD {
            if let Ok(mut stream) = connect(&from, to).await {
                drop(stream.write_all(first.as_bytes()).await);
                held.push(stream);
            }
        }
        sleep(Duration::from_secs(10)).await;
    }
}

/// Calls that the provider refuses, which cost nothing, each with a session of its own.
async fn err(from: String, number: usize, to: SocketAddr, seen: Arc<Seen>) {
    for round in 0.. {
        let name = session(9_000_000 + number * 10_000 + round);
        if let Ok(token) = token(&from, to, &name).await {
            seen.requests.fetch_add(1, Relaxed);
            drop(ask(&from, to, &call("bad", &token, 0, 100)).await);
        }
        sleep(Duration::from_millis(500)).await;
    }
}

/// Requests that are refused or of a large file's head, as fast as they are answered.
async fn flood(from: String, to: SocketAddr, one: &'static str, seen: Arc<Seen>) {
    let many = one.repeat(50);
    let mut back = vec![0; 65_536];
    loop {
        let Ok(mut stream) = connect(&from, to).await else {
            sleep(Duration::from_millis(100)).await;
            continue;
        };
        while stream.write_all(many.as_bytes()).await.is_ok() {
            seen.requests.fetch_add(50, Relaxed);
            match stream.read(&mut back).await {
                Ok(0) | Err(_) => break,
                Ok(_) => {}
            }
        }
    }
}
