//! A siege of the proxy at its defaults: from twenty addresses everything at once that has closed one, while fifty interviews go on
//! from addresses of their own.
//!
//! `cargo build --release -p colloquy-proxy && cargo run --release -p colloquy-proxy --example siege -- 60` besieges it for a
//! minute (with further words, such as `hang-ups holds`, by those means alone) and prints what honest calls waited beyond what the model's server took, how many were answered, how much memory the
//! proxy had at most, and what is left of the day. It wants a system where every address of 127.0.0.0/8 is this machine, such as
//! Linux.

use std::io::{self, BufRead as _, BufReader};
use std::net::SocketAddr;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::sleep;

#[path = "../tests/it/support/mod.rs"]
#[allow(dead_code, reason = "shared with the tests of single behaviours")]
mod support;

use support::client::{Reply, read, request};
use support::upstream::Upstream;
use support::{ORIGIN, environment, session};

const ATTACKERS: usize = 20;
const HONEST: usize = 50;

/// What came of it.
#[derive(Default)]
struct Seen {
    honest: Mutex<Vec<Duration>>,
    refused: AtomicU64,
    hung_up: AtomicU64,
    requests: AtomicU64,
}

async fn connect(from: &str, to: SocketAddr) -> io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.bind(format!("{from}:0").parse().map_err(io::Error::other)?)?;
    socket.connect(to).await
}

