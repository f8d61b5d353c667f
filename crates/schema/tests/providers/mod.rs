//! The rules of each provider for the schemas it enforces, as a judge of schemas.

use colloquy_schema::contract::Provider;
use serde_json::Value;

/// What breaks the documented rules of a provider anywhere in a schema.
pub(crate) fn breaches(provider: Provider, schema: &Value) -> Vec<String> {
    let mut out = Vec::new();
    if schema["type"] != "object" || schema.get("anyOf").is_some() {
        out.push("the root is no object".into());
    }
    judge(provider, schema, "", &mut out);
    out
}

fn judge(provider: Provider, schema: &Value, at: &str, out: &mut Vec<String>) {
    let common = [
        "type",
        "title",
        "description",
        "enum",
        "const",
        "properties",
        "required",
        "additionalProperties",
        "items",
        "anyOf",
        "$ref",
        "$defs",
        "minItems",
        "format",
    ];
    let bounds = [
        "maxItems",
        "minimum",
        "maximum",
        "exclusiveMinimum",
        "exclusiveMaximum",
    ];
    let map = schema
        .as_object()
        .unwrap_or_else(|| panic!("{at}: {schema}"));
    for (keyword, value) in map {
        let known = common.contains(&keyword.as_str())
            || match provider {
                Provider::OpenAi => {
                    bounds.contains(&keyword.as_str())
                        || ["multipleOf", "pattern"].contains(&keyword.as_str())
                }
                Provider::Anthropic => false,
                Provider::Generic => {
                    bounds.contains(&keyword.as_str())
                        || ["minLength", "maxLength"].contains(&keyword.as_str())
                }
            };
        if !known {
            out.push(format!("{at}: {keyword}"));
        }
        if keyword == "minItems" && provider == Provider::Anthropic && !(value == 0 || value == 1) {
            out.push(format!("{at}: minItems {value}"));
        }
    }
    if map.contains_key("$ref") && map.len() > 1 && !map.contains_key("$defs") {
        out.push(format!("{at}: something beside $ref"));
    }
    if provider != Provider::Generic
        && !["type", "anyOf", "$ref"]
            .iter()
            .any(|keyword| map.contains_key(*keyword))
    {
        out.push(format!("{at}: no type"));
    }
    if provider != Provider::Generic && schema["type"] == "object" {
        if schema["additionalProperties"] != false {
            out.push(format!("{at}: other keys"));
        }
        let required = schema["required"].as_array().map_or(0, Vec::len);
        let declared = schema["properties"].as_object().map(serde_json::Map::len);
        if declared.is_none() || (provider == Provider::OpenAi && Some(required) != declared) {
            out.push(format!("{at}: {required} of {declared:?} keys required"));
        }
    }
    if provider != Provider::Generic && schema["type"] == "array" && schema.get("items").is_none() {
        out.push(format!("{at}: no items"));
    }
    for keyword in ["properties", "$defs"] {
        for (key, schema) in map
            .get(keyword)
            .and_then(Value::as_object)
            .into_iter()
            .flatten()
        {
            judge(provider, schema, &format!("{at}.{key}"), out);
        }
    }
    for schema in map
        .get("anyOf")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
    {
        judge(provider, schema, &format!("{at}|"), out);
    }
    for schema in map.get("items").into_iter().chain(
        map.get("additionalProperties")
            .filter(|value| value.is_object()),
    ) {
        judge(provider, schema, &format!("{at}[]"), out);
    }
}
