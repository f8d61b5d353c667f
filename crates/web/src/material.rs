//! What a material would be read as, before there is a session.

use crate::bridge::{argument, text};
use crate::error::Error;
use crate::parts;
use colloquy_core::Options;
use colloquy_notes::MaterialSummary;
use colloquy_schema::Material;
use serde_json::json;
use wasm_bindgen::prelude::*;

/// Reads a material: JSON text of its title and its parts, and of the subject it would have.
#[wasm_bindgen(js_name = readMaterial)]
pub fn read_material(material: &str) -> Result<String, JsValue> {
    // The same reading as of a new interview's options, which only lack a guide.
    let setup = Options::read(&json!({ "guide": {}, "material": argument(material)? }))
        .map_err(Error::from)?
        .setup;
    let (subject, summary) = if setup.material == Material::default() {
        (setup.subject, MaterialSummary::default())
    } else {
        let notes = parts::here(parts::notes())?;
        (
            (notes.subject)(&setup.material),
            (notes.describe)(&setup.material),
        )
    };
    Ok(text(&json!({ "subject": subject, "summary": summary })))
}
