//! What is kept of an interview over topics: its file, its transcripts, and what goes when an answer is removed.

use colloquy_archive::{Format, export_of, redact, session_file};
use colloquy_core::kinds;
use colloquy_schema::{Fact, Record};
use colloquy_study::personas::Persona;
use colloquy_study::simulate::{Run, simulate};
use serde_json::Value;

/// An interview in which a form was filled in and topics were covered.
fn run() -> Run {
    let study =
        colloquy_study::read_text(include_str!("../studies/churn.json")).expect("a sound study");
    let runs = simulate(
        &study,
        12,
        2,
        &[Persona::Talkative, Persona::AnsweringAhead],
    );
    let full = |run: &Run| {
        run.outcome["values"]["return"].is_i64() && run.outcome["values"]["reason"].is_string()
    };
    runs.into_iter()
        .find(full)
        .expect("one of them fills in both forms")
}

#[test]
fn a_session_file_opens_to_the_same_session() {
    let run = run();
    let file = session_file::write(&run.records, None);
    let read = session_file::read(&file).expect("a sound file");
    assert_eq!(read.records, run.records);
    let session = kinds::session(&read.records, None).expect("a session");
    assert_eq!(session.summary().outcome, Some(run.outcome.clone()));
    // A fact that this version does not know is refused with its place.
    let faulty = file.replacen("\"topics\":{\"put\":{", "\"topics\":{\"putt\":{", 1);
    assert!(session_file::read(&faulty).is_err());
}

#[test]
fn every_transcript_has_the_topics_and_the_values() {
    let run = run();
    let markdown = export_of(&run.records, Format::Structured).expect("a transcript");
    for expected in ["Topics", "Values", "the main reason: answered", "return: "] {
        assert!(markdown.contains(expected), "{expected}: {markdown}");
    }
    let json: Value =
        serde_json::from_str(&export_of(&run.records, Format::Json).expect("JSON")).expect("JSON");
    assert_eq!(json["outcome"]["values"], run.outcome["values"]);
}

#[test]
fn a_value_that_is_removed_is_nowhere_any_more() {
    let run = run();
    let topic = run.outcome["topics"]
        .as_array()
        .expect("topics")
        .iter()
        .find(|topic| topic["id"] == "reason");
    let question = topic.expect("the topic")["questions"][0]
        .as_u64()
        .expect("a number") as u32;
    let chosen = run.outcome["values"]["reason"].as_str().expect("an option");
    let mut records = run.records.clone();
    for changed in redact(&run.records, question) {
        let place = changed.seq as usize;
        records[place] = changed;
    }
    let kept = |record: &&Record| match &record.fact {
        Fact::ToolEnded { result, .. } => result["value"] == chosen,
        fact => {
            serde_json::to_string(fact)
                .is_ok_and(|text| text.contains(&format!("\"value\":\"{chosen}\"")))
                && matches!(fact, Fact::Kind(_))
        }
    };
    assert_eq!(records.iter().find(kept), None);
    let session = kinds::session(&records, None).expect("a session");
    let outcome = session.summary().outcome.expect("an outcome");
    assert_eq!(outcome["values"]["reason"], Value::Null);
}
