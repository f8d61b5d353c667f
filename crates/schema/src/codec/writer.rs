//! Writing: a value names its parts, and they go straight into a text.

use crate::scan::plain_end;
use serde_json::{Map, Value};

/// Something that is written by naming its parts to a [`Writer`].
pub trait Encode {
    /// Names the parts, in their order.
    fn encode(&self, writer: &mut Writer<'_>);

    /// True for what [`Writer::skip_empty`] leaves out: nothing, false, an empty text or an empty list.
    fn is_empty(&self) -> bool {
        false
    }
}

/// How a [`Writer`] writes one field, such as [`Writer::required`].
pub type WriteField = fn(&mut Writer<'_>, &'static str, &dyn Encode);

/// Fields that are written among those of what has them, see the derive of this name.
pub trait Flat {
    /// Writes each of them.
    fn write(&self, writer: &mut Writer<'_>, field: WriteField);
}

/// Where the parts go. What is written is well-formed: keys and values in turn inside of objects, items in lists.
pub trait Sink {
    /// Begins an object, or a list.
    fn open(&mut self, list: bool);
    /// Ends it.
    fn close(&mut self, list: bool);
    /// Comes before the value of a field; the key needs no escaping.
    fn key(&mut self, key: &'static str);
    /// Comes before each item of a list.
    fn item(&mut self);
    /// Stands for a value that is absent.
    fn null(&mut self);
    /// Takes a text.
    fn text(&mut self, text: &str);
    /// Takes data that is passed on as it is, a number, true or false.
    fn value(&mut self, value: &Value);
}

/// Writes a value as JSON text, without white space.
pub fn text(value: &dyn Encode) -> String {
    let mut text = Text(String::new());
    value.encode(&mut Writer { sink: &mut text });
    text.0
}

/// Writes one value to a [`Sink`].
pub struct Writer<'a> {
    pub(super) sink: &'a mut dyn Sink,
}

impl Writer<'_> {
    /// Begins an object; its fields follow, and [`Writer::end`].
    #[inline(never)]
    pub fn object(&mut self) {
        self.sink.open(false);
    }

    /// Ends an object.
    #[inline(never)]
    pub fn end(&mut self) {
        self.sink.close(false);
    }

    /// Writes a field that must be there when it is read.
    #[inline(never)]
    pub fn required(&mut self, key: &'static str, value: &dyn Encode) {
        self.sink.key(key);
        value.encode(self);
    }

    /// Writes a field that may be absent when it is read.
    pub fn optional(&mut self, key: &'static str, value: &dyn Encode) {
        self.required(key, value);
    }

    /// Writes a field unless it is empty.
    #[inline(never)]
    pub fn skip_empty(&mut self, key: &'static str, value: &dyn Encode) {
        if !value.is_empty() {
            self.required(key, value);
        }
    }

    /// Writes fields among those of the object that is open, unless they are empty.
    pub fn flat(&mut self, _key: &'static str, fields: &dyn Flat) {
        fields.write(self, |writer, key, field| writer.skip_empty(key, field));
    }

    /// Writes fields among those of the object that is open.
    pub fn flat_required(&mut self, _key: &'static str, fields: &dyn Flat) {
        fields.write(self, |writer, key, field| writer.required(key, field));
    }

    /// Begins a list; its items follow, and [`Writer::end_list`].
    #[inline(never)]
    pub(super) fn list(&mut self) {
        self.sink.open(true);
    }

    /// Writes an item of a list.
    #[inline(never)]
    pub(super) fn item(&mut self, item: &dyn Encode) {
        self.sink.item();
        item.encode(self);
    }

    /// Ends a list.
    #[inline(never)]
    pub(super) fn end_list(&mut self) {
        self.sink.close(true);
    }

    /// Writes a value under its kind.
    #[inline(never)]
    pub fn kind(&mut self, kind: &'static str, value: &dyn Encode) {
        self.sink.open(false);
        self.required(kind, value);
        self.sink.close(false);
    }

    /// Begins the fields of a kind; they follow, and [`Writer::end_kind`].
    #[inline(never)]
    pub fn begin_kind(&mut self, kind: &'static str) {
        self.sink.open(false);
        self.sink.key(kind);
        self.sink.open(false);
    }

