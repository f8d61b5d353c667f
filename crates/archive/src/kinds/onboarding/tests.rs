//! Outcomes of onboarding interviews satisfy their published schema, and findings come from typed answers alone.

use crate::{Format, export_of, export_with};
use colloquy_schema::{DataType, Findings, PhaseEnd, Reaction, Record, Turn};
use proptest::prelude::*;
use serde_json::{Value, json};
use std::rc::Rc;

const GUIDE: &str = include_str!("../../../../../pkg/guides/onboarding.json");
const RESULT: &str = include_str!("../../../../../pkg/schemas/result.schema.json");
const ONBOARDING: &str = include_str!("../../../../../pkg/schemas/onboarding.schema.json");
/// A sentence that is a finding of each kind where somebody types it.
const INSIGHT: &str = "I realized that tuning harps in winter is a mistake. I need to buy a new tuning key for it. Tuning key, tuning key.";

fn schema(text: &str) -> jsonschema::Validator {
    let schema = serde_json::from_str(text).expect("a schema is JSON");
    jsonschema::validator_for(&schema).expect("a valid schema")
}

fn faults(text: &str, value: &Value) -> Vec<String> {
    let schema = schema(text);
    let faults = schema.iter_errors(value);
    faults
        .map(|fault| format!("{}: {fault}", fault.instance_path()))
        .collect()
}

/// A session of these facts, as data.
fn result(facts: Vec<Value>) -> Value {
    let guide: Value = serde_json::from_str(GUIDE).expect("a guide is JSON");
    let began = json!({ "began": {
        "session": "3a7f9c2e-1234-4678-9abc-def012345678", "guide": guide, "guide_hash": "", "engine": "0.1.0", "setup": {} } });
    let facts = [began].into_iter().chain(facts).enumerate();
    let records: Vec<Record> = facts
        .map(|(i, fact)| {
            let record = json!({ "seq": i, "at": i, "v": 1, "fact": fact });
            Record::read(record).unwrap_or_else(|issue| panic!("{i}: {issue:?}"))
        })
        .collect();
    for (format, needed) in [(Format::Structured, "## "), (Format::Html, "<section>")] {
        let text = export_of(&records, format).expect("a sound session");
        assert!(text.contains(needed));
    }
    let maker = colloquy_core::kinds::onboarding::make;
    let text =
        export_with(&records, maker, Some(Rc::new(find)), Format::Json).expect("a sound session");
    serde_json::from_str(&text).expect("JSON")
}

/// Finds in what was typed, and in nothing else.
fn find(turns: &[Turn], _locale: &str) -> Findings {
    let typed = turns.iter().map(|turn| match &turn.reaction {
        Reaction::Answered(text) => text.as_str(),
        _ => "",
    });
    colloquy_findings::extract(&typed.collect::<Vec<_>>(), None)
}

/// A form that was asked for, shown and settled.
fn form(number: u32, tool: &str, arguments: Value, result: Value) -> Vec<Value> {
    let id = format!("call-{number}");
    let call = json!({ "id": id, "name": tool, "arguments": arguments });
    vec![
        json!({ "call_ended": { "call": number, "outcome": { "replied": { "text": "", "stop": "tool_use",
            "usage": { "input_tokens": 1, "output_tokens": 1 }, "tool_calls": [call] } } } }),
        json!({ "tool_waiting": { "id": id, "reason": "", "token": id } }),
        json!({ "asked": { "number": number, "text": "?", "kind": "topic", "follow_up_depth": 0, "form": id } }),
        json!({ "tool_ended": { "id": id, "result": result } }),
    ]
}

fn started(number: u32) -> Value {
    json!({ "call_started": { "call": number, "step": "question:1", "keep": 0, "add": [], "history_from": 1,
        "reserved": { "input_tokens": 1, "output_tokens": 1 } } })
}

