//! Keys and rows as JavaScript values.

use super::bindings::bound;
use crate::store::{Draft, Row, SEPARATOR};
use js_sys::{Array, JSON, Object, Reflect, Uint8Array};
use serde_json::Value;
use std::iter;
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

/// Most records of one piece. A value of the database costs far more than its bytes: read one by one, the 30,000 records of a
/// session of 5,000 exchanges take a second. As many as stay well below 64 kB, though: above that Chromium puts a value into a
/// file of its own, which it reads apart.
const PIECE: u32 = 64;

/// Cuts records, the first of which has the number `first`, into pieces, each with its key. Pieces end at multiples of [`PIECE`].
pub(super) fn pieces(
    session: &str,
    first: u32,
    records: &[String],
) -> impl Iterator<Item = (JsValue, String)> {
    let (mut seq, mut rest) = (first, records);
    iter::from_fn(move || {
        let most = (PIECE - seq % PIECE) as usize;
        let (now, later) = rest.split_at(most.min(rest.len()));
        let key = piece_key(session, seq);
        (seq, rest) = (seq + now.len() as u32, later);
        (!now.is_empty()).then(|| (key, now.join(SEPARATOR)))
    })
}

/// Names what an append of `count` records from `first` completes: the pieces between two multiples of [`PIECE`], which become
/// one. The key of that one, and the range of them all.
pub(super) fn completed(
    session: &str,
    first: u32,
    count: u32,
) -> Result<Option<(JsValue, JsValue)>, JsValue> {
    let from = first - first % PIECE;
    if first == from || first + count < from + PIECE {
        return Ok(None);
    }
    let key = piece_key(session, from);
    let range = bound(&key, &piece_key(session, from + PIECE - 1))?;
    Ok(Some((key, range)))
}

/// Joins pieces to one.
pub(super) fn joined(pieces: JsValue) -> JsValue {
    piece(&texts(pieces).join(SEPARATOR))
}

/// Writes the text of a piece as it is stored: its bytes in UTF-8. One curly quotation mark would make a string twice as long, for the
/// disk and for whoever reads it back.
pub(super) fn piece(text: &str) -> JsValue {
    Uint8Array::from(text.as_bytes()).into()
}

/// The key of the piece whose first record has a number.
fn piece_key(session: &str, seq: u32) -> JsValue {
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

/// Writes a row as a plain object, so that indexes see its fields.
pub(super) fn row(row: &Row) -> Result<JsValue, JsValue> {
    JSON::parse(&colloquy_schema::codec::text(row))
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
    Draft::read(&read(value))
}

/// Reads the records of an array of pieces. Anything but a text reads as an empty record, which no restored session accepts.
pub(super) fn records(pieces: JsValue) -> Vec<String> {
    let mut records = Vec::new();
    for piece in texts(pieces) {
        records.extend(piece.split(SEPARATOR).map(String::from));
    }
    records
}

/// Reads an array of texts, each a string or its bytes; anything else in it reads as empty.
pub(super) fn texts(value: JsValue) -> Vec<String> {
    let array: Array = value.unchecked_into();
    let text = |value: JsValue| match value.dyn_ref::<Uint8Array>() {
        Some(bytes) => String::from_utf8(bytes.to_vec()).ok(),
        None => value.as_string(),
    };
    array
        .iter()
        .map(|value| text(value).unwrap_or_default())
        .collect()
}
