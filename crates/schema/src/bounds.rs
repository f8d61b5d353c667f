//! How deep values from outside may be nested, and how large they are: what is kept must be read back, and every reader has a limit.

use serde_json::Value;

/// Most containers inside one another in a value that is kept. A text is read back up to 127; a record and a session file
/// around the value take up to ten of them.
const DEPTH: usize = 100;

/// True for a value that could be kept and never read back.
pub fn too_deep(value: &Value) -> bool {
    deeper(value, DEPTH)
}

fn deeper(value: &Value, left: usize) -> bool {
    match value {
        Value::Array(items) => left == 0 || items.iter().any(|item| deeper(item, left - 1)),
        Value::Object(map) => left == 0 || map.values().any(|member| deeper(member, left - 1)),
        _ => false,
    }
}

/// About how many bytes a value has as JSON.
pub fn json_size(value: &Value) -> usize {
    match value {
        Value::String(text) => text.len() + 2,
        Value::Array(items) => items.iter().map(|item| json_size(item) + 1).sum::<usize>() + 2,
        Value::Object(map) => {
            map.iter()
                .map(|(key, value)| key.len() + 4 + json_size(value))
                .sum::<usize>()
                + 2
        }
        _ => 8,
    }
}
