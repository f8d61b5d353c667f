//! The built-in onboarding guide led by the built-in interviewer: every kind of respondent, files that can and cannot be read,
//! reloads in every waiting state.

use crate::behaviours;
use crate::onboarding::{agrees, anything, file, unled};
use crate::random::Random;
use crate::sections::{artifacts_of, section};
use crate::world::{Run, World, onboarding_guide};
use colloquy_core::kinds::onboarding::OnboardingView;
use colloquy_core::{Command, Event, FormKind, RefuseReason, View};
use colloquy_schema::{CloseReason, DataType, Fact, ObjectiveState, ToolCall, tools};
use serde_json::{Value, json};

fn world(read: fn(&ToolCall) -> Value) -> World {
    let mut world = World::new(onboarding_guide(), unled(), Vec::new());
    world.tools = Run::Gives(read);
    world
}

/// A document that says who somebody is and where they worked.
pub fn readable(_: &ToolCall) -> Value {
    json!({
        "status": "ok",
        "artifact_record": { "status": "parsed", "pages": 1, "text": "Ada Example\nMiller at the Mill, 2019 to 2023" },
        "derived": {
            "applicant_profile": { "basics": { "name": "Ada Example", "email": "ada@example.com" }, "confidence": 0.9 },
            "skeleton_timeline": {
                "confidence": 0.8,
                "work": [
                    { "name": "Mill", "position": "Miller", "startDate": "2019", "endDate": "2023" },
                    { "name": "Bakery", "position": "Baker", "startDate": "2015", "endDate": "2018" },
                ],
            },
        },
        "quality": { "extraction_confidence": 0.9, "issues": [] },
    })
}

fn scanned(_: &ToolCall) -> Value {
    json!({
        "status": "partial",
        "artifact_record": { "status": "unparsable", "pages": 2 },
        "derived": {},
        "quality": { "extraction_confidence": 0, "issues": ["unparsable_no_text"] },
    })
}

fn failing(_: &ToolCall) -> Value {
    json!({ "status": "error", "reason": "timeout", "message": "Took too long.", "tool": "extract_document" })
}

/// Agrees with everything, a new file for each upload.
pub fn willing(view: &View, files: &mut usize) -> Event {
    match &view.form {
        Some(form) if matches!(form.kind, FormKind::Upload { .. }) => {
            // What was handed in right before a crash, and not stored, is handed in again.
            *files = view
                .kind
                .get::<OnboardingView>()
                .map_or(0, |shown| shown.files as usize)
                + 1;
            let value = json!({ "files": [file(*files)] });
            Event::SettleForm {
                token: form.token.clone(),
                value,
            }
        }
        _ => agrees(view),
    }
}

fn run(world: &mut World, mut respond: impl FnMut(&View, &mut usize) -> Event) {
    let mut files = 0;
    world.run(|view| respond(view, &mut files));
}

fn states(world: &World) -> Vec<(DataType, ObjectiveState)> {
    let view = section::<OnboardingView>(&world.view());
    let objectives = view.phases.iter().flat_map(|phase| &phase.objectives);
    objectives
        .map(|objective| (objective.data_type, objective.state))
        .collect()
}

/// Everything that was kept and the reason of the end, for comparing runs.
fn end(world: &World) -> Value {
    let mut outcome = world.interview.summary().outcome.expect("an outcome");
    outcome["closed"] = json!(world.view().closed.map(|reason| reason.name()));
    outcome
}

fn tools_called(world: &World) -> Vec<String> {
    let called = world.stored.iter().filter_map(|record| match &record.fact {
        Fact::CallEnded {
            outcome: colloquy_schema::CallOutcome::Replied(reply),
            ..
        } => Some(&reply.tool_calls),
        _ => None,
    });
    called.flatten().map(|call| call.name.clone()).collect()
}

fn refused(world: &World) -> Vec<String> {
    let ended = world.stored.iter().filter_map(|record| match &record.fact {
        Fact::ToolEnded { result, .. } => result["reason"].as_str().map(String::from),
        _ => None,
    });
    ended
        .filter(|reason| ["invalid_parameters", "tool_not_available"].contains(&reason.as_str()))
        .collect()
}

