//! OpenAI Chat Completions: <https://platform.openai.com/docs/api-reference/chat>, and what its many imitators make of it.

use super::{
    Conversation, Part, Turn, arguments, begin, effort, enforced, result_text, sampling,
    schema_name, tools,
};
use crate::json::{self, Json};
use crate::names::Names;
use crate::{Parameter, Refused, Rewrite};
use colloquy_schema::ModelRequest;
use colloquy_schema::contract::Provider;

pub(crate) fn body(request: &ModelRequest, refused: &Refused, rewrite: Rewrite) -> String {
    let names = Names::of(&request.tools);
    let conversation = Conversation::of(request, is_reasoning, false);
    let settings = &request.settings;
    let mut body = begin(request);
    if let Some(name) = limit(&request.model, refused) {
        body.raw(",").text(name).raw(":").count(settings.max_tokens);
    }
    sampling(&mut body, settings.temperature, settings.top_p, refused);
    if let Some(effort) = effort(settings, refused) {
        body.raw(r#","reasoning_effort":"#).text(effort);
    }
    if !refused.contains(Parameter::StreamOptions) {
        body.raw(r#","stream_options":{"include_usage":true}"#);
    }
    body.raw(r#","messages":["#);
    if !conversation.system.is_empty() {
        body.raw(r#"{"role":"system","content":"#);
        body.text(&conversation.system).raw("}");
    }
    for turn in &conversation.turns {
        if turn.user {
            user(&mut body, turn);
        } else {
            assistant(&mut body, turn, &names);
        }
    }
    body.raw("]");
    let tool = [
        r#"{"type":"function","function":{"name":"#,
        r#","parameters":"#,
        "}}",
    ];
    tools(&mut body, request, &names, refused, tool);
    if let Some(schema) = enforced(request, refused) {
        let provider = if is_openai(&request.model) {
            Provider::OpenAi
        } else {
            Provider::Generic
        };
        body.raw(
            r#","response_format":{"type":"json_schema","json_schema":{"strict":true,"name":"#,
        )
        .text(&schema_name(schema))
        .raw(r#","schema":"#)
        .value(&rewrite(&schema.schema, provider))
        .raw("}}");
    }
    body.raw("}");
    body.done()
}

/// Returns what the limit on the reply is called. Everybody understands `max_tokens` but OpenAI's newer models; only OpenAI is
/// sure to understand the other, and who does not know it may write without end.
fn limit(model: &str, refused: &Refused) -> Option<&'static str> {
    let old = ("max_tokens", Parameter::MaxTokens);
    let new = ("max_completion_tokens", Parameter::MaxCompletionTokens);
    let names = if is_openai(model) {
        [new, old]
    } else {
        [old, new]
    };
    let name = names.into_iter().find(|(_, name)| !refused.contains(*name));
    name.map(|(name, _)| name)
}

/// True for names of OpenAI's own models, `openai/` before them or not: `gpt-5.1`, `o3`, `chatgpt-4o-latest`. The open ones,
/// `gpt-oss`, run anywhere.
fn is_openai(model: &str) -> bool {
    let name = model.rsplit('/').next().unwrap_or_default();
    let numbered = |rest: &str| rest.starts_with(|c: char| c.is_ascii_digit());
    name.strip_prefix("gpt-").is_some_and(numbered)
        || name.strip_prefix('o').is_some_and(numbered)
        || name.starts_with("chatgpt-")
}

/// True for the types of opaque blocks that a reply in this dialect leaves.
fn is_reasoning(kind: &str) -> bool {
    kind.starts_with("reasoning.") || kind == "reasoning_content"
}

/// A user's turn: results of tools are messages of their own, before the text.
fn user(body: &mut Json, turn: &Turn) {
    for part in &turn.parts {
        if let Part::Result(result) = part {
            body.next()
                .raw(r#"{"role":"tool","tool_call_id":"#)
                .text(&result.id)
                .raw(r#","content":"#)
                .text(&result_text(&result.result))
                .raw("}");
        }
    }
    let text = text(turn);
    if !text.is_empty() {
        body.next().raw(r#"{"role":"user","content":"#);
        body.text(&text).raw("}");
    }
}

fn assistant(body: &mut Json, turn: &Turn, names: &Names) {
    let (mut calls, mut details) = (Json::default(), Json::default());
    let mut reasoning = None;
    calls.raw("[");
    details.raw("[");
    for part in &turn.parts {
        match part {
            Part::Call(call) => {
                calls
                    .next()
                    .raw(r#"{"id":"#)
                    .text(&call.id)
                    .raw(r#","type":"function","function":{"name":"#)
                    .text(&names.wire(&call.name))
                    .raw(r#","arguments":"#)
                    .text(&json::text(&arguments(call)))
                    .raw("}}");
            }
            Part::Opaque(block) if block["type"] == "reasoning_content" => {
                reasoning = Some(&block["text"]);
            }
            Part::Opaque(block) => {
                details.next().value(block);
            }
            _ => {}
        }
    }
    let text = text(turn);
    body.next().raw(r#"{"role":"assistant","content":"#);
    if text.is_empty() {
        body.raw("null");
    } else {
        body.text(&text);
    }
    let (calls, details) = (calls.done(), details.done());
    if calls.len() > 1 {
        // DeepSeek wants its reasoning back together with the calls it led to, and nowhere else.
        if let Some(reasoning) = reasoning {
            body.raw(r#","reasoning_content":"#).value(reasoning);
        }
        body.raw(r#","tool_calls":"#).raw(&calls).raw("]");
    }
    if details.len() > 1 {
        body.raw(r#","reasoning_details":"#).raw(&details).raw("]");
    }
    body.raw("}");
}

fn text(turn: &Turn) -> String {
    let texts = turn.parts.iter().filter_map(|part| match part {
        Part::Text(text) => Some(text.as_ref()),
        _ => None,
    });
    texts.collect::<Vec<_>>().join("\n\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_has_the_name_the_model_is_likely_to_know() {
        let mut refused = Refused::default();
        for (model, name) in [
            ("gpt-5.1", "max_completion_tokens"),
            ("openai/o4-mini", "max_completion_tokens"),
            ("chatgpt-4o-latest", "max_completion_tokens"),
            ("openai/gpt-oss-20b", "max_tokens"),
            ("olmo2", "max_tokens"),
            ("llama3.3", "max_tokens"),
        ] {
            assert_eq!(limit(model, &refused), Some(name), "{model}");
        }
        refused.insert(Parameter::MaxTokens);
        assert_eq!(
            limit("my-deployment", &refused),
            Some("max_completion_tokens")
        );
        refused.insert(Parameter::MaxCompletionTokens);
        assert_eq!(limit("my-deployment", &refused), None);
    }
}
