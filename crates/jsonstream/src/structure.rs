//! What stands between the tokens of a value: brackets, commas, colons, comments, and the end that is missing.

use crate::attempt::{Expect, State};
use crate::class::{self, BARE, BLOCK, LINE, SPACE, TICK, run_end};
use crate::machine::{Fault, Machine, Step};
use crate::repair::RepairKind;

impl Machine {
    pub(crate) fn between(&mut self, text: &str) -> Step {
        let bytes = text.as_bytes();
        if self.state == State::InnerTicks {
            return self.inner_ticks(text);
        }
        self.pos = run_end(bytes, self.pos, SPACE);
        let Some(&b) = bytes.get(self.pos) else {
            return Ok(());
        };
        match b {
            b'{' | b'[' => {
                if self.place()? {
                    return Err(Fault);
                }
                self.room()?;
                self.open(b == b'{')
            }
            b'}' | b']' => self.close(b == b'}'),
            b'"' | b'\'' => {
                self.in_key = self.place()?;
                if b == b'\'' {
                    self.repair(RepairKind::SingleQuotes, self.pos, "")?;
                }
                if self.in_key {
                    self.tree.key_begin();
                } else {
                    self.room()?;
                    self.tree.string_begin();
                }
                self.quote = b;
                self.raw_break = false;
                self.state = State::Quoted;
                self.pos += 1;
                Ok(())
            }
            b',' => self.comma(),
            b':' => {
                if self.expect != Expect::Colon {
                    return Err(Fault);
                }
                if let Some(attempt) = &mut self.attempt {
                    attempt.keyed = true;
                    attempt.substance = true;
                }
                self.expect = Expect::Value;
                self.pos += 1;
                Ok(())
            }
            b'/' => {
                self.state = State::Slash;
                self.token = self.pos;
                self.pos += 1;
                Ok(())
            }
            b'#' => {
                self.repair(RepairKind::Comment, self.pos, "")?;
                self.state = State::LineComment;
                self.pos += 1;
                Ok(())
            }
            b'`' if self.fence > 0 => {
                self.state = State::InnerTicks;
                self.token = self.pos;
                Ok(())
            }
            b if class::is(b, BARE) => {
                self.in_key = self.place()?;
                self.token = self.pos;
                self.state = State::Bare;
                Ok(())
            }
            b if b >= 0x80 => self.odd_space(text),
            _ => Err(Fault),
        }
    }

    /// Decides whether the token that begins here is a key.
    fn place(&mut self) -> Result<bool, Fault> {
        match self.expect {
            Expect::FirstKey | Expect::Key => Ok(true),
            Expect::Value | Expect::FirstElement | Expect::Element => Ok(false),
            Expect::Colon => Err(Fault),
            Expect::After => {
                self.repair(RepairKind::MissingComma, self.pos, "")?;
                Ok(self.tree.in_object())
            }
        }
    }

    /// A value begins, where a key may have had one already.
    pub(crate) fn room(&mut self) -> Step {
        let Some(key) = self.tree.taken_key() else {
            return Ok(());
        };
        let key = key.to_owned();
        self.tree.replace();
        self.repair(RepairKind::DuplicateKey, self.pos, &key)
    }

    /// A value is in its place.
    pub(crate) fn after_value(&mut self) {
        if let Some(attempt) = &mut self.attempt {
            attempt.substance = true;
        }
        self.expect = Expect::After;
        self.state = State::Between;
        if self.tree.depth() == 0 {
            self.scalar_done(self.pos);
        }
    }

    fn comma(&mut self) -> Step {
        match self.expect {
            Expect::After => {}
            Expect::Colon => return Err(Fault),
            Expect::Value => self.missing_value()?,
            _ => self.repair(RepairKind::ExtraComma, self.pos, "")?,
        }
        if matches!(self.expect, Expect::After | Expect::Value) {
            self.expect = if self.tree.in_object() {
                Expect::Key
            } else {
                Expect::Element
            };
        }
        self.comma = self.pos;
        self.pos += 1;
        Ok(())
    }

    fn missing_value(&mut self) -> Step {
        let key = self.tree.drop_key().unwrap_or_default();
        self.repair(RepairKind::MissingValue, self.pos, &key)
    }

