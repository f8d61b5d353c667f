//! Reads what a call cost out of the response while it passes, without holding or copying a byte of it.
//!
//! A small machine follows the JSON by its structure: a count is believed only in the provider's own `usage` object, at
//! the top, in `message`, in `response` or in `x_groq`. What a model writes stands in strings and deeper, so no text of it can pass for
//! a count.

use memchr::{memchr2, memchr3};

/// Tokens of one call as the provider counted them.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(crate) struct Usage {
    /// All input, read from and written to a cache included.
    pub(crate) input: u64,
    pub(crate) output: u64,
}

/// The largest count that is believed; a larger one is a fault of the server.
const LARGEST: u64 = 100_000_000;

/// How deep keys are looked at: `response.usage.output_tokens`.
const DEEP: usize = 3;

#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
enum Key {
    #[default]
    Other,
    Usage,
    /// `message` of a stream's first event: its input is final, its output is not.
    Message,
    Response,
    Input,
    CacheWritten,
    CacheRead,
    Output,
}

impl Key {
    fn of(name: &[u8]) -> Self {
        match name {
            b"usage" => Key::Usage,
            b"message" => Key::Message,
            // Groq puts its count into an object of its own.
            b"response" | b"x_groq" => Key::Response,
            b"input_tokens" | b"prompt_tokens" => Key::Input,
            b"cache_creation_input_tokens" => Key::CacheWritten,
            b"cache_read_input_tokens" => Key::CacheRead,
            b"output_tokens" | b"completion_tokens" => Key::Output,
            _ => Key::Other,
        }
    }
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Line {
    /// So many bytes of `data:` were seen at the start of the line.
    Start(usize),
    Data,
    Other,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Lex {
    Between,
    Text { key: bool },
    Escape { key: bool },
    Number,
}

/// Follows one response.
#[derive(Debug)]
pub(crate) struct Scanner {
    /// Where in an event stream's line it stands; `None` for a body that is one JSON text.
    line: Option<Line>,
    after_cr: bool,
    lex: Lex,
    depth: usize,
    /// For the levels that are looked at: whether it is an object, and the key in hand.
    objects: [bool; DEEP + 1],
    keys: [Key; DEEP + 1],
    wants_key: bool,
    name: [u8; 32],
    name_bytes: usize,
    number: Option<u64>,
    input: Option<u64>,
    cache: [u64; 2],
    least: u64,
    output: Option<u64>,
}

impl Scanner {
    /// Begins a response: an event stream, or one JSON text.
    pub(crate) fn new(stream: bool) -> Self {
        Self {
            line: stream.then_some(Line::Start(0)),
            after_cr: false,
            lex: Lex::Between,
            depth: 0,
            objects: [false; DEEP + 1],
            keys: [Key::Other; DEEP + 1],
            wants_key: false,
            name: [0; 32],
            name_bytes: 0,
            number: None,
            input: None,
            cache: [0; 2],
            least: 0,
            output: None,
        }
    }

    /// What the provider counted, once it has reported it.
    pub(crate) fn usage(&self) -> Option<Usage> {
        let cached = self.cache[0] + self.cache[1];
        Some(Usage {
            input: self.input? + cached,
            output: self.output?.max(self.least),
        })
    }

    /// Follows the next bytes; they may be cut anywhere.
    pub(crate) fn push(&mut self, bytes: &[u8]) {
        if self.line.is_none() {
            return self.json(bytes);
        }
        let mut rest = bytes;
        while let Some(&first) = rest.first() {
            match self.line {
                Some(Line::Start(seen)) => {
                    rest = &rest[1..];
                    self.line = Some(match first {
                        // The second half of CR LF ends nothing more.
                        b'\n' if self.after_cr => Line::Start(0),
                        b'\n' | b'\r' => {
                            if seen == 0 {
                                // An empty line ends the event; whatever was open is over.
                                self.reset();
                            }
                            Line::Start(0)
                        }
                        byte if byte == b"data:"[seen] => {
                            if seen == 4 {
                                Line::Data
                            } else {
                                Line::Start(seen + 1)
                            }
                        }
                        // A byte order mark before the first line.
                        0xef | 0xbb | 0xbf if seen == 0 => Line::Start(0),
                        _ => Line::Other,
                    });
                    self.after_cr = first == b'\r';
                }
                Some(line) => {
                    let end = memchr2(b'\n', b'\r', rest);
                    if line == Line::Data {
                        self.json(&rest[..end.unwrap_or(rest.len())]);
                    }
                    let Some(end) = end else { return };
                    self.after_cr = rest[end] == b'\r';
                    rest = &rest[end + 1..];
                    self.line = Some(Line::Start(0));
                }
                None => return,
            }
        }
    }

    fn reset(&mut self) {
        self.lex = Lex::Between;
        self.depth = 0;
        self.wants_key = false;
        self.number = None;
    }

    fn json(&mut self, bytes: &[u8]) {
        let mut at = 0;
        while at < bytes.len() {
            match self.lex {
                Lex::Text { key } => {
                    let end = memchr3(b'"', b'\\', b'\n', &bytes[at..]).map(|end| at + end);
                    let stop = end.unwrap_or(bytes.len());
                    if key {
                        self.name(&bytes[at..stop]);
                    }
                    let Some(end) = end else { return };
                    self.lex = match bytes[end] {
                        b'\\' => Lex::Escape { key },
                        b'"' => {
                            if key {
                                self.keyed();
                            }
                            Lex::Between
                        }
                        // No JSON has a bare line end in a text; it is taken as part of it.
                        _ => Lex::Text { key },
                    };
                    at = end + 1;
                }
                Lex::Escape { key } => {
                    if key {
                        self.name(b"\\\\");
                    }
                    self.lex = Lex::Text { key };
                    at += 1;
                }
                Lex::Number => {
                    let byte = bytes[at];
                    if byte.is_ascii_digit() || b".eE+-".contains(&byte) {
                        self.digit(byte);
                        at += 1;
                    } else {
                        self.count();
                        self.lex = Lex::Between;
                    }
                }
                Lex::Between => {
                    self.structure(bytes[at]);
                    at += 1;
                }
            }
        }
    }

    fn structure(&mut self, byte: u8) {
        let near = self.depth <= DEEP;
        match byte {
            b'"' => {
                let key = self.wants_key && near;
                self.name_bytes = 0;
                self.lex = Lex::Text { key };
            }
            b'{' | b'[' => {
                self.depth += 1;
                let object = byte == b'{';
                self.wants_key = object;
                if self.depth <= DEEP {
                    self.objects[self.depth] = object;
                    self.keys[self.depth] = Key::Other;
                }
            }
            b'}' | b']' => {
                self.depth = self.depth.saturating_sub(1);
                self.wants_key = false;
            }
            b',' => self.wants_key = near && self.objects[self.depth],
            b'0'..=b'9' | b'-' => {
                self.number = Some(0);
                self.digit(byte);
                self.lex = Lex::Number;
            }
            _ => {}
        }
    }

    fn name(&mut self, part: &[u8]) {
        let end = self.name_bytes + part.len();
        match self.name.get_mut(self.name_bytes..end) {
            Some(room) => {
                room.copy_from_slice(part);
                self.name_bytes = end;
            }
            // Too long to be one of ours, now and with all that follows.
            None => self.name_bytes = self.name.len() + 1,
        }
    }

    fn keyed(&mut self) {
        let name = self.name.get(..self.name_bytes).unwrap_or_default();
        self.keys[self.depth.min(DEEP)] = Key::of(name);
        self.wants_key = false;
    }

    fn digit(&mut self, byte: u8) {
        self.number = match (self.number, byte) {
            (Some(number), b'0'..=b'9') => Some(number * 10 + u64::from(byte - b'0')),
            _ => None,
        }
        .filter(|number| *number <= LARGEST);
    }

    fn count(&mut self) {
        let Some(number) = self.number.take() else {
            return;
        };
        if self.depth > DEEP || !self.objects[1..=self.depth].iter().all(|object| *object) {
            return;
        }
        let (first, key) = match self.keys[1..=self.depth] {
            [Key::Usage, key] => (false, key),
            [Key::Response, Key::Usage, key] => (false, key),
            [Key::Message, Key::Usage, key] => (true, key),
            _ => return,
        };
        match key {
            Key::Input => self.input = Some(number),
            Key::CacheWritten => self.cache[0] = number,
            Key::CacheRead => self.cache[1] = number,
            // What a stream's first event counts is on the way, and not the end.
            Key::Output if first => self.least = number,
            Key::Output => self.output = Some(number),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Scanner, Usage};

    const ANTHROPIC: &str = "event: message_start\ndata: {\"type\":\"message_start\",\"message\":{\"id\":\"m\",\"content\":[],\"usage\":{\"input_tokens\":25,\"cache_creation_input_tokens\":10,\"cache_read_input_tokens\":200,\"cache_creation\":{\"ephemeral_5m_input_tokens\":10},\"output_tokens\":1}}}\n\n: keep-alive\n\nevent: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":\"\\\"usage\\\":{\\\"output_tokens\\\":7}} ü\"}}\n\nevent: message_delta\ndata: {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"end_turn\"},\"usage\":{\"output_tokens\":15}}\n\nevent: message_stop\ndata: {\"type\":\"message_stop\"}\n\n";
    const CHAT: &str = "data: {\"choices\":[{\"delta\":{\"content\":\"a\"}}],\"usage\":null}\r\n\r\ndata: {\"choices\":[],\"usage\":{\"prompt_tokens\":19,\"completion_tokens\":10,\"total_tokens\":29,\"prompt_tokens_details\":{\"cached_tokens\":5}}}\r\n\r\ndata: [DONE]\r\n\r\n";
    const RESPONSES: &str = "event: response.created\ndata: {\"type\":\"response.created\",\"response\":{\"id\":\"r\",\"usage\":null}}\n\nevent: response.completed\ndata: {\"type\":\"response.completed\",\"response\":{\"output\":[{\"usage\":{\"output_tokens\":1}}],\"usage\":{\"input_tokens\":328,\"input_tokens_details\":{\"cached_tokens\":0},\"output_tokens\":52,\"output_tokens_details\":{\"reasoning_tokens\":0},\"total_tokens\":380}}}\n\n";

    fn scan(text: &str, stream: bool, chunk: usize) -> Option<Usage> {
        let mut scanner = Scanner::new(stream);
        for part in text.as_bytes().chunks(chunk) {
            scanner.push(part);
        }
        scanner.usage()
    }

    #[test]
    fn each_wire_format_is_read_however_it_is_cut() {
        for (text, input, output) in [(ANTHROPIC, 235, 15), (CHAT, 19, 10), (RESPONSES, 328, 52)] {
            for chunk in 1..text.len() {
                assert_eq!(
                    scan(text, true, chunk),
                    Some(Usage { input, output }),
                    "{chunk} of {text}"
                );
            }
        }
    }

    #[test]
    fn what_the_dialects_read_out_of_recorded_streams_is_read_here_too() {
        let root =
            std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases/streams");
        let mut seen = 0;
        for dialect in ["anthropic", "openai-chat", "openai-responses"] {
            for file in std::fs::read_dir(root.join(dialect)).unwrap() {
                let file = file.unwrap().path();
                let events =
                    std::fs::read_to_string(file.with_extension("json")).unwrap_or_default();
                if file.extension() != Some("txt".as_ref()) || !events.contains("\"usage\"") {
                    continue;
                }
                let events: serde_json::Value = serde_json::from_str(&events).unwrap();
                let count = |name: &str| {
                    let done = events
                        .as_array()?
                        .iter()
                        .find_map(|event| event.get("done"))?;
                    done["usage"][name].as_u64()
                };
                let text = std::fs::read(&file).unwrap();
                let mut scanner = Scanner::new(!text.starts_with(b"{"));
                scanner.push(&text);
                let counts = scanner.usage().unwrap_or_default();
                let expected = (count("input_tokens"), count("output_tokens"));
                assert_eq!(
                    (Some(counts.input), Some(counts.output)),
                    expected,
                    "{}",
                    file.display()
                );
                seen += 1;
            }
        }
        assert!(seen > 20, "{seen} streams");
    }

    #[test]
    fn a_body_that_is_one_json_text_is_read_too() {
        for (text, input, output) in [
            (
                "{\n \"content\": [{\"input\": {\"usage\": {\"output_tokens\": 1}}}],\n \"usage\": {\n  \"input_tokens\": 7,\n  \"output_tokens\": 8\n }\n}\n",
                7,
                8,
            ),
            (
                "{\"choices\":[{\"message\":{\"usage\":{\"completion_tokens\":1}}}],\"usage\":{\"prompt_tokens\":3,\"completion_tokens\":4}}",
                3,
                4,
            ),
            ("{\"usage\":{\"input_tokens\":5,\"output_tokens\":6}}", 5, 6),
        ] {
            for chunk in 1..text.len() {
                assert_eq!(
                    scan(text, false, chunk),
                    Some(Usage { input, output }),
                    "{chunk} of {text}"
                );
            }
        }
    }

    #[test]
    fn a_stream_without_its_last_count_says_nothing() {
        let cut = ANTHROPIC.find("event: message_delta").unwrap();
        assert_eq!(scan(&ANTHROPIC[..cut], true, 9), None);
        assert_eq!(
            scan("data: {\"choices\":[]}\n\ndata: [DONE]\n\n", true, 5),
            None
        );
    }

    #[test]
    fn no_text_and_no_deeper_value_passes_for_a_count() {
        for text in [
            r#"{"a":"\",\"usage\":{\"input_tokens\":1,\"output_tokens\":1}"}"#,
            r#"{"content_block":{"input":{"usage":{"input_tokens":1,"output_tokens":1}}}}"#,
            r#"[{"usage":{"input_tokens":1,"output_tokens":1}}]"#,
            r#"{"a":{"usage":{"input_tokens":1,"output_tokens":1}}}"#,
            r#"{"us\u0061ge":{"input_tokens":1,"output_tokens":1}}"#,
            r#"{"usage":["input_tokens",1,"output_tokens",1]}"#,
            r#"{"usage":{"input_tokens":1.5,"output_tokens":-1}}"#,
            r#"{"usage":{"input_tokens":"1","output_tokens":99999999999999999999}}"#,
            "nonsense }}}]]]{{{ \"\\",
        ] {
            assert_eq!(scan(text, false, 3), None, "{text}");
        }
    }

    #[test]
    fn a_broken_event_does_not_spoil_the_next_one() {
        let text = "data: {\"a\":\"open\n\ndata: {\"usage\":{\"prompt_tokens\":1,\"completion_tokens\":2}}\n\n";
        assert_eq!(
            scan(text, true, 4),
            Some(Usage {
                input: 1,
                output: 2
            })
        );
    }
}
