//! A provider that speaks the wire formats, and misbehaves as the model's name asks for.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::SeqCst};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio_rustls::TlsAcceptor;

use super::KEY;

/// How it can behave.
pub(crate) const MODELS: [&str; 33] = [
    "good",
    "json",
    "uncounted",
    "rate",
    "overloaded",
    "broken",
    "refuses-key",
    "echoes-key",
    "echoes-in-stream",
    "echoes-in-part",
    "echoes-in-header",
    "redirect",
    "page",
    "cut",
    "stall",
    "silent",
    "flood",
    "big",
    "hold",
    "drops",
    "extra-headers",
    "cut-error",
    "huge-error",
    "gzip",
    "gzip-error",
    "switches",
    "thinks",
    "caches",
    "lies",
    "gzip-twice",
    "gzip-chunked",
    "hints",
    "breaks",
];

/// What it has seen.
#[derive(Default)]
pub(crate) struct Seen {
    /// Heads and bodies of requests.
    pub(crate) requests: Mutex<Vec<(String, String)>>,
    /// Requests it is at work for.
    pub(crate) running: AtomicUsize,
    /// Requests whose caller was gone before the end.
    pub(crate) cancelled: AtomicUsize,
    /// Bytes of bodies it has sent.
    pub(crate) sent: AtomicU64,
}

/// A running upstream.
pub(crate) struct Upstream {
    pub(crate) address: SocketAddr,
    pub(crate) seen: Arc<Seen>,
    /// Lets those that `hold` go on.
    release: watch::Sender<bool>,
}

impl Upstream {
    pub(crate) async fn start() -> Self {
        Self::start_with(None).await
    }

    /// Starts one that speaks TLS.
    pub(crate) async fn start_with(tls: Option<TlsAcceptor>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let seen = Arc::new(Seen::default());
        let (release, released) = watch::channel(false);
        tokio::spawn(accept(listener, tls, Arc::clone(&seen), released));
        Self {
            address,
            seen,
            release,
        }
    }

    pub(crate) fn release(&self) {
        self.release.send_replace(true);
    }

    pub(crate) fn running(&self) -> usize {
        self.seen.running.load(SeqCst)
    }

    pub(crate) fn cancelled(&self) -> usize {
        self.seen.cancelled.load(SeqCst)
    }

    pub(crate) fn requests(&self) -> usize {
        self.seen.requests.lock().unwrap().len()
    }
}

async fn accept(
    listener: TcpListener,
    tls: Option<TlsAcceptor>,
    seen: Arc<Seen>,
    released: watch::Receiver<bool>,
) {
    while let Ok((stream, _)) = listener.accept().await {
        drop(stream.set_nodelay(true));
        let (tls, seen, released) = (tls.clone(), Arc::clone(&seen), released.clone());
        tokio::spawn(async move {
            match tls {
                None => talk(stream, seen, released).await,
                Some(tls) => {
                    if let Ok(stream) = tls.accept(stream).await {
                        talk(stream, seen, released).await;
                    }
                }
            }
        });
    }
}

async fn talk(
    stream: impl AsyncRead + AsyncWrite + Unpin,
    seen: Arc<Seen>,
    released: watch::Receiver<bool>,
) {
    let mut talk = Talk {
        stream,
        seen,
        released,
    };
    while talk.one().await.is_some() {}
}

struct Talk<S> {
    stream: S,
    seen: Arc<Seen>,
    released: watch::Receiver<bool>,
}

/// A request at work; it counts itself out.
struct Work(Arc<Seen>, bool);

impl Drop for Work {
    fn drop(&mut self) {
        self.0.running.fetch_sub(1, SeqCst);
        if !self.1 {
            self.0.cancelled.fetch_add(1, SeqCst);
        }
    }
}

const ANTHROPIC: [&str; 4] = [
    "event: message_start\ndata: {\"type\":\"message_start\",\"message\":{\"id\":\"m\",\"content\":[],\"usage\":{\"input_tokens\":25,\"cache_creation_input_tokens\":0,\"cache_read_input_tokens\":0,\"output_tokens\":1}}}\n\n",
    "event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":\"What did you learn?\"}}\n\n",
    "event: message_delta\ndata: {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"end_turn\"},\"usage\":{\"output_tokens\":15}}\n\n",
    "event: message_stop\ndata: {\"type\":\"message_stop\"}\n\n",
];
const CHAT: [&str; 3] = [
    "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"What did you learn?\"}}]}\n\n",
    "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":25,\"completion_tokens\":15,\"total_tokens\":40}}\n\n",
    "data: [DONE]\n\n",
];
const RESPONSES: [&str; 2] = [
    "event: response.output_text.delta\ndata: {\"type\":\"response.output_text.delta\",\"delta\":\"What did you learn?\"}\n\n",
    "event: response.completed\ndata: {\"type\":\"response.completed\",\"response\":{\"usage\":{\"input_tokens\":25,\"output_tokens\":15}}}\n\n",
];

