//! The value as far as it is known, and what changed in it.

use serde_json::{Map, Value};

use crate::change::{Change, ChangeKind};
use crate::path::Path;

/// An open container.
struct Frame {
    /// Where it is; the root while nothing is reported.
    path: Path,
    holder: Holder,
}

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
    stack: Vec<Frame>,
    root: Option<Value>,
    /// The key or string being read, decoded.
    pub(crate) text: String,
    /// The growing string is a value, so it belongs to a snapshot and is reported.
    growing: bool,
    /// Bytes of `text` already reported.
    reported: usize,
    /// Where the growing string is, once that was needed.
    leaf: Option<Path>,
    open_objects: usize,
    report: bool,
    reported_any: bool,
    candidate: u32,
    changes: Vec<Change>,
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
        matches!(top, Some(frame) if matches!(frame.holder, Holder::Object { .. }))
    }

    /// Returns whether some container that `object` (or an array) names is open.
    pub(crate) fn has_open(&self, object: bool) -> bool {
        match object {
            true => self.open_objects > 0,
            false => self.stack.len() > self.open_objects,
        }
    }

    pub(crate) fn top_is_empty(&self) -> bool {
        match self.stack.last().map(|frame| &frame.holder) {
            Some(Holder::Object { members, .. }) => members.is_empty(),
            Some(Holder::Array(elements)) => elements.is_empty(),
            None => true,
        }
    }

    /// Makes the text just read the key of the next value.
    pub(crate) fn set_key(&mut self, text: String) {
        if let Some(Frame {
            holder: Holder::Object { key, .. },
            ..
        }) = self.stack.last_mut()
        {
            *key = Some(text);
        }
    }

    /// Forgets the key whose value never came.
    pub(crate) fn drop_key(&mut self) -> Option<String> {
        match self.stack.last_mut() {
            Some(Frame {
                holder: Holder::Object { key, .. },
                ..
            }) => key.take(),
            _ => None,
        }
    }

    /// Returns the key of the next value if that key has a value already. It stays until the next one takes its
    /// place: removing from a map is three kilobytes of code.
    pub(crate) fn taken_key(&self) -> Option<&str> {
        match &self.stack.last()?.holder {
            Holder::Object { members, key } => {
                let key = key.as_deref()?;
                members.contains_key(key).then_some(key)
            }
            Holder::Array(_) => None,
        }
    }

    /// Reports that the value this place has is about to be replaced.
    pub(crate) fn replace(&mut self) {
        self.change(ChangeKind::Withdrawn);
    }

    pub(crate) fn open(&mut self, object: bool) {
        let path = if self.report {
            self.leaf()
        } else {
            Path::default()
        };
        self.open_objects += usize::from(object);
        let holder = match object {
            true => Holder::Object {
                members: Map::new(),
                key: None,
            },
            false => Holder::Array(Vec::new()),
        };
        self.stack.push(Frame { path, holder });
    }

    /// Closes the innermost container.
    pub(crate) fn close(&mut self) {
        let empty = self.top_is_empty();
        let Some(frame) = self.stack.pop() else {
            return;
        };
        self.open_objects -= usize::from(matches!(frame.holder, Holder::Object { .. }));
        let value = frame.holder.finish();
        if empty {
            self.change(ChangeKind::Value(value.clone()));
        }
        self.attach(value);
    }

    /// Puts a finished number or word in its place.
    pub(crate) fn scalar(&mut self, value: Value) {
        self.change(ChangeKind::Value(value.clone()));
        self.attach(value);
    }

    pub(crate) fn string_begin(&mut self) {
        self.text.clear();
        self.growing = true;
        self.reported = 0;
        self.leaf = None;
    }

    pub(crate) fn string_end(&mut self) {
        self.flush();
        self.growing = false;
        let text = std::mem::take(&mut self.text);
        self.scalar(Value::String(text));
    }

    /// Cuts the growing string, of which more may have been reported.
    pub(crate) fn shorten(&mut self, length: usize) {
        self.text.truncate(length);
        self.reported = self.reported.min(length);
    }

    /// Reports what the growing string gained since the last time.
    pub(crate) fn flush(&mut self) {
        if !self.report || !self.growing || self.reported == self.text.len() {
            return;
        }
        if self.leaf.is_none() {
            self.leaf = Some(self.leaf());
        }
        let path = self.leaf.clone().unwrap_or_default();
        let piece = self.text[self.reported..].to_owned();
        self.reported = self.text.len();
        self.push(path, ChangeKind::Append(piece));
    }

    /// Takes the finished value and makes ready for the next.
    pub(crate) fn take_root(&mut self) -> Option<Value> {
        self.root.take()
    }

    /// Throws away what was built and says so to whoever was told of it.
    pub(crate) fn withdraw(&mut self) {
        // Or what was said before would depend on where the pieces were cut.
        self.flush();
        if self.reported_any {
            self.push(Path::default(), ChangeKind::Withdrawn);
        }
        self.stack.clear();
        self.root = None;
        self.text.clear();
        self.growing = false;
        self.open_objects = 0;
    }

    pub(crate) fn take_changes(&mut self) -> Vec<Change> {
        std::mem::take(&mut self.changes)
    }

    /// Copies the value as far as it is known: growing strings as they are, unfinished numbers not at all.
    pub(crate) fn snapshot(&self) -> Option<Value> {
        let mut inner = match self.growing {
            true => Some(Value::String(self.text.clone())),
            false => self.root.clone(),
        };
        for frame in self.stack.iter().rev() {
            let mut value = match &frame.holder {
                Holder::Object { members, .. } => Value::Object(members.clone()),
                Holder::Array(elements) => Value::Array(elements.clone()),
            };
            match (inner.take(), &mut value, &frame.holder) {
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
        match self.stack.last_mut() {
            Some(frame) => frame.holder.attach(value),
            None => self.root = Some(value),
        }
    }

    /// Where the next value goes.
    fn leaf(&self) -> Path {
        match self.stack.last() {
            None => Path::default(),
            Some(Frame { path, holder }) => match holder {
                Holder::Object { key, .. } => path.key(key.as_deref().unwrap_or_default()),
                Holder::Array(elements) => path.index(elements.len()),
            },
        }
    }

    fn change(&mut self, kind: ChangeKind) {
        if self.report {
            let path = self.leaf();
            self.push(path, kind);
        }
    }

    fn push(&mut self, path: Path, kind: ChangeKind) {
        self.reported_any = true;
        let candidate = self.candidate;
        self.changes.push(Change {
            candidate,
            path,
            kind,
        });
    }
}
