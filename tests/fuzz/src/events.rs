//! Sequences of events: the bytes say what the respondent, the model, the store, the network and the page do.

mod choices;

use crate::course;
use crate::edits::edit;
use crate::guides::{FORMATS, built_in};
use crate::input::Input;
use crate::model;
use choices::{call, edit_findings, edit_skills, setup, text};
use colloquy_archive::export;
use colloquy_core::{
    Command, Event, Interview, Phase, RefuseReason, SaveError, SavingState, View, check_guide,
};
use colloquy_schema::{
    CallError, CallErrorKind, Capabilities, CloseReason, Fact, Interviewer, Longest, RawReply,
    Record,
};
use colloquy_tests::onboarding::{agrees, file, filled};
use colloquy_tests::sections::corrects;
use colloquy_tests::world::{
    Act, Run, Storing, World, assert_valid_histories, opening, with_model,
};
use serde_json::{Value, json};

/// Most events of one sequence.
const EVENTS: usize = 150;
const COMMANDS: [Command; 8] = [
    Command::Skip,
    Command::Decline,
    Command::Accept,
    Command::Pause,
    Command::Resume,
    Command::Finish,
    Command::Cancel,
    Command::Retry,
];
const SAVE_ERRORS: [SaveError; 6] = [
    SaveError::Refused,
    SaveError::Full,
    SaveError::Lost,
    SaveError::Silent,
    SaveError::TakenOver,
    SaveError::Deleted,
];

/// Nothing panics; what was submitted is in the records, stored where it is said to be; the view is consistent after each event;
/// and whatever happened, the interview then comes to its end within its bound, and opens again as it was.
pub(crate) fn check(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let guide = built_in(input.below(6));
    let setup = setup(&mut input);
    let longest = check_guide(&guide, &setup.limits, None).expect("a guide that ships is sound");
    model::reads(bytes);
    let mut world =
        World::before_consent(guide, setup, model::acts(&mut input)).expect("a sound setup");
    if input.below(8) > 0 {
        world.event(Event::Consent);
    }
    let mut run = Running {
        world,
        answered: Vec::new(),
        crashes: 0,
    };
    for _ in 0..EVENTS {
        if input.is_empty() {
            break;
        }
        run.step(&mut input);
        run.check();
    }
    run.end(&longest);
}

struct Running {
    world: World,
    /// Answers that were taken: the number of the question and the text.
    answered: Vec<(u32, String)>,
    /// How often the page had died when that was last looked at.
    crashes: usize,
}

