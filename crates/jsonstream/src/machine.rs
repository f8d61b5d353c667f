//! Finds values in a text and keeps or gives up each attempt. How a value is read is in `structure` and `lex`.

use crate::attempt::{Attempt, Expect, Found, State};
use crate::repair::{RepairKind, Repairs};
use crate::tree::Tree;

/// The attempt cannot go on: not even the tolerant grammar allows the byte at `pos`.
pub(crate) struct Fault;

pub(crate) type Step = Result<(), Fault>;

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
    pub(crate) scalar_end: usize,
    /// Nothing but space since the text or the fence began: a scalar may stand here.
    pub(crate) fresh: bool,
    /// Refuse every repair.
    pub(crate) strict_only: bool,
    max_depth: usize,
    /// Values that begin before this are parts of an attempt that was given up.
    pub(crate) parts_until: usize,
    /// Bytes that were read again after giving up.
    reread: usize,
    pub(crate) next_id: u32,
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
        if attempt.substance || !again {
            // What was too deep goes on at `at`, the rest of a broken value behind the byte that broke it.
            self.parts_until = self.parts_until.max(at + usize::from(!again));
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
}
