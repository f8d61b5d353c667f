//! Responses of model APIs: the bytes are one, read as each dialect would, as a reply and as an error.

use crate::input::{random, sizes};
use colloquy_dialects::{
    ARGUMENT_BYTES, CALLS, Dialect, MESSAGE_CHARS, OPAQUE_BYTES, Refused, Reply, TEXT_BYTES, failed,
};
use colloquy_schema::{
    CallError, CallSettings, Message, ModelEvent, ModelRequest, RawReply, Role, ToolResult,
    ToolSpec,
};
use serde_json::json;

/// One end, last, the same for any cut; bounded texts; and a reply can be sent back.
pub(crate) fn check(bytes: &[u8]) {
    let sizes = sizes(bytes);
    for dialect in Dialect::ALL {
        let whole = read(dialect, bytes, &[usize::MAX]);
        assert_eq!(read(dialect, bytes, &sizes), whole, "{}", dialect.name());
        let ends = |event: &&ModelEvent| !matches!(event, ModelEvent::Text { .. });
        assert_eq!(whole.iter().filter(ends).count(), 1, "one end");
        match whole.last() {
            Some(ModelEvent::Done(reply)) => check_reply(dialect, reply),
            Some(ModelEvent::Failed(error)) => check_error(error),
            other => panic!("it ends with {other:?}"),
        }
        let statuses = [200, 400, 401, 403, 413, 429, 500, 503, 529, 600];
        let status = *random(bytes).pick(&statuses);
        let header = |name: &str| {
            (name != "date")
                .then(|| String::from_utf8_lossy(&bytes[..bytes.len().min(40)]).into_owned())
        };
        check_error(&failed(dialect, status, &header, bytes).error);
        check_error(&failed(dialect, status, &|_| None, bytes).error);
    }
}

/// Reads the response in pieces of these sizes, neighbouring texts joined.
fn read(dialect: Dialect, bytes: &[u8], sizes: &[usize]) -> Vec<ModelEvent> {
    let mut reply = Reply::new(dialect, &request());
    let mut events: Vec<ModelEvent> = Vec::new();
    let mut add = |list: Vec<ModelEvent>| {
        for event in list {
            match (events.last_mut(), event) {
                (Some(ModelEvent::Text { text: had }), ModelEvent::Text { text }) => {
                    had.push_str(&text)
                }
                (_, event) => events.push(event),
            }
        }
    };
    let mut rest = bytes;
    for size in sizes.iter().cycle() {
        if rest.is_empty() {
            break;
        }
        let (piece, after) = rest.split_at((*size).min(rest.len()));
        add(reply.push(piece));
        rest = after;
    }
    add(reply.end());
    add(reply.push(bytes));
    add(reply.end());
    events
}

fn request() -> ModelRequest {
    let tool = |name: &str| ToolSpec {
        name: name.into(),
        description: name.into(),
        parameters: json!({ "type": "object" }),
    };
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

fn check_reply(dialect: Dialect, reply: &RawReply) {
    assert!(reply.text.len() <= TEXT_BYTES);
    assert!(reply.tool_calls.len() <= CALLS);
    let arguments: usize = reply
        .tool_calls
        .iter()
        .map(|call| call.arguments.to_string().len())
        .sum();
    // Written again they can be longer: a control character is one byte of text and six of JSON.
    assert!(
        arguments <= 8 * ARGUMENT_BYTES,
        "{arguments} bytes of arguments"
    );
    let opaque: usize = reply
        .opaque
        .iter()
        .map(|block| format!("{block:?}").len())
        .sum();
    assert!(opaque <= 8 * OPAQUE_BYTES, "{opaque} bytes of reasoning");
    let mut ids: Vec<&str> = reply
        .tool_calls
        .iter()
        .map(|call| call.id.as_str())
        .collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(
        ids.len(),
        reply.tool_calls.len(),
        "each call has an id of its own"
    );
    let mut request = request();
    let results = reply.tool_calls.iter().map(|call| ToolResult {
        id: call.id.clone(),
        result: json!({ "status": "ok" }),
    });
    let mut said = Message::new(Role::Assistant, &reply.text);
    said.tool_calls = reply.tool_calls.clone();
    said.opaque = reply.opaque.clone();
    let mut answered = Message::new(Role::User, "");
    answered.tool_results = results.collect();
    request.messages.extend([said, answered]);
    for to in Dialect::ALL {
        let body = to.body(&request, &Refused::default());
        let read: Result<serde_json::Value, _> = serde_json::from_str(&body);
        assert!(
            read.is_ok(),
            "what {} said goes to {} as {body:?}",
            dialect.name(),
            to.name()
        );
    }
}

fn check_error(error: &CallError) {
    assert!(
        error.message.chars().count() <= MESSAGE_CHARS + 1,
        "{:?}",
        error.message
    );
}
