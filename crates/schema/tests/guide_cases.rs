//! Holds `Guide::read` and the published JSON Schema of guides together: both judge the cases in `tests/cases/guide`.

use colloquy_schema::Guide;
use jsonschema::error::ValidationErrorKind;
use serde_json::Value;
use std::collections::BTreeSet;

#[allow(clippy::disallowed_methods)]
fn json(path: &str) -> Value {
    let path = [env!("CARGO_MANIFEST_DIR"), "/../../", path].concat();
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// A built-in guide (`of`, else the reflective one) with what a case changes: `set`, `remove`, `copy` and `repeat` (a text so many times) name places by JSON Pointer.
fn changed(case: &Value) -> Value {
    if let Some(guide) = case.get("guide") {
        return guide.clone();
    }
    let of = case.get("of").and_then(Value::as_str);
    let mut guide = json(&["pkg/guides/", of.unwrap_or("reflective"), ".json"].concat());
    let entries = |key: &str| {
        case.get(key)
            .and_then(Value::as_object)
            .cloned()
            .unwrap_or_default()
    };
    for (pointer, value) in entries("set") {
        put(&mut guide, &pointer, value);
    }
    for (pointer, value) in entries("repeat") {
        let count = value[1].as_u64().unwrap() as usize;
        put(
            &mut guide,
            &pointer,
            value[0].as_str().unwrap().repeat(count).into(),
        );
    }
    for (from, to) in entries("copy") {
        let value = guide.pointer(&from).unwrap().clone();
        put(&mut guide, to.as_str().unwrap(), value);
    }
    for pointer in case
        .get("remove")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
    {
        let (parent, key) = pointer.as_str().unwrap().rsplit_once('/').unwrap();
        let removed = guide
            .pointer_mut(parent)
            .unwrap()
            .as_object_mut()
            .unwrap()
            .remove(key);
        assert!(removed.is_some(), "{pointer} is not there");
    }
    guide
}

fn put(guide: &mut Value, pointer: &str, value: Value) {
    let (parent, key) = pointer.rsplit_once('/').unwrap();
    let parent = guide
        .pointer_mut(parent)
        .unwrap_or_else(|| panic!("{pointer} has no parent"));
    match parent {
        Value::Object(map) => drop(map.insert(key.into(), value)),
        Value::Array(list) => list[key.parse::<usize>().unwrap()] = value,
        _ => panic!("{pointer} is in no object"),
    }
}

/// Writes a JSON Pointer the way issues do: `a.b[0].c`.
fn path(pointer: &str) -> String {
    let mut out = String::new();
    for part in pointer.split('/').skip(1) {
        if part.bytes().all(|b| b.is_ascii_digit()) {
            out.extend(["[", part, "]"]);
        } else {
            if !out.is_empty() {
                out.push('.');
            }
            out.push_str(part);
        }
    }
    out
}

fn below(parent: &str, key: &str) -> String {
    if parent.is_empty() {
        key.into()
    } else {
        [parent, ".", key].concat()
    }
}

/// The places the schema finds fault with. Of an `anyOf` with null the other branch counts.
fn places(error: &jsonschema::ValidationError, out: &mut BTreeSet<String>) {
    let at = path(error.instance_path().as_str());
    match error.kind() {
        ValidationErrorKind::Required { property } => {
            out.insert(below(&at, property.as_str().unwrap()));
        }
        ValidationErrorKind::AdditionalProperties { unexpected } => {
            out.extend(unexpected.iter().map(|key| below(&at, key)))
        }
        ValidationErrorKind::AnyOf { context } => {
            context[0].iter().for_each(|inner| places(inner, out))
        }
        _ => {
            out.insert(at);
        }
    }
}

#[test]
fn valid_guides_are_read_and_satisfy_the_schema() {
    let schema = jsonschema::validator_for(&json("pkg/schemas/guide.schema.json")).unwrap();
    let cases = json("tests/cases/guide/valid.json");
    for case in cases.as_array().unwrap() {
        let guide = changed(case);
        let faults: Vec<String> = schema
            .iter_errors(&guide)
            .map(|error| error.to_string())
            .collect();
        assert!(faults.is_empty(), "{}: {faults:?}", case["name"]);
        assert!(
            Guide::read(&guide).is_ok(),
            "{}: {:?}",
            case["name"],
            Guide::read(&guide).err()
        );
    }
}

#[test]
fn faulty_guides_are_refused_by_both_at_the_same_places() {
    let schema = jsonschema::validator_for(&json("pkg/schemas/guide.schema.json")).unwrap();
    let cases = json("tests/cases/guide/faulty.json");
    assert!(cases.as_array().unwrap().len() >= 40);
    for case in cases.as_array().unwrap() {
        let name = &case["name"];
        let guide = changed(case);
        let expected: BTreeSet<(String, String)> = case["expect"]
            .as_array()
            .unwrap()
            .iter()
            .map(|e| {
                (
                    e["path"].as_str().unwrap().into(),
                    e["rule"].as_str().unwrap().into(),
                )
            })
            .collect();
        let issues = Guide::read(&guide).expect_err(&format!("{name} was read"));
        let found: BTreeSet<(String, String)> = issues
            .iter()
            .map(|issue| (issue.path.clone(), issue.rule.clone()))
            .collect();
        assert_eq!(found, expected, "{name}");

        let mut by_schema = BTreeSet::new();
        schema
            .iter_errors(&guide)
            .for_each(|error| places(&error, &mut by_schema));
        if case["beyond_schema"] == true {
            assert!(
                by_schema.is_empty(),
                "{name}: the schema can judge this after all: {by_schema:?}"
            );
            continue;
        }
        for (path, _) in &expected {
            // The schema names the one sentence where the reader names its list.
            let found = by_schema
                .iter()
                .any(|place| place == path || place.starts_with(&[path, "["].concat()));
            assert!(
                found,
                "{name}: the schema finds fault at {by_schema:?}, not at {path}"
            );
        }
        for place in &by_schema {
            let known = expected
                .iter()
                .any(|(path, _)| place == path || place.starts_with(&[path, "["].concat()));
            assert!(known, "{name}: the schema alone finds fault at {place}");
        }
    }
}

#[test]
fn the_schema_is_a_valid_schema_and_describes_everything() {
    let schema = json("pkg/schemas/guide.schema.json");
    assert!(jsonschema::meta::is_valid(&schema));
    fn undescribed(value: &Value, at: &str, out: &mut Vec<String>) {
        for (name, property) in value
            .get("properties")
            .and_then(Value::as_object)
            .into_iter()
            .flatten()
        {
            let at = format!("{at}/{name}");
            let referred = property.get("$ref").is_some() || property.get("anyOf").is_some();
            if property.get("description").is_none() && !referred {
                out.push(at.clone());
            }
            undescribed(property, &at, out);
        }
    }
    let mut missing = Vec::new();
    undescribed(&schema, "", &mut missing);
    schema["$defs"]
        .as_object()
        .unwrap()
        .iter()
        .for_each(|(name, value)| undescribed(value, name, &mut missing));
    assert!(missing.is_empty(), "{missing:?}");
}
