//! Replies that are too much, and replies that go back.

mod support;

use colloquy_dialects::{
    ARGUMENT_BYTES, CALLS, Dialect, EVENT_BYTES, OPAQUE_BYTES, Refused, Reply, TEXT_BYTES,
};
use colloquy_schema::{
    CallErrorKind, Message, ModelEvent, ModelRequest, RawReply, Role, ToolCall, ToolResult,
};
use serde_json::{Value, json};
use support::{read, recordings, request};

fn event(value: Value) -> Vec<u8> {
    format!("data: {value}\n\n").into_bytes()
}

/// Sends pieces until the reply has ended; returns how many were taken, and the last event.
fn flood(dialect: Dialect, pieces: impl Iterator<Item = Vec<u8>>) -> (usize, Option<ModelEvent>) {
    let mut reply = Reply::new(dialect, &request());
    for (count, piece) in pieces.enumerate() {
        if let Some(last @ (ModelEvent::Done(_) | ModelEvent::Failed(_))) = reply.push(&piece).pop()
        {
            return (count, Some(last));
        }
    }
    (usize::MAX, None)
}

fn delta(dialect: Dialect, text: &str) -> Value {
    match dialect {
        Dialect::Anthropic => {
            json!({ "type": "content_block_delta", "index": 0, "delta": { "type": "text_delta", "text": text } })
        }
        Dialect::OpenAiChat => json!({ "choices": [{ "delta": { "content": text } }] }),
        Dialect::OpenAiResponses => json!({ "type": "response.output_text.delta", "delta": text }),
    }
}

fn is_too_long(last: Option<ModelEvent>, what: &str) -> bool {
    matches!(last, Some(ModelEvent::Failed(error)) if error.kind == CallErrorKind::Invalid && error.message.contains(what))
}

#[test]
fn text_without_end_fails_at_the_bound() {
    let piece = "x".repeat(1 << 14);
    for dialect in Dialect::ALL {
        let (count, last) = flood(
            dialect,
            std::iter::repeat_n(event(delta(dialect, &piece)), 500),
        );
        assert_eq!(count, TEXT_BYTES >> 14, "{}", dialect.name());
        assert!(is_too_long(last, "text is longer"));
    }
}

#[test]
fn three_megabytes_in_one_event_fail_and_show_nothing() {
    for dialect in Dialect::ALL {
        let events = read(dialect, &event(delta(dialect, &"x".repeat(3 << 20))));
        assert_eq!(events.len(), 1, "{}", dialect.name());
        assert!(is_too_long(events.last().cloned(), "text is longer"));
    }
}

#[test]
fn arguments_calls_and_reasoning_have_bounds() {
    let piece = "x".repeat(1 << 14);
    let chat = |delta: Value| event(json!({ "choices": [{ "delta": delta }] }));
    let arguments =
        chat(json!({ "tool_calls": [{ "index": 0, "function": { "arguments": piece } }] }));
    let (count, last) = flood(Dialect::OpenAiChat, std::iter::repeat_n(arguments, 500));
    assert_eq!(count, ARGUMENT_BYTES >> 14);
    assert!(is_too_long(last, "arguments"));

    let calls = (0..500).map(|index| {
        chat(json!({ "tool_calls": [{ "index": index, "id": format!("c{index}") }] }))
    });
    let (count, last) = flood(Dialect::OpenAiChat, calls);
    assert_eq!(count, CALLS);
    assert!(is_too_long(last, "list of tool calls"));

    let reasoning = chat(json!({ "reasoning_content": piece }));
    let (count, last) = flood(Dialect::OpenAiChat, std::iter::repeat_n(reasoning, 500));
    assert!(count <= OPAQUE_BYTES >> 14);
    assert!(is_too_long(last, "reasoning"));

    let begin = event(
        json!({ "type": "content_block_start", "index": 0, "content_block": { "type": "thinking", "thinking": "" } }),
    );
    let think = event(
        json!({ "type": "content_block_delta", "index": 0, "delta": { "type": "thinking_delta", "thinking": piece } }),
    );
    let (count, last) = flood(
        Dialect::Anthropic,
        std::iter::once(begin).chain(std::iter::repeat_n(think, 500)),
    );
    assert!(count <= (OPAQUE_BYTES >> 14) + 1);
    assert!(is_too_long(last, "reasoning"));
}

#[test]
fn a_line_or_a_body_without_end_fails_at_the_bound() {
    let piece = vec![b'x'; 1 << 20];
    for begin in [&b"data: {"[..], b"{"] {
        let pieces = std::iter::once(begin.to_vec()).chain(std::iter::repeat_n(piece.clone(), 20));
        let (count, last) = flood(Dialect::OpenAiChat, pieces);
        assert!(count <= (EVENT_BYTES >> 20) + 1);
        assert!(is_too_long(last, "longer"));
    }
}

#[test]
fn keep_alives_cost_nothing_however_many_there_are() {
    let mut reply = Reply::new(Dialect::OpenAiChat, &request());
    for _ in 0..100_000 {
        assert_eq!(reply.push(b": keep-alive\n\n"), []);
    }
    let events = reply.push(&event(delta(Dialect::OpenAiChat, "So?")));
    assert_eq!(events, [ModelEvent::Text { text: "So?".into() }]);
}

#[test]
fn deep_nesting_is_refused_and_not_recursed_into() {
    let deep = ["data: {\"a\":", &"[".repeat(100_000), "\n\n"].concat();
    for dialect in Dialect::ALL {
        let events = read(dialect, deep.as_bytes());
        assert!(
            matches!(&events[..], [ModelEvent::Failed(error)] if error.kind == CallErrorKind::Network)
        );
    }
}

