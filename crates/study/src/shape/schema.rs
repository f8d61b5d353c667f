//! Writes the table as a JSON Schema.

use super::table::STUDY;
use super::{Object, Shape};
use serde_json::{Map, Value, json};

/// The published JSON Schema of studies. What it cannot say is in its description.
pub fn schema() -> Value {
    let mut defs = Map::new();
    let mut out = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Colloquy study",
        "description": "An owner's interview, as colloquy.study/1. Rules across places are checked when a study is read: ids and names are unique, \
            conditions name typed values that come before them and fit their types, bounds are in order, translations name what there is, \
            no question is asked twice, and must-asks fit into the limit on questions.",
    });
    let body = object(&STUDY, None, &mut defs);
    if let (Value::Object(out), Value::Object(body)) = (&mut out, body) {
        out.extend(body.into_iter().filter(|(key, _)| key != "description"));
        out.insert("$defs".into(), Value::Object(defs));
    }
    out
}

fn of(shape: &Shape, defs: &mut Map<String, Value>) -> Value {
    match shape {
        Shape::Text { max, form } => {
            json!({ "type": "string", "maxLength": max, "pattern": form.pattern() })
        }
        Shape::Int { min, max } => json!({ "type": "integer", "minimum": min, "maximum": max }),
        Shape::Number { min, max } => json!({ "type": "number", "minimum": min, "maximum": max }),
        Shape::Flag => json!({ "type": "boolean" }),
        Shape::Choice(names) => json!({ "enum": names }),
        Shape::Scalar => json!({ "type": ["string", "number", "boolean"] }),
        Shape::List { item, min, max } => {
            json!({ "type": "array", "items": of(item, defs), "minItems": min, "maxItems": max })
        }
        Shape::Map { value, max, key } => json!({
            "type": "object",
            "additionalProperties": of(value, defs),
            "propertyNames": { "pattern": key.pattern(), "maxLength": 64 },
            "maxProperties": max,
        }),
        Shape::Object(one) => named(one, None, defs),
        Shape::Tagged {
            key,
            usual,
            variants,
        } => {
            let all = variants.iter().enumerate().map(|(place, (name, one))| {
                named(one, Some((key, name, place > 0 || !usual)), defs)
            });
            json!({ "anyOf": Vec::from_iter(all) })
        }
        Shape::ByKey(variants) => {
            let all = variants.iter().map(|(_, one)| named(one, None, defs));
            json!({ "anyOf": Vec::from_iter(all) })
        }
        Shape::ByType {
            text,
            number,
            list,
            object,
        } => {
            let all = [text, number, list, object].into_iter().flatten();
            json!({ "anyOf": Vec::from_iter(all.map(|inner| of(inner, defs))) })
        }
    }
}

/// Refers to an object, which is described once.
fn named(one: &Object, tag: Option<(&str, &str, bool)>, defs: &mut Map<String, Value>) -> Value {
    if !defs.contains_key(one.name) {
        // What stands inside of itself finds its name there.
        defs.insert(one.name.into(), Value::Null);
        let body = object(one, tag, defs);
        defs.insert(one.name.into(), body);
    }
    let place = ["#/$defs/", one.name].concat();
    json!({ "$ref": place })
}

fn object(one: &Object, tag: Option<(&str, &str, bool)>, defs: &mut Map<String, Value>) -> Value {
    let mut properties = Map::new();
    let mut required: Vec<&str> = Vec::new();
    if let Some((key, name, needed)) = tag {
        properties.insert(key.into(), json!({ "const": name }));
        required.extend(needed.then_some(key));
    }
    for field in one.fields() {
        let mut inner = of(field.shape, defs);
        inner["description"] = field.about.into();
        properties.insert(field.key.into(), inner);
        required.extend(field.required.then_some(field.key));
    }
    let mut out = json!({
        "description": one.about,
        "type": "object",
        "properties": properties,
        "additionalProperties": false,
    });
    if !required.is_empty() {
        out["required"] = json!(required);
    }
    if let Some((least, most)) = one.keys {
        out["minProperties"] = least.into();
        out["maxProperties"] = most.into();
    }
    out
}
