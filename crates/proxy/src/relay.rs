//! Passes a response on as it arrives: nothing is read before the client has taken what came before.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use http_body::{Body as _, SizeHint};
use tokio::time::{Instant, Sleep, sleep_until};

use crate::call::Call;
use crate::config::{Numbers, seconds};
use crate::mask::{Mask, Stream};
use crate::metrics::Outcome;
use crate::usage::Scanner;
use crate::wire::Answer;

/// The most bytes that are passed on as one piece, unless they arrived as one.
const GATHERED: usize = 16 * 1024;

/// The error of a response that broke off. The client sees a connection that ended before its time, which is what it is.
#[derive(Debug)]
pub(crate) struct Truncated;

impl std::fmt::Display for Truncated {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("the upstream's response broke off")
    }
}

impl std::error::Error for Truncated {}

/// A provider's response on its way to a client. Dropping it drops the upstream's connection.
pub(crate) struct Relay {
    inner: Answer,
    call: Call,
    scanner: Scanner,
    /// Looks for the upstream's key.
    mask: Option<Arc<Mask>>,
    stream: Stream,
    /// Bytes that may still come.
    left: u64,
    idle: Duration,
    last_seen: Instant,
    end: Instant,
    timer: Pin<Box<Sleep>>,
    /// How the response ended, while what came before is passed on.
    ended: Option<Result<(), Truncated>>,
    over: bool,
    /// It breaks off when what came before has been sent.
    breaking: bool,
}

impl Relay {
    /// Begins to pass a response on, within the limits of `numbers`.
    pub(crate) fn new(
        inner: Answer,
        call: Call,
        numbers: &Numbers,
        mask: Option<Arc<Mask>>,
        event_stream: bool,
    ) -> Self {
        let idle = seconds(numbers.idle_seconds);
        let last_seen = Instant::now();
        let end = Instant::from_std(call.started) + seconds(numbers.call_seconds);
        Self {
            inner,
            scanner: Scanner::new(event_stream),
            mask,
            stream: Stream::default(),
            left: numbers.response_bytes,
            idle,
            last_seen,
            end,
            timer: Box::pin(sleep_until(end.min(last_seen + idle))),
            ended: None,
            over: false,
            breaking: false,
            call,
        }
    }

    /// Whether nothing more comes.
    pub(crate) fn is_over(&self) -> bool {
        self.over
    }

    /// What is known of the length that is still to come.
    pub(crate) fn size_hint(&self) -> SizeHint {
        self.inner.size_hint()
    }

    fn piece(&mut self, piece: Bytes) -> Result<Bytes, Truncated> {
        let bytes = piece.len() as u64;
        let Some(left) = self.left.checked_sub(bytes) else {
            return Err(self.truncated());
        };
        self.left = left;
        self.call.bytes_out += bytes;
        self.scanner.push(&piece);
        self.call.sees(self.scanner.seen());
        match &self.mask {
            Some(mask) => Ok(self.stream.pass(mask, piece)),
            None => Ok(piece),
        }
    }

    /// Adds what was held back when this was the last piece of a body whose length is known: nobody asks for a further one.
    fn last(&mut self, piece: Bytes) -> Bytes {
        if !self.inner.is_end_stream() {
            return piece;
        }
        match self.finished() {
            Some(rest) => Bytes::from([piece, rest].concat()),
            None => piece,
        }
    }

    fn truncated(&mut self) -> Truncated {
        self.call.outcome = Outcome::UpstreamCut;
        Truncated
    }

    fn finished(&mut self) -> Option<Bytes> {
        self.over = true;
        self.call.outcome = Outcome::Passed;
        Some(self.stream.end()).filter(|rest| !rest.is_empty())
    }

    /// Polls for the next piece.
    pub(crate) fn poll(&mut self, cx: &mut Context<'_>) -> Poll<Option<Result<Bytes, Truncated>>> {
        if self.over {
            return Poll::Ready(None);
        }
        if self.breaking {
            self.over = true;
            return Poll::Ready(Some(Err(Truncated)));
        }
        match ready!(self.next(cx)) {
            // An error makes the server drop what it has not sent yet. It sends that before it asks again.
            Some(Err(_)) => {
                self.breaking = true;
                cx.waker().wake_by_ref();
                Poll::Pending
            }
            piece => Poll::Ready(piece),
        }
    }

    /// Takes what has arrived by now as one piece: to check, frame and write each event of a burst alone takes a multiple of the
    /// time. Nothing waits for what is still to come.
    fn arrived(&mut self, cx: &mut Context<'_>) -> Poll<Option<Result<Bytes, Truncated>>> {
        if let Some(ended) = self.ended.take() {
            return Poll::Ready(ended.err().map(Err));
        }
        let mut first = Bytes::new();
        let mut all = BytesMut::new();
        while first.len() + all.len() < GATHERED {
            let ended = match Pin::new(&mut self.inner).poll_frame(cx) {
                Poll::Ready(Some(Ok(frame))) => {
                    // Trailers carry nothing a page could read.
                    let piece = frame.into_data().unwrap_or_default();
                    if first.is_empty() && all.is_empty() {
                        first = piece;
                    } else {
                        all.extend_from_slice(&std::mem::take(&mut first));
                        all.extend_from_slice(&piece);
                    }
                    if self.inner.is_end_stream() {
                        break;
                    }
                    continue;
                }
                Poll::Ready(Some(Err(_))) => Err(Truncated),
                Poll::Ready(None) => Ok(()),
                Poll::Pending if first.is_empty() && all.is_empty() => return Poll::Pending,
                Poll::Pending => break,
            };
            if first.is_empty() && all.is_empty() {
                return Poll::Ready(ended.err().map(Err));
            }
            self.ended = Some(ended);
            break;
        }
        Poll::Ready(Some(Ok(if all.is_empty() { first } else { all.freeze() })))
    }

    fn next(&mut self, cx: &mut Context<'_>) -> Poll<Option<Result<Bytes, Truncated>>> {
        loop {
            match self.arrived(cx) {
                Poll::Ready(Some(Ok(piece))) => {
                    self.last_seen = Instant::now();
                    let piece = self.piece(piece);
                    if self.last_seen >= self.end {
                        return Poll::Ready(Some(Err(self.truncated())));
                    }
                    let piece = piece.map(|piece| self.last(piece));
                    if piece.as_ref().is_ok_and(Bytes::is_empty) && !self.over {
                        continue;
                    }
                    return Poll::Ready(Some(piece));
                }
                Poll::Ready(Some(Err(_))) => return Poll::Ready(Some(Err(self.truncated()))),
                Poll::Ready(None) => return Poll::Ready(self.finished().map(Ok)),
                Poll::Pending => {
                    // The timer is only moved when it rings, not with every piece.
                    ready!(self.timer.as_mut().poll(cx));
                    let until = self.end.min(self.last_seen + self.idle);
                    if until <= Instant::now() {
                        return Poll::Ready(Some(Err(self.truncated())));
                    }
                    self.timer.as_mut().reset(until);
                }
            }
        }
    }
}

impl Drop for Relay {
    fn drop(&mut self) {
        if self.stream.found {
            let ledger = &self.call.ledger;
            ledger.metrics.key_echoes.inc();
            ledger.log.emit(|| {
                tracing::warn!(event = "key_echo", place = "a response that was passed on");
            });
        }
    }
}