impl<S: AsyncRead + AsyncWrite + Unpin> Talk<S> {
    /// Answers one request; `None` when the connection is over.
    async fn one(&mut self) -> Option<()> {
        let (head, body) = self.request().await?;
        self.seen
            .requests
            .lock()
            .unwrap()
            .push((head.clone(), body.clone()));
        self.seen.running.fetch_add(1, SeqCst);
        let mut work = Work(Arc::clone(&self.seen), false);
        let call: serde_json::Value = serde_json::from_str(&body).ok()?;
        let model = call["model"].as_str()?.to_owned();
        let events: &[&str] = if head.contains("/chat/completions ") {
            &CHAT
        } else if head.contains("/responses ") {
            &RESPONSES
        } else {
            &ANTHROPIC
        };
        let answered = self.answer(&model, events).await;
        work.1 = answered.is_some();
        answered
    }

    async fn answer(&mut self, model: &str, events: &[&str]) -> Option<()> {
        match model {
            "json" => self.whole("200 OK", "", "{\"content\":[],\"usage\":{\"input_tokens\":25,\"output_tokens\":15}}").await,
            "thinks" => self.whole("200 OK", "", "{\"usage\":{\"prompt_tokens\":32,\"completion_tokens\":9,\"total_tokens\":8041,\"completion_tokens_details\":{\"reasoning_tokens\":8000}}}").await,
            "caches" => self.whole("200 OK", "", "{\"usage\":{\"input_tokens\":4,\"cache_creation_input_tokens\":3000,\"cache_read_input_tokens\":2000,\"output_tokens\":6}}").await,
            "lies" => self.whole("200 OK", "", "{\"usage\":{\"input_tokens\":4,\"output_tokens\":99999999}}").await,
            "rate" => {
                let headers = format!("retry-after: 7\r\nrequest-id: req_1\r\nx-request-id: {}\r\nx-ratelimit-remaining-requests: 0\r\nanthropic-organization-id: org-1\r\n", &KEY[..30]);
                self.whole("429 Too Many Requests", &headers, "{\"type\":\"error\",\"error\":{\"type\":\"rate_limit_error\",\"message\":\"slow down, org-A1b2C3d4E5: limit 30,000, used 29500, wait 7s\"}}").await
            }
            "overloaded" => self.whole("529 Overloaded", "", "{\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"Overloaded\"}}").await,
            "broken" => self.whole("500 Internal Server Error", "", "{\"error\":{}}").await,
            "refuses-key" => {
                let body = format!("{{\"error\":{{\"message\":\"Incorrect API key provided: {}*******{}.\"}}}}", &KEY[..8], &KEY[KEY.len() - 4..]);
                self.whole("401 Unauthorized", "", &body).await
            }
            "echoes-key" => {
                let body = format!("{{\"error\":{{\"message\":\"the key {KEY} ({}) may not use this model\"}}}}", &KEY[10..30]);
                self.whole("403 Forbidden", "", &body).await
            }
            "echoes-in-header" => {
                let headers = format!("x-request-id: {KEY}\r\nrequest-id: req_2\r\n");
                self.whole("200 OK", &headers, "{}").await
            }
            "echoes-in-stream" | "echoes-in-part" => {
                self.head("200 OK", "text/event-stream", "").await?;
                let text = if model == "echoes-in-part" {
                    let half = KEY.len() / 2;
                    format!("data: {}\n\ndata: {}{}\n\n", &KEY[..half], &KEY[1..half], &KEY[half..])
                } else {
                    format!("data: {{\"text\":\"{KEY} and {KEY}\"}}\n\n")
                };
                for piece in text.as_bytes().chunks(7) {
                    self.chunk(piece).await?;
                }
                self.chunk(b"").await
            }
            "extra-headers" => {
                let headers = "set-cookie: a=b\r\nserver: secret/1\r\nx-internal: 1\r\naccess-control-allow-origin: *\r\n";
                self.whole("200 OK", headers, "{}").await
            }
            "redirect" => self.whole("307 Temporary Redirect", "location: http://127.0.0.1:9/\r\n", "").await,
            "page" => {
                let page = "<script>alert(1)</script>";
                self.head("503 Service Unavailable", "text/html", "").await?;
                self.chunk(page.as_bytes()).await?;
                self.chunk(b"").await
            }
            "cut-error" => {
                self.head("500 Internal Server Error", "application/json", "").await?;
                self.chunk(b"{\"error\":").await?;
                None
            }
            "huge-error" => {
                self.head("500 Internal Server Error", "text/plain", "").await?;
                for _ in 0..64 {
                    self.chunk(&[b'x'; 16 * 1024]).await?;
                }
                self.chunk(b"").await
            }
            // Not what these bytes are: nobody must look.
            "gzip" => self.whole("200 OK", "content-encoding: gzip\r\n", "{}").await,
            "gzip-twice" => self.whole("200 OK", "content-encoding: identity\r\ncontent-encoding: gzip\r\n", "{}").await,
            "gzip-chunked" => {
                let text = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: gzip, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n";
                self.stream.write_all(text.as_bytes()).await.ok()
            }
            "gzip-error" => self.whole("500 Internal Server Error", "content-encoding: br\r\n", "{}").await,
            "switches" => {
                let text = "HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: other\r\n\r\nanything";
                self.stream.write_all(text.as_bytes()).await.ok()?;
                self.gone().await
            }
            "hints" => loop {
                let hint = "HTTP/1.1 103 Early Hints\r\nlink: </a>; rel=preload\r\n\r\n";
                self.stream.write_all(hint.as_bytes()).await.ok()?;
                self.seen.sent.fetch_add(hint.len() as u64, SeqCst);
            },
            "drops" => None,
            "silent" => self.gone().await,
            "stall" => {
                self.stream_head().await?;
                self.chunk(events[0].as_bytes()).await?;
                self.gone().await
            }
            "cut" => {
                self.stream_head().await?;
                self.chunk(events[0].as_bytes()).await?;
                let half = events[1].len() / 2;
                self.chunk(&events[1].as_bytes()[..half]).await?;
                None
            }
            "flood" => {
                self.stream_head().await?;
                loop {
                    self.chunk(&[b'x'; 4096]).await?;
                }
            }
            "big" => {
                self.stream_head().await?;
                let text = format!("data: {{\"delta\":\"{}\"}}\n\n", "w".repeat(1000));
                for _ in 0..3_100 {
                    self.chunk(text.as_bytes()).await?;
                }
                self.all(events).await
            }
            "hold" => {
                self.stream_head().await?;
                self.chunk(events[0].as_bytes()).await?;
                let mut released = self.released.clone();
                let read = &mut self.stream;
                let mut byte = [0];
                tokio::select! {
                    _ = released.wait_for(|go| *go) => {}
                    _ = read.read(&mut byte) => return None,
                }
                self.all(&events[1..]).await
            }
            // As a provider that is overloaded in the middle.
            "breaks" => {
                self.stream_head().await?;
                self.all(&events[..2]).await?;
                self.chunk(b"event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"Overloaded\"}}\n\n").await?;
                self.chunk(b"").await
            }
            "uncounted" => {
                self.stream_head().await?;
                self.chunk(events[1].as_bytes()).await?;
                self.chunk(b"").await
            }
            _ => {
                self.stream_head().await?;
                self.all(events).await
            }
        }
    }

