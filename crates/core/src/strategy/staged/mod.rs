//! The expert interview in stages (seed 000). The model proposes, the engine decides: exactly one stage forward, when the
//! reply says ready and every rule is satisfied, or when the stage's questions are used up.

mod standing;

use super::{Plan, Step, ToolUse, conversation};
use crate::reply::{Envelope, Reading, Reply};
use crate::session::Session;
use crate::wording::fill;
use colloquy_schema::{
    CloseReason, Contract, Fact, Purpose, Question, QuestionKind, QuestionOrigin, Reaction, Stage,
    StageAsk, StageEnd, Staged, StagedQuestion, Tracked, contract::rules::question_marks,
};
use standing::{at_limit, may_end, missing, refusals, stage_ask, state};

/// Greatest depth of a question (seed 000).
const DEEPEST: u8 = 4;
/// Most examples one answer can bring: a reply that claims more is not believed.
const EXAMPLES_PER_ANSWER: u32 = 3;
/// Most insights that are kept of one reply.
const INSIGHTS: usize = 10;
/// Most items that are kept as needing a follow-up.
const FOLLOW_UPS: usize = 10;

pub(super) fn plan(session: &Session, parameters: &Staged) -> Step {
    match session.exchanges.last() {
        Some(last) if last.is_open() => return Step::Respondent,
        _ if refusals(session) >= parameters.refusals => {
            return Step::Close(CloseReason::Declined);
        }
        _ => {}
    }
    let Some(last_question) = at_limit(session, parameters) else {
        return Step::Close(CloseReason::Concluded);
    };
    let closing = last_question && session.stages.current + 1 == parameters.stages.len();
    if session.asked() >= session.max_questions() && !closing {
        return Step::Close(CloseReason::QuestionLimit);
    }
    Step::Ask(Box::new(question(session, parameters)))
}

fn question(session: &Session, parameters: &Staged) -> Plan {
    let stage = stage_ask(session, parameters);
    let last_stage = stage.current + 1 == stage.stages.len();
    let limit = at_limit(session, parameters) == Some(true);
    let kind = if session.asked() == 0 {
        QuestionKind::Initial
    } else if last_stage && (limit || may_end(&stage)) {
        QuestionKind::Conclusion
    } else if limit {
        QuestionKind::Topic
    } else if (1..DEEPEST).contains(&stage.depth) {
        QuestionKind::FollowUp
    } else {
        QuestionKind::Topic
    };
    let objective = stage.wording.get(stage.current).and_then(|wording| {
        let place = stage
            .objective
            .map_or(wording.objectives.len().checked_sub(1)?, usize::from);
        wording.objectives.get(place)
    });
    let instruction = fill(
        conversation::words(session, kind),
        &[("objective", objective.map_or("", String::as_str))],
    );
    Plan {
        step: conversation::step(session),
        contract: Contract::Envelope,
        settings: conversation::settings(session),
        tools: Vec::new(),
        tool_use: ToolUse::Dropped,
        state: state(session, &stage),
        instruction,
        ask: conversation::ask(session, kind, Purpose::Stage(Box::new(stage))),
    }
}

/// What a reply came to: the next question, and whether it ends the stage.
struct Said {
    text: String,
    origin: QuestionOrigin,
    depth: u8,
    /// True when it opens no topic of this stage: it stays with the objective of the question before.
    stays: bool,
    over: bool,
}

pub(super) fn absorb(
    session: &Session,
    parameters: &Staged,
    plan: &Plan,
    reading: Reading,
) -> Vec<Fact> {
    let Purpose::Stage(ask) = &plan.ask.purpose else {
        return Vec::new();
    };
    let stage = &parameters.stages[ask.current];
    let next = parameters.stages.get(ask.current + 1);
    let mut facts = Vec::new();
    let said = match reading {
        Reading::Value(Reply::Envelope(envelope)) => {
            let named = |next: &Stage| envelope.stage.as_deref() == Some(next.id.as_str());
            let tracked = track(session, ask, &stage.id, &envelope, next.is_some_and(named));
            let mut after = ask.as_ref().clone();
            after.completeness = tracked.completeness;
            after.examples = tracked.examples;
            after.follow_up = tracked.follow_up.clone();
            let stays = tracked.ready;
            let over = stays && missing(&after).is_empty();
            facts.push(Fact::Tracked(tracked));
            Said {
                depth: depth(session, &envelope),
                text: envelope.response,
                origin: QuestionOrigin::Reply,
                stays,
                over,
            }
        }
        Reading::Prose(text) => Said {
            text,
            origin: QuestionOrigin::Prose,
            depth: 1,
            stays: false,
            over: false,
        },
        // Stage, depth and progress are kept: nothing was reached, and nothing is lost.
        _ => Said {
            text: conversation::again(session, plan.ask.kind),
            origin: QuestionOrigin::Again,
            depth: session.last_staged().map_or(1, |staged| staged.depth),
            stays: true,
            over: false,
        },
    };
    let reason = if said.over {
        StageEnd::Ready
    } else if at_limit(session, parameters) == Some(true) {
        StageEnd::QuestionLimit
    } else {
        facts.push(put(session, ask, plan, said));
        return facts;
    };
    facts.push(Fact::StageEnded {
        stage: stage.id.clone(),
        reason,
    });
    facts.push(match next {
        Some(next) => {
            let staged = StagedQuestion {
                stage: next.id.clone(),
                objective: 0,
                depth: 1,
            };
            asked(plan, said, None, staged)
        }
        None => closed(said),
    });
    facts
}

