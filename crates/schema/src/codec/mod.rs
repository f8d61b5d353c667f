//! Reads and writes plain data by one description of its fields.
//!
//! What is stored and what a screen is shown is JSON. Each type names its fields once, with [`coded!`](crate::coded),
//! [`choices!`](crate::choices) or [`tagged!`](crate::tagged), and both directions follow from that. serde's derives would do
//! the same with code for every type in each direction, which weighs a third of what a respondent may download at all.

mod macros;
mod values;

use crate::strict::Cursor;
use serde::ser::{SerializeMap, SerializeSeq};
use serde::{Serialize, Serializer};
use serde_json::Value;
use std::mem::take;

/// How deep data that is passed on as it is may be where it is read from a text in one pass.
const DEPTH: usize = 32;

/// Something that is read and written by naming its parts to a [`Codec`].
pub trait Coded {
    /// Gives a value to read into: empty texts and lists, zero, nothing, the first choice.
    fn blank() -> Self
    where
        Self: Sized;

    /// Names the parts. Reading fills them in; writing takes texts and lists out, so it is done on a copy.
    fn code(&mut self, codec: &mut Codec<'_>);

    /// True for what [`Codec::spare`] leaves out.
    fn is_spare(&self) -> bool {
        false
    }
}

/// What was written: JSON whose objects keep the order of their fields.
#[derive(Debug, Default)]
pub enum Node {
    /// An absent value; `null` where it has to be written.
    #[default]
    Nothing,
    /// Text, number, true, false, or data that is passed on as it is.
    Plain(Value),
    /// An object.
    Object(Vec<(&'static str, Node)>),
    /// An array.
    List(Vec<Node>),
}

impl Serialize for Node {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Node::Nothing => serializer.serialize_unit(),
            Node::Plain(value) => value.serialize(serializer),
            Node::Object(fields) => {
                let mut out = serializer.serialize_map(Some(fields.len()))?;
                for (key, node) in fields {
                    out.serialize_entry(key, node)?;
                }
                out.end()
            }
            Node::List(items) => {
                let mut out = serializer.serialize_seq(Some(items.len()))?;
                for node in items {
                    out.serialize_element(node)?;
                }
                out.end()
            }
        }
    }
}

/// One reading or writing. After the first fault a reading does nothing more.
#[derive(Debug, Default)]
pub struct Codec<'a> {
    reading: bool,
    /// What is read here, unless it is read from a text.
    value: Value,
    /// The text that is read, as far as it was not.
    text: Option<Cursor<'a>>,
    /// True in a text while a kind is read that is its name alone.
    named: bool,
    /// What was written here.
    node: Node,
    fault: Option<String>,
    /// Where the fault is, innermost first.
    path: Vec<&'static str>,
    /// True while a field is read that is not there.
    absent: bool,
}

/// Reads a value of a type.
///
/// # Errors
/// The first fault, as `path: what must be there`.
pub fn read<T: Coded>(value: Value) -> Result<T, String> {
    let mut out = T::blank();
    read_into(value, &mut out).map(|()| out)
}

fn read_into(value: Value, slot: &mut dyn Coded) -> Result<(), String> {
    let mut codec = Codec {
        reading: true,
        value,
        ..Codec::default()
    };
    slot.code(&mut codec);
    let Some(fault) = codec.fault else {
        return Ok(());
    };
    codec.path.reverse();
    let colon = if codec.path.is_empty() { "" } else { ": " };
    Err([&codec.path.join("."), colon, &fault].concat())
}

/// Reads the JSON text of a value as it is written here: without white space, fields in their order.
///
/// Nothing is built in between, so that a long session opens quickly. None says nothing about the text: with another order, a
/// field that nobody knows, rare numbers and escapes, or a fault, it is for [`read`].
pub fn read_text<T: Coded>(text: &str) -> Option<T> {
    let mut out = T::blank();
    read_text_into(text, &mut out).then_some(out)
}