    async fn all(&mut self, events: &[&str]) -> Option<()> {
        for event in events {
            self.chunk(event.as_bytes()).await?;
        }
        self.chunk(b"").await
    }

    async fn stream_head(&mut self) -> Option<()> {
        self.head("200 OK", "text/event-stream; charset=utf-8", "")
            .await
    }

    async fn head(&mut self, status: &str, kind: &str, headers: &str) -> Option<()> {
        let head = format!(
            "HTTP/1.1 {status}\r\ncontent-type: {kind}\r\n{headers}transfer-encoding: chunked\r\n\r\n"
        );
        self.stream.write_all(head.as_bytes()).await.ok()
    }

    async fn whole(&mut self, status: &str, headers: &str, body: &str) -> Option<()> {
        let length = body.len();
        let text = format!(
            "HTTP/1.1 {status}\r\ncontent-type: application/json\r\n{headers}content-length: {length}\r\n\r\n{body}"
        );
        self.stream.write_all(text.as_bytes()).await.ok()
    }

    async fn chunk(&mut self, bytes: &[u8]) -> Option<()> {
        let framed = [format!("{:x}\r\n", bytes.len()).as_bytes(), bytes, b"\r\n"].concat();
        self.stream.write_all(&framed).await.ok()?;
        self.seen.sent.fetch_add(bytes.len() as u64, SeqCst);
        Some(())
    }

    /// Waits until the caller is gone.
    async fn gone(&mut self) -> Option<()> {
        let mut byte = [0];
        drop(tokio::time::timeout(Duration::from_secs(60), self.stream.read(&mut byte)).await);
        None
    }

    async fn request(&mut self) -> Option<(String, String)> {
        read_request(&mut self.stream).await
    }
}

/// Reads a request with a length; its head, and its body.
pub(crate) async fn read_request(
    stream: &mut (impl AsyncRead + Unpin),
) -> Option<(String, String)> {
    let mut bytes = Vec::new();
    loop {
        if let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") {
            let head = String::from_utf8(bytes[..end].to_vec()).unwrap();
            let length = super::client::header(&head, "content-length")?
                .parse::<usize>()
                .ok()?;
            if bytes.len() >= end + 4 + length {
                let body = String::from_utf8(bytes[end + 4..end + 4 + length].to_vec()).unwrap();
                return Some((head, body));
            }
        }
        let read = stream.read_buf(&mut bytes).await.ok()?;
        if read == 0 {
            return None;
        }
    }
}
