//! Functions without a session, as JavaScript calls them.

use crate::contracts;
use crate::error::{Error, argument, text as json};
use colloquy_findings::{Limits as FindingLimits, extract};
use colloquy_schema::{Finding, Issue, Limits, Prices};
use serde::Serialize;
use serde_json::{Value, json};
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::prelude::*;

/// Draws findings from texts, with places in UTF-16 units. They cross as objects: of ten thousand answers a text of JSON
/// would be written and read again for nothing.
#[wasm_bindgen(js_name = extractFindings)]
pub fn extract_findings(texts: &str, limits: &str) -> Result<JsValue, JsValue> {
    let (texts, limits) = (argument(texts)?, argument(limits)?);
    let wrong = || Error::argument("`texts` must be an array of strings");
    let texts: Option<Vec<&str>> = texts
        .as_array()
        .ok_or_else(wrong)?
        .iter()
        .map(Value::as_str)
        .collect();
    let texts = texts.ok_or_else(wrong)?;
    let limit = |key: &str| {
        limits
            .get(key)
            .and_then(Value::as_u64)
            .map_or(usize::MAX, |n| n as usize)
    };
    let limits = FindingLimits {
        insights: limit("insights"),
        actions: limit("actions"),
        themes: limit("themes"),
    };
    let mut findings = extract(&texts, Some(limits));
    to_utf16(&texts, &mut findings.insights);
    to_utf16(&texts, &mut findings.actions);
    Ok(findings.serialize(&Serializer::json_compatible())?)
}

/// Turns byte offsets into UTF-16 units. Findings come in the order of the texts, so each text is walked once.
fn to_utf16(texts: &[&str], findings: &mut [Finding]) {
    let (mut answer, mut byte, mut unit) = (usize::MAX, 0, 0);
    for finding in findings {
        let text = texts[finding.answer];
        if finding.answer != answer || finding.start < byte {
            (answer, byte, unit) = (finding.answer, 0, 0);
        }
        let mut reach = |place: usize| {
            unit += text[byte..place].encode_utf16().count();
            byte = place;
            unit
        };
        finding.start = reach(finding.start);
        finding.end = reach(finding.end);
    }
}

/// Checks a guide: its faults, or the longest interview it allows.
#[wasm_bindgen(js_name = checkGuide)]
pub fn check_guide(guide: &str, options: &str) -> Result<String, JsValue> {
    let (guide, options) = (argument(guide)?, argument(options)?);
    let mut issues: Vec<Issue> = Vec::new();
    let limits = options
        .get("limits")
        .map(|limits| Limits::read(limits, "limits", &mut issues))
        .unwrap_or_default();
    let prices = options.get("prices").map(|prices| {
        let price = |key: &str| {
            prices
                .get(key)
                .and_then(Value::as_f64)
                .filter(|price| *price >= 0.0)
                .unwrap_or_default()
        };
        Prices {
            input: price("input"),
            output: price("output"),
        }
    });
    let longest = match colloquy_core::check_guide(&guide, &limits, prices) {
        Ok(longest) => Some(longest),
        Err(faults) => {
            issues.extend(faults);
            None
        }
    };
    Ok(json(&json!({ "issues": issues, "longest": longest })))
}

/// Judges a value by a built-in contract: JSON text of the issues.
#[wasm_bindgen]
pub fn validate(contract: &str, value: &str) -> Result<String, JsValue> {
    Ok(contracts::validate(contract, value)?)
}

/// Reads a whole reply by a built-in contract: JSON text of `{value, issues, repairs}`.
#[wasm_bindgen(js_name = readReply)]
pub fn read_reply(contract: &str, reply: &str) -> Result<String, JsValue> {
    Ok(contracts::read_reply(contract, reply)?)
}

/// Reads every value that a reply to a schema holds: JSON text of an array of `{value, repairs}`.
#[wasm_bindgen(js_name = readCandidates)]
pub fn read_candidates(reply: &str, schema: &str) -> Result<String, JsValue> {
    Ok(contracts::candidates(reply, schema)?)
}

/// Takes the nulls out of a value that stand for optional keys of a schema, both as JSON text.
#[wasm_bindgen(js_name = restoreValue)]
pub fn restore_value(schema: &str, value: &str) -> Result<String, JsValue> {
    Ok(contracts::restore(schema, value)?)
}

/// Rewrites a schema to what a provider accepts: JSON text of `{schema, report}`.
#[wasm_bindgen(js_name = schemaFor)]
pub fn schema_for(schema: &str, provider: &str) -> Result<String, JsValue> {
    Ok(contracts::schema_for(schema, provider)?)
}

/// Writes a contract in words, with an example; `contract` is the name of a built-in one, or empty.
#[wasm_bindgen(js_name = contractInstructions)]
pub fn contract_instructions(contract: &str, schema: &str) -> Result<String, JsValue> {
    Ok(contracts::instructions(contract, schema)?)
}

/// Merges the parts of a recommendation, a JSON array of three: JSON text of `{value, issues}`.
#[wasm_bindgen(js_name = mergeParts)]
pub fn merge_parts(parts: &str) -> Result<String, JsValue> {
    Ok(contracts::merge(parts)?)
}

/// Returns the published JSON Schema of a built-in contract.
#[wasm_bindgen(js_name = contractSchema)]
pub fn contract_schema(contract: &str) -> Result<String, JsValue> {
    Ok(contracts::schema(contract)?)
}
