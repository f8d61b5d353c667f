//! What is said when an answer does something that decides before what it is about, in whole conversations.

mod common;

use colloquy_core::{Begin, Command, Effect, Event, Interview, kinds};
use colloquy_schema::Setup;
use serde_json::{Value, json};

/// Leads an interview with the built-in interviewer; returns the questions, the first one included.
fn lead(guide: &str, answers: &[&str], change: impl FnOnce(&mut Value)) -> Vec<String> {
    let path = [env!("CARGO_MANIFEST_DIR"), "/../../pkg/guides/", guide, ".json"].concat();
    let text = std::fs::read_to_string(path).unwrap();
    let mut guide: Value = serde_json::from_str(&text).unwrap();
    change(&mut guide);
    let begin = Begin {
        session: "6f1c0f5e-3b0a-4a53-9b41-0d6f2f3e8a11".into(),
        guide: serde_json::from_value(guide).unwrap(),
        setup: Setup {
            locale: "en".into(),
            max_questions: Some(20),
            ..Setup::default()
        },
        validator: None,
        notes: None,
    };
    let mut interview = kinds::begin(begin, 0).unwrap();
    interview.handle(0, Event::Consent).unwrap();
    run(&mut interview);
    let mut questions = vec![put(&interview)];
    for answer in answers {
        let event = Event::Answer {
            text: answer.to_string(),
        };
        interview.handle(0, event).unwrap();
        run(&mut interview);
        questions.push(put(&interview));
    }
    questions
}

fn put(interview: &Interview) -> String {
    interview.view().question.map(|question| question.text).unwrap_or_default()
}

fn run(interview: &mut Interview) {
    while let Some(effect) = interview.poll_effect() {
        match effect {
            Effect::Append { id, .. } => interview.handle(0, Event::Saved { id }).unwrap(),
            Effect::AskModel { id, call, .. } => {
                let reply = colloquy_scripted::respond(&call.ask);
                interview.handle(0, Event::ModelDone { id, reply }).unwrap();
            }
            _ => {}
        }
    }
}
