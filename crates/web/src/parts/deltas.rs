//! Changes of a value that is still read, as JavaScript takes them: numbers in a row, and the few texts that it has not got.
//!
//! A change for every few bytes costs more to carry across than to find. JavaScript has the pieces that it pushed, so an append is
//! two places in the last one; it has the names it was sent, so a key is a number; and a finished string is what its appends add
//! up to. `pkg/src/reader.ts` reads what is written here.

use colloquy_jsonstream::{Event, Path};
use serde_json::Value;

/// What a number in the row begins; what follows it is described with each. The lowest four bits, the rest belongs to it.
mod kind {
    /// The rest is the attempt's number.
    pub(super) const ATTEMPT: u32 = 0;
    pub(super) const ROOT: u32 = 1;
    /// A text to be known by the rest as its number, its length in bytes.
    pub(super) const NAME: u32 = 2;
    /// The rest is the depth, then the name's number.
    pub(super) const KEY: u32 = 3;
    /// The rest is the depth, then the index.
    pub(super) const INDEX: u32 = 4;
    /// The rest is 1 for the first of a string, then where in the piece it begins and ends, in UTF-16 units.
    pub(super) const SLICE: u32 = 5;
    /// The rest is 1 for the first of a string, then the length in bytes.
    pub(super) const APPEND: u32 = 6;
    /// What the appends add up to.
    pub(super) const GROWN: u32 = 7;
    /// Then the length in bytes.
    pub(super) const TEXT: u32 = 8;
    /// Then the number, signed.
    pub(super) const INTEGER: u32 = 9;
    /// Then the bits of a double, the lower half first.
    pub(super) const DOUBLE: u32 = 10;
    /// The rest is 0 for null, 1 for false, 2 for true, 3 for an empty object, 4 for an empty array.
    pub(super) const WORD: u32 = 11;
    pub(super) const WITHDRAWN: u32 = 12;
}

/// How many names are kept: more than most replies have keys. After that the numbers begin again.
const NAMES: usize = 64;

/// What is handed over, and which names were.
#[derive(Default)]
pub(crate) struct DeltaEncoder {
    /// Two places are left for the caller, then the row.
    pub(crate) words: Vec<u32>,
    /// The texts one after the other, in the order of the row.
    pub(crate) bytes: Vec<u8>,
    names: Vec<Name>,
    /// The number of the name that was sent last, and of the next one to be new.
    last: usize,
    next: usize,
}

/// A key that was sent.
struct Name {
    key: Box<str>,
    /// The number of the one that came next the last time: objects of a list have the same keys.
    then: usize,
}

impl DeltaEncoder {
    /// Writes what a piece changed; `begun` is where it begins in the reader's text.
    pub(crate) fn write<'a>(
        &mut self,
        piece: &str,
        begun: usize,
        events: impl Iterator<Item = Event<'a>>,
    ) {
        self.words.clear();
        self.words.extend([0, 0]);
        self.bytes.clear();
        let mut units = Units {
            plain: piece.is_ascii(),
            byte: 0,
            unit: 0,
        };
        for event in events {
            match event {
                Event::Attempt(number) => self.word(kind::ATTEMPT, number),
                Event::Root => self.word(kind::ROOT, 0),
                Event::Key { depth, key } => {
                    let name = self.name(key);
                    self.word(kind::KEY, depth as u32);
                    self.words.push(name as u32);
                }
                Event::Index { depth, index } => {
                    self.word(kind::INDEX, depth as u32);
                    self.words.push(index as u32);
                }
                Event::Append { text, at, first } => {
                    let place = at
                        .and_then(|at| at.checked_sub(begun))
                        .and_then(|at| units.reach(piece, at, at + text.len()));
                    if let Some((start, end)) = place {
                        self.word(kind::SLICE, first.into());
                        self.words.extend([start as u32, end as u32]);
                    } else {
                        self.text(kind::APPEND, first.into(), text);
                    }
                }
                Event::Text { grown: true, .. } => self.word(kind::GROWN, 0),
                Event::Text { text, .. } => self.text(kind::TEXT, 0, text),
                Event::Value(value) => self.value(value),
                Event::Withdrawn => self.word(kind::WITHDRAWN, 0),
            }
        }
    }

    fn word(&mut self, kind: u32, rest: u32) {
        self.words.push(kind | rest << 4);
    }

    fn text(&mut self, kind: u32, rest: u32, text: &str) {
        self.word(kind, rest);
        self.words.push(text.len() as u32);
        self.bytes.extend_from_slice(text.as_bytes());
    }

    fn value(&mut self, value: &Value) {
        let word = match value {
            Value::Number(number) => {
                let small = number.as_i64().and_then(|whole| i32::try_from(whole).ok());
                if let Some(small) = small {
                    self.word(kind::INTEGER, 0);
                    self.words.push(small as u32);
                } else {
                    let bits = number.as_f64().unwrap_or_default().to_bits();
                    self.word(kind::DOUBLE, 0);
                    self.words.extend([bits as u32, (bits >> 32) as u32]);
                }
                return;
            }
            Value::Bool(false) => 1,
            Value::Bool(true) => 2,
            Value::Object(_) => 3,
            Value::Array(_) => 4,
            _ => 0,
        };
        self.word(kind::WORD, word);
    }

    /// Finds the number of a key, sending the key where it has none yet. A name is the key's own text in a path.
    fn name(&mut self, key: &str) -> usize {
        let likely = self.names.get(self.last).map_or(0, |last| last.then);
        let is_it = |name: &Name| *name.key == *key;
        let found = match self.names.get(likely) {
            Some(name) if is_it(name) => Some(likely),
            _ => self.names.iter().position(is_it),
        };
        let number = found.unwrap_or_else(|| self.new_name(key));
        if let Some(last) = self.names.get_mut(self.last) {
            last.then = number;
        }
        self.last = number;
        number
    }

    fn new_name(&mut self, key: &str) -> usize {
        let number = self.next;
        self.next = (number + 1) % NAMES;
        let name = Name {
            key: key.into(),
            then: self.next,
        };
        match self.names.get_mut(number) {
            Some(old) => *old = name,
            None => self.names.push(name),
        }
        let shown = Path::default().key(key).to_string();
        self.text(kind::NAME, number as u32, &shown);
        number
    }
}

