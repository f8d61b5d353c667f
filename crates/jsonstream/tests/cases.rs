//! What each kind of damage is read as: input, best value, codes of its repairs.

use colloquy_jsonstream::{Limits, Reading, read};
use serde_json::{Value, json};

/// Input, best candidate's value (`""` for no candidate), codes of its repairs joined by spaces.
#[rustfmt::skip]
const CASES: &[(&str, &str, &str)] = &[
    // Strict.
    (r#"{"a":1}"#, r#"{"a":1}"#, ""),
    (" \n[1, 2.5, -3e2, true, false, null]\t", "[1,2.5,-300.0,true,false,null]", ""),
    (r#"{"a":{"b":[{"c":""}]},"d":{},"e":[]}"#, r#"{"a":{"b":[{"c":""}]},"d":{},"e":[]}"#, ""),
    (r#""a \"word\" \u00e9 \ud83c\udfa7 \/ \b\f\n\r\t""#, r#""a \"word\" é 🎧 / \b\f\n\r\t""#, ""),
    ("null", "null", ""), (" 42 ", "42", ""), ("-0.5e1", "-5.0", ""), ("true", "true", ""),
    ("", "", ""), ("   ", "", ""),
    (r#"{"text":"a fence ```json {\"x\":1} ``` inside"}"#, r#"{"text":"a fence ```json {\"x\":1} ``` inside"}"#, ""),
    (r#"{"a":1,"b":2,"a":3}"#, r#"{"a":3,"b":2}"#, "duplicate_key"),
    (r#"{"a":{"x":1},"a":{"y":2}}"#, r#"{"a":{"y":2}}"#, "duplicate_key"),
    (r#"{"a":{"x":1},"a":""#, r#"{"a":""}"#, "duplicate_key truncated"),
    (r#"{"a":{"x":1},"a":{"#, r#"{"a":{}}"#, "duplicate_key truncated"),
    (r#"{"a":1,"a":2"#, r#"{"a":1}"#, "truncated"),
    // Around the value.
    ("\u{feff}{\"a\":1}", r#"{"a":1}"#, "bom"),
    ("```json\n{\"a\":1}\n```", r#"{"a":1}"#, "code_fence"),
    ("```\n{\"a\":1}\n```", r#"{"a":1}"#, "code_fence"),
    ("```JavaScript title=x\n{\"a\":1}\n```\n", r#"{"a":1}"#, "code_fence"),
    ("````json\n{\"a\":1}\n````", r#"{"a":1}"#, "code_fence"),
    ("```json\n{\"a\":1}", r#"{"a":1}"#, "unclosed_fence code_fence"),
    ("```json {\"a\":1} ```", r#"{"a":1}"#, "code_fence"),
    ("```json\n\"just text\"\n```", r#""just text""#, "code_fence"),
    ("Here you are:\n```json\n{\"a\":1}\n```\nAnything else?", r#"{"a":1}"#, "surrounding_text code_fence"),
    (r#"Sure! {"a":1} Done."#, r#"{"a":1}"#, "surrounding_text"),
    (r#"Use `{"a":1}`, please"#, r#"{"a":1}"#, "surrounding_text"),
    (r#"{"a":1}{"b":2}"#, r#"{"a":1}"#, "several_values"),
    ("{\"a\":1,}\n```json\n{\"b\":2}\n```", r#"{"b":2}"#, "several_values code_fence"),
    (r#"{"a":1,} then {"b":2}"#, r#"{"b":2}"#, "surrounding_text several_values"),
    // Inside the value.
    (r#"{"a":[1,2,],}"#, r#"{"a":[1,2]}"#, "trailing_comma trailing_comma"),
    ("[1,,2]", "[1,2]", "extra_comma"),
    (r#"{,"a":1}"#, r#"{"a":1}"#, "extra_comma"),
    (r#"{"a":1 "b":2}"#, r#"{"a":1,"b":2}"#, "missing_comma"),
    ("[1 2 {\"a\":\"x\"}\n\"y\" [3]]", r#"[1,2,{"a":"x"},"y",[3]]"#, "missing_comma missing_comma missing_comma missing_comma"),
    (r#"{"a":,"b":2,"c":}"#, r#"{"b":2}"#, "missing_value missing_value"),
    (r#"{"a":[1,{"b":2],"c":3}"#, r#"{"a":[1,{"b":2}],"c":3}"#, "missing_close"),
    (r#"{"a":[1,2,"c":3}"#, "", ""),
    (r#"{"a":[1,2}"#, r#"{"a":[1,2]}"#, "missing_close"),
    (r#"{"a":1]}"#, r#"{"a":1}"#, "stray_close"),
    ("{\"a\":\"one\ntwo\r\nthree\tfour\"}", r#"{"a":"one\ntwo\r\nthree\tfour"}"#, "raw_newline raw_newline control_character"),
    (r#"{"a":"it\'s \d+ \users"}"#, r#"{"a":"it's \\d+ \\users"}"#, "bad_escape bad_escape bad_escape"),
    (r#"{"a":"x\ud800y\udc00","b":"\ud800\ud83c\udfa7"}"#, r#"{"a":"x\ufffdy\ufffd","b":"\ufffd🎧"}"#, "lone_surrogate lone_surrogate lone_surrogate"),
    (r#"{'a':'say "hi"','b':'it\'s'}"#, r#"{"a":"say \"hi\"","b":"it's"}"#, "single_quotes single_quotes single_quotes single_quotes bad_escape"),
    (r#"{a:1,b_2:{$c-d:null}}"#, r#"{"a":1,"b_2":{"$c-d":null}}"#, "unquoted_key unquoted_key unquoted_key"),
    ("{// one\n\"a\":1,/* two **/ # three\n\"b\":\"//x\"}", r#"{"a":1,"b":"//x"}"#, "comment comment comment"),
    (r#"{"a":True,"b":False,"c":None,"d":undefined,"e":NaN}"#, r#"{"a":true,"b":false,"c":null,"d":null,"e":null}"#, "foreign_literal foreign_literal foreign_literal foreign_literal foreign_literal"),
    ("[+1,.5,5.,01,1e999]", "[1,0.5,5.0,1,null]", "number_form number_form number_form number_form number_form"),
    ("{\u{a0}\"a\":\u{3000}1}", r#"{"a":1}"#, "odd_whitespace odd_whitespace"),
    // Cut off.
    (r#"{"a":"half a sen"#, r#"{"a":"half a sen"}"#, "truncated"),
    (r#"{"a":"x\"#, r#"{"a":"x"}"#, "truncated"),
    (r#"{"a":"x\u00"#, r#"{"a":"x"}"#, "truncated"),
    (r#"{"a":"x\ud83c"#, r#"{"a":"x"}"#, "truncated"),
    (r#"{"a":"x\ud83c\udf"#, r#"{"a":"x"}"#, "truncated"),
    (r#"{"a":1,"b"#, r#"{"a":1}"#, "truncated"),
    (r#"{"a":1,"b""#, r#"{"a":1}"#, "truncated"),
    (r#"{"a":1,"b":"#, r#"{"a":1}"#, "truncated"),
    (r#"{"a":1,"b":""#, r#"{"a":1}"#, "truncated"),
    (r#"{"a":1,"b":1"#, r#"{"a":1}"#, "truncated"),
    (r#"{"a":1,"b":tru"#, r#"{"a":1}"#, "truncated"),
    (r#"{"a":1,"b":true"#, r#"{"a":1,"b":true}"#, "truncated"),
    (r#"{"a":1,"b":[{"c":2},{"d":"e"#, r#"{"a":1,"b":[{"c":2},{"d":"e"}]}"#, "truncated"),
    (r#"{"a":1,"#, r#"{"a":1}"#, "truncated"),
    ("```json\n{\"a\":1,\n\"b\":[2\n```\nHope this helps!", r#"{"a":1,"b":[2]}"#, "surrounding_text code_fence truncated"),
    ("```json\n{\"a\":\"half\nof it\n```\nHope this helps!", r#"{"a":"half\nof it"}"#, "unclosed_fence code_fence raw_newline raw_newline raw_newline truncated"),
    ("{", "", ""), ("[", "", ""), (r#"{"a"#, "", ""), (r#"{"a":"#, "", ""), (r#""half"#, "", ""),
    // A bracket in prose never swallows the real object.
    (r#"A set {like this} first. {"a":1}"#, r#"{"a":1}"#, "surrounding_text"),
    (r#"An open { brace, and [another. {"a":1}"#, r#"{"a":1}"#, "surrounding_text"),
    (r#"{{"a":1}}"#, r#"{"a":1}"#, "surrounding_text"),
    (r#"{"quoted" word, {"a":1}"#, r#"{"a":1}"#, "surrounding_text"),
    (r#"{' {"a":1}"#, r#"{"a":1}"#, "surrounding_text"),
    (r#"[see {"a":1}]"#, r#"{"a":1}"#, "surrounding_text"),
    (r#""Quoted," she said. {"a":1}"#, r#"{"a":1}"#, "surrounding_text"),
    (r#"3 things: {"a":1}"#, r#"{"a":1}"#, "surrounding_text"),
    ("- a list\n- of points {\"a\":1}", r#"{"a":1}"#, "surrounding_text"),
    // No value at all.
    ("What surprised you most?", "", ""), ("Use {name} and [x] here.", "", ""),
    ("true story", "", ""), ("3 years", "", ""), (r#""Really?" he asked."#, "", ""),
    (r#"{"a": "She said "hello" to me"}"#, "", ""),
];

#[test]
fn each_kind_of_damage_is_read_as_meant() {
    let mut wrong = Vec::new();
    for (input, value, codes) in CASES {
        let reply = read(input, Limits::default());
        let best = reply.candidates.first();
        let expected = (!value.is_empty()).then(|| serde_json::from_str::<Value>(value).unwrap());
        let got_codes = best.map_or(String::new(), |c| c.repairs.codes().join(" "));
        if reply.value() != expected.as_ref() || got_codes != *codes {
            let got = reply.value().map(Value::to_string);
            wrong.push(format!("{input:?}\n  value {got:?}\n  codes {got_codes:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_strict_value_comes_before_a_lenient_one_and_both_are_kept() {
    let reply = read(r#"{'a':1} {"b":2} {c:3} {"d":4}"#, Limits::default());
    let values: Vec<_> = reply
        .candidates
        .iter()
        .map(|c| c.value.to_string())
        .collect();
    assert_eq!(
        values,
        [r#"{"b":2}"#, r#"{"d":4}"#, r#"{"a":1}"#, r#"{"c":3}"#]
    );
    let readings: Vec<_> = reply.candidates.iter().map(|c| c.reading).collect();
    use Reading::*;
    assert_eq!(readings, [Embedded, Embedded, Lenient, Lenient]);
}

#[test]
fn a_strict_object_inside_a_doubtful_reading_is_offered_too() {
    for input in [
        r#"{thinking: {"response":"real"}}"#,
        r#"{'example': 'like {"response":"real"} this'}"#,
        r#"{/* {"response":"real"} */ "a": 1}"#,
        r#"see [2, 3 and so on: {"response":"real"}"#,
        r#"see [2, 3 {"response":"real"}"#,
        r#"[1, {"response":"real"}"#,
        r#"{"a": 1, oops, {"response":"real"}"#,
    ] {
        let reply = read(input, Limits::default());
        let real = reply
            .candidates
            .iter()
            .find(|c| c.value == json!({"response":"real"}));
        let real = real.unwrap_or_else(|| panic!("{input}: {:?}", reply.candidates));
        assert!(real.strict, "{input}");
        assert_eq!(&input[real.start..real.end], r#"{"response":"real"}"#);
    }
}

#[test]
fn a_member_of_a_broken_object_comes_last() {
    let input =
        r#"{"response":"She said "hi" to me","metadata":{"stage":"x"}} Again: {'stage':'y'}"#;
    let reply = read(input, Limits::default());
    assert_eq!(reply.candidates[0].value, json!({"stage":"y"}));
    assert_eq!(reply.candidates[1].value, json!({"stage":"x"}));
    assert_eq!(reply.candidates[1].reading, Reading::Part);
    assert!(reply.half_json);
}

#[test]
fn the_whole_text_is_distinguished_from_a_part_of_it() {
    let reading = |text| read(text, Limits::default()).candidates[0].reading;
    assert_eq!(reading("\n{\"a\":1}\n"), Reading::Whole);
    assert_eq!(reading("```\n{\"a\":1}\n```"), Reading::Fenced);
    assert_eq!(reading("x {\"a\":1}"), Reading::Embedded);
    assert_eq!(reading("{\"a\":1,}"), Reading::Lenient);
}

#[test]
fn repairs_say_where_and_what() {
    let reply = read("Hé: {key: True, \"b\": \"x", Limits::default());
    let list = &reply.candidates[0].repairs.list;
    let listed: Vec<_> = list
        .iter()
        .map(|r| (r.kind.code(), r.at, r.note.as_str()))
        .collect();
    assert_eq!(
        listed,
        [
            ("surrounding_text", 0, ""),
            ("unquoted_key", 6, "key"),
            ("foreign_literal", 11, "True"),
            ("truncated", 24, "string"),
        ]
    );
}

#[test]
fn prose_is_what_is_left() {
    let reply = read(
        "\u{feff}Hello.\n```json\n{\"a\":1}\n```\nAnd `{\"b\":2}`\nBye.",
        Limits::default(),
    );
    assert_eq!(reply.prose, "Hello.\nAnd\n`\nBye.".replace("\n`\n", "\n"));
    assert_eq!(reply.plain_prose(), None);
    let reply = read(" What would you {honestly} change? ", Limits::default());
    assert_eq!(
        reply.plain_prose(),
        Some("What would you {honestly} change?")
    );
    let reply = read(r#"{"response": "a" b"}"#, Limits::default());
    assert!(reply.half_json);
    assert_eq!(reply.plain_prose(), None);
}

#[test]
fn the_limits_hold() {
    let limits = Limits {
        max_bytes: 20,
        max_depth: 3,
    };
    let reply = read(r#"{"a":"0123456789012345678"}"#, limits);
    assert_eq!(reply.value(), Some(&json!({"a":"01234567890123"})));
    assert_eq!(
        reply.candidates[0].repairs.codes(),
        ["too_long", "truncated"]
    );
    let reply = read("[[[1]]] [[[[2]]]]", limits);
    assert_eq!(reply.value(), Some(&json!([[[1]]])));
    assert!(reply.candidates[0].repairs.codes().contains(&"too_deep"));
    assert_eq!(
        read("[[[[2]]]]", limits).candidates[0].reading,
        Reading::Part
    );
    let deepest = Limits {
        max_depth: 9999,
        ..Limits::default()
    };
    let nested = |n: usize| "[".repeat(n) + &"]".repeat(n);
    let ceiling = Limits::DEPTH_CEILING;
    let reply = read(&nested(ceiling), deepest);
    assert_eq!(
        reply.value(),
        serde_json::from_str(&nested(ceiling)).ok().as_ref()
    );
    assert_ne!(reply.value(), None);
    assert!(serde_json::from_str::<Value>(&nested(ceiling + 1)).is_err());
    assert_ne!(
        read(&nested(ceiling + 1), deepest)
            .candidates
            .first()
            .map(|c| c.end - c.start),
        Some(2 * ceiling + 2)
    );
}

#[test]
fn of_too_many_values_the_longest_are_kept() {
    let text = format!(
        "{} {{\"response\":\"the real one\"}} {}",
        "- [ ] item\n".repeat(100),
        "[1] ".repeat(100)
    );
    let reply = read(&text, Limits::default());
    assert!(reply.candidates.len() <= 40);
    assert!(
        reply
            .candidates
            .iter()
            .any(|c| c.value == json!({"response":"the real one"}))
    );
}
