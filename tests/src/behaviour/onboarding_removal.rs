//! Answers of an onboarding interview that are taken back, in any order, from sessions as they really are: nothing of them is
//! left, the session opens, and the interview goes on.

use crate::behaviours;
use crate::onboarding::{agrees, anything, diligent, file, led, small_guide, unled};
use crate::random::Random;
use crate::sections::artifacts_of;
use crate::world::{Act, Run, World, onboarding_guide};
use colloquy_archive::{Format, export, redact};
use colloquy_core::{Event, ExchangeView, FormKind, ReactionKind, View};
use colloquy_schema::{DataType, ToolCall};
use serde_json::{Value, json};

/// Words that nobody says but the files and the respondent.
const MARKS: [&str; 5] = [
    "Zephyrine",
    "barometers",
    "own@quill",
    "zq@quill",
    "resume.pdf",
];

fn reads(call: &ToolCall) -> Value {
    if call.name != "extract_document" {
        return json!({ "status": "ok", "skills": [] });
    }
    json!({
        "status": "ok",
        "artifact_record": { "status": "parsed", "pages": 1, "text": "Zephyrine Quill\nMiller at the Mill. Loves barometers and fog." },
        "derived": {
            "applicant_profile": { "basics": { "name": "Zephyrine Quill", "email": "zq@quill.example" }, "confidence": 0.9 },
            "skeleton_timeline": { "confidence": 0.8, "work": [{ "name": "Mill", "position": "Miller", "startDate": "2019" }] },
        },
        "quality": { "extraction_confidence": 0.9, "issues": [] },
    })
}

/// Hands in a new file where one is asked for, and changes the profile now and then.
fn respond(random: &mut Random, view: &View, number: usize) -> Event {
    let token = view.form.as_ref().map(|form| form.token.clone());
    match (view.form.as_ref().map(|form| &form.kind), token) {
        (Some(FormKind::Upload { .. }), Some(token)) => {
            let value = json!({ "files": [file(number)] });
            Event::SettleForm { token, value }
        }
        (
            Some(FormKind::Validation {
                data_type: DataType::ApplicantProfile,
                data,
                issues,
            }),
            Some(token),
        ) if issues.is_empty() => {
            let mut data = data.clone();
            data["basics"]["email"] = "own@quill.example".into();
            let value = json!({ "data": data, "userNotes": "My barometers are private." });
            Event::SettleForm { token, value }
        }
        _ if random.below(4) == 0 => anything(random, view),
        _ => agrees(view),
    }
}

/// A session that went on for so many steps, at most.
fn session(random: &mut Random, model: bool, steps: usize, from: usize) -> World {
    let mut world = if model {
        World::new(small_guide(), led(), vec![Act::Agent(diligent)])
    } else {
        World::new(onboarding_guide(), unled(), Vec::new())
    };
    world.tools = Run::Gives(reads);
    go_on(&mut world, random, steps, from);
    world
}

fn go_on(world: &mut World, random: &mut Random, steps: usize, from: usize) {
    for step in 0..steps {
        world.settle();
        let view = world.view();
        if view.question.is_none() {
            return;
        }
        let event = respond(random, &view, from + step);
        // What does not fit the form that waits is refused; the next one will.
        let _ = world.try_event(event);
    }
    world.settle();
}

fn exchange(world: &World, question: u32) -> Option<ExchangeView> {
    let place = question as usize;
    world.interview.exchanges(place - 1, place).pop()
}

/// Takes one answer back, as a page does: what changed is written over what is stored, then the session is opened again.
fn remove(world: &mut World, question: u32) {
    for changed in redact(&world.stored, question) {
        let place = changed.seq as usize;
        world.stored[place] = changed;
    }
    assert_eq!(
        redact(&world.stored, question),
        [],
        "a second time changes nothing"
    );
    world.reload();
}

behaviours! {
    fn answers_are_taken_back_in_any_order_and_the_interview_goes_on() {
        let (mut marked, mut files) = (0, 0);
        for seed in 1..=10 {
            let mut random = Random::new(seed);
            let steps = 4 + random.below(16);
            let mut world = session(&mut random, seed % 2 == 0, steps, 1);
            let said = world.stored[1..].iter().map(|record| format!("{record:?}")).collect::<String>();
            marked += MARKS.iter().filter(|mark| said.contains(**mark)).count();
            let mut questions: Vec<u32> = (1..=world.view().progress.asked).collect();
            for place in 0..questions.len() {
                let other = random.below(questions.len());
                questions.swap(place, other);
            }
            for question in questions {
                let before = exchange(&world, question);
                let had = artifacts_of(&world.interview).files.len();
                remove(&mut world, question);
                let Some(before) = before else { continue };
                let after = exchange(&world, question).expect("an exchange");
                let has_words = matches!(before.reaction, ReactionKind::Answered | ReactionKind::Filled);
                assert_eq!((after.redacted, after.reaction), (has_words, before.reaction), "seed {seed}, question {question}");
                let upload = before.filled.is_some_and(|filled| filled.tool == "get_user_upload");
                let left = artifacts_of(&world.interview).files.len();
                assert_eq!(left < had, upload, "seed {seed}, question {question}");
                files += had - left;
            }
            let left = world.stored[1..].iter().map(|record| format!("{record:?}")).collect::<String>();
            for mark in MARKS {
                assert!(!left.contains(mark), "seed {seed}: {mark}");
                for format in [Format::Structured, Format::Html, Format::Json] {
                    assert!(!export(world.interview.session(), format).contains(mark), "seed {seed}: {mark}");
                }
            }
            go_on(&mut world, &mut random, 80, 500);
            assert!(world.view().question.is_none(), "seed {seed}: it ends");
        }
        assert!(marked > 15 && files > 2, "{marked} marks and {files} files are too few to tell");
    }
}
