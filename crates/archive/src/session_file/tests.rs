//! Round trips, faults, versions, and any text at all.

mod files;

use super::*;
use proptest::prelude::*;
use serde_json::json;

/// A session with a fact of every shape that a file has to keep.
fn sample() -> Vec<Record> {
    let facts = json!([
        { "began": {
            "session": "3a7f9c2e-1234-4678-9abc-def012345678", "guide": { "id": "reflective", "temperature": 0.7 },
            "guide_hash": "cbf29ce484222325", "engine": "0.1.0",
            "setup": { "subject": "s", "seed": 18446744073709551615u64, "metadata": { "b": 1, "a": [null, "ü\u{2028}"] },
                       "prices": { "input": 3.0, "output": 15.5 } } } },
        { "consented": {} },
        { "call_started": { "call": 1, "step": "question:1", "keep": 0, "history_from": 1,
            "add": [{ "role": "user", "text": "…", "answers": [1] }], "reserved": { "input_tokens": 1, "output_tokens": 2 } } },
        { "call_ended": { "call": 1, "outcome": { "failed": { "kind": "rate_limited", "retry_after_ms": 5 } } } },
        { "asked": { "number": 1, "text": "Why?", "kind": "initial", "follow_up_depth": 0, "origin": "reply" } },
        { "answered": { "question": 1, "text": "Line\nline \"quoted\" \u{202e}" } },
        { "skills_read": { "question": 1, "caller": "model", "read": true, "answer": { "kind": "partial", "engaged": true },
            "found": [{ "skill": "Go", "confidence": 0.9, "quote": "Line", "values": [
                { "attribute": "duration", "value": "3 years", "quote": "line", "same_as": "C" }] }],
            "refused": [{ "skill": "C", "attribute": "scale", "reason": "not_in_text" }, { "skill": "D", "reason": "too_many" }] } },
        { "gap_ended": { "skill": "Go", "reason": "exhausted" } },
        { "skills_edited": { "set": { "skill": "Go", "attribute": "scale", "value": "" } } },
        { "analysis_due": { "question": 2, "reason": "not_called" } },
        { "asked": { "number": 2, "text": "And Go?", "kind": "topic", "follow_up_depth": 0, "gap": { "skill": "Go",
            "attributes": ["depth", "production_vs_prototype"], "severity": 0.9, "probe": 2, "probes": 3, "intent": "follow_up",
            "topic": "back", "closed": ["C"] } } },
        { "seen_by_a_later_version": { "z": 1, "a": { "deep": [1.5, -2] } } },
        { "closed": { "reason": "asked_for" } },
        { "finished": { "findings": { "insights": [], "actions": [], "themes": [] }, "engine": "0.1.0" } },
    ]);
    let facts = facts.as_array().expect("a list").iter();
    facts
        .enumerate()
        .map(|(i, fact)| {
            let value = json!({ "seq": i, "at": 1_762_596_300_000u64 + i as u64 / 2, "v": 1, "fact": fact });
            Record::read(value).expect("a sound record")
        })
        .collect()
}

/// The file of the sample with one place changed, by JSON pointer.
fn broken(pointer: &str, value: Value) -> Vec<Issue> {
    let mut file: Value = serde_json::from_str(&write(&sample(), None)).expect("JSON");
    *file.pointer_mut(pointer).expect("a place in the file") = value;
    read(&file.to_string()).expect_err(pointer)
}

#[test]
fn a_round_trip_keeps_every_byte() {
    for draft in [None, Some(""), Some("half an answer\n\u{0} ü")] {
        let text = write(&sample(), draft);
        let file = read(&text).expect("what was written is read");
        assert_eq!(
            file,
            SessionFile {
                records: sample(),
                draft: draft.map(String::from),
                files: Vec::new(),
            }
        );
        assert_eq!(write(&file.records, file.draft.as_deref()), text);
    }
}

fn schema() -> jsonschema::Validator {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../pkg/schemas/session.schema.json"
    );
    #[allow(clippy::disallowed_methods)]
    let schema = std::fs::read_to_string(path).expect("the schema is part of the repository");
    let schema = serde_json::from_str(&schema).expect("JSON");
    jsonschema::validator_for(&schema).expect("a valid schema")
}

