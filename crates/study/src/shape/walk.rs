//! Judges a document by the table: every fault at once, with its path.

use super::{Object, Shape};
use colloquy_schema::{Issue, contract::whole};
use serde_json::{Map, Value};

/// Reports everything that does not fit.
pub(crate) fn walk(shape: &Shape, value: &Value, path: &str, issues: &mut Vec<Issue>) {
    let mut fault = |rule: &str, message: &str| {
        Issue::report(issues, path, rule, message, Some(value));
    };
    match shape {
        Shape::Text { max, form } => match value.as_str() {
            None => fault("type", "must be a text"),
            Some(text) if text.chars().count() > *max => {
                fault("length", &format!("must have {max} characters at most"));
            }
            Some(text) if !form.fits(text) => fault("pattern", form.about()),
            Some(_) => {}
        },
        Shape::Int { min, max } => match whole(value) {
            None => fault("type", "must be a whole number"),
            Some(number) if !(*min..=*max).contains(&number) => {
                fault("range", &format!("must be from {min} to {max}"));
            }
            Some(_) => {}
        },
        Shape::Number { min, max } => match value.as_f64() {
            None => fault("type", "must be a number"),
            Some(number) if number < *min || number > *max => {
                fault("range", &format!("must be from {min} to {max}"));
            }
            Some(_) => {}
        },
        Shape::Flag if !value.is_boolean() => fault("type", "must be true or false"),
        Shape::Scalar if !(value.is_boolean() || value.is_number() || value.is_string()) => {
            fault("type", "must be a text, a number, true or false");
        }
        Shape::Flag | Shape::Scalar => {}
        Shape::Choice(names) => {
            if !value.as_str().is_some_and(|text| names.contains(&text)) {
                fault("enum", &["must be one of ", &names.join(", ")].concat());
            }
        }
        Shape::List { item, min, max } => {
            let Some(items) = value.as_array() else {
                return fault("type", "must be a list");
            };
            if !(*min..=*max).contains(&items.len()) {
                fault("length", &format!("must have {min} to {max} items"));
            }
            for (place, value) in items.iter().enumerate().take(*max) {
                walk(item, value, &format!("{path}[{place}]"), issues);
            }
        }
        Shape::Map {
            value: inner,
            max,
            key,
        } => {
            let Some(map) = value.as_object() else {
                return fault("type", "must be an object");
            };
            if map.len() > *max {
                fault("length", &format!("must have {max} keys at most"));
            }
            for (name, value) in map.iter().take(*max) {
                let path = below(path, name);
                if !key.fits(name) || name.len() > 64 {
                    Issue::report(
                        issues,
                        &path,
                        "pattern",
                        key.about(),
                        Some(&name.as_str().into()),
                    );
                }
                walk(inner, value, &path, issues);
            }
        }
        Shape::Object(object) => match value.as_object() {
            None => fault("type", "must be an object"),
            Some(map) => keys(object, map, None, path, issues),
        },
        Shape::Tagged {
            key,
            usual,
            variants,
        } => {
            let Some(map) = value.as_object() else {
                return fault("type", "must be an object");
            };
            let name = match map.get(*key) {
                None if *usual => variants[0].0,
                None => {
                    let path = below(path, key);
                    return Issue::report(issues, &path, "required", "is required", None);
                }
                Some(name) => name.as_str().unwrap_or_default(),
            };
            match variants.iter().find(|(variant, _)| *variant == name) {
                Some((_, object)) => keys(object, map, Some(key), path, issues),
                None => {
                    let names: Vec<&str> = variants.iter().map(|(name, _)| *name).collect();
                    let message = ["must be one of ", &names.join(", ")].concat();
                    Issue::report(issues, &below(path, key), "enum", &message, map.get(*key));
                }
            }
        }
        Shape::ByKey(variants) => {
            let Some(map) = value.as_object() else {
                return fault("type", "must be an object");
            };
            let found = variants.iter().find(|(key, _)| map.contains_key(*key));
            let (_, object) = found.unwrap_or(&variants[variants.len() - 1]);
            keys(object, map, None, path, issues);
        }
        Shape::ByType {
            text,
            number,
            list,
            object,
        } => {
            let inner = match value {
                Value::String(_) => *text,
                Value::Number(_) => *number,
                Value::Array(_) => *list,
                Value::Object(_) => *object,
                _ => None,
            };
            match inner {
                Some(inner) => walk(inner, value, path, issues),
                None => fault("type", "is of another type than any that fits here"),
            }
        }
    }
}

fn keys(
    object: &Object,
    map: &Map<String, Value>,
    tag: Option<&str>,
    path: &str,
    issues: &mut Vec<Issue>,
) {
    for field in object.fields() {
        match map.get(field.key) {
            Some(value) => walk(field.shape, value, &below(path, field.key), issues),
            None if field.required => {
                Issue::report(
                    issues,
                    &below(path, field.key),
                    "required",
                    "is required",
                    None,
                );
            }
            None => {}
        }
    }
    let known = |key: &str| tag == Some(key) || object.fields().any(|field| field.key == key);
    for (key, value) in map {
        if !known(key) {
            Issue::report(
                issues,
                &below(path, key),
                "unknown_key",
                "is not a known key",
                Some(value),
            );
        }
    }
    if let Some((least, most)) = object.keys
        && !(least..=most).contains(&map.len())
    {
        let message = format!("must have {least} to {most} keys");
        Issue::report(issues, path, "length", &message, None);
    }
}

fn below(path: &str, key: &str) -> String {
    let dot = if path.is_empty() { "" } else { "." };
    [path, dot, key].concat()
}
