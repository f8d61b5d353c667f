//! Texts, numbers, lists and the like: what the fields of every coded type are made of.

use super::{Codec, Coded, Node};
use crate::strict::Cursor;
use serde_json::{Map, Value};
use std::mem::take;

impl Coded for String {
    fn blank() -> Self {
        String::new()
    }

    fn code(&mut self, codec: &mut Codec<'_>) {
        if !codec.reading {
            codec.node = Node::Plain(Value::String(take(self)));
        } else if codec.text.is_some() {
            *self = codec.take_text(Cursor::string).unwrap_or_default();
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
    fn code(&mut self, codec: &mut Codec<'_>) {
        codec.choice(&[*self], 0);
    }
}

impl Coded for bool {
    fn blank() -> Self {
        false
    }

    fn code(&mut self, codec: &mut Codec<'_>) {
        if !codec.reading {
            codec.node = Node::Plain((*self).into());
        } else if codec.text.is_some() {
            *self = codec.take_word("true");
            if !*self {
                codec.pass("false");
            }
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

    fn code(&mut self, codec: &mut Codec<'_>) {
        if !codec.reading {
            codec.node = Node::Plain((*self).into());
        } else if codec.text.is_some() {
            *self = codec.take_text(Cursor::integer).unwrap_or_default() as f64;
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

            fn code(&mut self, codec: &mut Codec<'_>) {
                *self = codec.integer(*self as u64, $type::MAX as u64) as $type;
            }

            fn is_spare(&self) -> bool {
                *self == 0
            }
        }
    )*};
}

integers!(u8 u32 u64 usize);

impl Coded for Value {
    fn blank() -> Self {
        Value::Null
    }

    fn code(&mut self, codec: &mut Codec<'_>) {
        codec.plain(self);
    }
}

impl Coded for Map<String, Value> {
    fn blank() -> Self {
        Map::new()
    }

    fn code(&mut self, codec: &mut Codec<'_>) {
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

    fn code(&mut self, _codec: &mut Codec<'_>) {}
}

impl<T: Coded> Coded for Box<T> {
    fn blank() -> Self {
        Box::new(T::blank())
    }

    fn code(&mut self, codec: &mut Codec<'_>) {
        (**self).code(codec);
    }
}

impl<T: Coded> Coded for Option<T> {
    fn blank() -> Self {
        None
    }

    fn code(&mut self, codec: &mut Codec<'_>) {
        if codec.reading && !codec.reads_nothing() {
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

    fn code(&mut self, codec: &mut Codec<'_>) {
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