#[test]
fn json_that_is_no_reply_is_an_error_with_a_remedy() {
    for dialect in Dialect::ALL {
        let events = read(dialect, br#"{"status":"","ok":true}"#);
        assert!(
            matches!(&events[..], [ModelEvent::Failed(error)] if error.kind == CallErrorKind::Invalid && error.message.contains(dialect.name()))
        );
    }
}

fn done(dialect: Dialect, name: &str) -> RawReply {
    let name = format!("{}/{name}", dialect.name());
    let recording = recordings()
        .iter()
        .find(|one| one.name == name)
        .expect("the recording");
    match read(dialect, &recording.bytes).pop() {
        Some(ModelEvent::Done(reply)) => reply,
        other => panic!("{name}: {other:?}"),
    }
}

/// The request that follows a reply with tool calls.
fn next(reply: &RawReply) -> ModelRequest {
    let mut request = request();
    let result = |call: &ToolCall| ToolResult {
        id: call.id.clone(),
        result: json!("ok"),
    };
    request.messages.push(Message {
        tool_calls: reply.tool_calls.clone(),
        opaque: reply.opaque.clone(),
        ..Message::new(Role::Assistant, reply.text.clone())
    });
    request.messages.push(Message {
        tool_results: reply.tool_calls.iter().map(result).collect(),
        ..Message::new(Role::User, "")
    });
    request
}

fn body(dialect: Dialect, request: &ModelRequest) -> Value {
    serde_json::from_str(&dialect.body(request, &Refused::default())).unwrap()
}

#[test]
fn thinking_goes_back_where_it_stood() {
    let body = body(
        Dialect::Anthropic,
        &next(&done(Dialect::Anthropic, "interleaved")),
    );
    assert_eq!(
        body["messages"][1]["content"],
        json!([
            { "type": "text", "text": "One moment. " },
            { "type": "thinking", "thinking": "Which tool?", "signature": "c2lnMQ==" },
            { "type": "tool_use", "id": "toolu_01C", "name": "persist_data", "input": { "data": {} } },
            { "type": "thinking", "thinking": "And now?", "signature": "c2lnMg==" },
            { "type": "text", "text": "Done." },
        ])
    );
}

#[test]
fn reasoning_items_go_back_before_the_calls_they_led_to() {
    let body = body(
        Dialect::OpenAiResponses,
        &next(&done(Dialect::OpenAiResponses, "interleaved")),
    );
    let kinds: Vec<&str> = body["input"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| {
            ["id", "call_id", "role"]
                .iter()
                .find_map(|key| item[*key].as_str())
                .unwrap()
        })
        .collect();
    assert_eq!(
        kinds,
        [
            "user", "rs_1", "call_a", "rs_2", "call_b", "call_a", "call_b"
        ]
    );
}

#[test]
fn deepseek_s_reasoning_goes_back_with_its_calls_only() {
    let mut reply = done(Dialect::OpenAiChat, "deepseek-tools");
    let message = |reply: &RawReply| body(Dialect::OpenAiChat, &next(reply))["messages"][2].clone();
    assert_eq!(message(&reply)["reasoning_content"], "I need the list.");
    reply.tool_calls.clear();
    assert_eq!(message(&reply)["reasoning_content"], Value::Null);
    assert_eq!(
        done(Dialect::OpenAiChat, "vllm-reasoning").opaque,
        Vec::<Value>::new()
    );
}

#[test]
fn blocks_of_one_dialect_are_not_sent_in_another() {
    for dialect in Dialect::ALL {
        for recording in recordings().iter().filter(|one| one.dialect != dialect) {
            let Some(ModelEvent::Done(reply)) = read(recording.dialect, &recording.bytes).pop()
            else {
                continue;
            };
            let with = body(dialect, &next(&reply));
            let without = body(
                dialect,
                &next(&RawReply {
                    opaque: Vec::new(),
                    ..reply
                }),
            );
            assert_eq!(with, without, "{} in {}", recording.name, dialect.name());
        }
    }
}

#[test]
fn a_text_that_was_changed_goes_back_whole() {
    let mut reply = done(Dialect::Anthropic, "interleaved");
    reply.text = "…".into();
    let body = body(Dialect::Anthropic, &next(&reply));
    let texts = body["messages"][1]["content"].as_array().unwrap().iter();
    let texts: Vec<&str> = texts.filter_map(|block| block["text"].as_str()).collect();
    assert_eq!(texts, ["…"]);
}

#[test]
fn calls_without_ids_get_ones_that_no_other_call_has() {
    let chunk = |index: u32, id: &str| {
        event(
            json!({ "choices": [{ "delta": { "tool_calls": [{ "index": index, "id": id, "function": { "name": "persist_data", "arguments": "{}" } }] } }] }),
        )
    };
    let mut request = request();
    for (turn, expected) in [["call_1", "call_2", "x"], ["call_4", "call_5", "call_6"]]
        .into_iter()
        .enumerate()
    {
        let mut reply = Reply::new(Dialect::OpenAiChat, &request);
        for (index, id) in ["", "", "x"].into_iter().enumerate() {
            assert_eq!(reply.push(&chunk(index as u32, id)), []);
        }
        let Some(ModelEvent::Done(reply)) = reply.push(b"data: [DONE]\n\n").pop() else {
            panic!("turn {turn} has ended");
        };
        let ids: Vec<&str> = reply
            .tool_calls
            .iter()
            .map(|call| call.id.as_str())
            .collect();
        assert_eq!(ids, expected);
        request = next(&reply);
    }
}
