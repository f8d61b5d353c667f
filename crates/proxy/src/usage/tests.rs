//! What is read out of a passing response.

use super::{Scanner, Usage};

const ANTHROPIC: &str = "event: message_start\ndata: {\"type\":\"message_start\",\"message\":{\"id\":\"m\",\"content\":[],\"usage\":{\"input_tokens\":25,\"cache_creation_input_tokens\":10,\"cache_read_input_tokens\":200,\"cache_creation\":{\"ephemeral_5m_input_tokens\":10},\"output_tokens\":1}}}\n\n: keep-alive\n\nevent: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":\"\\\"usage\\\":{\\\"output_tokens\\\":7}} ü\"}}\n\nevent: message_delta\ndata: {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"end_turn\"},\"usage\":{\"output_tokens\":15}}\n\nevent: message_stop\ndata: {\"type\":\"message_stop\"}\n\n";
const CHAT: &str = "data: {\"choices\":[{\"delta\":{\"content\":\"a\"}}],\"usage\":null}\r\n\r\ndata: {\"choices\":[],\"usage\":{\"prompt_tokens\":19,\"completion_tokens\":10,\"total_tokens\":29,\"prompt_tokens_details\":{\"cached_tokens\":5}}}\r\n\r\ndata: [DONE]\r\n\r\n";
const RESPONSES: &str = "event: response.created\ndata: {\"type\":\"response.created\",\"response\":{\"id\":\"r\",\"usage\":null}}\n\nevent: response.completed\ndata: {\"type\":\"response.completed\",\"response\":{\"output\":[{\"usage\":{\"output_tokens\":1}}],\"usage\":{\"input_tokens\":328,\"input_tokens_details\":{\"cached_tokens\":0},\"output_tokens\":52,\"output_tokens_details\":{\"reasoning_tokens\":0},\"total_tokens\":380}}}\n\n";

/// All input, and all output.
fn scan(text: &str, stream: bool, chunk: usize) -> Option<(u64, u64)> {
    let mut scanner = Scanner::new(stream);
    for part in text.as_bytes().chunks(chunk) {
        scanner.push(part);
    }
    scanner
        .usage()
        .map(|usage| (usage.all_input(), usage.output))
}

#[test]
fn each_wire_format_is_read_however_it_is_cut() {
    for (text, input, output) in [(ANTHROPIC, 235, 15), (CHAT, 19, 10), (RESPONSES, 328, 52)] {
        for chunk in 1..text.len() {
            assert_eq!(
                scan(text, true, chunk),
                Some((input, output)),
                "{chunk} of {text}"
            );
        }
    }
}

#[test]
fn what_the_dialects_read_out_of_recorded_streams_is_read_here_too() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases/streams");
    let mut seen = 0;
    for dialect in ["anthropic", "openai-chat", "openai-responses"] {
        for file in std::fs::read_dir(root.join(dialect)).unwrap() {
            let file = file.unwrap().path();
            let events = std::fs::read_to_string(file.with_extension("json")).unwrap_or_default();
            if file.extension() != Some("txt".as_ref()) || !events.contains("\"usage\"") {
                continue;
            }
            let events: serde_json::Value = serde_json::from_str(&events).unwrap();
            let count = |name: &str| {
                let done = events
                    .as_array()?
                    .iter()
                    .find_map(|event| event.get("done"))?;
                done["usage"][name].as_u64()
            };
            let text = std::fs::read(&file).unwrap();
            let mut scanner = Scanner::new(!text.starts_with(b"{"));
            scanner.push(&text);
            let counts = scanner.usage().unwrap_or_default();
            let expected = (count("input_tokens"), count("output_tokens"));
            let found = (Some(counts.all_input()), Some(counts.output));
            // One reports thought beside an output of nothing, which is billed and which no page is shown.
            let thought = file.ends_with("openai-responses/empty.txt");
            let expected = if thought {
                (expected.0, Some(40))
            } else {
                expected
            };
            assert_eq!(found, expected, "{}", file.display());
            seen += 1;
        }
    }
    assert!(seen > 20, "{seen} streams");
}

#[test]
fn a_body_that_is_one_json_text_is_read_too() {
    for (text, input, output) in [
        (
            "{\n \"content\": [{\"input\": {\"usage\": {\"output_tokens\": 1}}}],\n \"usage\": {\n  \"input_tokens\": 7,\n  \"output_tokens\": 8\n }\n}\n",
            7,
            8,
        ),
        (
            "{\"choices\":[{\"message\":{\"usage\":{\"completion_tokens\":1}}}],\"usage\":{\"prompt_tokens\":3,\"completion_tokens\":4}}",
            3,
            4,
        ),
        ("{\"usage\":{\"input_tokens\":5,\"output_tokens\":6}}", 5, 6),
    ] {
        for chunk in 1..text.len() {
            assert_eq!(
                scan(text, false, chunk),
                Some((input, output)),
                "{chunk} of {text}"
            );
        }
    }
}

#[test]
fn a_stream_without_its_last_count_counts_nothing() {
    let cut = ANTHROPIC.find("event: message_delta").unwrap();
    assert_eq!(scan(&ANTHROPIC[..cut], true, 9), None);
    assert_eq!(
        scan("data: {\"choices\":[]}\n\ndata: [DONE]\n\n", true, 5),
        None
    );
}

