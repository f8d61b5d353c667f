//! A siege of the proxy at its defaults: from twenty addresses everything at once that has closed one, while fifty interviews go on
//! from addresses of their own.
//!
//! `cargo build --release -p colloquy-proxy && cargo run --release -p colloquy-proxy --example siege -- 600` besieges it for ten
//! minutes (with further words, such as `hang-ups holds`, by those means alone). It prints what honest calls waited beyond what
//! the model's server took, how many were answered, how much memory the proxy had at most, and what it counted beside what
//! that server billed; it fails when one of them is not what it should be. It wants a system where every address of
//! 127.0.0.0/8 is this machine, such as Linux.

use std::io::{self, BufRead as _, BufReader};
use std::net::SocketAddr;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::sleep;

#[path = "../../tests/it/support/mod.rs"]
#[allow(dead_code, reason = "shared with the tests of single behaviours")]
mod support;

mod attacks;
mod provider;

use attacks::Means;
use support::client::{Reply, read, request};
use support::{ORIGIN, environment, session};

const ATTACKERS: usize = 20;
const HONEST: usize = 50;

/// Questions of an interview; the next one has a session and a token of its own.
const TURNS: usize = 40;

/// What must hold: the wait beyond the provider's own that 99 of 100 honest calls have at most, the memory in kilobytes, and the
/// hundredths by which the bill may be another.
const WAIT: Duration = Duration::from_secs(1);
const MEMORY: u64 = 100_000;
const BILL: f64 = 5.0;

/// What came of it.
#[derive(Default)]
struct Seen {
    honest: Mutex<Vec<Duration>>,
    interviews: AtomicU64,
    refused: AtomicU64,
    hung_up: AtomicU64,
    streams: AtomicU64,
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
    token.ok_or_else(|| io::Error::other(format!("no token: {}", reply.code_or_status())))
}

/// A call with so many bytes of instructions and so many of a message, whose first word is what the provider does: `whole` is not streamed.
fn call(what: &str, token: &str, instructions: usize, text: usize) -> Vec<u8> {
    let words = |bytes: usize| " what we did then".repeat(bytes / 17);
    let streamed = what != "whole";
    let body = format!(
        r#"{{"model":"{}","max_tokens":{},"stream":{streamed},"system":"You lead.{}","messages":[{{"role":"user","content":"{what}{}"}}]}}"#,
        provider::MODEL,
        provider::MOST,
        words(instructions),
        words(text)
    );
    let bearer = format!("Bearer {token}");
    let headers = [
        ("origin", ORIGIN),
        ("content-type", "application/json"),
        ("authorization", bearer.as_str()),
    ];
    request("POST", "/v1/messages", &headers, &body)
}

