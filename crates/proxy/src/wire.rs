//! Connections to upstreams that are driven by whoever waits for their answer.
//!
//! A call, its upstream's connection and its client's are one task: no event of a stream is handed from one task to another,
//! which would cost more than reading and writing it. A client that leaves thereby ends its upstream's connection at once, and what an
//! upstream sends before its answer is bounded, which hyper-util's client, with a task of its own for each connection, leaves open.

use std::fmt;
use std::io;
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, Waker, ready};
use std::time::{Duration, Instant};

use bytes::Bytes;
use http_body::{Body, Frame, SizeHint};
use http_body_util::Full;
use hyper::body::Incoming;
use hyper::client::conn::TrySendError;
use hyper::client::conn::http1::{Builder, Connection, SendRequest};
use hyper::rt::{Read, ReadBuf, ReadBufCursor, Write};
use hyper::{Request, Response};
use hyper_rustls::MaybeHttpsStream;
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;

/// What carries the bytes, with TLS or without.
pub(crate) type Io = MaybeHttpsStream<TokioIo<TcpStream>>;

/// What speaks the protocol, and is moved by being polled.
type Driven = Connection<Bounded, Full<Bytes>>;

/// The most bytes read from an upstream beyond what a client has taken. One such buffer belongs to each stream.
const BUFFER: usize = 32 * 1024;

/// The most bytes that an upstream may send before a response of its own begins: a server may say for ever that it is at work (103).
const BEFORE: u64 = 128 * 1024;

/// A connection of which no more is read than is left.
struct Bounded {
    io: Io,
    left: Arc<AtomicU64>,
}

impl Read for Bounded {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        mut buffer: ReadBufCursor<'_>,
    ) -> Poll<io::Result<()>> {
        let left = self.left.load(Relaxed);
        if left == u64::MAX {
            return Pin::new(&mut self.io).poll_read(cx, buffer);
        }
        if left == 0 {
            return Poll::Ready(Err(io::ErrorKind::InvalidData.into()));
        }
        let mut room = [0; 4096];
        let size = room.len().min(buffer.remaining());
        let mut own = ReadBuf::new(&mut room[..size]);
        ready!(Pin::new(&mut self.io).poll_read(cx, own.unfilled()))?;
        let bytes = own.filled();
        self.left
            .store(left.saturating_sub(bytes.len() as u64), Relaxed);
        buffer.put_slice(bytes);
        Poll::Ready(Ok(()))
    }
}

impl Write for Bounded {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.io).poll_write(cx, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.io).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.io).poll_shutdown(cx)
    }

    fn is_write_vectored(&self) -> bool {
        self.io.is_write_vectored()
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.io).poll_write_vectored(cx, slices)
    }
}

/// Idle connections that are kept per upstream and thread, and for how long.
const IDLE: usize = 64;
const IDLE_TIME: Duration = Duration::from_secs(50);

/// One connection to an upstream. Dropping it closes it.
pub(crate) struct Wire {
    sender: SendRequest<Full<Bytes>>,
    /// Gone when nothing more comes from it; dropping it wakes whoever waits for its answer with an error.
    connection: Option<Pin<Box<Driven>>>,
    idle_since: Instant,
    /// Bytes that may come before a response begins.
    left: Arc<AtomicU64>,
}

impl Wire {
    /// Begins HTTP/1.1 on a connection.
    ///
    /// # Errors
    /// When the protocol cannot begin.
    pub(crate) async fn begin(io: Io) -> hyper::Result<Self> {
        let left = Arc::new(AtomicU64::new(u64::MAX));
        let io = Bounded {
            io,
            left: Arc::clone(&left),
        };
        let (sender, connection) = Builder::new().max_buf_size(BUFFER).handshake(io).await?;
        Ok(Self {
            left,
            sender,
            connection: Some(Box::pin(connection)),
            idle_since: Instant::now(),
        })
    }

    /// Moves what can be moved, and asks to be woken when there is more.
    fn drive(&mut self, cx: &mut Context<'_>) {
        drive(&mut self.connection, cx);
    }

    /// Whether it can take a request, as far as can be known without waiting.
    fn is_fresh(&mut self) -> bool {
        self.drive(&mut Context::from_waker(Waker::noop()));
        self.connection.is_some() && self.sender.is_ready()
    }

