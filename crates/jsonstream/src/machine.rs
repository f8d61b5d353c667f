//! Finds values in a text and keeps or gives up each attempt. How a value is read is in `structure` and `lex`.

use serde_json::Value;

use crate::repair::{RepairKind, Repairs};
use crate::tree::Tree;

/// The attempt cannot go on: not even the tolerant grammar allows the byte at `pos`.
pub(crate) struct Fault;

pub(crate) type Step = Result<(), Fault>;

/// What the next byte is part of.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum State {
    /// Text outside any value.
    Prose,
    /// A run of backticks in prose.
    Ticks,
    /// What follows the backticks that opened a fence, on their line.
    Tag,
    /// Between the tokens of a value.
    Between,
    /// A run of backticks between tokens.
    InnerTicks,
    /// A string or a key in quotes.
    Quoted,
    /// After a backslash.
    Escape,
    /// In the four digits of `\u`.
    Hex,
    /// A number, a word or a key without quotes.
    Bare,
    /// After a slash that may begin a comment.
    Slash,
    LineComment,
    BlockComment,
    /// After a star that may end a comment.
    BlockStar,
    /// After a scalar that stands alone.
    Tail,
}

/// What may come next between tokens.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Expect {
    FirstKey,
    /// A key, after a comma.
    Key,
    Colon,
    /// The value of a key, or of the whole text.
    Value,
    FirstElement,
    /// An element, after a comma.
    Element,
    /// A comma or the end of the container.
    After,
}

/// A value that is being read.
pub(crate) struct Attempt {
    pub(crate) start: usize,
    /// No container: a string, number or word that is the whole text or the whole fence. Nothing is repaired in one,
    /// or every sentence would be a value.
    pub(crate) scalar: bool,
    /// Something of it was read, so what is found inside after giving it up is a part, not the whole.
    pub(crate) substance: bool,
    /// A key with its colon was read: this is not prose.
    pub(crate) keyed: bool,
    pub(crate) repairs: Repairs,
    pub(crate) strict: bool,
    pub(crate) doubtful: bool,
}

/// A value that was read to its end.
pub(crate) struct Found {
    pub(crate) id: u32,
    pub(crate) value: Value,
    pub(crate) repairs: Repairs,
    pub(crate) strict: bool,
    pub(crate) doubtful: bool,
    pub(crate) fenced: bool,
    /// Part of an attempt that was given up.
    pub(crate) part: bool,
    pub(crate) start: usize,
    pub(crate) end: usize,
}

/// How many values of one reply are kept, 32; past that the shortest goes, as the real one is rarely that.
pub(crate) const KEPT: usize = 32;

pub(crate) struct Machine {
    /// The next byte to look at.
    pub(crate) pos: usize,
    pub(crate) state: State,
    pub(crate) expect: Expect,
    pub(crate) tree: Tree,
    pub(crate) attempt: Option<Attempt>,
    pub(crate) found: Vec<Found>,
    /// More values were found than are kept.
    pub(crate) overflow: bool,
    /// Repairs that concern the text rather than one value.
    pub(crate) repairs: Repairs,
    /// An attempt that was JSON beyond doubt was given up.
    pub(crate) half_json: bool,
    /// Backticks that opened the fence we are in; 0 outside.
    pub(crate) fence: usize,
    pub(crate) steps: u64,
    /// The opening quote, or 0 for a word without.
    pub(crate) quote: u8,
    pub(crate) in_key: bool,
    /// Where the token, escape or run of backticks began.
    pub(crate) token: usize,
    /// The first half of a surrogate pair, or 0, and where it stood.
    pub(crate) high: (u16, usize),
    /// This string held a line break that was not escaped.
    pub(crate) raw_break: bool,
    pub(crate) comma: usize,
    scalar_end: usize,
    /// Nothing but space since the text or the fence began: a scalar may stand here.
    fresh: bool,
    /// Refuse every repair.
    strict_only: bool,
    max_depth: usize,
    /// Values that begin before this are parts of an attempt that was given up.
    parts_until: usize,
    /// Bytes that were read again after giving up.
    reread: usize,
    next_id: u32,
}

