//! Outcomes of skills interviews satisfy their published schemas, whatever was read, ended and corrected.

use crate::{Format, export_of};
use colloquy_schema::{Attribute, GapEnd, Record};
use proptest::prelude::*;
use serde_json::{Value, json};

const GUIDE: &str = include_str!("../../../../../pkg/guides/gaps.json");
const RESULT: &str = include_str!("../../../../../pkg/schemas/result.schema.json");
const SKILLS: &str = include_str!("../../../../../pkg/schemas/skills.schema.json");
const NAMES: &[&str] = &["Python", "C++", "[redacted] 2", "a|b \"c\"\n", "أ"];

fn schema(text: &str) -> jsonschema::Validator {
    let schema = serde_json::from_str(text).expect("a schema is JSON");
    jsonschema::validator_for(&schema).expect("a valid schema")
}

/// A session of these facts, as data.
fn result(facts: Vec<Value>) -> Value {
    let guide: Value = serde_json::from_str(GUIDE).expect("a guide is JSON");
    let began = json!({ "began": {
        "session": "3a7f9c2e-1234-4678-9abc-def012345678", "guide": guide, "guide_hash": "", "engine": "0.1.0",
        "setup": { "material": { "texts": [{ "name": "resume.md", "text": "Python" }] } } } });
    let facts = [began].into_iter().chain(facts).enumerate();
    let records: Vec<Record> = facts
        .map(|(i, fact)| {
            let record = json!({ "seq": i, "at": i, "v": 1, "fact": fact });
            Record::read(record).unwrap_or_else(|issue| panic!("{i}: {issue:?}"))
        })
        .collect();
    let text = export_of(&records, Format::Json).expect("a sound session");
    serde_json::from_str(&text).expect("JSON")
}

fn name() -> impl Strategy<Value = &'static str> {
    prop::sample::select(NAMES)
}

fn attribute() -> impl Strategy<Value = &'static str> {
    prop::sample::select(Attribute::ALL).prop_map(|one| one.name())
}

/// Any fact that speaks of skills.
fn fact() -> impl Strategy<Value = Value> {
    let values = prop::collection::vec((attribute(), "[a-z]{1,9}"), 0..4);
    let values = values.prop_map(|values| {
        let values = values.into_iter();
        let value = |(name, value)| json!({ "attribute": name, "value": value, "quote": value });
        values.map(value).collect::<Vec<_>>()
    });
    let found = (name(), 0u32..=100, values).prop_map(|(skill, percent, values)| {
        json!({ "skill": skill, "confidence": f64::from(percent) / 100.0, "quote": "q", "values": values })
    });
    let read = (prop::collection::vec(found, 0..4), 0u32..3).prop_map(|(found, question)| {
        let mut read = json!({ "caller": "model", "read": true, "found": found });
        if question > 0 {
            read["question"] = question.into();
            read["answer"] = json!({ "kind": "partial", "engaged": true });
        }
        json!({ "skills_read": read })
    });
    let ended = (name(), prop::sample::select(GapEnd::ALL)).prop_map(
        |(skill, reason)| json!({ "gap_ended": { "skill": skill, "reason": reason.name() } }),
    );
    let edited = (name(), name(), attribute(), 0..4).prop_map(|(skill, to, attribute, kind)| {
        let edit = match kind {
            0 => json!({ "strike": { "skill": skill } }),
            1 => json!({ "add": { "skill": skill } }),
            2 => json!({ "rename": { "skill": skill, "to": to } }),
            _ => json!({ "set": { "skill": skill, "attribute": attribute, "value": "mine" } }),
        };
        json!({ "skills_edited": edit })
    });
    prop_oneof![3 => read, 1 => ended, 1 => edited]
}

fn asked(number: u32, gap: Value) -> Value {
    json!({ "asked": { "number": number, "text": "And?", "kind": "topic", "follow_up_depth": 0, "gap": gap } })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn every_outcome_satisfies_its_schema(
        facts in prop::collection::vec(fact(), 0..12),
        skill in name(),
        reason in prop::sample::select(vec!["complete", "disengaged", "no_gaps", "declined", "asked_for"]),
        closed in any::<bool>(),
    ) {
        let gap = json!({ "skill": skill, "attributes": ["scale"], "severity": 0.6, "probe": 2, "probes": 3,
            "intent": "follow_up", "topic": "back", "closed": [skill] });
        let opening = json!({ "skill": "", "attributes": [], "severity": 0.0, "probe": 1, "probes": 3, "intent": "question", "topic": "first" });
        let mut all = vec![asked(1, opening), json!({ "answered": { "question": 1, "text": "Python" } }), asked(2, gap)];
        all.extend(facts);
        if closed {
            all.push(json!({ "closed": { "reason": reason } }));
        }
        let result = result(all);
        for (schema, value) in [(schema(RESULT), &result), (schema(SKILLS), &result["outcome"])] {
            let errors: Vec<String> = schema.iter_errors(value).map(|e| format!("{}: {e}", e.instance_path())).collect();
            prop_assert_eq!(errors, Vec::<String>::new());
        }
    }
}

#[test]
fn the_schema_refuses_what_is_no_outcome() {
    let found = json!({ "skill": "Python", "confidence": 0.9, "quote": "Python", "values": [
        { "attribute": "depth", "value": "deep", "quote": "deep" }] });
    let read =
        json!({ "skills_read": { "caller": "engine", "read": true, "part": 1, "found": [found] } });
    let mut good = result(vec![read]);
    let good = good["outcome"].take();
    let schema = schema(SKILLS);
    assert!(schema.is_valid(&good), "{good}");
    for (path, value) in [
        ("/skills/0/skill", json!("")),
        ("/skills/0/confidence", json!(1.1)),
        ("/skills/0/source", json!("hearsay")),
        ("/skills/0/question", json!(0)),
        ("/skills/0/ended", json!("bored")),
        ("/skills/0/attributes/depth", json!("deep")),
        ("/skills/0/attributes/depth/value", json!("")),
        ("/completeness", json!(101)),
        ("/of", json!(7)),
        ("/closed", json!("enough")),
    ] {
        let mut bad = good.clone();
        *bad.pointer_mut(path).expect(path) = value;
        assert!(!schema.is_valid(&bad), "{path}");
    }
    let mut more = good;
    more["skills"][0]["attributes"]["charm"] = json!({});
    assert!(!schema.is_valid(&more));
}
