//! Onboarding interviews for behaviours: a small guide, models that work through it well and badly, and respondents.

use crate::random::Random;
use crate::world::{guide, scripted, with_model};
use colloquy_core::{Event, FormKind, RefuseReason, View};
use colloquy_schema::{
    Call, DataType, ObjectiveState, OnboardingAsk, Purpose, RawReply, Setup, StopReason, ToolCall,
};
use serde_json::{Value, json};

/// A guide with two phases, short enough to reach every limit.
pub fn small_guide() -> Value {
    let mut guide = guide();
    guide["id"] = "onboarding-small".into();
    guide["limits"] = json!({});
    guide["strategy"] = json!({
        "kind": "onboarding",
        "phases": [
            {
                "id": "facts", "objectives": ["applicant_profile", "skeleton_timeline"], "max_turns": 4, "max_forms": 6,
                "tools": ["get_user_option", "get_user_upload", "submit_for_validation", "persist_data", "extract_document", "get_macos_contact_card"],
            },
            {
                "id": "depth", "objectives": ["knowledge_card", "writing_sample"], "max_turns": 3, "max_forms": 3,
                "tools": ["submit_for_validation", "persist_data", "analyze_technical_skills", "lookup"],
            },
        ],
        "templates": [{ "id": "reflective", "temperature": 0.7 }],
    });
    let words = &mut guide["locales"]["en"];
    let template = words["templates"]["reflective"].clone();
    words["templates"] = json!({ "reflective": template });
    let named = |names: &mut dyn Iterator<Item = &str>, value: &dyn Fn(&str) -> Value| -> Value {
        names
            .map(|name| (name.to_string(), value(name)))
            .collect::<serde_json::Map<_, _>>()
            .into()
    };
    words["onboarding"] = json!({
        "begin": "This is an onboarding interview.",
        "state": "Phase {phase}: {objectives}\n{files}\n{kept}\n{turns} turns, {forms} forms left.",
        "ask_now": "Ask now.",
        "lead_upload": "Please hand in a file.",
        "lead_validation": "Please look at {label}.",
        "lead_contact": "Please give a card.",
        "announces": ["form below", "upload your"],
        "no_form": "(No form was opened.)",
        "plain": "What should I know about {label}?",
        "closing_partial": "Not reached: {labels}.",
        "phases": named(&mut ["facts", "depth"].into_iter(), &|name| json!({ "title": name, "purpose": name, "instructions": name })),
        "data": named(&mut DataType::ALL.iter().map(|kind| kind.name()), &|name| json!({ "label": format!("your {name}"), "about": name })),
        "tools": named(&mut colloquy_schema::tools::TOOLS.into_iter(), &|name| name.into()),
    });
    guide
}

/// A setup of an onboarding interview that a model leads.
pub fn led() -> Setup {
    Setup {
        material: Default::default(),
        ..with_model()
    }
}

/// One that the built-in interviewer leads.
pub fn unled() -> Setup {
    Setup {
        material: Default::default(),
        ..scripted()
    }
}

/// What an interviewer is told of where it stands.
pub fn asked(call: &Call) -> &OnboardingAsk {
    match &call.ask.purpose {
        Purpose::Onboarding(ask) => ask,
        other => panic!("no onboarding: {other:?}"),
    }
}

/// A reply that calls tools; the ids are counted by the call.
pub fn calls(call: &Call, tools: &[(&str, Value)]) -> RawReply {
    let tool_calls = tools
        .iter()
        .enumerate()
        .map(|(place, (name, arguments))| ToolCall {
            id: format!("t{}-{place}", call.number),
            name: name.to_string(),
            arguments: arguments.clone(),
        });
    RawReply {
        tool_calls: tool_calls.collect(),
        stop: StopReason::ToolUse,
        ..RawReply::default()
    }
}

/// A reply that asks.
pub fn says(text: &str) -> RawReply {
    RawReply {
        text: json!({ "follow_up": false, "question": text }).to_string(),
        ..RawReply::default()
    }
}

/// A question that was not put yet.
pub fn question(call: &Call) -> RawReply {
    says(&format!(
        "What else is there to say about matter {} of yours?",
        call.number * 7_919
    ))
}

