//! JSON that is read while it still comes in.

use crate::contracts::repair;
use crate::error::text as json;
use crate::told::Told;
use colloquy_jsonstream::{Change, ChangeKind, Limits as ReaderLimits, Reader};
use serde_json::{Map, Value, json};
use std::cell::RefCell;
use wasm_bindgen::prelude::*;

/// What is read of a reply while it still comes in.
#[wasm_bindgen]
pub struct JsonReader {
    reader: RefCell<Option<Reader>>,
    told: RefCell<Told>,
}

/// Returns the memory that a reader's numbers are in, a `WebAssembly.Memory`.
#[wasm_bindgen(js_name = readerMemory)]
pub fn reader_memory() -> JsValue {
    wasm_bindgen::memory()
}

#[wasm_bindgen]
impl JsonReader {
    /// Starts with no text.
    #[wasm_bindgen(constructor)]
    #[expect(clippy::new_without_default, reason = "made from JavaScript only")]
    pub fn new() -> JsonReader {
        JsonReader {
            reader: RefCell::new(Some(Reader::new(ReaderLimits::default()))),
            told: RefCell::default(),
        }
    }

    /// Takes a piece of text in, and returns where in the memory it is told what that changed, 0 for nothing: how many numbers of 32
    /// bits follow, where the texts are, then the numbers. They are there until the next call.
    pub fn push(&self, text: &str) -> u32 {
        let (mut reader, mut told) = (self.reader.borrow_mut(), self.told.borrow_mut());
        let Some(reader) = reader.as_mut() else {
            return 0;
        };
        let begun = reader.text().len();
        told.write(text, begun, reader.follow(text));
        let length = told.words.len() - 2;
        if length == 0 {
            return 0;
        }
        told.words[0] = length as u32;
        told.words[1] = told.bytes.as_ptr() as u32;
        told.words.as_ptr() as u32
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
