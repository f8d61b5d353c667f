//! Counts tests by what their runners print.

use std::fmt;

/// How many lines about failures are kept to be shown again at the end.
const REPORTED: usize = 150;

/// What a line about a failed test has when the browser failed, and not the page: its process died, or WebKit (2.50 among them) went on
/// in compiled code where its interpreter had left a loop, and read what was not there. It happened in 8 of 1,458 interviews, with the
/// engine in one file as in parts, and in none of 973 with that switched off, as `tests/browser/harness/webkit.mjs` does.
const FAULTS: [&str; 2] = [
    "page crash or hang",
    "the engine crashed (Out of bounds memory access)",
];

/// Counts of one part or of all.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(crate) struct Tally {
    /// How many passed.
    pub(crate) passed: u32,
    /// How many failed or were cut off.
    pub(crate) failed: u32,
    /// How many were not meant to run here.
    pub(crate) skipped: u32,
    /// What the runners printed about the failed ones, at most [`REPORTED`] lines: in a long run it stands far above its end.
    pub(crate) report: Vec<String>,
    /// Whether the lines read now are about failures.
    reporting: bool,
}

impl Tally {
    /// Is true when nothing was counted.
    pub(crate) fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Adds the counts of another.
    pub(crate) fn add(&mut self, other: &Self) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.skipped += other.skipped;
        for line in &other.report {
            self.report_line(line);
        }
    }

    fn report_line(&mut self, line: &str) {
        if self.report.len() < REPORTED {
            self.report.push(line.to_owned());
        }
    }

    /// Returns the names of the failed tests when the browser itself failed under each of them, else none: one test that failed by
    /// itself is a failure, whatever happened to others.
    pub(crate) fn crashed(&self) -> Vec<String> {
        let mut tests: Vec<(String, bool)> = Vec::new();
        for line in &self.report {
            if let Some(name) = line.trim().strip_prefix("✖ ") {
                let name = name.rsplit_once(" (").map_or(name, |(name, _)| name);
                tests.push((name.to_owned(), false));
            } else if FAULTS.iter().any(|fault| line.contains(fault))
                && let Some(last) = tests.last_mut()
            {
                last.1 = true;
            }
        }
        if u32::try_from(tests.len()) != Ok(self.failed) || tests.iter().any(|test| !test.1) {
            return Vec::new();
        }
        tests.into_iter().map(|test| test.0).collect()
    }

    /// Reads one line of a runner's closing lines: of `cargo test`, of node's runner, or of the wasm runner here.
    pub(crate) fn read(&mut self, line: &str) {
        let whole = line;
        let line = line.trim();
        match line {
            "failures:" | "✖ failing tests:" => self.reporting = true,
            _ if line.starts_with("test result: ") || line.starts_with("ℹ ") => {
                self.reporting = false;
            }
            _ if self.reporting => self.report_line(whole),
            _ => {}
        }
        if let Some(counts) = line.strip_prefix("test result: ") {
            for part in counts.split([';', '.']) {
                let mut words = part.split_whitespace();
                let (Some(number), Some(word)) = (words.next(), words.next()) else {
                    continue;
                };
                self.count(word, number);
            }
        } else if let Some(counts) = line.strip_prefix("ℹ ").or_else(|| line.strip_prefix("# "))
            && let Some((word, number)) = counts.split_once(' ')
        {
            self.count(word, number);
        }
    }

    fn count(&mut self, word: &str, number: &str) {
        let Ok(number) = number.parse::<u32>() else {
            return;
        };
        match word {
            "passed" | "pass" => self.passed += number,
            "failed" | "fail" | "cancelled" => self.failed += number,
            "ignored" | "skipped" | "todo" => self.skipped += number,
            _ => {}
        }
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} passed, {} failed", self.passed, self.failed)?;
        if self.skipped > 0 {
            write!(f, ", {} skipped", self.skipped)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::Tally;

    fn read(lines: &[&str]) -> Tally {
        let mut tally = Tally::default();
        for line in lines {
            tally.read(line);
        }
        tally
    }

    #[test]
    fn the_closing_lines_of_cargo_test_are_added_up() {
        let line = "test result: FAILED. 3 passed; 1 failed; 2 ignored; 0 measured; 5 filtered out; finished in 0.01s";
        assert_eq!(
            read(&[line, line]),
            Tally {
                passed: 6,
                failed: 2,
                skipped: 4,
                ..Tally::default()
            }
        );
    }

    #[test]
    fn the_closing_lines_of_node_are_added_up() {
        let lines = [
            "ℹ tests 6",
            "ℹ suites 1",
            "ℹ pass 3",
            "ℹ fail 1",
            "ℹ cancelled 1",
            "ℹ skipped 1",
            "ℹ todo 0",
            "ℹ duration_ms 12.5",
        ];
        assert_eq!(
            read(&lines),
            Tally {
                passed: 3,
                failed: 2,
                skipped: 1,
                ..Tally::default()
            }
        );
    }

    #[test]
    fn what_runners_say_of_failures_is_kept() {
        let lines = [
            "test a ... FAILED",
            "failures:",
            "---- a stdout ----",
            "  left: 1",
            "test result: FAILED. 0 passed; 1 failed",
            "ℹ fail 1",
            "✖ failing tests:",
            "test at a.mjs:1:1",
            "ℹ tests 1",
            "other",
        ];
        let report = ["---- a stdout ----", "  left: 1", "test at a.mjs:1:1"];
        assert_eq!(read(&lines).report, report);
    }

    #[test]
    fn tests_are_named_whose_browser_crashed_when_nothing_else_failed() {
        let crash = [
            "ℹ fail 1",
            "✖ failing tests:",
            "test at a.mjs:1:1",
            "✖ webkit: a page (with a part) is shown (913.3ms)",
            "  Error: POST /window: invalid session id: session deleted because of page crash or hang.",
        ];
        assert_eq!(
            read(&crash).crashed(),
            ["webkit: a page (with a part) is shown"]
        );
        let mut trap = crash;
        trap[4] = "  AssertionError [ERR_ASSERTION]: engine_crashed: the engine crashed (Out of bounds memory access): open it again";
        assert_eq!(read(&trap).crashed(), read(&crash).crashed());
        trap[4] = "  AssertionError [ERR_ASSERTION]: engine_crashed: the engine crashed (Unreachable code should not be executed)";
        assert!(read(&trap).crashed().is_empty());
        let and_a_failure = [
            "ℹ fail 2",
            "✖ failing tests:",
            crash[3],
            crash[4],
            "✖ webkit: another page (1ms)",
            "  AssertionError: 1 is not 2",
        ];
        assert!(read(&and_a_failure).crashed().is_empty());
        assert!(read(&["ℹ fail 1"]).crashed().is_empty());
        assert!(read(&["ℹ pass 1"]).crashed().is_empty());
    }

    #[test]
    fn other_lines_count_nothing() {
        assert!(read(&["test a::b ... ok", "3 passed", "", "ℹ pass many"]).is_empty());
    }

    #[test]
    fn the_closing_line_is_plain() {
        assert_eq!(
            Tally {
                passed: 2,
                failed: 0,
                skipped: 0,
                ..Tally::default()
            }
            .to_string(),
            "2 passed, 0 failed"
        );
        assert_eq!(
            Tally {
                passed: 2,
                failed: 1,
                skipped: 3,
                ..Tally::default()
            }
            .to_string(),
            "2 passed, 1 failed, 3 skipped"
        );
    }
}
