//! Holds three judges of the built-in contracts together: the walker that ships with the engine, the validators that
//! `jsonschema` makes of the published files when this is compiled, and the run-time validator of this crate.

mod common;

use colloquy_schema::contract::{Unknown, check, faults, read, validate};
use colloquy_schema::{Contract, Issue};
use common::contracts;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use serde_json::{Value, json};

fn places(issues: &[Issue]) -> Vec<(String, String)> {
    issues
        .iter()
        .map(|issue| (issue.path.clone(), issue.rule.clone()))
        .collect()
}

#[test]
fn every_case_is_judged_the_same_by_all_three() {
    let mut judged = 0;
    for contract in contracts() {
        for case in &contract.cases {
            let name = [
                contract.contract.name(),
                ": ",
                case["name"].as_str().unwrap(),
            ]
            .concat();
            let value = contract.value(case);
            let text = |key: &str, expected: &Value| String::from(expected[key].as_str().unwrap());
            let expected = case["expect"].as_array().unwrap().iter();
            let mut expected: Vec<_> = expected
                .map(|e| (text("path", e), text("rule", e)))
                .collect();
            let walked = validate(&contract.schema, &value, Unknown::Refused);
            let mut found = places(&walked);
            assert_eq!(
                contract.compiled.check(&value),
                walked,
                "{name}: by the run-time validator"
            );
            assert_eq!(
                (contract.fixed)(&value),
                expected.is_empty(),
                "{name}: by the fixed validator"
            );
            assert_eq!(
                contract.compiled.is_valid(&value),
                expected.is_empty(),
                "{name}"
            );
            found.sort();
            expected.sort();
            assert_eq!(found, expected, "{name}: by the walker");
            judged += 1;
        }
    }
    assert!(judged >= 400, "{judged} cases");
}

#[test]
fn reading_takes_unknown_keys_out_and_nothing_else() {
    for contract in contracts() {
        for case in &contract.cases {
            let name = [
                contract.contract.name(),
                ": ",
                case["name"].as_str().unwrap(),
            ]
            .concat();
            let value = contract.value(case);
            let all = validate(&contract.schema, &value, Unknown::Refused);
            let (kept, issues) = read(&contract.schema, value.clone());
            assert_eq!(
                contract.compiled.read(value.clone()),
                (kept.clone(), issues.clone()),
                "{name}"
            );
            let mut found = places(&issues);
            let mut expected = places(&all);
            found.sort();
            expected.sort();
            assert_eq!(found, expected, "{name}");
            assert_eq!((contract.fixed)(&kept), !faults(&issues), "{name}");
            if all.is_empty() {
                assert_eq!(kept, value, "{name}");
            }
        }
    }
}

#[test]
fn the_built_in_contracts_refuse_what_their_rules_refuse() {
    let rules = |contract, value: Value| -> Vec<String> {
        check(contract, &value)
            .into_iter()
            .map(|issue| issue.rule)
            .collect()
    };
    let envelope = |response: &str| {
        json!({
            "interview_stage": "wrap_up", "response": response,
            "metadata": {"question_depth": 1, "completeness": 100, "engagement_level": "high"},
        })
    };
    assert_eq!(
        rules(
            Contract::Envelope,
            envelope("What was it? And why was it so?")
        ),
        ["one_question"]
    );
    assert_eq!(
        rules(
            Contract::Envelope,
            envelope("Thank you for all you told me.")
        ),
        Vec::<String>::new()
    );
    assert_eq!(
        rules(Contract::Envelope, envelope("```json\n{\"a\": 1}\n```")),
        ["plain_text"]
    );
    assert_eq!(
        rules(
            Contract::Question,
            json!({"follow_up": false, "question": "               "})
        ),
        ["blank"]
    );
    assert_eq!(
        rules(Contract::Outcome, json!(["whatever"])),
        Vec::<String>::new()
    );
}

