//! What is said of a material before there is a session.

use crate::error::{Code, Error};
use colloquy_core::{Options, describe_material};
use colloquy_jsonstream::{parse, write};
use serde_json::{Value, json};
use wasm_bindgen::prelude::*;

/// Reads an argument that crossed as JSON text.
pub(crate) fn argument(text: &str) -> Result<Value, Error> {
    let unreadable = || {
        Error::new(
            Code::InvalidOptions,
            "an argument is no JSON: hand in plain data without cycles, nested 100 deep at most",
        )
    };
    parse(text).ok_or_else(unreadable)
}

/// Writes a value as JSON text. Not by `Display`, which brings two serializers and the tables of `Debug` with it.
fn json(value: &Value) -> String {
    let mut text = String::new();
    write(value, &mut text);
    text
}

/// Says what a material would be read as: its title, its parts, and the subject it would have.
#[wasm_bindgen(js_name = readMaterial)]
pub fn read_material(material: &str) -> Result<String, JsValue> {
    // The same reading as of a new interview's options, which only lack a guide.
    let setup = Options::read(&json!({ "guide": {}, "material": argument(material)? }))
        .map_err(Error::from)?
        .setup;
    Ok(json(
        &json!({ "subject": setup.subject, "summary": describe_material(&setup.material) }),
    ))
}
