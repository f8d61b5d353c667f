//! What a form shows of a typed question.

use super::typed::Typed;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

impl Typed {
    /// The JSON Schema of the form that asks for a value: an object with `value`.
    pub fn form_schema(&self, labels: &BTreeMap<String, String>, yes_no: &[String; 2]) -> Value {
        let mut schema = Map::new();
        let constant = |id: &str| {
            let label = labels.get(id).map_or(id, String::as_str);
            json!({ "const": id, "title": label })
        };
        let choices = |options: &[String]| Value::from_iter(options.iter().map(|id| constant(id)));
        let mut put = |key: &str, value: Value| drop(schema.insert(key.into(), value));
        match self {
            Typed::Open => put("type", "string".into()),
            Typed::Single { options } => {
                put("type", "string".into());
                put("oneOf", choices(options));
            }
            Typed::Multiple { options, .. } | Typed::Ranking { options } => {
                let (least, most) = match self {
                    Typed::Multiple { least, most, .. } => (*least, *most),
                    _ => (options.len() as u32, options.len() as u32),
                };
                put("type", "array".into());
                put(
                    "items",
                    json!({ "type": "string", "oneOf": choices(options) }),
                );
                put("minItems", least.into());
                put("maxItems", most.into());
                put("uniqueItems", true.into());
            }
            Typed::Scale { from, to } => {
                put("type", "integer".into());
                put("minimum", (*from).into());
                put("maximum", (*to).into());
                if !labels.is_empty() {
                    put("labels", json!(labels));
                }
            }
            Typed::Number { min, max, whole } => {
                put("type", if *whole { "integer" } else { "number" }.into());
                if let Some(min) = min {
                    put("minimum", json!(min));
                }
                if let Some(max) = max {
                    put("maximum", json!(max));
                }
            }
            Typed::Date { earliest, latest } => {
                put("type", "string".into());
                put("format", "date".into());
                if let Some(day) = earliest {
                    put("formatMinimum", day.as_str().into());
                }
                if let Some(day) = latest {
                    put("formatMaximum", day.as_str().into());
                }
            }
            Typed::YesNo => {
                put("type", "boolean".into());
                put("labels", json!(yes_no));
            }
            Typed::Short { max_chars } => {
                put("type", "string".into());
                put("minLength", 1.into());
                put("maxLength", (*max_chars).into());
            }
            Typed::File { formats, max_bytes } => {
                put("type", "object".into());
                put("accepts", json!(formats));
                put("maxBytes", (*max_bytes).into());
            }
        }
        put("x-answer", self.name().into());
        let schema = Value::Object(schema);
        json!({ "type": "object", "properties": { "value": schema }, "required": ["value"] })
    }
}