#[test]
fn files_satisfy_the_published_schema() {
    let schema = schema();
    let mut file: Value = serde_json::from_str(&write(&sample(), Some("draft"))).expect("JSON");
    assert_eq!(
        schema
            .iter_errors(&file)
            .map(|e| e.to_string())
            .collect::<Vec<_>>(),
        Vec::<String>::new()
    );
    for (pointer, value) in [
        ("/schema", json!("colloquy.session/2")),
        ("/records", json!([])),
        ("/records/0/fact", json!({ "consented": {} })),
        ("/records/5/fact/answered/text", json!(1)),
        ("/records/5/v", json!(0)),
        ("/draft", json!(1)),
    ] {
        let before = std::mem::replace(file.pointer_mut(pointer).expect("a place"), value);
        assert!(!schema.is_valid(&file), "{pointer}");
        *file.pointer_mut(pointer).expect("a place") = before;
    }
}

#[test]
fn faults_are_named_with_path_and_rule() {
    for (pointer, value, path, rule) in [
        ("/schema", json!("colloquy.session/2"), "schema", "enum"),
        ("/records", json!({}), "records", "type"),
        ("/records", json!([]), "records", "length"),
        ("/records/3", json!(7), "records[3]", "record"),
        ("/records/3/seq", json!(4), "records[3].seq", "sequence"),
        ("/records/3/at", json!(5), "records[3].at", "time"),
        ("/records/13/at", json!(u64::MAX), "records[13].at", "time"),
        ("/records/3/v", json!(2), "records[3].v", "version"),
        ("/records/3/v", json!(0), "records[3].v", "version"),
        ("/records/3/fact", json!({}), "records[3].fact", "record"),
        (
            "/records/5/fact/answered",
            json!({ "question": "1" }),
            "records[5].fact",
            "record",
        ),
        (
            "/records/0/fact",
            json!({ "consented": {} }),
            "records[0].fact",
            "first",
        ),
        ("/session", json!("another"), "session", "session"),
        ("/draft", json!(["x"]), "draft", "type"),
        ("/artifacts", json!([{}]), "artifacts", "unsupported"),
        ("/files", json!(1), "files", "type"),
    ] {
        let issues = broken(pointer, value);
        assert_eq!(
            (issues[0].path.as_str(), issues[0].rule.as_str()),
            (path, rule),
            "{pointer}"
        );
    }
    assert_eq!(read("nonsense").expect_err("no JSON")[0].rule, "json");
    assert_eq!(read("[]").expect_err("no object")[0].rule, "type");
    assert_eq!(
        read(&"[".repeat(1_000_000)).expect_err("too deep")[0].rule,
        "json"
    );
    assert_eq!(
        read_apart(&" ".repeat(SESSION_BYTES + 1)).expect_err("too long")[0].rule,
        "length"
    );
    let began = serde_json::to_value(&sample()[0].fact).expect("JSON");
    assert_eq!(broken("/records/2/fact", began)[0].rule, "first");
    assert_eq!(
        broken("/draft", json!("x".repeat(DRAFT_CHARS + 1)))[0].path,
        "draft"
    );
}

