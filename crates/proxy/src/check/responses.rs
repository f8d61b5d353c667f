//! OpenAI Responses.

use super::{content, kind, list, no_media, only, part, parts, shown, tool_choice, tools};
use crate::json::Json;
use crate::refusal::{Code, Refusal};

const FIELDS: [&str; 24] = [
    "model",
    "input",
    "instructions",
    "stream",
    "stream_options",
    "store",
    "max_output_tokens",
    "temperature",
    "top_p",
    "top_logprobs",
    "tools",
    "tool_choice",
    "parallel_tool_calls",
    "text",
    "reasoning",
    "include",
    "metadata",
    "user",
    "safety_identifier",
    "prompt_cache_key",
    "truncation",
    "service_tier",
    "background",
    "max_tool_calls",
];

/// Nothing else may be asked to come along: the rest belongs to tools that the provider runs.
const INCLUDE: [&str; 2] = [
    "reasoning.encrypted_content",
    "message.output_text.logprobs",
];

const PARTS: [(&str, &[&str]); 3] = [
    ("input_text", &["type", "text"]),
    ("output_text", &["type", "text", "annotations", "logprobs"]),
    ("refusal", &["type", "refusal"]),
];

const ITEMS: [(&str, &[&str]); 4] = [
    (
        "message",
        &["type", "id", "role", "content", "status", "phase"],
    ),
    (
        "function_call",
        &["type", "id", "call_id", "name", "arguments", "status"],
    ),
    (
        "function_call_output",
        &["type", "id", "call_id", "output", "status"],
    ),
    (
        "reasoning",
        &[
            "type",
            "id",
            "summary",
            "content",
            "encrypted_content",
            "status",
        ],
    ),
];

pub(super) fn check(value: &Json<'_>) -> Result<(), Refusal> {
    only(value, "", &FIELDS)?;
    kind(
        value,
        "background",
        |one| *one == Json::Bool(false),
        "false or left out: nobody would end it",
    )?;
    kind(
        value,
        "service_tier",
        |tier| matches!(tier.text(), Some("default" | "flex")),
        "\"default\" or \"flex\"",
    )?;
    if value.get("store") != Some(&Json::Bool(false)) {
        return Err(Refusal::new(
            Code::FieldRequired,
            "store must be false: left out, the provider keeps the conversation",
        ));
    }
    if let Some(options) = value.get("stream_options") {
        only(options, "stream_options", &["include_obfuscation"])?;
    }
    if let Some(include) = value.get("include") {
        for one in list(include, "include")? {
            let name = one.text().unwrap_or_default();
            if !INCLUDE.contains(&name) {
                let message = format!("include {} is not passed on; leave it out", shown(name));
                return Err(Refusal::new(Code::FieldNotAllowed, message));
            }
        }
    }
    kind(
        value,
        "instructions",
        |one| matches!(one, Json::Text(_) | Json::Null),
        "a text",
    )?;
    match value.get("input") {
        Some(Json::Text(_)) => {}
        Some(Json::List(items)) => items.iter().try_for_each(item)?,
        _ => return Err(content("input", "must be a text or a list of items")),
    }
    tools(
        value,
        &[Some("function")],
        &["type", "name", "description", "parameters", "strict"],
    )?;
    tool_choice(value, &["auto", "none", "required", "function"])
}

fn item(item: &Json<'_>) -> Result<(), Refusal> {
    // A message may leave its type out.
    if item.get("type").is_none() && item.get("role").is_some() {
        only(item, "input", &["role", "content"])?;
    } else {
        part(item, "input", &ITEMS)?;
    }
    if item.get("type").and_then(Json::text) == Some("reasoning") {
        return no_media(item, "input");
    }
    for name in ["content", "output"] {
        if let Some(content) = item.get(name) {
            parts(content, "input", &PARTS)?;
            no_media(content, "input")?;
        }
    }
    Ok(())
}
