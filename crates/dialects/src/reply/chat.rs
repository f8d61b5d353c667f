//! The chunks of OpenAI Chat Completions, and what others make of them. A whole reply is read as one chunk: it has
//! `message` where a chunk has `delta`.

use super::gather::Gather;
use super::{Next, gave_up, items, text, tokens};
use colloquy_schema::{CallErrorKind, StopReason, Usage};
use serde_json::{Value, json};

/// Reads one chunk.
pub(super) fn read(chunk: &Value, gather: &mut Gather) -> Next {
    // Its own chunk at the end, the last chunk, every chunk with the sum so far, or Groq's own place.
    for usage in [&chunk["usage"], &chunk["x_groq"]["usage"]] {
        if usage.is_object() {
            gather.usage = counts(usage);
        }
    }
    // We ask for one choice; more would be other replies.
    let choices = items(&chunk["choices"]);
    let Some(choice) = choices
        .iter()
        .find(|one| one["index"].as_u64().unwrap_or(0) == 0)
    else {
        return Next::More;
    };
    if choice["error"].is_object() {
        return Next::Reported(choice.clone());
    }
    // Perplexity sends the whole so far beside each piece.
    let whole = choice["message"].is_object() && !choice["delta"].is_object();
    let delta = &choice[if whole { "message" } else { "delta" }];
    content(&delta["content"], gather);
    gather.refusal(text(&delta["refusal"]));
    reasoning(delta, gather);
    for call in items(&delta["tool_calls"]) {
        tool_call(call, gather);
    }
    gather.stop = match text(&choice["finish_reason"]) {
        "" => gather.stop,
        "length" | "max_tokens" | "model_length" => Some(StopReason::MaxTokens),
        "tool_calls" | "function_call" | "tool_use" => Some(StopReason::ToolUse),
        "content_filter" | "refusal" => Some(StopReason::Refusal),
        // vLLM, OpenRouter, DeepSeek: the model did not finish, and will not.
        "abort" | "error" => {
            return gave_up(CallErrorKind::Overloaded, "the provider gave the reply up");
        }
        "insufficient_system_resource" => {
            return gave_up(
                CallErrorKind::Overloaded,
                "the provider is short of resources",
            );
        }
        _ => Some(StopReason::End),
    };
    if whole {
        return Next::Done;
    }
    Next::More
}

/// Takes content: a text, nothing, or Mistral's list of parts, of which thinking is one.
fn content(content: &Value, gather: &mut Gather) {
    gather.text(text(content));
    for part in items(content) {
        if part["type"] == "text" {
            gather.text(text(&part["text"]));
        }
    }
}

/// Keeps reasoning out of the text: DeepSeek's and llama.cpp's `reasoning_content`, OpenRouter's `reasoning_details`. Its other
/// name, `reasoning`, is nothing that is taken back.
fn reasoning(delta: &Value, gather: &mut Gather) {
    let piece = text(&delta["reasoning_content"]);
    if !piece.is_empty() {
        let piece = json!({ "type": "reasoning_content", "text": piece });
        gather.opaque_piece(&piece, &["type"], &["text"]);
    }
    for detail in items(&delta["reasoning_details"]) {
        if text(&detail["type"]).starts_with("reasoning.") {
            let grow = ["text", "summary", "data", "signature"];
            gather.opaque_piece(detail, &["type", "index"], &grow);
        }
    }
}

/// Takes one tool call or a piece of it. Without an index, a piece that brings a name or an id begins a call, unless there is
/// one of that id; any other belongs to the last one.
fn tool_call(call: &Value, gather: &mut Gather) {
    let id = text(&call["id"]);
    let name = text(&call["function"]["name"]);
    let begins = !gather.has_call(id) && (!id.is_empty() || !name.is_empty());
    let key = match (call["index"].as_u64(), gather.last_key()) {
        (Some(index), _) => index,
        (None, Some(last)) if !begins => last,
        // Above every index, so that no other has it.
        _ => (1 << 32) + gather.calls() as u64,
    };
    gather.call(key, id, name, &call["function"]["arguments"]);
}

fn counts(usage: &Value) -> Usage {
    // OpenAI, DeepSeek, Together.
    let cached = [
        &usage["prompt_tokens_details"]["cached_tokens"],
        &usage["prompt_cache_hit_tokens"],
        &usage["cached_tokens"],
    ];
    Usage {
        input_tokens: tokens(&usage["prompt_tokens"]),
        output_tokens: tokens(&usage["completion_tokens"]),
        cached_tokens: cached.into_iter().map(tokens).max().unwrap_or_default(),
        written_tokens: tokens(&usage["prompt_tokens_details"]["cache_write_tokens"]),
    }
}
