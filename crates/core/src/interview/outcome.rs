//! What an interview comes to besides its transcript: stages with their coverage, a recommendation, the guide's own value.

use crate::session::{Session, Stages};
use crate::strategy::{PARTS, is_aside, next_outcome, recommendation};
use crate::view::*;
use colloquy_schema::{Contract, Strategy};
use serde_json::{Map, Value};

/// Draws the stages; none for an interview without.
pub(super) fn stages(session: &Session) -> Vec<StageView> {
    let Strategy::Staged(staged) = &session.guide.strategy else {
        return Vec::new();
    };
    let mut out = Vec::new();
    for (at, stage) in staged.stages.iter().enumerate() {
        let Some(progress) = session.stages.progress.get(at) else {
            continue;
        };
        let words = session.wording.stages.get(at);
        let words = |of: fn(&colloquy_schema::StageWording) -> &String| {
            words.map_or(String::new(), |words| of(words).clone())
        };
        let current = at == session.stages.current && session.closed.is_none();
        let state = match progress.ended {
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
            state,
            completeness: progress.completeness,
            band: band(progress.completeness),
            questions: progress.asked,
            examples: session.stages.examples_in(at),
            examples_needed: stage.examples,
            ended: progress.ended,
        });
    }
    out
}

/// The band that a completeness falls into (seed 000).
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

/// Draws the recommendation, once all of it was asked for.
pub(super) fn proposal(session: &Session) -> Option<ProposalView> {
    let recommendation = recommendation(session).filter(|_| session.closed.is_some())?;
    let actor = recommendation
        .action
        .as_ref()
        .map(|action| actor(&action["actor"]));
    let status = match (&actor, session.action) {
        (None, _) => ProposalStatus::None,
        (Some(_), None) => ProposalStatus::Offered,
        (Some(_), Some(true)) => ProposalStatus::Accepted,
        (Some(_), Some(false)) => ProposalStatus::Declined,
    };
    let missing = recommendation.missing.iter();
    Some(ProposalView {
        recommendation: recommendation.text,
        actor,
        status,
        missing: missing.map(|contract| contract.name().into()).collect(),
    })
}

fn actor(value: &Value) -> ActorView {
    let text = |key: &str| value[key].as_str().unwrap_or_default().into();
    let skills = value["skills"].as_array().into_iter().flatten();
    ActorView {
        title: text("title"),
        reason: text("reason"),
        skills: skills.filter_map(Value::as_str).map(String::from).collect(),
        prompt: text("prompt"),
        model: text("model"),
    }
}

/// How far a reply is that is asked for in parts, or as a whole.
pub(super) fn parts(session: &Session) -> Option<PartsView> {
    let next = next_outcome(session).filter(|contract| !is_aside(*contract))?;
    let place = PARTS.iter().position(|part| *part == next);
    Some(PartsView {
        done: place.unwrap_or(0) as u32,
        of: if place.is_some() {
            PARTS.len() as u32
        } else {
            1
        },
    })
}

/// The structured outcome; nothing for an interview that has none.
pub(crate) fn outcome(session: &Session) -> Option<Value> {
    let mut out = Map::new();
    match &session.guide.strategy {
        Strategy::Advice(_) => {
            let found = recommendation(session).unwrap_or_default();
            let missing = found
                .missing
                .iter()
                .map(|contract| contract.name().into())
                .collect();
            out.insert("recommendation".into(), found.text.into());
            out.insert("action".into(), found.action.into());
            out.insert("accepted".into(), session.action.into());
            out.insert("partial".into(), found.partial.into());
            out.insert("missing".into(), Value::Array(missing));
        }
        Strategy::Staged(_) => {
            let mut open = Vec::new();
            for stage in &session.stages.progress {
                open.extend(stage.follow_up.iter().map(|item| item.as_str().into()));
            }
            let insights = session
                .stages
                .insights
                .iter()
                .map(|text| text.as_str().into());
            let stages = stages(session).iter().map(coverage).collect();
            out.insert("stages".into(), Value::Array(stages));
            out.insert("insights".into(), Value::Array(insights.collect()));
            out.insert("examples".into(), session.stages.examples.into());
            out.insert("followUps".into(), Value::Array(open));
        }
        Strategy::Gaps(_) => super::skills::outcome(session, &mut out),
        Strategy::Onboarding(_) => super::onboarding::outcome(session, &mut out),
        Strategy::Reflective(_) => {}
    }
    if session.guide.outcome.is_some() {
        let value = session
            .parts
            .get(Contract::Outcome.name())
            .cloned()
            .flatten();
        if out.is_empty() {
            return value;
        }
        out.insert("value".into(), value.unwrap_or_default());
    }
    (!out.is_empty()).then_some(Value::Object(out))
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
