//! Keys and rows as JavaScript values.

use super::bindings::bound;
use crate::store::{Draft, Row};
use js_sys::{Array, JSON, Object, Reflect};
use serde_json::Value;
use wasm_bindgen::{JsCast, JsValue};

/// Makes an object of parallel names and values.
pub(super) fn object(names: &[&str], values: &[JsValue]) -> JsValue {
    let object = Object::new();
    for (name, value) in names.iter().zip(values) {
        // A fresh plain object refuses no property.
        let _ = Reflect::set(&object, &(*name).into(), value);
    }
    object.into()
}

/// Makes an array.
pub(super) fn array(values: &[JsValue]) -> JsValue {
    values.iter().collect::<Array>().into()
}

/// The key of one record.
pub(super) fn record_key(session: &str, seq: u32) -> JsValue {
    array(&[session.into(), seq.into()])
}

/// The key of one file.
pub(super) fn file_key(session: &str, id: &str) -> JsValue {
    array(&[session.into(), id.into()])
}

/// The range of every key that begins with `first`; an array is greater than any number or text.
pub(super) fn prefix(first: &str) -> Result<JsValue, JsValue> {
    bound(&array(&[first.into()]), &array(&[first.into(), array(&[])]))
}

/// The range of completed sessions up to a time.
pub(super) fn completed_until(at: u64) -> Result<JsValue, JsValue> {
    let key = |at: f64| array(&["completed".into(), at.into()]);
    bound(&key(0.0), &key(at as f64))
}

/// Writes a row as a plain object, so that indexes see its fields.
pub(super) fn row(row: &Row) -> Result<JsValue, JsValue> {
    JSON::parse(&serde_json::to_string(row).unwrap_or_default())
}

/// Writes a draft as a plain object.
pub(super) fn draft(session: &str, draft: &Draft) -> JsValue {
    object(
        &["session", "text", "form", "at"],
        &[
            session.into(),
            draft.text.as_str().into(),
            draft.form.as_str().into(),
            (draft.at as f64).into(),
        ],
    )
}

/// Reads what a request returned as data; `Null` for what is none.
pub(super) fn read(value: &JsValue) -> Value {
    let text = JSON::stringify(value)
        .ok()
        .and_then(|text| text.as_string());
    text.and_then(|text| colloquy_jsonstream::parse(&text))
        .unwrap_or_default()
}

/// Reads a draft; `None` for anything that this code did not write.
pub(super) fn read_draft(value: &JsValue) -> Option<Draft> {
    let value = read(value);
    // Drafts of earlier versions have no form.
    let form = value.get("form").and_then(Value::as_str);
    Some(Draft {
        text: value.get("text")?.as_str()?.into(),
        form: form.unwrap_or_default().into(),
        at: value.get("at")?.as_u64()?,
    })
}

/// Reads the texts of an array of records. Anything but a text reads as empty, which no restored session accepts.
pub(super) fn texts(value: JsValue) -> Vec<String> {
    let array: Array = value.unchecked_into();
    array
        .iter()
        .map(|text| text.as_string().unwrap_or_default())
        .collect()
}
