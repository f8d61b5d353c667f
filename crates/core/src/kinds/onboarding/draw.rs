//! The onboarding interview as it is shown and handed back.

use super::NAME;
use super::state::Onboarding;
use super::view::*;
use super::words::label;
use crate::forms::file;
use crate::session::Session;
use crate::view::StageState;
use crate::wording::fill;
use colloquy_schema::{ObjectiveState, codec, tools::EXTRACT};
use serde_json::{Map, Value, json};

/// Draws where the interview stands.
pub(super) fn summary(state: &Onboarding, session: &Session) -> OnboardingView {
    let current = state.current();
    let mut phases = Vec::new();
    for (place, phase) in state.parameters.phases.iter().enumerate() {
        let words = session.wording.kind.onboarding.phases.get(place);
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
        let file = file(session, url).filter(|_| call.name == EXTRACT);
        RunningView {
            tool: call.name.clone(),
            file: file.map_or(String::new(), |file| file.name.clone()),
            since,
        }
    });
    OnboardingView {
        kind: NAME,
        revision: state.revision,
        phases,
        artifacts: state.kept.len() as u32,
        files: session.files.len() as u32,
        running,
    }
}

/// Draws everything that was kept, with its history, and the files.
pub(super) fn details(state: &Onboarding, session: &Session) -> OnboardingDetails {
    let kept = state.kept.iter().map(|kept| ArtifactView {
        artifact: kept.artifact.clone(),
        label: label(session, kept.artifact.data_type).into(),
        at: kept.at,
        earlier: kept.earlier.clone(),
    });
    OnboardingDetails {
        kind: NAME,
        artifacts: kept.collect(),
        files: session.files.to_vec(),
    }
}

/// Closing words: those of the guide where everything was reached, else `partial`, which names what was not.
pub(super) fn closing(state: &Onboarding, session: &Session, partial: &str) -> String {
    let phases = summary(state, session).phases;
    let missing: Vec<String> = phases
        .into_iter()
        .flat_map(|phase| phase.objectives)
        .filter(|objective| objective.state != ObjectiveState::Met)
        .map(|objective| objective.label)
        .collect();
    let wording = &session.wording;
    if missing.is_empty() {
        return wording.closing.clone();
    }
    let labels = missing.join(", ");
    fill(partial, &[("labels", &labels)])
}

/// How far it is, in percent: objectives that are reached, and those of phases that are over.
pub(super) fn percent(state: &Onboarding) -> u32 {
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
pub(super) fn outcome(state: &Onboarding, session: &Session, out: &mut Map<String, Value>) {
    let mut phases = Vec::new();
    for phase in summary(state, session).phases {
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
    let shown = details(state, session);
    let kept = shown.artifacts.iter().map(|kept| {
        let mut one = codec::value(&kept.artifact);
        one["label"] = kept.label.as_str().into();
        one
    });
    out.insert("artifacts".into(), Value::Array(kept.collect()));
    let files = shown.files.iter().map(|file| codec::value(file));
    out.insert("files".into(), Value::Array(files.collect()));
}
