//! Nulls in the place of optional keys, which providers that enforce a schema send: taken out the same way by the small walker
//! and by what knows any schema.

use colloquy_schema::contract::{BUILT_IN, restore, schema, without_nulls};
use serde_json::{Value, json};

/// Puts null, in turn, in the place of everything in a value.
fn with_nulls(value: &Value) -> Vec<Value> {
    let mut out = vec![Value::Null];
    match value {
        Value::Object(map) => {
            for (key, inner) in map {
                out.extend(with_nulls(inner).into_iter().map(|inner| {
                    let mut changed = value.clone();
                    changed[key] = inner;
                    changed
                }));
            }
        }
        Value::Array(items) => {
            for (place, inner) in items.iter().enumerate() {
                out.extend(with_nulls(inner).into_iter().map(|inner| {
                    let mut changed = value.clone();
                    changed[place] = inner;
                    changed
                }));
            }
        }
        _ => {}
    }
    out
}

#[test]
fn both_ways_take_the_same_nulls_out() {
    let envelope = json!({
        "interview_stage": "greeting", "response": "What do you do all day?", "error": "none",
        "metadata": {"question_depth": 1, "completeness": 0, "engagement_level": "low"},
        "internal_tracking": {
            "key_insights": ["a"], "examples_collected": 1, "follow_up_needed": ["b"], "stage_transition_ready": true,
        },
        "unknown": {"inner": 1},
    });
    let actor = json!({
        "title": "Tester", "reason": "Nobody looks.", "skills": ["a", "b"], "prompt": "You test.", "model": "reasoning",
    });
    let advice =
        json!({"recommendation": "Hire.", "action": {"type": "create_actor", "actor": actor}});
    let question = json!({"follow_up": true, "question": "What else?"});
    let finding = json!([{"text": "a", "question": 1, "quote": "b"}]);
    let findings =
        json!({"insights": finding, "actions": finding, "themes": [{"text": "a", "count": 2}]});
    let mut compared = 0;
    for contract in BUILT_IN {
        let schema = schema(contract).unwrap();
        for value in [&envelope, &advice, &actor, &question, &findings] {
            for value in with_nulls(value) {
                let expected = restore(&schema, value.clone());
                assert_eq!(without_nulls(&schema, value), expected, "{contract:?}");
                compared += 1;
            }
        }
    }
    assert!(compared > 200, "{compared}");
}

#[test]
fn an_optional_null_goes_and_a_required_one_stays() {
    let envelope = schema(colloquy_schema::Contract::Envelope).unwrap();
    let reply =
        json!({"error": null, "metadata": null, "internal_tracking": {"key_insights": null}});
    let left = json!({"metadata": null, "internal_tracking": {}});
    assert_eq!(without_nulls(&envelope, reply), left);
}
