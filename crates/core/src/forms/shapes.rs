//! The shapes of data, for a model: which keys a kind has, before a call and in what refuses one. They are read off the published
//! schemas, so that nobody has to keep a second list in words.

use super::READING;
use colloquy_schema::{DataType, Issue, tools::schema};
use serde_json::Value;

/// How the shapes below are written.
const HOW: &str = "What goes into it, by `dataType`. A key with ? may be left out, one without a shape is a text.";

/// Describes the data of several kinds, each in a line.
pub fn described(kinds: impl Iterator<Item = DataType>) -> String {
    let mut out = String::from(HOW);
    for kind in kinds {
        out.extend(["\n", kind.name(), ": "]);
        write(&schema(kind.schema_text()), &mut out);
    }
    out
}

/// Lists faults of data for a model. Where a key is not known, or something else stands for an object, the keys that there are are
/// named: the next try is no guess.
pub fn faults(schema: &Value, issues: &[Issue]) -> String {
    let mut lines = Vec::new();
    for issue in issues {
        let dot = if issue.path.is_empty() { "" } else { "." };
        let place = at(schema, &issue.path);
        let above = issue.path.rsplit_once('.').map_or("", |(above, _)| above);
        let keys = match issue.rule.as_str() {
            "unknown_key" => keys(at(schema, above)),
            "type" => keys(place),
            _ => String::new(),
        };
        let mut line = ["• data", dot, &issue.path, ": ", &issue.message].concat();
        if !keys.is_empty() {
            line.extend(["; its keys are ", &keys]);
        }
        // Several unknown keys of one object need its keys once.
        let said = lines
            .iter()
            .any(|other: &String| !keys.is_empty() && other.ends_with(&keys));
        if said {
            line.truncate(line.len() - keys.len() - "; its keys are ".len());
        }
        lines.push(line);
    }
    lines.join("\n")
}

/// The schema of what stands at a path such as `work[2].name`.
fn at<'a>(schema: &'a Value, path: &str) -> &'a Value {
    let steps = path.split('.').filter(|step| !step.is_empty());
    steps.fold(schema, |schema, step| {
        let (key, items) = step.split_once('[').map_or((step, 0), |(key, rest)| {
            (key, 1 + rest.matches('[').count())
        });
        let schema = &schema["properties"][key];
        (0..items).fold(schema, |schema, _| &schema["items"])
    })
}

/// The keys that a model fills in.
fn own_keys(schema: &Value) -> impl Iterator<Item = (&String, &Value)> {
    let keys = schema["properties"].as_object().into_iter().flatten();
    keys.filter(|(key, _)| !READING.contains(&key.as_str()))
}

fn keys(schema: &Value) -> String {
    let keys: Vec<&str> = own_keys(schema).map(|(key, _)| key.as_str()).collect();
    keys.join(", ")
}

/// Writes the shape of a value: `{name, languages?: [{fluency?, language}]}`.
fn write(schema: &Value, out: &mut String) {
    match schema["type"].as_str() {
        Some("object") => {
            out.push('{');
            for (place, (key, inner)) in own_keys(schema).enumerate() {
                let mut required = schema["required"].as_array().into_iter().flatten();
                let optional = !required.any(|name| name == key.as_str());
                out.push_str(if place == 0 { "" } else { ", " });
                out.push_str(key);
                out.push_str(if optional { "?" } else { "" });
                if inner["type"] != "string" {
                    out.push_str(": ");
                    write(inner, out);
                }
            }
            out.push('}');
        }
        Some("array") => {
            out.push('[');
            write(&schema["items"], out);
            out.push(']');
        }
        Some("string") => out.push_str("text"),
        other => out.push_str(other.unwrap_or("anything")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use colloquy_schema::contract::{Unknown, validate};
    use serde_json::json;

    #[test]
    fn every_kind_has_a_shape_of_a_line() {
        let kinds = described(DataType::ALL.iter().copied());
        assert_eq!(kinds.lines().count(), 1 + DataType::ALL.len());
        assert!(kinds.len() < 3_000, "{}", kinds.len());
        let card = described([DataType::KnowledgeCard].into_iter());
        assert!(card.contains("evidence?: [{quote, source?}]"), "{card}");
        assert!(card.contains(", summary, title}"), "{card}");
    }

    #[test]
    fn what_refuses_data_names_the_keys_that_there_are() {
        let schema = schema(DataType::KnowledgeCard.schema_text());
        let data = json!({ "actions": ["a"], "evidence": ["said"], "ids": [], "more": 1 });
        let issues = validate(&schema, &data, Unknown::Refused);
        let lines = faults(&schema, &issues);
        assert!(
            lines.contains("• data.actions: must be a string"),
            "{lines}"
        );
        let inner = "• data.evidence[0]: must be an object; its keys are quote, source";
        assert!(lines.contains(inner), "{lines}");
        assert_eq!(lines.matches("its keys are actions, evidence,").count(), 1);
        let issues = validate(&schema, &json!(7), Unknown::Refused);
        assert!(faults(&schema, &issues).starts_with("• data: must be"));
    }
}
