//! Where an onboarding interview stands: phases, what the respondent approved, and what was kept.

use crate::forms::{approvable, data_type};
use crate::session::Session;
use colloquy_schema::{
    Artifact, DataType, Fact, KindFact, ObjectiveState, Onboarding as Parameters, OnboardingFact,
    PhaseEnd, Record, ToolCall,
    tools::{UPLOAD, VALIDATION},
};
use serde_json::Value;

/// Where an onboarding interview stands, with the guide's parameters.
#[derive(Debug)]
pub(super) struct Onboarding {
    pub(super) parameters: Parameters,
    pub(super) phases: Vec<PhaseState>,
    /// Everything the respondent approved, oldest first, as [`approvable`] leaves it.
    pub(super) approved: Vec<(DataType, Value)>,
    /// Kinds of data the respondent would rather not give.
    pub(super) declined: Vec<DataType>,
    /// What was kept, in the order in which it was first kept.
    pub(super) kept: Vec<KeptArtifact>,
    /// Goes up with every change of what was kept and of the files.
    pub(super) revision: u32,
}

/// One phase as far as it came.
#[derive(Debug, Default)]
pub(super) struct PhaseState {
    pub(super) objectives: Vec<DataType>,
    /// Number of its first question.
    pub(super) first_question: u32,
    /// Questions without a form, put in this phase.
    pub(super) turns: u32,
    /// Forms shown in this phase.
    pub(super) forms: u32,
    pub(super) ended: Option<PhaseEnd>,
}

/// One thing that was kept, with its history.
#[derive(Debug)]
pub(super) struct KeptArtifact {
    pub(super) at: u64,
    pub(super) artifact: Artifact,
    pub(super) earlier: Vec<Artifact>,
}

impl Onboarding {
    pub(super) fn new(parameters: &Parameters) -> Onboarding {
        let phases = parameters.phases.iter().map(|phase| PhaseState {
            objectives: phase.objectives.clone(),
            first_question: 1,
            ..PhaseState::default()
        });
        Onboarding {
            parameters: parameters.clone(),
            phases: phases.collect(),
            approved: Vec::new(),
            declined: Vec::new(),
            kept: Vec::new(),
            revision: 0,
        }
    }

    /// Takes a record in; `before` is the session as it was before that.
    pub(super) fn take(&mut self, record: &Record, before: &Session) {
        match &record.fact {
            Fact::Asked(question) => self.asked(question.number, question.form.is_some()),
            Fact::Declined { question } => self.declined(before.form_of(*question).as_ref()),
            Fact::ToolEnded { id, result } => {
                if let Some(tool) = before.tools.open().find(|tool| tool.call.id == *id) {
                    self.tool_ended(&tool.call, result);
                }
            }
            Fact::Persisted(artifact) => self.persisted(artifact, record.at),
            Fact::Kind(KindFact::Onboarding(OnboardingFact::PhaseEnded { reason, .. })) => {
                self.phase_ended(*reason, before.asked() + 1)
            }
            _ => {}
        }
    }

    /// Place of the phase that goes on; nothing when all are over.
    pub(super) fn current(&self) -> Option<usize> {
        self.phases.iter().position(|phase| phase.ended.is_none())
    }

    /// How an objective stands.
    pub(super) fn state(&self, kind: DataType) -> ObjectiveState {
        let approved = self.approved.iter().any(|(of, _)| *of == kind);
        let kept = self.kept.iter().any(|kept| {
            let artifact = &kept.artifact;
            // What the respondent removed is there by its id alone.
            let removed = artifact.data.as_object().is_none_or(|data| data.is_empty());
            let confirmed = artifact.confirmed || !kind.can_be_validated();
            artifact.data_type == kind && confirmed && !removed
        });
        let reached = (approved || !kind.can_be_validated()) && (kept || !kind.can_be_persisted());
        let over = |phase: &PhaseState| phase.objectives.contains(&kind) && phase.ended.is_some();
        if reached {
            ObjectiveState::Met
        } else if self.declined.contains(&kind) {
            ObjectiveState::Declined
        } else if self.phases.iter().any(over) {
            ObjectiveState::NotReached
        } else if approved {
            ObjectiveState::Approved
        } else {
            ObjectiveState::Open
        }
    }

    /// True when the respondent approved exactly this.
    pub(super) fn is_approved(&self, kind: DataType, data: &Value) -> bool {
        self.approved
            .iter()
            .any(|(of, approved)| *of == kind && approved == data)
    }

    fn asked(&mut self, number: u32, form: bool) {
        let Some(at) = self.current() else { return };
        let phase = &mut self.phases[at];
        if phase.turns + phase.forms == 0 {
            phase.first_question = number;
        }
        if form {
            phase.forms += 1;
        } else {
            phase.turns += 1;
        }
    }

    fn tool_ended(&mut self, call: &ToolCall, result: &Value) {
        let status = result["status"].as_str().unwrap_or_default();
        match (call.name.as_str(), status) {
            (UPLOAD, "ok") => self.revision += 1,
            (VALIDATION, "approved" | "modified") => {
                if let Some(kind) = data_type(&call.arguments) {
                    self.declined.retain(|declined| *declined != kind);
                    self.approved.push((kind, approvable(&result["data"])));
                }
            }
            _ => {}
        }
    }

    /// The respondent refused to answer: that closes what was shown for approval, else what a question in words was for.
    /// A file, a choice or a card that is not given closes nothing: there are other ways.
    fn declined(&mut self, form: Option<&ToolCall>) {
        let kind = match form {
            Some(call) if call.name == VALIDATION => data_type(&call.arguments),
            Some(_) => None,
            None => self.current().and_then(|at| {
                let mut objectives = self.phases[at].objectives.iter().copied();
                objectives.find(|kind| self.state(*kind) == ObjectiveState::Open)
            }),
        };
        if let Some(kind) = kind.filter(|kind| !self.declined.contains(kind)) {
            self.declined.push(kind);
        }
    }

    fn persisted(&mut self, artifact: &Artifact, at: u64) {
        self.revision += 1;
        let same = self
            .kept
            .iter_mut()
            .find(|kept| kept.artifact.id == artifact.id);
        match same {
            Some(kept) => {
                let before = std::mem::replace(&mut kept.artifact, artifact.clone());
                kept.earlier.push(before);
                kept.at = at;
            }
            None => self.kept.push(KeptArtifact {
                at,
                artifact: artifact.clone(),
                earlier: Vec::new(),
            }),
        }
    }

    fn phase_ended(&mut self, reason: PhaseEnd, next_question: u32) {
        if let Some(at) = self.current() {
            self.phases[at].ended = Some(reason);
            if let Some(next) = self.phases.get_mut(at + 1) {
                next.first_question = next_question;
            }
        }
    }
}