/// A small value that satisfies the schema of its kind.
fn data(kind: DataType, word: &str) -> Value {
    match kind {
        DataType::ApplicantProfile => json!({ "basics": { "name": word } }),
        DataType::SkeletonTimeline => json!({ "work": [{ "position": word }] }),
        DataType::Experience => json!({ "position": word }),
        DataType::Education => json!({ "institution": word }),
        DataType::KnowledgeCard => json!({ "title": word, "summary": word }),
        DataType::ArtifactRecord => json!({ "file_url": word, "status": "parsed", "text": word }),
        DataType::WritingSample => json!({ "title": word, "text": word }),
        DataType::CandidateDossier => json!({ "summary": word }),
    }
}

/// One thing that happens, by its kind: a form, something that is kept, removed or over.
#[derive(Clone, Debug)]
struct Happens {
    what: u8,
    kind: DataType,
    word: String,
    ended: PhaseEnd,
    status: &'static str,
}

fn happens() -> impl Strategy<Value = Happens> {
    let kind = prop::sample::select(DataType::ALL);
    let ended = prop::sample::select(PhaseEnd::ALL);
    let status = prop::sample::select(vec![
        "approved", "modified", "rejected", "redacted", "error",
    ]);
    (0u8..6, kind, "[a-zא-ת|*<\n]{1,9}", ended, status).prop_map(
        |(what, kind, word, ended, status)| Happens {
            what,
            kind,
            word,
            ended,
            status,
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn every_outcome_satisfies_its_schema(all in prop::collection::vec(happens(), 0..14), closed in any::<bool>()) {
        let mut facts = Vec::new();
        let mut number = 0;
        for (place, one) in all.iter().enumerate() {
            let data = data(one.kind, &one.word);
            let kind = one.kind.name();
            match one.what {
                0 | 1 => {
                    number += 1;
                    facts.push(started(number));
                    let came = match one.status {
                        status @ ("redacted" | "error") => json!({ "status": status }),
                        status => json!({ "status": status, "data": data, "userNotes": one.word,
                            "changes": [{ "field": "summary", "oldValue": "x", "newValue": one.word }] }),
                    };
                    facts.extend(form(number, "submit_for_validation", json!({ "dataType": kind, "data": data }), came));
                }
                2 => {
                    number += 1;
                    facts.push(started(number));
                    let file = json!({ "storageUrl": format!("colloquy-file:{place}"), "name": one.word, "mimeType": "text/plain", "size": place });
                    facts.extend(form(number, "get_user_upload", json!({ "prompt": "?" }), json!({ "status": "ok", "files": [file] })));
                }
                3 | 4 => {
                    let removed = one.status == "redacted";
                    let data = if removed { json!({}) } else { data };
                    facts.push(json!({ "persisted": { "id": format!("{kind}-{}", place % 2), "dataType": kind, "version": place + 1,
                        "data": data, "confirmed": one.status == "approved" && !removed } }));
                }
                _ => facts.push(json!({ "phase_ended": { "phase": "core_facts", "reason": one.ended.name(), "not_reached": [kind] } })),
            }
        }
        if closed {
            facts.push(json!({ "closed": { "reason": "concluded" } }));
        }
        let result = result(facts);
        prop_assert_eq!(faults(RESULT, &result), Vec::<String>::new());
        prop_assert_eq!(faults(ONBOARDING, &result["outcome"]), Vec::<String>::new());
        for artifact in result["outcome"]["artifacts"].as_array().expect("a list") {
            let kind = DataType::ALL.iter().find(|kind| artifact["dataType"] == kind.name()).expect("a kind");
            if artifact["data"] != json!({}) {
                prop_assert_eq!(faults(kind.schema_text(), &artifact["data"]), Vec::<String>::new());
            }
        }
    }
}

/// A session with a file, a profile and a card; all of its forms and documents say what would be a finding.
fn without_words() -> Vec<Value> {
    let file = json!({ "storageUrl": "colloquy-file:1", "name": INSIGHT, "mimeType": "text/plain", "size": 1 });
    let record = data(DataType::ArtifactRecord, INSIGHT);
    let card = data(DataType::KnowledgeCard, INSIGHT);
    let reads = json!({ "id": "e", "name": "extract_document", "arguments": { "file_url": "colloquy-file:1" } });
    let mut facts = vec![started(1)];
    facts.extend(form(
        1,
        "get_user_upload",
        json!({}),
        json!({ "status": "ok", "files": [file] }),
    ));
    facts.push(started(2));
    facts.push(json!({ "call_ended": { "call": 2, "outcome": { "replied": { "text": INSIGHT, "stop": "tool_use",
        "usage": { "input_tokens": 1, "output_tokens": 1 }, "tool_calls": [reads] } } } }));
    facts.push(json!({ "persisted": { "id": "artifact_record-1", "dataType": "artifact_record", "version": 1, "data": record,
        "confirmed": false } }));
    facts.push(json!({ "tool_ended": { "id": "e", "result": { "status": "ok", "artifact_record": record } } }));
    facts.push(started(3));
    let arguments = json!({ "dataType": "knowledge_card", "data": card });
    let settled = json!({ "status": "modified", "data": card, "userNotes": INSIGHT,
        "changes": [{ "field": "summary", "oldValue": "", "newValue": INSIGHT }] });
    facts.extend(form(2, "submit_for_validation", arguments, settled));
    facts.push(json!({ "persisted": { "id": "knowledge_card-1", "dataType": "knowledge_card", "version": 1, "data": card,
        "confirmed": true } }));
    facts
}

fn typed(number: u32, text: &str) -> [Value; 2] {
    [
        json!({ "asked": { "number": number, "text": "And?", "kind": "topic", "follow_up_depth": 0 } }),
        json!({ "answered": { "question": number, "text": text } }),
    ]
}

#[test]
fn findings_come_from_typed_answers_alone() {
    let lists = ["insights", "actions", "themes"];
    let none = result(without_words());
    for list in lists {
        assert_eq!(none["findings"][list], json!([]), "{list}");
    }
    let mut facts = without_words();
    facts.extend(typed(3, INSIGHT));
    let some = result(facts);
    for list in lists {
        assert_ne!(some["findings"][list], json!([]), "{list}");
    }
    let insight = &some["findings"]["insights"][0];
    assert_eq!(insight["question"], 3);
}

#[test]
fn a_model_finds_nothing_in_forms_and_documents() {
    let found = json!({
        "insights": [{ "text": "Harps", "quote": "tuning harps in winter is a mistake", "question": 2 }],
        "actions": [{ "text": "Buy a key", "quote": "buy a new tuning key", "question": 3 }],
        "themes": [{ "text": "tuning harps" }, { "text": "Wet Wood" }],
    });
    let mut facts = without_words();
    facts.extend(typed(3, "The wet wood swells every year."));
    facts.push(json!({ "part_ended": { "part": "findings", "value": found } }));
    let findings = &result(facts)["findings"];
    assert_eq!(findings["insights"], json!([]));
    assert_eq!(findings["actions"], json!([]));
    let themes = findings["themes"].as_array().expect("a list");
    let themes: Vec<&Value> = themes.iter().map(|theme| &theme["text"]).collect();
    assert_eq!(themes, ["Wet Wood"]);
}

#[test]
fn the_schema_refuses_what_is_no_outcome() {
    let mut good = result(without_words());
    let good = good["outcome"].take();
    assert_eq!(faults(ONBOARDING, &good), Vec::<String>::new());
    for (path, value) in [
        ("/phases/0/ended", json!("bored")),
        ("/phases/0/objectives/0/state", json!("done")),
        ("/phases/0/objectives/0/dataType", json!("poem")),
        ("/artifacts/0/dataType", json!("poem")),
        ("/artifacts/0/version", json!(0)),
        ("/artifacts/0/data", json!("text")),
        ("/artifacts/0/id", json!("")),
        ("/files/0/size", json!(-1)),
        ("/files", json!({})),
    ] {
        let mut bad = good.clone();
        *bad.pointer_mut(path).expect(path) = value;
        assert!(!faults(ONBOARDING, &bad).is_empty(), "{path}");
    }
    let mut more = good;
    more["files"][0]["bytes"] = json!("AAAA");
    assert!(!faults(ONBOARDING, &more).is_empty());
}