    /// Sends a request and waits until its response begins.
    ///
    /// # Errors
    /// When the connection breaks; with the request, when none of it was written.
    pub(crate) async fn send(
        &mut self,
        request: Request<Full<Bytes>>,
    ) -> Result<Response<Incoming>, TrySendError<Request<Full<Bytes>>>> {
        self.left.store(BEFORE, Relaxed);
        let mut answer = std::pin::pin!(self.sender.try_send_request(request));
        let answered = std::future::poll_fn(|cx| {
            drive(&mut self.connection, cx);
            // Only the connection answers, and it was just driven: there is nobody else to be woken by.
            answer
                .as_mut()
                .poll(&mut Context::from_waker(Waker::noop()))
        })
        .await;
        self.left.store(u64::MAX, Relaxed);
        answered
    }
}

/// Polls a connection and lets it go when it is over. Whoever waits for its answer has been given the error that ended it.
fn drive(connection: &mut Option<Pin<Box<Driven>>>, cx: &mut Context<'_>) {
    if connection
        .as_mut()
        .is_some_and(|connection| connection.as_mut().poll(cx).is_ready())
    {
        *connection = None;
    }
}

/// The idle connections to one upstream.
#[derive(Clone, Default)]
pub(crate) struct Idle(Arc<Mutex<Vec<Wire>>>);

impl Idle {
    /// Takes one that still works.
    pub(crate) fn take(&self) -> Option<Wire> {
        let mut wires = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        while let Some(mut wire) = wires.pop() {
            if wire.idle_since.elapsed() < IDLE_TIME && wire.is_fresh() {
                return Some(wire);
            }
        }
        None
    }

    /// Keeps one for the next call, when it is fit for one, and lets go of those that waited for long.
    fn put(&self, mut wire: Wire) {
        if !wire.is_fresh() {
            return;
        }
        wire.idle_since = Instant::now();
        let mut wires = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        wires.retain(|wire| wire.idle_since.elapsed() < IDLE_TIME);
        if wires.len() < IDLE {
            wires.push(wire);
        }
    }
}

/// The error of an answer whose body ended before its time.
#[derive(Debug)]
pub(crate) struct ConnectionLost;

impl fmt::Display for ConnectionLost {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("the upstream's connection broke off")
    }
}

impl std::error::Error for ConnectionLost {}

/// The body of an upstream's response. Read to its end it gives its connection back; dropped before, it closes it.
pub(crate) struct Answer {
    body: Incoming,
    wire: Option<Wire>,
    idle: Idle,
}

impl Answer {
    /// The body of a response that came over a connection.
    pub(crate) fn new(body: Incoming, wire: Wire, idle: Idle) -> Self {
        let mut answer = Self {
            body,
            wire: Some(wire),
            idle,
        };
        answer.rest_when_over();
        answer
    }

    fn rest_when_over(&mut self) {
        if self.body.is_end_stream()
            && let Some(wire) = self.wire.take()
        {
            self.idle.put(wire);
        }
    }
}

impl Body for Answer {
    type Data = Bytes;
    type Error = ConnectionLost;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, ConnectionLost>>> {
        let this = &mut *self;
        // Bytes come only from the connection, which is driven here: nothing else could wake.
        let mut quiet = Context::from_waker(Waker::noop());
        let mut driven = false;
        loop {
            match Pin::new(&mut this.body).poll_frame(&mut quiet) {
                Poll::Ready(Some(Ok(frame))) => {
                    this.rest_when_over();
                    return Poll::Ready(Some(Ok(frame)));
                }
                Poll::Ready(Some(Err(_))) => {
                    this.wire = None;
                    return Poll::Ready(Some(Err(ConnectionLost)));
                }
                Poll::Ready(None) => {
                    if let Some(wire) = this.wire.take() {
                        this.idle.put(wire);
                    }
                    return Poll::Ready(None);
                }
                Poll::Pending => match &mut this.wire {
                    Some(wire) if wire.connection.is_some() => {
                        if driven {
                            return Poll::Pending;
                        }
                        wire.drive(cx);
                    }
                    _ => return Poll::Ready(Some(Err(ConnectionLost))),
                },
            }
            driven = true;
        }
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
