//! What the browser's errors mean. Their names are the standard's, their texts are each browser's own.

use colloquy_core::SaveError;
use js_sys::Reflect;
use wasm_bindgen::JsValue;

/// Why one try of an operation failed.
pub(super) enum Failure {
    /// Trying again cannot help.
    For(SaveError),
    /// The connection is gone or broken; another one may work.
    Connection,
    /// The store holds other records than a batch was taken to follow on: what is there is to be looked at first.
    Unlike,
}

impl From<JsValue> for Failure {
    fn from(error: JsValue) -> Failure {
        match name(&error).as_str() {
            "QuotaExceededError" => Failure::For(SaveError::Full),
            "SecurityError" | "NotAllowedError" => Failure::For(SaveError::Refused),
            // A record is there that the row does not know of: somebody else wrote.
            "ConstraintError" => Failure::For(SaveError::TakenOver),
            // InvalidStateError (closed), UnknownError (Safari's lost server), AbortError, TransactionInactiveError and
            // whatever else a broken connection throws.
            _ => Failure::Connection,
        }
    }
}

/// Says why a database could not be opened.
pub(super) fn refusal(error: &JsValue) -> Failure {
    match name(error).as_str() {
        "QuotaExceededError" => Failure::For(SaveError::Full),
        // A page of a later version changed the database; only a reload of this one helps.
        "VersionError" => Failure::For(SaveError::Lost),
        // Safari's lost server, or an upgrade that another page cut off: the next attempt may work.
        "AbortError" | "UnknownError" => Failure::Connection,
        // SecurityError in a sandboxed frame, InvalidStateError in a private window of older browsers.
        _ => Failure::For(SaveError::Refused),
    }
}

fn name(error: &JsValue) -> String {
    Reflect::get(error, &"name".into())
        .ok()
        .and_then(|name| name.as_string())
        .unwrap_or_default()
}
