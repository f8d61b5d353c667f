//! Texts, numbers, lists and the like: what the fields of every coded type are made of.

use super::cursor::Cursor;
use super::{Decode, Encode, Reader, Writer};
use serde_json::{Map, Value};
use std::mem::take;

impl Encode for str {
    fn encode(&self, writer: &mut Writer<'_>) {
        writer.text(self);
    }

    fn is_empty(&self) -> bool {
        self.is_empty()
    }
}

impl Encode for String {
    fn encode(&self, writer: &mut Writer<'_>) {
        writer.text(self);
    }

    fn is_empty(&self) -> bool {
        self.is_empty()
    }
}

impl Decode for String {
    fn empty() -> Self {
        String::new()
    }

    fn decode(&mut self, reader: &mut Reader<'_>) {
        if reader.text.is_some() {
            *self = reader.take_text(Cursor::string).unwrap_or_default();
        } else if let Value::String(text) = &mut reader.value {
            *self = take(text);
        } else {
            reader.refuse("must be a text");
        }
    }
}

/// Only written: what can be read is a `String`.
impl Decode for &'static str {
    fn empty() -> Self {
        ""
    }

    fn decode(&mut self, reader: &mut Reader<'_>) {
        reader.refuse("is only written");
    }
}

impl Encode for bool {
    fn encode(&self, writer: &mut Writer<'_>) {
        writer.value(&Value::Bool(*self));
    }

    fn is_empty(&self) -> bool {
        !*self
    }
}

impl Decode for bool {
    fn empty() -> Self {
        false
    }

    fn decode(&mut self, reader: &mut Reader<'_>) {
        if reader.text.is_some() {
            *self = reader.take_word("true");
            if !*self {
                reader.pass("false");
            }
        } else if let Value::Bool(read) = reader.value {
            *self = read;
        } else {
            reader.refuse("must be true or false");
        }
    }
}

impl Encode for f64 {
    fn encode(&self, writer: &mut Writer<'_>) {
        writer.value(&Value::from(*self));
    }
}

impl Decode for f64 {
    fn empty() -> Self {
        0.0
    }

    fn decode(&mut self, reader: &mut Reader<'_>) {
        if reader.text.is_some() {
            *self = reader.take_text(Cursor::integer).unwrap_or_default() as f64;
        } else if let Some(read) = reader.value.as_f64() {
            *self = read;
        } else {
            reader.refuse("must be a number");
        }
    }
}

macro_rules! integers {
    ($($type:ident)*) => {$(
        impl Encode for $type {
            fn encode(&self, writer: &mut Writer<'_>) {
                writer.integer(*self as u64);
            }

            fn is_empty(&self) -> bool {
                *self == 0
            }
        }

        impl Decode for $type {
            fn empty() -> Self {
                0
            }

            fn decode(&mut self, reader: &mut Reader<'_>) {
                *self = reader.integer($type::MAX as u64) as $type;
            }
        }
    )*};
}

integers!(u8 u32 u64 usize);

impl Encode for Value {
    fn encode(&self, writer: &mut Writer<'_>) {
        writer.value(self);
    }
}

impl Decode for Value {
    fn empty() -> Self {
        Value::Null
    }

    fn decode(&mut self, reader: &mut Reader<'_>) {
        *self = reader.value();
    }
}

impl Encode for Map<String, Value> {
    fn encode(&self, writer: &mut Writer<'_>) {
        writer.value(&Value::Object(self.clone()));
    }
}

impl Decode for Map<String, Value> {
    fn empty() -> Self {
        Map::new()
    }

    fn decode(&mut self, reader: &mut Reader<'_>) {
        match reader.value() {
            Value::Object(map) => *self = map,
            _ => reader.refuse("must be an object"),
        }
    }
}

impl<T: Encode + ?Sized> Encode for &T {
    fn encode(&self, writer: &mut Writer<'_>) {
        (**self).encode(writer);
    }

    fn is_empty(&self) -> bool {
        (**self).is_empty()
    }
}

impl<T: Encode> Encode for Box<T> {
    fn encode(&self, writer: &mut Writer<'_>) {
        (**self).encode(writer);
    }
}

impl<T: Decode> Decode for Box<T> {
    fn empty() -> Self {
        Box::new(T::empty())
    }

    fn decode(&mut self, reader: &mut Reader<'_>) {
        (**self).decode(reader);
    }
}

impl<T: Encode> Encode for Option<T> {
    fn encode(&self, writer: &mut Writer<'_>) {
        match self {
            Some(value) => value.encode(writer),
            None => writer.null(),
        }
    }

    fn is_empty(&self) -> bool {
        self.is_none()
    }
}

impl<T: Decode> Decode for Option<T> {
    fn empty() -> Self {
        None
    }

    fn decode(&mut self, reader: &mut Reader<'_>) {
        if !reader.reads_nothing() {
            self.insert(T::empty()).decode(reader);
        }
    }
}

impl<T: Encode> Encode for [T] {
    fn encode(&self, writer: &mut Writer<'_>) {
        writer.list();
        for item in self {
            writer.item(item);
        }
        writer.end_list();
    }

    fn is_empty(&self) -> bool {
        self.is_empty()
    }
}

impl<T: Encode> Encode for Vec<T> {
    fn encode(&self, writer: &mut Writer<'_>) {
        self.as_slice().encode(writer);
    }

    fn is_empty(&self) -> bool {
        self.is_empty()
    }
}

impl<T: Decode> Decode for Vec<T> {
    fn empty() -> Self {
        Vec::new()
    }

    fn decode(&mut self, reader: &mut Reader<'_>) {
        reader.each(&mut |reader| {
            self.push(T::empty());
            if let Some(item) = self.last_mut() {
                item.decode(reader);
            }
        });
    }
}
