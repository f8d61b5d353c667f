//! Functions without a session: findings of any texts, checking of a guide, reading of half a reply.

use crate::error::{Code, Error};
use colloquy_core::{Options, describe_material};
use colloquy_findings::{Limits as FindingLimits, extract};
use colloquy_jsonstream::{Change, ChangeKind, Limits as ReaderLimits, Reader, parse, write};
use colloquy_schema::{Finding, Issue, Limits, Prices};
use serde::Serialize;
use serde_json::{Map, Value, json};
use serde_wasm_bindgen::Serializer;
use std::cell::RefCell;
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

/// Draws findings from texts, with places in UTF-16 units. They cross as objects: of ten thousand answers a text of JSON
/// would be written and read again for nothing.
#[wasm_bindgen(js_name = extractFindings)]
pub fn extract_findings(texts: &str, limits: &str) -> Result<JsValue, JsValue> {
    let (texts, limits) = (argument(texts)?, argument(limits)?);
    let wrong = || Error::new(Code::InvalidOptions, "`texts` must be an array of strings");
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

/// What is read of a reply while it still comes in.
#[wasm_bindgen]
pub struct JsonReader {
    reader: RefCell<Option<Reader>>,
}

#[wasm_bindgen]
impl JsonReader {
    /// Starts with no text.
    #[wasm_bindgen(constructor)]
    #[expect(clippy::new_without_default, reason = "made from JavaScript only")]
    pub fn new() -> JsonReader {
        JsonReader {
            reader: RefCell::new(Some(Reader::new(ReaderLimits::default()))),
        }
    }

    /// Takes a piece of text in and returns what it changed.
    pub fn push(&self, text: &str) -> String {
        let changes = self
            .reader
            .borrow_mut()
            .as_mut()
            .map(|reader| reader.push(text))
            .unwrap_or_default();
        json(&Value::from_iter(changes.iter().map(change)))
    }

    /// Returns the value so far; `null` when nothing was read.
    pub fn value(&self) -> String {
        let value = self.reader.borrow().as_ref().and_then(Reader::value);
        json(&value.unwrap_or_default())
    }

    /// Ends the text. Afterwards nothing more is read.
    pub fn finish(&self) -> String {
        let Some(reader) = self.reader.borrow_mut().take() else {
            return "null".into();
        };
        let reply = reader.finish();
        let best = reply.candidates.first();
        let repairs: Vec<Value> = best
            .into_iter()
            .flat_map(|best| &best.repairs.list)
            .map(repair)
            .collect();
        let changes: Vec<Value> = reply.changes.iter().map(change).collect();
        json(
            &json!({ "value": reply.value(), "repairs": repairs, "prose": reply.prose, "changes": changes }),
        )
    }
}

fn repair(repair: &colloquy_jsonstream::Repair) -> Value {
    json!({ "code": repair.kind.code(), "note": repair.note })
}

fn change(change: &Change) -> Value {
    let mut out = Map::new();
    out.insert("path".into(), change.path.to_string().into());
    if change.candidate > 0 {
        out.insert("candidate".into(), change.candidate.into());
    }
    let (key, value) = match &change.kind {
        ChangeKind::Append(text) => ("append", text.as_str().into()),
        ChangeKind::Value(value) => ("value", value.clone()),
        ChangeKind::Withdrawn => ("withdrawn", true.into()),
    };
    out.insert(key.into(), value);
    Value::Object(out)
}
