//! Connections that wait for nothing of ours: whoever holds most of them gives one up when there is no place for another.

use std::collections::{BTreeMap, HashMap};
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};

use bytes::Bytes;
use http_body::{Body, Frame, SizeHint};
use tokio::sync::Notify;

use crate::body::Reply;
use crate::counters::Network;
use crate::relay::Truncated;
use crate::tally::Held;

/// The quiet connections by their clients, the longest quiet first.
#[derive(Default)]
pub(crate) struct Quiet(Mutex<State>);

#[derive(Default)]
struct State {
    next: u64,
    clients: HashMap<Network, BTreeMap<u64, Arc<Closing>>>,
}

/// What closing a quiet connection takes, shared by the connection and the list of quiet ones.
struct Closing {
    requested: Notify,
    /// Its place among its client's connections, until closing is requested.
    counted: Mutex<Option<Held<Network>>>,
}

impl Quiet {
    /// Has the longest quiet connection end of the client that has most of them. Returns whether there was one.
    pub(crate) fn show_one_out(&self) -> bool {
        let mut state = self.state();
        let most = state.clients.iter().max_by_key(|(_, quiet)| quiet.len());
        let Some((&client, _)) = most else {
            return false;
        };
        state.show_out(client)
    }

    /// Has the longest quiet connection of a client end, and counts it no more. Returns whether there was one.
    pub(crate) fn show_out_of(&self, client: Network) -> bool {
        self.state().show_out(client)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        lock(&self.0)
    }
}

impl State {
    fn show_out(&mut self, client: Network) -> bool {
        let Some(quiet) = self.clients.get_mut(&client) else {
            return false;
        };
        let longest = quiet.pop_first();
        if quiet.is_empty() {
            self.clients.remove(&client);
        }
        let Some((_, closing)) = longest else {
            return false;
        };
        lock(&closing.counted).take();
        closing.requested.notify_one();
        true
    }
}

fn lock<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

/// One connection, quiet or not.
pub(crate) struct Presence {
    quiet: Arc<Quiet>,
    client: Network,
    /// Its place while it is quiet.
    place: Mutex<Option<u64>>,
    closing: Arc<Closing>,
}

impl Presence {
    /// Begins with a quiet one, which is counted until it ends or is shown out.
    pub(crate) fn new(quiet: &Arc<Quiet>, client: Network, counted: Held<Network>) -> Arc<Self> {
        let presence = Self {
            quiet: Arc::clone(quiet),
            client,
            place: Mutex::new(None),
            closing: Arc::new(Closing {
                requested: Notify::new(),
                counted: Mutex::new(Some(counted)),
            }),
        };
        presence.rests();
        Arc::new(presence)
    }

    /// Waits until it has to end.
    pub(crate) async fn shown_out(&self) {
        self.closing.requested.notified().await;
    }

    /// A request has come whole.
    pub(crate) fn works(&self) {
        let Some(place) = self.place().take() else {
            return;
        };
        let mut state = self.quiet.state();
        if let Some(quiet) = state.clients.get_mut(&self.client) {
            quiet.remove(&place);
            if quiet.is_empty() {
                state.clients.remove(&self.client);
            }
        }
    }

    /// Its answer was handed over.
    fn rests(&self) {
        self.works();
        let mut state = self.quiet.state();
        let place = state.next;
        state.next += 1;
        let quiet = state.clients.entry(self.client).or_default();
        quiet.insert(place, Arc::clone(&self.closing));
        drop(state);
        *self.place() = Some(place);
    }

    fn place(&self) -> MutexGuard<'_, Option<u64>> {
        lock(&self.place)
    }
}

impl Drop for Presence {
    fn drop(&mut self) {
        self.works();
    }
}

/// The body of a response, with whose end its connection is quiet again.
pub(crate) struct Last {
    pub(crate) reply: Reply,
    /// Absent for those that are never shown out.
    pub(crate) presence: Option<Arc<Presence>>,
    /// Its place among the requests at work.
    pub(crate) _held: Option<Held<Network>>,
}

impl Drop for Last {
    fn drop(&mut self) {
        if let Some(presence) = &self.presence {
            presence.rests();
        }
    }
}

impl Body for Last {
    type Data = Bytes;
    type Error = Truncated;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Truncated>>> {
        Pin::new(&mut self.reply).poll_frame(cx)
    }

    fn is_end_stream(&self) -> bool {
        self.reply.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.reply.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{Presence, Quiet};
    use crate::counters::Network;
    use crate::tally::Tally;

    #[tokio::test]
    async fn who_has_most_gives_up_the_longest_quiet_one() {
        let quiet = Arc::new(Quiet::default());
        let tally = Tally::new(9, 9);
        let begin = |client| Presence::new(&quiet, client, tally.take(client, 1).unwrap());
        let one = begin(Network(1));
        let first = begin(Network(2));
        let second = begin(Network(2));
        first.works();
        first.rests();
        assert!(quiet.show_one_out());
        second.shown_out().await;
        one.works();
        assert!(quiet.show_one_out());
        first.shown_out().await;
        assert!(!quiet.show_one_out(), "one is at work");
        assert_eq!(tally.held(), 1, "those that are being closed count no more");
        drop((one, first, second));
        assert!(quiet.state().clients.is_empty());
        assert_eq!(tally.held(), 0);
    }

    #[tokio::test]
    async fn who_has_as_many_as_it_may_gives_up_one_of_its_own() {
        let quiet = Arc::new(Quiet::default());
        let tally = Tally::new(9, 2);
        let begin = |client| Presence::new(&quiet, client, tally.take(client, 1).unwrap());
        let others = [begin(Network(1)), begin(Network(1))];
        let working = begin(Network(2));
        working.works();
        assert!(!quiet.show_out_of(Network(2)));
        let waiting = begin(Network(2));
        assert!(tally.take(Network(2), 1).is_err());
        assert!(quiet.show_out_of(Network(2)));
        waiting.shown_out().await;
        assert!(tally.take(Network(2), 1).is_ok());
        drop(others);
    }
}
