use std::path::PathBuf;

use super::{Checked, check, prompts};
use crate::config::{Dialect, Model};
use crate::refusal::{Code, Refusal};

const MOST: u64 = 1_000;

fn models() -> Vec<Model> {
    let model = |name: &str, dialect| Model {
        name: name.to_owned(),
        dialect,
        label: String::new(),
        upstream: 0,
        uri: hyper::Uri::default(),
        price: None,
        price_assumed: false,
    };
    let mut models: Vec<Model> = Dialect::ALL.map(|dialect| model("a-model", dialect)).into();
    models.push(model("chat-only", Dialect::OpenAiChat));
    models
}

fn try_(dialect: Dialect, body: &str) -> Result<Checked, Refusal> {
    check(dialect, body.as_bytes(), &models(), MOST)
}

fn code(dialect: Dialect, body: &str) -> Option<Code> {
    try_(dialect, body).err().map(|refusal| refusal.code)
}

/// A plain call with more fields; the first one may stand in place of its own.
fn with(dialect: Dialect, fields: &str) -> String {
    let mut usual = match dialect {
        Dialect::Anthropic => vec![
            ("max_tokens", "9"),
            ("messages", r#"[{"role":"user","content":"hi"}]"#),
        ],
        Dialect::OpenAiChat => vec![
            ("max_completion_tokens", "9"),
            ("messages", r#"[{"role":"user","content":"hi"}]"#),
        ],
        Dialect::OpenAiResponses => vec![
            ("max_output_tokens", "9"),
            ("store", "false"),
            ("input", "\"hi\""),
        ],
    };
    usual.insert(0, ("model", "\"a-model\""));
    let mut body: Vec<String> = usual
        .iter()
        .filter(|(name, _)| !fields.starts_with(&format!("\"{name}\":")))
        .map(|(name, value)| format!("\"{name}\":{value}"))
        .collect();
    if !fields.is_empty() {
        body.push(fields.to_owned());
    }
    format!("{{{}}}", body.join(","))
}

fn refused(dialect: Dialect, fields: &str) -> Option<Code> {
    assert_eq!(
        code(dialect, &with(dialect, "")),
        None,
        "the plain call passes"
    );
    code(dialect, &with(dialect, fields))
}

#[test]
fn every_body_that_our_dialects_write_passes() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases/streams");
    let mut seen = 0;
    for dialect in Dialect::ALL {
        for file in std::fs::read_dir(root.join(dialect.name()).join("bodies")).unwrap() {
            let file = file.unwrap().path();
            let body = std::fs::read_to_string(&file).unwrap();
            let checked = try_(dialect, &body);
            assert!(checked.is_ok(), "{}: {checked:?}", file.display());
            assert_eq!(checked.unwrap().output, 500);
            seen += 1;
        }
    }
    assert!(seen >= 9, "{seen} bodies");
}

#[test]
fn a_body_that_is_no_object_or_has_a_key_twice_is_refused() {
    for body in ["", "[]", "3", "{", r#"{"model":"a-model","model":"b"}"#] {
        assert_eq!(
            code(Dialect::Anthropic, body),
            Some(Code::BodyInvalid),
            "{body}"
        );
    }
    let twice = with(
        Dialect::Anthropic,
        r#""max_tokens":9,"max_tok\u0065ns":99999"#,
    );
    assert_eq!(code(Dialect::Anthropic, &twice), Some(Code::BodyInvalid));
}

#[test]
fn only_a_listed_model_passes_and_only_on_its_path() {
    let named = |dialect, name: &str| refused(dialect, &format!("\"model\":\"{name}\""));
    for name in ["other", "A-model", "a-model ", "a-model:online", ""] {
        assert_eq!(
            named(Dialect::Anthropic, name),
            Some(Code::ModelNotAllowed),
            "{name}"
        );
    }
    assert_eq!(named(Dialect::OpenAiChat, "chat-only"), None);
    assert_eq!(
        named(Dialect::OpenAiResponses, "chat-only"),
        Some(Code::ModelNotAllowed)
    );
    assert_eq!(
        refused(Dialect::Anthropic, "\"model\":7"),
        Some(Code::FieldRequired)
    );
    let message = try_(
        Dialect::OpenAiChat,
        &with(Dialect::OpenAiChat, "\"model\":\"x\""),
    )
    .unwrap_err()
    .message;
    assert!(message.contains("a-model, chat-only"), "{message}");
}

#[test]
fn the_most_output_must_be_given_and_within_the_limit() {
    for (dialect, name) in [
        (Dialect::Anthropic, "max_tokens"),
        (Dialect::OpenAiChat, "max_completion_tokens"),
        (Dialect::OpenAiResponses, "max_output_tokens"),
    ] {
        for value in [
            "0",
            "1001",
            "-1",
            "1.5",
            "1e3",
            "\"9\"",
            "null",
            "99999999999999999999",
        ] {
            let field = format!("\"{name}\":{value}");
            assert_eq!(
                refused(dialect, &field),
                Some(Code::OutputTokens),
                "{field}"
            );
        }
        assert_eq!(refused(dialect, &format!("\"{name}\":1000")), None);
        let without = with(dialect, "").replace(&format!("\"{name}\":9,"), "");
        assert_eq!(
            code(dialect, &without),
            Some(Code::OutputTokens),
            "{without}"
        );
    }
    let both = |one, two| {
        refused(
            Dialect::OpenAiChat,
            &format!("\"max_completion_tokens\":{one},\"max_tokens\":{two}"),
        )
    };
    assert_eq!(both(9, 1001), Some(Code::OutputTokens));
    let body = with(
        Dialect::OpenAiChat,
        "\"max_completion_tokens\":9,\"max_tokens\":20",
    );
    assert_eq!(
        try_(Dialect::OpenAiChat, &body).unwrap().output,
        20,
        "the larger one counts"
    );
}

#[test]
fn what_spends_or_fetches_beyond_a_plain_call_is_refused() {
    use Dialect::{Anthropic, OpenAiChat, OpenAiResponses};
    for (dialect, field) in [
        (OpenAiChat, r#""n":2"#),
        (OpenAiChat, r#""store":true"#),
        (OpenAiChat, r#""best_of":4"#),
        (OpenAiChat, r#""n_predict":100000"#),
        (OpenAiChat, r#""models":["dear"]"#),
        (OpenAiChat, r#""plugins":[{"id":"web"}]"#),
        (OpenAiChat, r#""web_search_options":{}"#),
        (OpenAiChat, r#""modalities":["text","audio"]"#),
        (OpenAiChat, r#""prediction":{}"#),
        (OpenAiChat, r#""service_tier":"priority""#),
        (OpenAiChat, r#""Max_Tokens":99999"#),
        (OpenAiChat, r#""functions":[]"#),
        (
            OpenAiChat,
            r#""stream_options":{"continuous_usage_stats":true}"#,
        ),
        (OpenAiChat, r#""stream":"yes""#),
        (OpenAiResponses, r#""background":true"#),
        (OpenAiResponses, r#""previous_response_id":"resp_1""#),
        (OpenAiResponses, r#""conversation":"conv_1""#),
        (OpenAiResponses, r#""prompt":{"id":"pmpt_1"}"#),
        (OpenAiResponses, r#""include":["file_search_call.results"]"#),
        (OpenAiResponses, r#""instructions":[{"type":"input_file"}]"#),
        (
            Anthropic,
            r#""mcp_servers":[{"type":"url","url":"https://example.org"}]"#,
        ),
        (Anthropic, r#""container":"c""#),
        (Anthropic, r#""service_tier":"auto""#),
        (Anthropic, r#""speed":"fast""#),
        (
            Anthropic,
            r#""cache_control":{"type":"ephemeral","ttl":"1h"}"#,
        ),
    ] {
        assert_eq!(
            refused(dialect, field),
            Some(Code::FieldNotAllowed),
            "{field}"
        );
    }
    for (dialect, field) in [
        (
            OpenAiChat,
            r#""n":1,"store":false,"stream":true,"seed":1,"reasoning_effort":"low""#,
        ),
        (
            OpenAiResponses,
            r#""background":false,"reasoning":{"effort":"low"}"#,
        ),
        (
            Anthropic,
            r#""thinking":{"type":"enabled","budget_tokens":500},"stream":false"#,
        ),
        (Anthropic, r#""cache_control":{"type":"ephemeral"}"#),
    ] {
        assert_eq!(refused(dialect, field), None, "{field}");
    }
}

#[test]
fn responses_must_not_be_kept_by_the_provider() {
    let body = with(Dialect::OpenAiResponses, "");
    for other in ["\"store\":true,", "\"store\":null,", ""] {
        let body = body.replace("\"store\":false,", other);
        assert_eq!(
            code(Dialect::OpenAiResponses, &body),
            Some(Code::FieldRequired),
            "{body}"
        );
    }
}

#[test]
fn tools_that_the_provider_runs_are_refused() {
    use Dialect::{Anthropic, OpenAiChat, OpenAiResponses};
    for (dialect, tool) in [
        (
            Anthropic,
            r#"{"type":"web_search_20250305","name":"web_search"}"#,
        ),
        (
            Anthropic,
            r#"{"type":"code_execution_20250825","name":"code_execution"}"#,
        ),
        (
            Anthropic,
            r#"{"type":"computer_20250124","name":"computer"}"#,
        ),
        (Anthropic, r#"{"type":null,"name":"x"}"#),
        (Anthropic, r#"7"#),
        (OpenAiChat, r#"{"type":"web_search"}"#),
        (OpenAiChat, r#"{"function":{"name":"x"}}"#),
        (OpenAiResponses, r#"{"type":"web_search_preview"}"#),
        (
            OpenAiResponses,
            r#"{"type":"code_interpreter","container":{"type":"auto"}}"#,
        ),
        (
            OpenAiResponses,
            r#"{"type":"mcp","server_url":"https://example.org"}"#,
        ),
        (OpenAiResponses, r#"{"type":"image_generation"}"#),
        (
            OpenAiChat,
            r#"{"type":"function","function":{"name":"googleSearch"}}"#,
        ),
        (OpenAiChat, r#"{"type":"function"}"#),
        (Anthropic, r#"{"name":"code_execution","input_schema":{}}"#),
        (Anthropic, "null"),
    ] {
        let body = with(dialect, &format!("\"tools\":[{tool}]"));
        let refusal = try_(dialect, &body).unwrap_err();
        let content = tool == "7" && refusal.code == Code::ContentNotAllowed;
        assert!(
            refusal.code == Code::ToolNotAllowed || content,
            "{tool}: {refusal:?}"
        );
    }
    assert_eq!(
        refused(OpenAiResponses, r#""tools":{"type":"mcp"}"#),
        Some(Code::ToolNotAllowed)
    );
    assert_eq!(
        refused(OpenAiResponses, r#""tool_choice":{"type":"mcp"}"#),
        Some(Code::ToolNotAllowed)
    );
    assert_eq!(
        refused(
            Anthropic,
            r#""tools":[{"name":"x","input_schema":{"type":"object"}}],"tool_choice":{"type":"tool","name":"x"}"#
        ),
        None
    );
}

#[test]
fn images_files_and_addresses_are_refused_wherever_they_stand() {
    use Dialect::{Anthropic, OpenAiChat, OpenAiResponses};
    let message = |content: &str| format!(r#""messages":[{{"role":"user","content":{content}}}]"#);
    for (dialect, field) in [
        (Anthropic, message(r#"[{"type":"image","source":{"type":"url","url":"https://example.org/a.png"}}]"#)),
        (Anthropic, message(r#"[{"type":"document","source":{"type":"base64","data":"AA"}}]"#)),
        (Anthropic, message(r#"[{"type":"tool_result","tool_use_id":"t","content":[{"type":"image"}]}]"#)),
        (Anthropic, message(r#"[{"type":"text","text":"hi","cache_control":{"type":"ephemeral","ttl":"1h"}}]"#)),
        (Anthropic, message(r#"{"type":"text"}"#)),
        (Anthropic, message(r#"[["a"]]"#)),
        (Anthropic, r#""messages":{"0":{}}"#.to_owned()),
        (Anthropic, r#""messages":["hi"]"#.to_owned()),
        (Anthropic, r#""system":[{"type":"image"}]"#.to_owned()),
        (OpenAiChat, message(r#"[{"type":"image_url","image_url":{"url":"https://example.org/a.png"}}]"#)),
        (OpenAiChat, message(r#"[{"type":"input_audio","input_audio":{}}]"#)),
        (OpenAiChat, message(r#"[{"type":"file","file":{"file_id":"f"}}]"#)),
        (OpenAiChat, message(r#"[{"type":"text","text":{"image_url":"x"}}]"#)),
        (OpenAiChat, r#""messages":[{"role":"assistant","audio":{"id":"a"}}]"#.to_owned()),
        (OpenAiResponses, r#""input":[{"role":"user","content":[{"type":"input_image","image_url":"https://example.org"}]}]"#.to_owned()),
        (OpenAiResponses, r#""input":[{"role":"user","content":[{"type":"input_file","file_url":"https://example.org"}]}]"#.to_owned()),
        (OpenAiResponses, r#""input":[{"type":"item_reference","id":"msg_1"}]"#.to_owned()),
        (OpenAiResponses, r#""input":[{"type":"web_search_call","id":"ws_1"}]"#.to_owned()),
        (OpenAiResponses, r#""input":[{"type":"function_call_output","call_id":"c","output":[{"type":"input_image"}]}]"#.to_owned()),
        (OpenAiResponses, r#""input":7"#.to_owned()),
        (OpenAiChat, r#""messages":[{"role":"assistant","content":"a","annotations":[{"type":"file","file":{"content":[{"type":"image_url"}]}}]}]"#.to_owned()),
        (OpenAiChat, r#""messages":[{"role":"assistant","content":"a","reasoning_details":[{"image_url":"x"}]}]"#.to_owned()),
        (OpenAiChat, r#""messages":[{"role":"assistant","content":"a","reasoning_content":{"text":"a"}}]"#.to_owned()),
        (OpenAiChat, r#""messages":[{"role":"user","content":"a","name":{}}]"#.to_owned()),
        (OpenAiChat, r#""messages":[{"role":"assistant","tool_calls":[{"function":{"name":"f","arguments":"{}"},"extra_content":{"a":{"uri":"x"}}}]}]"#.to_owned()),
        (Anthropic, message(r#"[{"type":"thinking","thinking":{"url":"x"},"signature":"s"}]"#)),
        (OpenAiResponses, r#""input":[{"type":"reasoning","summary":[],"content":[{"type":"input_image","image_url":"x"}]}]"#.to_owned()),
        (OpenAiResponses, r#""input":[{"role":"assistant","content":[{"type":"output_text","text":"a","annotations":[{"type":"file_citation","file_id":"f"}]}]}]"#.to_owned()),
    ] {
        let found = refused(dialect, &field);
        assert!(matches!(found, Some(Code::ContentNotAllowed | Code::FieldNotAllowed)), "{field}: {found:?}");
    }
    // What models think with goes back to them.
    for (dialect, field) in [
        (
            OpenAiChat,
            r#""messages":[{"role":"assistant","content":"a","reasoning":"b","annotations":[],"reasoning_details":[{"type":"reasoning.text","text":"c"}]}]"#,
        ),
        (
            OpenAiChat,
            r#""messages":[{"role":"assistant","tool_calls":[{"function":{"name":"f","arguments":"{}"},"extra_content":{"google":{"thought_signature":"s"}}}]}]"#,
        ),
        (
            OpenAiResponses,
            r#""input":[{"type":"reasoning","id":"r","summary":[{"type":"summary_text","text":"a"}],"encrypted_content":"x"}]"#,
        ),
    ] {
        assert_eq!(refused(dialect, field), None, "{field}");
    }
    let thinks = r#""thinking":{"type":"enabled","budget_tokens":60000}"#;
    assert_eq!(refused(Anthropic, thinks), Some(Code::OutputTokens));
}

#[test]
fn only_listed_instructions_pass_where_some_are_listed() {
    use Dialect::{Anthropic, OpenAiChat, OpenAiResponses};
    let listed = [prompts::hash("lead it"), prompts::hash("in short")];
    let asked = |dialect, body: &str| {
        let found = prompts::listed(dialect, body.as_bytes(), &listed);
        found.map_err(|refusal| refusal.code)
    };
    for (dialect, good, bad) in [
        (
            Anthropic,
            r#"{"system":"lead it"}"#,
            r#"{"system":"lead it!"}"#,
        ),
        (
            Anthropic,
            r#"{"system":[{"type":"text","text":"lead it"},{"type":"text","text":"in short"}]}"#,
            r#"{"system":[{"type":"text","text":"lead it"},{"type":"text","text":"or not"}]}"#,
        ),
        (
            OpenAiChat,
            r#"{"messages":[{"role":"system","content":"lead it"},{"role":"user","content":"hi"}]}"#,
            r#"{"messages":[{"role":"system","content":"lead it"},{"role":"developer","content":"no"}]}"#,
        ),
        (
            OpenAiResponses,
            r#"{"instructions":"lead it","input":"hi"}"#,
            r#"{"instructions":"lead it","input":[{"role":"system","content":[{"type":"input_text","text":"no"}]}]}"#,
        ),
        (
            OpenAiChat,
            r#"{"messages":[{"role":"system","content":"in short"}]}"#,
            r#"{"messages":[{"role":"user","content":"hi"}]}"#,
        ),
    ] {
        assert_eq!(asked(dialect, good), Ok(()), "{good}");
        assert_eq!(asked(dialect, bad), Err(Code::PromptNotListed), "{bad}");
        assert!(prompts::listed(dialect, bad.as_bytes(), &[]).is_ok());
    }
}

#[test]
fn an_error_shows_little_of_what_was_sent() {
    let long = "x".repeat(5_000);
    let message = try_(
        Dialect::Anthropic,
        &with(Dialect::Anthropic, &format!("\"{long}\":1")),
    )
    .unwrap_err()
    .message;
    assert!(message.len() < 200, "{message}");
}
