//! What is made of a session's records, as JavaScript calls it. Records cross as the texts that are stored.

use crate::error::Error;
use crate::parts;
use wasm_bindgen::prelude::*;

fn part() -> Result<&'static parts::archive::Table, Error> {
    parts::here(parts::archive())
}

/// Writes a session in a format; its kind is there when the session is, and so is what finds by rules where it is not complete.
#[wasm_bindgen(js_name = exportRecords)]
pub fn export(records: Vec<String>, draft: &str, format: &str) -> Result<String, JsValue> {
    let seams = parts::archive::Seams {
        kind: |name| parts::here(parts::kind(name)),
        rules: |locale| {
            let language = parts::here(parts::words(locale))?;
            Ok((parts::here(parts::hearing())?.finder)(language))
        },
    };
    Ok((part()?.export)(&records, draft, format, seams)?)
}

/// Writes every call with what was sent and what came back, as JSON text.
#[wasm_bindgen(js_name = callsOf)]
pub fn calls(records: Vec<String>) -> Result<String, JsValue> {
    Ok((part()?.calls)(&records)?)
}

/// Returns all records with one answer removed.
#[wasm_bindgen(js_name = redactRecords)]
pub fn redact(records: Vec<String>, question: u32) -> Result<Vec<String>, JsValue> {
    Ok((part()?.redact)(&records, question)?)
}

/// Reads a session file out of whose files the bytes were taken: its session, its unsent text or nothing, then its records.
#[wasm_bindgen(js_name = readFile)]
pub fn read_file(text: &str) -> Result<Vec<String>, JsValue> {
    let file = (part()?.file)(text)?;
    let mut texts = vec![file.session, file.draft.unwrap_or_default()];
    texts.extend(file.records);
    Ok(texts)
}

/// Returns a session's first record under another id.
#[wasm_bindgen(js_name = renameRecord)]
pub fn renamed(first: &str, session: &str) -> Result<String, JsValue> {
    Ok((part()?.renamed)(first, session)?)
}