impl Running {
    fn step(&mut self, input: &mut Input) {
        let world = &mut self.world;
        match input.below(26) {
            0..=4 => self.answer(text(input)),
            5..=7 => {
                if world.view().form.is_none() {
                    return self.answer(
                        "I have led the work at the mill for five years, in Python.".into(),
                    );
                }
                let _ = world.try_event(agrees(&world.view()));
            }
            8 => {
                let command = *input.pick(&COMMANDS);
                let can = may(&world.view(), command);
                let done = world.try_event(Event::Command(command));
                assert!(
                    done.is_ok() || !can,
                    "{command:?} was offered and refused: {done:?}"
                );
            }
            9 => {
                let text = text(input);
                let _ = world.try_event(Event::Amend {
                    question: input.below(12) as u32,
                    text,
                });
            }
            10 => drop(world.try_event(Event::EditFindings(edit_findings(&world.view(), input)))),
            11 => drop(world.try_event(corrects(edit_skills(world, input)))),
            12 => {
                let to = if input.below(3) == 0 {
                    with_model().interviewer
                } else {
                    Interviewer::Scripted
                };
                let _ = world.try_event(Event::ChangeInterviewer(to));
            }
            13 => {
                let (id, text) = (call(world, input), text(input));
                world.event(Event::ModelChunk { id, text });
            }
            14 => {
                let reply = RawReply {
                    text: text(input),
                    ..RawReply::default()
                };
                let id = call(world, input);
                world.event(Event::ModelDone { id, reply });
            }
            15 => {
                let error = CallError {
                    kind: CallErrorKind::Network,
                    retry_after_ms: Some(0),
                    message: text(input),
                };
                let id = call(world, input);
                world.event(Event::ModelFailed { id, error });
            }
            16 => self.fill(input),
            17 => {
                let token = world
                    .view()
                    .form
                    .map_or_else(String::new, |form| form.token);
                let reasons = [
                    RefuseReason::UserCancelled,
                    RefuseReason::PermissionDenied,
                    RefuseReason::Timeout,
                    RefuseReason::ExecutionFailed,
                ];
                let reason = *input.pick(&reasons);
                let _ = world.try_event(Event::RefuseForm { token, reason });
            }
            18 => {
                let documents = vec!["pdf".into(), text(input)];
                let (contact_picker, ocr) = (input.below(2) == 1, input.below(2) == 1);
                let capabilities = Capabilities {
                    contact_picker,
                    ocr,
                    documents,
                    max_bytes: 1_000_000,
                };
                world.event(Event::Capabilities(capabilities));
            }
            19 => {
                let id = world.runs.last().cloned().unwrap_or_default();
                let mut result = json!({ "status": "ok", "artifact_record": { "status": "parsed", "text": "Ada" }, "form": null });
                edit(&mut result, input);
                world.event(Event::ToolSettled { id, result });
            }
            20 => {
                let event = match input.below(3) {
                    0 => Event::StoreReturned,
                    1 => Event::Saved { id: 1 << 20 },
                    _ => Event::SaveFailed {
                        id: 1 << 20,
                        reason: SaveError::Full,
                    },
                };
                world.event(event);
            }
            21 => world.event(Event::Network {
                online: input.below(2) == 1,
            }),
            22 => {
                let ms = [0, 1, 2_999, 3_000, 60_000, 3_600_000, 86_400_000 * 8][input.below(7)];
                world.wait(ms);
            }
            23 => self.reload(),
            24 => {
                world.storing = match input.below(3) {
                    0 => Storing::Fails(*input.pick(&SAVE_ERRORS)),
                    1 => Storing::Silent,
                    _ => Storing::Works,
                };
                world.tools = if input.below(3) == 0 {
                    Run::Hangs
                } else {
                    Run::Gives(|_| json!({ "status": "ok" }))
                };
            }
            _ => {
                world.crash_before = Some(world.effects + input.below(6));
                world.acts = model::acts(input);
            }
        }
    }

    /// Answers; an answer to an open question is taken, unless it is a command or too long.
    fn answer(&mut self, text: String) {
        let world = &mut self.world;
        let view = world.view();
        let done = world.try_event(Event::Answer { text: text.clone() });
        let text = text.trim();
        let plain = !text.is_empty()
            && !text.starts_with('/')
            && text.chars().count() <= view.answer_chars as usize;
        if !plain {
            return;
        }
        assert!(
            done.is_ok() || !view.can.answer,
            "an answer was refused: {done:?}"
        );
        if let (Ok(()), Some(question)) = (done, view.question) {
            self.answered.push((question.number, text.into()));
        }
    }

    fn fill(&mut self, input: &mut Input) {
        let view = self.world.view();
        let (token, mut value) = match &view.form {
            None => (input.text(), json!({ "files": [file(1)] })),
            Some(form) => (form.token.clone(), filled(&form.kind, input.below(100))),
        };
        if input.below(2) == 0 {
            edit(&mut value, input);
        }
        let _ = self.world.try_event(Event::SettleForm { token, value });
    }

    /// Closes the page and opens it again. What was not stored is gone, and had not been called stored.
    fn reload(&mut self) {
        if !self.world.stored.is_empty() {
            self.world.reload();
            self.forget();
        }
    }

    fn forget(&mut self) {
        self.crashes = self.world.crashes;
        let stored = &self.world.stored;
        self.answered.retain(|answered| has(stored, answered));
    }

    fn check(&mut self) {
        if self.world.crashes > self.crashes {
            self.forget();
        }
        let view = self.world.view();
        consistent(&view);
        let records = self.world.interview.records();
        for answered in &self.answered {
            assert!(has(records, answered), "{answered:?} is in no record");
        }
        if view.saving.state == SavingState::Saved && view.phase != Phase::Consent {
            assert_stored(records, &self.world.stored);
        }
    }

