//! The body of every response: one of ours, or a provider's that is passed on.

use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::Bytes;
use http_body::{Body, Frame, SizeHint};

use crate::relay::{Relay, Truncated};

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
            Reply::Whole(bytes) => Poll::Ready(Some(Ok(Frame::data(std::mem::take(bytes))))),
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
