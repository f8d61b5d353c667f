//! What the tests of this crate share.
#![allow(dead_code)]
#![allow(
    clippy::disallowed_methods,
    reason = "tests read their cases from files"
)]

use colloquy_dialects::{Dialect, Reply, reported};
use colloquy_schema::{CallSettings, Message, ModelEvent, ModelRequest, Role, ToolSpec};
use serde_json::{Value, json};
use std::path::PathBuf;
use std::sync::LazyLock;

/// One recorded response.
pub(crate) struct Recording {
    pub(crate) name: String,
    pub(crate) dialect: Dialect,
    pub(crate) bytes: Vec<u8>,
    pub(crate) expected: Value,
}

/// Returns the folder of the cases.
pub(crate) fn cases() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases/streams")
}

/// Returns all recordings, in the order of their names.
pub(crate) fn recordings() -> &'static [Recording] {
    static ALL: LazyLock<Vec<Recording>> = LazyLock::new(load);
    &ALL
}

fn load() -> Vec<Recording> {
    let mut all = Vec::new();
    for dialect in Dialect::ALL {
        for entry in std::fs::read_dir(cases().join(dialect.name())).expect("there are cases") {
            let path = entry.expect("a case").path();
            if path.extension().is_none_or(|extension| extension != "txt") {
                continue;
            }
            let expected = std::fs::read_to_string(path.with_extension("json"));
            all.push(Recording {
                name: format!("{}/{}", dialect.name(), path.file_stem().unwrap().display()),
                dialect,
                bytes: std::fs::read(&path).expect("a recording"),
                expected: expected.map_or(Value::Null, |text| {
                    serde_json::from_str(&text).expect("JSON")
                }),
            });
        }
    }
    all.sort_by(|a, b| a.name.cmp(&b.name));
    all
}

/// Returns a tool.
pub(crate) fn tool(name: &str) -> ToolSpec {
    ToolSpec {
        name: name.into(),
        description: format!("Does {name}."),
        parameters: json!({ "type": "object", "properties": { "name": { "type": "string" } }, "additionalProperties": false }),
    }
}

/// Returns the request that every recording is an answer to.
pub(crate) fn request() -> ModelRequest {
    ModelRequest {
        model: "a-model".into(),
        messages: vec![
            Message::new(Role::System, "You lead an interview."),
            Message::new(Role::User, "Begin."),
        ],
        settings: CallSettings {
            max_tokens: 500,
            temperature: 0.7,
            top_p: None,
            effort: None,
        },
        schema: None,
        tools: ["capabilities.describe", "get_user_option", "persist_data"]
            .map(tool)
            .into(),
    }
}

/// Reads a whole response at once.
pub(crate) fn read(dialect: Dialect, bytes: &[u8]) -> Vec<ModelEvent> {
    let mut reply = Reply::new(dialect, &request());
    let mut events = reply.push(bytes);
    events.extend(reply.end());
    let events = joined(events);
    assert_eq!(read_apart(dialect, bytes), events);
    events
}

/// The same where an error inside of the reply is read by whoever has the reply.
fn read_apart(dialect: Dialect, bytes: &[u8]) -> Vec<ModelEvent> {
    let mut reply = Reply::without_errors(dialect, &request());
    let mut events = reply.push(bytes);
    events.extend(reply.end());
    let error = reply.reported();
    events.extend(error.map(|error| ModelEvent::Failed(reported(dialect, &error).error)));
    joined(events)
}

/// Joins neighbouring texts.
pub(crate) fn joined(events: Vec<ModelEvent>) -> Vec<ModelEvent> {
    let mut out: Vec<ModelEvent> = Vec::new();
    for event in events {
        match (out.last_mut(), event) {
            (Some(ModelEvent::Text { text: had }), ModelEvent::Text { text }) => {
                had.push_str(&text)
            }
            (_, event) => out.push(event),
        }
    }
    out
}
