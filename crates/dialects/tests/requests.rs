//! Bodies as they are sent. `tests/cases/streams/<dialect>/bodies` holds one file for each request here.
#![allow(
    clippy::disallowed_methods,
    reason = "tests read their cases from files"
)]

mod support;

use colloquy_dialects::{Dialect, Parameter, Refused};
use colloquy_schema::contract::{Provider, profile};
use colloquy_schema::{Message, ModelRequest, Role, StrictSchema, ToolCall, ToolResult};
use serde_json::{Value, json};
use support::{cases, request, tool};

fn user(text: &str) -> Message {
    Message::new(Role::User, text)
}

fn assistant(text: &str) -> Message {
    Message::new(Role::Assistant, text)
}

fn call(id: &str, name: &str, arguments: Value) -> ToolCall {
    ToolCall {
        id: id.into(),
        name: name.into(),
        arguments,
    }
}

fn result(id: &str, result: Value) -> ToolResult {
    ToolResult {
        id: id.into(),
        result,
    }
}

fn schema() -> StrictSchema {
    StrictSchema {
        name: "question".into(),
        schema: json!({
            "type": "object",
            "properties": { "follow_up": { "type": "boolean" }, "question": { "type": "string" }, "aside": { "type": "string" } },
            "required": ["question", "follow_up", "aside"],
            "additionalProperties": false,
        }),
    }
}

/// An exchange with neighbouring messages of one side, blank ones, and the engine's state at the end.
fn conversation() -> ModelRequest {
    let mut request = request();
    request.settings.temperature = 1.4;
    request.settings.top_p = Some(0.95);
    request.schema = Some(schema());
    request.tools.clear();
    request.messages = vec![
        Message::new(Role::System, "You lead an interview."),
        user("The notes."),
        user("  \n"),
        user("Begin."),
        assistant("{\"question\":\"Why?\"}"),
        user("Because."),
        user("Question 2 of 5."),
    ];
    request
}

