//! The dialects as JavaScript calls them.

use crate::call;
use colloquy_dialects::Reply;
use std::cell::RefCell;
use wasm_bindgen::prelude::*;

/// Returns the path that a dialect's bodies are posted to, without a leading slash.
#[wasm_bindgen(js_name = dialectPath)]
pub fn dialect_path(dialect: &str) -> Result<String, JsValue> {
    Ok(call::dialect(dialect)?.path().into())
}

/// Writes the body of a call; `refused` is a JSON array of names of parameters that are left out.
#[wasm_bindgen(js_name = modelBody)]
pub fn model_body(dialect: &str, request: &str, refused: &str) -> Result<String, JsValue> {
    Ok(call::body(dialect, request, refused)?)
}

/// Reads a response whose status is no success: JSON text of `{error, refused}`.
#[wasm_bindgen(js_name = modelFailure)]
pub fn model_failure(
    dialect: &str,
    status: u16,
    headers: &str,
    body: &[u8],
) -> Result<String, JsValue> {
    Ok(call::failure(dialect, status, headers, body)?)
}

/// One response with a status of success while it is read.
#[wasm_bindgen]
pub struct ModelReply(RefCell<Reply>);

#[wasm_bindgen]
impl ModelReply {
    /// Makes a reader for the response to a request.
    #[wasm_bindgen(constructor)]
    pub fn new(dialect: &str, request: &str) -> Result<ModelReply, JsValue> {
        let reply = Reply::new(call::dialect(dialect)?, &call::request(request)?);
        Ok(ModelReply(RefCell::new(reply)))
    }

    /// Takes bytes in and returns JSON text of the events that they bring.
    pub fn push(&self, bytes: &[u8]) -> String {
        call::events(self.0.borrow_mut().push(bytes))
    }

    /// Takes the end of the connection and returns JSON text of what was still missing.
    pub fn end(&self) -> String {
        call::events(self.0.borrow_mut().end())
    }

    /// Names the parameter that was refused inside of the reply, if one was.
    pub fn refused(&self) -> Option<String> {
        call::refused(&self.0.borrow()).map(String::from)
    }
}
