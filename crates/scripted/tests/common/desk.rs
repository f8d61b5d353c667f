//! An onboarding interview played to its end: the engine, the built-in interviewer, and a respondent who meets each form and
//! question by a rule.

use colloquy_core::kinds::onboarding::{ArtifactView, OnboardingDetails, OnboardingView};
use colloquy_core::{Begin, Effect, Event, FormKind, Interview, Phase, RefuseReason};
use colloquy_schema::{Capabilities, DataType, OnboardingAsk, Purpose, RawReply, Setup, ToolCall};
use serde_json::{Value, json};

/// What a respondent does.
pub enum Does {
    /// Fills in the form.
    Fills(Value),
    /// Sends the form away.
    Refuses(RefuseReason),
    /// Types, in place of a form or as an answer.
    Types(String),
    /// Presses a button.
    Presses(colloquy_core::Command),
}

/// One interview with everything that happened in it.
pub struct Desk {
    pub interview: Interview,
    /// Every ask with the reply to it.
    pub replies: Vec<(OnboardingAsk, RawReply)>,
    /// What was put to the respondent, the tool of the form in front.
    pub shown: Vec<(String, String)>,
    /// How often a reply was of no use to the engine.
    pub refused: usize,
    now: u64,
    reads: fn(&ToolCall) -> Value,
}

impl Desk {
    pub fn new(guide: Value, seed: u64, can: Capabilities, reads: fn(&ToolCall) -> Value) -> Desk {
        let setup = Setup {
            locale: "en".into(),
            subject: "subject".into(),
            seed,
            ..Setup::default()
        };
        let begin = Begin {
            session: "00000000-0000-4000-8000-000000000001".into(),
            guide,
            setup,
            validator: None,
            notes: Some(colloquy_notes::context),
        };
        let interview = colloquy_core::kinds::begin(begin, 1_000).unwrap();
        let mut desk = Desk {
            interview,
            replies: Vec::new(),
            shown: Vec::new(),
            refused: 0,
            now: 1_000,
            reads,
        };
        desk.tell(Event::Capabilities(can));
        if desk.interview.view().phase == Phase::Consent {
            desk.tell(Event::Consent);
        }
        desk
    }

    /// Tells the engine something, and does everything that follows.
    pub fn tell(&mut self, event: Event) {
        self.now += 10;
        self.interview
            .handle(self.now, event)
            .unwrap_or_else(|misuse| panic!("{} {}", misuse.code(), misuse.message()));
        while let Some(effect) = self.interview.poll_effect() {
            let event = match effect {
                Effect::Append { id, .. } => Event::Saved { id },
                Effect::AskModel { id, call, .. } => {
                    let reply =
                        colloquy_scripted::respond(&call.ask, &colloquy_scripted::Hearing::new());
                    // Wherever what opens an interview replies, it replies as all of the interviewer.
                    let opened = colloquy_scripted::open_onboarding(&call.ask);
                    assert!(opened.is_none_or(|opened| opened == reply));
                    self.refused += usize::from(!call.ask.issues.is_empty());
                    // The last answer is heard as in a conversation.
                    if let Purpose::Onboarding(wanted) = &call.ask.purpose {
                        self.replies.push(((**wanted).clone(), reply.clone()));
                    }
                    Event::ModelDone { id, reply }
                }
                Effect::RunTool { call } => Event::ToolSettled {
                    id: call.id.clone(),
                    result: (self.reads)(&call),
                },
                _ => continue,
            };
            self.now += 10;
            self.interview.handle(self.now, event).unwrap();
        }
    }

    /// Goes on to the end. The respondent is given the form that waits, the text above it or the question, and its number.
    pub fn play(&mut self, mut respondent: impl FnMut(Option<&FormKind>, &str, usize) -> Does) {
        for step in 0..200 {
            let view = self.interview.view();
            let Some(question) = view.question.filter(|_| view.phase == Phase::Answering) else {
                return;
            };
            let form = view.form;
            let tool = form.as_ref().map_or("", |form| form.tool.as_str());
            self.shown.push((tool.into(), question.text.clone()));
            let does = respondent(form.as_ref().map(|form| &form.kind), &question.text, step);
            let token = form.map_or(String::new(), |form| form.token);
            self.tell(match does {
                Does::Fills(value) => Event::SettleForm { token, value },
                Does::Refuses(reason) => Event::RefuseForm { token, reason },
                Does::Types(text) => Event::Answer { text },
                Does::Presses(command) => Event::Command(command),
            });
        }
        panic!("it does not end: {:?}", self.shown);
    }

    /// What was kept.
    pub fn artifacts(&self) -> Vec<ArtifactView> {
        let details = self.interview.details();
        let details = details.get::<OnboardingDetails>().unwrap();
        details.artifacts.clone()
    }

    /// Objectives that were met, by name.
    pub fn met(&self) -> Vec<String> {
        let view = self.interview.view();
        let view = view.kind.get::<OnboardingView>().unwrap();
        let objectives = view.phases.iter().flat_map(|phase| &phase.objectives);
        let met = objectives.filter(|o| o.state == colloquy_schema::ObjectiveState::Met);
        met.map(|o| o.data_type.name().into()).collect()
    }

