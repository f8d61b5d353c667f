//! Reads and writes plain data by one description of its fields.
//!
//! What is stored and what a screen is shown is JSON. Each type names its fields once, with [`coded!`](crate::coded),
//! [`choices!`](crate::choices) or [`tagged!`](crate::tagged), and both directions follow from that. serde's derives would do
//! the same with code for every type in each direction, which weighs a third of what a respondent may download at all.

use serde::ser::{SerializeMap, SerializeSeq};
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};
use std::mem::take;

/// Something that is read and written by naming its parts to a [`Codec`].
pub trait Coded {
    /// Gives a value to read into: empty texts and lists, zero, nothing, the first choice.
    fn blank() -> Self
    where
        Self: Sized;

    /// Names the parts. Reading fills them in; writing takes texts and lists out, so it is done on a copy.
    fn code(&mut self, codec: &mut Codec);

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
#[derive(Debug)]
pub struct Codec {
    reading: bool,
    /// What is read here.
    value: Value,
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
        node: Node::Nothing,
        fault: None,
        path: Vec::new(),
        absent: false,
    };
    slot.code(&mut codec);
    let Some(fault) = codec.fault else {
        return Ok(());
    };
    codec.path.reverse();
    let colon = if codec.path.is_empty() { "" } else { ": " };
    Err([&codec.path.join("."), colon, &fault].concat())
}

/// Writes a value and leaves it empty.
pub fn write(value: &mut dyn Coded) -> Node {
    let mut codec = Codec {
        reading: false,
        value: Value::Null,
        node: Node::Nothing,
        fault: None,
        path: Vec::new(),
        absent: false,
    };
    value.code(&mut codec);
    codec.node
}

impl Codec {
    fn refuse(&mut self, message: &str) {
        if self.fault.is_none() {
            self.fault = Some(message.into());
        }
    }

    /// Begins an object; its fields follow.
    pub fn object(&mut self) {
        if !self.reading {
            self.node = Node::Object(Vec::new());
        } else if !self.value.is_object() {
            self.refuse("must be an object");
        }
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
        let read = self.value.as_u64().filter(|number| *number <= max);
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
        let text = self.value.as_str();
        let read = names.iter().position(|name| Some(*name) == text);
        if read.is_none() {
            self.refuse(&["must be one of ", &names.join(", ")].concat());
        }
        read.unwrap_or(0)
    }

    /// Takes what is read as it is, or writes `value` as it is.
    pub fn plain(&mut self, value: &mut Value) {
        if self.absent {
            self.refuse("is required");
        } else if self.reading {
            *value = take(&mut self.value);
        } else {
            self.node = Node::Plain(take(value));
        }
    }

    /// Reads one item after the other with `one`.
    fn each(&mut self, one: &mut dyn FnMut(&mut Codec)) {
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

    /// True while reading.
    pub fn reading(&self) -> bool {
        self.reading
    }

    /// Returns the kind of a tagged value that is read: its one key, or the whole of it when it is a text.
    pub fn kind(&mut self) -> Option<String> {
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

impl Coded for String {
    fn blank() -> Self {
        String::new()
    }

    fn code(&mut self, codec: &mut Codec) {
        if !codec.reading {
            codec.node = Node::Plain(Value::String(take(self)));
        } else if let Value::String(text) = &mut codec.value {
            *self = take(text);
        } else {
            codec.refuse("must be a text");
        }
    }

    fn is_spare(&self) -> bool {
        self.is_empty()
    }
}

impl Coded for &'static str {
    fn blank() -> Self {
        ""
    }

    /// Only written: what can be read is a `String`.
    fn code(&mut self, codec: &mut Codec) {
        codec.choice(&[*self], 0);
    }
}

impl Coded for bool {
    fn blank() -> Self {
        false
    }

    fn code(&mut self, codec: &mut Codec) {
        if !codec.reading {
            codec.node = Node::Plain((*self).into());
        } else if let Value::Bool(read) = codec.value {
            *self = read;
        } else {
            codec.refuse("must be true or false");
        }
    }

    fn is_spare(&self) -> bool {
        !*self
    }
}

impl Coded for f64 {
    fn blank() -> Self {
        0.0
    }

    fn code(&mut self, codec: &mut Codec) {
        if !codec.reading {
            codec.node = Node::Plain((*self).into());
        } else if let Some(read) = codec.value.as_f64() {
            *self = read;
        } else {
            codec.refuse("must be a number");
        }
    }
}

macro_rules! integers {
    ($($type:ident)*) => {$(
        impl Coded for $type {
            fn blank() -> Self {
                0
            }

            fn code(&mut self, codec: &mut Codec) {
                *self = codec.integer(*self as u64, $type::MAX as u64) as $type;
            }
        }
    )*};
}

integers!(u8 u32 u64 usize);

impl Coded for Value {
    fn blank() -> Self {
        Value::Null
    }

    fn code(&mut self, codec: &mut Codec) {
        codec.plain(self);
    }
}

impl Coded for Map<String, Value> {
    fn blank() -> Self {
        Map::new()
    }

    fn code(&mut self, codec: &mut Codec) {
        let mut value = Value::Object(take(self));
        codec.plain(&mut value);
        match value {
            Value::Object(map) => *self = map,
            _ if codec.reading => codec.refuse("must be an object"),
            _ => {}
        }
    }
}

impl Coded for () {
    fn blank() -> Self {}

    fn code(&mut self, _codec: &mut Codec) {}
}

impl<T: Coded> Coded for Box<T> {
    fn blank() -> Self {
        Box::new(T::blank())
    }

    fn code(&mut self, codec: &mut Codec) {
        (**self).code(codec);
    }
}

impl<T: Coded> Coded for Option<T> {
    fn blank() -> Self {
        None
    }

    fn code(&mut self, codec: &mut Codec) {
        if codec.reading && !codec.value.is_null() {
            *self = Some(T::blank());
        }
        if let Some(value) = self {
            value.code(codec);
        }
    }

    fn is_spare(&self) -> bool {
        self.is_none()
    }
}

impl<T: Coded> Coded for Vec<T> {
    fn blank() -> Self {
        Vec::new()
    }

    fn code(&mut self, codec: &mut Codec) {
        if codec.reading {
            return codec.each(&mut |codec| {
                self.push(T::blank());
                if let Some(item) = self.last_mut() {
                    item.code(codec);
                }
            });
        }
        let mut list = Vec::new();
        for value in self {
            codec.item(&mut list, value);
        }
        codec.node = Node::List(list);
    }

    fn is_spare(&self) -> bool {
        self.is_empty()
    }
}

/// Lets serde read and write coded types, for whoever holds them as part of something else.
#[macro_export]
#[doc(hidden)]
macro_rules! coded_serde {
    ($type:ident) => {
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                $crate::codec::write(&mut self.clone()).serialize(serializer)
            }
        }

        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let value = <serde_json::Value as serde::Deserialize>::deserialize(deserializer)?;
                $crate::codec::read(value).map_err(serde::de::Error::custom)
            }
        }
    };
}

