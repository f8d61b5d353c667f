//! What holds for any text in any pieces.

mod support;

use colloquy_jsonstream::{Limits, Reader, parse, read};
use proptest::prelude::*;
use serde_json::Value;
use support::{check_all, check_strict, normal, push_cut, replay};

/// Any value, its strings full of what is hard to cut.
fn value() -> impl Strategy<Value = Value> {
    let text = prop_oneof![
        "[a-z ]{0,12}",
        "[\"\\\\\n\t\u{0}{}\\[\\],:`']{0,8}",
        "[é漢🎧\u{2028}x]{0,6}",
    ];
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        (-1_000_000_i32..1_000_000).prop_map(|n| Value::from(f64::from(n) / 64.0)),
        text.clone().prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 40, 5, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            prop::collection::btree_map(text.clone(), inner, 0..5)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

/// One edit of a text: what models and broken connections do to JSON.
fn edit() -> impl Strategy<Value = (prop::sample::Index, u8, String)> {
    let piece = prop_oneof![
        Just("```json\n".to_owned()),
        Just("```".into()),
        Just(",".into()),
        Just("\"".into()),
        Just("{".into()),
        Just("}".into()),
        Just("[".into()),
        Just("]".into()),
        Just("\\".into()),
        Just("\\ud800".into()),
        Just("\n".into()),
        Just("//x\n".into()),
        Just("/*".into()),
        Just("'".into()),
        Just("True".into()),
        Just(" and {so on} ".into()),
        Just("-".into()),
        Just("key:".into()),
        Just(":".into()),
        Just("\u{feff}".into()),
        Just("1".into()),
        Just("{\"a\":\"b\"}".into()),
        Just("é".into()),
    ];
    (any::<prop::sample::Index>(), 0_u8..4, piece)
}

/// A JSON text with some edits, sometimes pretty, often not JSON any more.
fn damaged() -> impl Strategy<Value = String> {
    (value(), any::<bool>(), prop::collection::vec(edit(), 0..6)).prop_map(
        |(value, pretty, edits)| {
            let mut text = match pretty {
                true => serde_json::to_string_pretty(&value).unwrap(),
                false => value.to_string(),
            };
            for (at, how, piece) in edits {
                let mut at = at.index(text.len() + 1);
                while !text.is_char_boundary(at) {
                    at -= 1;
                }
                match how {
                    0 => text.truncate(at),
                    1 if at < text.len() => drop(text.remove(at)),
                    _ => text.insert_str(at, &piece),
                }
            }
            text
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn strict_json_is_read_as_a_strict_parser_reads_it(value in value(), pretty: bool) {
        let text = if pretty { serde_json::to_string_pretty(&value).unwrap() } else { value.to_string() };
        let reply = read(&text, Limits::default());
        prop_assert_eq!(reply.value(), Some(&value));
        prop_assert!(reply.candidates[0].repairs.is_empty());
    }

    #[test]
    fn what_must_be_json_is_taken_or_refused_as_a_strict_parser_does(text in damaged()) {
        prop_assert_eq!(parse(&text), serde_json::from_str(&text).ok(), "{}", text);
    }

    #[test]
    fn any_cut_of_damaged_json_gives_the_same(text in damaged(), cuts in prop::collection::vec(1_usize..9, 1..20)) {
        check_all(text.as_bytes(), &cuts);
    }

    #[test]
    fn any_cut_of_any_bytes_gives_the_same(
        bytes in prop::collection::vec(any::<u8>(), 0..200),
        cuts in prop::collection::vec(1_usize..9, 1..20),
    ) {
        check_all(&bytes, &cuts);
    }

    #[test]
    fn any_cut_of_a_heap_of_signs_gives_the_same(
        text in "[\\[\\]{}\"'`:,\\\\/*#\nau0-9.eE+ \u{e9}\u{feff}-]{0,80}",
        cuts in prop::collection::vec(1_usize..9, 1..20),
    ) {
        check_all(text.as_bytes(), &cuts);
    }

    #[test]
    fn the_limits_cut_at_the_same_place_for_any_cut(text in damaged(), max in 0_usize..60, size in 1_usize..9) {
        let limits = Limits { max_bytes: max, max_depth: 3 };
        let whole = push_cut(text.as_bytes(), &[usize::MAX], limits);
        let cut = push_cut(text.as_bytes(), &[size], limits);
        prop_assert_eq!(whole.1.candidates, cut.1.candidates);
        prop_assert_eq!(normal(&whole.0), normal(&cut.0));
    }

    #[test]
    fn a_strict_object_in_prose_is_found_behind_brackets_that_are_none(
        before in "[a-z0-9 .,;!?(){}\\[\\]\"'/#*`]{0,40}",
        value in value(),
    ) {
        let object = serde_json::json!({"response": "What is next?", "more": value});
        let text = format!("{before}\n\n{object}");
        let reply = read(&text, Limits::default());
        let found = reply.candidates.iter().any(|c| c.value == object && c.strict);
        prop_assert!(found, "{} -> {:?}", text, reply.candidates);
    }

    #[test]
    fn the_end_may_be_missing_anywhere(value in value(), at in any::<prop::sample::Index>()) {
        let text = serde_json::json!({"response": "So?", "more": value}).to_string();
        let mut cut = at.index(text.len());
        while !text.is_char_boundary(cut) { cut -= 1; }
        let reply = read(&text[..cut], Limits::default());
        prop_assert!(reply.candidates.len() <= 1);
        if let Some(candidate) = reply.candidates.first() {
            let whole = serde_json::from_str::<Value>(&text).unwrap();
            prop_assert!(is_beginning(&candidate.value, &whole), "{} of {}", candidate.value, whole);
        }
    }
}

/// Returns whether `whole` has all that `part` has; a string in `part` may break off.
fn is_beginning(part: &Value, whole: &Value) -> bool {
    match (part, whole) {
        (Value::String(a), Value::String(b)) => b.starts_with(a.as_str()),
        (Value::Array(a), Value::Array(b)) => {
            a.len() <= b.len() && a.iter().zip(b).all(|(a, b)| is_beginning(a, b))
        }
        (Value::Object(a), Value::Object(b)) => a
            .iter()
            .all(|(key, a)| b.get(key).is_some_and(|b| is_beginning(a, b))),
        (a, b) => a == b,
    }
}

#[test]
fn a_snapshot_is_what_the_changes_say_so_far() {
    let text = r#"{"response":"Hé \ud83c\udfa7!","n":125,"list":[1,{"x":"y"},true],"e":{}}"#;
    let mut reader = Reader::new(Limits::default());
    let mut changes = Vec::new();
    for (i, c) in text.char_indices() {
        changes.extend(reader.push(&text[i..i + c.len_utf8()]));
        let replayed = replay(&changes, 0);
        let snapshot = reader.value();
        if let Some(replayed) = replayed {
            let snapshot = snapshot.unwrap();
            assert!(
                is_beginning(&replayed, &snapshot),
                "{replayed} / {snapshot}"
            );
            assert_eq!(
                replayed.get("response"),
                snapshot.get("response").filter(|r| **r != "")
            );
            assert_eq!(replayed.get("n"), snapshot.get("n"));
        }
    }
    check_strict(text, &reader.finish());
}

#[test]
fn a_growing_number_is_hidden() {
    let mut reader = Reader::new(Limits::default());
    for piece in [r#"{"n":"#, "1", "2", ".", "5"] {
        assert!(reader.push(piece).is_empty());
        assert_eq!(reader.value(), Some(serde_json::json!({})));
    }
    let changes = reader.push(",");
    assert_eq!(changes.len(), 1);
    assert_eq!(reader.value(), Some(serde_json::json!({"n": 12.5})));
}
