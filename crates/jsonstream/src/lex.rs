//! Values of strings, numbers and words.

use serde_json::Value;

use crate::attempt::{Expect, State};
use crate::class::{BARE, DOUBLE, SINGLE, run_end};
use crate::machine::{Fault, Machine, Step};
use crate::number::{self, Parsed};
use crate::repair::RepairKind;

impl Machine {
    pub(crate) fn quoted(&mut self, text: &str) -> Step {
        match self.state {
            State::Escape => self.escape(text.as_bytes()),
            State::Hex => self.hex(text),
            _ => self.plain(text),
        }
    }

    /// Takes characters up to the next one that means something else, as one run.
    fn plain(&mut self, text: &str) -> Step {
        let bytes = text.as_bytes();
        let quote = self.quote;
        let class = if quote == b'"' { DOUBLE } else { SINGLE };
        let from = self.pos;
        let end = run_end(bytes, from, class);
        if end > from {
            self.flush_high()?;
            self.tree.take(&text[from..end], from);
            self.pos = end;
        }
        let Some(&b) = bytes.get(self.pos) else {
            return Ok(());
        };
        if b == b'\\' {
            self.token = self.pos;
            self.state = State::Escape;
        } else {
            self.flush_high()?;
            if b == quote {
                self.pos += 1;
                return self.end_quoted();
            }
            self.raw_break |= b == b'\n';
            let kind = match b {
                b'\n' | b'\r' => RepairKind::RawNewline,
                _ => RepairKind::ControlCharacter,
            };
            // A line break of two characters is one repair.
            if b != b'\n' || bytes[self.pos - 1] != b'\r' {
                self.repair(kind, self.pos, "")?;
            }
            self.tree.take(&text[self.pos..=self.pos], self.pos);
        }
        self.pos += 1;
        Ok(())
    }

    fn end_quoted(&mut self) -> Step {
        if self.in_key {
            let key = std::mem::take(&mut self.tree.text);
            self.key(key);
        } else {
            self.tree.string_end();
            self.after_value();
        }
        Ok(())
    }

    fn key(&mut self, key: String) {
        self.tree.set_key(key);
        self.expect = Expect::Colon;
        self.state = State::Between;
    }

    fn escape(&mut self, bytes: &[u8]) -> Step {
        let b = bytes[self.pos];
        if b != b'u' {
            self.flush_high()?;
        }
        self.state = State::Quoted;
        let meant = match b {
            b'"' | b'\\' | b'/' => b,
            b'b' => 8,
            b'f' => 12,
            b'n' => b'\n',
            b'r' => b'\r',
            b't' => b'\t',
            b'u' => {
                self.state = State::Hex;
                self.pos += 1;
                return Ok(());
            }
            b'\'' => {
                self.repair(RepairKind::BadEscape, self.token, "")?;
                b'\''
            }
            _ => {
                // `\d+` and `\alpha` are meant as they stand.
                self.repair(RepairKind::BadEscape, self.token, "")?;
                self.tree.put('\\');
                return Ok(());
            }
        };
        self.tree.put(char::from(meant));
        self.pos += 1;
        Ok(())
    }

    fn hex(&mut self, text: &str) -> Step {
        let first = self.token + 2;
        let bytes = text.as_bytes();
        if !bytes[self.pos].is_ascii_hexdigit() {
            self.flush_high()?;
            self.repair(RepairKind::BadEscape, self.token, "")?;
            self.tree.take(&text[self.token..self.pos], self.token);
            self.state = State::Quoted;
            return Ok(());
        }
        self.pos += 1;
        if self.pos < first + 4 {
            return Ok(());
        }
        self.state = State::Quoted;
        let unit = u16::from_str_radix(&text[first..self.pos], 16).map_err(|_| Fault)?;
        let high = self.high.0;
        match unit {
            0xDC00..=0xDFFF if high != 0 => {
                self.high.0 = 0;
                let joined = 0x10000 + (u32::from(high - 0xD800) << 10) + u32::from(unit - 0xDC00);
                self.tree.put(char::from_u32(joined).unwrap_or('\u{fffd}'));
            }
            0xD800..=0xDFFF => {
                self.flush_high()?;
                self.high = (unit, self.token);
                if unit >= 0xDC00 {
                    self.flush_high()?;
                }
            }
            _ => {
                self.flush_high()?;
                let c = char::from_u32(u32::from(unit));
                self.tree.put(c.unwrap_or('\u{fffd}'));
            }
        }
        Ok(())
    }

    /// The other half of a surrogate pair did not come.
    fn flush_high(&mut self) -> Step {
        if self.high.0 == 0 {
            return Ok(());
        }
        let at = self.high.1;
        self.high = (0, 0);
        self.tree.put('\u{fffd}');
        self.repair(RepairKind::LoneSurrogate, at, "")
    }

    pub(crate) fn bare(&mut self, text: &str) -> Step {
        self.pos = run_end(text.as_bytes(), self.pos, BARE);
        match self.pos < text.len() {
            true => self.end_bare(text),
            false => Ok(()),
        }
    }

    /// Takes the number, word or key that ends here.
    pub(crate) fn end_bare(&mut self, text: &str) -> Step {
        let token = &text[self.token..self.pos];
        if self.in_key {
            self.repair(RepairKind::UnquotedKey, self.token, token)?;
            self.key(token.to_owned());
            return Ok(());
        }
        let value = match word(token) {
            Some((value, true)) => value,
            Some((value, false)) => {
                self.repair(RepairKind::ForeignLiteral, self.token, token)?;
                value
            }
            None => match number::parse(token) {
                Parsed::Strict(value) => value,
                Parsed::Loose(value) => {
                    self.repair(RepairKind::NumberForm, self.token, token)?;
                    value
                }
                Parsed::Not => return Err(Fault),
            },
        };
        self.room()?;
        self.tree.scalar(value);
        self.after_value();
        Ok(())
    }

    /// Takes the token the text was cut off in if that can only be whole; returns what was cut.
    pub(crate) fn truncate_bare(&mut self, text: &str) -> Result<&'static str, Fault> {
        if word(&text[self.token..self.pos]).is_some() {
            self.end_bare(text)?;
            return Ok("end");
        }
        // 1 may have been going to be 10: a missing number is asked for again, a wrong one is believed.
        Ok("number")
    }
}

/// The words that are values: JSON's own three, then those of other languages. `Some` is a truth value, `None` is null.
static WORDS: [(&str, Option<bool>); 14] = [
    ("true", Some(true)),
    ("false", Some(false)),
    ("null", None),
    ("True", Some(true)),
    ("TRUE", Some(true)),
    ("False", Some(false)),
    ("FALSE", Some(false)),
    ("None", None),
    ("NULL", None),
    ("Null", None),
    ("undefined", None),
    ("NaN", None),
    ("Infinity", None),
    ("-Infinity", None),
];

/// Reads a word, and returns whether it is one of JSON's own.
fn word(token: &str) -> Option<(Value, bool)> {
    let place = WORDS.iter().position(|(word, _)| *word == token)?;
    let value = WORDS[place].1.map_or(Value::Null, Value::Bool);
    Some((value, place < 3))
}