    /// Ends the fields of a kind.
    #[inline(never)]
    pub fn end_kind(&mut self) {
        self.sink.close(false);
        self.sink.close(false);
    }

    /// Writes a text.
    #[inline(never)]
    pub fn text(&mut self, text: &str) {
        self.sink.text(text);
    }

    /// Writes a whole number.
    #[inline(never)]
    pub fn integer(&mut self, number: u64) {
        self.value(&Value::from(number));
    }

    /// Writes data that is passed on as it is, a number, true or false.
    #[inline(never)]
    pub fn value(&mut self, value: &Value) {
        self.sink.value(value);
    }

    /// Writes what stands for a value that is absent.
    #[inline(never)]
    pub fn null(&mut self) {
        self.sink.null();
    }
}

/// JSON as it is stored and sent.
struct Text(String);

impl Text {
    fn separate(&mut self) {
        // A text or a key ends with a quotation mark, so this is the bracket of the object or list itself.
        if !matches!(self.0.as_bytes().last(), Some(b'{' | b'[')) {
            self.0.push(',');
        }
    }

    fn map(&mut self, map: &Map<String, Value>) {
        self.0.push('{');
        for (key, value) in map {
            self.separate();
            self.text(key);
            self.0.push(':');
            self.value(value);
        }
        self.0.push('}');
    }
}

impl Sink for Text {
    fn open(&mut self, list: bool) {
        self.0.push(if list { '[' } else { '{' });
    }

    fn close(&mut self, list: bool) {
        self.0.push(if list { ']' } else { '}' });
    }

    fn key(&mut self, key: &'static str) {
        self.separate();
        self.0.push('"');
        self.0.push_str(key);
        self.0.push_str("\":");
    }

    fn item(&mut self) {
        self.separate();
    }

    fn null(&mut self) {
        self.0.push_str("null");
    }

    fn text(&mut self, text: &str) {
        quote(text, &mut self.0);
    }

    fn value(&mut self, value: &Value) {
        match value {
            Value::Null => self.null(),
            Value::Bool(true) => self.0.push_str("true"),
            Value::Bool(false) => self.0.push_str("false"),
            Value::Number(number) => self.0.push_str(&number.to_string()),
            Value::String(text) => self.text(text),
            Value::Array(items) => {
                self.open(true);
                for item in items {
                    self.item();
                    self.value(item);
                }
                self.close(true);
            }
            Value::Object(map) => self.map(map),
        }
    }
}

/// Appends a text as JSON writes it, with its quotation marks.
fn quote(text: &str, out: &mut String) {
    let bytes = text.as_bytes();
    let mut from = 0;
    out.push('"');
    loop {
        let end = plain_end(bytes, from);
        out.push_str(&text[from..end]);
        let Some(byte) = bytes.get(end) else { break };
        from = end + 1;
        let short = match byte {
            b'"' => '"',
            b'\\' => '\\',
            b'\n' => 'n',
            b'\t' => 't',
            b'\r' => 'r',
            8 => 'b',
            12 => 'f',
            _ => {
                const DIGITS: &[u8; 16] = b"0123456789abcdef";
                out.push_str("\\u00");
                out.push(DIGITS[usize::from(byte >> 4)].into());
                out.push(DIGITS[usize::from(byte & 15)].into());
                continue;
            }
        };
        out.push('\\');
        out.push(short);
    }
    out.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn any_value_is_written_as_serde_writes_it() {
        let every: String = (0..0x250_u32)
            .chain([0x2028, 0x1f3a7])
            .filter_map(char::from_u32)
            .collect();
        let values = [
            json!(null),
            json!([true, false, [], {}, [{}], {"a": {"b": [1, 2]}}]),
            json!({"": every, (every.as_str()): ["", "a\"b", "\\", "\u{7f}"]}),
            json!([
                0,
                -1,
                7,
                u64::MAX,
                i64::MIN,
                0.1,
                1.0,
                -0.0,
                1e300,
                1.5e-9,
                123456789.125,
                1e16,
                1e-5
            ]),
        ];
        for value in values {
            assert_eq!(text(&value), value.to_string());
        }
    }
}
