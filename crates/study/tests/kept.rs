//! What is kept of an interview over topics: its file, its transcripts, and what goes when an answer is removed.

use colloquy_archive::{Format, export_of, redact, session_file};
use colloquy_core::{Event, Opening, kinds};
use colloquy_schema::{Fact, Record, TopicPlan, hash_hex};
use colloquy_study::compile;
use colloquy_study::personas::Persona;
use colloquy_study::simulate::{Lead, Run, builtin, led, simulate};
use serde_json::{Value, json};

/// An interview in which a form was filled in and topics were covered.
fn run() -> Run {
    let study =
        colloquy_study::read_text(include_str!("../studies/churn.json")).expect("a sound study");
    let runs = simulate(
        &study,
        0..12,
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
    for expected in [
        "Topics",
        "Values",
        "the main reason: answered",
        "coming back: ",
        "The interview in numbers",
        "Leading questions: 0",
        "given by a program, and not by a person",
    ] {
        assert!(markdown.contains(expected), "{expected}: {markdown}");
    }
    // A value is written as it was chosen, and a quotation below its topic.
    let chosen = run.outcome["values"]["reason"].as_str().expect("an option");
    assert!(
        !markdown.contains(&format!("the main reason: {chosen}\n")),
        "{markdown}"
    );
    for format in [
        Format::Structured,
        Format::Narrative,
        Format::Qa,
        Format::Html,
    ] {
        let text = export_of(&run.records, format).expect("a transcript");
        let quote = run.outcome["topics"][0]["quotes"][0]["text"]
            .as_str()
            .expect("a quotation");
        let start: String = quote
            .chars()
            .take_while(|c| c.is_alphanumeric() || *c == ' ')
            .collect();
        assert!(
            text.contains(&format!("“{start}")),
            "{format:?}: {start}: {text}"
        );
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
    // It was changed in the review, and is in the records twice.
    let other = if chosen == "price" {
        "missing"
    } else {
        "price"
    };
    let mut interview =
        kinds::restore(run.records.clone(), Opening::default(), 0).expect("a session");
    let edit = json!({ "question": question, "value": other });
    interview
        .handle(0, Event::Edit(edit))
        .expect("it can be changed");
    let all = interview.records().to_vec();
    let markdown = export_of(&all, Format::Structured).expect("a transcript");
    let mut records = all.clone();
    for changed in redact(&all, question) {
        let place = changed.seq as usize;
        records[place] = changed;
    }
    let kept = |record: &&Record| match &record.fact {
        Fact::ToolEnded { result, .. } => result["value"] == chosen || result["value"] == other,
        Fact::Amended { text, .. } => !text.is_empty(),
        fact => {
            let has = |value: &str, text: &str| text.contains(&format!("\"value\":\"{value}\""));
            serde_json::to_string(fact).is_ok_and(|text| has(chosen, &text) || has(other, &text))
                && matches!(fact, Fact::Kind(_))
        }
    };
    assert!(
        markdown.contains(if other == "price" {
            "the main reason: The price"
        } else {
            "the main reason: Something was missing"
        }),
        "the last value is shown: {markdown}"
    );
    assert_eq!(records.iter().find(kept), None);
    let session = kinds::session(&records, None).expect("a session");
    let outcome = session.summary().outcome.expect("an outcome");
    assert_eq!(outcome["values"]["reason"], Value::Null);
}

/// A session pins the whole guide, whose hash is in its first record, and the plan of the guide names the study's.
#[test]
fn every_session_names_its_study_and_its_guide() {
    let text = include_str!("../studies/churn.json");
    let study = colloquy_study::read_text(text).expect("a sound study");
    let run = run();
    let Fact::Began(began) = &run.records[0].fact else {
        panic!("{:?}", run.records[0]);
    };
    let guide = compile(&study);
    let guide_hash = hash_hex(&serde_json::to_string(&guide).expect("JSON"));
    assert_eq!(began.guide_hash, guide_hash);
    let written = serde_json::to_string(&study).expect("JSON");
    assert_eq!(run.outcome["study"], hash_hex(&written).as_str());
    // A study that is written is the study that was read.
    assert_eq!(colloquy_study::read_text(&written), Ok(study.clone()));
    let mut other = study;
    other.goal.push('!');
    assert_ne!(
        compile(&other)["strategy"]["plan"]["study"],
        run.outcome["study"]
    );
}

/// Engine words, author's words and exports are in the respondent's language, and the engine sends nothing itself.
#[test]
fn another_language_is_used_from_the_first_word_to_the_last() {
    let study = json!({
        "id": "beide", "language": "en", "title": "Bread", "goal": "Find out how people bake.",
        "topics": [
            { "id": "last", "title": "the last bread", "ask": "What did you bake last?", "probes": 1, "depth": 1 },
            { "id": "often", "ask": "Do you bake often?", "type": "yes_no" },
        ],
        "words": { "yes": "Yes, I do", "standardised_descriptive": "Would you say more?" },
        "deliver": { "ends": ["complete", "stopped"] },
        "mode": "standardised",
        "translations": { "de": { "title": "Brot", "topics": {
            "last": { "ask": "Was haben Sie zuletzt gebacken?", "title": "das letzte Brot" }, "often": { "ask": "Backen Sie oft?" } } } },
    });
    let guide = colloquy_study::compiled(&study).expect("a sound study");
    let words = |language: &str| guide["locales"][language]["topics"].clone();
    assert_eq!(words("en")["yes_no"], json!(["Yes, I do", "No"]));
    assert_eq!(
        words("en")["topics"]["last"]["probes"],
        json!(["Would you say more?"])
    );
    // What replaces an English sentence replaces no German one.
    assert_eq!(words("de")["yes_no"], json!(["Ja", "Nein"]));
    let plan = TopicPlan::read(&guide["strategy"]["plan"]).expect("a plan");
    let run = (0..20).map(|seed| {
        let lead = Lead {
            locale: "de-AT",
            persona: Persona::Talkative,
            seed,
            ..Lead::new(&guide, &plan)
        };
        led(&lead, &mut builtin("de"))
    });
    let full = |run: &Run| run.turns.len() == 3 && run.outcome["values"]["often"] == true;
    let run = run.into_iter().find(full).expect("one of them answers");
    let put: Vec<&str> = run
        .turns
        .iter()
        .map(|turn| turn.question.as_str())
        .collect();
    assert_eq!(
        put,
        [
            "Was haben Sie zuletzt gebacken?",
            "Könnten Sie mehr darüber erzählen?",
            "Backen Sie oft?"
        ]
    );
    assert_eq!(
        run.outcome["deliver"],
        json!({ "formats": ["json"], "ends": ["complete", "stopped"] })
    );
    let markdown = export_of(&run.records, Format::Structured).expect("a transcript");
    for expected in [
        "Die Themen",
        "das letzte Brot: beantwortet",
        "often: Ja",
        "Suggestivfragen: 0",
    ] {
        assert!(markdown.contains(expected), "{expected}: {markdown}");
    }
}