#[test]
fn no_text_and_no_deeper_value_passes_for_a_count() {
    for text in [
        r#"{"a":"\",\"usage\":{\"input_tokens\":1,\"output_tokens\":1}"}"#,
        r#"{"content_block":{"input":{"usage":{"input_tokens":1,"output_tokens":1}}}}"#,
        r#"[{"usage":{"input_tokens":1,"output_tokens":1}}]"#,
        r#"{"a":{"usage":{"input_tokens":1,"output_tokens":1}}}"#,
        r#"{"us\u0061ge":{"input_tokens":1,"output_tokens":1}}"#,
        r#"{"usage":["input_tokens",1,"output_tokens",1]}"#,
        r#"{"usage":{"input_tokens":1.5,"output_tokens":-1}}"#,
        r#"{"usage":{"input_tokens":"1","output_tokens":99999999999999999999}}"#,
        "nonsense }}}]]]{{{ \"\\",
    ] {
        assert_eq!(scan(text, false, 3), None, "{text}");
    }
}

#[test]
fn a_broken_event_does_not_spoil_the_next_one() {
    let text = "data: {\"a\":\"open\n\ndata: {\"usage\":{\"prompt_tokens\":1,\"completion_tokens\":2}}\n\n";
    assert_eq!(scan(text, true, 4), Some((1, 2)));
}

/// The usage in a body that is one JSON text, whole.
fn whole(text: &str) -> Usage {
    let mut scanner = Scanner::new(false);
    scanner.push(text.as_bytes());
    scanner.usage().unwrap()
}

#[test]
fn nothing_that_is_billed_is_left_out_and_nothing_counts_twice() {
    let of = |input, cache_write, cache_read, output| Usage {
        input,
        cache_write,
        cache_read,
        output,
    };
    for (text, expected) in [
        // Beside the output, and in no total.
        (
            r#"{"usage":{"prompt_tokens":32,"completion_tokens":9,"completion_tokens_details":{"reasoning_tokens":8000}}}"#,
            of(32, 0, 0, 8_009),
        ),
        // Beside the output, as the total shows.
        (
            r#"{"usage":{"prompt_tokens":32,"completion_tokens":90,"total_tokens":202,"completion_tokens_details":{"reasoning_tokens":80}}}"#,
            of(32, 0, 0, 170),
        ),
        // In no part but the total.
        (
            r#"{"usage":{"prompt_tokens":32,"completion_tokens":9,"total_tokens":8041}}"#,
            of(32, 0, 0, 8_009),
        ),
        // Part of the output.
        (
            r#"{"usage":{"prompt_tokens":32,"completion_tokens":90,"total_tokens":122,"completion_tokens_details":{"reasoning_tokens":80},"prompt_tokens_details":{"cached_tokens":30}}}"#,
            of(2, 0, 30, 90),
        ),
        (
            r#"{"response":{"usage":{"input_tokens":50,"input_tokens_details":{"cached_tokens":40,"cache_write_tokens":6},"output_tokens":9,"output_tokens_details":{"reasoning_tokens":5},"total_tokens":59}}}"#,
            of(4, 6, 40, 9),
        ),
        // Beside the input.
        (
            r#"{"usage":{"input_tokens":50,"cache_creation_input_tokens":7,"cache_read_input_tokens":3,"output_tokens":9}}"#,
            of(50, 7, 3, 9),
        ),
        // A later count that is smaller takes nothing back.
        (
            r#"{"usage":{"input_tokens":50,"output_tokens":9,"input_tokens":0}}"#,
            of(50, 0, 0, 9),
        ),
    ] {
        assert_eq!(whole(text), expected, "{text}");
    }
}

#[test]
fn what_a_model_wrote_is_seen_however_deep_and_only_that() {
    for (text, bytes) in [
        (
            r#"{"type":"content_block_delta","delta":{"type":"text_delta","text":"twelve bytes"}}"#,
            12,
        ),
        (
            r#"{"id":"chatcmpl-1","choices":[{"delta":{"role":"assistant","content":"twelve bytes"}}]}"#,
            12,
        ),
        (
            r#"{"choices":[{"delta":{"tool_calls":[{"id":"call_1","function":{"name":"n","arguments":"twelve bytes"}}]}}]}"#,
            12,
        ),
        (
            r#"{"type":"response.output_text.delta","item_id":"msg_1","delta":"twelve bytes"}"#,
            12,
        ),
    ] {
        for chunk in 1..text.len() {
            let mut scanner = Scanner::new(false);
            for part in text.as_bytes().chunks(chunk) {
                scanner.push(part);
            }
            assert_eq!(scanner.seen().text, bytes, "{chunk} of {text}");
        }
    }
}

#[test]
fn an_error_in_place_of_the_rest_is_seen_and_no_word_of_one() {
    for (text, broken) in [
        (
            r#"{"type":"error","error":{"type":"overloaded_error","message":"m"}}"#,
            true,
        ),
        (r#"{"error":{"code":503,"message":"m"}}"#, true),
        (
            r#"{"type":"response.failed","response":{"error":{"code":"server_error"}}}"#,
            true,
        ),
        (
            r#"{"type":"response.completed","response":{"error":null,"output":[{}]}}"#,
            false,
        ),
        (r#"{"error":null,"choices":[{"delta":{}}]}"#, false),
        (r#"{"choices":[{"delta":{"error":{}}}]}"#, false),
        (
            r#"{"choices":[{"delta":{"content":"{\"error\":{}}"}}]}"#,
            false,
        ),
    ] {
        for chunk in 1..text.len() {
            let mut scanner = Scanner::new(false);
            for part in text.as_bytes().chunks(chunk) {
                scanner.push(part);
            }
            assert_eq!(scanner.seen().broken, broken, "{chunk} of {text}");
        }
    }
}
