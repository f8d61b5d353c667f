//! The log: one JSON object a line for every call, and for files where that is wanted. What happened, never any content.

use std::io::Write;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tracing::{Dispatch, dispatcher};
use tracing_appender::non_blocking::{ErrorCounter, NonBlockingBuilder, WorkerGuard};

/// Lines that may wait for whoever takes them; further ones are dropped and counted.
const WAITING: usize = 8_192;

/// Where events of one proxy go. A thread of its own writes them, so that a slow reader of the log holds up no request.
#[derive(Clone, Debug)]
pub(crate) struct Log {
    subscriber: Dispatch,
    lost: ErrorCounter,
}

impl Log {
    /// Writes events to `out`; the thread ends when the guard is dropped, and writes before what waits.
    pub(crate) fn to(out: Box<dyn Write + Send>) -> (Self, WorkerGuard) {
        let (writer, guard) = NonBlockingBuilder::default()
            .buffered_lines_limit(WAITING)
            .thread_name("log")
            .finish(out);
        let lost = writer.error_counter();
        let subscriber = tracing_subscriber::fmt()
            .json()
            .flatten_event(true)
            .with_current_span(false)
            .with_span_list(false)
            .with_target(false)
            .with_writer(writer)
            .finish();
        let log = Self {
            subscriber: subscriber.into(),
            lost,
        };
        (log, guard)
    }

    /// Writes the events that are emitted within.
    pub(crate) fn emit(&self, events: impl FnOnce()) {
        // Several proxies can run in one program, each with a log of its own: there is no subscriber for all.
        dispatcher::with_default(&self.subscriber, events);
    }

    /// How many lines were dropped because nobody took them.
    pub(crate) fn lost_lines(&self) -> u64 {
        u64::try_from(self.lost.dropped_lines()).unwrap_or(u64::MAX)
    }
}

/// A time span in milliseconds, as the log has it.
pub(crate) fn millis(span: Duration) -> u64 {
    u64::try_from(span.as_millis()).unwrap_or(u64::MAX)
}

/// Milliseconds since 1970.
pub(crate) fn now_ms() -> u64 {
    millis(
        SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default(),
    )
}

#[cfg(test)]
mod tests {
    use std::io::{self, Write};
    use std::sync::{Arc, Mutex};

    use super::Log;

    #[derive(Clone, Default)]
    struct Lines(Arc<Mutex<Vec<u8>>>);

    impl Write for Lines {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn an_event_is_one_json_object_a_line_with_the_time() {
        let lines = Lines::default();
        let (log, guard) = Log::to(Box::new(lines.clone()));
        log.emit(|| tracing::info!(event = "call", a = "x\"\n", b = 3, c = None::<u64>));
        tracing::info!(event = "elsewhere");
        drop(guard);
        let text = String::from_utf8(lines.0.lock().unwrap().clone()).unwrap();
        let value: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(text.matches('\n').count(), 1, "{text}");
        assert_eq!(
            (&value["event"], &value["a"], &value["b"], value.get("c")),
            (&"call".into(), &"x\"\n".into(), &3.into(), None)
        );
        let time = value["timestamp"].as_str().unwrap();
        assert!(time.starts_with("20") && time.ends_with('Z'), "{time}");
    }
}
