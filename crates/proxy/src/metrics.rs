//! Figures for Prometheus: how it goes, never who.

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use prometheus_client::encoding::{EncodeLabelSet, text};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;

use crate::counters::Left;
use crate::refusal::Code;

/// The format in which figures are written.
pub(crate) const MEDIA_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// The upper ends of the histogram's steps, in seconds.
const STEPS: [f64; 12] = [
    0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0, 5.0, 10.0, 20.0, 40.0, 80.0,
];

/// How a request ended: answered by the provider, left, or refused with a code.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Outcome {
    /// The provider's answer was passed on to its end.
    Passed,
    /// The provider answered with an error, which was passed on.
    UpstreamError,
    /// The client was gone before the end.
    ClientLeft,
    /// The provider's answer broke off, stalled or was too long.
    UpstreamCut,
    /// A session token was made.
    Token,
    /// Refused or failed, with this code.
    Refused(Code),
}

impl Outcome {
    const FEW: [Outcome; 5] = [
        Outcome::Passed,
        Outcome::UpstreamError,
        Outcome::ClientLeft,
        Outcome::UpstreamCut,
        Outcome::Token,
    ];

    /// The outcome as the log and the metrics spell it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Outcome::Passed => "passed",
            Outcome::UpstreamError => "upstream_error",
            Outcome::ClientLeft => "client_left",
            Outcome::UpstreamCut => "upstream_cut",
            Outcome::Token => "token",
            Outcome::Refused(code) => code.name(),
        }
    }

    fn label(self) -> ByOutcome {
        ByOutcome {
            outcome: self.name(),
        }
    }

    fn all() -> impl Iterator<Item = Outcome> {
        let refused = Code::ALL.into_iter().map(Outcome::Refused);
        Self::FEW.into_iter().chain(refused)
    }
}

#[derive(Clone, Debug, EncodeLabelSet, Eq, Hash, PartialEq)]
struct ByOutcome {
    outcome: &'static str,
}

#[derive(Clone, Debug, EncodeLabelSet, Eq, Hash, PartialEq)]
struct ByKind {
    kind: &'static str,
}

/// What is known only when the figures are asked for.
pub(crate) struct Now {
    pub(crate) left: Left,
    /// Bytes of bodies that are held.
    pub(crate) bodies: u64,
    /// Lines of the log that were dropped because nobody took them.
    pub(crate) lost_lines: u64,
    /// Whether shared counters do not answer.
    pub(crate) is_away: bool,
}

/// The figures of one run.
#[derive(Debug)]
pub(crate) struct Metrics {
    registry: Registry,
    requests: Family<ByOutcome, Counter>,
    first_byte: Histogram,
    /// Calls whose upstream is at work.
    pub(crate) active: Gauge,
    /// Connections that are open.
    pub(crate) connections: Gauge,
    /// Upstream calls that were dropped because the client was gone.
    pub(crate) cancelled: Counter,
    pub(crate) input_tokens: Counter,
    pub(crate) output_tokens: Counter,
    /// Tokens settled by an estimate, because no usage was reported.
    pub(crate) assumed_tokens: Counter,
    /// Times an upstream's answer showed its key; it was starred out.
    pub(crate) key_echoes: Counter,
    lost_lines: Counter,
    bodies: Gauge,
    away: Gauge,
    left_tokens: Gauge,
    left_usd: Gauge<f64, AtomicU64>,
}

impl Default for Metrics {
    fn default() -> Self {
        let tokens = Family::<ByKind, Counter>::default();
        let of = |kind| tokens.get_or_create(&ByKind { kind }).clone();
        let mut metrics = Self {
            registry: Registry::with_prefix("colloquy"),
            requests: Family::default(),
            first_byte: Histogram::new(STEPS),
            active: Gauge::default(),
            connections: Gauge::default(),
            cancelled: Counter::default(),
            input_tokens: of("input"),
            output_tokens: of("output"),
            assumed_tokens: of("assumed"),
            key_echoes: Counter::default(),
            lost_lines: Counter::default(),
            bodies: Gauge::default(),
            away: Gauge::default(),
            left_tokens: Gauge::default(),
            left_usd: Gauge::default(),
        };
        // A count that is not there yet cannot be compared with nought.
        for outcome in Outcome::all() {
            drop(metrics.requests.get_or_create(&outcome.label()));
        }
        metrics.register(tokens);
        metrics
    }
}

