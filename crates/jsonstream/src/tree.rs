//! The value as far as it is known, and what changed in it.

use serde_json::{Map, Value};

use crate::event::{Entry, Log, Span};

/// An open container.
enum Holder {
    Object {
        members: Map<String, Value>,
        key: Option<String>,
    },
    Array(Vec<Value>),
}

impl Holder {
    fn attach(&mut self, value: Value) {
        match self {
            Holder::Object { members, key } => {
                if let Some(key) = key.take() {
                    members.insert(key, value);
                }
            }
            Holder::Array(elements) => elements.push(value),
        }
    }

    fn finish(self) -> Value {
        match self {
            Holder::Object { members, .. } => Value::Object(members),
            Holder::Array(elements) => Value::Array(elements),
        }
    }
}

/// Builds one value at a time from the open containers, the finished parts and the string that is growing.
#[derive(Default)]
pub(crate) struct Tree {
    stack: Vec<Holder>,
    root: Option<Value>,
    /// The key or string being read, decoded.
    pub(crate) text: String,
    /// The growing string is a value, so it belongs to a snapshot and is reported.
    growing: bool,
    /// Bytes of `text` already reported.
    reported: usize,
    /// Where in the source the rest of it stands as it is.
    source: Option<usize>,
    /// More of the growing string was reported than it has.
    cut: bool,
    open_objects: usize,
    report: bool,
    reported_any: bool,
    candidate: u32,
    /// The attempt of the last event.
    emitted_attempt: u32,
    /// Of so many of the open containers the place that is being read was emitted.
    emitted: usize,
    /// How deep the place of the last event is; none when no place holds any more.
    place: Option<usize>,
    pub(crate) log: Log,
}

impl Tree {
    pub(crate) fn new(report: bool) -> Tree {
        Tree {
            report,
            ..Tree::default()
        }
    }

    /// Begins attempt number `candidate`.
    pub(crate) fn begin(&mut self, candidate: u32) {
        self.candidate = candidate;
        self.reported_any = false;
    }

    pub(crate) fn depth(&self) -> usize {
        self.stack.len()
    }

    pub(crate) fn in_object(&self) -> bool {
        let top = self.stack.last();
        matches!(top, Some(Holder::Object { .. }))
    }

    /// Returns whether some container that `object` (or an array) names is open.
    pub(crate) fn has_open(&self, object: bool) -> bool {
        match object {
            true => self.open_objects > 0,
            false => self.stack.len() > self.open_objects,
        }
    }

    pub(crate) fn top_is_empty(&self) -> bool {
        match self.stack.last() {
            Some(Holder::Object { members, .. }) => members.is_empty(),
            Some(Holder::Array(elements)) => elements.is_empty(),
            None => true,
        }
    }

    /// Makes the text just read the key of the next value.
    pub(crate) fn set_key(&mut self, text: String) {
        if let Some(Holder::Object { key, .. }) = self.stack.last_mut() {
            *key = Some(text);
        }
    }

    /// Forgets the key whose value never came.
    pub(crate) fn drop_key(&mut self) -> Option<String> {
        self.moved_on();
        match self.stack.last_mut() {
            Some(Holder::Object { key, .. }) => key.take(),
            _ => None,
        }
    }

    /// Returns the key of the next value if that key has a value already. It stays until the next one takes its
    /// place: removing from a map is three kilobytes of code.
    pub(crate) fn taken_key(&self) -> Option<&str> {
        match self.stack.last()? {
            Holder::Object { members, key } => {
                let key = key.as_deref()?;
                members.contains_key(key).then_some(key)
            }
            Holder::Array(_) => None,
        }
    }

    /// Reports that the value this place has is about to be replaced.
    pub(crate) fn replace(&mut self) {
        self.emit(Entry::Withdrawn);
    }

    pub(crate) fn open(&mut self, object: bool) {
        self.open_objects += usize::from(object);
        self.stack.push(match object {
            true => Holder::Object {
                members: Map::new(),
                key: None,
            },
            false => Holder::Array(Vec::new()),
        });
    }

    /// Closes the innermost container.
    pub(crate) fn close(&mut self) {
        let empty = self.top_is_empty();
        let Some(holder) = self.stack.pop() else {
            return;
        };
        self.open_objects -= usize::from(matches!(holder, Holder::Object { .. }));
        self.emitted = self.emitted.min(self.stack.len());
        let value = holder.finish();
        if empty {
            self.emit(Entry::Value(value.clone()));
        }
        self.attach(value);
    }

    /// Puts a finished number or word in its place.
    pub(crate) fn scalar(&mut self, value: Value) {
        if self.report {
            self.emit(Entry::Value(value.clone()));
        }
        self.attach(value);
    }

    pub(crate) fn key_begin(&mut self) {
        self.text.clear();
        self.reported = 0;
    }

