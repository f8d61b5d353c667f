//! Holds the quick reading of a contract's value against the walker: it gives a value where the walker finds nothing, and the same.

use colloquy_schema::contract::{BUILT_IN, Quick, Unknown, schema, validate};
use serde_json::{Map, Value, json};

/// A built-in contract, its schema made ready, and a value that satisfies it.
struct Contract {
    name: &'static str,
    schema: Value,
    quick: Quick,
    valid: Value,
}

/// Those that can be read quickly: all but those with alternatives, and with choices that are no texts.
#[allow(clippy::disallowed_methods, reason = "cases are files")]
fn contracts() -> Vec<Contract> {
    let made = |contract: colloquy_schema::Contract| {
        let name = contract.name();
        let schema = schema(contract).unwrap();
        let path = [
            env!("CARGO_MANIFEST_DIR"),
            "/../../tests/cases/contracts/",
            name,
            ".json",
        ];
        let file = std::fs::read_to_string(path.concat()).unwrap();
        let valid = serde_json::from_str::<Value>(&file).unwrap()["valid"].clone();
        Some(Contract {
            name,
            quick: Quick::new(&schema)?,
            schema,
            valid,
        })
    };
    BUILT_IN.into_iter().filter_map(made).collect()
}

impl Contract {
    /// What the long way says of a text: the value, when it is strict JSON with nothing to be said of it.
    fn long(&self, text: &str) -> Option<Value> {
        let value = serde_json::from_str(text).ok()?;
        let issues = validate(&self.schema, &value, Unknown::Refused);
        issues.is_empty().then_some(value)
    }
}

/// Every place in a value, as JSON Pointers.
fn places(value: &Value, at: &str, found: &mut Vec<String>) {
    found.push(at.into());
    let below: Vec<(String, &Value)> = match value {
        Value::Object(map) => map
            .iter()
            .map(|(key, value)| (key.clone(), value))
            .collect(),
        Value::Array(items) => items
            .iter()
            .enumerate()
            .map(|(n, v)| (n.to_string(), v))
            .collect(),
        _ => Vec::new(),
    };
    for (key, value) in below {
        places(value, &[at, "/", &key].concat(), found);
    }
}

/// What may stand anywhere: each kind, both sides of the limits, and what is hard to read.
fn replacements() -> Vec<Value> {
    let mut all = vec![
        json!(null),
        json!(true),
        json!({}),
        json!([]),
        json!([null]),
        json!([""]),
        json!({"a": 1}),
    ];
    all.extend(
        [
            -1_i64,
            0,
            1,
            2,
            4,
            5,
            99,
            100,
            101,
            9_999,
            10_000,
            10_001,
            i64::MAX,
        ]
        .map(Value::from),
    );
    all.extend(
        [
            "greeting",
            "high",
            "\"\\/\n\t\r\u{8}\u{c}",
            "é漢🎧",
            "Greeting",
        ]
        .map(Value::from),
    );
    for length in [
        1, 9, 10, 11, 199, 200, 201, 300, 499, 500, 501, 1000, 1999, 2000, 2001, 4001,
    ] {
        all.push("x".repeat(length).into());
        all.push("🎧".repeat(length).into());
    }
    for length in [1, 2, 3, 10, 20, 21] {
        all.push(vec!["Ten letters at least."; length].into());
    }
    all
}

/// Tells whether a number in it has a fraction, which is left to the long way.
fn has_fraction(value: &Value) -> bool {
    match value {
        Value::Number(number) => number.is_f64(),
        Value::Array(items) => items.iter().any(has_fraction),
        Value::Object(map) => map.values().any(has_fraction),
        _ => false,
    }
}

#[test]
fn most_contracts_can_be_read_quickly() {
    let names: Vec<&str> = contracts().iter().map(|contract| contract.name).collect();
    assert_eq!(names.len(), BUILT_IN.len() - 2, "{names:?}");
    assert!(names.contains(&"question") && names.contains(&"envelope"));
}

#[test]
fn whatever_stands_in_a_value_the_verdict_is_that_of_the_walker() {
    let (mut sound, mut faulty) = (0, 0);
    for contract in contracts() {
        let mut all = Vec::new();
        places(&contract.valid, "", &mut all);
        let mut judge = |value: &Value| {
            for text in [
                value.to_string(),
                serde_json::to_string_pretty(value).unwrap(),
            ] {
                let long = contract.long(&text);
                *(if long.is_some() {
                    &mut sound
                } else {
                    &mut faulty
                }) += 1;
                // Nothing else that it leaves to the long way comes up here.
                let quick = contract.quick.read(&text);
                if quick.is_some() || !has_fraction(value) {
                    assert_eq!(quick, long, "{}: {text}", contract.name);
                }
            }
        };
        judge(&contract.valid);
        for place in all {
            for new in replacements() {
                let mut value = contract.valid.clone();
                *value.pointer_mut(&place).unwrap() = new;
                judge(&value);
            }
            let mut value = contract.valid.clone();
            match value.pointer_mut(&place).unwrap() {
                Value::Object(map) => {
                    let before = map.clone();
                    for key in before.keys() {
                        let mut less: Map<String, Value> = before.clone();
                        less.remove(key);
                        let mut value = contract.valid.clone();
                        *value.pointer_mut(&place).unwrap() = less.into();
                        judge(&value);
                    }
                    map.insert("unknown".into(), true.into());
                    judge(&value);
                }
                Value::Array(items) => {
                    let first = items.first().cloned();
                    items.extend(std::iter::repeat_n(first, 60).flatten());
                    judge(&value);
                }
                _ => {}
            }
        }
    }
    assert!(
        sound > 500 && faulty > 2_000,
        "{sound} sound, {faulty} faulty"
    );
}

#[test]
fn a_damaged_text_is_read_as_the_long_way_reads_it_or_not_at_all() {
    let mut read = 0;
    for contract in contracts() {
        let text = contract.valid.to_string();
        let damage = [
            "", "\"", "\\", "\\n", "\\u0041", "{", "}", "[", "]", ",", ":", "0", "-", ".", "e1",
            " ", "\n", "\u{0}", "é", "null",
        ];
        for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
            for more in damage {
                for end in [at, (at + c.len_utf8()).min(text.len())] {
                    let damaged = [&text[..at], more, &text[end..]].concat();
                    if let Some(value) = contract.quick.read(&damaged) {
                        assert_eq!(Some(value), contract.long(&damaged), "{damaged}");
                        read += 1;
                    }
                }
            }
        }
    }
    assert!(read > 1_000, "{read}");
}

#[test]
fn what_it_leaves_to_the_long_way() {
    let question = contracts()
        .into_iter()
        .find(|contract| contract.name == "question")
        .unwrap();
    let text = r#"{"follow_up": true, "question": "What was it like?"}"#;
    assert!(question.quick.read(text).is_some());
    for other in [
        text.replace("What", "\\u0057hat"),
        text.replace('}', ", \"follow_up\": true}"),
        [text, " ."].concat(),
        ["\u{feff}", text].concat(),
        ["```json\n", text, "\n```"].concat(),
        text.replace('}', ",}"),
        [text, &" ".repeat(1 << 20)].concat(),
    ] {
        assert_eq!(question.quick.read(&other), None, "{}", &other[..60]);
    }
    for alternatives in [
        json!({}),
        json!({"type": "string", "anyOf": []}),
        json!({"type": "object", "properties": {}}),
    ] {
        assert!(Quick::new(&alternatives).is_none(), "{alternatives}");
    }
}
