//! Reads a study: its shape by the table, then the rules across its places.

mod conditions;
mod rules;

use crate::shape::{STUDY, Shape, walk};
use crate::study::Study;
use colloquy_schema::contract::whole;
use colloquy_schema::{Issue, json_size, too_deep};
use serde_json::Value;

/// Most bytes of a study as JSON, 256 kB.
pub const STUDY_BYTES: usize = 256 * 1024;

/// Reads a study.
///
/// # Errors
/// Every fault with path, rule and value. Rules across places are judged once the shape is sound.
pub fn read(value: &Value) -> Result<Study, Vec<Issue>> {
    let mut issues = Vec::new();
    if json_size(value) > STUDY_BYTES {
        let message = "must have 256 kB as JSON at most";
        return Err(vec![Issue::new("", "too_large", message, None)]);
    }
    if too_deep(value) {
        return Err(vec![Issue::new(
            "",
            "depth",
            "must be nested 100 deep at most",
            None,
        )]);
    }
    static WHOLE: Shape = Shape::Object(&STUDY);
    walk(&WHOLE, value, "", &mut issues);
    if !issues.is_empty() {
        return Err(issues);
    }
    match serde_json::from_value::<Study>(integers(value.clone())) {
        // The table describes what is read here, so that this is a fault of ours and no author's.
        Err(error) => Err(vec![Issue::new("", "type", error.to_string(), None)]),
        Ok(study) => {
            rules::judge(&study, &mut issues);
            if issues.is_empty() {
                Ok(study)
            } else {
                Err(issues)
            }
        }
    }
}

/// Reads a study from JSON text.
///
/// # Errors
/// Those of [`read`], and `json` with the line and column where the text is not valid JSON.
pub fn read_text(text: &str) -> Result<Study, Vec<Issue>> {
    if text.len() > 4 * STUDY_BYTES {
        return Err(vec![Issue::new(
            "",
            "too_large",
            "must have 256 kB as JSON at most",
            None,
        )]);
    }
    match serde_json::from_str(text) {
        Ok(value) => read(&value),
        Err(error) => Err(vec![Issue::new("", "json", error.to_string(), None)]),
    }
}

/// Writes whole numbers as such: JSON Schema takes 2.0 for one.
fn integers(value: Value) -> Value {
    match value {
        Value::Number(number) if number.is_f64() => match whole(&Value::Number(number.clone())) {
            Some(whole) => whole.into(),
            None => Value::Number(number),
        },
        Value::Array(items) => items.into_iter().map(integers).collect(),
        Value::Object(map) => map
            .into_iter()
            .map(|(key, value)| (key, integers(value)))
            .collect(),
        other => other,
    }
}