/// The last stage's last reply is the closing. One that asks something is not shown: nobody could answer.
fn closed(said: Said) -> Fact {
    let asks = said.origin != QuestionOrigin::Reply || question_marks(&said.text) > 0;
    Fact::Closed {
        reason: CloseReason::Concluded,
        text: if asks { String::new() } else { said.text },
    }
}

/// What the engine goes along with of what the model tracked.
fn track(
    session: &Session,
    ask: &StageAsk,
    stage: &str,
    envelope: &Envelope,
    named_next: bool,
) -> Tracked {
    let last = session.exchanges.last();
    let answered = last.is_some_and(|last| matches!(last.reaction, Some(Reaction::Answered(_))));
    let most = ask.examples + if answered { EXAMPLES_PER_ANSWER } else { 0 };
    let examples = envelope.examples.unwrap_or(ask.examples);
    let mut insights = envelope.insights.clone();
    insights.truncate(INSIGHTS);
    let mut follow_up = envelope
        .follow_up
        .clone()
        .unwrap_or_else(|| ask.follow_up.clone());
    follow_up.truncate(FOLLOW_UPS);
    Tracked {
        stage: stage.into(),
        completeness: envelope
            .completeness
            .unwrap_or(ask.completeness)
            .max(ask.completeness),
        engagement: envelope.engagement.unwrap_or(ask.engagement),
        examples: examples.clamp(ask.examples, most),
        insights,
        follow_up,
        ready: envelope.ready || named_next,
    }
}

/// The depth of the next question by the rules: it stays, goes up by one, or returns to 1.
fn depth(session: &Session, envelope: &Envelope) -> u8 {
    let Some(before) = session.last_answered().map(|staged| staged.depth) else {
        return 1;
    };
    match envelope.depth.unwrap_or(before) {
        1 => 1,
        said if said > before => (before + 1).min(DEEPEST),
        _ => before,
    }
}

/// Puts a question in the current stage.
fn put(session: &Session, ask: &StageAsk, plan: &Plan, said: Said) -> Fact {
    let here = ask.asked_in_stage > 0;
    let before = session.last_staged().filter(|_| here);
    let objective = match (before, ask.objective) {
        (Some(before), _) if said.depth > 1 || said.stays => before.objective,
        (_, Some(open)) => open,
        (Some(before), None) => before.objective,
        (None, None) => 0,
    };
    let goes_deeper = here && said.depth > 1 && said.origin == QuestionOrigin::Reply;
    let follow_up_to = session.exchanges.last().filter(|_| goes_deeper);
    let stage = ask.stages.get(ask.current);
    let staged = StagedQuestion {
        stage: stage.map_or(String::new(), |stage| stage.id.clone()),
        objective,
        depth: said.depth,
    };
    let follow_up_to = follow_up_to.map(|last| last.question.number);
    asked(plan, said, follow_up_to, staged)
}

fn asked(plan: &Plan, said: Said, follow_up_to: Option<u32>, staged: StagedQuestion) -> Fact {
    let kind = match plan.ask.kind {
        QuestionKind::Initial => QuestionKind::Initial,
        _ if follow_up_to.is_some() => QuestionKind::FollowUp,
        _ => QuestionKind::Topic,
    };
    Fact::Asked(Question {
        number: plan.ask.number,
        text: said.text,
        kind,
        follow_up_depth: staged.depth.saturating_sub(1),
        follow_up_to,
        origin: said.origin,
        staged: Some(staged),
        gap: None,
        form: None,
    })
}
