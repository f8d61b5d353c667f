//! A text that must be JSON and nothing else.

use serde_json::Value;

use crate::class::{SPACE, run_end};
use crate::limits::Limits;
use crate::machine::Machine;

/// Reads a text that is one strict JSON value with nothing but white space around it; none for any other.
///
/// For what this program or a host wrote, such as records, guides and options. It is the tolerant reader with every repair
/// refused: a download that holds one reader needs no second. As elsewhere the later of two equal keys wins, and
/// more than [`Limits::DEPTH_CEILING`] containers inside one another are refused. Linear in the bytes.
pub fn parse(text: &str) -> Option<Value> {
    let bytes = text.as_bytes();
    let mut machine = Machine::new(Limits::DEPTH_CEILING, false, true);
    machine.fresh = true;
    machine.end(text);
    let found = machine.found.pop()?;
    // A part of a broken text begins later, and a text that goes on ends later.
    let whole =
        run_end(bytes, 0, SPACE) == found.start && run_end(bytes, found.end, SPACE) == bytes.len();
    whole.then_some(found.value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn takes_one_value_with_space_around_it() {
        for (text, value) in [
            (
                " {\"a\": [1, 2.5, -3, true, null, \"x\\n\\u00e9\"]}\r\n",
                json!({"a": [1, 2.5, -3, true, null, "x\né"]}),
            ),
            ("[]", json!([])),
            ("\"x\"", json!("x")),
            (" 12 ", json!(12)),
            ("-0.5", json!(-0.5)),
            ("null", json!(null)),
            ("{\"a\":1,\"a\":2}", json!({"a": 2})),
            ("\"\\ud83c\\udfa7\"", json!("🎧")),
        ] {
            assert_eq!(parse(text), Some(value), "{text}");
            assert_eq!(parse(text), serde_json::from_str(text).ok(), "{text}");
        }
    }

    #[test]
    fn refuses_everything_else() {
        for text in [
            "",
            " ",
            "{",
            "{}{}",
            "{} x",
            "x {}",
            "[1,]",
            "[1 2]",
            "{'a':1}",
            "{a:1}",
            "[01]",
            "[1e999]",
            "[True]",
            "\"a\nb\"",
            "\"\\ud800\"",
            "\"\\x\"",
            "[1]\u{c}",
            "\u{feff}[]",
            "```json\n[]\n```",
            "// x\n[]",
            "[[1,{\"a\":2}]",
            "{\"a\":{\"b\":1}",
            "12 13",
            "nul",
        ] {
            assert_eq!(parse(text), None, "{text}");
            assert!(
                serde_json::from_str::<Value>(text).is_err(),
                "{text}: serde_json takes it"
            );
        }
        let deep = |depth: usize| ["[".repeat(depth), "]".repeat(depth)].concat();
        assert!(parse(&deep(Limits::DEPTH_CEILING)).is_some());
        assert!(parse(&deep(Limits::DEPTH_CEILING + 1)).is_none());
    }
}
