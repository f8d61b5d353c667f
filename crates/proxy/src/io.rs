//! A connection that does not wait for ever for a client that takes nothing.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Sleep, sleep};

use crate::config::{Numbers, seconds};
use crate::shared::{Connection, Shared};

/// A client's connection whose writes have a time limit.
///
/// While a client takes nothing, nothing asks the upstream for more, and no timer of the response runs: this one does.
pub(crate) struct Guarded {
    stream: TcpStream,
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

impl Guarded {
    pub(crate) fn new(stream: TcpStream, shared: Arc<Shared>, connection: Arc<Connection>) -> Self {
        Self {
            stream,
            shared,
            connection,
            timer: None,
            since: None,
            waited: Duration::ZERO,
            taken: 0,
        }
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

impl AsyncRead for Guarded {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buf)
    }
}

impl AsyncWrite for Guarded {
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