/// Turns places in a piece, in bytes, into UTF-16 units. They come in the order of the text, so it is walked once.
struct Units {
    /// A byte is a unit.
    plain: bool,
    byte: usize,
    unit: usize,
}

impl Units {
    /// None where the text has to be handed over: it was reached before, or it has a replacement character, which may stand for
    /// what is no character in JavaScript's text.
    fn reach(&mut self, piece: &str, start: usize, end: usize) -> Option<(usize, usize)> {
        if self.plain {
            return Some((start, end));
        }
        let (before, text) = (piece.get(self.byte..start)?, piece.get(start..end)?);
        if text.contains('\u{fffd}') {
            return None;
        }
        let start = self.unit + before.encode_utf16().count();
        self.unit = start + text.encode_utf16().count();
        self.byte = end;
        Some((start, self.unit))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use colloquy_jsonstream::{Limits, Reader};

    /// The row of each piece without the two places for the caller, and its texts.
    fn encoded(pieces: &[&str]) -> Vec<(Vec<u32>, String)> {
        let (mut reader, mut encoder) = (Reader::new(Limits::default()), DeltaEncoder::default());
        let mut rows = Vec::new();
        for piece in pieces {
            let begun = reader.text().len();
            encoder.write(piece, begun, reader.follow(piece));
            let text = String::from_utf8(encoder.bytes.clone()).unwrap();
            rows.push((encoder.words[2..].to_vec(), text));
        }
        rows
    }

    const fn word(kind: u32, rest: u32) -> u32 {
        kind | rest << 4
    }

    #[test]
    fn a_string_crosses_as_places_in_the_pieces_it_came_in() {
        let rows = encoded(&["{\"é\": \"é🎧", "b", "c\\n\"}"]);
        let (first, more) = (word(kind::SLICE, 1), word(kind::SLICE, 0));
        assert_eq!(
            rows[0],
            (
                vec![word(kind::NAME, 0), 2, kind::KEY, 0, first, 7, 10],
                "é".into()
            )
        );
        assert_eq!(rows[1], (vec![more, 0, 1], String::new()));
        assert_eq!(rows[2], (vec![kind::APPEND, 2, kind::GROWN], "c\n".into()));
    }

    #[test]
    fn a_name_is_sent_once_and_as_a_path_shows_it() {
        let (rows, text) = &encoded(&["[{\"a.b\": 1}, {\"a.b\": 0.5}, {\"a.b\": -7}]"])[0];
        assert_eq!(text, "[\"a.b\"]");
        let item = |index| [word(kind::INDEX, 0), index];
        let key = [word(kind::KEY, 1), 0];
        let half = 0.5_f64.to_bits();
        let mut expected = Vec::new();
        expected.extend(item(0));
        expected.extend([word(kind::NAME, 0), 7]);
        expected.extend(key);
        expected.extend([kind::INTEGER, 1]);
        expected.extend(item(1));
        expected.extend(key);
        expected.extend([kind::DOUBLE, half as u32, (half >> 32) as u32]);
        expected.extend(item(2));
        expected.extend(key);
        expected.extend([kind::INTEGER, -7_i32 as u32]);
        assert_eq!(rows, &expected);
    }

    #[test]
    fn numbers_of_names_begin_again_and_never_name_two_at_once() {
        let keys: Vec<String> = (0..200).map(|n| format!("\"k{n}\":0")).collect();
        let text = format!("{{{}}}", keys.join(","));
        let (row, names) = &encoded(&[&text])[0];
        let numbered = row.chunks(6).map(|name| (name[0] >> 4, name[3]));
        assert!(
            numbered
                .enumerate()
                .all(|(at, (place, used))| { place as usize == at % NAMES && used == place })
        );
        assert!(names.starts_with("k0k1k2"));
    }

    #[test]
    fn what_may_be_half_a_character_in_javascript_crosses_as_text() {
        let rows = encoded(&["{\"a\":\"x\u{fffd}\""]);
        assert!(rows[0].1.ends_with("x\u{fffd}"));
    }
}
