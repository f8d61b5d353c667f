//! The proxy: the bytes are a request, the body of a call, or what a provider answers.

use crate::input::sizes;
use colloquy_proxy::fuzzing::{KEY, MOST, ORIGIN, answered, calls, cleaned, relayed, token};
use serde_json::Value;

/// Every answer is whole and one of ours, and none is a call's that had no token.
pub(crate) fn heads(bytes: &[u8]) {
    // A token lasts ten minutes: the corpora have its place.
    let request = replaced(bytes, b"TOKEN", token().as_bytes());
    let tokens = count(bytes, b"TOKEN");
    let back = answered(&request).expect("an end");
    let mut rest = back.as_slice();
    let mut asked = 0;
    while !rest.is_empty() {
        let end = find(rest, b"\r\n\r\n").expect("a whole head");
        let head = std::str::from_utf8(&rest[..end]).expect("a head is text");
        rest = &rest[end + 4..];
        let mut lines = head.split("\r\n");
        let status: u16 = lines
            .next()
            .and_then(|line| {
                line.strip_prefix("HTTP/1.1 ")
                    .or(line.strip_prefix("HTTP/1.0 "))
            })
            .and_then(|line| line.get(..3)?.parse().ok())
            .expect("a status");
        // Whoever waits for it is asked for the body; the answer comes after it.
        if status == 100 {
            continue;
        }
        let mut length = 0;
        for line in lines {
            let (name, value) = line.split_once(": ").expect("a header");
            assert!(HEADERS.contains(&name), "{name}");
            match name {
                "content-length" => length = value.parse().expect("a length"),
                "access-control-allow-origin" => assert!(
                    [
                        ORIGIN,
                        "http://127.0.0.1:1",
                        "http://localhost:1",
                        "http://[::1]:1"
                    ]
                    .contains(&value),
                    "{value}"
                ),
                _ => {}
            }
        }
        // The upstreams do not exist: what passes every check ends there.
        asked += usize::from(status == 502);
        assert!(
            matches!(status, 200 | 204 | 304 | 400..=405 | 408 | 413..=415 | 431 | 429 | 502),
            "{status}"
        );
        // The answer to a HEAD has the length of what it would be.
        let body = rest.len().min(length);
        if status != 304 && !request.starts_with(b"HEAD ") && count(&request, b"HEAD ") == 0 {
            assert_eq!(body, length, "a whole body");
            rest = &rest[body..];
        } else {
            break;
        }
    }
    assert!(asked <= tokens, "{asked} calls with {tokens} tokens");
}

/// What the proxy sends in front of its answers.
const HEADERS: [&str; 22] = [
    "access-control-allow-headers",
    "access-control-allow-methods",
    "access-control-allow-origin",
    "access-control-expose-headers",
    "access-control-max-age",
    "allow",
    "cache-control",
    "connection",
    "content-encoding",
    "content-length",
    "content-security-policy",
    "content-type",
    "cross-origin-opener-policy",
    "date",
    "etag",
    "referrer-policy",
    "retry-after",
    "transfer-encoding",
    "vary",
    "x-accel-buffering",
    "x-content-type-options",
    "x-robots-tag",
];

/// Fields that spend or fetch more than was reserved, wherever a body may have them at its top.
const DEAR: [&str; 12] = [
    "background",
    "best_of",
    "container",
    "conversation",
    "file_ids",
    "mcp_servers",
    "modalities",
    "plugins",
    "prediction",
    "previous_response_id",
    "prompt",
    "web_search_options",
];

/// What passes is what it seems to be to another reader, written in whatever way, and goes on with one name.
pub(crate) fn calls_are_checked(bytes: &[u8]) {
    for (number, passed) in calls(bytes).into_iter().enumerate() {
        let Some(passed) = passed else { continue };
        let value: Value = serde_json::from_slice(bytes).expect("what passes is JSON");
        assert_eq!(value["model"], "a-model");
        assert!((1..=2 * MOST).contains(&passed.output));
        for name in DEAR {
            assert!(value.get(name).is_none(), "{name}");
        }
        let most = ["max_tokens", "max_completion_tokens", "max_output_tokens"];
        for name in most {
            let most = value.get(name).map(|most| most.as_u64());
            assert!(most.is_none_or(|most| most.is_some_and(|most| most <= MOST)));
        }
        assert!(value.get("n").is_none_or(|n| n == 1));
        assert!(value.get("store").is_none_or(|store| store == false));
        no_media(&value["messages"]);
        no_media(&value["input"]);
        assert!(passed.tokens <= bytes.len() as u64 && passed.tokens > 0);
        assert!(!passed.unlisted, "instructions that nobody listed");
        let again = serde_json::to_vec(&value).expect("JSON");
        let again = calls(&again)[number].clone().expect("it passes again");
        assert_eq!(
            (again.output, again.names_user),
            (passed.output, passed.names_user)
        );
        let Some(sent) = passed.sent else {
            assert!(passed.names_user);
            continue;
        };
        let named: Value = serde_json::from_slice(&sent).expect("what is sent is JSON");
        let field = ["metadata", "safety_identifier", "safety_identifier"][number];
        let mut without = named.clone();
        let name = without.as_object_mut().and_then(|all| all.remove(field));
        let name = name.expect("a name for the session");
        let name = name.get("user_id").unwrap_or(&name).clone();
        assert_eq!(name.as_str().map(str::len), Some(32));
        assert_eq!(without, value, "all else as it was");
        let sent = calls(&sent)[number].clone().expect("what is sent passes");
        assert!(
            sent.names_user && sent.sent.is_none(),
            "nobody names it twice"
        );
    }
}

