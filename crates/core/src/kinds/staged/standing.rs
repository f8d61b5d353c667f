//! Where a staged interview stands: the current stage by the engine's own account, and what keeps it from ending.

use super::Staged;
use super::state::engagement;
use crate::kinds::conversation;
use crate::session::{Exchange, Session};
use crate::wording::{data_if_any, fill};
use colloquy_schema::{Engagement, Reaction, StageAsk};

/// Completeness from which a stage may end, in percent.
const COMPLETE: u8 = 80;

/// Counts objectives that were answered unasked as done, and finds the first that is open.
pub(super) fn mark_done(ask: &mut StageAsk, places: &[u8]) {
    ask.done.extend(places);
    let all = ask
        .wording
        .get(ask.current)
        .map_or(0, |stage| stage.objectives.len());
    ask.objective = (0..all as u8).find(|place| !ask.done.contains(place));
}

pub(super) fn stage_ask(kind: &Staged, session: &Session) -> StageAsk {
    let stages = &kind.state;
    let wording = &session.wording.kind.stages;
    let now = stages.now();
    let answers = session
        .exchanges
        .iter()
        .rev()
        .filter(|exchange| matches!(exchange.reaction, Some(Reaction::Answered(_))));
    let mut ask = StageAsk {
        stages: kind.parameters.stages.clone(),
        wording: wording.clone(),
        current: stages.current,
        asked_in_stage: now.map_or(0, |stage| stage.asked),
        done: Vec::new(),
        objective: None,
        depth: stages
            .last_answered(session)
            .map_or(0, |staged| staged.depth),
        deepest: now.map_or(0, |stage| stage.deepest),
        completeness: now.map_or(0, |stage| stage.completeness),
        examples: stages.examples,
        examples_before: now.map_or(0, |stage| stage.examples_before),
        follow_up: now.map(|stage| stage.follow_up.clone()).unwrap_or_default(),
        missing: Vec::new(),
        engagement: engagement(answers.map(|exchange| exchange.words)),
    };
    mark_done(&mut ask, now.map_or(&[], |stage| &stage.objectives));
    ask.missing = missing(&ask);
    ask
}

/// What keeps the current stage from ending, in a fixed order.
pub(super) fn missing(ask: &StageAsk) -> Vec<&'static str> {
    let stage = ask.stages.get(ask.current);
    let (needed, deep) = stage.map_or((0, 0), |stage| (stage.examples, stage.depth));
    let mut out = Vec::new();
    for (lacks, name) in [
        (ask.completeness < COMPLETE, "completeness"),
        (ask.deepest < deep, "depth"),
        (ask.objective.is_some(), "objectives"),
        (
            ask.examples.saturating_sub(ask.examples_before) < needed,
            "examples",
        ),
        (!ask.follow_up.is_empty(), "follow_up"),
    ] {
        if lacks {
            out.push(name);
        }
    }
    out
}

/// True when nothing but what the next reply reports itself keeps the stage from ending.
pub(super) fn may_end(ask: &StageAsk) -> bool {
    ask.missing.iter().all(|name| *name == "completeness")
}

/// The engine's account of the stage, in the guide's words.
pub(super) fn state(session: &Session, ask: &StageAsk) -> String {
    let prompts = &session.wording.kind.stage_prompts;
    let (Some(stage), Some(words)) = (ask.stages.get(ask.current), ask.wording.get(ask.current))
    else {
        return String::new();
    };
    let mut objectives = String::new();
    for (place, objective) in words.objectives.iter().enumerate() {
        let done = ask.done.contains(&(place as u8));
        let mark = if done { ". [x] " } else { ". [ ] " };
        let number = (place + 1).to_string();
        objectives.extend([&number, mark, objective, "\n"]);
    }
    let collected = ask.examples.saturating_sub(ask.examples_before);
    let left = stage.max_questions.saturating_sub(ask.asked_in_stage);
    let mut out = conversation::state(session);
    out.push('\n');
    out.push_str(&fill(
        &prompts.state,
        &[
            ("stage", &stage.id),
            ("title", &words.title),
            ("purpose", &words.purpose),
            ("objectives", objectives.trim_end()),
            ("depth", &ask.depth.to_string()),
            ("completeness", &ask.completeness.to_string()),
            ("examples", &collected.to_string()),
            ("examples_needed", &stage.examples.to_string()),
            ("questions_left", &left.to_string()),
            (
                "follow_up",
                &data_if_any("follow_up", &ask.follow_up.join("; ")),
            ),
        ],
    ));
    out.push_str("\n\n");
    let mut lacking = Vec::new();
    for name in &ask.missing {
        lacking.push(match *name {
            "completeness" => prompts.missing_completeness.as_str(),
            "depth" => &prompts.missing_depth,
            "objectives" => &prompts.missing_objectives,
            "examples" => &prompts.missing_examples,
            _ => &prompts.missing_follow_up,
        });
    }
    let next = ask
        .stages
        .get(ask.current + 1)
        .zip(ask.wording.get(ask.current + 1));
    let ready = left == 0 || may_end(ask);
    out.push_str(&match next {
        Some((next, words)) if ready => fill(
            &prompts.ready,
            &[
                ("next", &next.id),
                ("next_title", &words.title),
                ("next_purpose", &words.purpose),
                (
                    "next_objective",
                    words.objectives.first().map_or("", String::as_str),
                ),
            ],
        ),
        None if ready => String::new(),
        _ => fill(&prompts.not_ready, &[("missing", &lacking.join("; "))]),
    });
    out.push_str("\n\n");
    out.push_str(match ask.engagement {
        Engagement::High => &prompts.engagement_high,
        Engagement::Medium => &prompts.engagement_medium,
        Engagement::Low => &prompts.engagement_low,
    });
    out
}

/// True when the questions of the current stage are used up: the next reply ends it. Nothing when all stages are over.
pub(super) fn at_limit(kind: &Staged) -> Option<bool> {
    let stages = &kind.state;
    let (now, stage) = stages
        .now()
        .zip(kind.parameters.stages.get(stages.current))?;
    Some(now.asked >= stage.max_questions)
}

/// Refusals in a row, up to now.
pub(super) fn refusals(session: &Session) -> u32 {
    let refused = |exchange: &&Exchange| matches!(exchange.reaction, Some(Reaction::Declined));
    session.exchanges.iter().rev().take_while(refused).count() as u32
}
