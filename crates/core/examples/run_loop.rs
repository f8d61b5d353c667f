//! A whole interview of two questions: events in, effects out. Run it with `cargo run -p colloquy-core --example run_loop`.
//!
//! The core sees no world, so everything that would be one is in this file: a clock that is a number, a store that is a list, a
//! model that has two replies.

use colloquy_core::{Begin, Command, Effect, Event, Misuse, Phase, kinds};
use colloquy_schema::{Findings, Interviewer, RawReply, Reaction, Record, ReplyMode, Setup, Turn};
use serde_json::Value;

const GUIDE: &str = include_str!(concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../pkg/guides/reflective.json"
));

/// What the model replies, in this order.
const REPLIES: [&str; 2] = [
    r#"{"follow_up": false, "question": "What in the talk did you not expect?"}"#,
    r#"{"follow_up": true, "question": "You call it a relief. What would you do with that?"}"#,
];

/// What the respondent answers, in this order.
const ANSWERS: [&str; 2] = [
    "I learned that rest can be planned, and it was a relief to hear that somebody needs it as much as I do.",
    "I want to keep Sunday mornings free of screens.",
];

/// Finds in every answer. `colloquy_scripted::find_by_rules` leaves out what was refused or told in pain.
fn find(turns: &[Turn], _locale: &str) -> Findings {
    let answers = turns.iter().map(|turn| match &turn.reaction {
        Reaction::Answered(text) => text.as_str(),
        _ => "",
    });
    colloquy_findings::extract(&answers.collect::<Vec<_>>(), None)
}

fn main() -> Result<(), Misuse> {
    // 1. Begin. A guide is data, and so is who asks; the id and the time are arguments.
    let mut guide: Value = serde_json::from_str(GUIDE).expect("the guide is JSON");
    guide["strategy"]["max_questions"] = 2.into();
    // No model is asked to look for findings: the rules of this device find them.
    if let Some(prompts) = guide["locales"]["en"]["prompts"].as_object_mut() {
        prompts.remove("findings");
    }
    let mut now = 1_767_225_600_000; // milliseconds since 1970
    let begin = Begin {
        session: "6f1c0f5e-3b0a-4a53-9b41-0d6f2f3e8a11".into(),
        guide,
        setup: Setup {
            subject: "a talk about rest".into(),
            locale: "en".into(),
            interviewer: Interviewer::Model {
                dialect: "anthropic".into(),
                name: "a-model".into(),
                reply_mode: ReplyMode::Instructed,
                max_tokens: None,
                effort: None,
            },
            ..Setup::default()
        },
        validator: None,
        // There are no notes to read; a host with some hands in `colloquy_notes::context`.
        notes: None,
    };
    let mut interview = kinds::begin(begin, now)?;
    let mut store: Vec<Record> = Vec::new();
    let (mut replies, mut answers) = (REPLIES.iter(), ANSWERS.iter());

    loop {
        // 2. Do what the interview wants done, until it wants nothing: every `handle` is followed by a complete drain.
        while let Some(effect) = interview.poll_effect() {
            let done = match effect {
                // Store, then report. The model is not asked before: `AskModel` is withheld until `Saved` is handled.
                Effect::Append { id, records, .. } => {
                    store.extend(records);
                    Event::Saved { id }
                }
                // Ask, then report. A page streams `ModelChunk`s first, and reports `ModelFailed` when it has to.
                Effect::AskModel { id, call, .. } => {
                    assert!(!call.messages.is_empty(), "the prompt is rendered");
                    let text = replies.next().expect("two questions are put").to_string();
                    let reply = RawReply {
                        text,
                        ..RawReply::default()
                    };
                    Event::ModelDone { id, reply }
                }
                // Nothing else is wanted of a conversation, but to know when it is over.
                _ => continue,
            };
            now += 1_500;
            interview.handle(now, done)?;
        }

        // The questions are over: what finds by rules is handed in. A browser loads it only now.
        if interview.wants_rules() {
            interview.find_by(find);
        }

        // 3. Draw the view, and wait for the respondent. What they may do now is in `view.can`.
        let view = interview.view();
        let event = match view.phase {
            Phase::Consent => Event::Consent,
            Phase::Answering => {
                let question = view.question.expect("a question is open");
                println!("{}. {}", question.number, question.text);
                let text = answers.next().expect("two questions are put").to_string();
                println!("   {text}");
                Event::Answer { text }
            }
            // The findings can be corrected here, before they are frozen.
            Phase::Review => Event::Command(Command::Finish),
            Phase::Finished => break,
            // A timer would be armed for `poll_timeout` here, and `Event::Tick` handled when it goes off.
            other => panic!("nothing fails in this world, and yet it is {other:?}"),
        };
        now += 20_000;
        interview.handle(now, event)?;
    }

    // 4. The session is what was stored: a program that opens these records tomorrow draws the same findings from them.
    assert_eq!(store, interview.records());
    let again = kinds::restore(store, Default::default(), now)?;
    let findings = again.view().findings.expect("findings are drawn");
    assert_eq!(Some(&findings), interview.view().findings.as_ref());
    for finding in findings.insights.iter().chain(&findings.actions) {
        println!("*  {}", finding.text);
    }
    Ok(())
}
