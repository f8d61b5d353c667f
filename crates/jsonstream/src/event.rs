//! What one piece of text changed, without a copy of it.

use serde_json::Value;

use crate::change::{Change, ChangeKind};
use crate::path::Path;

/// One thing that became known, in the order of the text: a [`Change`], as a receiver that takes all of them needs it.
///
/// A place is emitted once. Every event behind it concerns that place, over as many pieces as it takes, until another place is emitted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Event<'a> {
    /// Attempt number this at reading a value has begun to show something; 0 is not emitted. See [`Change::candidate`].
    Attempt(u32),
    /// What follows concerns the whole value.
    Root,
    /// What follows concerns this member of the object at `depth`, or is inside of it.
    Key {
        /// Containers around the object: it is in the place that was emitted last for one less, at 0 it is the root.
        depth: usize,
        /// Key of the member.
        key: &'a str,
    },
    /// What follows concerns this element of the array at `depth`, or is inside of it.
    Index {
        /// Containers around the array, as for a key.
        depth: usize,
        /// Counted from 0.
        index: usize,
    },
    /// The string here grew by this text, never empty.
    Append {
        /// The appended text.
        text: &'a str,
        /// Where in the reader's text it stands as it is, in bytes; none where that has it written in another way.
        at: Option<usize>,
        /// True for the first of this string.
        first: bool,
    },
    /// The string here is finished.
    Text {
        /// All of it.
        text: &'a str,
        /// It is what its appends add up to, and there were some.
        grown: bool,
    },
    /// A number, a truth value, null, or an empty container is here.
    Value(&'a Value),
    /// The events about this place and everything inside no longer hold. See [`ChangeKind::Withdrawn`].
    Withdrawn,
}

/// A run of bytes.
#[derive(Clone, Copy)]
pub(crate) struct Span {
    pub(crate) start: usize,
    pub(crate) end: usize,
}

/// An event as it is kept until it is emitted.
pub(crate) enum Entry {
    Attempt(u32),
    Root,
    Key {
        depth: usize,
        key: Span,
    },
    Index {
        depth: usize,
        index: usize,
    },
    Append {
        text: Span,
        source: bool,
        first: bool,
    },
    Text {
        text: Span,
        grown: bool,
    },
    Value(Value),
    Withdrawn,
}

/// Events that were not emitted yet.
#[derive(Default)]
pub(crate) struct Log {
    pub(crate) entries: Vec<Entry>,
    /// Keys, whole strings, and appended text that does not stand like this in the source.
    text: String,
}

impl Log {
    pub(crate) fn clear(&mut self) {
        self.entries.clear();
        self.text.clear();
    }

    /// Keeps a text until the next `clear`.
    pub(crate) fn keep(&mut self, text: &str) -> Span {
        let start = self.text.len();
        self.text.push_str(text);
        let end = self.text.len();
        Span { start, end }
    }

    /// Lists what is kept; `source` is the reader's text.
    pub(crate) fn events<'a>(&'a self, source: &'a str) -> impl Iterator<Item = Event<'a>> {
        let cut = |text: &'a str, span: Span| text.get(span.start..span.end).unwrap_or_default();
        self.entries.iter().map(move |entry| match *entry {
            Entry::Attempt(number) => Event::Attempt(number),
            Entry::Root => Event::Root,
            Entry::Key { depth, key } => Event::Key {
                depth,
                key: cut(&self.text, key),
            },
            Entry::Index { depth, index } => Event::Index { depth, index },
            Entry::Append {
                text,
                source: stands,
                first,
            } => Event::Append {
                text: cut(if stands { source } else { &self.text }, text),
                at: stands.then_some(text.start),
                first,
            },
            Entry::Text { text, grown } => Event::Text {
                text: cut(&self.text, text),
                grown,
            },
            Entry::Value(ref value) => Event::Value(value),
            Entry::Withdrawn => Event::Withdrawn,
        })
    }
}

/// Makes changes of events: it remembers the places, which are emitted once.
#[derive(Default)]
pub(crate) struct Places {
    candidate: u32,
    /// Where each open container is, and then the place of the last event.
    paths: Vec<Path>,
}

impl Places {
    pub(crate) fn changes<'a>(&mut self, events: impl Iterator<Item = Event<'a>>) -> Vec<Change> {
        events.filter_map(|event| self.change(event)).collect()
    }

    fn change(&mut self, event: Event<'_>) -> Option<Change> {
        let kind = match event {
            Event::Attempt(number) => {
                self.candidate = number;
                return None;
            }
            Event::Root => {
                self.paths.clear();
                return None;
            }
            Event::Key { depth, key } => return self.enter(depth, |path| path.key(key)),
            Event::Index { depth, index } => return self.enter(depth, |path| path.index(index)),
            Event::Append { text, .. } => ChangeKind::Append(text.into()),
            Event::Text { text, .. } => ChangeKind::Value(text.into()),
            Event::Value(value) => ChangeKind::Value(value.clone()),
            Event::Withdrawn => ChangeKind::Withdrawn,
        };
        Some(Change {
            candidate: self.candidate,
            path: self.paths.last().cloned().unwrap_or_default(),
            kind,
        })
    }

    fn enter(&mut self, depth: usize, below: impl FnOnce(&Path) -> Path) -> Option<Change> {
        self.paths.truncate(depth);
        let root = Path::default();
        let path = below(self.paths.last().unwrap_or(&root));
        self.paths.push(path);
        None
    }
}
