//! OpenAI Responses: <https://platform.openai.com/docs/api-reference/responses>. Nothing is stored at the provider; the reasoning comes
//! encrypted and is sent back.

use super::{
    Conversation, Part, arguments, begin, effort, enforced, result_text, sampling, schema_name,
    tools,
};
use crate::json::{self, Json};
use crate::names::Names;
use crate::{Parameter, Refused, Rewrite};
use colloquy_schema::ModelRequest;
use colloquy_schema::contract::Provider;

/// The least `max_output_tokens` that is taken.
const LEAST_TOKENS: u32 = 16;

pub(crate) fn body(request: &ModelRequest, refused: &Refused, rewrite: Rewrite) -> String {
    let names = Names::of(&request.tools);
    let conversation = Conversation::of(request, |kind| kind == "reasoning", true);
    let settings = &request.settings;
    let mut body = begin(request);
    body.raw(r#","store":false"#);
    if !refused.contains(Parameter::EncryptedReasoning) {
        body.raw(r#","include":["reasoning.encrypted_content"]"#);
    }
    if !refused.contains(Parameter::MaxTokens) {
        body.raw(r#","max_output_tokens":"#);
        body.count(settings.max_tokens.max(LEAST_TOKENS));
    }
    sampling(&mut body, settings.temperature, settings.top_p, refused);
    if let Some(effort) = effort(settings, refused) {
        body.raw(r#","reasoning":{"effort":"#).text(effort).raw("}");
    }
    if !conversation.system.is_empty() {
        body.raw(r#","instructions":"#).text(&conversation.system);
    }
    body.raw(r#","input":["#);
    for turn in &conversation.turns {
        for part in &turn.parts {
            body.next();
            item(&mut body, part, turn.user, &names);
        }
    }
    body.raw("]");
    // Left out, `strict` would mean true, which asks for every argument and refuses many schemas.
    let tool = [
        r#"{"type":"function","strict":false,"name":"#,
        r#","parameters":"#,
        "}",
    ];
    tools(&mut body, request, &names, refused, tool);
    if let Some(schema) = enforced(request, refused) {
        body.raw(r#","text":{"format":{"type":"json_schema","strict":true,"name":"#)
            .text(&schema_name(schema))
            .raw(r#","schema":"#)
            .value(&rewrite(&schema.schema, Provider::OpenAi))
            .raw("}}");
    }
    body.raw("}");
    body.done()
}

fn item(body: &mut Json, part: &Part, user: bool, names: &Names) {
    match part {
        Part::Text(text) => {
            let role = if user { "user" } else { "assistant" };
            body.raw(r#"{"role":"#).text(role);
            body.raw(r#","content":"#).text(text)
        }
        Part::Opaque(item) => {
            body.value(item);
            return;
        }
        Part::Call(call) => body
            .raw(r#"{"type":"function_call","call_id":"#)
            .text(&call.id)
            .raw(r#","name":"#)
            .text(&names.wire(&call.name))
            .raw(r#","arguments":"#)
            .text(&json::text(&arguments(call))),
        Part::Result(result) => body
            .raw(r#"{"type":"function_call_output","call_id":"#)
            .text(&result.id)
            .raw(r#","output":"#)
            .text(&result_text(&result.result)),
    };
    body.raw("}");
}
