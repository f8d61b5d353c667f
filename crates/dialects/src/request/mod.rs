//! Makes turns of messages, as providers want them: one system text, then the sides by turns, the user's first.

pub(crate) mod anthropic;
pub(crate) mod chat;
pub(crate) mod responses;

use crate::json::{self, Json};
use crate::names::Names;
use crate::{Parameter, Refused};
use colloquy_schema::{
    CallSettings, Message, ModelRequest, Role, StrictSchema, ToolCall, ToolResult,
};
use serde_json::{Map, Value};
use std::borrow::Cow;

/// `type` of the entries of `opaque` that record where in a reply the block behind them stood; they are sent to nobody.
pub(crate) const PLACE: &str = "colloquy_place";

/// Longest name of a schema, in characters, as both OpenAI dialects ask for.
const SCHEMA_NAME_CHARS: usize = 64;

/// The user message where a conversation would begin with the assistant: providers and the chat templates
/// of local models want the user first.
const OPENING: &str = "(The interview begins.)";

/// One piece of a turn.
pub(crate) enum Part<'a> {
    Text(Cow<'a, str>),
    Call(&'a ToolCall),
    Result(&'a ToolResult),
    Opaque(&'a Value),
}

/// All messages of one side until the other has one.
#[derive(Default)]
pub(crate) struct Turn<'a> {
    pub(crate) user: bool,
    pub(crate) parts: Vec<Part<'a>>,
}

/// A request's messages by turns.
pub(crate) struct Conversation<'a> {
    /// All system messages; empty where there is none.
    pub(crate) system: String,
    pub(crate) turns: Vec<Turn<'a>>,
    /// Turn and part that end what the next call repeats: the last of the user's parts before the last message, which
    /// holds the engine's state and changes every time.
    pub(crate) stable: Option<(usize, usize)>,
}

impl<'a> Conversation<'a> {
    /// Reads the messages. Of the opaque blocks only those whose type `keeps` are there: another dialect's mean nothing here.
    /// They stand where they were when `placed`, else before everything else of their message.
    pub(crate) fn of(
        request: &'a ModelRequest,
        keeps: fn(&str) -> bool,
        placed: bool,
    ) -> Conversation<'a> {
        let mut out = Conversation {
            system: String::new(),
            turns: Vec::new(),
            stable: None,
        };
        let last = request.messages.len().saturating_sub(1);
        for (at, message) in request.messages.iter().enumerate() {
            match message.role {
                Role::System => {
                    let gap = if out.system.is_empty() { "" } else { "\n\n" };
                    for part in [gap, &message.text] {
                        out.system.push_str(part);
                    }
                }
                Role::User => out.user(message, at < last),
                Role::Assistant => out.assistant(message, keeps, placed),
            }
        }
        if out.turns.first().is_none_or(|turn| !turn.user) {
            let parts = vec![Part::Text(OPENING.into())];
            out.turns.insert(0, Turn { user: true, parts });
            out.stable = out.stable.map(|(turn, part)| (turn + 1, part));
        }
        out
    }

    fn user(&mut self, message: &'a Message, stable: bool) {
        for result in &message.tool_results {
            let part = if self.is_called(&result.id) {
                Part::Result(result)
            } else {
                // Its call was dropped with the older half of the history; providers refuse a result on its own.
                Part::Text(result_text(&result.result).into())
            };
            self.push(true, part);
        }
        self.text(true, &message.text);
        if stable && let Some(turn) = self.turns.last().filter(|turn| turn.user) {
            self.stable = Some((self.turns.len() - 1, turn.parts.len() - 1));
        }
    }

    /// Puts an assistant's message in: text, calls and opaque blocks in the order in which they came.
    fn assistant(&mut self, message: &'a Message, keeps: fn(&str) -> bool, placed: bool) {
        let (mut text, mut calls) = (0, 0);
        let mut place = &Value::Null;
        for block in &message.opaque {
            let kind = block["type"].as_str().unwrap_or_default();
            if placed && kind == PLACE {
                place = block;
            }
            if !keeps(kind) {
                continue;
            }
            let until = |key: &str| place[key].as_u64().unwrap_or_default() as usize;
            // A text that is another by now (redacted, say) is not cut.
            if let Some(part) = message.text.get(text..until("text")) {
                self.text(false, part);
                text = until("text");
            }
            if let Some(some) = message.tool_calls.get(calls..until("tool_calls")) {
                some.iter()
                    .for_each(|call| self.push(false, Part::Call(call)));
                calls = until("tool_calls");
            }
            self.push(false, Part::Opaque(block));
        }
        self.text(false, &message.text[text..]);
        for call in &message.tool_calls[calls..] {
            self.push(false, Part::Call(call));
        }
    }

    /// Puts text in, unless it is blank: providers refuse a blank text.
    fn text(&mut self, user: bool, text: &'a str) {
        if !text.trim().is_empty() {
            self.push(user, Part::Text(text.into()));
        }
    }

    fn push(&mut self, user: bool, part: Part<'a>) {
        if self.turns.last().is_none_or(|turn| turn.user != user) {
            let parts = Vec::new();
            self.turns.push(Turn { user, parts });
        }
        if let Some(turn) = self.turns.last_mut() {
            turn.parts.push(part);
        }
    }

    /// True when the assistant's turn that is being answered has a call of this id.
    fn is_called(&self, id: &str) -> bool {
        let turn = self.turns.iter().rev().find(|turn| !turn.user);
        turn.into_iter()
            .flat_map(|turn| &turn.parts)
            .any(|part| matches!(part, Part::Call(call) if call.id == id))
    }
}

