//! What kind of failure an error is.

use colloquy_schema::CallErrorKind;
use serde_json::Value;

/// Codes and types that mean that money, credits or a spending limit are used up: OpenAI (behind a 429), Anthropic (behind 402 or,
/// in `details`, 429) and DeepSeek.
const SPENT: [&str; 11] = [
    "insufficient_quota",
    "billing_error",
    "billing_hard_limit_reached",
    "billing_not_active",
    "credit_balance_exhausted",
    "credit_balance_too_low",
    "organization_spend_limit_exceeded",
    "organization_usage_limit_exceeded",
    "project_spend_limit_exceeded",
    "enforced_spend_limit_reached",
    "insufficient_balance",
];

/// What an error has about itself.
pub(super) struct Facts {
    pub(super) kind: CallErrorKind,
    /// The status, that of the error itself where it came behind a 200.
    pub(super) status: u16,
    pub(super) message: String,
    /// Path of the parameter that it is about; empty where it names none.
    pub(super) parameter: String,
}

impl Facts {
    /// Reads the JSON of an error; `Null` where there was none.
    pub(super) fn of(status: u16, value: &Value) -> Facts {
        // Most put it under `error`, some behind it as a text, vLLM and Mistral nowhere, FastAPI under `detail`.
        let error = match &value["error"] {
            Value::Null => value,
            error => error,
        };
        let detail = &value["detail"];
        let first = if detail.is_array() {
            &detail[0]
        } else {
            detail
        };
        let texts = [
            &error["message"],
            error,
            &first["msg"],
            first,
            &value["message"],
            &value["incomplete_details"]["reason"],
        ];
        let mut message = texts
            .into_iter()
            .find_map(Value::as_str)
            .unwrap_or_default()
            .to_owned();
        // OpenRouter's own message has little in it; the message of the provider behind it stands here.
        if let Some(raw) = error["metadata"]["raw"].as_str() {
            message = [&message, ": ", raw].concat();
        }
        let mut parameter = error["param"].as_str().unwrap_or_default().to_owned();
        let place = first["loc"].as_array().into_iter().flatten();
        for step in place
            .filter_map(Value::as_str)
            .filter(|step| *step != "body")
        {
            let dot = if parameter.is_empty() { "" } else { "." };
            parameter = [&parameter, dot, step].concat();
        }
        // OpenRouter, vLLM and llama.cpp repeat the status as a code.
        let own = [&error["code"], &error["status_code"], &error["status"]];
        let own = own.into_iter().find_map(number);
        let status = match own {
            Some(own) if status == 200 && (400..600).contains(&own) => own,
            _ => status,
        };
        let words = [
            &error["code"],
            &error["type"],
            &error["details"]["error_code"],
        ];
        let words: Vec<&str> = words.into_iter().filter_map(Value::as_str).collect();
        let flagged = error["metadata"]["reasons"].is_array();
        Facts {
            kind: kind(status, &words, &message.to_ascii_lowercase(), flagged),
            status,
            message,
            parameter,
        }
    }
}

fn number(value: &Value) -> Option<u16> {
    let number = value.as_u64().or_else(|| value.as_str()?.parse().ok());
    number.and_then(|number| u16::try_from(number).ok())
}

/// Judges by the codes where they are surer than the status, then by the status, then by the rest of the codes. `text` is the message in lower
/// case.
fn kind(status: u16, words: &[&str], text: &str, flagged: bool) -> CallErrorKind {
    use CallErrorKind::*;
    let is = |known: &[&str]| words.iter().any(|word| known.contains(word));
    let has = |part: &str| text.contains(part);
    if is(&["colloquy_proxy"])
        && let Some(kind) = proxy(words)
    {
        return kind;
    }
    if is(&SPENT)
        || has("credit balance is too low")
        || has("insufficient balance")
        || has("exceeded your current quota")
    {
        return Budget;
    }
    // Groq: the model wrote what is no call, or no JSON. Another attempt may do better.
    if is(&["tool_use_failed", "json_validate_failed"]) {
        return Overloaded;
    }
    let key = has("api key") || has("api_key") || has("x-api-key");
    let wrong = has("invalid") || has("incorrect") || has("not valid") || has("missing");
    match status {
        401 => Unauthorized,
        402 => Budget,
        403 if flagged => Invalid,
        403 => Unauthorized,
        // Gemini and xAI answer a wrong key so.
        400 if key && wrong => Unauthorized,
        // One request above the limit of a minute never fits.
        429 if has("request too large") => Invalid,
        429 => RateLimited,
        408 | 504 | 522 | 524 => Timeout,
        // SDKs try 409 (a lock) again; 498 is Groq's full house.
        409 | 425 | 498 | 500.. => Overloaded,
        400..500 => Invalid,
        _ if is(&[
            "authentication_error",
            "permission_error",
            "invalid_api_key",
            "permission_denied",
        ]) =>
        {
            Unauthorized
        }
        _ if is(&[
            "rate_limit_error",
            "rate_limit_exceeded",
            "too_many_requests",
            "slow_down",
            "tokens",
            "requests",
        ]) =>
        {
            RateLimited
        }
        _ if is(&["timeout_error", "timeout", "vector_store_timeout"]) => Timeout,
        _ if words.iter().any(|word| {
            [
                "invalid",
                "not_found",
                "context_length",
                "too_large",
                "policy",
                "BadRequest",
                "content_filter",
            ]
            .iter()
            .any(|part| word.contains(part))
        }) =>
        {
            Invalid
        }
        // Something broke after the reply had begun. Trying again is right more often than not, and bounded.
        _ => Overloaded,
    }
}

/// Judges an error of our own proxy where its status is not enough: 402, 429 and the like do.
fn proxy(words: &[&str]) -> Option<CallErrorKind> {
    use CallErrorKind::*;
    let is = |known: &[&str]| words.iter().any(|word| known.contains(word));
    Some(match () {
        _ if is(&["session_turns", "session_tokens", "daily_budget"]) => Budget,
        _ if is(&["rate_limited", "session_busy"]) => RateLimited,
        // The provider refused the proxy's key, behind a 502.
        _ if is(&["upstream_refused_key"]) => Unauthorized,
        // Behind a 403, but it is the request that is wrong.
        _ if is(&["model_not_allowed"]) => Invalid,
        _ if is(&["upstream_timeout"]) => Timeout,
        _ => return None,
    })
}
