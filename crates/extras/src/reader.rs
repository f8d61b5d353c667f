//! JSON that is read while it still comes in.

use crate::contracts::repair;
use crate::error::text as json;
use colloquy_jsonstream::{Change, ChangeKind, Limits as ReaderLimits, Reader};
use serde_json::{Map, Value, json};
use std::cell::RefCell;
use wasm_bindgen::prelude::*;

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