impl Machine {
    pub(crate) fn new(max_depth: usize, report: bool, strict_only: bool) -> Machine {
        Machine {
            pos: 0,
            state: State::Prose,
            expect: Expect::Value,
            tree: Tree::new(report),
            attempt: None,
            found: Vec::new(),
            overflow: false,
            repairs: Repairs::default(),
            half_json: false,
            fence: 0,
            steps: 0,
            quote: 0,
            in_key: false,
            token: 0,
            high: (0, 0),
            raw_break: false,
            comma: 0,
            scalar_end: 0,
            fresh: !strict_only,
            strict_only,
            max_depth,
            parts_until: 0,
            reread: 0,
            next_id: 0,
        }
    }

    /// Reads on to the end of `text`, which only ever grows between calls.
    pub(crate) fn run(&mut self, text: &str) {
        while self.pos < text.len() {
            let from = self.pos;
            let step = match self.state {
                State::Prose => self.prose(text.as_bytes()),
                State::Ticks => self.ticks(text.as_bytes()),
                State::Tag => self.tag(text.as_bytes()),
                State::Tail => self.tail(text.as_bytes()),
                State::Between | State::InnerTicks => self.between(text),
                State::Slash | State::LineComment | State::BlockComment | State::BlockStar => {
                    self.comment(text.as_bytes())
                }
                State::Quoted | State::Escape | State::Hex => self.quoted(text),
                State::Bare => self.bare(text),
            };
            self.steps += 1 + self.pos.saturating_sub(from) as u64;
            if step.is_err() {
                self.give_up(self.pos, true);
            }
        }
        self.tree.flush();
    }

    /// Takes the end of `text` as the end of the reply.
    pub(crate) fn end(&mut self, text: &str) {
        loop {
            self.run(text);
            if self.state == State::Ticks {
                self.end_ticks();
            }
            let Some(attempt) = &self.attempt else { return };
            let ended = match (self.state, attempt.scalar) {
                (State::Tail, _) => self.complete(self.scalar_end),
                (State::Bare, true) => self.end_bare(text).map(|()| self.scalar_done(text.len())),
                (_, true) => Err(Fault),
                _ => self.truncate(text, text.len()),
            };
            if ended.is_err() {
                self.give_up(text.len(), true);
            }
        }
    }

    /// Records a repair of the value being read.
    pub(crate) fn repair(&mut self, kind: RepairKind, at: usize, note: &str) -> Step {
        let Some(attempt) = &mut self.attempt else {
            return Ok(());
        };
        if !kind.keeps_strict() {
            if self.strict_only || attempt.scalar {
                return Err(Fault);
            }
            attempt.strict = false;
            attempt.doubtful |= kind.is_doubtful();
        }
        attempt.repairs.add(kind, at, note);
        Ok(())
    }

    pub(crate) fn open(&mut self, object: bool) -> Step {
        if self.tree.depth() >= self.max_depth {
            self.repairs.add(RepairKind::TooDeep, self.pos, "");
            // Whatever is inside is no whole value either, so nothing is read again.
            self.give_up(self.pos, false);
            return Ok(());
        }
        self.tree.open(object);
        self.expect = if object {
            Expect::FirstKey
        } else {
            Expect::FirstElement
        };
        self.pos += 1;
        Ok(())
    }

    /// Keeps the value that was read, which ends before `end`.
    pub(crate) fn complete(&mut self, end: usize) -> Step {
        let (Some(attempt), Some(value)) = (self.attempt.take(), self.tree.take_root()) else {
            return Ok(());
        };
        self.state = State::Prose;
        self.fresh = false;
        self.found.push(Found {
            id: self.next_id - 1,
            value,
            repairs: attempt.repairs,
            strict: attempt.strict,
            doubtful: attempt.doubtful,
            fenced: self.fence > 0,
            part: attempt.start < self.parts_until,
            start: attempt.start,
            end,
        });
        if self.found.len() > KEPT {
            self.overflow = true;
            let shortest = self
                .found
                .iter()
                .enumerate()
                .min_by_key(|(_, f)| f.end - f.start);
            if let Some((i, _)) = shortest {
                self.found.remove(i);
            }
        }
        Ok(())
    }

