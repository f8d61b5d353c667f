//! How errors reach JavaScript: as JSON text, which the package's TypeScript turns into `ColloquyError`.

use colloquy_core::Misuse;
use colloquy_schema::Issue;
use serde_json::{Value, json};

/// An error a host can act on.
#[derive(Debug, PartialEq)]
pub(crate) struct Error {
    /// A stable code.
    pub(crate) code: &'static str,
    /// What was wrong and what to do.
    pub(crate) message: String,
    /// Faults of data one by one, where there are several.
    pub(crate) details: Vec<Issue>,
}

impl Error {
    /// Describes an argument that cannot be used.
    #[inline(never)]
    pub(crate) fn argument(message: &str) -> Error {
        Error::new("invalid_options", message, Vec::new())
    }

    /// Describes records that make no session.
    #[inline(never)]
    pub(crate) fn session(message: &str, details: Vec<Issue>) -> Error {
        Error::new("invalid_session", message, details)
    }

    fn new(code: &'static str, message: &str, details: Vec<Issue>) -> Error {
        Error {
            code,
            message: message.into(),
            details,
        }
    }

    /// Writes the error for JavaScript.
    pub(crate) fn text(&self) -> String {
        text(&json!({ "code": self.code, "message": self.message, "details": self.details }))
    }
}

impl From<Misuse> for Error {
    #[inline(never)]
    fn from(misuse: Misuse) -> Error {
        Error::new(misuse.code(), misuse.message(), misuse.details().to_vec())
    }
}

#[cfg(target_arch = "wasm32")]
impl From<Error> for wasm_bindgen::JsValue {
    #[inline(never)]
    fn from(error: Error) -> wasm_bindgen::JsValue {
        error.text().into()
    }
}

/// Reads an argument that crossed as JSON text.
pub(crate) fn argument(text: &str) -> Result<Value, Error> {
    let wrong =
        "an argument is no JSON: hand in plain data without cycles, nested 100 deep at most";
    colloquy_jsonstream::parse(text).ok_or_else(|| Error::argument(wrong))
}

/// Writes a value as JSON text.
pub(crate) fn text(value: &Value) -> String {
    let mut out = String::new();
    colloquy_jsonstream::write(value, &mut out);
    out
}
