//! Keywords as plain words, for the description that a model reads.

use serde_json::{Map, Value};

/// Longest piece of a schema that is shown as it is, in characters.
const SHOWN_CHARS: usize = 400;

/// Words keywords that a provider does not accept. Ranges are one phrase: `10 to 2000 characters`.
pub(super) fn words(moved: &Map<String, Value>) -> Vec<String> {
    let mut out = Vec::new();
    for (least, most, unit) in [
        ("minLength", "maxLength", "character"),
        ("minItems", "maxItems", "item"),
        ("minProperties", "maxProperties", "key"),
        ("minimum", "maximum", ""),
    ] {
        range(moved.get(least), moved.get(most), unit, &mut out);
    }
    for (keyword, value) in moved {
        let shown = shown(value);
        let phrase = match keyword.as_str() {
            "minLength" | "maxLength" | "minItems" | "maxItems" | "minProperties"
            | "maxProperties" | "minimum" | "maximum" => continue,
            "exclusiveMinimum" => ["more than ", &shown].concat(),
            "exclusiveMaximum" => ["less than ", &shown].concat(),
            "multipleOf" => ["a multiple of ", &shown].concat(),
            "pattern" => ["matching the regular expression ", &shown].concat(),
            "format" => ["in the format ", &shown].concat(),
            "default" => [&shown, " by default"].concat(),
            "example" | "examples" => ["for example ", &shown].concat(),
            "const" => ["exactly ", &shown].concat(),
            "enum" => ["one of ", &shown].concat(),
            "oneOf" => "exactly one of the forms".into(),
            "uniqueItems" if *value == false => continue,
            "uniqueItems" => "no item twice".into(),
            "deprecated" => "deprecated".into(),
            "additionalProperties" => [
                "further keys would have to be ",
                &shown,
                ", but are left out",
            ]
            .concat(),
            _ => ["by JSON Schema also ", keyword, ": ", &shown].concat(),
        };
        out.push(phrase);
    }
    out
}

fn range(least: Option<&Value>, most: Option<&Value>, unit: &str, out: &mut Vec<String>) {
    let range = match (least, most) {
        (Some(least), Some(most)) if least == most => ["exactly ", &least.to_string()].concat(),
        (Some(least), Some(most)) => [&least.to_string(), " to ", &most.to_string()].concat(),
        (Some(least), None) => ["at least ", &least.to_string()].concat(),
        (None, Some(most)) => ["at most ", &most.to_string()].concat(),
        (None, None) => return,
    };
    let space = if unit.is_empty() { "" } else { " " };
    let one = range.ends_with(" 1");
    let plural = if unit.is_empty() || one { "" } else { "s" };
    out.push([&range, space, unit, plural].concat());
}

fn shown(value: &Value) -> String {
    let text = value.to_string();
    let mut out: String = text.chars().take(SHOWN_CHARS).collect();
    if out.len() < text.len() {
        out.push('…');
    }
    out
}

/// Adds words to the description of a schema.
pub(super) fn describe(schema: &mut Map<String, Value>, words: &[String]) {
    if words.is_empty() {
        return;
    }
    let notes = words.join("; ");
    let description = match schema.get("description").and_then(Value::as_str) {
        Some(before) if !before.is_empty() => [before, " (", &notes, ")"].concat(),
        _ => notes,
    };
    schema.insert("description".into(), description.into());
}
