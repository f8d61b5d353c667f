//! The stages as they are shown and handed back.

use super::state::Stages;
use super::{Band, NAME, StageView, Staged, StagedView};
use crate::session::Session;
use crate::view::StageState;
use serde_json::{Map, Value};

/// Draws where the interview stands.
pub(super) fn view(kind: &Staged, session: &Session) -> StagedView {
    StagedView {
        kind: NAME,
        stages: stages(kind, session),
    }
}

fn stages(kind: &Staged, session: &Session) -> Vec<StageView> {
    let state = &kind.state;
    let mut out = Vec::new();
    for (at, stage) in kind.parameters.stages.iter().enumerate() {
        let Some(progress) = state.progress.get(at) else {
            continue;
        };
        let words = session.wording.kind.stages.get(at);
        let words = |of: fn(&colloquy_schema::StageWording) -> &String| {
            words.map_or(String::new(), |words| of(words).clone())
        };
        let current = at == state.current && session.closed.is_none();
        let standing = match progress.ended {
            Some(_) => StageState::Over,
            None if current => StageState::Current,
            None if progress.asked > 0 => StageState::Over,
            None => StageState::Ahead,
        };
        out.push(StageView {
            id: stage.id.clone(),
            title: words(|words| &words.title),
            purpose: words(|words| &words.purpose),
            minutes_least: stage.minutes.0,
            minutes_most: stage.minutes.1,
            state: standing,
            completeness: progress.completeness,
            band: band(progress.completeness),
            questions: progress.asked,
            examples: state.examples_in(at),
            examples_needed: stage.examples,
            ended: progress.ended,
        });
    }
    out
}

/// The band that a completeness falls into.
fn band(completeness: u8) -> Band {
    match completeness {
        0..=25 => Band::Starting,
        26..=50 => Band::Developing,
        51..=75 => Band::Substantial,
        76..=89 => Band::NearlyComplete,
        _ => Band::Complete,
    }
}

/// How far a staged interview is: stages that are over, and the current one as far as it is. Neither ever decreases.
pub(super) fn percent(stages: &Stages) -> u32 {
    let count = stages.progress.len().max(1) as u32;
    let now = stages
        .now()
        .map_or(0, |stage| u32::from(stage.completeness).min(99));
    ((stages.current as u32 * 100 + now) / count).min(100)
}

/// Writes the stages with their coverage, the insights, and what still needs a follow-up.
pub(super) fn outcome(kind: &Staged, session: &Session, out: &mut Map<String, Value>) {
    let state = &kind.state;
    let mut open = Vec::new();
    for stage in &state.progress {
        open.extend(stage.follow_up.iter().map(|item| item.as_str().into()));
    }
    let insights = state.insights.iter().map(|text| text.as_str().into());
    let stages = stages(kind, session).iter().map(coverage).collect();
    out.insert("stages".into(), Value::Array(stages));
    out.insert("insights".into(), Value::Array(insights.collect()));
    out.insert("examples".into(), state.examples.into());
    out.insert("followUps".into(), Value::Array(open));
}

/// One stage's coverage, without what only a screen needs.
fn coverage(stage: &StageView) -> Value {
    let mut out = Map::new();
    out.insert("stage".into(), stage.id.as_str().into());
    out.insert("title".into(), stage.title.as_str().into());
    out.insert("completeness".into(), stage.completeness.into());
    out.insert("band".into(), stage.band.name().into());
    out.insert("questions".into(), stage.questions.into());
    out.insert("examples".into(), stage.examples.into());
    out.insert("examplesNeeded".into(), stage.examples_needed.into());
    out.insert(
        "ended".into(),
        stage.ended.map(|reason| reason.name()).into(),
    );
    Value::Object(out)
}
