//! A connection that does not wait for ever for a client that takes nothing, and notices when it hangs up.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use bytes::{Buf as _, BytesMut};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep};

use crate::config::{Numbers, seconds};
use crate::shared::{Connection, Shared};

/// The most bytes that a client may send while a call of it runs. What follows a request is read no further than that.
const AHEAD: usize = 16 * 1024;

/// A client's connection whose writes have a time limit.
///
/// While a client takes nothing, nothing asks the upstream for more, and no timer of the response runs: this one does.
pub(crate) struct Guarded<S> {
    stream: S,
    /// What was read while a call runs, to find out whether the client is still there. The server does not ask for it then: a byte after
    /// the request would hide from it that the client is gone.
    ahead: BytesMut,
    shared: Arc<Shared>,
    connection: Arc<Connection>,
    /// Runs while a write waits.
    timer: Option<Pin<Box<Sleep>>>,
    /// Since when a write waits.
    since: Option<Instant>,
    /// How long writes have waited until then, and how many bytes were taken.
    waited: Duration,
    taken: u64,
}

impl<S: AsyncRead + AsyncWrite + Unpin> Guarded<S> {
    pub(crate) fn new(stream: S, shared: Arc<Shared>, connection: Arc<Connection>) -> Self {
        Self {
            stream,
            ahead: BytesMut::new(),
            shared,
            connection,
            timer: None,
            since: None,
            waited: Duration::ZERO,
            taken: 0,
        }
    }

    /// Reads what is there while a call runs. Fails when the client is gone, or sends more than it may.
    fn look_ahead(&mut self, cx: &mut Context<'_>) -> io::Result<()> {
        while self.connection.deadline.load(Relaxed) > 0 {
            let mut room = [0; 512];
            let mut read = ReadBuf::new(&mut room);
            match Pin::new(&mut self.stream).poll_read(cx, &mut read) {
                Poll::Pending => break,
                Poll::Ready(Err(error)) => return Err(error),
                Poll::Ready(Ok(())) if read.filled().is_empty() => {
                    return Err(io::ErrorKind::ConnectionAborted.into());
                }
                Poll::Ready(Ok(())) => self.ahead.extend_from_slice(read.filled()),
            }
            if self.ahead.len() > AHEAD {
                return Err(io::ErrorKind::InvalidData.into());
            }
        }
        Ok(())
    }

    fn watch(
        &mut self,
        cx: &mut Context<'_>,
        written: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        if let Poll::Ready(result) = &written {
            self.timer = None;
            if let Some(since) = self.since.take() {
                self.waited += since.elapsed();
            }
            self.taken += result.as_ref().map_or(0, |bytes| *bytes as u64);
            return written;
        }
        if self.timer.is_none() {
            self.since = Some(Instant::now());
            let numbers = &self.shared.config.numbers;
            let most = patience(numbers, self.waited, self.taken);
            let deadline = self.connection.deadline.load(Relaxed);
            let left = match deadline {
                0 => most,
                _ => {
                    Duration::from_millis(deadline.saturating_sub(self.shared.elapsed())).min(most)
                }
            };
            self.timer = Some(Box::pin(sleep(left)));
        }
        match self.timer.as_mut().map(|timer| timer.as_mut().poll(cx)) {
            Some(Poll::Ready(())) => Poll::Ready(Err(io::ErrorKind::TimedOut.into())),
            _ => Poll::Pending,
        }
    }
}

/// How long a write may wait, after writes have waited for so long and so many bytes were taken: who takes a little now and then holds
/// a connection no longer than who takes nothing.
fn patience(numbers: &Numbers, waited: Duration, taken: u64) -> Duration {
    let most = seconds(numbers.write_seconds);
    let earned =
        Duration::from_millis(taken.saturating_mul(1_000) / numbers.write_bytes_per_second);
    (most + earned).saturating_sub(waited).min(most)
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncRead for Guarded<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if self.ahead.is_empty() {
            return Pin::new(&mut self.stream).poll_read(cx, buf);
        }
        let bytes = self.ahead.len().min(buf.remaining());
        buf.put_slice(&self.ahead[..bytes]);
        self.ahead.advance(bytes);
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for Guarded<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.watch(cx, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, slices);
        self.watch(cx, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        // The server flushes whenever it was woken, whether there is something to write or not.
        self.look_ahead(cx)?;
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::patience;
    use crate::config::Numbers;

    #[test]
    fn a_client_must_take_something_in_time_and_at_a_speed() {
        let numbers = Numbers::default();
        let left = |waited, taken| patience(&numbers, Duration::from_secs(waited), taken).as_secs();
        assert_eq!(left(0, 0), 60);
        assert_eq!(left(45, 40), 15, "a byte a second earns nothing");
        assert_eq!(left(600, 512 * 600), 60, "one that is slow keeps its time");
        assert_eq!(left(600, 1_000), 0);
    }
}
