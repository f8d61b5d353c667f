//! OpenAI Chat Completions, also as compatible servers speak it.

use super::{cache_control, content, kind, list, no_media, only, parts, texts, tool_choice, tools};
use crate::json::Json;
use crate::refusal::Refusal;

const FIELDS: [&str; 34] = [
    "model",
    "messages",
    "stream",
    "stream_options",
    "max_tokens",
    "max_completion_tokens",
    "temperature",
    "top_p",
    "top_k",
    "min_p",
    "stop",
    "seed",
    "presence_penalty",
    "frequency_penalty",
    "repetition_penalty",
    "logit_bias",
    "logprobs",
    "top_logprobs",
    "response_format",
    "tools",
    "tool_choice",
    "parallel_tool_calls",
    "reasoning_effort",
    "reasoning",
    "reasoning_format",
    "include_reasoning",
    "verbosity",
    "user",
    "safety_identifier",
    "prompt_cache_key",
    "metadata",
    "n",
    "store",
    "service_tier",
];

const MESSAGE: [&str; 10] = [
    "role",
    "content",
    "name",
    "tool_calls",
    "tool_call_id",
    "refusal",
    "reasoning",
    "reasoning_content",
    "reasoning_details",
    "annotations",
];

const PARTS: [(&str, &[&str]); 2] = [
    ("text", &["type", "text", "cache_control"]),
    ("refusal", &["type", "refusal"]),
];

pub(super) fn check(value: &Json<'_>) -> Result<(), Refusal> {
    only(value, "", &FIELDS)?;
    kind(
        value,
        "n",
        |n| n.count() == Some(1),
        "1 or left out: each further reply costs its own tokens",
    )?;
    kind(
        value,
        "store",
        |store| *store == Json::Bool(false),
        "false or left out",
    )?;
    kind(
        value,
        "service_tier",
        |tier| matches!(tier.text(), Some("default" | "flex")),
        "\"default\" or \"flex\"",
    )?;
    if let Some(options) = value.get("stream_options") {
        only(
            options,
            "stream_options",
            &["include_usage", "include_obfuscation"],
        )?;
    }
    let messages = value.get("messages").unwrap_or(&Json::Null);
    for message in list(messages, "messages")? {
        only(message, "messages", &MESSAGE)?;
        texts(
            message,
            "messages",
            &["name", "refusal", "tool_call_id", "reasoning_content"],
        )?;
        for name in ["reasoning", "reasoning_details", "annotations"] {
            if let Some(more) = message.get(name) {
                no_media(more, name)?;
            }
        }
        if let Some(content) = message.get("content") {
            parts(content, "messages", &PARTS)?;
            if let Json::List(parts) = content {
                parts.iter().try_for_each(cache_control)?;
            }
        }
        if let Some(calls) = message.get("tool_calls") {
            for call in list(calls, "tool_calls")? {
                only(
                    call,
                    "tool_calls",
                    &["id", "type", "index", "function", "extra_content"],
                )?;
                if let Some(more) = call.get("extra_content") {
                    no_media(more, "extra_content")?;
                }
                let function = call.get("function").unwrap_or(&Json::Null);
                only(function, "tool_calls.function", &["name", "arguments"])?;
                if !matches!(function, Json::Object(_)) {
                    return Err(content("tool_calls", "must each have a function"));
                }
            }
        }
    }
    tools(
        value,
        &[Some("function")],
        &["type", "function", "cache_control"],
    )?;
    tool_choice(value, &["auto", "none", "required", "function"])
}
