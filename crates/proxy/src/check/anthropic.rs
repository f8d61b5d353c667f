//! Anthropic Messages.

use super::{cache_control, content, kind, list, only, part, parts, tool_choice, tools};
use crate::json::Json;
use crate::refusal::Refusal;

const FIELDS: [&str; 17] = [
    "model",
    "messages",
    "system",
    "max_tokens",
    "stream",
    "temperature",
    "top_p",
    "top_k",
    "stop_sequences",
    "tools",
    "tool_choice",
    "thinking",
    "output_config",
    "output_format",
    "metadata",
    "cache_control",
    "service_tier",
];

const TEXT: (&str, &[&str]) = ("text", &["type", "text", "cache_control", "citations"]);

const BLOCKS: [(&str, &[&str]); 5] = [
    TEXT,
    (
        "tool_use",
        &["type", "id", "name", "input", "caller", "cache_control"],
    ),
    (
        "tool_result",
        &[
            "type",
            "tool_use_id",
            "content",
            "is_error",
            "cache_control",
        ],
    ),
    ("thinking", &["type", "thinking", "signature"]),
    ("redacted_thinking", &["type", "data"]),
];

pub(super) fn check(value: &Json<'_>) -> Result<(), Refusal> {
    only(value, "", &FIELDS)?;
    cache_control(value)?;
    // Priority costs more than the price that was reserved.
    kind(
        value,
        "service_tier",
        |tier| tier.text() == Some("standard_only"),
        "\"standard_only\"",
    )?;
    if let Some(system) = value.get("system") {
        parts(system, "system", &[TEXT])?;
        marks(system)?;
    }
    let messages = value.get("messages").unwrap_or(&Json::Null);
    for message in list(messages, "messages")? {
        only(message, "messages", &["role", "content"])?;
        let Some(content) = message.get("content") else {
            return Err(content("messages", "must each have a content"));
        };
        parts(content, "messages", &BLOCKS)?;
        marks(content)?;
        let Json::List(blocks) = content else {
            continue;
        };
        for block in blocks {
            if part(block, "messages", &BLOCKS)? == "tool_result"
                && let Some(result) = block.get("content")
            {
                parts(result, "a tool_result", &[TEXT])?;
                marks(result)?;
            }
        }
    }
    tools(
        value,
        &[None, Some("custom")],
        &[
            "type",
            "name",
            "description",
            "input_schema",
            "input_examples",
            "strict",
            "eager_input_streaming",
            "cache_control",
        ],
    )?;
    tool_choice(value, &["auto", "any", "tool", "none"])
}

fn marks(content: &Json<'_>) -> Result<(), Refusal> {
    match content {
        Json::List(blocks) => blocks.iter().try_for_each(cache_control),
        _ => Ok(()),
    }
}
