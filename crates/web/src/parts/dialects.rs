//! One call of a model: the body that is sent, and the response that is read.

use crate::bridge::{argument, text};
use crate::error::Error;
use colloquy_dialects::{Dialect, Parameter, Refused, Reply, Rewrite};
use colloquy_schema::{ModelEvent, ModelRequest, codec};
use serde_json::{Value, json};

/// A response that is about to be read.
type Begun = Result<Box<dyn Response>, Error>;

/// Finds what rewrites the schema of a request that has one, which few have: it is a part of its own.
type FindRewrite = fn() -> Result<Rewrite, Error>;

/// What this part gives out.
pub(crate) struct Table {
    pub(crate) path: fn(&str) -> Result<&'static str, Error>,
    pub(crate) body: fn(&str, &str, &str, FindRewrite) -> Result<String, Error>,
    pub(crate) response: fn(&str, &str) -> Begun,
}

pub(crate) static TABLE: Table = Table {
    path: |name| Ok(dialect(name)?.path()),
    body,
    response: |name, asked| {
        let reply = Reply::without_errors(dialect(name)?, &request(asked)?);
        Ok(Box::new(reply))
    },
};

/// One response with a status of success while it is read.
pub(crate) trait Response {
    /// Takes bytes in and returns JSON text of the events that they bring. One that is `{reported}` is the provider's error, for
    /// [`super::failures`] to read, and the last.
    fn push(&mut self, bytes: &[u8]) -> String;

    /// Takes the end of the connection and returns JSON text of what was still missing.
    fn end(&mut self) -> String;
}

impl Response for Reply {
    fn push(&mut self, bytes: &[u8]) -> String {
        events(Reply::push(self, bytes), self.reported())
    }

    fn end(&mut self) -> String {
        events(Reply::end(self), self.reported())
    }
}

/// Everything that a model may refuse.
const PARAMETERS: [Parameter; 9] = [
    Parameter::Temperature,
    Parameter::TopP,
    Parameter::MaxTokens,
    Parameter::MaxCompletionTokens,
    Parameter::Schema,
    Parameter::StreamOptions,
    Parameter::Tools,
    Parameter::EncryptedReasoning,
    Parameter::Effort,
];

/// Finds a dialect by its name.
///
/// # Errors
/// When there is none of that name: a session of a later version, or a file that was changed by hand.
pub(super) fn dialect(name: &str) -> Result<Dialect, Error> {
    let wrong = "this version does not speak that dialect: it speaks anthropic, openai-chat and openai-responses";
    Dialect::named(name).ok_or_else(|| Error::argument(wrong))
}

/// Reads a request as the engine writes it.
fn request(text: &str) -> Result<ModelRequest, Error> {
    if let Some(request) = codec::read_text(text) {
        return Ok(request);
    }
    codec::read(argument(text)?)
        .map_err(|fault| Error::argument(&["the request: ", &fault].concat()))
}

/// Writes the body of a call; `refused` is a JSON array of the names of parameters that are left out.
fn body(
    name: &str,
    asked: &str,
    refused: &str,
    find_rewrite: FindRewrite,
) -> Result<String, Error> {
    let mut left_out = Refused::default();
    for refused in argument(refused)?.as_array().into_iter().flatten() {
        let named = |parameter: &Parameter| refused.as_str() == Some(parameter.name());
        if let Some(parameter) = PARAMETERS.into_iter().find(named) {
            left_out.insert(parameter);
        }
    }
    let request = request(asked)?;
    let rewrite = match request.schema {
        Some(_) => find_rewrite()?,
        None => |schema: &Value, _| schema.clone(),
    };
    Ok(dialect(name)?.body_with(&request, &left_out, rewrite))
}