fn read_text_into(text: &str, slot: &mut dyn Coded) -> bool {
    let mut codec = Codec {
        reading: true,
        text: Some(Cursor::new(text)),
        ..Codec::default()
    };
    slot.code(&mut codec);
    let whole = codec.text.is_some_and(|cursor| cursor.rest().is_empty());
    codec.fault.is_none() && whole
}

/// Writes a value and leaves it empty.
pub fn write(value: &mut dyn Coded) -> Node {
    let mut codec = Codec::default();
    value.code(&mut codec);
    codec.node
}

impl<'a> Codec<'a> {
    fn refuse(&mut self, message: &str) {
        if self.fault.is_none() {
            self.fault = Some(message.into());
        }
    }

    /// Takes from the text that is read; what does not come next is a fault.
    fn take_text<T>(&mut self, take: impl FnOnce(&mut Cursor<'a>) -> Option<T>) -> Option<T> {
        let taken = self.text.as_mut().and_then(take);
        if taken.is_none() {
            self.refuse("");
        }
        taken
    }

    /// Takes some text if that comes next.
    fn take_word(&mut self, word: &str) -> bool {
        self.text.as_mut().is_some_and(|cursor| cursor.word(word))
    }

    /// Takes what must come next in a text that is read; nothing otherwise.
    fn pass(&mut self, word: &str) {
        if self.text.is_some() && !self.take_word(word) {
            self.refuse("");
        }
    }

    /// Begins an object; its fields follow, and [`Codec::end`].
    pub fn object(&mut self) {
        if self.text.is_some() {
            self.pass("{");
        } else if !self.reading {
            self.node = Node::Object(Vec::new());
        } else if !self.value.is_object() {
            self.refuse("must be an object");
        }
    }

    /// Ends an object.
    pub fn end(&mut self) {
        self.pass("}");
    }

    /// Names a field that must be there when it is read; `Option` excepted, which reads as nothing.
    pub fn must(&mut self, key: &'static str, slot: &mut dyn Coded) {
        self.field(key, slot, Presence::Must);
    }

    /// Names a field that stays as it is when it is not there.
    pub fn may(&mut self, key: &'static str, slot: &mut dyn Coded) {
        self.field(key, slot, Presence::May);
    }

    /// Names a field that may be absent, and is left out when it is nothing, false, an empty text or an empty list.
    pub fn spare(&mut self, key: &'static str, slot: &mut dyn Coded) {
        self.field(key, slot, Presence::Spare);
    }

    fn field(&mut self, key: &'static str, slot: &mut dyn Coded, presence: Presence) {
        if self.fault.is_some() {
            return;
        }
        if let Some(cursor) = &mut self.text {
            if cursor.key(key) {
                slot.code(self);
            } else if matches!(presence, Presence::Must) {
                self.refuse("is required");
            }
            return;
        }
        if !self.reading {
            if matches!(presence, Presence::Spare) && slot.is_spare() {
                return;
            }
            let outer = take(&mut self.node);
            slot.code(self);
            let inner = std::mem::replace(&mut self.node, outer);
            if let Node::Object(fields) = &mut self.node {
                fields.push((key, inner));
            }
            return;
        }
        let found = self.value.as_object_mut().and_then(|map| map.remove(key));
        let absent = found.is_none();
        if absent && !matches!(presence, Presence::Must) {
            return;
        }
        self.absent = absent;
        let outer = std::mem::replace(&mut self.value, found.unwrap_or_default());
        slot.code(self);
        self.value = outer;
        self.absent = false;
        if self.fault.is_some() {
            self.path.push(key);
            if absent {
                self.fault = Some("is required".into());
            }
        }
    }

    /// Reads or writes a whole number from 0 to `max`.
    pub fn integer(&mut self, number: u64, max: u64) -> u64 {
        if !self.reading {
            self.node = Node::Plain(number.into());
            return number;
        }
        let read = match &mut self.text {
            Some(cursor) => cursor.integer().and_then(|number| number.try_into().ok()),
            None => self.value.as_u64(),
        };
        let read = read.filter(|number| *number <= max);
        if read.is_none() {
            self.refuse("must be a whole number in its range");
        }
        read.unwrap_or(0)
    }

    /// Reads or writes one of several names, by its place in `names`.
    pub fn choice(&mut self, names: &[&'static str], place: usize) -> usize {
        if !self.reading {
            self.node = Node::Plain(names[place].into());
            return place;
        }
        let text = match &mut self.text {
            Some(cursor) => cursor.bare(),
            None => self.value.as_str(),
        };
        let read = names.iter().position(|name| Some(*name) == text);
        if read.is_none() {
            self.refuse(&["must be one of ", &names.join(", ")].concat());
        }
        read.unwrap_or(0)
    }

    /// Takes what is read as it is, or writes `value` as it is.
    pub fn plain(&mut self, value: &mut Value) {
        if self.text.is_some() {
            *value = self
                .take_text(|cursor| cursor.value(DEPTH))
                .unwrap_or_default();
        } else if self.absent {
            self.refuse("is required");
        } else if self.reading {
            *value = take(&mut self.value);
        } else {
            self.node = Node::Plain(take(value));
        }
    }

    /// Takes the whole of a value whose kind is unknown.
    pub fn rest(&mut self, value: &mut Value) {
        if self.text.is_some() {
            // Its kind was taken already.
            self.unknown();
        } else {
            self.plain(value);
        }
    }

    /// Reads one item after the other with `one`.
    fn each(&mut self, one: &mut dyn FnMut(&mut Codec<'_>)) {
        if self.text.is_some() {
            self.pass("[");
            if self.take_word("]") {
                return;
            }
            while self.fault.is_none() {
                one(self);
                if self.take_word("]") {
                    return;
                }
                self.pass(",");
            }
            return;
        }
        let Value::Array(items) = take(&mut self.value) else {
            return self.refuse("must be an array");
        };
        for item in items {
            self.value = item;
            one(self);
        }
    }

    /// Writes one more item of a list.
    fn item(&mut self, list: &mut Vec<Node>, item: &mut dyn Coded) {
        item.code(self);
        list.push(take(&mut self.node));
    }

    /// True where nothing is read: `null`, or what is not there.
    fn reads_nothing(&mut self) -> bool {
        match &mut self.text {
            Some(cursor) => cursor.word("null"),
            None => self.value.is_null(),
        }
    }

    /// True while reading.
    pub fn reading(&self) -> bool {
        self.reading
    }

    /// Returns the kind of a tagged value that is read: its one key, or the whole of it when it is a text.
    pub fn kind(&mut self) -> Option<String> {
        if self.text.is_some() {
            self.named = !self.take_word("{");
            let kind = self.take_text(Cursor::bare)?;
            let kind = kind.to_owned();
            if !self.named {
                self.pass(":");
            }
            return Some(kind);
        }
        let kind = match &self.value {
            Value::String(kind) => Some(kind),
            Value::Object(map) if map.len() == 1 => map.keys().next(),
            _ => None,
        };
        let kind = kind.cloned();
        if kind.is_none() {
            self.refuse("must be an object with one key, the kind");
        }
        kind
    }

    /// Goes into the value of a kind that [`Codec::kind`] returned.
    pub fn enter(&mut self, kind: &str) {
        self.value = match &mut self.value {
            Value::Object(map) => map.remove(kind).unwrap_or_default(),
            _ => Value::Null,
        };
    }

    /// Reports a kind that does not exist.
    pub fn unknown(&mut self) {
        self.refuse("is of an unknown kind");
    }

    /// Adds where a fault is, or puts what was written under its kind; a kind without fields is its name alone.
    pub fn leave(&mut self, kind: &'static str) {
        if self.fault.is_some() {
            self.path.push(kind);
        } else if self.text.is_some() {
            if !take(&mut self.named) {
                self.pass("}");
            }
        } else if !self.reading {
            self.node = match take(&mut self.node) {
                Node::Nothing => Node::Plain(kind.into()),
                node => Node::Object(vec![(kind, node)]),
            };
        }
    }
}

enum Presence {
    Must,
    May,
    Spare,
}
