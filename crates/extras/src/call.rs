//! One call of a model: the body that is sent, and the response that is read.

use crate::error::{Error, argument, text};
use colloquy_dialects::{Dialect, Parameter, Refused, Reply, failed};
use colloquy_schema::{ModelEvent, ModelRequest, codec};
use serde_json::{Value, json};

/// Everything that a model may refuse.
const PARAMETERS: [Parameter; 8] = [
    Parameter::Temperature,
    Parameter::TopP,
    Parameter::MaxTokens,
    Parameter::MaxCompletionTokens,
    Parameter::Schema,
    Parameter::StreamOptions,
    Parameter::Tools,
    Parameter::EncryptedReasoning,
];

/// Finds a dialect by its name.
///
/// # Errors
/// When there is none of that name: a session of a later version, or a file that was changed by hand.
pub(crate) fn dialect(name: &str) -> Result<Dialect, Error> {
    let wrong = "this version does not speak that dialect: it speaks anthropic, openai-chat and openai-responses";
    Dialect::named(name).ok_or_else(|| Error::argument(wrong))
}

/// Reads a request as the engine writes it.
pub(crate) fn request(text: &str) -> Result<ModelRequest, Error> {
    codec::read(argument(text)?)
        .map_err(|fault| Error::argument(&["the request: ", &fault].concat()))
}

/// Writes the body of a call; `refused` is a JSON array of the names of parameters that are left out.
pub(crate) fn body(name: &str, asked: &str, refused: &str) -> Result<String, Error> {
    let mut left_out = Refused::default();
    for refused in argument(refused)?.as_array().into_iter().flatten() {
        let named = |parameter: &Parameter| refused.as_str() == Some(parameter.name());
        if let Some(parameter) = PARAMETERS.into_iter().find(named) {
            left_out.insert(parameter);
        }
    }
    Ok(dialect(name)?.body(&request(asked)?, &left_out))
}

/// Reads a response that is no reply: `{error, refused}`, the error as the engine takes it and the name of the parameter
/// that was refused, or null. `headers` is a JSON object of those that matter, with lower-case names.
pub(crate) fn failure(
    name: &str,
    status: u16,
    headers: &str,
    body: &[u8],
) -> Result<String, Error> {
    let headers = argument(headers)?;
    let header = |key: &str| headers.get(key).and_then(Value::as_str).map(String::from);
    let failure = failed(dialect(name)?, status, &header, body);
    Ok(said(json!(failure.error), failure.refused))
}

fn said(error: Value, refused: Option<Parameter>) -> String {
    text(&json!({ "error": error, "refused": refused.map(Parameter::name) }))
}

/// Writes events as JSON text, neighbouring texts joined: one piece of the network is one piece of the reply.
pub(crate) fn events(list: Vec<ModelEvent>) -> String {
    let mut joined: Vec<ModelEvent> = Vec::with_capacity(list.len().min(4));
    for event in list {
        match (joined.last_mut(), event) {
            (Some(ModelEvent::Text { text }), ModelEvent::Text { text: more }) => {
                text.push_str(&more);
            }
            (_, event) => joined.push(event),
        }
    }
    text(&json!(joined))
}

/// Returns the name of the parameter that a reply was refused for behind a status 200, as JSON.
pub(crate) fn refused(reply: &Reply) -> Option<&'static str> {
    reply.refused().map(Parameter::name)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ASKED: &str = r#"{"model": "m", "messages": [{"role": "user", "text": "Hello"}],
        "settings": {"max_tokens": 10, "temperature": 0.5}}"#;

    #[test]
    fn what_was_refused_is_left_out() {
        let whole = body("openai-chat", ASKED, "[]").unwrap();
        assert!(whole.contains("\"temperature\""), "{whole}");
        let less = body("openai-chat", ASKED, r#"["temperature", "nonsense", 7]"#).unwrap();
        assert!(!less.contains("\"temperature\""), "{less}");
    }

    #[test]
    fn every_parameter_is_found_by_its_name() {
        let refused: Vec<&str> = PARAMETERS.into_iter().map(Parameter::name).collect();
        let less = body(
            "anthropic",
            ASKED,
            &serde_json::to_string(&refused).unwrap(),
        )
        .unwrap();
        assert!(!less.contains("temperature"), "{less}");
    }

    #[test]
    fn an_unknown_dialect_and_a_broken_request_are_refused() {
        assert_eq!(
            body("morse", ASKED, "[]").unwrap_err().code,
            "invalid_options"
        );
        let fault = body("anthropic", r#"{"model": 1}"#, "[]").unwrap_err();
        assert!(fault.message.contains("model"), "{}", fault.message);
    }

    #[test]
    fn neighbouring_texts_are_one_event() {
        let said = |text: &str| ModelEvent::Text { text: text.into() };
        assert_eq!(
            events(vec![said("a"), said("b")]),
            r#"[{"text":{"text":"ab"}}]"#
        );
        assert_eq!(events(Vec::new()), "[]");
    }

    #[test]
    fn a_refusal_names_its_parameter_and_its_kind() {
        let body = br#"{"error": {"message": "Unsupported value: 'temperature' does not support 0.5 with this model.",
            "type": "invalid_request_error", "param": "temperature", "code": "unsupported_value"}}"#;
        let read = failure("openai-chat", 400, "{}", body).unwrap();
        assert!(read.contains(r#""refused":"temperature""#), "{read}");
        assert!(read.contains(r#""kind":"invalid""#), "{read}");
        let limited = failure("anthropic", 429, r#"{"retry-after": "7"}"#, b"").unwrap();
        assert!(limited.contains(r#""retry_after_ms":7000"#), "{limited}");
    }
}
