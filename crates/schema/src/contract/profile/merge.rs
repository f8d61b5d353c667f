//! Merges schemas that all hold into one, as far as the same keywords can express that.

use serde_json::{Map, Value, json};

/// Adds what `other` demands to `into`. Returns what one schema cannot express.
pub(super) fn merge(
    into: &mut Map<String, Value>,
    other: &Map<String, Value>,
) -> Map<String, Value> {
    let mut rest = Map::new();
    for (keyword, value) in other {
        let Some(own) = into.get_mut(keyword) else {
            into.insert(keyword.clone(), value.clone());
            continue;
        };
        if own == value {
            continue;
        }
        match (keyword.as_str(), own, value) {
            (
                "title" | "description" | "default" | "examples" | "$defs" | "definitions"
                | "$schema" | "$id",
                _,
                _,
            ) => {}
            ("properties", Value::Object(own), Value::Object(value)) => {
                for (key, schema) in value {
                    match own.get_mut(key) {
                        Some(own) if own != schema => *own = json!({"allOf": [own.take(), schema]}),
                        Some(_) => {}
                        None => drop(own.insert(key.clone(), schema.clone())),
                    }
                }
            }
            ("required", Value::Array(own), Value::Array(value)) => {
                for key in value {
                    if !own.contains(key) {
                        own.push(key.clone());
                    }
                }
            }
            ("enum", Value::Array(own), Value::Array(value)) => {
                own.retain(|choice| value.contains(choice))
            }
            ("type", own, value) => *own = common(own, value),
            ("items", own, value) => *own = json!({"allOf": [own.take(), value]}),
            (
                "minimum" | "exclusiveMinimum" | "minLength" | "minItems" | "minProperties",
                own,
                value,
            ) => {
                if value.as_f64() > own.as_f64() {
                    *own = value.clone();
                }
            }
            (
                "maximum" | "exclusiveMaximum" | "maxLength" | "maxItems" | "maxProperties",
                own,
                value,
            ) => {
                if value.as_f64() < own.as_f64() {
                    *own = value.clone();
                }
            }
            ("additionalProperties", own, value) => {
                if *value == false {
                    *own = value.clone();
                }
            }
            _ => drop(rest.insert(keyword.clone(), value.clone())),
        }
    }
    rest
}

/// The types that two `type` keywords both allow; the first one's when there are none.
fn common(a: &Value, b: &Value) -> Value {
    let allows = |kinds: &Value, name: &Value| {
        let is = |kind: &Value| kind == name || (*kind == "number" && *name == "integer");
        match kinds {
            Value::Array(kinds) => kinds.iter().any(is),
            kind => is(kind),
        }
    };
    let mut both: Vec<Value> = Vec::new();
    for (names, other) in [(a, b), (b, a)] {
        for name in named(names) {
            if allows(other, name) && !both.contains(name) {
                both.push(name.clone());
            }
        }
    }
    match both.len() {
        0 => a.clone(),
        1 => both.swap_remove(0),
        _ => Value::Array(both),
    }
}

/// The names in a `type` keyword.
pub(super) fn named(kinds: &Value) -> &[Value] {
    match kinds {
        Value::Array(kinds) => kinds,
        Value::Null => &[],
        kind => std::slice::from_ref(kind),
    }
}
