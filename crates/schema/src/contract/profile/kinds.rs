//! Types of values: what a schema declares of them, and schemas split by them.

use super::merge::named;
use super::words::describe;
use serde_json::{Map, Value, json};

type Object = Map<String, Value>;

/// Lets a schema be null as well, which is how a key that everybody must give is left out.
pub(super) fn nullable(schema: &mut Value) {
    let nothing = json!({"type": "null"});
    let Some(map) = schema.as_object_mut() else {
        return;
    };
    if let Some(Value::Array(forms)) = map.get_mut("anyOf") {
        let null = |form: &Value| named(&form["type"]).iter().any(|kind| kind == "null");
        if !forms.iter().any(null) {
            forms.push(nothing);
        }
    } else if map.contains_key("$ref")
        || map.contains_key("properties")
        || map.contains_key("items")
    {
        let mut outer = Map::new();
        if let Some(description) = map.remove("description") {
            outer.insert("description".into(), description);
        }
        let forms = vec![schema.take(), nothing];
        outer.insert("anyOf".into(), Value::Array(forms));
        *schema = Value::Object(outer);
    } else {
        if let Some(kinds) = map.get_mut("type") {
            let mut all = named(kinds).to_vec();
            if !all.iter().any(|kind| kind == "null") {
                all.push("null".into());
            }
            *kinds = Value::Array(all);
        }
        if let Some(value) = map.remove("const") {
            map.insert("enum".into(), json!([value]));
        }
        if let Some(Value::Array(choices)) = map.get_mut("enum")
            && !choices.contains(&Value::Null)
        {
            choices.push(Value::Null);
        }
    }
    if let Some(map) = schema.as_object_mut() {
        describe(map, &["null when there is none".into()]);
    }
}

/// The types a schema's values can have, as it declares or as its other keywords imply; empty when it sets none.
pub(super) fn kinds(map: &Object) -> Vec<&str> {
    let named: Vec<&str> = map
        .get("type")
        .map(named)
        .unwrap_or_default()
        .iter()
        .filter_map(Value::as_str)
        .collect();
    if !named.is_empty() {
        return named;
    }
    let mut out = Vec::new();
    let choices = map
        .get("enum")
        .and_then(Value::as_array)
        .into_iter()
        .flatten();
    for value in choices.chain(map.get("const")) {
        let kind = kind_of(value);
        if !out.contains(&kind) {
            out.push(kind);
        }
    }
    if !out.is_empty() {
        return out;
    }
    let has = |keywords: &[&str]| keywords.iter().any(|keyword| map.contains_key(*keyword));
    if has(&[
        "properties",
        "required",
        "additionalProperties",
        "patternProperties",
        "minProperties",
        "maxProperties",
    ]) {
        out.push("object");
    } else if has(&[
        "items",
        "prefixItems",
        "minItems",
        "maxItems",
        "uniqueItems",
        "contains",
    ]) {
        out.push("array");
    } else if has(&["minLength", "maxLength", "pattern", "format"]) {
        out.push("string");
    } else if has(&[
        "minimum",
        "maximum",
        "exclusiveMinimum",
        "exclusiveMaximum",
        "multipleOf",
    ]) {
        out.push("number");
    }
    out
}

fn kind_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

/// Returns whether a keyword speaks of one type of value.
pub(super) fn belongs(keyword: &str) -> bool {
    !matches!(
        keyword,
        "title"
            | "description"
            | "default"
            | "examples"
            | "deprecated"
            | "not"
            | "if"
            | "then"
            | "else"
    )
}

/// Parts a schema of several types into one for objects, one for arrays and one for the rest.
pub(super) fn apart(map: &Object, kinds: &[&str]) -> Vec<Value> {
    let group = |kind: &str| match kind {
        "object" | "array" => String::from(kind),
        _ => String::from("plain"),
    };
    let mut out: Vec<Value> = Vec::new();
    let mut done: Vec<String> = Vec::new();
    for kind in kinds {
        let group_of = group(kind);
        if done.contains(&group_of) {
            continue;
        }
        let mut one: Object = map
            .iter()
            .filter(|(keyword, _)| belongs(keyword) && speaks_of(keyword, &group_of))
            .map(|(k, v)| (k.clone(), v.clone()))
            .collect();
        let members: Vec<Value> = kinds
            .iter()
            .filter(|kind| group(kind) == group_of)
            .map(|kind| Value::from(*kind))
            .collect();
        one.insert(
            "type".into(),
            if members.len() == 1 {
                members[0].clone()
            } else {
                Value::Array(members)
            },
        );
        if let Some(Value::Array(choices)) = one.get_mut("enum") {
            choices.retain(|choice| group(kind_of(choice)) == group_of);
        }
        out.push(Value::Object(one));
        done.push(group_of);
    }
    out
}

/// Returns whether a keyword constrains objects, arrays, or the rest.
fn speaks_of(keyword: &str, group: &str) -> bool {
    let of_arrays = [
        "items",
        "prefixItems",
        "additionalItems",
        "minItems",
        "maxItems",
        "uniqueItems",
        "contains",
        "minContains",
        "maxContains",
        "unevaluatedItems",
    ];
    let of_objects = [
        "properties",
        "required",
        "additionalProperties",
        "patternProperties",
        "propertyNames",
        "minProperties",
        "maxProperties",
        "dependentRequired",
        "dependentSchemas",
        "dependencies",
        "unevaluatedProperties",
    ];
    match group {
        "array" => of_arrays.contains(&keyword) || keyword == "enum",
        "object" => of_objects.contains(&keyword) || keyword == "enum",
        _ => !of_arrays.contains(&keyword) && !of_objects.contains(&keyword),
    }
}
