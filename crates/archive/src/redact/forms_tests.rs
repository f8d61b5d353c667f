//! What goes with the answer of a form, what stays, and that the session still opens.

use super::redact;
use crate::{Format, export_of};
use colloquy_schema::{DataType, Fact, ObjectiveState, Record};
use proptest::prelude::*;
use serde_json::{Value, json};

const GUIDE: &str = include_str!("../../../../pkg/guides/onboarding.json");
const URL: &str = "colloquy-file:3a7f9c2e-1234-4678-9abc-def012345678";
const OTHER_URL: &str = "colloquy-file:3a7f9c2e-1234-4678-9abc-def012345679";
const TYPED: &str = "At Globex I rebuilt the billing engine in nine days. Call me on 0170 5550. I used Erlang. I like owls.";

fn started(call: u32, add: Value) -> Value {
    json!({ "call_started": { "call": call, "step": format!("question:{call}"), "keep": 0, "history_from": 1, "add": add,
        "reserved": { "input_tokens": 1, "output_tokens": 1 } } })
}

fn ended(call: u32, text: &str, calls: Value) -> Value {
    json!({ "call_ended": { "call": call, "outcome": { "replied": { "text": text, "stop": "end",
        "usage": { "input_tokens": 1, "output_tokens": 1 }, "tool_calls": calls } } } })
}

fn called(calls: &Value) -> Value {
    json!({ "role": "assistant", "text": "", "tool_calls": calls })
}

fn came(results: Value) -> Value {
    json!({ "role": "user", "text": "", "tool_results": results })
}

fn asked(number: u32, text: &str, form: Option<&str>) -> Value {
    json!({ "asked": { "number": number, "text": text, "kind": "topic", "follow_up_depth": 0, "form": form } })
}

fn waiting(id: &str) -> Value {
    json!({ "tool_waiting": { "id": id, "reason": "The respondent is asked.", "token": format!("token-{id}") } })
}

fn result(id: &str, result: Value) -> Value {
    json!({ "tool_ended": { "id": id, "result": result } })
}

fn file(url: &str, name: &str) -> Value {
    json!({ "storageUrl": url, "name": name, "mimeType": "text/plain", "size": 9 })
}

fn persisted(kind: &str, version: u32, confirmed: bool, data: &Value) -> Value {
    json!({ "persisted": { "id": format!("{kind}-1"), "dataType": kind, "version": version, "data": data, "confirmed": confirmed } })
}

/// What the model wrote of the person, and what the respondent made of it.
fn profile(email: &str) -> Value {
    json!({ "basics": { "name": "Quilla Wren", "email": email, "location": { "city": "Ulm" } } })
}