/// Names a field as it is stored: by its own name, unless another follows.
#[macro_export]
#[doc(hidden)]
macro_rules! coded_key {
    ($field:ident) => {
        stringify!($field)
    };
    ($field:ident $key:literal) => {
        $key
    };
}

/// Describes structs by their fields, in the order in which they are written: `must` be there when read, `may` be absent,
/// or `spare`, absent when read and left out when empty. `as "name"` is the stored name where it differs.
#[macro_export]
macro_rules! coded {
    ($($type:ident { $($presence:ident $field:ident $(as $key:literal)?),+ $(,)? })+) => {$(
        impl $crate::codec::Coded for $type {
            fn blank() -> Self {
                $type { $($field: $crate::codec::Coded::blank()),+ }
            }

            fn code(&mut self, codec: &mut $crate::codec::Codec) {
                codec.object();
                $(codec.$presence($crate::coded_key!($field $($key)?), &mut self.$field);)+
            }
        }

        $crate::coded_serde!($type);
    )+};
}

/// Describes enums without fields by the names of their variants, in the order in which they are declared.
#[macro_export]
macro_rules! choices {
    ($($type:ident { $($variant:ident = $name:literal),+ $(,)? })+) => {$(
        impl $type {
            const ALL: &'static [$type] = &[$($type::$variant),+];
            const NAMES: &'static [&'static str] = &[$($name),+];

            /// Returns the name it is stored and shown to hosts by.
            pub fn name(self) -> &'static str {
                Self::NAMES[self as usize]
            }
        }

        const _: () = {
            let mut place = 0;
            while place < $type::ALL.len() {
                assert!($type::ALL[place] as usize == place, "names in the order of declaration");
                place += 1;
            }
        };

        impl $crate::codec::Coded for $type {
            fn blank() -> Self {
                Self::ALL[0]
            }

            fn code(&mut self, codec: &mut $crate::codec::Codec) {
                *self = Self::ALL[codec.choice(Self::NAMES, *self as usize)];
            }
        }

        $crate::coded_serde!($type);
    )+};
}

/// Describes enums that are stored as an object with one key, the kind: by kind, variant, and its fields or the one value
/// it holds. A variant without either is stored as its kind alone. `else` names a variant for values of unknown kinds.
#[macro_export]
macro_rules! tagged {
    (@unknown $self:ident $codec:ident $type:ident) => {
        $codec.unknown()
    };
    (@unknown $self:ident $codec:ident $type:ident $rest:ident) => {{
        let mut value = serde_json::Value::Null;
        $codec.plain(&mut value);
        *$self = $type::$rest(value);
    }};
    ($type:ident {
        $($kind:literal = $variant:ident
            $(($inner:ident))?
            $({ $($presence:ident $field:ident),* })?
        ),+ $(,)?
    } $(else $rest:ident)?) => {
        impl $crate::codec::Coded for $type {
            fn blank() -> Self {
                Self::of_kind([$($kind),+][0]).expect("the first kind is known")
            }

            fn code(&mut self, codec: &mut $crate::codec::Codec) {
                if codec.reading() {
                    let Some(kind) = codec.kind() else { return };
                    let Some(blank) = Self::of_kind(&kind) else {
                        return $crate::tagged!(@unknown self codec $type $($rest)?);
                    };
                    codec.enter(&kind);
                    *self = blank;
                }
                let kind = match self {
                    $($type::$variant $(($inner))? $({ $($field),* })? => {
                        $($crate::codec::Coded::code($inner, codec);)?
                        $(codec.object(); $(codec.$presence(stringify!($field), $field);)*)?
                        $kind
                    })+
                    $($type::$rest(value) => return codec.plain(value),)?
                };
                codec.leave(kind);
            }
        }

        impl $type {
            fn of_kind(kind: &str) -> Option<Self> {
                Some(match kind {
                    $($kind => $type::$variant
                        $(({ let $inner = $crate::codec::Coded::blank(); $inner }))?
                        $({ $($field: $crate::codec::Coded::blank()),* })?,
                    )+
                    _ => return None,
                })
            }
        }

        $crate::coded_serde!($type);
    };
}
