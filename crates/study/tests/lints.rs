//! Each piece of advice at its place.

use colloquy_study::{lint, longest, read};
use serde_json::{Value, json};

/// A study that nothing is said about, with `change` in place of what it has.
fn study(change: &Value) -> Value {
    let mut study = json!({
        "id": "s", "language": "en", "title": "T", "goal": "Find out how people bake.",
        "consent": { "asked": "Five questions.", "recipients": "Two bakers.", "kept": "A year." },
        "topics": [
            { "id": "last", "ask": "What did you bake last?", "must": true },
            { "id": "often", "ask": "How often do you bake?", "type": "single", "options": ["Daily", "Weekly", "Never"] },
            { "id": "oven", "ask": "What is your oven like?" },
        ],
    });
    for (pointer, value) in change.as_object().expect("an object") {
        let (parent, key) = pointer.rsplit_once('/').expect("a pointer");
        match study.pointer_mut(parent).expect("a parent") {
            Value::Object(map) if value.is_null() => drop(map.remove(key)),
            Value::Object(map) => drop(map.insert(key.into(), value.clone())),
            Value::Array(list) if key == "-" => list.push(value.clone()),
            Value::Array(list) => list[key.parse::<usize>().expect("a place")] = value.clone(),
            _ => panic!("{pointer}"),
        }
    }
    study
}

fn found(change: &Value) -> Vec<(&'static str, String)> {
    let study = read(&study(change)).unwrap_or_else(|faults| panic!("{change}: {faults:?}"));
    lint(&study)
        .into_iter()
        .map(|lint| (lint.code, lint.path))
        .collect()
}

#[test]
fn every_code_is_found_at_its_place() {
    let topic = |ask: &str, when: Value| json!({ "ask": ask, "when": when });
    for (change, code, path) in [
        (json!({ "/consent": null }), "missing_consent", "consent"),
        (
            json!({ "/consent/kept": null }),
            "missing_consent",
            "consent.kept",
        ),
        (json!({ "/topics/0/must": false }), "no_must_ask", "topics"),
        (
            json!({ "/topics/2/ask": "Don't you love your oven?" }),
            "leading",
            "topics[2].ask",
        ),
        (
            json!({ "/topics/2/ask": "What do you say to our amazing oven?" }),
            "loaded",
            "topics[2].ask",
        ),
        (
            json!({ "/topics/2/ask": "Would you buy a new oven?" }),
            "hypothetical",
            "topics[2].ask",
        ),
        (
            json!({ "/topics/2/probes": ["What burns and who cleans it?"] }),
            "double_barrelled",
            "topics[2].probes[0]",
        ),
        (
            json!({ "/topics/0/ask": "Which bread did your mother bake?", "/topics/2/ask": "What bread did your mother bake at home?" }),
            "duplicate_topics",
            "topics[2].ask",
        ),
        (
            json!({ "/topics/2/ask": "Considering organisational communication methodologies, characterise their interdepartmental effectiveness?" }),
            "reading_level",
            "topics[2].ask",
        ),
        (json!({ "/language": "it" }), "engine_words", "language"),
        (
            json!({ "/translations": { "it": {} } }),
            "engine_words",
            "translations.it",
        ),
        (
            json!({ "/never_ask": ["salaries"], "/translations": { "de": {} } }),
            "missing_translation",
            "translations.de.never_ask",
        ),
        (
            json!({ "/words": { "yes": "Yes, please" }, "/translations": { "de": {} } }),
            "missing_translation",
            "translations.de.words.yes",
        ),
        (
            json!({ "/topics/0/probes": 10, "/topics/2/probes": 10,
                "/topics/1": { "id": "often", "ask": "What do you bake best?", "probes": 10 },
                "/topics/-": { "ask": "What comes next?", "must": true } }),
            "late_must_ask",
            "topics[3]",
        ),
        (
            json!({ "/language": "de", "/topics/2/ask": "Der Ofen ist gut, nicht wahr?" }),
            "leading",
            "topics[2].ask",
        ),
        (
            json!({ "/translations": { "de": { "title": "T" } } }),
            "missing_translation",
            "translations.de.topics.last.ask",
        ),
        (
            json!({ "/topics/2/when": { "all": [{ "value": "often", "is": "daily" }, { "value": "often", "is": "never" }] } }),
            "unreachable_topic",
            "topics[2].when",
        ),
        (
            json!({
                "/topics/2/when": { "value": "often", "is": "daily" },
                "/topics/-": topic("What keeps you from it?", json!({ "value": "often", "is": "never" })),
            }),
            "branch_without_default",
            "topics[2].when",
        ),
        (
            json!({ "/topics/0/minutes": 60 }),
            "long_interview",
            "topics",
        ),
    ] {
        let found = found(&change);
        assert!(found.contains(&(code, path.into())), "{change}: {found:?}");
    }
    assert_eq!(found(&json!({})), []);
    // German words of the engine are there: advice is on the author's alone.
    let german = found(&json!({ "/language": "de" }));
    assert!(
        german.iter().all(|(code, _)| *code != "engine_words"),
        "{german:?}"
    );
}

/// Advice on conditions knows what can be: what a screening lets through, and who is never asked.
#[test]
fn conditions_that_can_hold_are_left_alone() {
    let screening = json!([{ "id": "age", "ask": "How old are you?", "type": "number", "accept": { "at_least": 18 } }]);
    let child = json!({ "value": "age", "at_most": 17 });
    let grown = json!({ "value": "age", "at_most": 18 });
    let unreachable = |when: &Value| {
        found(&json!({ "/screening": screening, "/topics/2/when": when }))
            .iter()
            .any(|(code, _)| *code == "unreachable_topic")
    };
    assert!(unreachable(&child));
    assert!(!unreachable(&grown));
    assert!(!unreachable(
        &json!({ "not": { "value": "often", "answered": true } })
    ));
    // All options lead somewhere.
    let covered = json!({
        "/topics/2/when": { "value": "often", "is": "daily" },
        "/topics/-": { "ask": "What keeps you from it?", "when": { "not": { "value": "often", "is": "daily" } } },
    });
    assert_eq!(found(&covered), []);
}

#[test]
fn the_longest_interview_is_known() {
    let read = |change: Value| read(&study(&change)).expect("a sound study");
    let adaptive = longest(&read(json!({})), None);
    // Three questions, two probes after each that is open, and three times words that meet what an answer does.
    assert_eq!((adaptive.questions, adaptive.minutes), (3 + 4 + 3, 9));
    assert!(adaptive.replies > 0 && adaptive.input_tokens > 10_000);
    let standardised = longest(&read(json!({ "/mode": "standardised" })), None);
    assert_eq!((standardised.questions, standardised.replies), (3 + 4, 0));
    let stopped = longest(
        &read(json!({ "/stop": { "minutes": 5, "questions": 4 } })),
        None,
    );
    assert_eq!((stopped.questions, stopped.minutes), (4, 5));
    let prices = colloquy_schema::Prices {
        input: 3.0,
        output: 15.0,
        ..Default::default()
    };
    let priced = longest(&read(json!({})), Some(prices));
    let least = priced.input_tokens as f64 * 3.0 / 1e6;
    assert!(
        priced.cost_usd.is_some_and(|cost| cost > least),
        "{priced:?}"
    );
    // A stop rule bounds what a model costs.
    let stopped = longest(
        &read(json!({ "/stop": { "cost_usd": 0.01 } })),
        Some(prices),
    );
    assert!(
        stopped.cost_usd.is_some_and(|cost| cost <= 0.01),
        "{stopped:?}"
    );
}
