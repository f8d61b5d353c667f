//! What the engine makes of a reply: the model proposes, the rules decide.

use super::envelope::{self, Envelope};
use super::standing::{at_limit, mark_done, missing};
use super::state::last_staged;
use super::{DEEPEST, Staged};
use crate::kinds::{Plan, Reading, Reply, conversation};
use crate::session::Session;
use colloquy_schema::{
    CloseReason, Fact, KindFact, KindQuestion, Purpose, Question, QuestionKind, QuestionOrigin,
    Reaction, Stage, StageAsk, StageEnd, StagedFact, StagedQuestion, Tracked,
    contract::rules::question_marks,
};

/// Most examples one answer can bring: a reply that claims more is not believed.
const EXAMPLES_PER_ANSWER: u32 = 3;
/// Most insights that are kept of one reply.
const INSIGHTS: usize = 10;
/// Most items that are kept as needing a follow-up.
const FOLLOW_UPS: usize = 10;

/// What a reply came to: the next question, and whether it ends the stage.
struct Next {
    text: String,
    origin: QuestionOrigin,
    depth: u8,
    /// Place of the objective that it names, where it opens one.
    objective: Option<u8>,
    /// True when it opens no topic of this stage: it stays with the objective of the question before.
    stays: bool,
    over: bool,
}

/// Turns a reply into facts: what it reports, the end of the stage, the next question or the closing words.
pub(super) fn absorb(kind: &Staged, session: &Session, plan: &Plan, reading: Reading) -> Vec<Fact> {
    let Purpose::Stage(ask) = &plan.ask.purpose else {
        return Vec::new();
    };
    let stages = &kind.parameters.stages;
    let stage = &stages[ask.current];
    let next = stages.get(ask.current + 1);
    let mut facts = Vec::new();
    // The account of the stage, with what the reply says of the last answer.
    let mut after = ask.as_ref().clone();
    let turn = match reading {
        Reading::Value(Reply::Value(value)) => {
            let envelope = envelope::read(&value);
            let named = |next: &Stage| envelope.stage.as_deref() == Some(next.id.as_str());
            let tracked = track(session, ask, &stage.id, &envelope, next.is_some_and(named));
            mark_done(&mut after, &tracked.told);
            after.completeness = tracked.completeness;
            after.examples = tracked.examples;
            after.follow_up = tracked.follow_up.clone();
            let stays = tracked.ready;
            let over = stays && missing(&after).is_empty();
            facts.push(Fact::Kind(KindFact::Staged(StagedFact::Tracked(tracked))));
            Next {
                depth: depth(kind, session, &envelope),
                objective: envelope.objective,
                text: envelope.response,
                origin: QuestionOrigin::Reply,
                stays,
                over,
            }
        }
        Reading::Prose(text) => Next {
            text,
            origin: QuestionOrigin::Prose,
            depth: 1,
            objective: None,
            stays: false,
            over: false,
        },
        // Stage, depth and progress are kept: nothing was reached, and nothing is lost.
        _ => Next {
            text: conversation::again(session, plan.ask.kind),
            origin: QuestionOrigin::Again,
            depth: last_staged(session).map_or(1, |staged| staged.depth),
            objective: None,
            stays: true,
            over: false,
        },
    };
    let reason = if turn.over {
        StageEnd::Ready
    } else if at_limit(kind) == Some(true) {
        StageEnd::QuestionLimit
    } else {
        facts.push(put(session, &after, plan, turn));
        return facts;
    };
    facts.push(Fact::Kind(KindFact::Staged(StagedFact::StageEnded {
        stage: stage.id.clone(),
        reason,
    })));
    facts.push(match next {
        Some(next) => {
            let staged = StagedQuestion {
                stage: next.id.clone(),
                objective: 0,
                depth: 1,
            };
            asked(plan, turn, None, staged)
        }
        None => closed(turn),
    });
    facts
}

/// The last stage's last reply is the closing. One that asks something is not shown: nobody could answer.
fn closed(turn: Next) -> Fact {
    let asks = turn.origin != QuestionOrigin::Reply || question_marks(&turn.text) > 0;
    Fact::Closed {
        reason: CloseReason::Concluded,
        text: if asks { String::new() } else { turn.text },
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
    let all = ask
        .wording
        .get(ask.current)
        .map_or(0, |stage| stage.objectives.len());
    let mut unasked = envelope.unasked.clone();
    unasked.sort_unstable();
    unasked.dedup();
    unasked.retain(|place| answered && usize::from(*place) < all && !ask.done.contains(place));
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
        told: unasked,
        ready: envelope.ready || named_next,
    }
}

/// The depth of the next question by the rules: it stays, goes up by one, or returns to 1.
fn depth(kind: &Staged, session: &Session, envelope: &Envelope) -> u8 {
    let Some(before) = kind.state.last_answered(session).map(|staged| staged.depth) else {
        return 1;
    };
    match envelope.depth.unwrap_or(before) {
        1 => 1,
        wanted if wanted > before => (before + 1).min(DEEPEST),
        _ => before,
    }
}

/// Puts a question in the current stage.
fn put(session: &Session, ask: &StageAsk, plan: &Plan, turn: Next) -> Fact {
    let here = ask.asked_in_stage > 0;
    let before = last_staged(session).filter(|_| here);
    let all = ask
        .wording
        .get(ask.current)
        .map_or(0, |stage| stage.objectives.len());
    let named = turn.objective.filter(|place| usize::from(*place) < all);
    let objective = match (before, named.or(ask.objective)) {
        (Some(before), _) if turn.depth > 1 || turn.stays => before.objective,
        (_, Some(open)) => open,
        (Some(before), None) => before.objective,
        (None, None) => 0,
    };
    let goes_deeper = here && turn.depth > 1 && turn.origin == QuestionOrigin::Reply;
    let follow_up_to = session.exchanges.last().filter(|_| goes_deeper);
    let stage = ask.stages.get(ask.current);
    let staged = StagedQuestion {
        stage: stage.map_or(String::new(), |stage| stage.id.clone()),
        objective,
        depth: turn.depth,
    };
    let follow_up_to = follow_up_to.map(|last| last.question.number);
    asked(plan, turn, follow_up_to, staged)
}

fn asked(plan: &Plan, turn: Next, follow_up_to: Option<u32>, staged: StagedQuestion) -> Fact {
    let kind = match plan.ask.kind {
        QuestionKind::Initial => QuestionKind::Initial,
        _ if follow_up_to.is_some() => QuestionKind::FollowUp,
        _ => QuestionKind::Topic,
    };
    Fact::Asked(Question {
        kind,
        follow_up_depth: staged.depth.saturating_sub(1),
        follow_up_to,
        of_kind: KindQuestion {
            staged: Some(staged),
            ..KindQuestion::default()
        },
        ..conversation::put(plan, turn.text, turn.origin)
    })
}
