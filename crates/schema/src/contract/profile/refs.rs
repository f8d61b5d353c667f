//! References within a schema.

use serde_json::Value;

/// Deepest place that an anchor is looked for, and most references that are followed to see whether one comes back.
const MOST: usize = 256;

/// Returns what a reference leads to, when it stays within the schema: `#`, a JSON Pointer or an anchor.
pub(super) fn target<'a>(root: &'a Value, reference: &str) -> Option<&'a Value> {
    let fragment = reference.strip_prefix('#')?;
    if fragment.is_empty() || fragment.starts_with('/') {
        return root.pointer(&decoded(fragment));
    }
    anchored(root, fragment, MOST)
}

fn anchored<'a>(schema: &'a Value, name: &str, depth: usize) -> Option<&'a Value> {
    if depth == 0 {
        return None;
    }
    if schema["$anchor"] == name || schema["$dynamicAnchor"] == name {
        return Some(schema);
    }
    match schema {
        Value::Object(map) => map
            .values()
            .find_map(|value| anchored(value, name, depth - 1)),
        Value::Array(items) => items
            .iter()
            .find_map(|value| anchored(value, name, depth - 1)),
        _ => None,
    }
}

/// Undoes percent-encoding, which a pointer in a URI may have. What does not decode stays as it is.
fn decoded(fragment: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = fragment.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let hex = after.get(..2).and_then(|hex| std::str::from_utf8(hex).ok());
        let byte = hex
            .filter(|_| *first == b'%')
            .and_then(|hex| u8::from_str_radix(hex, 16).ok());
        bytes.push(byte.unwrap_or(*first));
        rest = if byte.is_some() { &after[2..] } else { after };
    }
    String::from_utf8(bytes).unwrap_or_else(|_| fragment.into())
}

/// Returns whether following a reference leads back to it.
pub(super) fn comes_back(root: &Value, reference: &str) -> bool {
    let mut seen: Vec<&str> = Vec::new();
    let mut open = Vec::new();
    if let Some(schema) = target(root, reference) {
        collect(schema, &mut open);
    }
    while let Some(next) = open.pop() {
        if next == reference {
            return true;
        }
        if seen.contains(&next) || seen.len() >= MOST {
            continue;
        }
        seen.push(next);
        if let Some(schema) = target(root, next) {
            collect(schema, &mut open);
        }
    }
    false
}

fn collect<'a>(schema: &'a Value, out: &mut Vec<&'a str>) {
    match schema {
        Value::Object(map) => {
            for (key, value) in map {
                match (key.as_str(), value) {
                    ("$ref", Value::String(reference)) => out.push(reference),
                    // Data, and definitions that only count once they are referred to.
                    ("const" | "enum" | "default" | "examples" | "$defs" | "definitions", _) => {}
                    _ => collect(value, out),
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|value| collect(value, out)),
        _ => {}
    }
}
