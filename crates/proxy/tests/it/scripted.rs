//! An upstream that answers as a case of `tests/cases/proxy` has it.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::{Arc, Mutex};

use serde::Deserialize;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;

use crate::support::upstream::read_request;

/// A text, or one that is repeated.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub(crate) enum Text {
    Once(String),
    Times { text: String, times: usize },
}

impl Text {
    pub(crate) fn text(&self) -> String {
        match self {
            Text::Once(text) => text.clone(),
            Text::Times { text, times } => text.repeat(*times),
        }
    }

    /// As it is sent: what is repeated comes in as many pieces.
    fn pieces(&self) -> Vec<&str> {
        match self {
            Text::Once(text) => vec![text],
            Text::Times { text, times } => vec![text; *times],
        }
    }
}

/// What the upstream does with a request.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Script {
    status: Option<u16>,
    headers: Option<crate::cases::Headers>,
    pieces: Option<Vec<Text>>,
    ends: Option<String>,
    /// Each piece waits until the client has the one before.
    pub(crate) paced: bool,
    drops: bool,
    silent: bool,
}

/// What is sent where a case names no pieces.
const EVENTS: [&str; 2] = [
    "event: message_start\ndata: {\"type\":\"message_start\"}\n\n",
    "event: message_stop\ndata: {\"type\":\"message_stop\"}\n\n",
];

impl Script {
    /// The pieces of the body.
    pub(crate) fn pieces(&self) -> Vec<String> {
        match &self.pieces {
            None => EVENTS.map(str::to_owned).into(),
            Some(pieces) => pieces
                .iter()
                .flat_map(Text::pieces)
                .map(str::to_owned)
                .collect(),
        }
    }
}

/// A running upstream.
pub(crate) struct Scripted {
    pub(crate) address: SocketAddr,
    /// Heads and bodies of requests.
    pub(crate) requests: Arc<Mutex<Vec<(String, String)>>>,
    /// Requests whose caller was gone while it was at work.
    pub(crate) left: Arc<AtomicUsize>,
    /// Lets the next piece go.
    pub(crate) pace: Arc<Semaphore>,
}

impl Scripted {
    pub(crate) async fn start(script: Script) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let upstream = Self {
            address: listener.local_addr().unwrap(),
            requests: Arc::default(),
            left: Arc::default(),
            pace: Arc::new(Semaphore::new(0)),
        };
        let (requests, left) = (Arc::clone(&upstream.requests), Arc::clone(&upstream.left));
        let pace = Arc::clone(&upstream.pace);
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                drop(stream.set_nodelay(true));
                let (script, requests) = (script.clone(), Arc::clone(&requests));
                let (left, pace) = (Arc::clone(&left), Arc::clone(&pace));
                tokio::spawn(async move {
                    while let Some(request) = read_request(&mut stream).await {
                        requests.lock().unwrap().push(request);
                        if answer(&mut stream, &script, &pace, &left).await.is_none() {
                            return;
                        }
                    }
                });
            }
        });
        upstream
    }
}

/// Answers one request; `None` when the connection is over.
async fn answer(
    stream: &mut TcpStream,
    script: &Script,
    pace: &Semaphore,
    left: &AtomicUsize,
) -> Option<()> {
    if script.drops {
        return None;
    }
    if script.silent {
        return gone(stream, left).await;
    }
    let status = script.status.unwrap_or(200);
    let mut head = format!("HTTP/1.1 {status} As scripted\r\n");
    match &script.headers {
        None => head.push_str("content-type: text/event-stream; charset=utf-8\r\n"),
        Some(headers) => {
            for (name, value) in headers.lines() {
                head.push_str(&format!("{name}: {value}\r\n"));
            }
        }
    }
    let bodiless = matches!(status, 204 | 304);
    head.push_str(if bodiless {
        "\r\n"
    } else {
        "transfer-encoding: chunked\r\n\r\n"
    });
    stream.write_all(head.as_bytes()).await.ok()?;
    if bodiless {
        return Some(());
    }
    for (at, piece) in script.pieces().into_iter().enumerate() {
        if script.paced && at > 0 {
            pace.acquire().await.unwrap().forget();
        }
        chunk(stream, piece.as_bytes()).await?;
    }
    match script.ends.as_deref() {
        None => chunk(stream, b"").await,
        Some("cut") => None,
        Some("never") => gone(stream, left).await,
        Some(other) => panic!("{other} is no end"),
    }
}

async fn chunk(stream: &mut TcpStream, bytes: &[u8]) -> Option<()> {
    let framed = [format!("{:x}\r\n", bytes.len()).as_bytes(), bytes, b"\r\n"].concat();
    stream.write_all(&framed).await.ok()
}

/// Waits until the caller is gone.
async fn gone(stream: &mut TcpStream, left: &AtomicUsize) -> Option<()> {
    let mut byte = [0];
    if !matches!(stream.read(&mut byte).await, Ok(1..)) {
        left.fetch_add(1, SeqCst);
    }
    None
}