/// Sound data of a kind.
pub fn sample(kind: DataType) -> Value {
    match kind {
        DataType::ApplicantProfile => {
            json!({ "basics": { "name": "Ada Example", "email": "ada@example.com" } })
        }
        DataType::SkeletonTimeline => {
            json!({ "work": [{ "name": "Mill", "position": "Miller", "startDate": "2019" }] })
        }
        DataType::Experience => json!({ "position": "Miller" }),
        DataType::Education => json!({ "institution": "School" }),
        DataType::KnowledgeCard => json!({ "title": "Stones", "summary": "How to dress a stone." }),
        DataType::ArtifactRecord => json!({ "file_url": "colloquy-file:x", "status": "parsed" }),
        DataType::WritingSample => json!({ "title": "A letter", "text": "Dear reader." }),
        DataType::CandidateDossier => json!({ "summary": "A miller." }),
    }
}

/// A model that does what is to be done: shows, keeps what was approved, and asks one question a phase.
pub fn diligent(call: &Call) -> RawReply {
    let ask = asked(call);
    if ask.turns_left > 0
        && call
            .ask
            .history
            .iter()
            .all(|turn| turn.number < ask.first_question)
        && ask.log.is_empty()
    {
        return question(call);
    }
    for objective in &ask.objectives {
        let kind = objective.data_type;
        match objective.state {
            ObjectiveState::Open if kind.can_be_validated() => {
                return calls(
                    call,
                    &[(
                        "submit_for_validation",
                        json!({ "dataType": kind.name(), "data": sample(kind) }),
                    )],
                );
            }
            ObjectiveState::Open => {
                return calls(
                    call,
                    &[(
                        "persist_data",
                        json!({ "dataType": kind.name(), "data": sample(kind) }),
                    )],
                );
            }
            ObjectiveState::Approved => {
                let approved = ask.approved.iter().rev().find(|(of, _)| *of == kind);
                let data = approved
                    .map(|(_, data)| data.clone())
                    .expect("what was approved");
                return calls(
                    call,
                    &[(
                        "persist_data",
                        json!({ "dataType": kind.name(), "data": data }),
                    )],
                );
            }
            _ => {}
        }
    }
    question(call)
}

/// Fills in a form as somebody would who agrees with everything.
pub fn agrees(view: &View) -> Event {
    let Some(form) = &view.form else {
        let number = view.question.as_ref().map_or(0, |question| question.number);
        return Event::Answer {
            text: format!("I can tell you {number} things about the work at the mill."),
        };
    };
    Event::SettleForm {
        token: form.token.clone(),
        value: filled(&form.kind, form.token.len()),
    }
}

/// A sound value for a form.
pub fn filled(kind: &FormKind, seed: usize) -> Value {
    match kind {
        FormKind::Options { options, .. } => json!({ "selectedIds": [options[0].id] }),
        FormKind::Upload { .. } => json!({ "files": [file(seed)] }),
        FormKind::Validation {
            data_type,
            data,
            issues,
        } => {
            let data = if issues.is_empty() {
                data.clone()
            } else {
                sample(*data_type)
            };
            json!({ "data": data })
        }
        FormKind::Contact { .. } => json!({ "data": sample(DataType::ApplicantProfile) }),
        FormKind::Host { .. } => json!({ "data": {} }),
    }
}

/// A file as the page would name it after keeping its bytes.
pub fn file(number: usize) -> Value {
    json!({
        "storageUrl": format!("colloquy-file:00000000-0000-4000-8000-{number:012}"),
        "name": "resume.pdf", "mimeType": "application/pdf", "size": 1_000,
    })
}

/// A respondent who does anything that can be done, at random.
pub fn anything(random: &mut Random, view: &View) -> Event {
    use colloquy_core::Command;
    let token = view.form.as_ref().map(|form| form.token.clone());
    match (random.below(10), token, &view.form) {
        (0, _, _) => Event::Command(Command::Skip),
        (1, _, _) => Event::Command(Command::Decline),
        (2, Some(token), _) => Event::RefuseForm {
            token,
            reason: RefuseReason::UserCancelled,
        },
        (3, Some(token), _) => Event::RefuseForm {
            token,
            reason: RefuseReason::Timeout,
        },
        (4, Some(_), _) => Event::Answer {
            text: "I would rather say it in words.".into(),
        },
        (5, Some(token), Some(form)) if matches!(form.kind, FormKind::Validation { .. }) => {
            Event::SettleForm {
                token,
                value: json!({ "status": "rejected", "userNotes": "Not like this." }),
            }
        }
        _ => {
            let mut event = agrees(view);
            if let (Event::SettleForm { value, .. }, Some(form)) = (&mut event, &view.form)
                && let FormKind::Upload { .. } = form.kind
            {
                *value = json!({ "files": [file(random.below(1_000_000))] });
            }
            event
        }
    }
}
