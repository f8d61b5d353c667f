//! The body of every response: one of ours, or a provider's that is passed on.

use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::Bytes;
use http_body::{Body, Frame, SizeHint};

use crate::relay::{Relay, Truncated};

/// The most bytes of a whole body that are handed over at once. The server gathers them until it has 16 KiB, and this more at most.
const PIECE: usize = 4 * 1024;

/// The body of every response.
pub(crate) enum Reply {
    /// Ours, whole.
    Whole(Bytes),
    /// A provider's, as it comes.
    Relay(Box<Relay>),
}

impl Body for Reply {
    type Data = Bytes;
    type Error = Truncated;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Truncated>>> {
        match &mut *self {
            Reply::Whole(bytes) if bytes.is_empty() => Poll::Ready(None),
            // In pieces: the server copies what it is given, whether the client takes it or not.
            Reply::Whole(bytes) => {
                let piece = bytes.split_to(bytes.len().min(PIECE));
                Poll::Ready(Some(Ok(Frame::data(piece))))
            }
            Reply::Relay(relay) => relay
                .poll(cx)
                .map(|piece| piece.map(|one| one.map(Frame::data))),
        }
    }

    fn is_end_stream(&self) -> bool {
        match self {
            Reply::Whole(bytes) => bytes.is_empty(),
            Reply::Relay(relay) => relay.is_over(),
        }
    }

    fn size_hint(&self) -> SizeHint {
        match self {
            Reply::Whole(bytes) => SizeHint::with_exact(bytes.len() as u64),
            Reply::Relay(relay) => relay.size_hint(),
        }
    }
}
