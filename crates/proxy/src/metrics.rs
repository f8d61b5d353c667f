//! Figures for Prometheus: how it goes, never who.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use crate::counters::Left;
use crate::refusal::Code;

/// The upper ends of the histogram's steps, in milliseconds.
const STEPS: [u64; 12] = [
    50, 100, 250, 500, 1_000, 2_000, 3_000, 5_000, 10_000, 20_000, 40_000, 80_000,
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

    fn all() -> impl Iterator<Item = Outcome> {
        let refused = Code::ALL.into_iter().map(Outcome::Refused);
        Self::FEW.into_iter().chain(refused)
    }

    fn row(self) -> usize {
        Self::all().position(|one| one == self).unwrap_or(0)
    }
}

/// A count for each outcome.
#[derive(Debug)]
struct Outcomes([AtomicU64; Outcome::FEW.len() + Code::ALL.len()]);

impl Default for Outcomes {
    fn default() -> Self {
        Self(std::array::from_fn(|_| AtomicU64::new(0)))
    }
}

/// The figures of one run.
#[derive(Debug, Default)]
pub(crate) struct Metrics {
    outcomes: Outcomes,
    steps: [AtomicU64; STEPS.len()],
    waits: AtomicU64,
    waited_ms: AtomicU64,
    /// Calls whose upstream is at work.
    pub(crate) active: AtomicI64,
    /// Connections that are open.
    pub(crate) connections: AtomicI64,
    /// Upstream calls that were dropped because the client was gone.
    pub(crate) cancelled: AtomicU64,
    pub(crate) input_tokens: AtomicU64,
    pub(crate) output_tokens: AtomicU64,
    /// Tokens settled by an estimate, because no usage was reported.
    pub(crate) assumed_tokens: AtomicU64,
    /// Times an upstream's answer showed its key; it was starred out.
    pub(crate) key_echoes: AtomicU64,
    /// Lines of the log that were dropped because nobody took them.
    pub(crate) lost_lines: AtomicU64,
}

impl Metrics {
    /// Counts the end of a request.
    pub(crate) fn ended(&self, outcome: Outcome) {
        self.outcomes.0[outcome.row()].fetch_add(1, Relaxed);
    }

    /// Counts the time from sending a call until its response began.
    pub(crate) fn began(&self, after: Duration) {
        let ms = u64::try_from(after.as_millis()).unwrap_or(u64::MAX);
        self.waits.fetch_add(1, Relaxed);
        self.waited_ms.fetch_add(ms, Relaxed);
        if let Some(step) = STEPS.iter().position(|most| ms <= *most) {
            self.steps[step].fetch_add(1, Relaxed);
        }
    }

