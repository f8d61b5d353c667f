//! One call from its reservation to its end, however it ends.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use crate::counters::{Charge, Client, Cost, Reservation};
use crate::ledger::Ledger;
use crate::log::{Line, now_ms};
use crate::metrics::Outcome;
use crate::refusal::Code;
use crate::usage::Usage;

/// A call that holds a reservation.
///
/// It settles, counts and logs itself when it is dropped: a client that is gone makes the server drop whatever is at
/// work for it, and with it this. So no path can forget to.
pub(crate) struct Call {
    pub(crate) ledger: Arc<Ledger>,
    pub(crate) model: usize,
    pub(crate) client: Client,
    pub(crate) started: Instant,
    pub(crate) bytes_in: u64,
    pub(crate) bytes_out: u64,
    /// The status the client was sent.
    pub(crate) status: Option<u16>,
    /// When the request was handed to the upstream.
    pub(crate) sent: Option<Instant>,
    pub(crate) first_byte: Option<Duration>,
    pub(crate) usage: Option<Usage>,
    /// How it ended: the client left, until something else is known.
    pub(crate) outcome: Outcome,
    /// Whether it is known to have cost nothing.
    pub(crate) free: bool,
    reservation: Option<Reservation>,
}

impl Call {
    pub(crate) fn new(
        ledger: Arc<Ledger>,
        model: usize,
        client: Client,
        reservation: Reservation,
        started: Instant,
    ) -> Self {
        ledger.metrics.active.fetch_add(1, Relaxed);
        Self {
            ledger,
            model,
            client,
            started,
            bytes_in: 0,
            bytes_out: 0,
            status: None,
            sent: None,
            first_byte: None,
            usage: None,
            outcome: Outcome::ClientLeft,
            free: false,
            reservation: Some(reservation),
        }
    }

    /// Ends it with an error of ours; `free` when the upstream did no work for it.
    pub(crate) fn failed(&mut self, code: Code, free: bool) {
        self.outcome = Outcome::Refused(code);
        self.status = Some(code.status().as_u16());
        self.free = free;
    }
}

impl Drop for Call {
    fn drop(&mut self) {
        let metrics = &self.ledger.metrics;
        metrics.active.fetch_sub(1, Relaxed);
        metrics.ended(self.outcome);
        if self.outcome == Outcome::ClientLeft {
            metrics.cancelled.fetch_add(1, Relaxed);
        }
        let model = &self.ledger.config.models[self.model];
        let reserved = self.reservation.as_ref().map_or(0, |held| held.most.tokens);
        let charge = match self.usage {
            Some(usage) => {
                metrics.input_tokens.fetch_add(usage.input, Relaxed);
                metrics.output_tokens.fetch_add(usage.output, Relaxed);
                Charge::Reported(Cost::of(usage.input, usage.output, model.price))
            }
            None if self.free => Charge::Nothing,
            None => {
                metrics.assumed_tokens.fetch_add(reserved, Relaxed);
                Charge::AsReserved
            }
        };
        if let Some(held) = self.reservation.take() {
            self.ledger.counters.settle(held, charge, now_ms());
        }
        let settled = match charge {
            Charge::Reported(cost) => cost.tokens,
            Charge::AsReserved => reserved,
            Charge::Nothing => 0,
        };
        self.ledger.log(
            Line::new("call")
                .text("outcome", self.outcome.name())
                .number("status", self.status.map(u64::from))
                .text("dialect", model.dialect.name())
                .text("model", &model.name)
                .text("client", &self.client.to_string())
                .number("bytes_in", self.bytes_in)
                .number("bytes_out", self.bytes_out)
                .number("input_tokens", self.usage.map(|usage| usage.input))
                .number("output_tokens", self.usage.map(|usage| usage.output))
                .number("reserved_tokens", reserved)
                .number("settled_tokens", settled)
                .millis("first_byte_ms", self.first_byte)
                .millis("duration_ms", self.started.elapsed()),
        );
    }
}
