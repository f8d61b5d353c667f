//! The onboarding interview as it is shown and handed back.

use super::Interview;
use crate::onboarding_view::*;
use crate::session::Session;
use crate::strategy::{form, label};
use crate::view::StageState;
use crate::wording::fill;
use colloquy_schema::{ObjectiveState, Strategy, tools::EXTRACT};
use serde_json::{Map, Value, json};

impl Interview {
    /// Returns everything that was kept, with its history, and the files; empty in any other interview.
    /// [`OnboardingView::revision`] says when it has changed.
    pub fn artifacts(&self) -> ArtifactsView {
        artifacts(&self.session)
    }

    /// Names the form that waits, while the session is paused too; what was changed in it is kept for as long.
    pub fn waiting_form(&self) -> Option<&str> {
        let (_, waiting) = self.session.shown_form()?;
        Some(&waiting.token)
    }

    /// The form that waits for the respondent.
    pub(super) fn form(&self) -> Option<FormView> {
        let session = &self.session;
        let (call, waiting) = session.shown_form().filter(|_| self.active())?;
        Some(FormView {
            token: waiting.token.clone(),
            tool: call.name.clone(),
            kind: form(session, call, waiting),
            behind: session.tools.open().count() as u32 - 1,
        })
    }
}

pub(super) fn summary(session: &Session) -> Option<OnboardingView> {
    let Strategy::Onboarding(onboarding) = &session.guide.strategy else {
        return None;
    };
    let state = &session.onboarding;
    let current = state.current();
    let mut phases = Vec::new();
    for (place, phase) in onboarding.phases.iter().enumerate() {
        let words = session.wording.onboarding.phases.get(place);
        let objectives = phase.objectives.iter().map(|kind| ObjectiveView {
            data_type: *kind,
            label: label(session, *kind).into(),
            state: state.state(*kind),
        });
        let ended = state.phases.get(place).and_then(|phase| phase.ended);
        phases.push(PhaseView {
            id: phase.id.clone(),
            title: words.map_or(String::new(), |words| words.title.clone()),
            purpose: words.map_or(String::new(), |words| words.purpose.clone()),
            state: match ended {
                Some(_) => StageState::Over,
                None if current == Some(place) && session.closed.is_none() => StageState::Current,
                None => StageState::Ahead,
            },
            objectives: objectives.collect(),
            ended,
        });
    }
    let running = session.tools.running().next().map(|(call, since)| {
        let url = call.arguments["file_url"].as_str().unwrap_or_default();
        let file = state.file(url).filter(|_| call.name == EXTRACT);
        RunningView {
            tool: call.name.clone(),
            file: file.map_or(String::new(), |file| file.name.clone()),
            since,
        }
    });
    Some(OnboardingView {
        revision: state.revision,
        phases,
        artifacts: state.kept.len() as u32,
        files: state.files.len() as u32,
        running,
    })
}

fn artifacts(session: &Session) -> ArtifactsView {
    let kept = session.onboarding.kept.iter().map(|kept| ArtifactView {
        artifact: kept.artifact.clone(),
        label: label(session, kept.artifact.data_type).into(),
        at: kept.at,
        earlier: kept.earlier.clone(),
    });
    ArtifactsView {
        artifacts: kept.collect(),
        files: session.onboarding.files.to_vec(),
    }
}

/// Closing words, which say what was not reached.
pub(super) fn closing(session: &Session) -> String {
    let missing: Vec<String> = summary(session)
        .into_iter()
        .flat_map(|view| view.phases)
        .flat_map(|phase| phase.objectives)
        .filter(|objective| objective.state != ObjectiveState::Met)
        .map(|objective| objective.label)
        .collect();
    let wording = &session.wording;
    if missing.is_empty() {
        return wording.closing.clone();
    }
    let labels = missing.join(", ");
    fill(&wording.onboarding.closing_partial, &[("labels", &labels)])
}

/// How far it is, in percent: objectives that are met, and those of phases that are over.
pub(super) fn percent(session: &Session) -> u32 {
    let state = &session.onboarding;
    let (mut done, mut all) = (0, 0);
    for phase in &state.phases {
        for kind in &phase.objectives {
            all += 2;
            done += match state.state(*kind) {
                ObjectiveState::Open if phase.ended.is_none() => 0,
                ObjectiveState::Approved => 1,
                _ => 2,
            };
        }
    }
    (done * 100_u32).checked_div(all).unwrap_or(0).min(99)
}

/// What is handed back: phases with their objectives, what was kept, and the files by name.
pub(super) fn outcome(session: &Session, out: &mut Map<String, Value>) {
    let mut phases = Vec::new();
    for phase in summary(session).map(|view| view.phases).unwrap_or_default() {
        let objectives = phase.objectives.iter().map(|objective| {
            json!({
                "dataType": objective.data_type.name(),
                "label": objective.label,
                "state": objective.state.name(),
            })
        });
        phases.push(json!({
            "phase": phase.id,
            "title": phase.title,
            "ended": phase.ended.map(|ended| ended.name()),
            "objectives": objectives.collect::<Vec<_>>(),
        }));
    }
    out.insert("phases".into(), Value::Array(phases));
    let shown = artifacts(session);
    let kept = shown.artifacts.iter().map(|kept| {
        let mut one = serde_json::to_value(&kept.artifact).unwrap_or_default();
        one["label"] = kept.label.as_str().into();
        one
    });
    out.insert("artifacts".into(), Value::Array(kept.collect()));
    let files = shown
        .files
        .iter()
        .map(|file| serde_json::to_value(file).unwrap_or_default());
    out.insert("files".into(), Value::Array(files.collect()));
}
