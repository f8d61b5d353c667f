//! The module's one export. JSON crosses as text: it is what both sides have anyway.

use crate::Compiled;
use colloquy_schema::Issue;
use serde_json::{Value, json};
use wasm_bindgen::prelude::*;

/// A contract made from any JSON Schema.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Validator {
    compiled: Compiled,
}

#[wasm_bindgen]
impl Validator {
    /// Makes a schema ready.
    ///
    /// # Errors
    /// Throws the issues of the schema, as JSON text.
    #[wasm_bindgen(constructor)]
    pub fn new(schema_json: &str) -> Result<Validator, JsValue> {
        let compiled = parse(schema_json).and_then(|schema| Compiled::new(&schema));
        match compiled {
            Ok(compiled) => Ok(Validator { compiled }),
            Err(issues) => Err(text(&issues).into()),
        }
    }

    /// Judges a value and returns its issues, as JSON text.
    pub fn check(&self, value_json: &str) -> String {
        match parse(value_json) {
            Ok(value) => text(&self.compiled.check(&value)),
            Err(issues) => text(&issues),
        }
    }

    /// Reads a value without the keys that the schema does not know and returns `{ value, issues }` as JSON text; the value is
    /// null where there is none.
    pub fn read(&self, value_json: &str) -> String {
        let (value, issues) = match parse(value_json) {
            Ok(value) => self.compiled.read(value),
            Err(issues) => (Value::Null, issues),
        };
        json!({"value": value, "issues": issues}).to_string()
    }
}

fn parse(json: &str) -> Result<Value, Vec<Issue>> {
    serde_json::from_str(json).map_err(|error| {
        let message = ["must be JSON: ", &error.to_string()].concat();
        vec![Issue::new("", "json", message, None)]
    })
}

fn text(issues: &[Issue]) -> String {
    serde_json::to_string(issues).unwrap_or_else(|_| "[]".into())
}