/// No part of a message is an image, a file or an address. What a tool was given may hold anything.
fn no_media(messages: &Value) {
    for message in messages.as_array().into_iter().flatten() {
        for part in message["content"].as_array().into_iter().flatten() {
            for name in [
                "image_url",
                "source",
                "file",
                "input_audio",
                "file_id",
                "file_url",
            ] {
                assert!(part.get(name).is_none(), "{part}");
            }
        }
    }
}

/// The same is passed on and counted for any cut, without the key; errors are cleaned and keep their length.
pub(crate) fn answers(bytes: &[u8]) {
    // Single bytes for the key, its halves and the key less a letter.
    let text = replaced(bytes, b"\x01", KEY.as_bytes());
    let text = replaced(&text, b"\x02", &KEY.as_bytes()[..KEY.len() / 2]);
    let text = replaced(&text, b"\x03", &KEY.as_bytes()[KEY.len() / 2..]);
    let sizes = sizes(bytes);
    for event_stream in [false, true] {
        let whole = relayed(event_stream, [text.as_slice()].into_iter());
        assert_eq!(
            whole,
            relayed(event_stream, Pieces(&text, sizes.iter().cycle()))
        );
        assert_eq!(whole, relayed(event_stream, text.chunks(1)));
        assert_eq!(whole.passed.len(), text.len());
        let halves = KEY.as_bytes().chunks(KEY.len() / 2);
        let mut held = false;
        for half in halves {
            assert_eq!(find(&whole.passed, half), None);
            held |= find(&text, half).is_some();
        }
        assert_eq!(whole.found, held);
        for (was, is) in text.iter().zip(&whole.passed) {
            assert!(was == is || *is == b'*');
        }
    }
    let whole = relayed(false, [text.as_slice()].into_iter());
    if let Some((input, output)) = plain_count(&text) {
        let counted = whole.counted.expect("what another reader counts");
        assert!(
            counted.0 >= input && counted.1 >= output,
            "{counted:?} of {input} and {output}"
        );
    }
    let error = cleaned(&text);
    assert_eq!(error.len(), text.len());
    for piece in KEY.as_bytes().windows(6) {
        assert_eq!(find(&error, piece), None, "a piece of the key");
    }
}

/// The count at the top of a JSON text, as any parser reads it; `None` where two could read it differently.
fn plain_count(text: &[u8]) -> Option<(u64, u64)> {
    if text.contains(&b'\\') || count(text, b"\"usage\"") != 1 {
        return None;
    }
    let value: Value = serde_json::from_slice(text).ok()?;
    let usage = value.get("usage")?.as_object()?;
    let number = |name: &str| {
        let key = format!("\"{name}\"");
        let once = count(text, key.as_bytes()) == 1;
        usage
            .get(name)?
            .as_u64()
            .filter(|count| once && *count <= 100_000_000)
    };
    Some((number("input_tokens")?, number("output_tokens")?))
}

/// Bytes cut into pieces of these sizes.
struct Pieces<'a, S>(&'a [u8], S);

impl<'a, 's, S: Iterator<Item = &'s usize>> Iterator for Pieces<'a, S> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        let size = (*self.1.next()?).min(self.0.len());
        let (piece, rest) = self.0.split_at(size);
        self.0 = rest;
        (!piece.is_empty()).then_some(piece)
    }
}

fn find(text: &[u8], part: &[u8]) -> Option<usize> {
    text.windows(part.len()).position(|one| one == part)
}

fn count(text: &[u8], part: &[u8]) -> usize {
    text.windows(part.len()).filter(|one| *one == part).count()
}

fn replaced(text: &[u8], part: &[u8], by: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = find(rest, part) {
        out.extend_from_slice(&rest[..at]);
        out.extend_from_slice(by);
        rest = &rest[at + part.len()..];
    }
    out.extend_from_slice(rest);
    out
}
