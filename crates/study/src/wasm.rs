//! The module as JavaScript calls it; data crosses as JSON text.

use wasm_bindgen::prelude::*;

/// Reads a study: its faults, or its guide with the hashes and the advice.
#[wasm_bindgen(js_name = readStudy)]
pub fn read_study(study: &str) -> String {
    crate::reading(study)
}