#[test]
fn a_flood_of_unknown_keys_hides_no_fault() {
    for contract in contracts() {
        let mut value = contract.valid.clone();
        let map = value.as_object_mut().unwrap();
        let first = map.keys().next().unwrap().clone();
        map.insert(first.clone(), json!(7.5));
        (0..5_000).for_each(|n| drop(map.insert(format!("a{n}"), Value::Null)));
        for (kept, issues) in [
            read(&contract.schema, value.clone()),
            contract.compiled.read(value),
        ] {
            assert_eq!(
                kept.as_object().unwrap().len(),
                contract.valid.as_object().unwrap().len()
            );
            assert!(faults(&issues));
            assert!(
                issues
                    .iter()
                    .any(|issue| issue.path == first && issue.rule == "type")
            );
            assert!(issues.len() <= 200, "{} issues", issues.len());
        }
    }
}

/// Any JSON of a few values, the kinds of values that the contracts speak of among them.
fn any_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        prop_oneof![-3i64..120, Just(i64::MAX), Just(9_999), Just(10_001)].prop_map(Value::from),
        prop_oneof![Just(2.0), Just(2.5), Just(-0.0), Just(1e300)].prop_map(Value::from),
        prop_oneof!["[a-z?{}\"<😀 ]{0,40}", "a{490,510}", "😀{1990,2010}"].prop_map(Value::from),
        prop::sample::select(vec![
            "greeting",
            "high",
            "create_actor",
            "reasoning",
            "API_ERROR",
            "null"
        ])
        .prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 24, 10, |inner| {
        let key = prop_oneof![
            "[a-z.\\[\\]/~0-9]{0,5}",
            prop::sample::select(vec!["type", "actor", "metadata", "text"]).prop_map(String::from)
        ];
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..10).prop_map(Value::from),
            prop::collection::btree_map(key, inner, 0..5)
                .prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

/// Changes one place of a value, chosen by numbers: takes it out, puts another value there, or puts one beside it.
fn mutate(value: &mut Value, path: &[usize], how: usize, new: &Value) {
    let count = match value {
        Value::Object(map) => map.len(),
        Value::Array(items) => items.len(),
        _ => 0,
    };
    let Some((step, rest)) = path.split_first().filter(|_| count > 0) else {
        *value = new.clone();
        return;
    };
    let at = step % count;
    match value {
        Value::Object(map) => {
            let key = map.keys().nth(at).unwrap().clone();
            match (rest.is_empty(), how) {
                (true, 0) => drop(map.remove(&key)),
                (true, 1) => drop(map.insert([&key, "x"].concat(), new.clone())),
                _ => mutate(&mut map[&key], rest, how, new),
            }
        }
        Value::Array(items) => match (rest.is_empty(), how) {
            (true, 0) => drop(items.remove(at)),
            (true, 1) => items.insert(at, new.clone()),
            (true, 2) => items.extend(vec![new.clone(); 9]),
            _ => mutate(&mut items[at], rest, how, new),
        },
        _ => {}
    }
}

#[test]
fn whatever_is_changed_the_three_agree() {
    let contracts = contracts();
    let mutation = (
        prop::collection::vec(0usize..9, 0..5),
        0usize..4,
        any_value(),
    );
    let input = (0..contracts.len(), prop::collection::vec(mutation, 0..6));
    let (mut valid, mut faulty) = (0, 0);
    let counted = std::cell::RefCell::new((&mut valid, &mut faulty));
    TestRunner::new(ProptestConfig {
        cases: 4_000,
        ..ProptestConfig::default()
    })
    .run(&input, |(place, mutations)| {
        let contract = &contracts[place];
        let mut value = contract.valid.clone();
        for (path, how, new) in &mutations {
            mutate(&mut value, path, *how, new);
        }
        let walked = validate(&contract.schema, &value, Unknown::Refused);
        prop_assert_eq!(contract.compiled.check(&value), walked.clone());
        prop_assert_eq!((contract.fixed)(&value), walked.is_empty());
        let (kept, issues) = read(&contract.schema, value.clone());
        prop_assert_eq!(
            contract.compiled.read(value),
            (kept.clone(), issues.clone())
        );
        prop_assert_eq!((contract.fixed)(&kept), !faults(&issues));
        let mut counted = counted.borrow_mut();
        *(if walked.is_empty() {
            &mut *counted.0
        } else {
            &mut *counted.1
        }) += 1;
        Ok(())
    })
    .unwrap();
    assert!(
        valid > 300 && faulty > 300,
        "{valid} valid and {faulty} faulty values"
    );
}
