//! The reader callers hold.

use serde_json::Value;

use crate::bytes::Decoder;
use crate::change::Change;
use crate::event::{Event, Places};
use crate::limits::Limits;
use crate::machine::Machine;
use crate::repair::{RepairKind, Repairs, floor_boundary};
use crate::reply::{self, ReadReply};

/// Reads a reply while it arrives, in pieces of any size.
///
/// However the text is cut, the changes (with neighbouring appends joined), the value and the repairs are the same. Call
/// [`Reader::push`] for each piece, then [`Reader::finish`] once; what was pushed before is not looked at again
/// but for a bounded second look (see the crate's description).
pub struct Reader {
    limits: Limits,
    text: String,
    decoder: Decoder,
    machine: Machine,
    /// The byte limit was passed.
    full: bool,
    /// What was mended to make text of the bytes; apart from the machine's, as the order of the two
    /// depends on the pieces.
    repairs: Repairs,
    /// Places of the changes so far; none while events are taken.
    places: Option<Places>,
}

impl Reader {
    /// Makes a reader for one reply.
    pub fn new(limits: Limits) -> Reader {
        Reader::with(limits, true)
    }

    fn with(mut limits: Limits, report: bool) -> Reader {
        limits.max_depth = limits.max_depth.min(Limits::DEPTH_CEILING);
        Reader {
            limits,
            text: String::new(),
            decoder: Decoder::default(),
            machine: Machine::new(limits.max_depth, report, false),
            full: false,
            repairs: Repairs::default(),
            places: None,
        }
    }

    /// Takes the next piece of text and returns what it changed.
    pub fn push(&mut self, piece: &str) -> Vec<Change> {
        self.end_bytes();
        self.take(piece);
        self.read_on()
    }

    /// Takes the next piece of text and returns what it changed as [`Reader::push`] does, without a copy of anything.
    pub fn follow(&mut self, piece: &str) -> impl Iterator<Item = Event<'_>> {
        if self.places.take().is_some() {
            self.machine.tree.emit_anew();
        }
        self.end_bytes();
        self.take(piece);
        self.machine.tree.log.clear();
        self.machine.run(&self.text);
        self.machine.tree.log.events(&self.text)
    }

    /// Takes the next bytes, which may end within a character; what is no UTF-8 becomes U+FFFD and is reported.
    pub fn push_bytes(&mut self, piece: &[u8]) -> Vec<Change> {
        if !self.decoder.is_waiting()
            && let Ok(text) = std::str::from_utf8(piece)
        {
            self.take(text);
            return self.read_on();
        }
        let mut text = String::new();
        let mut invalid = Vec::new();
        self.decoder.push(piece, &mut text, |at| invalid.push(at));
        for at in invalid {
            self.replaced(self.text.len() + at);
        }
        self.take(&text);
        self.read_on()
    }

    /// Copies the value as far as it is known: of the attempt under way, else the last one that was read whole.
    ///
    /// Growing strings are as long as they have come, unfinished numbers are left out. The cost is that of the whole value:
    /// to follow along, use the changes.
    pub fn value(&self) -> Option<Value> {
        if self.machine.attempt.is_some() {
            return self.machine.tree.snapshot();
        }
        self.machine.found.last().map(|found| found.value.clone())
    }

    /// Returns the text taken so far.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Ends the reply and returns what it held. Never fails: a text without a value gives no candidates.
    pub fn finish(mut self) -> ReadReply {
        let tree = &mut self.machine.tree;
        tree.log.clear();
        tree.emit_anew();
        self.end();
        let changes = Places::default().changes(self.machine.tree.log.events(&self.text));
        ReadReply {
            changes,
            ..self.reply()
        }
    }

    fn end(&mut self) {
        self.end_bytes();
        self.machine.end(&self.text);
    }

    fn reply(self) -> ReadReply {
        reply::finish(
            self.machine,
            self.repairs,
            &self.text,
            self.limits.max_depth,
        )
    }

    fn read_on(&mut self) -> Vec<Change> {
        let tree = &mut self.machine.tree;
        tree.log.clear();
        if self.places.is_none() {
            tree.emit_anew();
        }
        self.machine.run(&self.text);
        let places = self.places.get_or_insert_default();
        places.changes(self.machine.tree.log.events(&self.text))
    }

    fn end_bytes(&mut self) {
        if self.decoder.end() {
            self.replaced(self.text.len());
            self.take("\u{fffd}");
        }
    }

    /// Records a replacement character at `at`, unless it falls past the limit.
    fn replaced(&mut self, at: usize) {
        if !self.full && at + '\u{fffd}'.len_utf8() <= self.limits.max_bytes {
            self.repairs.add(RepairKind::InvalidUtf8, at, "");
        }
    }

    fn take(&mut self, piece: &str) {
        if self.full {
            return;
        }
        let fits = floor_boundary(piece, self.limits.max_bytes - self.text.len());
        self.text.push_str(&piece[..fits]);
        if fits < piece.len() {
            self.full = true;
            let at = self.text.len();
            self.repairs.add(RepairKind::TooLong, at, "");
        }
    }
}

/// Reads a whole reply.
///
/// Returns what a [`Reader`] returns for the same text in any pieces, without the changes.
pub fn read(text: &str, limits: Limits) -> ReadReply {
    let mut reader = Reader::with(limits, false);
    reader.take(text);
    reader.end();
    reader.reply()
}
