//! Clients for `cargo xtask bench proxy`: connections that ask one after the other, each its next request when the last is
//! answered, or at a fixed rate.
//!
//! `load run` reads a job from its standard input, as one JSON object, and prints what came of it as one:
//! `{"requests", "errors", "seconds", "p50_us", "p99_us", "first_p50_us", "first_p99_us"}`, times from when a request was due until it was
//! answered whole, and until its first byte. `load hold` opens as many streams, prints their number once each has begun, and
//! holds them until its standard input ends.

use std::error::Error;
use std::io::{self, Read as _};
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde::Deserialize;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

/// What is asked, of whom, and how often.
#[derive(Deserialize)]
struct Job {
    /// Address and port.
    address: String,
    path: String,
    body: String,
    /// Header lines of every request.
    headers: Vec<String>,
    /// Values of `Authorization`; connections take them in turn.
    tokens: Vec<String>,
    connections: usize,
    /// How long new requests are begun, in milliseconds.
    #[serde(default)]
    millis: u64,
    /// Requests a second over all connections; 0 asks as fast as is answered.
    #[serde(default)]
    rate: u64,
}

impl Job {
    fn request(&self, connection: usize) -> Vec<u8> {
        let mut head = format!("POST {} HTTP/1.1\r\nhost: {}\r\n", self.path, self.address);
        for line in &self.headers {
            head += &format!("{line}\r\n");
        }
        if let Some(token) = self.tokens.get(connection % self.tokens.len().max(1)) {
            head += &format!("authorization: Bearer {token}\r\n");
        }
        let length = self.body.len();
        format!(
            "{head}content-type: application/json\r\ncontent-length: {length}\r\n\r\n{}",
            self.body
        )
        .into_bytes()
    }
}

/// What one connection saw; times in microseconds.
#[derive(Default)]
struct Seen {
    whole: Vec<u64>,
    first: Vec<u64>,
    errors: u64,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let what = std::env::args().nth(1).unwrap_or_default();
    let mut line = String::new();
    io::stdin().read_line(&mut line)?;
    let job: Arc<Job> = Arc::new(serde_json::from_str(&line)?);
    match what.as_str() {
        "run" => run(job).await,
        "hold" => hold(job).await,
        _ => Err("load takes run or hold".into()),
    }
}

async fn run(job: Arc<Job>) -> Result<(), Box<dyn Error>> {
    let began = Instant::now();
    let running: Vec<_> = (0..job.connections)
        .map(|number| tokio::spawn(connection(Arc::clone(&job), number, began)))
        .collect();
    let mut all = Seen::default();
    for one in running {
        let seen = one.await?;
        all.whole.extend(seen.whole);
        all.first.extend(seen.first);
        all.errors += seen.errors;
    }
    let seconds = began.elapsed().as_secs_f64();
    all.whole.sort_unstable();
    all.first.sort_unstable();
    println!(
        r#"{{"requests":{},"errors":{},"seconds":{seconds},"p50_us":{},"p99_us":{},"first_p50_us":{},"first_p99_us":{}}}"#,
        all.whole.len(),
        all.errors,
        below(&all.whole, 50),
        below(&all.whole, 99),
        below(&all.first, 50),
        below(&all.first, 99),
    );
    Ok(())
}

/// The value below which so many of a hundred lie.
fn below(sorted: &[u64], percent: usize) -> u64 {
    let at = (sorted.len().saturating_sub(1) * percent).div_ceil(100);
    sorted.get(at).copied().unwrap_or(0)
}

async fn connection(job: Arc<Job>, number: usize, began: Instant) -> Seen {
    let request = job.request(number);
    let mut seen = Seen::default();
    let mut stream = None;
    let mut bytes = Vec::with_capacity(32 * 1024);
    let end = began + Duration::from_millis(job.millis);
    // At a rate the connections take turns.
    let step = |count: usize| {
        let turn = (count * job.connections + number) as f64;
        began + Duration::from_secs_f64(turn / job.rate.max(1) as f64)
    };
    for count in 0.. {
        let mut due = Instant::now();
        if job.rate > 0 {
            due = step(count);
            tokio::time::sleep_until(due.into()).await;
        }
        if due >= end {
            break;
        }
        if stream.is_none() {
            stream = TcpStream::connect(&job.address).await.ok();
            if let Some(stream) = &stream {
                let _ = stream.set_nodelay(true);
            }
        }
        let answered = match &mut stream {
            Some(stream) => ask(stream, &request, &mut bytes).await,
            None => None,
        };
        let micros = |at: Instant| u64::try_from((at - due).as_micros()).unwrap_or(u64::MAX);
        match answered {
            Some(first) => {
                seen.first.push(micros(first));
                seen.whole.push(micros(Instant::now()));
            }
            None => {
                stream = None;
                seen.errors += 1;
                // A server that refuses at once must not keep this loop busy.
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        }
    }
    seen
}

/// Asks once and reads the whole answer. Returns when its first byte came; none when it is no success.
async fn ask(stream: &mut TcpStream, request: &[u8], bytes: &mut Vec<u8>) -> Option<Instant> {
    bytes.clear();
    stream.write_all(request).await.ok()?;
    let mut first = None;
    let mut head = None;
    loop {
        if stream.read_buf(bytes).await.ok()? == 0 {
            return None;
        }
        first = first.or_else(|| Some(Instant::now()));
        if head.is_none() {
            head = frame(bytes);
        }
        let over = match head {
            None => false,
            Some((end, Some(length))) => bytes.len() >= end + length,
            // The body that is sent here holds no such bytes itself.
            Some((_, None)) => bytes.ends_with(b"\r\n0\r\n\r\n"),
        };
        if over {
            return first.filter(|_| bytes.starts_with(b"HTTP/1.1 200"));
        }
    }
}

/// Where a response's body begins, and its length; none when it comes in chunks.
fn frame(bytes: &[u8]) -> Option<(usize, Option<usize>)> {
    let end = memchr::memmem::find(bytes, b"\r\n\r\n")? + 4;
    let head = String::from_utf8_lossy(&bytes[..end]).to_ascii_lowercase();
    let length = head
        .lines()
        .find_map(|line| line.strip_prefix("content-length:"))
        .and_then(|value| value.trim().parse().ok());
    Some((end, length))
}

async fn hold(job: Arc<Job>) -> Result<(), Box<dyn Error>> {
    let mut held = Vec::with_capacity(job.connections);
    // Some at a time: a queue of waiting connections has an end.
    while held.len() < job.connections {
        let from = held.len();
        let opening: Vec<_> = (from..job.connections.min(from + 64))
            .map(|number| {
                let job = Arc::clone(&job);
                tokio::spawn(async move { open(&job, number).await.map_err(|e| e.to_string()) })
            })
            .collect();
        for one in opening {
            held.push(one.await??);
        }
    }
    println!("{}", held.len());
    tokio::task::spawn_blocking(|| io::stdin().read_to_end(&mut Vec::new())).await??;
    Ok(())
}

async fn open(job: &Job, number: usize) -> Result<TcpStream, Box<dyn Error>> {
    let mut stream = TcpStream::connect(&job.address).await?;
    stream.write_all(&job.request(number)).await?;
    let mut bytes = Vec::new();
    while memchr::memmem::find(&bytes, b"data: ").is_none() {
        if stream.read_buf(&mut bytes).await? == 0 {
            return Err(format!("ended: {}", String::from_utf8_lossy(&bytes)).into());
        }
    }
    Ok(stream)
}
