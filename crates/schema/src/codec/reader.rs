//! Reading: a value names its parts, and they are filled in from JSON.

use super::cursor::Cursor;
use serde_json::Value;
use std::mem::take;

/// How deep data that is passed on as it is may be where it is read from a text in one pass.
const DEPTH: usize = 32;

/// Something that is read by naming its parts to a [`Reader`].
pub trait Decode {
    /// Returns a value to read into: empty texts and lists, zero, nothing, the first choice.
    fn empty() -> Self
    where
        Self: Sized;

    /// Names the parts, in the order in which they are written.
    fn decode(&mut self, reader: &mut Reader<'_>);
}

/// Reads one value. After the first fault a reader does nothing more.
#[derive(Debug, Default)]
pub struct Reader<'a> {
    /// What is read here, unless it is read from a text.
    pub(super) value: Value,
    /// The text that is read, as far as it was not.
    pub(super) text: Option<Cursor<'a>>,
    /// True in a text while a kind is read that is its name alone.
    named: bool,
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
pub fn read<T: Decode>(value: Value) -> Result<T, String> {
    let mut out = T::empty();
    read_into(value, &mut out).map(|()| out)
}

fn read_into(value: Value, slot: &mut dyn Decode) -> Result<(), String> {
    let mut reader = Reader {
        value,
        ..Reader::default()
    };
    slot.decode(&mut reader);
    let Some(fault) = reader.fault else {
        return Ok(());
    };
    reader.path.reverse();
    let colon = if reader.path.is_empty() { "" } else { ": " };
    Err([&reader.path.join("."), colon, &fault].concat())
}

/// Reads the JSON text of a value as it is written here: without white space, fields in their order.
///
/// Nothing is built in between, so that a long session opens quickly. None does not mean that the text is faulty: with another order, a
/// field that nobody knows, rare numbers and escapes, or a fault, it is for [`read`].
pub fn read_text<T: Decode>(text: &str) -> Option<T> {
    let mut out = T::empty();
    read_text_into(text, &mut out).then_some(out)
}

fn read_text_into(text: &str, slot: &mut dyn Decode) -> bool {
    let mut reader = Reader {
        text: Some(Cursor::new(text)),
        ..Reader::default()
    };
    slot.decode(&mut reader);
    let whole = reader.text.is_some_and(|cursor| cursor.rest().is_empty());
    reader.fault.is_none() && whole
}

impl<'a> Reader<'a> {
    pub(super) fn refuse(&mut self, message: &str) {
        if self.fault.is_none() {
            self.fault = Some(message.into());
        }
    }

    /// Takes from the text that is read; what does not come next is a fault.
    pub(super) fn take_text<T>(
        &mut self,
        take: impl FnOnce(&mut Cursor<'a>) -> Option<T>,
    ) -> Option<T> {
        let taken = self.text.as_mut().and_then(take);
        if taken.is_none() {
            self.refuse("");
        }
        taken
    }

    /// Takes some text if it comes next.
    pub(super) fn take_word(&mut self, word: &str) -> bool {
        self.text.as_mut().is_some_and(|cursor| cursor.word(word))
    }

    /// Takes what must come next in a text that is read; nothing otherwise.
    pub(super) fn pass(&mut self, word: &str) {
        if self.text.is_some() && !self.take_word(word) {
            self.refuse("");
        }
    }

    /// Begins an object; its fields follow, and [`Reader::end`].
    pub fn object(&mut self) {
        if self.text.is_some() {
            self.pass("{");
        } else if !self.value.is_object() {
            self.refuse("must be an object");
        }
    }

    /// Ends an object.
    pub fn end(&mut self) {
        self.pass("}");
    }

    /// Reads a field that must be there; `Option` excepted, which reads as nothing.
    #[inline(never)]
    pub fn required(&mut self, key: &'static str, slot: &mut dyn Decode) {
        self.field(key, slot, true);
    }

    /// Reads a field that stays as it is when it is not there.
    #[inline(never)]
    pub fn optional(&mut self, key: &'static str, slot: &mut dyn Decode) {
        self.field(key, slot, false);
    }

    /// Reads a field that is left out when it is empty.
    pub fn skip_empty(&mut self, key: &'static str, slot: &mut dyn Decode) {
        self.optional(key, slot);
    }

    /// Reads fields that are among those of the object that is read.
    pub fn flat(&mut self, _key: &'static str, fields: &mut dyn Decode) {
        fields.decode(self);
    }

    /// Reads fields as [`Reader::flat`] does.
    pub fn flat_required(&mut self, key: &'static str, fields: &mut dyn Decode) {
        self.flat(key, fields);
    }

    #[inline(never)]
    fn field(&mut self, key: &'static str, slot: &mut dyn Decode, required: bool) {
        if self.fault.is_some() {
            return;
        }
        if let Some(cursor) = &mut self.text {
            if cursor.key(key) {
                slot.decode(self);
            } else if required {
                self.refuse("is required");
            }
            return;
        }
        let found = self.value.as_object_mut().and_then(|map| map.remove(key));
        let absent = found.is_none();
        if absent && !required {
            return;
        }
        self.absent = absent;
        let outer = std::mem::replace(&mut self.value, found.unwrap_or_default());
        slot.decode(self);
        self.value = outer;
        self.absent = false;
        if self.fault.is_some() {
            self.path.push(key);
            if absent {
                self.fault = Some("is required".into());
            }
        }
    }

    /// Reads a whole number from 0 to `max`.
    pub fn integer(&mut self, max: u64) -> u64 {
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

    /// Reads one of several names: its place in `names`.
    pub fn choice(&mut self, names: &[&'static str]) -> usize {
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

    /// Takes what is read as it is.
    pub fn value(&mut self) -> Value {
        if self.text.is_some() {
            return self
                .take_text(|cursor| cursor.value(DEPTH))
                .unwrap_or_default();
        }
        if self.absent {
            self.refuse("is required");
        }
        take(&mut self.value)
    }

    /// Takes the whole of a value whose kind is unknown.
    pub fn rest(&mut self) -> Value {
        if self.text.is_some() {
            // Its kind was taken already.
            self.unknown();
        }
        take(&mut self.value)
    }

    /// Reads one item after the other with `one`.
    pub(super) fn each(&mut self, one: &mut dyn FnMut(&mut Reader<'_>)) {
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

    /// True for `null`, or what is not there.
    pub(super) fn reads_nothing(&mut self) -> bool {
        match &mut self.text {
            Some(cursor) => cursor.word("null"),
            None => self.value.is_null(),
        }
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

    /// Goes into the value of a kind that [`Reader::kind`] returned.
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

    /// Ends the value of a kind, or adds where a fault is.
    pub fn leave(&mut self, kind: &'static str) {
        if self.fault.is_some() {
            self.path.push(kind);
        } else if self.text.is_some() && !take(&mut self.named) {
            self.pass("}");
        }
    }
}