impl Metrics {
    fn register(&mut self, tokens: Family<ByKind, Counter>) {
        let registry = &mut self.registry;
        registry.register(
            "requests",
            "Requests by how they ended",
            self.requests.clone(),
        );
        registry.register(
            "upstream_first_byte_seconds",
            "Time until an upstream's response began",
            self.first_byte.clone(),
        );
        registry.register(
            "tokens",
            "Tokens as providers reported them, or assumed where none did",
            tokens,
        );
        for (name, help, counter) in [
            (
                "upstream_cancelled",
                "Upstream calls dropped because the client was gone",
                &self.cancelled,
            ),
            (
                "key_echoes",
                "Answers of upstreams that showed a key, which was starred out",
                &self.key_echoes,
            ),
            (
                "log_lines_lost",
                "Log lines dropped because nobody took them",
                &self.lost_lines,
            ),
        ] {
            registry.register(name, help, counter.clone());
        }
        for (name, help, gauge) in [
            ("active_streams", "Calls that are running", &self.active),
            (
                "connections",
                "Connections that are open",
                &self.connections,
            ),
            (
                "bodies_bytes",
                "Bytes of bodies that were received and not yet answered",
                &self.bodies,
            ),
            (
                "counters_away",
                "1 while the server of shared counters does not answer",
                &self.away,
            ),
            (
                "budget_left_tokens",
                "Tokens left of the day's budget",
                &self.left_tokens,
            ),
        ] {
            registry.register(name, help, gauge.clone());
        }
        registry.register(
            "budget_left_usd",
            "USD left of the day's budget",
            self.left_usd.clone(),
        );
    }

    /// Counts the end of a request.
    pub(crate) fn ended(&self, outcome: Outcome) {
        self.requests.get_or_create(&outcome.label()).inc();
    }

    /// Counts the time from sending a call until its response began.
    pub(crate) fn began(&self, after: Duration) {
        self.first_byte.observe(after.as_secs_f64());
    }

    /// Writes all figures in [`MEDIA_TYPE`].
    pub(crate) fn text(&self, now: &Now) -> String {
        let whole = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
        self.bodies.set(whole(now.bodies));
        self.away.set(i64::from(now.is_away));
        self.left_tokens.set(whole(now.left.tokens));
        let usd = Duration::from_micros(now.left.micros).as_secs_f64();
        self.left_usd.set(usd);
        self.lost_lines.inner().store(now.lost_lines, Relaxed);
        let mut out = String::with_capacity(4096);
        // Writing to a `String` does not fail.
        let _ = text::encode(&mut out, &self.registry);
        out
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Metrics, Now, Outcome};
    use crate::counters::Left;
    use crate::refusal::Code;

    #[test]
    fn all_that_is_counted_is_written() {
        let metrics = Metrics::default();
        for ms in [10, 60, 60, 1_000_000] {
            metrics.began(Duration::from_millis(ms));
        }
        metrics.ended(Outcome::Refused(Code::RateLimited));
        metrics.assumed_tokens.inc_by(3);
        let text = metrics.text(&Now {
            left: Left {
                tokens: 7,
                micros: 1_500_000,
            },
            bodies: 9,
            lost_lines: 2,
            is_away: true,
        });
        for line in [
            "colloquy_upstream_first_byte_seconds_bucket{le=\"0.05\"} 1",
            "colloquy_upstream_first_byte_seconds_bucket{le=\"80.0\"} 3",
            "colloquy_upstream_first_byte_seconds_bucket{le=\"+Inf\"} 4",
            "colloquy_upstream_first_byte_seconds_sum 1000.13",
            "colloquy_requests_total{outcome=\"rate_limited\"} 1",
            "colloquy_requests_total{outcome=\"passed\"} 0",
            "colloquy_tokens_total{kind=\"assumed\"} 3",
            "colloquy_budget_left_tokens 7",
            "colloquy_bodies_bytes 9",
            "colloquy_log_lines_lost_total 2",
            "colloquy_counters_away 1",
            "colloquy_budget_left_usd 1.5",
        ] {
            assert!(text.lines().any(|one| one == line), "{line} in {text}");
        }
    }
}
