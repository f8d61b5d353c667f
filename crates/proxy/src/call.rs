//! One call from its reservation to its end, however it ends.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use crate::counters::{Charge, Client, Cost, Network, Reservation};
use crate::ledger::Ledger;
use crate::log::{millis, now_ms};
use crate::metrics::Outcome;
use crate::refusal::Code;
use crate::tally::Held;
use crate::usage::{Seen, Usage};

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
    /// Whether the upstream was sent any of it.
    pub(crate) asked: AtomicBool,
    /// Its cost so far, by the response.
    seen: Seen,
    /// When text of the model came last, and how long before that none came for a while.
    text_at: Option<Instant>,
    unseen: Duration,
    /// About how many tokens its input has, and how many its output may have.
    input: u64,
    output: u64,
    /// Whether a server that is left in the middle writes on to the end, and bills it.
    written_on: bool,
    /// How it ended: the client left, until something else is known.
    pub(crate) outcome: Outcome,
    /// Whether it is known to have cost nothing.
    pub(crate) free: bool,
    reservation: Option<Reservation>,
    _places: Places,
}

/// What a call holds of what there is only so much of.
pub(crate) type Places = (Held<Network>, Held<usize>);

/// As long may pass between two pieces of a text that is being written.
const PAUSE: Duration = Duration::from_secs(1);

/// How many times its reservation a report may be. What is beyond that is a fault of the server and must not end everybody's day.
const BELIEVED: u64 = 8;

impl Call {
    /// Begins one of a model, with what it may spend and about how many tokens that is in and out.
    pub(crate) fn new(
        ledger: Arc<Ledger>,
        (model, client): (usize, Client),
        (reservation, places): (Reservation, Places),
        (input, output): (u64, u64),
        written_on: bool,
        started: Instant,
    ) -> Self {
        ledger.metrics.active.inc();
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
            asked: AtomicBool::new(false),
            seen: Seen::default(),
            text_at: None,
            unseen: Duration::ZERO,
            input,
            output,
            written_on,
            outcome: Outcome::ClientLeft,
            free: false,
            reservation: Some(reservation),
            _places: places,
        }
    }

    /// Ends it with an error of ours; `free` when the upstream did no work for it.
    pub(crate) fn failed(&mut self, code: Code, free: bool) {
        self.outcome = Outcome::Refused(code);
        self.status = Some(code.status().as_u16());
        self.free = free;
    }

    /// Takes its cost so far from the response.
    pub(crate) fn sees(&mut self, seen: Seen) {
        if seen.text > self.seen.text {
            self.unseen = self.unseen_until_now();
            self.text_at = Some(Instant::now());
        }
        self.seen = seen;
    }

    /// How long it may have been written to without a text that was seen: models think before they write, and between.
    fn unseen_until_now(&self) -> Duration {
        let since = self.text_at.or(self.sent);
        let quiet = since.map(|since| since.elapsed()).unwrap_or_default();
        let counts = self.text_at.is_none() || quiet > PAUSE;
        self.unseen + if counts { quiet } else { Duration::ZERO }
    }

    /// What it has probably cost, where nobody reported it.
    fn estimate(&self) -> Usage {
        let learned = &self.ledger.learned[self.model];
        let input = self.seen.input.unwrap_or_else(|| Usage {
            input: learned.input(self.input),
            ..Usage::default()
        });
        let whole = self.outcome == Outcome::Passed && !self.seen.broken;
        let output = if whole || self.written_on {
            // Whole and not counted, as some servers do when they are not asked to, or whole for nobody: all that it may have thought.
            self.output
        } else {
            learned.written(self.seen.text, self.unseen_until_now(), self.output)
        };
        Usage { output, ..input }
    }
}

impl Drop for Call {
    fn drop(&mut self) {
        let metrics = &self.ledger.metrics;
        metrics.active.dec();
        metrics.ended(self.outcome);
        if self.outcome == Outcome::ClientLeft {
            metrics.cancelled.inc();
        }
        let model = &self.ledger.config.models[self.model];
        let reserved = self.reservation.as_ref().map(|held| held.most);
        let reserved = reserved.unwrap_or_default();
        let asked = self.asked.load(Relaxed);
        let charge = match self.seen.usage {
            Some(usage) => {
                metrics.input_tokens.inc_by(usage.all_input());
                metrics.output_tokens.inc_by(usage.output);
                self.ledger.learned[self.model].learn(
                    self.input,
                    self.seen.text,
                    (usage.all_input(), usage.output),
                );
                let cost = Cost::of(&usage, model.price);
                let believed = cost.at_most(reserved.times(BELIEVED));
                if believed != cost {
                    let (model, tokens) = (&model.name, cost.tokens);
                    self.ledger
                        .log
                        .emit(|| tracing::warn!(event = "count_not_believed", model, tokens));
                }
                Charge::Of(believed)
            }
            None if self.free || !asked => Charge::Nothing,
            None => {
                let usage = self.estimate();
                let cost = Cost::of(&usage, model.price);
                metrics.assumed_tokens.inc_by(cost.tokens);
                Charge::Of(cost)
            }
        };
        if let Some(held) = self.reservation.take() {
            self.ledger.counters.settle(held, charge, now_ms());
        }
        let settled = match charge {
            Charge::Of(cost) => cost.tokens,
            Charge::Nothing => 0,
        };
        let usage = self.seen.usage;
        self.ledger.log.emit(|| {
            tracing::info!(
                event = "call",
                outcome = self.outcome.name(),
                status = self.status,
                dialect = model.dialect.name(),
                model = model.name,
                client = %self.client,
                bytes_in = self.bytes_in,
                bytes_out = self.bytes_out,
                input_tokens = usage.map(|usage| usage.all_input()),
                output_tokens = usage.map(|usage| usage.output),
                reserved_tokens = reserved.tokens,
                settled_tokens = settled,
                first_byte_ms = self.first_byte.map(millis),
                duration_ms = millis(self.started.elapsed()),
            );
        });
    }
}
