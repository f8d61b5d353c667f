//! Writes JSON as text, piece by piece, the keys of schemas in the order their author meant.
//!
//! `serde_json` sorts the keys of an object. For all of a body but its schemas that is as good as any order; strict modes
//! generate the properties of an object in the order of the schema. And a body that is put together as text weighs a
//! third of one that is put together as values.

use colloquy_jsonstream::{write, write_string};
use serde_json::Value;

/// JSON text that is being written. The caller sees to it that the pieces make sense together.
#[derive(Default)]
pub(crate) struct Json(String);

impl Json {
    /// Appends JSON as it is.
    pub(crate) fn raw(&mut self, json: &str) -> &mut Json {
        self.0.push_str(json);
        self
    }

    /// Appends a text in quotation marks.
    pub(crate) fn text(&mut self, text: &str) -> &mut Json {
        write_string(text, &mut self.0);
        self
    }

    /// Appends a whole number.
    pub(crate) fn count(&mut self, count: u32) -> &mut Json {
        self.raw(&count.to_string())
    }

    /// Appends a value, the properties of each schema in it in the order of its `required` list, others after them.
    pub(crate) fn value(&mut self, value: &Value) -> &mut Json {
        self.ordered(value, &[]);
        self
    }

    /// Begins the next item of a list or object that `open` has begun.
    pub(crate) fn next(&mut self) -> &mut Json {
        if !self.0.ends_with(['[', '{']) {
            self.0.push(',');
        }
        self
    }

    /// Returns the text.
    pub(crate) fn done(self) -> String {
        self.0
    }

    /// Writes a value; `first` are keys that come first, in this order.
    fn ordered(&mut self, value: &Value, first: &[Value]) {
        match value {
            Value::Object(map) => {
                let required = map.get("required").and_then(Value::as_array);
                let required = required.map(Vec::as_slice).unwrap_or_default();
                let mut done: Vec<&str> = Vec::new();
                let named = first.iter().filter_map(Value::as_str);
                self.raw("{");
                for key in named.chain(map.keys().map(String::as_str)) {
                    let Some(value) = map.get(key).filter(|_| !done.contains(&key)) else {
                        continue;
                    };
                    done.push(key);
                    let first = if key == "properties" { required } else { &[] };
                    self.next().text(key).raw(":").ordered(value, first);
                }
                self.raw("}");
            }
            Value::Array(items) => {
                self.raw("[");
                for value in items {
                    self.next().ordered(value, &[]);
                }
                self.raw("]");
            }
            plain => write(plain, &mut self.0),
        }
    }
}

/// Returns a value as JSON text.
pub(crate) fn text(value: &Value) -> String {
    let mut json = Json::default();
    json.value(value);
    json.done()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn properties_come_in_the_order_they_are_required() {
        let schema = json!({
            "type": "object",
            "required": ["response", "metadata", "response", "absent"],
            "properties": {
                "aside": { "type": "string" },
                "metadata": {
                    "properties": { "a": {}, "z": {} },
                    "required": ["z", "a"],
                },
                "response": {},
            },
        });
        assert_eq!(
            text(&schema),
            r#"{"properties":{"response":{},"metadata":{"properties":{"z":{},"a":{}},"required":["z","a"]},"aside":{"type":"string"}},"required":["response","metadata","response","absent"],"type":"object"}"#
        );
    }

    #[test]
    fn nothing_is_lost_or_added() {
        let odd = json!({ "properties": { "properties": { "required": 1, "b": [null, { "required": ["x"] }, []] } }, "required": {}, "[": "a\"\u{1}é,{", "n": [1.5, -2, true] });
        assert_eq!(serde_json::from_str::<Value>(&text(&odd)).unwrap(), odd);
    }
}
