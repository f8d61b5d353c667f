//! The pieces of strict JSON that is read in one pass, with nothing built that is not kept.
//!
//! Reading so ends at the first thing that is out of the ordinary, and the text takes the long way, through a reader that knows
//! all of JSON: none does not mean that a text is faulty.

use crate::scan::plain_end;
use serde_json::{Map, Value};

/// Most digits of a number: past these it may be no exact double.
const MOST_DIGITS: usize = 15;

/// A place in a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cursor<'a> {
    text: &'a str,
    /// In bytes, where a character begins.
    place: usize,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(text: &'a str) -> Cursor<'a> {
        Cursor { text, place: 0 }
    }

    /// What was not taken yet.
    pub(super) fn rest(&self) -> &'a [u8] {
        self.text.as_bytes().get(self.place..).unwrap_or_default()
    }

    /// The next byte.
    pub(super) fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.place).copied()
    }

    /// Takes some text, if it comes next.
    pub(super) fn word(&mut self, word: &str) -> bool {
        let comes = self.rest().starts_with(word.as_bytes());
        if comes {
            self.place += word.len();
        }
        comes
    }

    /// Takes the key of an object's next field, with the colon behind it, if it is this one.
    pub(super) fn key(&mut self, key: &str) -> bool {
        let mut rest = self.rest();
        let before = self.place.checked_sub(1);
        let first = before.and_then(|at| self.text.as_bytes().get(at)) == Some(&b'{');
        if !first {
            let Some((b',', after)) = rest.split_first() else {
                return false;
            };
            rest = after;
        }
        let comes = rest.first() == Some(&b'"')
            && rest[1..].starts_with(key.as_bytes())
            && rest[1 + key.len()..].starts_with(b"\":");
        if comes {
            self.place += usize::from(!first) + key.len() + 3;
        }
        comes
    }

    /// Takes a whole number; none for one with a fraction or an exponent, or that may be no exact double.
    pub(super) fn integer(&mut self) -> Option<i64> {
        let bytes = self.rest();
        let negative = bytes.first() == Some(&b'-');
        let from = usize::from(negative);
        let mut end = from;
        let mut sum = 0_i64;
        while let Some(digit @ b'0'..=b'9') = bytes.get(end) {
            if end - from == MOST_DIGITS {
                return None;
            }
            sum = sum * 10 + i64::from(digit - b'0');
            end += 1;
        }
        // None, one with a zero before it, and the zero that is a float.
        if end == from || (bytes[from] == b'0' && (end > from + 1 || negative)) {
            return None;
        }
        if let Some(b'.' | b'e' | b'E') = bytes.get(end) {
            return None;
        }
        self.place += end;
        Some(if negative { -sum } else { sum })
    }

    /// Takes any value without white space in it, and at most so many containers inside one another.
    pub(super) fn value(&mut self, depth: usize) -> Option<Value> {
        match self.peek()? {
            b'"' => self.string().map(Value::String),
            b'{' | b'[' if depth == 0 => None,
            b'{' => {
                self.place += 1;
                let mut map = Map::new();
                while !self.word("}") {
                    if !map.is_empty() && !self.word(",") {
                        return None;
                    }
                    let key = self.string()?;
                    if !self.word(":") {
                        return None;
                    }
                    map.insert(key, self.value(depth - 1)?);
                }
                Some(Value::Object(map))
            }
            b'[' => {
                self.place += 1;
                let mut items = Vec::new();
                while !self.word("]") {
                    if !items.is_empty() && !self.word(",") {
                        return None;
                    }
                    items.push(self.value(depth - 1)?);
                }
                Some(Value::Array(items))
            }
            b't' => self.word("true").then_some(Value::Bool(true)),
            b'f' => self.word("false").then_some(Value::Bool(false)),
            b'n' => self.word("null").then_some(Value::Null),
            _ => self.integer().map(Value::from),
        }
    }

    /// Takes a string without an escape.
    pub(super) fn bare(&mut self) -> Option<&'a str> {
        let bytes = self.text.as_bytes();
        let from = self.place + 1;
        let end = plain_end(bytes, from);
        let whole = self.peek() == Some(b'"') && bytes.get(end) == Some(&b'"');
        whole.then(|| {
            self.place = end + 1;
            &self.text[from..end]
        })
    }

    /// Takes a string; none for one with an escaped code unit.
    pub(super) fn string(&mut self) -> Option<String> {
        if self.peek() != Some(b'"') {
            return None;
        }
        let bytes = self.text.as_bytes();
        let mut from = self.place + 1;
        let mut text = String::new();
        loop {
            let end = plain_end(bytes, from);
            let run = &self.text[from..end];
            match *bytes.get(end)? {
                b'"' => {
                    self.place = end + 1;
                    if text.is_empty() {
                        text = run.into();
                    } else {
                        text.push_str(run);
                    }
                    return Some(text);
                }
                b'\\' => {
                    text.push_str(run);
                    text.push(match *bytes.get(end + 1)? {
                        b'"' => '"',
                        b'\\' => '\\',
                        b'/' => '/',
                        b'n' => '\n',
                        b't' => '\t',
                        b'r' => '\r',
                        b'b' => '\u{8}',
                        b'f' => '\u{c}',
                        _ => return None,
                    });
                    from = end + 2;
                }
                _ => return None,
            }
        }
    }
}