/// A session in which two files, a profile, a typed answer, a card and a choice have left their traces everywhere.
fn session() -> Vec<Record> {
    let uploads = json!([
        { "id": "u1", "name": "get_user_upload", "arguments": { "prompt": "Your résumé?", "multiple": true } }]);
    let uploaded =
        json!({ "status": "ok", "files": [file(URL, "quilla-wren.txt"), file(OTHER_URL, "cv")] });
    let reads = json!([{ "id": "e1", "name": "extract_document",
        "arguments": { "file_url": URL, "auto_persist": true, "return_types": ["artifact_record", "applicant_profile"] } }]);
    let record = json!({ "file_url": URL, "name": "quilla-wren.txt", "mime": "text/plain", "bytes": 9, "status": "parsed",
        "text": "Quilla Wren keeps owls and tunes harps in the winter. Ulm." });
    let read = json!({ "status": "ok", "artifact_record": record, "persisted": true,
        "derived": { "applicant_profile": profile("old@owl.example") }, "quality": { "extraction_confidence": 1.0, "issues": [] } });
    let shows = json!([{ "id": "v1", "name": "submit_for_validation",
        "arguments": { "dataType": "applicant_profile", "data": profile("old@owl.example"), "message": "Right?" } }]);
    let shown = json!({ "status": "modified", "data": profile("new@owl.example"), "userNotes": "Harps are a secret hobby",
        "changes": [{ "field": "basics.email", "oldValue": "old@owl.example", "newValue": "new@owl.example" }] });
    let keeps = json!([{ "id": "p1", "name": "persist_data",
        "arguments": { "dataType": "applicant_profile", "data": profile("new@owl.example") } }]);
    let card = json!({ "title": "Billing", "summary": "Rebuilt the billing engine in nine days", "experience": "Globex",
        "skills": ["Erlang", "owls"], "outcome": "A prize from the mayor" });
    let cards = json!([
        { "id": "a1", "name": "analyze_technical_skills", "arguments": { "answer_text": TYPED } },
        { "id": "v2", "name": "submit_for_validation", "arguments": { "dataType": "knowledge_card", "data": card } }]);
    let settled = json!({ "status": "approved", "data": card, "changes": [] });
    let dossier = json!({ "summary": "Write to new@owl.example. Knows the billing engine in nine days.", "name": "Quilla Wren" });
    let closes = json!([
        { "id": "p2", "name": "persist_data", "arguments": { "dataType": "knowledge_card", "data": card } },
        { "id": "p3", "name": "persist_data", "arguments": { "dataType": "candidate_dossier", "data": dossier } },
        { "id": "o1", "name": "get_user_option", "arguments": { "prompt": "Which?", "options": [
            { "id": "a", "label": "The lighthouse" }, { "id": "b", "label": "The mill" }] } }]);
    let chosen = json!({ "status": "ok", "selectedIds": ["a"] });
    let kept = json!({ "status": "ok", "id": "x-1", "version": 1 });
    let listed = format!(
        "Files:\n{URL} quilla-wren.txt (text/plain, 9 bytes)\n{OTHER_URL} cv (text/plain, 9 bytes)\n"
    );
    let guide: Value = serde_json::from_str(GUIDE).expect("a guide is JSON");
    let facts = json!([
        { "began": { "session": "3a7f9c2e-1234-4678-9abc-def012345670", "guide": guide, "guide_hash": "", "engine": "0", "setup": {} } },
        started(1, json!([])),
        ended(1, "", uploads.clone()),
        waiting("u1"),
        asked(1, "Your résumé?", Some("u1")),
        result("u1", uploaded.clone()),
        started(2, json!([called(&uploads), came(json!([{ "id": "u1", "result": uploaded }])), { "role": "user", "text": listed }])),
        ended(2, "", reads.clone()),
        { "tool_started": { "id": "e1" } },
        persisted("artifact_record", 1, false, &record),
        result("e1", read.clone()),
        started(3, json!([called(&reads), came(json!([{ "id": "e1", "result": read }]))])),
        ended(3, "", shows.clone()),
        waiting("v1"),
        asked(2, "Right?", Some("v1")),
        result("v1", shown.clone()),
        started(4, json!([called(&shows), came(json!([{ "id": "v1", "result": shown }]))])),
        ended(4, "", keeps.clone()),
        persisted("applicant_profile", 1, true, &profile("new@owl.example")),
        result("p1", kept.clone()),
        started(5, json!([called(&keeps), came(json!([{ "id": "p1", "result": kept }]))])),
        ended(5, r#"{"question":"What about “harps”? Mail goes to new@owl.example then."}"#, json!([])),
        asked(3, "What was it like? Mail goes to new@owl.example then.", None),
        { "answered": { "question": 3, "text": TYPED } },
        started(6, json!([{ "role": "user", "text": TYPED, "answers": [3] }])),
        ended(6, "", cards.clone()),
        result("a1", json!({ "status": "ok", "skills": [{ "skill": "Erlang", "quote": "I used Erlang" }] })),
        waiting("v2"),
        asked(4, "Is this right?", Some("v2")),
        result("v2", settled.clone()),
        started(7, json!([called(&cards), came(json!([{ "id": "v2", "result": settled }]))])),
        ended(7, "", closes.clone()),
        persisted("knowledge_card", 1, true, &card),
        result("p2", kept.clone()),
        persisted("candidate_dossier", 1, false, &dossier),
        result("p3", kept.clone()),
        waiting("o1"),
        asked(5, "Which?", Some("o1")),
        result("o1", chosen.clone()),
        started(8, json!([called(&closes), came(json!([{ "id": "o1", "result": chosen }]))])),
        ended(8, r#"{"question":"You took the lighthouse: why?"}"#, json!([])),
        asked(6, "You took the lighthouse: why?", None),
    ]);
    let facts = facts.as_array().expect("a list").iter().enumerate();
    let record = |(place, fact): (usize, &Value)| {
        let record = json!({ "seq": place, "at": place, "v": 1, "fact": fact });
        Record::read(record).unwrap_or_else(|issue| panic!("{place}: {issue:?}"))
    };
    facts.map(record).collect()
}

fn after(records: &[Record], question: u32) -> Vec<Record> {
    let mut out = records.to_vec();
    for changed in redact(records, question) {
        let place = changed.seq as usize;
        out[place] = changed;
    }
    assert_eq!(redact(&out, question), [], "a second time changes nothing");
    colloquy_core::kinds::session(&out, Some(colloquy_notes::context)).expect("the session opens");
    out
}

/// The records as text, without the guide.
fn text(records: &[Record]) -> String {
    let lines = records[1..].iter();
    let lines = lines.map(|record| serde_json::to_string(record).expect("JSON"));
    lines.collect::<Vec<_>>().join("\n")
}

fn outcome(records: &[Record]) -> Value {
    let result = export_of(records, Format::Json).expect("a sound session");
    let mut result: Value = serde_json::from_str(&result).expect("JSON");
    result["outcome"].take()
}

/// Data of what was kept of a kind.
fn kept(records: &[Record], kind: &str) -> Value {
    let outcome = outcome(records);
    let artifacts = outcome["artifacts"].as_array().expect("a list");
    let one = artifacts.iter().find(|one| one["dataType"] == kind);
    one.expect(kind)["data"].clone()
}

fn state(records: &[Record], kind: DataType) -> ObjectiveState {
    let outcome = outcome(records);
    let phases = outcome["phases"].as_array().expect("a list");
    let mut objectives = phases
        .iter()
        .flat_map(|phase| phase["objectives"].as_array().expect("a list"));
    let objective = objectives
        .find(|one| one["dataType"] == kind.name())
        .unwrap_or_else(|| panic!("no {}", kind.name()));
    let named = |state: &&ObjectiveState| objective["state"] == state.name();
    *ObjectiveState::ALL
        .iter()
        .find(named)
        .expect("a known state")
}

#[test]
fn files_go_with_what_was_read_out_of_them() {
    let before = session();
    let after = after(&before, 1);
    let left = text(&after);
    for gone in ["quilla-wren.txt", "cv (text", "\"cv\"", "keeps owls"] {
        assert!(text(&before).contains(gone), "{gone}");
        assert!(!left.contains(gone), "{gone}: {left}");
    }
    assert_eq!(kept(&after, "artifact_record"), json!({}));
    assert_eq!(
        outcome(&after)["files"],
        json!([]),
        "the page removes their bytes"
    );
    assert_eq!(outcome(&before)["files"].as_array().map(Vec::len), Some(2));
    // What the respondent approved is another answer.
    assert_eq!(after[15], before[15]);
    assert_eq!(after[18], before[18]);
    assert_eq!(
        kept(&after, "applicant_profile"),
        profile("new@owl.example")
    );
    assert_eq!(
        state(&after, DataType::ApplicantProfile),
        ObjectiveState::Met
    );
    assert_eq!(after[23], before[23], "and so is a typed one");
    let markdown = export_of(&after, Format::Structured).expect("a sound session");
    assert!(markdown.contains("This answer was removed by the respondent."));
    assert!(markdown.contains("Removed by the respondent."));
}

#[test]
fn approved_data_goes_with_what_was_kept_of_it() {
    let before = session();
    assert_eq!(
        state(&before, DataType::ApplicantProfile),
        ObjectiveState::Met
    );
    let after = after(&before, 2);
    let left = text(&after);
    assert!(!left.contains("new@owl.example"), "{left}");
    assert!(!left.contains("secret hobby"), "{left}");
    assert_eq!(kept(&after, "applicant_profile"), json!({}));
    assert_eq!(
        state(&after, DataType::ApplicantProfile),
        ObjectiveState::Open
    );
    assert_eq!(
        kept(&after, "candidate_dossier")["summary"],
        "Write to [redacted]. Knows the billing engine in nine days."
    );
    let calls = &serde_json::to_value(&after[12]).expect("JSON")["fact"]["call_ended"]["outcome"]["replied"]
        ["tool_calls"];
    assert_eq!(
        calls[0]["arguments"],
        json!({ "dataType": "applicant_profile", "data": {}, "message": "Right?" })
    );
    let calls = &serde_json::to_value(&after[17]).expect("JSON")["fact"]["call_ended"]["outcome"]["replied"]
        ["tool_calls"];
    assert_eq!(calls[0]["arguments"]["data"], json!({}));
    // The document it was read from is another answer, and has the same words.
    assert_eq!(after[5..=10], before[5..=10]);
    assert_eq!(kept(&after, "candidate_dossier")["name"], "Quilla Wren");
    assert_eq!(
        kept(&after, "knowledge_card"),
        kept(&before, "knowledge_card")
    );
    assert_eq!(after[23], before[23]);
}

/// A profile that was approved twice: as it was read, and once more.
fn approved_twice() -> Vec<Record> {
    let mut records = session();
    records.truncate(15);
    let data = profile("old@owl.example");
    let shows = json!([{ "id": "v9", "name": "submit_for_validation",
        "arguments": { "dataType": "applicant_profile", "data": data } }]);
    let approved = json!({ "status": "approved", "data": data, "changes": [] });
    for fact in [
        result("v1", approved.clone()),
        ended(4, "", shows),
        waiting("v9"),
        asked(3, "Still right?", Some("v9")),
        result("v9", approved),
        persisted("applicant_profile", 1, true, &data),
    ] {
        let place = records.len();
        let record = json!({ "seq": place, "at": place, "v": 1, "fact": fact });
        records.push(Record::read(record).expect("a sound record"));
    }
    records
}

#[test]
fn what_was_kept_before_it_was_approved_goes_too() {
    let mut records = session();
    records.truncate(12);
    let data = profile("old@owl.example");
    let arguments = json!({ "dataType": "applicant_profile", "data": data });
    let keeps = json!([{ "id": "p0", "name": "persist_data", "arguments": arguments }]);
    let shows = json!([{ "id": "v1", "name": "submit_for_validation", "arguments": arguments }]);
    let mut grown = data.clone();
    grown["basics"]["phone"] = "1".into();
    for fact in [
        ended(3, "", keeps.clone()),
        persisted("applicant_profile", 1, false, &data),
        result("p0", json!({ "status": "ok" })),
        started(4, json!([called(&keeps)])),
        ended(4, "", shows),
        waiting("v1"),
        asked(2, "Right?", Some("v1")),
        result(
            "v1",
            json!({ "status": "approved", "data": data, "changes": [] }),
        ),
        persisted("applicant_profile", 2, true, &data),
        persisted("applicant_profile", 3, false, &grown),
        persisted("applicant_profile", 4, false, &profile("else@owl.example")),
    ] {
        let place = records.len();
        let record = json!({ "seq": place, "at": place, "v": 1, "fact": fact });
        records.push(Record::read(record).expect("a sound record"));
    }
    let after = after(&records, 2);
    let versions = after.iter().filter_map(|record| match &record.fact {
        Fact::Persisted(artifact) if artifact.data_type == DataType::ApplicantProfile => {
            Some(artifact.data.clone())
        }
        _ => None,
    });
    let versions: Vec<Value> = versions.collect();
    assert_eq!(versions[..3], [json!({}), json!({}), json!({})]);
    assert_eq!(versions[3]["basics"]["email"], "else@owl.example");
    assert_eq!(kept(&after, "applicant_profile"), versions[3]);
    let calls = text(&after[12..16]);
    assert!(!calls.contains("old@owl.example"), "{calls}");
    assert_eq!(after[..12], records[..12]);
}

#[test]
fn what_another_form_approved_stays() {
    let before = approved_twice();
    let mut records = before.clone();
    for question in [1, 2] {
        records = after(&records, question);
        assert_eq!(
            kept(&records, "applicant_profile"),
            profile("old@owl.example")
        );
        assert_eq!(records[18..], before[18..]);
    }
    assert_eq!(kept(&after(&records, 3), "applicant_profile"), json!({}));
}

#[test]
fn a_typed_answer_goes_from_calls_forms_and_what_was_kept() {
    let before = session();
    let after = after(&before, 3);
    let left = text(&after);
    for gone in ["billing engine in nine", "Globex", "Erlang", "0170"] {
        assert!(text(&before).contains(gone), "{gone}");
        assert!(!left.contains(gone), "{gone}: {left}");
    }
    let card = kept(&after, "knowledge_card");
    assert_eq!(card["outcome"], "A prize from the mayor");
    // A document had these words before.
    assert_eq!(card["skills"], json!(["[redacted]", "owls"]));
    assert_eq!(
        kept(&after, "applicant_profile"),
        kept(&before, "applicant_profile")
    );
    assert_eq!(after[..22], before[..22]);
}

#[test]
fn data_without_other_fields_is_emptied() {
    let mut records = session();
    records.truncate(25);
    let sample = json!({ "title": "Globex", "text": TYPED, "words": 20, "file_url": OTHER_URL });
    for fact in [
        persisted("writing_sample", 1, false, &sample),
        persisted(
            "candidate_dossier",
            1,
            false,
            &json!({ "summary": "Of use.", "name": "Globex" }),
        ),
    ] {
        let place = records.len();
        let record = json!({ "seq": place, "at": place, "v": 1, "fact": fact });
        records.push(Record::read(record).expect("a sound record"));
    }
    assert_eq!(
        state(&records, DataType::WritingSample),
        ObjectiveState::Met
    );
    let after = after(&records, 3);
    assert_eq!(kept(&after, "writing_sample"), json!({}));
    assert_eq!(state(&after, DataType::WritingSample), ObjectiveState::Open);
    let dossier = json!({ "summary": "Of use.", "name": "[redacted]" });
    assert_eq!(kept(&after, "candidate_dossier"), dossier);
}

#[test]
fn what_was_chosen_goes() {
    let before = session();
    let after = after(&before, 5);
    let question = serde_json::to_value(&after[41]).expect("JSON");
    assert_eq!(
        question["fact"]["asked"]["text"],
        "You took [redacted]: why?"
    );
    let result = serde_json::to_value(&after[38]).expect("JSON");
    assert_eq!(
        result["fact"]["tool_ended"]["result"],
        json!({ "status": "redacted" })
    );
    assert!(!text(&after).contains("selectedIds"));
    let session = colloquy_core::kinds::session(&after, Some(colloquy_notes::context))
        .expect("a sound session");
    assert!(session.exchanges[4].redacted);
}

#[test]
fn every_answer_can_be_removed_one_after_the_other() {
    let mut records = session();
    for question in [4, 2, 5, 1, 3] {
        records = after(&records, question);
    }
    let left = text(&records);
    for gone in [
        "owl.example",
        "Quilla",
        "quilla",
        "Globex",
        "Erlang",
        "mayor",
        "hobby",
        "harps",
    ] {
        assert!(!left.contains(gone), "{gone}: {left}");
    }
    for artifact in outcome(&records)["artifacts"].as_array().expect("a list") {
        let emptied = artifact["data"] == json!({}) || artifact["dataType"] == "candidate_dossier";
        assert!(emptied, "{artifact}");
    }
}

proptest! {
    /// Fields that only one form has are nowhere after its removal, whatever they are and wherever they were copied to.
    #[test]
    fn no_field_is_left(words in prop::collection::vec("[k-z]{3,7}( [k-z]{3,7}){1,5}", 1..5), more in "[a-j ]{0,9}") {
        let title = ["Q", &words[0]].concat();
        let data = json!({ "title": title, "summary": words.join(". "), "skills": words });
        let submits = json!([{ "id": "v", "name": "submit_for_validation", "arguments": { "dataType": "knowledge_card", "data": data } }]);
        let came_back = json!({ "status": "approved", "data": data, "changes": [] });
        let mut grown = data.clone();
        grown["situation"] = more.clone().into();
        let keeps = json!([{ "id": "p", "name": "persist_data", "arguments": { "dataType": "knowledge_card", "data": grown } }]);
        let mut records: Vec<Record> = session().into_iter().take(1).collect();
        for fact in [
            ended(1, "", submits.clone()), waiting("v"), asked(1, "?", Some("v")), result("v", came_back.clone()),
            started(2, json!([called(&submits), came(json!([{ "id": "v", "result": came_back }]))])),
            ended(2, &format!("{more} {} {more}", words[0]), keeps.clone()),
            persisted("knowledge_card", 1, false, &grown), result("p", json!({ "status": "ok" })),
            started(3, json!([called(&keeps)])),
            persisted("candidate_dossier", 1, false, &json!({ "summary": format!("{more} {}", words[0]), "strengths": words })),
            asked(2, &words[0], None),
        ] {
            let place = records.len();
            let record = json!({ "seq": place, "at": place, "v": 1, "fact": fact });
            records.push(Record::read(record).expect("a sound record"));
        }
        let left = text(&after(&records, 1));
        for word in &words {
            prop_assert!(!left.contains(word.as_str()), "{word}: {left}");
        }
    }
}
