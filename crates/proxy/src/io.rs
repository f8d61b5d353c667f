//! A connection that does not wait for ever for a client that takes nothing.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Sleep, sleep};

use crate::config::seconds;
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
}

impl Guarded {
    pub(crate) fn new(stream: TcpStream, shared: Arc<Shared>, connection: Arc<Connection>) -> Self {
        Self {
            stream,
            shared,
            connection,
            timer: None,
        }
    }

    fn watch(
        &mut self,
        cx: &mut Context<'_>,
        written: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        if written.is_ready() {
            self.timer = None;
            return written;
        }
        if self.timer.is_none() {
            let most = seconds(self.shared.config.numbers.write_seconds);
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