    fn close(&mut self, object: bool) -> Step {
        if !self.tree.has_open(object) {
            self.repair(RepairKind::StrayClose, self.pos, "")?;
            self.pos += 1;
            return Ok(());
        }
        loop {
            match self.expect {
                Expect::Colon => return Err(Fault),
                Expect::Value => self.missing_value()?,
                Expect::Key | Expect::Element => {
                    self.repair(RepairKind::TrailingComma, self.comma, "")?;
                }
                _ => {}
            }
            let fits = self.tree.in_object() == object;
            if !fits {
                self.repair(RepairKind::MissingClose, self.pos, "")?;
            }
            self.tree.close();
            self.expect = Expect::After;
            if fits {
                break;
            }
        }
        self.pos += 1;
        match self.tree.depth() {
            0 => self.complete(self.pos),
            _ => Ok(()),
        }
    }

    pub(crate) fn comment(&mut self, bytes: &[u8]) -> Step {
        let b = bytes[self.pos];
        match self.state {
            State::Slash => {
                self.state = match b {
                    b'/' => State::LineComment,
                    b'*' => State::BlockComment,
                    _ => return Err(Fault),
                };
                self.repair(RepairKind::Comment, self.token, "")?;
                self.pos += 1;
            }
            State::LineComment => {
                self.pos = run_end(bytes, self.pos, LINE);
                if self.pos < bytes.len() {
                    self.state = State::Between;
                }
            }
            State::BlockComment => {
                self.pos = run_end(bytes, self.pos, BLOCK);
                if self.pos < bytes.len() {
                    self.pos += 1;
                    self.state = State::BlockStar;
                }
            }
            _ => {
                self.state = match b {
                    b'/' => State::Between,
                    b'*' => State::BlockStar,
                    _ => State::BlockComment,
                };
                self.pos += 1;
            }
        }
        Ok(())
    }

    fn odd_space(&mut self, text: &str) -> Step {
        match text[self.pos..].chars().next() {
            Some(c) if c.is_whitespace() || matches!(c, '\u{feff}' | '\u{200b}') => {
                self.repair(RepairKind::OddWhitespace, self.pos, "")?;
                self.pos += c.len_utf8();
                Ok(())
            }
            _ => Err(Fault),
        }
    }

    /// Backticks between tokens of a fenced value: the fence was closed before the value was.
    fn inner_ticks(&mut self, text: &str) -> Step {
        self.pos = run_end(text.as_bytes(), self.pos, TICK);
        if self.pos - self.token >= self.fence {
            let at = self.token;
            self.state = State::Between;
            self.truncate(text, at)?;
            // The closing run is prose again, and `ticks` counts it.
            self.pos = at;
            return Ok(());
        }
        match self.pos < text.len() {
            true => Err(Fault),
            false => Ok(()),
        }
    }

    /// Ends a value whose end is missing at `at`: what is whole is kept.
    pub(crate) fn truncate(&mut self, text: &str, at: usize) -> Step {
        let mut cut = match self.expect {
            Expect::Colon | Expect::Value => "value",
            _ => "end",
        };
        match self.state {
            State::Quoted | State::Escape | State::Hex => {
                cut = if self.in_key { "key" } else { "string" };
                if !self.in_key {
                    self.cut_at_fence();
                    // Of a key that came twice the first value is withdrawn already.
                    if !self.tree.text.is_empty() || self.tree.taken_key().is_some() {
                        self.tree.string_end();
                    }
                }
            }
            State::Bare if self.in_key => cut = "key",
            State::Bare => cut = self.truncate_bare(text)?,
            _ => {}
        }
        self.high = (0, 0);
        self.tree.drop_key();
        if self.tree.depth() == 1 && self.tree.top_is_empty() {
            return Err(Fault);
        }
        self.repair(RepairKind::Truncated, at, cut)?;
        while self.tree.depth() > 0 {
            self.tree.close();
        }
        self.complete(at)
    }

    /// A string that swallowed the end of its fence, and whatever text follows it, ends there.
    fn cut_at_fence(&mut self) {
        if self.fence > 0
            && self.raw_break
            && let Some(at) = find_fence(self.tree.text.as_bytes())
        {
            self.tree.shorten(at);
        }
    }
}

/// Finds backticks at the beginning of a line.
fn find_fence(text: &[u8]) -> Option<usize> {
    text.windows(4).position(|w| w == b"\n```")
}