/// Returns a result as a model reads it: a text as it is, anything else as JSON.
pub(crate) fn result_text(result: &Value) -> String {
    match result {
        Value::String(text) => text.clone(),
        other => json::text(other),
    }
}

/// Returns the arguments of a call as the object that every provider asks for. What the model wrote instead stands under
/// one key, so that it sees its own mistake.
pub(crate) fn arguments(call: &ToolCall) -> Value {
    match &call.arguments {
        Value::Object(_) => call.arguments.clone(),
        Value::Null => Value::Object(Map::new()),
        other => {
            let mut map = Map::new();
            map.insert("unreadable_arguments".into(), other.clone());
            Value::Object(map)
        }
    }
}

/// Returns a tool's schema; without one, that of no arguments.
///
/// It is not enforced by the provider: strict modes forbid objects with keys of their own, which some tools take, and what a
/// model calls a tool with is checked at dispatch anyway.
pub(crate) fn parameters(schema: &Value) -> Value {
    let mut map = schema.as_object().cloned().unwrap_or_default();
    // Providers ask for both, where JSON Schema does not.
    if !map.contains_key("type") {
        map.insert("type".into(), "object".into());
    }
    if !map.contains_key("properties") {
        map.insert("properties".into(), Value::Object(Map::new()));
    }
    Value::Object(map)
}

/// Returns a schema's name as providers take it.
pub(crate) fn schema_name(schema: &StrictSchema) -> String {
    crate::names::plain(&schema.name, SCHEMA_NAME_CHARS)
}

/// Begins a body with what every dialect has.
pub(crate) fn begin(request: &ModelRequest) -> Json {
    let mut body = Json::default();
    body.raw(r#"{"model":"#)
        .text(&request.model)
        .raw(r#","stream":true"#);
    body
}

/// Writes temperature and `top_p`, unless they are refused.
pub(crate) fn sampling(body: &mut Json, temperature: f64, top_p: Option<f64>, refused: &Refused) {
    if !refused.contains(Parameter::Temperature) {
        body.raw(r#","temperature":"#).value(&temperature.into());
    }
    if let Some(top_p) = top_p
        && !refused.contains(Parameter::TopP)
    {
        body.raw(r#","top_p":"#).value(&top_p.into());
    }
}

/// Returns how much the model is to think, where the host sets it and it was not refused.
pub(crate) fn effort<'a>(settings: &'a CallSettings, refused: &Refused) -> Option<&'a str> {
    let effort = settings.effort.as_deref();
    effort.filter(|_| !refused.contains(Parameter::Effort))
}

/// Writes the tools, unless they are refused: each as `before` its name, name, description, the key of its parameters, these, and what
/// comes `behind`.
pub(crate) fn tools(
    body: &mut Json,
    request: &ModelRequest,
    names: &Names,
    refused: &Refused,
    [before, key, behind]: [&str; 3],
) {
    if request.tools.is_empty() || refused.contains(Parameter::Tools) {
        return;
    }
    body.raw(r#","tools":["#);
    for tool in &request.tools {
        body.next().raw(before).text(&names.wire(&tool.name));
        body.raw(r#","description":"#).text(&tool.description);
        body.raw(key)
            .value(&parameters(&tool.parameters))
            .raw(behind);
    }
    body.raw("]");
}

/// Returns the schema to be enforced, unless it is refused.
pub(crate) fn enforced<'a>(
    request: &'a ModelRequest,
    refused: &Refused,
) -> Option<&'a StrictSchema> {
    let schema = request.schema.as_ref();
    schema.filter(|_| !refused.contains(Parameter::Schema))
}
