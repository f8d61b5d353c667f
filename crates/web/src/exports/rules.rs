//! Texts read by rules, as JavaScript has them read.

use crate::parts;
use wasm_bindgen::prelude::*;

/// Reads a text for skills: JSON text of a value of contract `skills`. `lexicon` is the text of `crates/skills/data/lexicon.txt`,
/// `ask` JSON text of what is asked of the text.
#[wasm_bindgen(js_name = readSkills)]
pub fn read_skills(lexicon: &str, ask: &str) -> Result<String, JsValue> {
    Ok((parts::here(parts::skills())?.read)(lexicon, ask)?)
}

/// Reads a text as a résumé: JSON text of `{resume, confidence, applicant_profile, skeleton_timeline}`, the last two null
/// where nothing was read. `year` is the current one.
#[wasm_bindgen(js_name = readResume)]
pub fn read_resume(text: &str, year: u32) -> Result<String, JsValue> {
    Ok((parts::here(parts::resume())?.read)(text, year))
}