/// What a file made by hand could do to the table of skills.
#[test]
fn skills_that_no_engine_writes_are_refused_with_their_path() {
    let name = "x".repeat(81);
    let huge = "x".repeat(1 << 20);
    let found = "/records/6/fact/skills_read/found";
    let value = json!({ "attribute": "depth", "value": "v", "quote": "q" });
    let many: Vec<Value> = (0..1_001)
        .map(|n| json!({ "skill": n.to_string(), "confidence": 0, "quote": "" }))
        .collect();
    let refused = vec![json!({ "skill": "C", "reason": "too_many" }); 51];
    let inside = "fact.skills_read.";
    for (pointer, value, path, rule) in [
        ("/0/skill", json!(name), "found[0].skill", "length"),
        ("/0/skill", json!(huge), "found[0].skill", "length"),
        ("/0/skill", json!(""), "found[0].skill", "length"),
        ("/0/confidence", json!(1.5), "found[0].confidence", "range"),
        ("/0/confidence", json!(-0.5), "found[0].confidence", "range"),
        (
            "/0/confidence",
            json!(1e308),
            "found[0].confidence",
            "range",
        ),
        ("/0/quote", json!(huge), "found[0].quote", "length"),
        (
            "/0/values/0/value",
            json!(huge),
            "found[0].values[0].value",
            "length",
        ),
        (
            "/0/values/0/same_as",
            json!(name),
            "found[0].values[0].same_as",
            "length",
        ),
        (
            "/0/values",
            json!([value, value]),
            "found[0].values[1].attribute",
            "unique",
        ),
        ("", json!(many), "found[1000].skill", "length"),
    ] {
        let issue = broken(&[found, pointer].concat(), value).remove(0);
        let path = ["records[6].", inside, path].concat();
        assert_eq!((issue.path, issue.rule), (path, rule.into()), "{pointer}");
    }
    for (pointer, value, path, rule) in [
        (
            "/6/fact/skills_read/refused",
            json!(refused),
            "[6].fact.skills_read.refused",
            "length",
        ),
        (
            "/7/fact/gap_ended/skill",
            json!(huge),
            "[7].fact.gap_ended.skill",
            "length",
        ),
        (
            "/8/fact/skills_edited",
            json!({ "add": { "skill": "" } }),
            "[8].fact.skills_edited.add.skill",
            "length",
        ),
        (
            "/8/fact/skills_edited",
            json!({ "rename": { "skill": "C", "to": name } }),
            "[8].fact.skills_edited.rename.to",
            "length",
        ),
        (
            "/10/fact/asked/gap/severity",
            json!(7),
            "[10].fact.asked.gap.severity",
            "range",
        ),
        (
            "/10/fact/asked/gap/closed/0",
            json!(name),
            "[10].fact.asked.gap.closed[0]",
            "length",
        ),
        (
            "/10/fact/asked/gap/attributes",
            json!([
                "depth", "depth", "depth", "depth", "depth", "depth", "depth"
            ]),
            "[10].fact.asked.gap.attributes",
            "length",
        ),
        // Of wrong types and unknown names the record itself is refused.
        (
            "/6/fact/skills_read/found/0/confidence",
            json!("NaN"),
            "[6].fact",
            "record",
        ),
        (
            "/6/fact/skills_read/found/0/confidence",
            json!(null),
            "[6].fact",
            "record",
        ),
        (
            "/6/fact/skills_read/found/0/values/0/attribute",
            json!("charm"),
            "[6].fact",
            "record",
        ),
        (
            "/6/fact/skills_read/found",
            json!("Go"),
            "[6].fact",
            "record",
        ),
        (
            "/7/fact/gap_ended/reason",
            json!("bored"),
            "[7].fact",
            "record",
        ),
        ("/10/fact/asked/gap/probe", json!(-1), "[10].fact", "record"),
    ] {
        let issue = broken(&["/records", pointer].concat(), value).remove(0);
        let path = ["records", path].concat();
        assert_eq!((issue.path, issue.rule), (path, rule.into()), "{pointer}");
    }
    // A number that is none is no JSON.
    for number in ["NaN", "1e999", "-Infinity"] {
        let file = write(&sample(), None)
            .replace("\"confidence\":0.9", &["\"confidence\":", number].concat());
        assert!(read(&file).is_err(), "{number}");
    }
}

#[test]
fn older_records_are_brought_up_step_by_step() {
    let rename: Step = |map| {
        let old = map.remove("when").unwrap_or_default();
        map.insert("at".into(), old);
    };
    let count: Step = |map| {
        map.insert("steps".into(), json!(1));
    };
    let steps = &[rename, count];
    assert_eq!(
        upcast(json!({ "v": 1, "when": 5 }), steps),
        Ok(json!({ "v": 3, "at": 5, "steps": 1 }))
    );
    assert_eq!(
        upcast(json!({ "v": 2, "at": 5 }), steps),
        Ok(json!({ "v": 3, "at": 5, "steps": 1 }))
    );
    assert_eq!(
        upcast(json!({ "v": 3, "at": 5 }), steps),
        Ok(json!({ "v": 3, "at": 5 }))
    );
    assert!(upcast(json!({ "v": 4 }), steps).is_err());
    assert_eq!(upcast(json!("text"), steps), Ok(json!("text")));
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in "\\PC*", cut in 0usize..3000, byte in any::<u8>()) {
        let _ = read(&text);
        // The same for a file that was cut off or damaged in one place.
        let mut file = write(&sample(), Some(&text)).into_bytes();
        let at = cut % file.len();
        file[at] = byte;
        if let Ok(file) = std::str::from_utf8(&file) {
            let _ = read(file);
        }
        // Without its last line break it is still whole.
        let whole = at + 1 == file.len();
        file.truncate(at);
        if let Ok(file) = String::from_utf8(file) {
            prop_assert_eq!(read(&file).is_ok(), whole);
        }
    }

    #[test]
    fn answers_come_back_as_they_were(text in any::<String>(), draft in any::<Option<String>>()) {
        let mut records = sample();
        records[5].fact = Fact::Answered { question: 1, text, redacted: false };
        let file = write(&records, draft.as_deref());
        prop_assert_eq!(read(&file), Ok(SessionFile { records, draft, files: Vec::new() }));
    }
}
