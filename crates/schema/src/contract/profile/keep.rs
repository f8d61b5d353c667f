//! Which keywords a provider accepts.

use super::Provider;
use serde_json::Value;

/// Formats of texts that OpenAI and Anthropic enforce.
const FORMATS: [&str; 9] = [
    "date-time",
    "time",
    "date",
    "duration",
    "email",
    "hostname",
    "ipv4",
    "ipv6",
    "uuid",
];

/// Returns whether a keyword that holds no schema is sent on as it is.
pub(super) fn keeps(provider: Provider, keyword: &str, value: &Value) -> bool {
    let openai = provider == Provider::OpenAi;
    let anthropic = provider == Provider::Anthropic;
    match keyword {
        "type" | "title" => true,
        "const" => is_plain(value),
        "enum" => value
            .as_array()
            .is_some_and(|choices| choices.iter().all(is_plain)),
        "minItems" => !anthropic || matches!(value.as_u64(), Some(0 | 1)),
        "maxItems" | "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" => !anthropic,
        "multipleOf" | "pattern" => openai,
        "minLength" | "maxLength" => provider == Provider::Generic,
        "format" => value.as_str().is_some_and(|format| match provider {
            Provider::OpenAi => FORMATS.contains(&format),
            Provider::Anthropic => format == "uri" || FORMATS.contains(&format),
            Provider::Generic => FORMATS[..3].contains(&format) || format == "uuid",
        }),
        _ => false,
    }
}

/// Returns whether a keyword constrains no value and can be left out without a word.
pub(super) fn is_silent(keyword: &str) -> bool {
    let silent = [
        "$schema",
        "$id",
        "id",
        "$anchor",
        "$dynamicAnchor",
        "$recursiveAnchor",
        "$comment",
        "$vocabulary",
        "$defs",
        "definitions",
        "readOnly",
        "writeOnly",
    ];
    silent.contains(&keyword)
}

fn is_plain(value: &Value) -> bool {
    !value.is_object() && !value.is_array()
}
