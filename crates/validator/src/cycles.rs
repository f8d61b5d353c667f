//! Finds schemas that demand something of one value without an end, or nearly: by a reference that leads back to itself, or by
//! alternatives that double at every step. The validator follows both to the end when it collects what is wrong.

use crate::words::place;
use colloquy_schema::Issue;

use serde_json::Value;
use std::collections::BTreeMap;

/// Most schemas that one value is judged by, counted with every path that leads to them.
const MOST_DEMANDS: u64 = 10_000;

/// Longest way from one schema to another that judges the same value.
const MOST_STEPS: usize = 128;

/// What is known of one schema, by its pointer.
#[derive(Clone, Copy)]
enum Known {
    /// The schema is being counted.
    Open,
    /// It comes to so many schemas.
    Demands(u64),
}

/// Reports the first schema that has no end or comes to more than [`MOST_DEMANDS`].
pub(crate) fn endless(schema: &Value, issues: &mut Vec<Issue>) {
    let mut count = Count {
        root: schema,
        known: BTreeMap::new(),
    };
    let mut pointers = Vec::new();
    all(schema, &mut String::new(), &mut pointers);
    for pointer in pointers {
        let (rule, message) = match count.demands(&pointer, MOST_STEPS) {
            Some(demands) if demands <= MOST_DEMANDS => continue,
            Some(_) => (
                "size",
                "judges one value by too many schemas; refer to fewer of them",
            ),
            None => (
                "ref",
                "must not lead back to itself without a step into the value",
            ),
        };
        let (path, found) = place(schema, &pointer);
        Issue::report(issues, &path, rule, message, found);
        return;
    }
}

struct Count<'a> {
    root: &'a Value,
    known: BTreeMap<String, Known>,
}

impl Count<'_> {
    /// Counts the schemas that a value is judged by when it is judged by this one; none when that has no end.
    fn demands(&mut self, pointer: &str, steps: usize) -> Option<u64> {
        match self.known.get(pointer) {
            Some(Known::Open) => return None,
            Some(Known::Demands(demands)) => return Some(*demands),
            None if steps == 0 => return Some(u64::MAX),
            None => {}
        }
        self.known.insert(pointer.into(), Known::Open);
        let mut sum: u64 = 1;
        for next in self.in_place(pointer) {
            sum = sum.saturating_add(self.demands(&next, steps - 1)?);
        }
        self.known.insert(pointer.into(), Known::Demands(sum));
        Some(sum)
    }

    /// Pointers of the schemas that judge the same value.
    fn in_place(&self, pointer: &str) -> Vec<String> {
        let mut out = Vec::new();
        let Some(Value::Object(map)) = self.root.pointer(pointer) else {
            return out;
        };
        for (keyword, value) in map {
            let at = [pointer, "/", &escaped(keyword)].concat();
            match (keyword.as_str(), value) {
                ("not" | "if" | "then" | "else", _) => out.push(at),
                ("allOf" | "anyOf" | "oneOf", Value::Array(items)) => {
                    out.extend(
                        (0..items.len()).map(|place| [&at, "/", &place.to_string()].concat()),
                    );
                }
                ("dependentSchemas" | "dependencies", Value::Object(schemas)) => {
                    out.extend(schemas.keys().map(|key| [&at, "/", &escaped(key)].concat()));
                }
                ("$ref" | "$dynamicRef" | "$recursiveRef", Value::String(reference)) => {
                    out.extend(self.target(reference));
                }
                _ => {}
            }
        }
        out
    }

    /// The pointer that a reference leads to. Names are looked for in the whole schema, whatever they are resolved against: at
    /// worst a schema is refused that leads back to a part of the same name.
    fn target(&self, reference: &str) -> Option<String> {
        let (resource, fragment) = reference.split_once('#').unwrap_or((reference, ""));
        let base = match resource {
            "" => String::new(),
            _ => named(self.root, &mut String::new(), &["$id", "id"], resource)?,
        };
        match fragment {
            "" => Some(base),
            _ if fragment.starts_with('/') => Some([base, decoded(fragment)].concat()),
            _ => named(
                self.root,
                &mut String::new(),
                &["$anchor", "$dynamicAnchor"],
                fragment,
            ),
        }
    }
}

/// Finds the pointer of the first schema with a name.
fn named(schema: &Value, pointer: &mut String, keys: &[&str], name: &str) -> Option<String> {
    let is = |key: &&str| {
        schema
            .get(key)
            .and_then(Value::as_str)
            .is_some_and(|found| found.trim_end_matches('#').ends_with(name))
    };
    if keys.iter().any(is) {
        return Some(pointer.clone());
    }
    let children: Vec<(String, &Value)> = match schema {
        Value::Object(map) => map
            .iter()
            .map(|(key, value)| (escaped(key), value))
            .collect(),
        Value::Array(items) => items
            .iter()
            .enumerate()
            .map(|(place, value)| (place.to_string(), value))
            .collect(),
        _ => return None,
    };
    for (part, value) in children {
        let end = pointer.len();
        pointer.push('/');
        pointer.push_str(&part);
        if let Some(found) = named(value, pointer, keys, name) {
            return Some(found);
        }
        pointer.truncate(end);
    }
    None
}

/// Lists the pointers of everything that could be a schema.
fn all(schema: &Value, pointer: &mut String, out: &mut Vec<String>) {
    match schema {
        Value::Object(map) => {
            out.push(pointer.clone());
            for (key, value) in map.iter().filter(|(key, _)| {
                !matches!(key.as_str(), "const" | "enum" | "default" | "examples")
            }) {
                let end = pointer.len();
                pointer.push('/');
                pointer.push_str(&escaped(key));
                all(value, pointer, out);
                pointer.truncate(end);
            }
        }
        Value::Array(items) => {
            for (place, value) in items.iter().enumerate() {
                let end = pointer.len();
                pointer.push('/');
                pointer.push_str(&place.to_string());
                all(value, pointer, out);
                pointer.truncate(end);
            }
        }
        _ => {}
    }
}

fn escaped(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}

/// Undoes percent-encoding of what a pointer needs: a definition's name is seldom more than letters.
fn decoded(fragment: &str) -> String {
    fragment
        .replace("%25", "%")
        .replace("%7E", "~")
        .replace("%20", " ")
        .replace("%22", "\"")
}
