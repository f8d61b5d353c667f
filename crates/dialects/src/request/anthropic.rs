//! Anthropic Messages: <https://platform.claude.com/docs/en/api/messages>.
//!
//! Strict schemas are `output_config.format`, without a beta header. The proxy adds `x-api-key` and `anthropic-version`.

use super::{Conversation, Part, arguments, begin, effort, enforced, result_text, sampling, tools};
use crate::json::Json;
use crate::names::{Names, plain};
use crate::{Parameter, Refused, Rewrite};
use colloquy_schema::ModelRequest;
use colloquy_schema::contract::Provider;

/// Greatest temperature that is taken; the others take up to 2.
const HOTTEST: f64 = 1.0;
/// Longest id of a tool call; Anthropic's own have 30 characters.
const ID_CHARS: usize = 64;
/// Marks the end of what is to be cached (for five minutes after each use).
const CACHED: &str = r#","cache_control":{"type":"ephemeral"}"#;

pub(crate) fn body(request: &ModelRequest, refused: &Refused, rewrite: Rewrite) -> String {
    let names = Names::of(&request.tools);
    let thinking = |kind: &str| matches!(kind, "thinking" | "redacted_thinking");
    let conversation = Conversation::of(request, thinking, true);
    let settings = &request.settings;
    let mut body = begin(request);
    body.raw(r#","max_tokens":"#).count(settings.max_tokens);
    let temperature = settings.temperature.min(HOTTEST);
    // Newer models refuse both at once, and older ones do well with one.
    let top_p = settings
        .top_p
        .filter(|_| refused.contains(Parameter::Temperature));
    sampling(&mut body, temperature, top_p, refused);
    if !conversation.system.is_empty() {
        // What is cached before this block is the tools and the system prompt: the same bytes for every call of a session.
        body.raw(r#","system":[{"type":"text","text":"#);
        body.text(&conversation.system).raw(CACHED).raw("}]");
    }
    messages(&mut body, &conversation, &names);
    let tool = [r#"{"name":"#, r#","input_schema":"#, "}"];
    tools(&mut body, request, &names, refused, tool);
    output_config(&mut body, request, refused, rewrite);
    body.raw("}");
    body.done()
}

/// Writes how much is thought, and the schema of the reply.
fn output_config(body: &mut Json, request: &ModelRequest, refused: &Refused, rewrite: Rewrite) {
    let (effort, schema) = (
        effort(&request.settings, refused),
        enforced(request, refused),
    );
    if effort.is_none() && schema.is_none() {
        return;
    }
    body.raw(r#","output_config":{"#);
    if let Some(effort) = effort {
        body.next().raw(r#""effort":"#).text(effort);
    }
    if let Some(schema) = schema {
        body.next()
            .raw(r#""format":{"type":"json_schema","schema":"#)
            .value(&rewrite(&schema.schema, Provider::Anthropic))
            .raw("}");
    }
    body.raw("}");
}

fn messages(body: &mut Json, conversation: &Conversation, names: &Names) {
    body.raw(r#","messages":["#);
    for (at, turn) in conversation.turns.iter().enumerate() {
        let role = if turn.user { "user" } else { "assistant" };
        body.next().raw(r#"{"role":"#).text(role);
        body.raw(r#","content":["#);
        for (place, part) in turn.parts.iter().enumerate() {
            let cached = conversation.stable == Some((at, place));
            body.next();
            block(body, part, names, if cached { CACHED } else { "" });
        }
        body.raw("]}");
    }
    body.raw("]");
}

fn block(body: &mut Json, part: &Part, names: &Names, cached: &str) {
    match part {
        Part::Text(text) => body.raw(r#"{"type":"text","text":"#).text(text),
        Part::Opaque(block) => {
            body.value(block);
            return;
        }
        Part::Call(call) => body
            .raw(r#"{"type":"tool_use","id":"#)
            .text(&plain(&call.id, ID_CHARS))
            .raw(r#","name":"#)
            .text(&names.wire(&call.name))
            .raw(r#","input":"#)
            .value(&arguments(call)),
        Part::Result(result) => body
            .raw(r#"{"type":"tool_result","tool_use_id":"#)
            .text(&plain(&result.id, ID_CHARS))
            .raw(r#","content":"#)
            .text(&result_text(&result.result)),
    };
    body.raw(cached).raw("}");
}
