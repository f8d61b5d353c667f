//! Reading plain data that is as it should be, or is not there.

use serde_json::Value;

/// Returns a text; an empty one for anything else.
pub(crate) fn string(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// Returns the items of a list; none for anything else.
pub(crate) fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// Returns the texts of a list.
pub(crate) fn strings(value: &Value) -> Vec<String> {
    let texts = list(value).iter().filter_map(Value::as_str);
    texts.map(String::from).collect()
}

/// Returns a whole number as digits; 0 for anything else.
pub(crate) fn number(value: &Value) -> String {
    value.as_u64().unwrap_or_default().to_string()
}

/// Returns a text as it is, and any other value as JSON.
pub(crate) fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => serde_json::to_string(other).unwrap_or_default(),
    }
}