behaviours! {
    fn from_a_resume_to_the_dossier() {
        let mut world = world(readable);
        run(&mut world, willing);
        assert!(states(&world).iter().all(|(_, state)| *state == ObjectiveState::Met), "{:?}", states(&world));
        assert_eq!(world.view().closed, Some(CloseReason::Complete));
        assert!(refused(&world).is_empty(), "{:?}", refused(&world));
        let kept = artifacts_of(&world.interview).artifacts;
        let of = |kind: DataType| kept.iter().find(|kept| kept.artifact.data_type == kind).map(|kept| &kept.artifact);
        let profile = of(DataType::ApplicantProfile).expect("a profile");
        assert_eq!((profile.data["basics"]["name"].as_str(), profile.confirmed), (Some("Ada Example"), true));
        assert_eq!(of(DataType::SkeletonTimeline).expect("a timeline").data["work"][0]["name"], "Mill");
        assert!(of(DataType::KnowledgeCard).expect("a card").confirmed);
        let dossier = of(DataType::CandidateDossier).expect("a dossier");
        assert_eq!(dossier.data["profile"], profile.id.as_str());
        for tool in [tools::OPTION, tools::UPLOAD, tools::EXTRACT, tools::VALIDATION, tools::PERSIST] {
            assert!(tools_called(&world).iter().any(|called| called == tool), "{tool}");
        }
    }

    fn files_that_cannot_be_read_end_in_forms_filled_in_by_hand() {
        for read in [scanned as fn(&ToolCall) -> Value, failing] {
            let mut world = world(read);
            run(&mut world, willing);
            let reached = states(&world).iter().filter(|(_, state)| *state == ObjectiveState::Met).count();
            assert!(reached >= 4, "{:?}", states(&world));
            assert!(refused(&world).is_empty(), "{:?}", refused(&world));
        }
    }

    fn every_respondent_comes_to_an_end_without_a_refused_call() {
        type Respond = fn(&View, &mut usize) -> Event;
        let respondents: [(&str, Respond); 5] = [
            ("cancels every form", |view, files| match &view.form {
                Some(form) => Event::RefuseForm { token: form.token.clone(), reason: RefuseReason::UserCancelled },
                None => willing(view, files),
            }),
            ("types in place of every form", |view, files| match &view.form {
                Some(_) => Event::Answer { text: "I would rather tell you: I was a miller at the mill from 2019 to 2023.".into() },
                None => willing(view, files),
            }),
            ("skips everything", |_, _| Event::Command(Command::Skip)),
            ("rejects what is shown", |view, files| match &view.form {
                Some(form) if matches!(form.kind, FormKind::Validation { .. }) => {
                    let value = json!({ "status": "rejected", "userNotes": "No." });
                    Event::SettleForm { token: form.token.clone(), value }
                }
                _ => willing(view, files),
            }),
            ("has no permission and no time", |view, files| match &view.form {
                Some(form) if form.token.len() % 2 == 0 => Event::RefuseForm { token: form.token.clone(), reason: RefuseReason::PermissionDenied },
                Some(form) => Event::RefuseForm { token: form.token.clone(), reason: RefuseReason::Timeout },
                None => willing(view, files),
            }),
        ];
        for (who, respond) in respondents {
            let mut world = world(readable);
            run(&mut world, respond);
            assert!(refused(&world).is_empty(), "{who}: {:?}", refused(&world));
            assert!(world.view().closed.is_some(), "{who}");
        }
    }

    fn a_reload_in_every_waiting_state_changes_nothing() {
        let mut whole = world(readable);
        run(&mut whole, willing);
        let mut reloaded = world(readable);
        let mut files = 0;
        let mut waits = 0;
        loop {
            let view = reloaded.view();
            let event = match view.phase {
                colloquy_core::Phase::Answering => {
                    waits += usize::from(view.form.is_some());
                    reloaded.reload();
                    assert_eq!(serde_json::to_value(reloaded.view().form).expect("JSON"), serde_json::to_value(&view.form).expect("JSON"));
                    willing(&view, &mut files)
                }
                colloquy_core::Phase::Review => Event::Command(Command::Finish),
                colloquy_core::Phase::Finished => break,
                other => panic!("{other:?}"),
            };
            reloaded.event(event);
        }
        assert!(waits > 6, "{waits}");
        assert_eq!(end(&reloaded), end(&whole));
    }

    fn anybody_comes_to_an_end() {
        for seed in 0..25 {
            let mut random = Random::new(seed);
            let mut world = world([readable as fn(&ToolCall) -> Value, scanned, failing][seed as usize % 3]);
            world.run(|view| anything(&mut random, view));
            assert!(refused(&world).is_empty(), "seed {seed}: {:?}", refused(&world));
        }
    }

    fn what_is_shown_for_approval_is_sound_but_for_what_is_lacking() {
        let mut world = world(readable);
        let mut shown = 0;
        run(&mut world, |view, files| {
            if let Some(FormKind::Validation { issues, data, .. }) = view.form.as_ref().map(|form| &form.kind) {
                shown += 1;
                let lacking = issues.iter().all(|issue| ["required", "length", "min_length", "minLength"].contains(&issue.rule.as_str()));
                assert!(lacking, "{issues:?} in {data}");
            }
            willing(view, files)
        });
        assert!(shown >= 4, "{shown}");
    }
}
