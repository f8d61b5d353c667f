//! The walker: a value and a schema side by side, without an early return.

use super::Unknown;
use super::issues::{MOST_FOUND, any_of, below, fault, item};
use crate::Issue;
use serde_json::Value;

/// Reports every fault of a value, in no promised order, up to [`MOST_FOUND`].
pub(super) fn walk(schema: &Value, value: &Value, unknown: Unknown) -> Vec<Issue> {
    let mut walk = Walk {
        unknown,
        path: String::new(),
        found: Vec::new(),
    };
    walk.judge(schema, value);
    walk.found
}

struct Walk {
    unknown: Unknown,
    path: String,
    found: Vec<Issue>,
}

impl Walk {
    fn judge(&mut self, schema: &Value, value: &Value) {
        for (keyword, limit) in schema.as_object().into_iter().flatten() {
            if self.found.len() >= MOST_FOUND {
                return;
            }
            if !self.holds(schema, keyword, limit, value) {
                let found = fault(&self.path, keyword, limit, Some(value));
                self.found.push(found);
            }
        }
    }

    /// Returns whether one keyword is satisfied. What lies deeper is reported there and then.
    fn holds(&mut self, schema: &Value, keyword: &str, limit: &Value, value: &Value) -> bool {
        let most = limit.as_f64().unwrap_or_default();
        match (keyword, value) {
            ("type", _) => is_of(limit, value),
            ("const", _) => same(limit, value),
            ("enum", _) => list(limit).iter().any(|choice| same(choice, value)),
            ("minLength", Value::String(text)) => text.chars().count() as f64 >= most,
            ("maxLength", Value::String(text)) => text.chars().count() as f64 <= most,
            ("minItems", Value::Array(items)) => items.len() as f64 >= most,
            ("maxItems", Value::Array(items)) => items.len() as f64 <= most,
            ("minimum", Value::Number(number)) => number.as_f64() >= Some(most),
            ("maximum", Value::Number(number)) => number.as_f64() <= Some(most),
            ("items", Value::Array(items)) => {
                for (place, value) in items.iter().enumerate() {
                    if self.found.len() >= MOST_FOUND {
                        break;
                    }
                    let end = item(&mut self.path, place);
                    self.judge(limit, value);
                    self.path.truncate(end);
                }
                true
            }
            ("properties", Value::Object(map)) => {
                for (key, value) in map {
                    if let Some(schema) = limit.get(key) {
                        let end = below(&mut self.path, key);
                        self.judge(schema, value);
                        self.path.truncate(end);
                    }
                }
                true
            }
            ("required", Value::Object(map)) => {
                for key in list(limit).iter().filter_map(Value::as_str) {
                    if !map.contains_key(key) {
                        self.child_fault(key, keyword, limit, None);
                    }
                }
                true
            }
            ("additionalProperties", Value::Object(map)) => {
                if limit == false && self.unknown == Unknown::Refused {
                    for (key, value) in map.iter().filter(|(key, _)| !knows(schema, key)) {
                        if self.found.len() >= MOST_FOUND {
                            break;
                        }
                        self.child_fault(key, keyword, limit, Some(value));
                    }
                }
                true
            }
            ("anyOf", _) => {
                let mut branches = Vec::new();
                let before = std::mem::take(&mut self.found);
                for branch in list(limit) {
                    self.judge(branch, value);
                    branches.push(std::mem::take(&mut self.found));
                }
                self.found = before;
                if !branches.is_empty() && branches.iter().all(|found| !found.is_empty()) {
                    self.found.append(&mut any_of(&self.path, value, branches));
                }
                true
            }
            _ => true,
        }
    }

    fn child_fault(&mut self, key: &str, keyword: &str, limit: &Value, value: Option<&Value>) {
        let end = below(&mut self.path, key);
        let found = fault(&self.path, keyword, limit, value);
        self.found.push(found);
        self.path.truncate(end);
    }
}

/// Takes out the keys that a schema does not know where it allows no others.
pub(super) fn drop_unknown(schema: &Value, value: &mut Value) {
    let mut fitting = list(&schema["anyOf"])
        .iter()
        .filter(|branch| is_of(&branch["type"], value));
    if let (Some(branch), None) = (fitting.next(), fitting.next()) {
        drop_unknown(branch, value);
    }
    match value {
        Value::Object(map) => {
            if schema["additionalProperties"] == false {
                map.retain(|key, _| knows(schema, key));
            }
            for (key, value) in map {
                drop_unknown(&schema["properties"][key], value);
            }
        }
        Value::Array(items) => items
            .iter_mut()
            .for_each(|value| drop_unknown(&schema["items"], value)),
        _ => {}
    }
}

/// Takes the nulls out that stand for optional keys; one that the schema allows stays.
pub(super) fn drop_nulls(schema: &Value, value: &mut Value) {
    let mut fitting = list(&schema["anyOf"])
        .iter()
        .filter(|branch| is_of(&branch["type"], value));
    if let (Some(branch), None) = (fitting.next(), fitting.next()) {
        drop_nulls(branch, value);
    }
    match value {
        Value::Object(map) => {
            map.retain(|key, value| {
                let field = &schema["properties"][key];
                let required = list(&schema["required"]).iter().any(|name| name == key);
                !value.is_null() || required || field.is_null() || takes_null(field)
            });
            for (key, value) in map {
                drop_nulls(&schema["properties"][key], value);
            }
        }
        Value::Array(items) => items
            .iter_mut()
            .for_each(|value| drop_nulls(&schema["items"], value)),
        _ => {}
    }
}

fn takes_null(schema: &Value) -> bool {
    let forms = list(&schema["anyOf"]);
    is_of(&schema["type"], &Value::Null) && (forms.is_empty() || forms.iter().any(takes_null))
}

fn knows(schema: &Value, key: &str) -> bool {
    schema["properties"].get(key).is_some()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// Returns whether a value is of a type, or of one of several; without a type every value is.
fn is_of(kind: &Value, value: &Value) -> bool {
    match kind {
        Value::String(name) => match (name.as_str(), value) {
            ("integer", Value::Number(number)) => number.as_f64().is_some_and(|n| n.fract() == 0.0),
            ("number", Value::Number(_))
            | ("string", Value::String(_))
            | ("boolean", Value::Bool(_))
            | ("object", Value::Object(_))
            | ("array", Value::Array(_))
            | ("null", Value::Null) => true,
            _ => false,
        },
        Value::Array(kinds) => kinds.iter().any(|kind| is_of(kind, value)),
        _ => true,
    }
}

/// Returns whether two values are equal as JSON Schema has it: 1 and 1.0 are.
fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => a.as_f64() == b.as_f64(),
        _ => a == b,
    }
}
