//! One JSON object a line for every call, and for files where that is wanted: what happened, never any content.

use std::io::Write;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::refusal::quoted;

/// Lines that may wait for whoever takes them; further ones are dropped and counted.
const WAITING: usize = 8_192;

/// How long a line may wait for others.
const GATHER: Duration = Duration::from_millis(20);

/// Where lines go. A thread of its own writes them, so that a slow reader of the log holds up no request.
#[derive(Clone, Debug)]
pub(crate) struct Log(SyncSender<String>);

impl Log {
    /// Writes lines to `out`; the thread ends when the last handle is gone.
    pub(crate) fn to(out: Box<dyn Write + Send>) -> (Self, std::thread::JoinHandle<()>) {
        let (sender, lines) = sync_channel(WAITING);
        let writer = std::thread::spawn(move || write(out, &lines));
        (Self(sender), writer)
    }

    /// Passes a line on. Returns whether there was room.
    pub(crate) fn line(&self, line: Line) -> bool {
        self.0.try_send(line.0 + "}\n").is_ok()
    }
}

fn write(mut out: Box<dyn Write + Send>, lines: &Receiver<String>) {
    while let Ok(line) = lines.recv() {
        // Lines of a busy time are gathered: to wake this thread for each would cost more than to write it.
        std::thread::sleep(GATHER);
        let mut text = line;
        while let Ok(more) = lines.try_recv() {
            text.push_str(&more);
        }
        // A log that cannot be written must not stop the proxy.
        let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    }
}

/// A line that is being put together.
#[derive(Debug)]
pub(crate) struct Line(String);

impl Line {
    /// Begins a line with the time and the kind of event.
    pub(crate) fn new(event: &str) -> Self {
        let mut line = String::with_capacity(448);
        line.push_str(r#"{"time":""#);
        push_time(&mut line, now_ms());
        line.push_str(r#"","event":""#);
        line.push_str(event);
        line.push('"');
        Self(line)
    }

    /// Adds a text.
    pub(crate) fn text(mut self, name: &str, value: &str) -> Self {
        self.name(name);
        // Names of ours and of models, mostly, which need no escapes.
        if value
            .bytes()
            .all(|byte| byte >= b' ' && byte != b'"' && byte != b'\\')
        {
            self.0.push('"');
            self.0.push_str(value);
            self.0.push('"');
        } else {
            self.0.push_str(&quoted(value));
        }
        self
    }

    /// Adds a number, when there is one.
    pub(crate) fn number(mut self, name: &str, value: impl Into<Option<u64>>) -> Self {
        if let Some(value) = value.into() {
            self.name(name);
            push_digits(&mut self.0, value, 1);
        }
        self
    }

    /// Adds a time span in milliseconds, when there is one.
    pub(crate) fn millis(self, name: &str, value: impl Into<Option<Duration>>) -> Self {
        let ms = value
            .into()
            .map(|span| u64::try_from(span.as_millis()).unwrap_or(u64::MAX));
        self.number(name, ms)
    }

    fn name(&mut self, name: &str) {
        self.0.push_str(",\"");
        self.0.push_str(name);
        self.0.push_str("\":");
    }
}

/// Adds a number with so many digits at least. Every call writes a line of fifteen fields, for which the standard formatter takes
/// several times as long.
fn push_digits(out: &mut String, mut number: u64, least: usize) {
    let mut digits = [b'0'; 20];
    let mut from = digits.len();
    while number > 0 || digits.len() - from < least.min(digits.len()) {
        from -= 1;
        digits[from] = b'0' + u8::try_from(number % 10).unwrap_or_default();
        number /= 10;
    }
    out.extend(digits[from..].iter().map(|digit| char::from(*digit)));
}

/// Milliseconds since 1970.
pub(crate) fn now_ms() -> u64 {
    let now = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    u64::try_from(now.as_millis()).unwrap_or(u64::MAX)
}

/// Adds a time as RFC 3339 in UTC, with milliseconds.
fn push_time(out: &mut String, ms: u64) {
    let (days, ms) = (ms / 86_400_000, ms % 86_400_000);
    // Days since 0000-03-01, so that a leap day is the last day of its year; 400 years have 146,097 days.
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let (day, month) = (
        day - (153 * month + 2) / 5 + 1,
        if month < 10 { month + 3 } else { month - 9 },
    );
    let year = era * 400 + year + u64::from(month <= 2);
    let (hour, minute) = (ms / 3_600_000, ms / 60_000 % 60);
    let (second, ms) = (ms / 1_000 % 60, ms % 1_000);
    for (number, digits, end) in [
        (year, 4, '-'),
        (month, 2, '-'),
        (day, 2, 'T'),
        (hour, 2, ':'),
        (minute, 2, ':'),
        (second, 2, '.'),
        (ms, 3, 'Z'),
    ] {
        push_digits(out, number, digits);
        out.push(end);
    }
}

#[cfg(test)]
mod tests {
    use super::{Line, push_digits, push_time};

    #[test]
    fn times_are_written_as_the_calendar_has_them() {
        for (ms, text) in [
            (0, "1970-01-01T00:00:00.000Z"),
            (951_782_399_999, "2000-02-28T23:59:59.999Z"),
            (951_782_400_000, "2000-02-29T00:00:00.000Z"),
            (1_709_251_200_000, "2024-03-01T00:00:00.000Z"),
            (4_107_542_400_000, "2100-03-01T00:00:00.000Z"),
        ] {
            let mut out = String::new();
            push_time(&mut out, ms);
            assert_eq!(out, text);
        }
    }

    #[test]
    fn numbers_are_written_as_the_formatter_writes_them() {
        for number in [0, 7, 10, 99, 1_234_567_890, u64::MAX] {
            let mut out = String::new();
            push_digits(&mut out, number, 1);
            assert_eq!(out, number.to_string());
        }
    }

    #[test]
    fn a_line_is_one_json_object() {
        let line = Line::new("call")
            .text("a", "x\"\n")
            .number("b", 3)
            .number("c", None)
            .0
            + "}";
        let value: serde_json::Value = serde_json::from_str(&line).unwrap();
        assert_eq!(
            (&value["a"], &value["b"], value.get("c")),
            (&"x\"\n".into(), &3.into(), None)
        );
    }
}
