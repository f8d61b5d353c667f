//! An interview of the added kind, led by what is built in from consent to its end, and opened again from its records.

use colloquy_core::kinds::{self, reflective};
use colloquy_core::{Begin, Effect, Event, Interview, Opening};
use colloquy_schema::{Guide, Setup};
use colloquy_scripted::{Hearing, respond};
use serde_json::{Value, json};

const GUIDE: &str = include_str!("../../pkg/guides/reflective.json");

fn guide() -> Value {
    let mut guide: Value = serde_json::from_str(GUIDE).unwrap();
    guide["id"] = json!("retro");
    let templates = guide["strategy"]["templates"].clone();
    guide["strategy"] = json!({ "kind": "retro", "max_questions": 4, "templates": templates });
    guide
}

/// Carries out what the interview asks for until it waits for the respondent.
fn drain(interview: &mut Interview, now: u64) {
    let hearing = Hearing::new();
    while let Some(effect) = interview.poll_effect() {
        match effect {
            Effect::Append { id, .. } => interview.handle(now, Event::Saved { id }).unwrap(),
            Effect::AskModel { id, call, .. } => {
                let reply = respond(&call.ask, &hearing);
                interview
                    .handle(now, Event::ModelDone { id, reply })
                    .unwrap();
            }
            _ => {}
        }
    }
}

#[test]
fn the_added_kind_leads_an_interview() {
    assert_eq!(Guide::read(&guide()).unwrap().max_questions(), 4);
    let begin = Begin {
        session: "6f1c0f5e-3b0a-4a53-9b41-0d6f2f3e8a11".into(),
        guide: guide(),
        setup: Setup {
            locale: "en".into(),
            ..Setup::default()
        },
        validator: None,
        notes: None,
    };
    let mut interview = kinds::begin(begin, 0).unwrap();
    interview.handle(0, Event::Consent).unwrap();
    let answers = [
        "The release went out on Friday although two tests had failed.",
        "We agreed that nobody deploys after lunch on a Friday.",
        "The new checklist, as it kept us from forgetting the migration.",
        "I would ask the support team before, and not after.",
    ];
    let mut questions = Vec::new();
    for (now, text) in (1..).zip(answers) {
        drain(&mut interview, now);
        let question = interview.view().question.expect("a question is open");
        questions.push(question.text);
        let text = text.to_owned();
        interview.handle(now, Event::Answer { text }).unwrap();
    }
    drain(&mut interview, 9);
    let view = interview.view();
    assert!(view.closed.is_some() && view.exchanges == 4);
    assert_eq!(
        serde_json::to_value(&view.kind).unwrap(),
        json!({ "kind": "retro" })
    );
    questions.sort();
    questions.dedup();
    assert_eq!(questions.len(), 4, "each question is another one");

    let records = interview.records().to_vec();
    let again = kinds::restore(records, Opening::default(), 10).unwrap();
    assert_eq!(again.view().exchanges, 4);
}

#[test]
fn a_fault_of_its_parameters_is_reported_and_other_kinds_are_as_before() {
    let mut faulty = guide();
    faulty["strategy"]["max_questions"] = json!(11);
    let issues = Guide::read(&faulty).unwrap_err();
    assert_eq!(issues.len(), 1);
    assert_eq!(issues[0].path, "strategy.max_questions");
    assert!(kinds::find(reflective::NAME).is_some() && kinds::find("retro").is_some());
}
