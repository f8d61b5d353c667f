//! Which parameter of a request an error is about.

use crate::{Dialect, Parameter};

/// What each parameter is called in errors, in lower case. The first one that a message names is meant: another may be named
/// behind it as what to use instead.
const NAMES: [(&str, Parameter); 22] = [
    ("temperature", Parameter::Temperature),
    ("top_p", Parameter::TopP),
    ("max_completion_tokens", Parameter::MaxCompletionTokens),
    ("max_output_tokens", Parameter::MaxTokens),
    ("max_tokens", Parameter::MaxTokens),
    ("stream_options", Parameter::StreamOptions),
    ("response_format", Parameter::Schema),
    ("text.format", Parameter::Schema),
    ("output_config.effort", Parameter::Effort),
    ("effort", Parameter::Effort),
    ("output_config", Parameter::Schema),
    ("output_format", Parameter::Schema),
    ("output format", Parameter::Schema),
    ("json_schema", Parameter::Schema),
    ("structured output", Parameter::Schema),
    ("schema is too complex", Parameter::Schema),
    ("grammar", Parameter::Schema),
    ("support tools", Parameter::Tools),
    ("support tool", Parameter::Tools),
    ("support function calling", Parameter::Tools),
    ("encrypted_content", Parameter::EncryptedReasoning),
    ("encrypted content", Parameter::EncryptedReasoning),
];

/// Words of an error that refuses a parameter as such, and not its value.
const REFUSING: [&str; 13] = [
    "support",
    "deprecated",
    "not permitted",
    "not allowed",
    "is allowed",
    "extra",
    "unknown",
    "unrecognized",
    "unexpected",
    "forbidden",
    "unavailable",
    "cannot",
    "instead",
];

/// Finds the refused parameter. `path` is where the error places it, empty where it does not.
///
/// A complaint about the value of a temperature or a schema counts as well: the reply is checked here anyway, so it is better to go
/// on without. The limit on the reply's length is only let go where it is refused as such, and never with Anthropic, where
/// it must be there.
pub(super) fn parameter(
    dialect: Dialect,
    status: u16,
    message: &str,
    path: &str,
) -> Option<Parameter> {
    if !matches!(status, 200 | 400 | 404 | 415 | 422 | 501) {
        return None;
    }
    let message = message.to_ascii_lowercase();
    if of_tool(&message) || of_tool(path) {
        return None;
    }
    let refuses = REFUSING.iter().any(|word| message.contains(word));
    let found = named(path).or_else(|| named(&message).filter(|_| refuses || path.is_empty()));
    let found = match found? {
        // "temperature and top_p cannot both be specified"
        Parameter::Temperature if message.contains("cannot both") => Parameter::TopP,
        found => found,
    };
    let limit = matches!(found, Parameter::MaxTokens | Parameter::MaxCompletionTokens);
    if limit && (!refuses || dialect == Dialect::Anthropic) {
        return None;
    }
    Some(found)
}

/// True for a complaint about one tool or its schema, which cannot be left out of it. `tools.` at the end of a sentence is
/// no path into them.
fn of_tool(text: &str) -> bool {
    let named = ["tools[", "for function", "input_schema"];
    let mut paths = text.split("tools.").skip(1);
    named.iter().any(|part| text.contains(part))
        || paths.any(|rest| rest.starts_with(|c: char| c.is_ascii_alphanumeric()))
}

/// Finds the parameter whose name stands first; of two at one place, the longer one.
fn named(text: &str) -> Option<Parameter> {
    let places = NAMES.iter().filter_map(|(name, parameter)| {
        let at = text.find(name)?;
        Some((at, usize::MAX - name.len(), *parameter))
    });
    places.min().map(|(_, _, parameter)| parameter)
}
