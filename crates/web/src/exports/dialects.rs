//! The dialects as JavaScript calls them.

use crate::error::Error;
use crate::parts;
use crate::parts::dialects::Response;
use std::cell::RefCell;
use wasm_bindgen::prelude::*;

fn part() -> Result<&'static parts::dialects::Table, Error> {
    parts::here(parts::dialects())
}

fn failures() -> Result<&'static parts::failures::Table, Error> {
    parts::here(parts::failures())
}

/// Returns the path that a dialect's bodies are posted to, without a leading slash.
#[wasm_bindgen(js_name = dialectPath)]
pub fn dialect_path(dialect: &str) -> Result<String, JsValue> {
    Ok((part()?.path)(dialect)?.into())
}

/// Writes the body of a call; `refused` is a JSON array of names of parameters that are left out. A request with a schema needs `schemas`.
#[wasm_bindgen(js_name = modelBody)]
pub fn model_body(dialect: &str, request: &str, refused: &str) -> Result<String, JsValue> {
    let rewrite = || Ok(parts::here(parts::schemas())?.rewrite);
    Ok((part()?.body)(dialect, request, refused, rewrite)?)
}

/// Reads a response whose status is no success: JSON text of `{error, refused}`.
#[wasm_bindgen(js_name = modelFailure)]
pub fn model_failure(
    dialect: &str,
    status: u16,
    headers: &str,
    body: &[u8],
) -> Result<String, JsValue> {
    Ok((failures()?.failed)(dialect, status, headers, body)?)
}

/// Reads an error that came inside of a reply: JSON text of `{error, refused}`.
#[wasm_bindgen(js_name = reportedFailure)]
pub fn reported_failure(dialect: &str, error: &str) -> Result<String, JsValue> {
    Ok((failures()?.reported)(dialect, error)?)
}

/// One response with a status of success while it is read.
#[wasm_bindgen]
pub struct ModelReply(RefCell<Box<dyn Response>>);

#[wasm_bindgen]
impl ModelReply {
    /// Makes a reader for the response to a request.
    #[wasm_bindgen(constructor)]
    pub fn new(dialect: &str, request: &str) -> Result<ModelReply, JsValue> {
        let response = (part()?.response)(dialect, request)?;
        Ok(ModelReply(RefCell::new(response)))
    }

    /// Takes bytes in and returns JSON text of the events that they bring; `{reported}` among them is an error for
    /// [`reported_failure`], and the last.
    pub fn push(&self, bytes: &[u8]) -> String {
        self.0.borrow_mut().push(bytes)
    }

    /// Takes the end of the connection and returns JSON text of what was still missing.
    pub fn end(&self) -> String {
        self.0.borrow_mut().end()
    }
}