    /// Everything works again: the interview comes to its end.
    fn end(mut self, longest: &Longest) {
        let world = &mut self.world;
        world.crash_before = None;
        world.storing = Storing::Works;
        world.tools = Run::Gives(|_| json!({ "status": "ok" }));
        world.acts = vec![Act::Agent(model::says)];
        world.event(Event::StoreReturned);
        let read_only = world.interview.read_only();
        // An append that nothing was heard of is made again after a while.
        world.wait(10_000);
        world.event(Event::StoreReturned);
        self.check();
        if !read_only && !self.world.stored.is_empty() {
            assert_stored(self.world.interview.records(), &self.world.stored);
        }
        self.reload();
        let most = 4 * longest.questions + 100;
        for turn in 0.. {
            self.world.settle();
            self.check();
            let view = self.world.view();
            assert!(
                turn < most,
                "it does not end: {:?}, {:?}",
                view.phase,
                view.figures
            );
            if view.phase == Phase::Answering && view.form.is_none() {
                self.answer(format!("My answer {turn} is short."));
            } else if !course::goes_on(&mut self.world, &view) {
                break;
            }
        }
        // Where nothing opens the conversation for the user, the dialects do.
        if !self
            .world
            .interview
            .session()
            .setup
            .material
            .texts
            .is_empty()
        {
            assert_valid_histories(&self.world);
        }
        let interview = &self.world.interview;
        let replies = self.world.replies();
        assert!(
            replies <= longest.replies,
            "{replies} replies of {}",
            longest.replies
        );
        let again =
            colloquy_core::kinds::restore(self.world.stored.clone(), opening(), self.world.now)
                .expect("it restores");
        assert_eq!(drawn(&again), drawn(interview), "it opens as it was");
        for format in FORMATS {
            assert_eq!(
                export(again.session(), format),
                export(interview.session(), format),
                "{format:?}"
            );
        }
    }
}

/// All records are stored as they are.
fn assert_stored(records: &[Record], stored: &[Record]) {
    let differs = records
        .iter()
        .zip(stored)
        .find(|(record, stored)| record != stored);
    assert!(differs.is_none(), "stored otherwise: {differs:?}");
    assert_eq!(
        records.len(),
        stored.len(),
        "not stored: {:?}",
        records.get(stored.len())
    );
}

/// The view as JSON without what belongs to this page's life.
fn drawn(interview: &Interview) -> Value {
    let mut view = serde_json::to_value(interview.view()).expect("a view is JSON");
    view["revision"] = Value::Null;
    view["notice"] = Value::Null;
    view
}

fn has(records: &[Record], (number, said): &(u32, String)) -> bool {
    records.iter().any(|record| {
        matches!(&record.fact, Fact::Answered { question, text, .. } if question == number && text == said)
    })
}

fn may(view: &View, command: Command) -> bool {
    match command {
        Command::Skip | Command::Decline => view.can.skip,
        Command::Accept => view.can.accept,
        Command::Pause => view.can.pause,
        Command::Resume => view.can.resume,
        Command::Finish => view.can.finish,
        Command::Cancel => view.can.cancel,
        Command::Retry => view.can.retry,
    }
}

fn consistent(view: &View) {
    let can = &view.can;
    assert_eq!(
        view.phase == Phase::Consent,
        view.consent.is_some(),
        "{view:?}"
    );
    assert!(!can.answer || view.phase == Phase::Answering, "{view:?}");
    assert!(
        view.phase != Phase::Answering || view.question.is_some(),
        "{view:?}"
    );
    assert!(
        view.question
            .as_ref()
            .is_none_or(|question| !question.text.trim().is_empty()),
        "{view:?}"
    );
    assert!(
        view.form.is_none() || view.question.as_ref().is_some_and(|question| question.form),
        "{view:?}"
    );
    assert!(!can.accept || view.phase == Phase::Proposal, "{view:?}");
    let ended_early = view.phase == Phase::Review && view.closed == Some(CloseReason::AskedFor);
    assert!(
        !can.resume || view.phase == Phase::Paused || ended_early,
        "{view:?}"
    );
    assert!(
        !can.retry || view.phase == Phase::GivenUp || view.phase == Phase::Retrying,
        "{view:?}"
    );
    assert!(
        view.progress.percent <= 100 && view.progress.asked <= view.progress.max,
        "{view:?}"
    );
    assert!(
        view.phase != Phase::Review || view.closed.is_some(),
        "{view:?}"
    );
    let read_only = view.saving.state == SavingState::ReadOnly;
    assert!(
        view.phase != Phase::Answering || can.answer || read_only,
        "{view:?}"
    );
}
