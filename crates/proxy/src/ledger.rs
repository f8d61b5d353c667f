//! Where calls are charged, counted and logged.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::config::Config;
use crate::counters::Counters;
use crate::estimate::Learned;
use crate::log::{Line, Log};
use crate::metrics::{Metrics, Outcome};
use crate::refusal::Code;

/// What a call needs to end by itself: the limits it is charged to, the figures it is counted in, and the log.
pub(crate) struct Ledger {
    pub(crate) config: Arc<Config>,
    pub(crate) counters: Box<dyn Counters>,
    pub(crate) metrics: Metrics,
    /// By the model's index: what its provider counts beside what is estimated.
    pub(crate) learned: Vec<Learned>,
    log: Log,
    refusals: Mutex<Refusals>,
    /// Faults of the counters that were logged.
    faults: AtomicU64,
    /// Whether the counters' server was away when that was logged.
    away: AtomicBool,
}

/// Refusals with a line of their own between two gatherings; further ones are counted into one line for each kind.
const TOLD: u64 = 10;

/// The refusals since they were gathered last.
#[derive(Default)]
struct Refusals {
    told: u64,
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
    pub(crate) fn refused(&self, what: &'static str, code: Code, line: impl FnOnce(Line) -> Line) {
        self.metrics.ended(Outcome::Refused(code));
        let mut refusals = self.refusals();
        if refusals.told >= TOLD {
            *refusals.counts.entry((what, code.name())).or_insert(0) += 1;
            return;
        }
        refusals.told += 1;
        drop(refusals);
        let status = u64::from(code.status().as_u16());
        self.log(line(
            Line::new(what)
                .text("outcome", code.name())
                .number("status", status),
        ));
    }

    /// Logs the refusals that had no line of their own, and what could not be kept. It is called once a second, and at the end.
    pub(crate) fn gather(&self) {
        let gathered = std::mem::take(&mut *self.refusals());
        for ((what, code), count) in gathered.counts {
            let line = Line::new("refused").text("what", what);
            self.log(line.text("outcome", code).number("count", count));
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
            self.log(Line::new(event).number("unsettled", unsettled));
        }
        let before = self.faults.swap(faults, Relaxed);
        if faults > before {
            self.log(Line::new("state_not_written").number("count", faults - before));
        }
    }

    fn refusals(&self) -> MutexGuard<'_, Refusals> {
        self.refusals.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes a line of the log.
    pub(crate) fn log(&self, line: Line) {
        if !self.log.line(line) {
            self.metrics.lost_lines.fetch_add(1, Relaxed);
        }
    }
}
