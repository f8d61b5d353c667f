//! Where calls are charged, counted and logged.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use crate::config::Config;
use crate::counters::Counters;
use crate::log::{Line, Log};
use crate::metrics::Metrics;

/// What a call needs to end by itself: the limits it is charged to, the figures it is counted in, and the log.
pub(crate) struct Ledger {
    pub(crate) config: Arc<Config>,
    pub(crate) counters: Box<dyn Counters>,
    pub(crate) metrics: Metrics,
    log: Log,
}

impl Ledger {
    /// Opens one whose figures are all nought.
    pub(crate) fn new(config: Arc<Config>, counters: Box<dyn Counters>, log: Log) -> Self {
        Self {
            config,
            counters,
            metrics: Metrics::default(),
            log,
        }
    }

    /// Writes a line of the log.
    pub(crate) fn log(&self, line: Line) {
        if !self.log.line(line) {
            self.metrics.lost_lines.fetch_add(1, Relaxed);
        }
    }
}
