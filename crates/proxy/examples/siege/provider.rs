//! A provider that counts what it is asked for, and bills it.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use std::{fmt, io};

use serde_json::Value;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{sleep, timeout};

/// What it bills for a million tokens, in USD: the list prices of the one model that is asked.
pub(crate) const MODEL: &str = "claude-haiku-4-5";
const INPUT: f64 = 1.0;
const CACHED: f64 = 0.1;
const OUTPUT: f64 = 5.0;

/// The same for the proxy; what it does not name is its default.
pub(crate) const PRICES: &str = r#"[[model]]
name = "claude-haiku-4-5"
dialect = "anthropic"
upstream = "anthropic"
input_usd = 1.0
output_usd = 5.0
"#;

/// The most output that is asked for, in tokens.
pub(crate) const MOST: u64 = 4096;

/// What it writes in one event, and how many tokens that is here.
const EVENT: &str = "What did you then learn from it? ";
const EVENT_TOKENS: u64 = 8;

/// Events of an answer, and what it waits before each.
const EVENTS: u64 = 8;
const PAUSE: Duration = Duration::from_millis(20);

/// What it has counted.
#[derive(Default)]
pub(crate) struct Bill {
    pub(crate) calls: AtomicU64,
    pub(crate) cancelled: AtomicU64,
    tokens: Mutex<Tokens>,
}

/// Tokens by their price.
#[derive(Clone, Copy, Default)]
pub(crate) struct Tokens {
    input: u64,
    cached: u64,
    output: u64,
}

impl Tokens {
    pub(crate) fn all(self) -> u64 {
        self.input + self.cached + self.output
    }

    #[expect(clippy::cast_precision_loss, reason = "far below 2^53")]
    pub(crate) fn usd(self) -> f64 {
        let of = |tokens: u64, price: f64| tokens as f64 * price / 1e6;
        of(self.input, INPUT) + of(self.cached, CACHED) + of(self.output, OUTPUT)
    }
}

impl fmt::Display for Tokens {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} tokens, {:.3} USD", self.all(), self.usd())
    }
}

impl Bill {
    pub(crate) fn tokens(&self) -> Tokens {
        *self.tokens.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn add(&self, input: u64, cached: u64, output: u64) {
        let mut tokens = self.tokens.lock().unwrap_or_else(PoisonError::into_inner);
        tokens.input += input;
        tokens.cached += cached;
        tokens.output += output;
    }
}

/// Starts one.
pub(crate) async fn start() -> io::Result<(SocketAddr, Arc<Bill>)> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?;
    let bill = Arc::new(Bill::default());
    let counting = Arc::clone(&bill);
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            drop(stream.set_nodelay(true));
            let bill = Arc::clone(&counting);
            tokio::spawn(async move {
                let mut stream = stream;
                while let Ok(Some(body)) = body(&mut stream).await {
                    let begun = Instant::now();
                    bill.calls.fetch_add(1, Relaxed);
                    if answer(&mut stream, &body, &bill, begun).await.is_err() {
                        bill.cancelled.fetch_add(1, Relaxed);
                        return;
                    }
                }
            });
        }
    });
    Ok((address, bill))
}

/// Reads a request and gives its body; `None` when the connection is over.
async fn body(stream: &mut TcpStream) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    loop {
        if let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") {
            let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
            let length = super::support::client::header(&head, "content-length");
            let length: usize = length.and_then(|text| text.parse().ok()).unwrap_or(0);
            let mut body = bytes.split_off(end + 4);
            while body.len() < length {
                if stream.read_buf(&mut body).await? == 0 {
                    return Ok(None);
                }
            }
            return Ok(Some(body));
        }
        if stream.read_buf(&mut bytes).await? == 0 {
            return Ok(None);
        }
    }
}

/// How many tokens a text is here: one for each word, and one for whatever else is long.
fn count(text: &str) -> u64 {
    text.split_whitespace()
        .map(|word| 1 + word.len() as u64 / 12)
        .sum()
}

async fn chunk(stream: &mut TcpStream, text: &str) -> io::Result<()> {
    let framed = format!("{:x}\r\n{text}\r\n", text.len());
    stream.write_all(framed.as_bytes()).await
}

/// Waits, and ends early when the caller is gone.
async fn wait(stream: &mut TcpStream, time: Duration) -> io::Result<()> {
    let mut byte = [0];
    match timeout(time, stream.peek(&mut byte)).await {
        Ok(Ok(0)) | Ok(Err(_)) => Err(io::ErrorKind::BrokenPipe.into()),
        Ok(Ok(_)) => {
            sleep(time).await;
            Ok(())
        }
        Err(_) => Ok(()),
    }
}

/// Does what the first word of the last message asks for: `silent` sends nothing for a minute, `whole` writes all that it may, and bills it
/// whoever still waits for it, `slow` writes for a minute, `bad` is refused and costs nothing, anything else is answered.
async fn answer(
    stream: &mut TcpStream,
    body: &[u8],
    bill: &Bill,
    begun: Instant,
) -> io::Result<()> {
    let call: Value = serde_json::from_slice(body).map_err(io::Error::other)?;
    let text = call["messages"][0]["content"].as_str().unwrap_or_default();
    let wanted = text.split(' ').next().unwrap_or_default();
    if wanted == "bad" {
        let text = r#"{"type":"error","error":{"type":"invalid_request_error"}}"#;
        let head = format!(
            "HTTP/1.1 400 Bad Request\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{text}",
            text.len()
        );
        return stream.write_all(head.as_bytes()).await;
    }
    let input = count(text) + 10;
    // Instructions that were sent before are read from a cache.
    let cached = count(call["system"].as_str().unwrap_or_default());
    bill.add(input, cached, 0);
    if wanted == "whole" {
        bill.add(0, 0, MOST);
    }
    if wanted == "silent" || wanted == "whole" {
        wait(stream, Duration::from_secs(60)).await?;
    }
    wait(stream, PAUSE * 7).await?;
    let head =
        "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n";
    stream.write_all(head.as_bytes()).await?;
    let usage = format!(
        r#"{{"input_tokens":{input},"cache_creation_input_tokens":0,"cache_read_input_tokens":{cached},"output_tokens":1}}"#
    );
    let start = format!(
        "data: {{\"type\":\"message_start\",\"message\":{{\"id\":\"m\",\"content\":[],\"usage\":{usage}}}}}\n\n"
    );
    chunk(stream, &start).await?;
    let delta = format!(
        "data: {{\"type\":\"content_block_delta\",\"index\":0,\"delta\":{{\"type\":\"text_delta\",\"text\":\"{EVENT}\"}}}}\n\n"
    );
    let (events, pause) = if wanted == "slow" {
        (300, PAUSE * 10)
    } else {
        (EVENTS, PAUSE)
    };
    let mut output = 0;
    for _ in 0..events {
        wait(stream, pause).await?;
        bill.add(0, 0, EVENT_TOKENS);
        output += EVENT_TOKENS;
        chunk(stream, &delta).await?;
    }
    let took = begun.elapsed().as_millis();
    let end = format!(
        "data: {{\"type\":\"message_delta\",\"delta\":{{\"stop_reason\":\"end_turn\"}},\"usage\":{{\"output_tokens\":{output}}}}}\n\ndata: {{\"type\":\"message_stop\",\"took_ms\":{took}}}\n\n"
    );
    chunk(stream, &end).await?;
    stream.write_all(b"0\r\n\r\n").await
}
