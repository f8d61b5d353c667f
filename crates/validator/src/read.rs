//! Takes keys out that a schema does not know.

use crate::words::{explain, place};
use colloquy_schema::Issue;
use colloquy_schema::contract::{below, rules};
use jsonschema::error::ValidationErrorKind as Kind;
use jsonschema::{ValidationError, Validator};
use serde_json::Value;
use std::collections::BTreeSet;

/// Most times a value is judged anew: with keys gone, another alternative may fit and know fewer keys.
const ROUNDS: usize = 8;

/// Takes unknown keys out of a value and returns an issue for each.
pub(crate) fn take_unknown(validator: &Validator, value: &mut Value) -> Vec<Issue> {
    let mut taken = Vec::new();
    for _ in 0..ROUNDS {
        let mut issues = Vec::new();
        let mut keys = Vec::new();
        for error in validator.iter_errors(value) {
            explain(value, &error, &mut issues);
            unknown(&error, &mut keys);
        }
        issues.retain(|issue| issue.rule == rules::UNKNOWN_KEY);
        // Keys that an alternative nobody meant does not know are not among the issues, and stay.
        let meant: BTreeSet<&str> = issues.iter().map(|issue| issue.path.as_str()).collect();
        keys.retain(|(pointer, key)| {
            let (mut path, _) = place(value, pointer);
            below(&mut path, key);
            meant.contains(path.as_str())
        });
        if keys.is_empty() {
            break;
        }
        for (pointer, key) in keys {
            if let Some(Value::Object(map)) = value.pointer_mut(&pointer) {
                map.remove(&key);
            }
        }
        taken.append(&mut issues);
    }
    taken
}

/// Collects the keys that an error reports as unknown: the pointer of their object, and their name.
fn unknown(error: &ValidationError, keys: &mut Vec<(String, String)>) {
    match error.kind() {
        Kind::AdditionalProperties { unexpected } | Kind::UnevaluatedProperties { unexpected } => {
            let pointer = error.instance_path().as_str();
            keys.extend(unexpected.iter().map(|key| (pointer.into(), key.clone())));
        }
        Kind::AnyOf { context } | Kind::OneOfNotValid { context } => {
            context
                .iter()
                .flatten()
                .for_each(|inner| unknown(inner, keys));
        }
        _ => {}
    }
}
