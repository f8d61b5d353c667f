//! Calls of models that failed: what the provider answered in place of a reply, or inside of one.

use super::dialects::dialect;
use crate::bridge::{argument, text};
use crate::error::Error;
use colloquy_dialects::{Failure, Parameter, failed, reported};
use serde_json::{Value, json};

/// What this part gives out. Both return `{error, refused}`, the error as the engine takes it and the name of the parameter that was
/// refused, or null.
pub(crate) struct Table {
    /// Reads a response that is no reply. The third argument is a JSON object of the headers that matter, with lower-case names.
    pub(crate) failed: fn(&str, u16, &str, &[u8]) -> Result<String, Error>,
    /// Reads an error that came inside of a reply.
    pub(crate) reported: fn(&str, &str) -> Result<String, Error>,
}

pub(crate) static TABLE: Table = Table {
    failed: |name, status, headers, body| {
        let headers = argument(headers)?;
        let header = |key: &str| headers.get(key).and_then(Value::as_str).map(String::from);
        Ok(written(&failed(dialect(name)?, status, &header, body)))
    },
    reported: |name, error| Ok(written(&reported(dialect(name)?, &argument(error)?))),
};

fn written(failure: &Failure) -> String {
    let refused = failure.refused.map(Parameter::name);
    text(&json!({ "error": failure.error, "refused": refused }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_names_its_parameter_and_its_kind() {
        let body = br#"{"error": {"message": "Unsupported value: 'temperature' does not support 0.5 with this model.",
            "type": "invalid_request_error", "param": "temperature", "code": "unsupported_value"}}"#;
        let read = (TABLE.failed)("openai-chat", 400, "{}", body).unwrap();
        assert!(read.contains(r#""refused":"temperature""#), "{read}");
        assert!(read.contains(r#""kind":"invalid""#), "{read}");
        let limited = (TABLE.failed)("anthropic", 429, r#"{"retry-after": "7"}"#, b"").unwrap();
        assert!(limited.contains(r#""retry_after_ms":7000"#), "{limited}");
    }

    #[test]
    fn an_error_inside_of_a_reply_has_its_kind() {
        let error =
            r#"{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}"#;
        let read = (TABLE.reported)("anthropic", error).unwrap();
        assert!(read.contains(r#""kind":"overloaded""#), "{read}");
        assert!(read.contains(r#""refused":null"#), "{read}");
        assert!((TABLE.reported)("morse", error).is_err());
        assert!((TABLE.reported)("anthropic", "{").is_err());
    }
}