    /// Writes all figures in the Prometheus text format.
    ///
    /// `bodies` is how many bytes of bodies are held, and `away` whether shared counters do not answer.
    pub(crate) fn text(&self, left: Left, bodies: u64, away: bool) -> String {
        let mut out = String::with_capacity(4096);
        let name = "colloquy_requests_total";
        head(&mut out, name, "counter", "Requests by how they ended.");
        for (outcome, count) in Outcome::all().zip(&self.outcomes.0) {
            let (outcome, count) = (outcome.name(), count.load(Relaxed));
            let _ = writeln!(out, "{name}{{outcome=\"{outcome}\"}} {count}");
        }
        let name = "colloquy_upstream_first_byte_seconds";
        head(
            &mut out,
            name,
            "histogram",
            "Time until an upstream's response began.",
        );
        let mut sum = 0;
        for (most, count) in STEPS.iter().zip(&self.steps) {
            sum += count.load(Relaxed);
            let _ = writeln!(out, "{name}_bucket{{le=\"{}\"}} {sum}", seconds(*most));
        }
        let waits = self.waits.load(Relaxed);
        let waited = seconds(self.waited_ms.load(Relaxed));
        let _ = writeln!(
            out,
            "{name}_bucket{{le=\"+Inf\"}} {waits}\n{name}_sum {waited}\n{name}_count {waits}"
        );
        let name = "colloquy_tokens_total";
        head(
            &mut out,
            name,
            "counter",
            "Tokens as providers reported them, or assumed where none did.",
        );
        for (kind, count) in [
            ("input", &self.input_tokens),
            ("output", &self.output_tokens),
            ("assumed", &self.assumed_tokens),
        ] {
            let _ = writeln!(out, "{name}{{kind=\"{kind}\"}} {}", count.load(Relaxed));
        }
        for (name, help, value) in [
            (
                "colloquy_upstream_cancelled_total",
                "Upstream calls dropped because the client was gone.",
                &self.cancelled,
            ),
            (
                "colloquy_key_echoes_total",
                "Answers of upstreams that showed a key, which was starred out.",
                &self.key_echoes,
            ),
            (
                "colloquy_log_lines_lost_total",
                "Log lines dropped because nobody took them.",
                &self.lost_lines,
            ),
        ] {
            head(&mut out, name, "counter", help);
            let _ = writeln!(out, "{name} {}", value.load(Relaxed));
        }
        for (name, help, value) in [
            (
                "colloquy_active_streams",
                "Calls that are running.",
                self.active.load(Relaxed),
            ),
            (
                "colloquy_connections",
                "Connections that are open.",
                self.connections.load(Relaxed),
            ),
            (
                "colloquy_bodies_bytes",
                "Bytes of bodies that were received and not yet answered.",
                i64::try_from(bodies).unwrap_or(i64::MAX),
            ),
            (
                "colloquy_counters_away",
                "1 while the server of shared counters does not answer.",
                i64::from(away),
            ),
        ] {
            head(&mut out, name, "gauge", help);
            let _ = writeln!(out, "{name} {value}");
        }
        let name = "colloquy_budget_left_tokens";
        head(&mut out, name, "gauge", "Tokens left of the day's budget.");
        let _ = writeln!(out, "{name} {}", left.tokens);
        let name = "colloquy_budget_left_usd";
        head(&mut out, name, "gauge", "USD left of the day's budget.");
        let (usd, micros) = (left.micros / 1_000_000, left.micros % 1_000_000);
        let _ = writeln!(out, "{name} {usd}.{micros:06}");
        out
    }
}

fn head(out: &mut String, name: &str, kind: &str, help: &str) {
    let _ = writeln!(out, "# HELP {name} {help}\n# TYPE {name} {kind}");
}

fn seconds(ms: u64) -> String {
    format!("{}.{:03}", ms / 1000, ms % 1000)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Metrics, Outcome};
    use crate::counters::Left;
    use crate::refusal::Code;

    #[test]
    fn steps_of_the_histogram_add_up() {
        let metrics = Metrics::default();
        for ms in [10, 60, 60, 1_000_000] {
            metrics.began(Duration::from_millis(ms));
        }
        metrics.ended(Outcome::Refused(Code::RateLimited));
        let left = Left {
            tokens: 7,
            micros: 1_500_000,
        };
        let text = metrics.text(left, 9, true);
        for line in [
            "colloquy_upstream_first_byte_seconds_bucket{le=\"0.050\"} 1",
            "colloquy_upstream_first_byte_seconds_bucket{le=\"80.000\"} 3",
            "colloquy_upstream_first_byte_seconds_bucket{le=\"+Inf\"} 4",
            "colloquy_upstream_first_byte_seconds_sum 1000.130",
            "colloquy_requests_total{outcome=\"rate_limited\"} 1",
            "colloquy_budget_left_tokens 7",
            "colloquy_bodies_bytes 9",
            "colloquy_counters_away 1",
            "colloquy_budget_left_usd 1.500000",
        ] {
            assert!(text.lines().any(|one| one == line), "{line} in {text}");
        }
    }
}