async fn ask(from: &str, to: SocketAddr, bytes: &[u8]) -> io::Result<Reply> {
    let mut stream = connect(from, to).await?;
    stream.write_all(bytes).await?;
    let mut back = Vec::new();
    stream.read_to_end(&mut back).await?;
    if back.is_empty() {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(read(&back, true))
}

async fn token(from: &str, to: SocketAddr, name: &str) -> io::Result<String> {
    let headers = [("origin", ORIGIN), ("content-type", "application/json")];
    let body = format!(r#"{{"session":"{name}"}}"#);
    let reply = ask(from, to, &request("POST", "/v1/token", &headers, &body)).await?;
    let token = reply.json()["token"].as_str().map(str::to_owned);
    token.ok_or_else(|| io::Error::other("no token"))
}

fn call(model: &str, token: &str, text: usize) -> Vec<u8> {
    let words = "what we did then ".repeat(text / 17);
    let body = format!(
        r#"{{"model":"{model}","max_tokens":4096,"stream":true,"messages":[{{"role":"user","content":"{words}"}}]}}"#
    );
    let bearer = format!("Bearer {token}");
    let headers = [
        ("origin", ORIGIN),
        ("content-type", "application/json"),
        ("authorization", bearer.as_str()),
    ];
    request("POST", "/v1/messages", &headers, &body)
}

/// One interview: a question every second or two.
async fn interview(number: usize, to: SocketAddr, seen: Arc<Seen>) {
    let from = format!("127.0.1.{}", number + 1);
    let name = session(number);
    let mut token_now = None;
    loop {
        let begun = Instant::now();
        let answered = async {
            let token = match token_now.take() {
                Some(token) => token,
                None => token(&from, to, &name).await?,
            };
            let reply = ask(&from, to, &call("good", &token, 20_000)).await?;
            if reply.status == 200 && reply.whole {
                return Ok(token);
            }
            Err(io::Error::other(reply.code_or_status()))
        };
        match answered.await {
            Ok(token) => {
                token_now = Some(token);
                if let Ok(mut honest) = seen.honest.lock() {
                    honest.push(begun.elapsed());
                }
            }
            Err(error) => {
                eprintln!("interview {number}: {error}");
                seen.refused.fetch_add(1, Relaxed);
            }
        }
        sleep(Duration::from_millis(1_000 + number as u64 * 20)).await;
    }
}

/// Calls that are hung up on as soon as they are at work, each three with a token of their own.
async fn hang_up(from: String, number: usize, to: SocketAddr, seen: Arc<Seen>) {
    for round in 0.. {
        let name = session(1_000_000 + number * 10_000 + round);
        let Ok(token) = token(&from, to, &name).await else {
            sleep(Duration::from_secs(1)).await;
            continue;
        };
        for _ in 0..3 {
            let Ok(mut stream) = connect(&from, to).await else {
                continue;
            };
            drop(stream.write_all(&call("silent", &token, 100_000)).await);
            seen.hung_up.fetch_add(1, Relaxed);
            sleep(Duration::from_millis(60)).await;
        }
    }
}

/// Bodies of which one byte comes, for as long as they may.
async fn dribble(from: String, number: usize, to: SocketAddr) {
    let Ok(token) = token(&from, to, &session(2_000_000 + number)).await else {
        return;
    };
    let whole = String::from_utf8(call("good", &token, 17)).unwrap_or_default();
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

/// Connections that say nothing, and such that take nothing of a large file.
async fn hold(from: String, to: SocketAddr, first: &'static str) {
    loop {
        let mut held = Vec::new();
        for _ in 0..40 {
            if let Ok(mut stream) = connect(&from, to).await {
                drop(stream.write_all(first.as_bytes()).await);
                held.push(stream);
            }
        }
        sleep(Duration::from_secs(10)).await;
    }
}

/// Requests that are refused, as fast as they are.
async fn refused(from: String, to: SocketAddr, seen: Arc<Seen>) {
    let many = "POST /v1/x HTTP/1.1\r\nhost: p\r\ncontent-length: 0\r\n\r\n".repeat(50);
    let mut back = vec![0; 65_536];
    while let Ok(mut stream) = connect(&from, to).await {
        while stream.write_all(many.as_bytes()).await.is_ok() {
            seen.requests.fetch_add(50, Relaxed);
            match stream.read(&mut back).await {
                Ok(0) | Err(_) => break,
                Ok(_) => {}
            }
        }
    }
}

/// Kilobytes that a process has in memory, and had at most.
fn memory(process: u32) -> (u64, u64) {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let of = |name: &str| {
        let line = status.lines().find(|line| line.starts_with(name))?;
        line.split_whitespace().nth(1)?.parse().ok()
    };
    (of("VmRSS:").unwrap_or(0), of("VmHWM:").unwrap_or(0))
}

#[tokio::main(flavor = "multi_thread", worker_threads = 2)]
async fn main() -> io::Result<()> {
    let seconds = std::env::args().nth(1).and_then(|text| text.parse().ok());
    let seconds = Duration::from_secs(seconds.unwrap_or(60));
    let means: Vec<String> = std::env::args().skip(2).collect();
    let uses = |name: &str| means.is_empty() || means.iter().any(|one| one == name);
    let upstream = Upstream::start().await;
    let folder = std::env::temp_dir().join(format!("colloquy-siege-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    std::fs::write(folder.join("index.html"), "<p>hello")?;
    std::fs::write(folder.join("large.bin"), vec![7; 5_000_000])?;
    let beside = std::env::current_exe()?;
    let beside = beside.parent().and_then(|examples| examples.parent());
    let program = beside.map(|folder| folder.join("colloquy-proxy"));
    let mut proxy = Command::new(program.unwrap_or_default())
        .env_clear()
        .envs(environment(upstream.address))
        .env("COLLOQUY_LISTEN", "0.0.0.0:0")
        .env("COLLOQUY_SITE", &folder)
        .env("COLLOQUY_STATE", folder.join("spent"))
        .stdout(Stdio::piped())
        .stderr(std::fs::File::create(folder.join("log"))?)
        .spawn()?;
    let mut line = String::new();
    let out = proxy.stdout.take().ok_or(io::ErrorKind::BrokenPipe)?;
    BufReader::new(out).read_line(&mut line)?;
    let port = line.trim().rsplit(':').next().unwrap_or_default();
    let to: SocketAddr = format!("127.0.0.1:{port}")
        .parse()
        .map_err(io::Error::other)?;
    println!("memory before: {} kB", memory(proxy.id()).0);
    let seen = Arc::new(Seen::default());
    for number in 0..HONEST {
        tokio::spawn(interview(number, to, Arc::clone(&seen)));
    }
    for number in 0..ATTACKERS {
        let from = format!("127.0.2.{}", number + 1);
        if uses("hang-ups") {
            tokio::spawn(hang_up(from.clone(), number, to, Arc::clone(&seen)));
        }
        if uses("bodies") {
            tokio::spawn(dribble(from.clone(), number, to));
        }
        if uses("holds") {
            let file = "GET /large.bin HTTP/1.1\r\nhost: p\r\n\r\n";
            tokio::spawn(hold(from.clone(), to, ""));
            tokio::spawn(hold(from.clone(), to, file));
        }
        if uses("refusals") {
            tokio::spawn(refused(from, to, Arc::clone(&seen)));
        }
    }
    sleep(seconds).await;
    let metrics = ask("127.0.0.1", to, &request("GET", "/metrics", &[], "")).await?;
    for name in ["colloquy_budget_left_tokens ", "colloquy_budget_left_usd "] {
        let text = metrics.text();
        println!(
            "{}",
            text.lines()
                .find(|line| line.starts_with(name))
                .unwrap_or(name)
        );
    }
    let (now, most) = memory(proxy.id());
    println!("memory: {now} kB, {most} kB at most");
    let log = std::fs::metadata(folder.join("log"))?.len();
    println!("log: {} kB", log / 1_000);
    let count = |number: &AtomicU64| number.load(Relaxed);
    println!(
        "attackers: {} hang-ups tried, {} requests to be refused",
        count(&seen.hung_up),
        count(&seen.requests)
    );
    let mut waits = seen
        .honest
        .lock()
        .map(|all| all.clone())
        .unwrap_or_default();
    waits.sort_unstable();
    let at = |part: usize| waits.get((waits.len() * part / 100).min(waits.len().saturating_sub(1)));
    println!(
        "honest calls: {} answered, {} not; p50 {:?}, p90 {:?}, p99 {:?}, longest {:?}",
        waits.len(),
        count(&seen.refused),
        at(50),
        at(90),
        at(99),
        waits.last()
    );
    proxy.kill()?;
    proxy.wait()?;
    std::fs::remove_dir_all(folder)
}
