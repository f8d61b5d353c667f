//! Where calls are charged, counted and logged.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::config::Config;
use crate::counters::Client;
use crate::counters::Counters;
use crate::estimate::Learned;
use crate::log::{Log, millis};
use crate::metrics::{Metrics, Outcome};
use crate::refusal::Code;

/// What a call needs to end by itself: the limits it is charged to, the figures it is counted in, and the log.
pub(crate) struct Ledger {
    pub(crate) config: Arc<Config>,
    pub(crate) counters: Box<dyn Counters>,
    pub(crate) metrics: Metrics,
    /// By the model's index: what its provider counts beside what is estimated.
    pub(crate) learned: Vec<Learned>,
    pub(crate) log: Log,
    refusals: Mutex<Refusals>,
    /// Faults of the counters that were logged.
    faults: AtomicU64,
    /// Whether the counters' server was away when that was logged.
    away: AtomicBool,
}

/// Refusals with a line of their own between two gatherings; further ones are counted into one line for each kind.
const LOGGED: u64 = 10;

/// The refusals since they were gathered last.
#[derive(Default)]
struct Refusals {
    logged: u64,
    counts: BTreeMap<(&'static str, &'static str), u64>,
}

impl Ledger {
    /// Opens one whose figures are all nought.
    pub(crate) fn new(config: Arc<Config>, counters: Box<dyn Counters>, log: Log) -> Self {
        Self {
            learned: config.models.iter().map(|_| Learned::default()).collect(),
            config,
            counters,
            metrics: Metrics::default(),
            log,
            refusals: Mutex::default(),
            faults: AtomicU64::new(0),
            away: AtomicBool::new(false),
        }
    }

    /// Counts a refusal of `what`, and logs it: with a line of its own, or later in one with others, so that nobody fills a disk by
    /// being refused.
    pub(crate) fn refused(
        &self,
        what: &'static str,
        code: Code,
        client: Client,
        after: Option<Duration>,
    ) {
        self.metrics.ended(Outcome::Refused(code));
        let mut refusals = self.refusals();
        if refusals.logged >= LOGGED {
            *refusals.counts.entry((what, code.name())).or_insert(0) += 1;
            return;
        }
        refusals.logged += 1;
        drop(refusals);
        self.log.emit(|| {
            tracing::info!(
                event = what,
                outcome = code.name(),
                status = code.status().as_u16(),
                %client,
                duration_ms = after.map(millis),
            );
        });
    }

    /// Logs the refusals that had no line of their own, and what could not be kept. It is called once a second, and at the end.
    pub(crate) fn gather(&self) {
        let gathered = std::mem::take(&mut *self.refusals());
        for ((what, code), count) in gathered.counts {
            self.log
                .emit(|| tracing::info!(event = "refused", what, outcome = code, count));
        }
        let faults = self.counters.faults();
        let away = self.counters.is_away();
        if self.away.swap(away, Relaxed) != away {
            let event = if away {
                "counters_away"
            } else {
                "counters_back"
            };
            let unsettled = self.counters.unsettled();
            self.log.emit(|| tracing::warn!(event, unsettled));
        }
        let before = self.faults.swap(faults, Relaxed);
        if faults > before {
            let count = faults - before;
            self.log
                .emit(|| tracing::error!(event = "state_not_written", count));
        }
    }

    fn refusals(&self) -> MutexGuard<'_, Refusals> {
        self.refusals.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
