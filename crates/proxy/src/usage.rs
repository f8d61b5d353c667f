//! Reads what a call cost out of the response while it passes, without holding or copying a byte of it.
//!
//! A small machine follows the JSON by its structure: a count is believed only in the provider's own `usage` object, at
//! the top, in `message`, in `response` or in `x_groq`. What a model writes stands in strings and deeper, so no text of it can pass for
//! a count.

use memchr::{memchr2, memchr3};

/// Tokens of one call as the provider counted them, each in one place only.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(crate) struct Usage {
    /// Input that has nothing to do with a cache.
    pub(crate) input: u64,
    /// Input that was written to the provider's cache.
    pub(crate) cache_write: u64,
    /// Input that was read from it.
    pub(crate) cache_read: u64,
    /// All output, with what the model thought and did not say.
    pub(crate) output: u64,
}

impl Usage {
    /// All input.
    pub(crate) fn all_input(&self) -> u64 {
        self.input + self.cache_write + self.cache_read
    }
}

/// What is known of a call's cost so far.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(crate) struct Seen {
    /// The provider's whole count.
    pub(crate) usage: Option<Usage>,
    /// Its count of the input, which some report first; no output.
    pub(crate) input: Option<Usage>,
    /// Bytes of text that the model wrote.
    pub(crate) text: u64,
    /// Whether the provider reported an error instead of the rest.
    pub(crate) broken: bool,
}

/// The largest count that is believed; a larger one is a fault of the server.
const LARGEST: u64 = 100_000_000;

/// How deep keys are looked at for a count: `response.usage.output_tokens_details.reasoning_tokens`.
const DEEP: usize = 4;

/// How deep keys are looked at for text; one bit stands for each level.
const DEEPEST: usize = 63;

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
    Total,
    /// A closer look at the input or the output.
    Details,
    /// Parts of the input: read from the cache, and written to it.
    Cached,
    Kept,
    /// Part of the output with most providers, and beside it with some.
    Reasoning,
    /// What stands there was written by the model.
    Text,
    Error,
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
            b"total_tokens" => Key::Total,
            b"input_tokens_details"
            | b"prompt_tokens_details"
            | b"output_tokens_details"
            | b"completion_tokens_details" => Key::Details,
            b"cached_tokens" => Key::Cached,
            b"cache_write_tokens" => Key::Kept,
            b"reasoning_tokens" => Key::Reasoning,
            b"text" | b"content" | b"delta" | b"thinking" | b"partial_json" | b"arguments"
            | b"reasoning" | b"reasoning_content" | b"refusal" => Key::Text,
            b"error" => Key::Error,
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
    /// For each level a bit: whether it is an object.
    objects: u64,
    /// For the levels where counts stand: the key in hand.
    keys: [Key; DEEP + 1],
    /// Whether the key in hand is one of text.
    in_text: bool,
    wants_key: bool,
    name: [u8; 32],
    name_bytes: usize,
    number: Option<u64>,
    input: Option<u64>,
    cache: [u64; 2],
    least: u64,
    output: Option<u64>,
    total: u64,
    cached: u64,
    kept: u64,
    reasoning: u64,
    text: u64,
    broken: bool,
}

impl Scanner {
    /// Begins a response: an event stream, or one JSON text.
    pub(crate) fn new(stream: bool) -> Self {
        Self {
            line: stream.then_some(Line::Start(0)),
            after_cr: false,
            lex: Lex::Between,
            depth: 0,
            objects: 0,
            keys: [Key::Other; DEEP + 1],
            in_text: false,
            wants_key: false,
            name: [0; 32],
            name_bytes: 0,
            number: None,
            input: None,
            cache: [0; 2],
            least: 0,
            output: None,
            total: 0,
            cached: 0,
            kept: 0,
            reasoning: 0,
            text: 0,
            broken: false,
        }
    }

    /// What is known so far.
    pub(crate) fn seen(&self) -> Seen {
        Seen {
            usage: self.usage(),
            input: self.input(),
            text: self.text,
            broken: self.broken,
        }
    }

    /// What the provider counted of the input, once it has reported it.
    fn input(&self) -> Option<Usage> {
        let input = self.input?;
        let cached = self.cached.min(input);
        let kept = self.kept.min(input - cached);
        let [written, read] = self.cache;
        Some(Usage {
            input: input - cached - kept,
            cache_write: written + kept,
            cache_read: read + cached,
            output: 0,
        })
    }

    /// What the provider counted, once it has reported it.
    fn usage(&self) -> Option<Usage> {
        let usage = self.input()?;
        let mut output = self.output?.max(self.least);
        // More than the output is no part of it.
        if self.reasoning > output {
            output += self.reasoning;
        }
        // What the parts leave out is billed all the same, and always at the dearer price.
        let output = output.max(self.total.saturating_sub(usage.all_input()));
        Some(Usage { output, ..usage })
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
                    } else if self.in_text {
                        self.text += (stop - at) as u64;
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
        match byte {
            b'"' => {
                self.name_bytes = 0;
                let key = self.wants_key;
                self.lex = Lex::Text { key };
            }
            b'{' | b'[' => {
                // Where nothing went wrong it is null.
                let above = self.keys.get(1..=self.depth).unwrap_or_default();
                self.broken |= matches!(above, [Key::Error] | [Key::Response, Key::Error]);
                self.depth += 1;
                let object = byte == b'{';
                self.wants_key = object && self.depth <= DEEPEST;
                if self.depth <= DEEPEST {
                    let bit = 1 << self.depth;
                    self.objects = self.objects & !bit | if object { bit } else { 0 };
                }
                if self.depth <= DEEP {
                    self.keys[self.depth] = Key::Other;
                }
            }
            b'}' | b']' => {
                self.depth = self.depth.saturating_sub(1);
                self.wants_key = false;
            }
            b',' => self.wants_key = self.is_object(self.depth),
            b'0'..=b'9' | b'-' => {
                self.number = Some(0);
                self.digit(byte);
                self.lex = Lex::Number;
            }
            _ => {}
        }
    }

    fn is_object(&self, depth: usize) -> bool {
        depth <= DEEPEST && self.objects >> depth & 1 == 1
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
        let key = Key::of(name);
        self.in_text = key == Key::Text;
        if let Some(place) = self.keys.get_mut(self.depth) {
            *place = key;
        }
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
        if self.depth > DEEP || !(1..=self.depth).all(|depth| self.is_object(depth)) {
            return;
        }
        let (first, details, key) = match self.keys[1..=self.depth] {
            [Key::Usage, key] | [Key::Response, Key::Usage, key] => (false, false, key),
            [Key::Message, Key::Usage, key] => (true, false, key),
            [Key::Usage, Key::Details, key]
            | [Key::Response | Key::Message, Key::Usage, Key::Details, key] => (false, true, key),
            _ => return,
        };
        // Later counts of a stream include earlier ones; one that is smaller takes nothing back.
        let raise = |count: &mut u64| *count = number.max(*count);
        match key {
            Key::Cached if details => raise(&mut self.cached),
            Key::Kept if details => raise(&mut self.kept),
            Key::Reasoning if details => raise(&mut self.reasoning),
            _ if details => {}
            Key::Input => raise(self.input.get_or_insert(0)),
            Key::CacheWritten => raise(&mut self.cache[0]),
            Key::CacheRead => raise(&mut self.cache[1]),
            // What a stream's first event counts is on the way, and not the end.
            Key::Output if first => raise(&mut self.least),
            Key::Output => raise(self.output.get_or_insert(0)),
            Key::Total => raise(&mut self.total),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests;
