//! Undoes in a reply what the rewriting of a schema changed.

use super::flatten::{flat, is_object};
use super::kinds::kinds;
use serde_json::{Map, Value};

/// Most alternatives and references that are gone through without a step into the value.
const MOST_HOPS: usize = 8;

/// Returns a provider's reply as a value of the full schema: taken out of its wrapper where the root is no object, and without
/// the nulls that stand for optional keys. A null that the schema allows stays, and so does everything that is merely wrong.
///
/// A value that did not come through a profile is returned as it is, unless it has nulls where the schema has none.
pub fn restore(schema: &Value, value: Value) -> Value {
    let mut value = match value {
        Value::Object(mut map)
            if map.len() == 1 && map.contains_key("value") && !is_object(schema) =>
        {
            map.remove("value").unwrap_or_default()
        }
        value => value,
    };
    strip(schema, schema, &mut value, MOST_HOPS);
    value
}

fn strip(root: &Value, schema: &Value, value: &mut Value, hops: usize) {
    if hops == 0 || !(value.is_object() || value.is_array()) {
        return;
    }
    let Some(map) = flat(root, schema) else {
        return;
    };
    for branch in ["anyOf", "oneOf"]
        .iter()
        .filter_map(|keyword| map.get(*keyword))
        .filter_map(Value::as_array)
        .flatten()
    {
        if plausible(root, branch, value) {
            strip(root, branch, value, hops - 1);
        }
    }
    match value {
        Value::Object(fields) => {
            let required = |key: &String| {
                let names = map.get("required").and_then(Value::as_array);
                names.is_some_and(|names| names.iter().any(|name| name == key))
            };
            for (key, schema) in properties(&map) {
                let absent = fields.get(key).is_some_and(Value::is_null)
                    && !required(key)
                    && !admits_null(root, schema, MOST_HOPS);
                if absent {
                    fields.remove(key);
                } else if let Some(field) = fields.get_mut(key) {
                    strip(root, schema, field, MOST_HOPS);
                }
            }
        }
        Value::Array(items) => {
            if let Some(schema) = map.get("items") {
                items
                    .iter_mut()
                    .for_each(|item| strip(root, schema, item, MOST_HOPS));
            }
        }
        _ => {}
    }
}

fn properties(map: &Map<String, Value>) -> impl Iterator<Item = (&String, &Value)> {
    map.get("properties")
        .and_then(Value::as_object)
        .into_iter()
        .flatten()
}

/// Returns whether a value may be meant for an alternative: its type fits, and so do the keys that have one value or a few.
fn plausible(root: &Value, branch: &Value, value: &Value) -> bool {
    let Some(map) = flat(root, branch) else {
        return false;
    };
    let kinds = kinds(&map);
    let kind = if value.is_object() { "object" } else { "array" };
    let fits = |(key, schema): (&String, &Value)| match value.get(key) {
        Some(found) if !found.is_null() => {
            let choices = schema.get("enum").and_then(Value::as_array);
            schema.get("const").is_none_or(|constant| constant == found)
                && choices.is_none_or(|choices| choices.contains(found))
        }
        _ => true,
    };
    (kinds.is_empty() || kinds.contains(&kind)) && properties(&map).all(fits)
}

fn admits_null(root: &Value, schema: &Value, hops: usize) -> bool {
    let Some(map) = flat(root, schema).filter(|_| hops > 0) else {
        return false;
    };
    let mut branches = ["anyOf", "oneOf"]
        .iter()
        .filter_map(|keyword| map.get(*keyword))
        .filter_map(Value::as_array)
        .flatten()
        .peekable();
    if branches.peek().is_some() {
        return branches.any(|branch| admits_null(root, branch, hops - 1));
    }
    let kinds = kinds(&map);
    let chosen = map
        .get("enum")
        .and_then(Value::as_array)
        .is_none_or(|choices| choices.contains(&Value::Null));
    chosen && (kinds.is_empty() || kinds.contains(&"null")) && *schema != false
}
