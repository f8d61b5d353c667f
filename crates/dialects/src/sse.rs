//! Reads server-sent events by the rules of the HTML standard (section 9.2.6), in pieces of any size.

/// Most bytes of one line, and of the data of one event.
///
/// Each provider's last event may repeat the whole reply (Responses does, with the instructions and tools around it), so
/// this is four times [`TEXT_BYTES`](crate::TEXT_BYTES): what has to be escaped takes more room than it is long.
pub const EVENT_BYTES: usize = 4 << 20;

/// One event.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Event {
    /// Its `event` field; empty where there was none.
    pub(crate) name: String,
    /// Its `data` fields, joined by newlines.
    pub(crate) data: String,
}

/// Something was longer than [`EVENT_BYTES`].
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct TooLong;

/// A stream of events under way.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sse {
    line: Vec<u8>,
    event: Event,
    /// A `data` field was there, be it empty.
    filled: bool,
    /// The last byte was a CR: an LF that follows belongs to it.
    cr: bool,
    /// The first line was read, so that a byte order mark is no longer one.
    begun: bool,
}

impl Sse {
    /// Takes the next bytes and gives each event they complete to `take`, which returns false to read no further.
    pub(crate) fn push(
        &mut self,
        mut bytes: &[u8],
        take: &mut dyn FnMut(Event) -> bool,
    ) -> Result<(), TooLong> {
        while !bytes.is_empty() {
            if self.cr && bytes[0] == b'\n' {
                bytes = &bytes[1..];
            }
            self.cr = false;
            let end = bytes.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
            let part = &bytes[..end.unwrap_or(bytes.len())];
            if self.line.len() + part.len() > EVENT_BYTES {
                return Err(TooLong);
            }
            self.line.extend_from_slice(part);
            let Some(end) = end else { return Ok(()) };
            self.cr = bytes[end] == b'\r';
            bytes = &bytes[end + 1..];
            if let Some(event) = self.line()?
                && !take(event)
            {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Takes the end of the connection. The standard drops an event without its blank line; here it is given out, as
    /// some servers leave the last blank line away. Half an event does no harm: half of a JSON object is none.
    pub(crate) fn end(&mut self) -> Option<Event> {
        let last = if self.line.is_empty() {
            None
        } else {
            self.line().ok()?
        };
        last.or_else(|| self.dispatch())
    }

    /// Reads the line that is complete; returns the event that it ends.
    fn line(&mut self) -> Result<Option<Event>, TooLong> {
        let mut line = std::mem::take(&mut self.line);
        if !std::mem::replace(&mut self.begun, true) && line.starts_with(b"\xef\xbb\xbf") {
            line.drain(..3);
        }
        if line.is_empty() {
            return Ok(self.dispatch());
        }
        // Lines end at ASCII bytes, so no character is cut in two by them.
        let text = String::from_utf8_lossy(&line);
        let (field, value) = text.split_once(':').unwrap_or((&text, ""));
        let value = value.strip_prefix(' ').unwrap_or(value);
        match field {
            "data" => {
                let data = &mut self.event.data;
                if data.len() + value.len() > EVENT_BYTES {
                    return Err(TooLong);
                }
                if std::mem::replace(&mut self.filled, true) {
                    data.push('\n');
                }
                data.push_str(value);
            }
            "event" => self.event.name = value.into(),
            // Comments have an empty field; `id` and `retry` are for those who connect again.
            _ => {}
        }
        Ok(None)
    }

    fn dispatch(&mut self) -> Option<Event> {
        let event = std::mem::take(&mut self.event);
        std::mem::take(&mut self.filled).then_some(event)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(chunks: &[&[u8]]) -> Vec<(String, String)> {
        let (mut sse, mut events) = (Sse::default(), Vec::new());
        for chunk in chunks {
            let mut take = |event: Event| {
                events.push((event.name, event.data));
                true
            };
            sse.push(chunk, &mut take).unwrap();
        }
        events.extend(sse.end().map(|event| (event.name, event.data)));
        events
    }

    fn one(text: &str) -> Vec<(String, String)> {
        read(&[text.as_bytes()])
    }

    fn data(text: &str) -> (String, String) {
        (String::new(), text.into())
    }

    #[test]
    fn every_line_ending_ends_a_line() {
        for end in ["\n", "\r\n", "\r"] {
            let text = ["event: a", "data: 1", "data: 2", "", "data: 3", "", ""].join(end);
            let expected = [("a".into(), "1\n2".into()), data("3")];
            assert_eq!(one(&text), expected, "{end:?}");
            for cut in 0..=text.len() {
                let (left, right) = text.as_bytes().split_at(cut);
                assert_eq!(read(&[left, b"", right]), expected, "{end:?} cut at {cut}");
            }
        }
    }

    #[test]
    fn comments_and_unknown_fields_are_passed_over() {
        let text =
            ": OPENROUTER PROCESSING\n\n:\nid: 7\nretry: 100\nunknown\ndata: x\n: in between\n\n";
        assert_eq!(one(text), [data("x")]);
    }

    #[test]
    fn one_space_after_the_colon_is_no_data() {
        assert_eq!(
            one("data:x\n\ndata:  y\n\ndata\n\n"),
            [data("x"), data(" y"), data("")]
        );
    }

    #[test]
    fn an_event_without_data_is_none() {
        assert_eq!(one("event: ping\n\ndata: x\n\n"), [data("x")]);
    }

    #[test]
    fn a_byte_order_mark_is_dropped_at_the_start_only() {
        assert_eq!(
            one("\u{feff}data: x\n\n\u{feff}data: y\n\ndata: z\n\n"),
            [data("x"), data("z")]
        );
    }

    #[test]
    fn the_last_event_needs_no_blank_line() {
        assert_eq!(one("data: x\n\ndata: y"), [data("x"), data("y")]);
        assert_eq!(one("data: x\n"), [data("x")]);
    }

    #[test]
    fn characters_may_be_cut_anywhere_and_bad_bytes_are_replaced() {
        let text = "data: aé漢🎧\n\n".as_bytes();
        for cut in 0..text.len() {
            let (left, right) = text.split_at(cut);
            assert_eq!(read(&[left, right]), [data("aé漢🎧")]);
        }
        assert_eq!(read(&[b"data: a\xffb\n\n"]), [data("a\u{fffd}b")]);
    }

    #[test]
    fn what_never_ends_is_not_kept_for_ever() {
        let piece = vec![b'x'; 1 << 20];
        let mut take = |_| true;
        for line in [&b""[..], b"\ndata:"] {
            let mut sse = Sse::default();
            let mut taken = 0;
            while sse.push(line, &mut take).is_ok() && sse.push(&piece, &mut take).is_ok() {
                taken += 1;
                assert!(taken <= 5, "{line:?}");
            }
            assert!(taken >= 3);
        }
    }

    #[test]
    fn who_has_enough_is_given_no_more() {
        let (mut sse, mut seen) = (Sse::default(), 0);
        let mut take = |_| {
            seen += 1;
            false
        };
        sse.push(b"data: 1\n\ndata: 2\n\n", &mut take).unwrap();
        assert_eq!(seen, 1);
    }
}