/// Writes events as JSON text, neighbouring texts joined: one piece of the network is one piece of the reply.
fn events(list: Vec<ModelEvent>, reported: Option<Value>) -> String {
    let mut joined: Vec<ModelEvent> = Vec::with_capacity(list.len().min(4));
    for event in list {
        match (joined.last_mut(), event) {
            (Some(ModelEvent::Text { text }), ModelEvent::Text { text: more }) => {
                text.push_str(&more);
            }
            (_, event) => joined.push(event),
        }
    }
    let mut all = json!(joined);
    if let (Some(events), Some(error)) = (all.as_array_mut(), reported) {
        events.push(json!({ "reported": error }));
    }
    text(&all)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn body(name: &str, asked: &str, refused: &str) -> Result<String, Error> {
        super::body(name, asked, refused, || {
            Err(Error::argument("no schema is expected"))
        })
    }

    const ASKED: &str = r#"{"model": "m", "messages": [{"role": "user", "text": "Hello"}],
        "settings": {"max_tokens": 10, "temperature": 0.5}}"#;

    #[test]
    fn what_was_refused_is_left_out() {
        let whole = body("openai-chat", ASKED, "[]").unwrap();
        assert!(whole.contains("\"temperature\""), "{whole}");
        let less = body("openai-chat", ASKED, r#"["temperature", "nonsense", 7]"#).unwrap();
        assert!(!less.contains("\"temperature\""), "{less}");
    }

    #[test]
    fn every_parameter_is_found_by_its_name() {
        let refused: Vec<&str> = PARAMETERS.into_iter().map(Parameter::name).collect();
        let less = body(
            "anthropic",
            ASKED,
            &serde_json::to_string(&refused).unwrap(),
        )
        .unwrap();
        assert!(!less.contains("temperature"), "{less}");
    }

    #[test]
    fn an_unknown_dialect_and_a_broken_request_are_refused() {
        assert_eq!(
            body("morse", ASKED, "[]").unwrap_err().code,
            "invalid_options"
        );
        let fault = body("anthropic", r#"{"model": 1}"#, "[]").unwrap_err();
        assert!(fault.message.contains("model"), "{}", fault.message);
    }

    #[test]
    fn neighbouring_texts_are_one_event() {
        let said = |text: &str| ModelEvent::Text { text: text.into() };
        assert_eq!(
            events(vec![said("a"), said("b")], None),
            r#"[{"text":{"text":"ab"}}]"#
        );
        assert_eq!(events(Vec::new(), None), "[]");
    }

    #[test]
    fn an_error_inside_of_a_reply_is_the_last_event_and_read_elsewhere() {
        let table = &TABLE;
        let mut response = (table.response)("anthropic", ASKED).unwrap();
        let error =
            r#"{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}"#;
        let line = ["event: error\ndata: ", error, "\n\n"].concat();
        let reported: Value = serde_json::from_str(&response.push(line.as_bytes())).unwrap();
        let expected: Value = serde_json::from_str(error).unwrap();
        assert_eq!(reported, json!([{ "reported": expected }]));
        assert_eq!(response.push(line.as_bytes()), "[]");
        assert_eq!(response.end(), "[]");
    }

    const TOOL: &str = "analyze.technical_skills";

    /// A request that offers a tool, with `more` messages behind the first.
    fn offering(more: Value) -> Value {
        let mut messages = json!([{ "role": "user", "text": "I led two people." }]);
        messages
            .as_array_mut()
            .unwrap()
            .extend(more.as_array().unwrap().clone());
        json!({
            "model": "m", "messages": messages, "settings": { "max_tokens": 10, "temperature": 0.5 },
            "tools": [{ "name": TOOL, "description": "Reads an answer.", "parameters": { "type": "object" } }],
        })
    }

    /// What a provider streams when a model thinks and calls the tool: the events' data, one by one.
    fn calling(dialect: &str) -> Vec<Value> {
        let (id, name, arguments) = (
            "call_1",
            "analyze_technical_skills",
            r#"{"answer_text": "I led"}"#,
        );
        match dialect {
            "anthropic" => vec![
                json!({ "type": "message_start", "message": { "id": "m1", "usage": { "input_tokens": 9 } } }),
                json!({ "type": "content_block_start", "index": 0,
                    "content_block": { "type": "thinking", "thinking": "", "signature": "" } }),
                json!({ "type": "content_block_delta", "index": 0,
                    "delta": { "type": "thinking_delta", "thinking": "Hm." } }),
                json!({ "type": "content_block_delta", "index": 0,
                    "delta": { "type": "signature_delta", "signature": "sealed" } }),
                json!({ "type": "content_block_stop", "index": 0 }),
                json!({ "type": "content_block_start", "index": 1,
                    "content_block": { "type": "tool_use", "id": id, "name": name, "input": {} } }),
                json!({ "type": "content_block_delta", "index": 1,
                    "delta": { "type": "input_json_delta", "partial_json": &arguments[..9] } }),
                json!({ "type": "content_block_delta", "index": 1,
                    "delta": { "type": "input_json_delta", "partial_json": &arguments[9..] } }),
                json!({ "type": "content_block_stop", "index": 1 }),
                json!({ "type": "message_delta", "delta": { "stop_reason": "tool_use" }, "usage": { "output_tokens": 7 } }),
                json!({ "type": "message_stop" }),
            ],
            "openai-chat" => {
                let chunk = |delta: Value, end: Value| json!({ "choices": [{ "index": 0, "delta": delta, "finish_reason": end }] });
                let call = |more: Value| json!({ "tool_calls": [more] });
                vec![
                    chunk(json!({ "role": "assistant", "content": null }), Value::Null),
                    chunk(json!({ "reasoning_content": "Hm." }), Value::Null),
                    chunk(
                        call(
                            json!({ "index": 0, "id": id, "type": "function", "function": { "name": name, "arguments": "" } }),
                        ),
                        Value::Null,
                    ),
                    chunk(
                        call(json!({ "index": 0, "function": { "arguments": arguments } })),
                        Value::Null,
                    ),
                    chunk(json!({}), "tool_calls".into()),
                    json!({ "choices": [], "usage": { "prompt_tokens": 9, "completion_tokens": 7 } }),
                ]
            }
            _ => {
                let thought = json!({ "type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "sealed" });
                let call = json!({ "type": "function_call", "id": "fc_1", "call_id": id, "name": name, "arguments": arguments });
                vec![
                    json!({ "type": "response.output_item.done", "output_index": 0, "item": thought }),
                    json!({ "type": "response.output_item.done", "output_index": 1, "item": call }),
                    json!({ "type": "response.completed", "response": { "status": "completed", "output": [thought, call],
                        "usage": { "input_tokens": 9, "output_tokens": 7 } } }),
                ]
            }
        }
    }

    #[test]
    fn a_tool_goes_out_its_call_comes_back_and_both_go_out_again() {
        for name in ["anthropic", "openai-chat", "openai-responses"] {
            let asked = offering(json!([])).to_string();
            let sent = body(name, &asked, "[]").unwrap();
            assert!(
                sent.contains(r#""name":"analyze_technical_skills""#),
                "{sent}"
            );

            let mut reply = Reply::new(dialect(name).unwrap(), &request(&asked).unwrap());
            let mut reported = Vec::new();
            for event in calling(name) {
                let line = format!("data: {event}\n\n");
                reported.extend(reply.push(line.as_bytes()));
            }
            reported.extend(reply.push(b"data: [DONE]\n\n"));
            reported.extend(reply.end());
            let read: Value = serde_json::from_str(&events(reported, None)).unwrap();
            let done = &read[0]["done"];
            let called =
                json!([{ "id": "call_1", "name": TOOL, "arguments": { "answer_text": "I led" } }]);
            assert_eq!(done["tool_calls"], called, "{name}: {read}");
            assert_eq!(done["stop"], "tool_use", "{name}");
            assert_eq!(done["opaque"].as_array().map(Vec::len), Some(1), "{name}");

            let again = offering(json!([
                { "role": "assistant", "text": "", "tool_calls": called, "opaque": done["opaque"] },
                { "role": "user", "text": "", "tool_results": [{ "id": "call_1", "result": { "status": "ok" } }] },
            ]));
            let sent = body(name, &again.to_string(), "[]").unwrap();
            let (call, result) = match name {
                "anthropic" => (r#""type":"tool_use""#, r#""tool_use_id":"call_1""#),
                "openai-chat" => (r#""tool_calls":["#, r#""tool_call_id":"call_1""#),
                _ => (r#""function_call""#, r#""function_call_output""#),
            };
            let thought = if name == "openai-chat" {
                "Hm."
            } else {
                "sealed"
            };
            let place = |what: &str| sent.find(what).unwrap_or_else(|| panic!("{what}: {sent}"));
            assert!(place(call) < place(result), "{sent}");
            assert!(place(thought) < place(result), "{sent}");
            // Refused by the model, the tool is not offered; what was called stays in the history.
            let without = body(name, &again.to_string(), r#"["tools"]"#).unwrap();
            assert!(!without.contains("Reads an answer."), "{without}");
        }
    }
}