    /// Gives up the attempt at `at` and reads on: after its first byte, or, when that was too deep or has been done too
    /// often, from `at`.
    fn give_up(&mut self, at: usize, again: bool) {
        let Some(attempt) = self.attempt.take() else {
            return;
        };
        self.tree.withdraw();
        self.state = State::Prose;
        self.fresh = false;
        self.high = (0, 0);
        self.half_json |= attempt.keyed;
        if attempt.substance {
            self.parts_until = self.parts_until.max(at);
        }
        let next = attempt.start + 1;
        let cost = at.saturating_sub(next);
        // Twice what was read: room for a false start here and there, and still linear on a text that is nothing else.
        if again && self.reread + cost <= 2 * at + 1024 {
            self.reread += cost;
            self.pos = next;
        } else {
            self.pos = at.max(next);
        }
    }

    fn begin(&mut self, bytes: &[u8], scalar: bool) {
        if self.half_json && follows_key(&bytes[..self.pos]) {
            self.parts_until = self.pos + 1;
        }
        self.attempt = Some(Attempt {
            start: self.pos,
            scalar,
            substance: false,
            keyed: false,
            repairs: Repairs::default(),
            strict: true,
            doubtful: false,
        });
        self.tree.begin(self.next_id);
        self.next_id += 1;
        self.state = State::Between;
        self.expect = Expect::Value;
    }

    fn prose(&mut self, bytes: &[u8]) -> Step {
        if self.fresh {
            if self.pos == 0 && bytes.starts_with("\u{feff}".as_bytes()) {
                self.repairs.add(RepairKind::Bom, 0, "");
                self.pos = 3;
            }
            self.pos += run_of(&bytes[self.pos..], is_space);
            let Some(&b) = bytes.get(self.pos) else {
                return Ok(());
            };
            self.fresh = false;
            if matches!(b, b'"' | b'-' | b'0'..=b'9' | b't' | b'f' | b'n') {
                self.begin(bytes, true);
                return Ok(());
            }
        }
        self.pos += run_of(&bytes[self.pos..], |b| !matches!(b, b'{' | b'[' | b'`'));
        match bytes.get(self.pos) {
            Some(b'`') => {
                self.token = self.pos;
                self.state = State::Ticks;
            }
            Some(_) => self.begin(bytes, false),
            None => {}
        }
        Ok(())
    }

    fn ticks(&mut self, bytes: &[u8]) -> Step {
        self.pos += run_of(&bytes[self.pos..], |b| b == b'`');
        if self.pos < bytes.len() {
            self.end_ticks();
        }
        Ok(())
    }

    /// Decides what a run of backticks in prose was.
    fn end_ticks(&mut self) {
        let count = self.pos - self.token;
        self.state = State::Prose;
        if self.fence == 0 && count >= 3 {
            self.fence = count;
            self.state = State::Tag;
        } else if self.fence > 0 && count >= self.fence {
            self.fence = 0;
        }
    }

    fn tag(&mut self, bytes: &[u8]) -> Step {
        self.pos += run_of(&bytes[self.pos..], |b| {
            !matches!(b, b'\n' | b'{' | b'[' | b'`')
        });
        if let Some(&b) = bytes.get(self.pos) {
            self.fresh = b == b'\n' && !self.strict_only;
            self.state = State::Prose;
        }
        Ok(())
    }

    /// A scalar was read to its end: it counts if nothing else follows.
    pub(crate) fn scalar_done(&mut self, end: usize) {
        self.scalar_end = end;
        self.state = State::Tail;
    }

    fn tail(&mut self, bytes: &[u8]) -> Step {
        self.pos += run_of(&bytes[self.pos..], is_space);
        match bytes.get(self.pos) {
            None => Ok(()),
            Some(b'`') if self.fence > 0 => self.complete(self.scalar_end),
            Some(_) => Err(Fault),
        }
    }
}

/// Returns whether `before` ends in a quoted key's end and a colon, a few spaces aside.
fn follows_key(before: &[u8]) -> bool {
    let tail = &before[before.len().saturating_sub(16)..];
    tail.trim_ascii_end()
        .strip_suffix(b":")
        .is_some_and(|key| matches!(key.trim_ascii_end().last(), Some(b'"' | b'\'')))
}

/// Counts the bytes at the beginning that are all `wanted`.
#[inline]
pub(crate) fn run_of(bytes: &[u8], wanted: impl Fn(u8) -> bool) -> usize {
    bytes
        .iter()
        .position(|&b| !wanted(b))
        .unwrap_or(bytes.len())
}

pub(crate) fn is_space(b: u8) -> bool {
    matches!(b, b' ' | b'\t' | b'\n' | b'\r')
}