    /// Holds every reply to its rules.
    pub fn check(&self) {
        assert_eq!(self.refused, 0, "a reply was of no use");
        for (ask, reply) in &self.replies {
            assert!(reply.tool_calls.len() <= 1);
            for call in &reply.tool_calls {
                assert!(
                    ask.tools.contains(&call.name),
                    "{} is not offered",
                    call.name
                );
                assert!(reply.text.is_empty());
            }
            if reply.tool_calls.is_empty() {
                let value: Value = serde_json::from_str(&reply.text).unwrap();
                let question = value["question"].as_str().unwrap();
                let words = question.split_whitespace().count();
                assert!(
                    (6..=40).contains(&words) && question.matches('?').count() == 1,
                    "{question}"
                );
            }
        }
        let mut ids: Vec<&str> = self
            .replies
            .iter()
            .flat_map(|(_, reply)| &reply.tool_calls)
            .map(|call| call.id.as_str())
            .collect();
        let all = ids.len();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), all, "an id twice");
        // Nothing that was called was refused as unsound or not there.
        for (ask, _) in &self.replies {
            for run in &ask.log {
                let reason = run.result["reason"].as_str().unwrap_or_default();
                assert!(
                    !["invalid_parameters", "tool_not_available"].contains(&reason),
                    "{run:?}"
                );
            }
        }
    }
}

/// A value for a form as somebody would give it who agrees with everything and fills in what is missing.
pub fn filled(form: &FormKind, step: usize) -> Value {
    match form {
        FormKind::Options { options, .. } => json!({ "selectedIds": [options[0].id] }),
        FormKind::Upload { .. } => json!({ "files": [{
            "storageUrl": format!("colloquy-file:00000000-0000-4000-8000-{step:012}"),
            "name": "resume.pdf", "mimeType": "application/pdf", "size": 20_000,
        }] }),
        FormKind::Contact { .. } => {
            json!({ "data": { "basics": { "name": "Ada Example", "email": "ada@example.com" } } })
        }
        FormKind::Validation {
            data_type,
            data,
            issues,
        } => {
            let mut data = data.clone();
            if !issues.is_empty() {
                let missing = match data_type.name() {
                    "applicant_profile" => ("basics", json!({ "name": "Ada Example" })),
                    "skeleton_timeline" => ("work", json!([{ "position": "Miller" }])),
                    "experience" => ("position", json!("Miller")),
                    "education" => ("institution", json!("School")),
                    _ => ("title", json!("Stones")),
                };
                data[missing.0] = missing.1;
                if data_type.name() == "knowledge_card" {
                    data["summary"] = "How to dress a stone.".into();
                }
            }
            json!({ "data": data })
        }
        FormKind::Host { .. } => panic!("no tools of a host"),
    }
}

/// What a reading of a résumé brings.
pub fn reads_resume(call: &ToolCall) -> Value {
    if call.name == "analyze_technical_skills" {
        return json!({ "status": "ok", "skills": [{ "name": "Rust" }, { "name": 7 }] });
    }
    let derived = if call.arguments["purpose"] == "resume_timeline" {
        json!({
            "applicant_profile": { "basics": { "name": "Ada Example" }, "confidence": 0.7 },
            "skeleton_timeline": { "work": [
                { "position": "Miller", "name": "Old Mill", "startDate": "2019" },
                { "position": "Baker", "name": "Bread and Sons", "startDate": "2014", "endDate": "2019" },
            ], "issues": ["dates_guessed"] },
        })
    } else {
        json!({})
    };
    json!({
        "status": "ok",
        "artifact_record": { "text": "Ada Example. Miller at the Old Mill.", "status": "parsed" },
        "derived": derived,
        "quality": { "extraction_confidence": 0.7, "issues": [] },
    })
}

/// A browser that can do everything.
pub fn able() -> Capabilities {
    Capabilities {
        contact_picker: true,
        ocr: false,
        documents: vec!["pdf".into(), "docx".into(), "txt".into(), "md".into()],
        max_bytes: 10 << 20,
    }
}

/// The guide as it ships.
pub fn onboarding() -> Value {
    serde_json::from_str(include_str!("../../../../pkg/guides/onboarding.json")).unwrap()
}

/// One that can do everything, with a résumé that can be read.
pub fn desk(seed: u64) -> Desk {
    Desk::new(onboarding(), seed, able(), reads_resume)
}

/// What is told wherever something is asked in words.
pub const TOLD: &str = "I rebuilt the sluice gate in winter because the old one let too much water through, and I decided the new height alone.";

/// How somebody meets a form or a question.
pub type Respondent = fn(Option<&FormKind>, &str, usize) -> Does;

/// Fills in every form and answers every question.
pub fn agrees(form: Option<&FormKind>, question: &str, step: usize) -> Does {
    match form {
        Some(form) => Does::Fills(filled(form, step)),
        None => Does::Types(
            [
                TOLD,
                " That was answer ",
                &step.to_string(),
                " to ",
                &question.len().to_string(),
                " letters.",
            ]
            .concat(),
        ),
    }
}

/// Every objective of the guide.
pub fn all() -> Vec<String> {
    [
        "applicant_profile",
        "skeleton_timeline",
        "experience",
        "knowledge_card",
        "writing_sample",
        "candidate_dossier",
    ]
    .map(String::from)
    .into()
}

/// Holds an interview to its end and its rules.
pub fn ended(desk: &Desk) {
    assert!(desk.interview.view().question.is_none());
    desk.check();
}

/// What was shown above forms of a tool.
pub fn leads<'a>(desk: &'a Desk, tool: &str) -> Vec<&'a str> {
    let shown = desk.shown.iter().filter(|(of, _)| of == tool);
    shown.map(|(_, text)| text.as_str()).collect()
}

/// How often each kind of data was shown for approval, at most.
pub fn most_shown(desk: &Desk) -> usize {
    let calls = desk.replies.iter().flat_map(|(_, reply)| &reply.tool_calls);
    let shown: Vec<&Value> = calls
        .filter(|call| call.name == "submit_for_validation")
        .map(|call| &call.arguments["dataType"])
        .collect();
    let of = |kind: &DataType| shown.iter().filter(|shown| **shown == kind.name()).count();
    DataType::ALL.iter().map(of).max().unwrap()
}
