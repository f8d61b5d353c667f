//! Makes a schema ready, or reports what is wrong with it.

use crate::limits::{
    MOST_SCHEMA_BYTES, MOST_SCHEMA_DEPTH, MOST_VALUES, PATTERN_BYTES, PATTERN_STEPS,
};
use crate::{cycles, limits, words};
use colloquy_schema::Issue;
use colloquy_schema::contract::{MOST_FOUND, below, item, settle};
use jsonschema::error::ValidationErrorKind;
use jsonschema::{Draft, PatternOptions, Validator};
use serde_json::Value;

pub(crate) fn compile(schema: &Value) -> Result<Validator, Vec<Issue>> {
    let mut issues = Vec::new();
    if let Some(issue) = too_large(schema) {
        return Err(vec![issue]);
    }
    draft(schema, &mut issues);
    let mut ids = Vec::new();
    identifiers(schema, &mut ids);
    references(schema, &mut String::new(), &ids, &mut issues);
    cycles::endless(schema, &mut issues);
    // The rules of its draft apply only when the draft is known.
    if issues.is_empty() {
        match jsonschema::meta::validator_for(schema) {
            Ok(meta) => meta
                .iter_errors(schema)
                .take(MOST_FOUND)
                .for_each(|error| words::explain(schema, &error, &mut issues)),
            Err(error) => issues.push(refused(schema, &error)),
        }
    }
    settle(&mut issues);
    if !issues.is_empty() {
        return Err(issues);
    }
    let patterns = PatternOptions::fancy_regex()
        .backtrack_limit(PATTERN_STEPS)
        .size_limit(PATTERN_BYTES)
        .dfa_size_limit(PATTERN_BYTES);
    jsonschema::options()
        .offline()
        .should_validate_formats(true)
        .with_pattern_options(patterns)
        .build(schema)
        .map_err(|error| vec![refused(schema, &error)])
}

fn too_large(schema: &Value) -> Option<Issue> {
    let mut left = MOST_VALUES;
    if !limits::fits(schema, MOST_SCHEMA_DEPTH, &mut left) && left > 0 {
        return Some(limits::too_deep(MOST_SCHEMA_DEPTH, schema));
    }
    let small = left > 0 && schema.to_string().len() <= MOST_SCHEMA_BYTES;
    (!small).then(|| limits::too_much("size", MOST_SCHEMA_BYTES, " bytes", schema))
}

fn draft(schema: &Value, issues: &mut Vec<Issue>) {
    let Some(named) = schema.get("$schema") else {
        return;
    };
    let known = named
        .as_str()
        .is_some_and(|uri| Draft::from_schema_uri(uri) != Draft::Unknown);
    if !known {
        let message = "must name JSON Schema draft 4, 6, 7, 2019-09 or 2020-12, or be left out";
        Issue::report(issues, "$schema", "draft", message, Some(named));
    }
}

/// Collects the names under which parts of the schema can be referred to, each by its last part: what they are resolved
/// against does not matter for telling what stays within.
fn identifiers<'a>(schema: &'a Value, ids: &mut Vec<&'a str>) {
    match schema {
        Value::Object(map) => {
            for key in ["$id", "id"] {
                ids.extend(map.get(key).and_then(Value::as_str).map(last_part));
            }
            map.values().for_each(|value| identifiers(value, ids));
        }
        Value::Array(items) => items.iter().for_each(|value| identifiers(value, ids)),
        _ => {}
    }
}

fn last_part(uri: &str) -> &str {
    let uri = uri.split('#').next().unwrap_or_default();
    uri.rsplit(['/', ':']).next().unwrap_or_default()
}

/// Reports every reference that leaves the schema. The drafts' own schemas are known and may be referred to.
fn references(schema: &Value, path: &mut String, ids: &[&str], issues: &mut Vec<Issue>) {
    match schema {
        Value::Object(map) => {
            for (key, value) in map {
                // What these hold is data.
                if matches!(key.as_str(), "const" | "enum" | "default" | "examples") {
                    continue;
                }
                let end = below(path, key);
                match value.as_str() {
                    Some(uri)
                        if matches!(key.as_str(), "$ref" | "$dynamicRef" | "$recursiveRef") =>
                    {
                        let within = uri.starts_with('#')
                            || ids.contains(&last_part(uri))
                            || Draft::from_schema_uri(uri) != Draft::Unknown;
                        if !within {
                            let message = "must refer to a place within the schema, such as \"#/$defs/name\"; nothing is fetched";
                            Issue::report(issues, path, "ref", message, Some(value));
                        }
                    }
                    _ => references(value, path, ids, issues),
                }
                path.truncate(end);
            }
        }
        Value::Array(items) => {
            for (place, value) in items.iter().enumerate() {
                let end = item(path, place);
                references(value, path, ids, issues);
                path.truncate(end);
            }
        }
        _ => {}
    }
}

/// Words why a schema that follows its draft cannot be used all the same.
fn refused(schema: &Value, error: &jsonschema::ValidationError) -> Issue {
    let (rule, message) = match error.kind() {
        ValidationErrorKind::Referencing(_) => {
            let detail = words::bounded(&error.to_string());
            (
                "ref",
                ["has a reference that leads nowhere: ", &detail].concat(),
            )
        }
        ValidationErrorKind::Format { format } if format == "regex" => (
            "pattern",
            "must be a regular expression that is not too large when compiled".into(),
        ),
        _ => {
            let detail = words::bounded(&error.to_string());
            ("schema", ["cannot be used: ", &detail].concat())
        }
    };
    let (path, _) = words::place(schema, error.instance_path().as_str());
    Issue::new(path, rule, message, Some(error.instance().as_ref()))
}