/// Tools in the past and on offer, with blocks of every dialect.
fn tools() -> ModelRequest {
    let mut request = request();
    request.messages = vec![
        Message::new(Role::System, "You lead an interview."),
        Message::new(Role::System, "Be brief."),
        Message {
            tool_results: vec![result(
                "call_gone",
                json!({ "of": "a call that was dropped" }),
            )],
            ..user("Begin.")
        },
        Message {
            tool_calls: vec![
                call(
                    "call_1",
                    "capabilities.describe",
                    json!({ "name": "persist_data" }),
                ),
                call("fn.get:2", "not.offered", json!("{\"cut")),
            ],
            opaque: vec![
                json!({ "type": "thinking", "thinking": "Hm.", "signature": "c2ln" }),
                json!({ "type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "gAAA" }),
                json!({ "type": "reasoning_content", "text": "Hm." }),
                json!({ "type": "reasoning.text", "text": "Hm.", "index": 0 }),
                json!({ "type": "colloquy_place", "text": 9, "tool_calls": 1 }),
                json!({ "type": "redacted_thinking", "data": "Emw" }),
                json!({ "type": "reasoning", "id": "rs_2", "summary": [], "encrypted_content": "gAAB" }),
                json!({ "type": "unheard_of" }),
            ],
            ..assistant("I look. Then I ask.")
        },
        Message {
            tool_results: vec![
                result("call_1", json!({ "status": "completed" })),
                result("fn.get:2", json!("tool_not_available")),
            ],
            ..user("")
        },
        user("Question 2 of 5."),
    ];
    request
}

/// The oldest messages were dropped, and the assistant comes first.
fn trimmed() -> ModelRequest {
    let mut request = request();
    request.tools.clear();
    request.messages = vec![assistant("Why?"), user("Because."), user("Question 9.")];
    request
}

fn body(dialect: Dialect, request: &ModelRequest, refused: &[Parameter]) -> Value {
    let mut all = Refused::default();
    refused.iter().for_each(|parameter| {
        all.insert(*parameter);
    });
    serde_json::from_str(&dialect.body(request, &all)).expect("a body is JSON")
}

#[test]
fn bodies_are_as_recorded() {
    let requests = [
        ("conversation", conversation()),
        ("tools", tools()),
        ("trimmed", trimmed()),
    ];
    let mut wrong = Vec::new();
    for dialect in Dialect::ALL {
        for (name, request) in &requests {
            let got = body(dialect, request, &[]);
            let path = cases()
                .join(dialect.name())
                .join("bodies")
                .join(format!("{name}.json"));
            if std::env::var_os("SHOW").is_some() {
                println!("{}/{name}\n{got:#}\n", dialect.name());
            }
            let expected = std::fs::read_to_string(&path).unwrap_or_default();
            let expected: Value = serde_json::from_str(&expected).unwrap_or_default();
            if got != expected {
                wrong.push(format!("{}\n{got:#}", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn properties_are_written_in_the_order_they_are_required() {
    for dialect in Dialect::ALL {
        let body = dialect.body(&conversation(), &Refused::default());
        let place = |key: &str| {
            body.find(&format!("\"{key}\":{{\"type\""))
                .expect("the property")
        };
        assert!(place("question") < place("follow_up"), "{body}");
        assert!(place("follow_up") < place("aside"), "{body}");
    }
}

#[test]
fn effort_is_requested_in_each_dialects_words() {
    for (dialect, path) in [
        (Dialect::Anthropic, "/output_config/effort"),
        (Dialect::OpenAiChat, "/reasoning_effort"),
        (Dialect::OpenAiResponses, "/reasoning/effort"),
    ] {
        let mut request = conversation();
        let plain = body(dialect, &request, &[]);
        assert!(plain.pointer(path).is_none(), "{plain}");
        request.settings.effort = Some("low".into());
        let body_of = |refused: &[Parameter]| body(dialect, &request, refused);
        assert_eq!(body_of(&[]).pointer(path), Some(&json!("low")));
        assert!(body_of(&[Parameter::Effort]).pointer(path).is_none());
        let schema = "/output_config/format/schema";
        let (before, after) = (plain.pointer(schema), body_of(&[]));
        assert_eq!(before, after.pointer(schema), "the schema stays beside it");
    }
}

#[test]
fn what_is_refused_is_left_out() {
    use Parameter::*;
    for (dialect, parameter, path) in [
        (Dialect::Anthropic, Temperature, "/temperature"),
        (Dialect::Anthropic, Schema, "/output_config"),
        (Dialect::Anthropic, Tools, "/tools"),
        (Dialect::OpenAiChat, Temperature, "/temperature"),
        (Dialect::OpenAiChat, TopP, "/top_p"),
        (Dialect::OpenAiChat, MaxTokens, "/max_tokens"),
        (Dialect::OpenAiChat, Schema, "/response_format"),
        (Dialect::OpenAiChat, StreamOptions, "/stream_options"),
        (Dialect::OpenAiChat, Tools, "/tools"),
        (Dialect::OpenAiResponses, Temperature, "/temperature"),
        (Dialect::OpenAiResponses, TopP, "/top_p"),
        (Dialect::OpenAiResponses, MaxTokens, "/max_output_tokens"),
        (Dialect::OpenAiResponses, Schema, "/text"),
        (Dialect::OpenAiResponses, Tools, "/tools"),
        (Dialect::OpenAiResponses, EncryptedReasoning, "/include"),
    ] {
        let request = ModelRequest {
            tools: vec![tool("a")],
            ..conversation()
        };
        let mut before = body(dialect, &request, &[]);
        let mut after = body(dialect, &request, &[parameter]);
        // Anthropic's models take one of the two: the other comes in its place.
        let other = after.as_object_mut().unwrap().remove("top_p");
        if parameter == Temperature && dialect == Dialect::Anthropic {
            assert!(other.is_some() && before.pointer("/top_p").is_none());
        } else if let Some(other) = other {
            after["top_p"] = other;
        }
        assert!(before.pointer(path).is_some(), "{} {path}", dialect.name());
        assert!(after.pointer(path).is_none(), "{} {path}", dialect.name());
        // Nothing else changed, but for the other name of the limit.
        before.as_object_mut().unwrap().remove(&path[1..]);
        let other = after
            .as_object_mut()
            .unwrap()
            .remove("max_completion_tokens");
        assert_eq!(other.is_some(), path == "/max_tokens");
        assert_eq!(before, after);
    }
}

#[test]
fn what_is_sent_before_the_state_is_the_same_bytes_in_the_next_call() {
    let first = conversation();
    let mut next = first.clone();
    next.messages.pop();
    next.messages.extend([
        assistant("And then?"),
        user("Then."),
        user("Question 3 of 5."),
    ]);
    for dialect in Dialect::ALL {
        let list = if dialect == Dialect::OpenAiResponses {
            "input"
        } else {
            "messages"
        };
        let messages = |request: &ModelRequest| {
            let body = body(dialect, request, &[]);
            // The marks of what to cache are no content.
            body[list]
                .to_string()
                .replace(r#""cache_control":{"type":"ephemeral"},"#, "")
        };
        let (first, next) = (messages(&first), messages(&next));
        let stable = first.find("Question 2").expect("the state") - r#"\n\n"#.len();
        let stable = first[..stable].rfind("Because.").expect("the answer") + "Because.".len();
        assert_eq!(first[..stable], next[..stable], "{}", dialect.name());
    }
}

#[test]
fn anthropic_caches_what_the_next_call_repeats() {
    let body = body(Dialect::Anthropic, &conversation(), &[]);
    let mark = json!({ "type": "ephemeral" });
    assert_eq!(body["system"][0]["cache_control"], mark);
    assert_eq!(body["messages"][2]["content"][0]["text"], "Because.");
    assert_eq!(body["messages"][2]["content"][0]["cache_control"], mark);
    assert_eq!(body.to_string().matches("cache_control").count(), 2);
}

#[test]
fn sides_alternate_and_the_user_begins_and_ends() {
    for dialect in [Dialect::Anthropic, Dialect::OpenAiChat] {
        for request in [conversation(), tools(), trimmed()] {
            let body = body(dialect, &request, &[]);
            let roles: Vec<&str> = body["messages"]
                .as_array()
                .unwrap()
                .iter()
                .filter_map(|message| message["role"].as_str())
                .filter(|role| !["system", "tool"].contains(role))
                .collect();
            assert_eq!((roles[0], roles[roles.len() - 1]), ("user", "user"));
            assert!(roles.windows(2).all(|pair| pair[0] != pair[1]), "{roles:?}");
        }
    }
}

#[test]
fn every_call_is_followed_by_its_result_in_each_dialect() {
    for (dialect, id, of) in [
        (Dialect::Anthropic, "\"id\":\"", "\"tool_use_id\":\""),
        (Dialect::OpenAiChat, "\"id\":\"", "\"tool_call_id\":\""),
        (Dialect::OpenAiResponses, "\"call_id\":\"", "\"call_id\":\""),
    ] {
        let body = body(dialect, &tools(), &[]).to_string();
        for call in [
            "call_1",
            if dialect == Dialect::Anthropic {
                "fn_get_2"
            } else {
                "fn.get:2"
            },
        ] {
            let asked = body.find(&format!("{id}{call}\"")).expect("the call");
            assert!(
                body[asked + 1..].contains(&format!("{of}{call}\"")),
                "{body}"
            );
        }
        assert!(!body.contains("call_gone"), "{body}");
    }
}

#[test]
fn names_are_found_again() {
    for dialect in Dialect::ALL {
        assert_eq!(Dialect::named(dialect.name()), Some(dialect));
    }
    assert_eq!(Dialect::named("scripted"), None);
}

#[test]
fn built_in_contracts_are_sent_as_each_provider_takes_them() {
    for contract in colloquy_schema::contract::BUILT_IN {
        let schema = colloquy_schema::contract::schema(contract).expect("a built-in contract");
        let strict = StrictSchema {
            name: contract.name().into(),
            schema: schema.clone(),
        };
        let request = ModelRequest {
            model: "gpt-5.1".into(),
            schema: Some(strict),
            ..conversation()
        };
        for (dialect, path, provider) in [
            (
                Dialect::Anthropic,
                "/output_config/format/schema",
                Provider::Anthropic,
            ),
            (
                Dialect::OpenAiChat,
                "/response_format/json_schema/schema",
                Provider::OpenAi,
            ),
            (
                Dialect::OpenAiResponses,
                "/text/format/schema",
                Provider::OpenAi,
            ),
        ] {
            let profiled = profile(&schema, provider);
            let body = body(dialect, &request, &[]);
            assert_eq!(body.pointer(path), Some(&profiled.schema));
            assert_eq!(profiled.report.over_limits, [], "{}", contract.name());
        }
        let local = ModelRequest {
            model: "gpt-oss:20b".into(),
            ..request
        };
        let body = body(Dialect::OpenAiChat, &local, &[]);
        let generic = profile(&schema, Provider::Generic).schema;
        assert_eq!(body["response_format"]["json_schema"]["schema"], generic);
    }
}

#[test]
fn what_the_respondent_reads_is_written_before_what_only_the_engine_reads() {
    let schema = colloquy_schema::contract::schema(colloquy_schema::Contract::Envelope)
        .expect("a built-in contract");
    let request = ModelRequest {
        model: "gpt-5.1".into(),
        schema: Some(StrictSchema {
            name: "envelope".into(),
            schema,
        }),
        ..conversation()
    };
    for dialect in Dialect::ALL {
        let body = dialect.body(&request, &Refused::default());
        let schema = &body[body.find("\"properties\":{").expect("a schema")..];
        let place = |key: &str| {
            schema
                .find(&format!("\"{key}\":{{"))
                .unwrap_or_else(|| panic!("{key} in {schema}"))
        };
        for later in ["metadata", "internal_tracking"] {
            assert!(
                place("response") < place(later),
                "{}: {schema}",
                dialect.name()
            );
        }
    }
}
