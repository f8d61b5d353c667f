//! Where an onboarding interview stands: phases, what the respondent approved, what was kept, and the files.

use colloquy_schema::{
    Artifact, DataType, FileRef, ObjectiveState, Onboarding as Parameters, PhaseEnd, ToolCall,
    codec,
    tools::{UPLOAD, VALIDATION},
};
use serde_json::Value;
use std::rc::Rc;

/// Keys of data that say how a document was read: nothing the respondent approves, and not kept.
const READING: [&str; 2] = ["confidence", "issues"];

/// Where an onboarding interview stands; without phases in any other.
#[derive(Debug, Default)]
pub(crate) struct Onboarding {
    pub(crate) phases: Vec<PhaseState>,
    /// Everything the respondent approved, oldest first, as [`approvable`] leaves it.
    pub(crate) approved: Vec<(DataType, Value)>,
    /// Kinds of data the respondent would rather not give.
    pub(crate) declined: Vec<DataType>,
    /// What was kept, in the order in which it was first kept.
    pub(crate) kept: Vec<Kept>,
    pub(crate) files: Rc<Vec<FileRef>>,
    /// Goes up with every change of what was kept and of the files.
    pub(crate) revision: u32,
}

/// One phase as far as it came.
#[derive(Debug, Default)]
pub(crate) struct PhaseState {
    pub(crate) objectives: Vec<DataType>,
    /// Number of its first question.
    pub(crate) first_question: u32,
    /// Questions without a form.
    pub(crate) turns: u32,
    /// Forms.
    pub(crate) forms: u32,
    pub(crate) ended: Option<PhaseEnd>,
}

/// One thing that was kept, with its history.
#[derive(Debug)]
pub(crate) struct Kept {
    pub(crate) at: u64,
    pub(crate) artifact: Artifact,
    pub(crate) earlier: Vec<Artifact>,
}

/// Returns data as it is compared and kept: without its id, and without what a reading said of itself.
pub(crate) fn approvable(data: &Value) -> Value {
    let mut data = data.clone();
    if let Value::Object(map) = &mut data {
        map.retain(|key, _| key != "id" && !READING.contains(&key.as_str()));
    }
    data
}

impl Onboarding {
    pub(super) fn new(parameters: &Parameters) -> Onboarding {
        let phases = parameters.phases.iter().map(|phase| PhaseState {
            objectives: phase.objectives.clone(),
            first_question: 1,
            ..PhaseState::default()
        });
        Onboarding {
            phases: phases.collect(),
            ..Onboarding::default()
        }
    }

    /// Place of the phase that goes on; nothing when all are over.
    pub(crate) fn current(&self) -> Option<usize> {
        self.phases.iter().position(|phase| phase.ended.is_none())
    }

    /// How an objective stands.
    pub(crate) fn state(&self, kind: DataType) -> ObjectiveState {
        let approved = self.approved.iter().any(|(of, _)| *of == kind);
        let kept = self.kept.iter().any(|kept| {
            let artifact = &kept.artifact;
            // What the respondent removed is there by its id alone.
            let removed = artifact.data.as_object().is_none_or(|data| data.is_empty());
            let confirmed = artifact.confirmed || !kind.can_be_validated();
            artifact.data_type == kind && confirmed && !removed
        });
        let met = (approved || !kind.can_be_validated()) && (kept || !kind.can_be_persisted());
        let over = |phase: &PhaseState| phase.objectives.contains(&kind) && phase.ended.is_some();
        if met {
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
    pub(crate) fn is_approved(&self, kind: DataType, data: &Value) -> bool {
        self.approved
            .iter()
            .any(|(of, approved)| *of == kind && approved == data)
    }

    pub(crate) fn file(&self, url: &str) -> Option<&FileRef> {
        self.files.iter().find(|file| file.storage_url == url)
    }

    pub(super) fn asked(&mut self, number: u32, form: bool) {
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

    pub(super) fn tool_ended(&mut self, call: &ToolCall, result: &Value) {
        let status = result["status"].as_str().unwrap_or_default();
        match (call.name.as_str(), status) {
            (UPLOAD, "ok") => {
                let files = result["files"].as_array().into_iter().flatten();
                let files = files.filter_map(|file| codec::read::<FileRef>(file.clone()).ok());
                Rc::make_mut(&mut self.files).extend(files);
                self.revision += 1;
            }
            (VALIDATION, "approved" | "modified") => {
                if let Some(kind) = data_type(&call.arguments) {
                    self.declined.retain(|declined| *declined != kind);
                    self.approved.push((kind, approvable(&result["data"])));
                }
            }
            _ => {}
        }
    }

    /// The respondent would rather not say: that closes what was shown for approval, else what a question in words was for.
    /// A file, a choice or a card that is not given closes nothing: there are other ways.
    pub(super) fn declined(&mut self, form: Option<&ToolCall>) {
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

    pub(super) fn persisted(&mut self, artifact: &Artifact, at: u64) {
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
            None => self.kept.push(Kept {
                at,
                artifact: artifact.clone(),
                earlier: Vec::new(),
            }),
        }
    }

    pub(super) fn phase_ended(&mut self, reason: PhaseEnd, next_question: u32) {
        if let Some(at) = self.current() {
            self.phases[at].ended = Some(reason);
            if let Some(next) = self.phases.get_mut(at + 1) {
                next.first_question = next_question;
            }
        }
    }
}

/// Reads the kind of data that a tool is called with.
pub(crate) fn data_type(arguments: &Value) -> Option<DataType> {
    let name = arguments["dataType"].as_str()?;
    DataType::ALL
        .iter()
        .copied()
        .find(|kind| kind.name() == name)
}
