//! JSON that is read while it still comes in, as JavaScript reads it.

use crate::parts;
use crate::parts::reader::Incoming;
use std::cell::RefCell;
use wasm_bindgen::prelude::*;

/// What is read of a reply while it still comes in.
#[wasm_bindgen]
pub struct JsonReader(RefCell<Box<dyn Incoming>>);

/// Returns the memory that a reader's numbers are in, a `WebAssembly.Memory`.
#[wasm_bindgen(js_name = readerMemory)]
pub fn reader_memory() -> JsValue {
    wasm_bindgen::memory()
}

#[wasm_bindgen]
impl JsonReader {
    /// Starts with no text.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Result<JsonReader, JsValue> {
        let part = parts::here(parts::contracts())?;
        Ok(JsonReader(RefCell::new((part.reader)())))
    }

    /// Takes a piece of text in, and returns where in the memory the changes stand that it brought, 0 for none: how many numbers of
    /// 32 bits follow, where the texts are, then the numbers. They are there until the next call.
    pub fn push(&self, text: &str) -> u32 {
        self.0.borrow_mut().push(text)
    }

    /// Returns the value so far; `null` when nothing was read.
    pub fn value(&self) -> String {
        self.0.borrow().value()
    }

    /// Ends the text. Afterwards nothing more is read.
    pub fn finish(&self) -> String {
        self.0.borrow_mut().finish()
    }
}
