//! Functions without a session, as JavaScript calls them.

use crate::bridge::argument;
use crate::error::Error;
use crate::parts;
use crate::parts::findings::Found;
use wasm_bindgen::prelude::*;

fn part() -> Result<&'static parts::contracts::Table, Error> {
    parts::here(parts::contracts())
}

/// What was found in texts, taken out in this order.
#[wasm_bindgen]
pub struct FoundInTexts(Found);

#[wasm_bindgen]
impl FoundInTexts {
    /// Takes the numbers out: how many insights; for each its answer, where it starts and where it ends, in UTF-16 units; the same
    /// for actions; for each theme how often it occurs.
    pub fn places(&mut self) -> Vec<u32> {
        core::mem::take(&mut self.0.places)
    }

    /// Takes the themes out, with line feeds between them, and frees what is left.
    pub fn themes(self) -> String {
        self.0.themes
    }
}

/// Draws findings from texts, which cross as one, with line feeds between them and the length of each in UTF-16 units. What is
/// found crosses as numbers: of ten thousand answers a text of JSON would be written and read again for nothing, twice.
#[wasm_bindgen(js_name = extractFindings)]
pub fn extract_findings(
    texts: &str,
    lengths: &[u32],
    limits: &str,
) -> Result<FoundInTexts, JsValue> {
    let part = parts::here(parts::findings())?;
    let found = (part.extract)(texts, lengths, &argument(limits)?)?;
    Ok(FoundInTexts(found))
}

/// Checks a guide: its faults, or the longest interview it allows.
#[wasm_bindgen(js_name = checkGuide)]
pub fn check_guide(guide: &str, options: &str) -> Result<String, JsValue> {
    Ok((part()?.check_guide)(guide, options)?)
}

/// Judges a value by a built-in contract: JSON text of the issues.
#[wasm_bindgen]
pub fn validate(contract: &str, value: &str) -> Result<String, JsValue> {
    Ok((part()?.validate)(contract, value)?)
}

/// Reads a whole reply by a built-in contract: JSON text of `{value, issues, repairs}`, or an empty text for a reply that is the
/// value as it stands, with no fault to report.
#[wasm_bindgen(js_name = readReply)]
pub fn read_reply(contract: &str, reply: &str) -> Result<String, JsValue> {
    Ok((part()?.read_reply)(contract, reply)?)
}

/// Reads every value that a reply to a schema holds: JSON text of an array of `{value, repairs}`.
#[wasm_bindgen(js_name = readCandidates)]
pub fn read_candidates(reply: &str, schema: &str) -> Result<String, JsValue> {
    Ok((part()?.candidates)(reply, schema)?)
}

/// Rewrites a schema to what a provider accepts: JSON text of `{schema, report}`.
#[wasm_bindgen(js_name = schemaFor)]
pub fn schema_for(schema: &str, provider: &str) -> Result<String, JsValue> {
    Ok((part()?.schema_for)(schema, provider)?)
}

/// Writes a contract in words, with an example; `contract` is the name of a built-in one, or empty.
#[wasm_bindgen(js_name = contractInstructions)]
pub fn contract_instructions(contract: &str, schema: &str) -> Result<String, JsValue> {
    Ok((part()?.instructions)(contract, schema)?)
}

/// Merges the parts of a recommendation, a JSON array of three: JSON text of `{value, issues}`.
#[wasm_bindgen(js_name = mergeParts)]
pub fn merge_parts(parts: &str) -> Result<String, JsValue> {
    Ok((part()?.merge)(parts)?)
}

/// Returns the published JSON Schema of a built-in contract.
#[wasm_bindgen(js_name = contractSchema)]
pub fn contract_schema(contract: &str) -> Result<String, JsValue> {
    Ok((part()?.schema)(contract)?)
}