    pub(crate) fn string_begin(&mut self) {
        self.key_begin();
        self.growing = true;
        self.cut = false;
    }

    /// Takes a piece of the source that stands for itself, found at `at`.
    pub(crate) fn take(&mut self, piece: &str, at: usize) {
        let waiting = self.text.len() - self.reported;
        if waiting == 0 {
            self.source = Some(at);
        } else if self.source.is_some_and(|start| start + waiting != at) {
            self.source = None;
        }
        self.text.push_str(piece);
    }

    /// Takes a character that the source writes in another way.
    pub(crate) fn put(&mut self, c: char) {
        self.source = None;
        self.text.push(c);
    }

    pub(crate) fn string_end(&mut self) {
        self.flush();
        self.growing = false;
        let text = std::mem::take(&mut self.text);
        if self.report {
            let grown = !self.cut && !text.is_empty();
            let span = self.log.keep(&text);
            self.emit(Entry::Text { text: span, grown });
        }
        self.attach(Value::String(text));
    }

    /// Cuts the growing string, of which more may have been reported.
    pub(crate) fn shorten(&mut self, length: usize) {
        self.text.truncate(length);
        self.cut |= self.reported > length;
        self.reported = self.reported.min(length);
    }

    /// Reports what the growing string gained since the last time.
    pub(crate) fn flush(&mut self) {
        if !self.report || !self.growing || self.reported == self.text.len() {
            return;
        }
        let text = match self.source {
            Some(start) => {
                let end = start + self.text.len() - self.reported;
                Span { start, end }
            }
            None => self.log.keep(&self.text[self.reported..]),
        };
        let entry = Entry::Append {
            text,
            source: self.source.is_some(),
            first: self.reported == 0,
        };
        self.reported = self.text.len();
        self.emit(entry);
    }

    /// Takes the finished value and makes ready for the next.
    pub(crate) fn take_root(&mut self) -> Option<Value> {
        self.root.take()
    }

    /// Drops what was built, and emits that once anything of it was emitted.
    pub(crate) fn withdraw(&mut self) {
        // Or the events before would depend on where the pieces were cut.
        self.flush();
        self.stack.clear();
        if self.reported_any {
            self.emit(Entry::Withdrawn);
        }
        self.emitted = 0;
        self.root = None;
        self.text.clear();
        self.growing = false;
        self.open_objects = 0;
    }

    /// The next receiver knows none of the events so far.
    pub(crate) fn emit_anew(&mut self) {
        self.emitted = 0;
        self.emitted_attempt = 0;
        self.place = None;
    }

    /// Copies the value as far as it is known: growing strings as they are, unfinished numbers not at all.
    pub(crate) fn snapshot(&self) -> Option<Value> {
        let mut inner = match self.growing {
            true => Some(Value::String(self.text.clone())),
            false => self.root.clone(),
        };
        for holder in self.stack.iter().rev() {
            let mut value = match holder {
                Holder::Object { members, .. } => Value::Object(members.clone()),
                Holder::Array(elements) => Value::Array(elements.clone()),
            };
            match (inner.take(), &mut value, holder) {
                (Some(part), Value::Object(members), Holder::Object { key: Some(key), .. }) => {
                    members.insert(key.clone(), part);
                }
                (Some(part), Value::Array(elements), _) => elements.push(part),
                _ => {}
            }
            inner = Some(value);
        }
        inner
    }

    fn attach(&mut self, value: Value) {
        self.moved_on();
        match self.stack.last_mut() {
            Some(holder) => holder.attach(value),
            None => self.root = Some(value),
        }
    }

    /// The next value of the innermost container goes elsewhere.
    fn moved_on(&mut self) {
        self.emitted = self.emitted.min(self.stack.len().saturating_sub(1));
        self.place = None;
    }

    /// Emits what happened where the next value goes, and that place first.
    fn emit(&mut self, entry: Entry) {
        if !self.report {
            return;
        }
        self.reported_any = true;
        let entries = &mut self.log.entries;
        if self.emitted_attempt != self.candidate {
            self.emitted_attempt = self.candidate;
            entries.push(Entry::Attempt(self.candidate));
        }
        let depth = self.stack.len();
        if self.place != Some(depth) {
            self.place = Some(depth);
            if depth == 0 {
                entries.push(Entry::Root);
            }
            // A place that was emitted already is only returned to.
            let known = self.emitted.min(depth.saturating_sub(1));
            self.emitted = depth;
            for at in known..depth {
                let step = match &self.stack[at] {
                    Holder::Object { key, .. } => Entry::Key {
                        depth: at,
                        key: self.log.keep(key.as_deref().unwrap_or_default()),
                    },
                    Holder::Array(elements) => Entry::Index {
                        depth: at,
                        index: elements.len(),
                    },
                };
                self.log.entries.push(step);
            }
        }
        self.log.entries.push(entry);
    }
}