/// Interviews one after the other: a question every six to ten seconds, some times faster than a person.
async fn interviews(number: usize, to: SocketAddr, seen: Arc<Seen>) {
    let from = format!("127.0.1.{}", number + 1);
    sleep(Duration::from_millis(number as u64 * 150)).await;
    for interview in 0.. {
        let name = session(number + interview * HONEST);
        seen.interviews.fetch_add(1, Relaxed);
        let mut token_now = None;
        for _ in 0..TURNS {
            let begun = Instant::now();
            let answered = async {
                let token = match token_now.take() {
                    Some(token) => token,
                    None => token(&from, to, &name).await?,
                };
                let reply = ask(&from, to, &call("good", &token, 5_000, 2_000)).await?;
                if reply.status != 200 || !reply.whole {
                    return Err(io::Error::other(reply.code_or_status()));
                }
                let text = reply.text();
                let took = text
                    .rsplit_once("\"took_ms\":")
                    .map_or("", |(_, took)| took);
                let took = took.split('}').next().and_then(|took| took.parse().ok());
                let took = took.ok_or_else(|| io::Error::other("not all was passed on"))?;
                Ok((token, Duration::from_millis(took)))
            };
            match answered.await {
                Ok((token, took)) => {
                    token_now = Some(token);
                    if let Ok(mut honest) = seen.honest.lock() {
                        honest.push(begun.elapsed().saturating_sub(took));
                    }
                }
                Err(error) => {
                    eprintln!("interviewee {number}: {error}");
                    seen.refused.fetch_add(1, Relaxed);
                }
            }
            sleep(Duration::from_millis(6_000 + number as u64 * 80)).await;
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

/// A figure of the proxy's metrics.
async fn figure(to: SocketAddr, name: &str) -> io::Result<f64> {
    let reply = ask("127.0.0.1", to, &request("GET", "/metrics", &[], "")).await?;
    let text = reply.text();
    let mut lines = text.lines();
    let found = lines.find_map(|line| line.strip_prefix(name)?.trim().parse().ok());
    found.ok_or_else(|| io::Error::other(format!("no {name}")))
}

/// The whole of it: what is served, who asks, and what came of it.
async fn besiege(
    to: SocketAddr,
    process: u32,
    time: Duration,
    means: &Means,
    bill: &provider::Bill,
) -> io::Result<bool> {
    let begun = (
        figure(to, "colloquy_budget_left_usd ").await?,
        figure(to, "colloquy_budget_left_tokens ").await?,
    );
    println!("memory before: {} kB", memory(process).0);
    let seen = Arc::new(Seen::default());
    let asking = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()?;
    {
        let _within = asking.enter();
        for number in 0..HONEST {
            tokio::spawn(interviews(number, to, Arc::clone(&seen)));
        }
        for number in 0..ATTACKERS {
            attacks::begin(number, to, means, &seen);
        }
    }
    sleep(time).await;
    let (now, most) = memory(process);
    // All of them hang up, and what they asked for comes to its end.
    asking.shutdown_background();
    while figure(to, "colloquy_active_streams ").await? > 0.0 {
        sleep(Duration::from_millis(100)).await;
    }
    let usd = begun.0 - figure(to, "colloquy_budget_left_usd ").await?;
    let tokens = begun.1 - figure(to, "colloquy_budget_left_tokens ").await?;
    let count = |number: &AtomicU64| number.load(Relaxed);
    println!(
        "attackers: {} hang-ups tried, {} long answers, {} requests to be refused; the provider saw {} calls, of them {} hung up",
        count(&seen.hung_up),
        count(&seen.streams),
        count(&seen.requests),
        count(&bill.calls),
        count(&bill.cancelled)
    );
    println!("memory: {now} kB, {most} kB at most");
    let billed = bill.tokens();
    let off = (usd / billed.usd() - 1.0) * 100.0;
    println!("bill: {billed} by the provider; {tokens} tokens, {usd:.3} USD counted: {off:+.1} %");
    let mut waits = seen
        .honest
        .lock()
        .map(|all| all.clone())
        .unwrap_or_default();
    waits.sort_unstable();
    let at = |part: usize| {
        let last = waits.len().saturating_sub(1);
        let wait = waits.get((waits.len() * part / 100).min(last));
        wait.copied().unwrap_or(Duration::MAX)
    };
    let refused = count(&seen.refused);
    println!(
        "honest calls, of {} interviews: {} answered, {refused} not; p50 {:?}, p90 {:?}, p99 {:?}, longest {:?} beyond the provider's own",
        count(&seen.interviews),
        waits.len(),
        at(50),
        at(90),
        at(99),
        at(100)
    );
    Ok(refused == 0 && at(99) < WAIT && most < MEMORY && off.abs() < BILL)
}

#[tokio::main(flavor = "multi_thread", worker_threads = 1)]
async fn main() -> io::Result<()> {
    let seconds = std::env::args().nth(1).and_then(|text| text.parse().ok());
    let time = Duration::from_secs(seconds.unwrap_or(60));
    let means = Means(std::env::args().skip(2).collect());
    let (upstream, bill) = provider::start().await?;
    let folder = std::env::temp_dir().join(format!("colloquy-siege-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    std::fs::write(folder.join("index.html"), "<p>hello")?;
    std::fs::write(folder.join("large.bin"), vec![7; 5_000_000])?;
    let beside = std::env::current_exe()?;
    let beside = beside.parent().and_then(|examples| examples.parent());
    let program = beside.map(|folder| folder.join("colloquy-proxy"));
    let log = folder.with_extension("log");
    let prices = folder.with_extension("toml");
    std::fs::write(&prices, provider::PRICES)?;
    let mut proxy = Command::new(program.unwrap_or_default())
        .env_clear()
        .envs(environment(upstream))
        .env_remove("COLLOQUY_ANTHROPIC_MODELS")
        .env("COLLOQUY_CONFIG", &prices)
        .env("COLLOQUY_LISTEN", "0.0.0.0:0")
        .env("COLLOQUY_SITE", &folder)
        .env("COLLOQUY_STATE", folder.with_extension("spent"))
        .stdout(Stdio::piped())
        .stderr(std::fs::File::create(&log)?)
        .spawn()?;
    let mut line = String::new();
    let out = proxy.stdout.take().ok_or(io::ErrorKind::BrokenPipe)?;
    BufReader::new(out).read_line(&mut line)?;
    let port = line.trim().rsplit(':').next().unwrap_or_default();
    let to: SocketAddr = format!("127.0.0.1:{port}")
        .parse()
        .map_err(io::Error::other)?;
    let held = besiege(to, proxy.id(), time, &means, &bill).await;
    println!("log: {} kB", std::fs::metadata(&log)?.len() / 1_000);
    proxy.kill()?;
    proxy.wait()?;
    std::fs::remove_dir_all(&folder)?;
    std::fs::remove_file(folder.with_extension("spent"))?;
    std::fs::remove_file(prices)?;
    match held {
        Ok(true) => std::fs::remove_file(log),
        // The log stays, to see why.
        Ok(false) => Err(io::Error::other(format!(
            "it did not hold; see {}",
            log.display()
        ))),
        Err(error) => Err(error),
    }
}
