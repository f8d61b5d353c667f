//! What is too much: a schema comes from a host or a guide, a value from a model, and neither may cost a page its memory.

use colloquy_schema::Issue;
use serde_json::Value;

/// Largest schema, in bytes of compact JSON: the largest published ones that a model could follow are well below.
pub const MOST_SCHEMA_BYTES: usize = 256 * 1024;

/// Deepest nesting of a schema's own JSON. A property costs two levels.
pub const MOST_SCHEMA_DEPTH: usize = 64;

/// Deepest nesting of a value, as in the reader of replies.
pub const MOST_VALUE_DEPTH: usize = 128;

/// Most texts, numbers, objects and so on in a value, counted at all levels.
pub const MOST_VALUES: usize = 100_000;

/// Largest compiled pattern, in bytes.
pub const PATTERN_BYTES: usize = 1024 * 1024;

/// Most steps back that matching one pattern may take, where it cannot be matched in linear time.
pub const PATTERN_STEPS: usize = 100_000;

/// Returns the limit that a value is above, if any.
pub(crate) fn exceeded(value: &Value) -> Option<Issue> {
    let mut left = MOST_VALUES;
    match fits(value, MOST_VALUE_DEPTH, &mut left) {
        true => None,
        false if left == 0 => Some(too_much("size", MOST_VALUES, " values", value)),
        false => Some(too_deep(MOST_VALUE_DEPTH, value)),
    }
}

pub(crate) fn too_deep(most: usize, value: &Value) -> Issue {
    too_much("depth", most, " levels", value)
}

pub(crate) fn too_much(rule: &str, most: usize, unit: &str, value: &Value) -> Issue {
    let message = ["must have at most ", &most.to_string(), unit].concat();
    Issue::new("", rule, message, Some(value))
}

/// Counts what is in a value down to a depth; `left` becomes 0 when there is more than it allows.
pub(crate) fn fits(value: &Value, depth: usize, left: &mut usize) -> bool {
    *left = left.saturating_sub(1);
    if depth == 0 || *left == 0 {
        return false;
    }
    match value {
        Value::Array(items) => items.iter().all(|value| fits(value, depth - 1, left)),
        Value::Object(map) => map.values().all(|value| fits(value, depth - 1, left)),
        _ => true,
    }
}
