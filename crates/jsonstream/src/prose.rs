//! What stands around values: text, code fences, and the brackets that may begin one.

use crate::attempt::{Attempt, Expect, State};
use crate::class::{SPACE, TAG, TEXT, TICK, run_end};
use crate::machine::{Fault, Machine, Step};
use crate::repair::{RepairKind, Repairs};

impl Machine {
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

    pub(crate) fn prose(&mut self, bytes: &[u8]) -> Step {
        if self.fresh {
            if self.pos == 0 && bytes.starts_with("\u{feff}".as_bytes()) {
                self.repairs.add(RepairKind::Bom, 0, "");
                self.pos = 3;
            }
            self.pos = run_end(bytes, self.pos, SPACE);
            let Some(&b) = bytes.get(self.pos) else {
                return Ok(());
            };
            self.fresh = false;
            if matches!(b, b'"' | b'-' | b'0'..=b'9' | b't' | b'f' | b'n') {
                self.begin(bytes, true);
                return Ok(());
            }
        }
        self.pos = run_end(bytes, self.pos, TEXT);
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

    pub(crate) fn ticks(&mut self, bytes: &[u8]) -> Step {
        self.pos = run_end(bytes, self.pos, TICK);
        if self.pos < bytes.len() {
            self.end_ticks();
        }
        Ok(())
    }

    /// Decides what a run of backticks in prose was.
    pub(crate) fn end_ticks(&mut self) {
        let count = self.pos - self.token;
        self.state = State::Prose;
        if self.fence == 0 && count >= 3 {
            self.fence = count;
            self.state = State::Tag;
        } else if self.fence > 0 && count >= self.fence {
            self.fence = 0;
        }
    }

    pub(crate) fn tag(&mut self, bytes: &[u8]) -> Step {
        self.pos = run_end(bytes, self.pos, TAG);
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

    pub(crate) fn tail(&mut self, bytes: &[u8]) -> Step {
        self.pos = run_end(bytes, self.pos, SPACE);
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
