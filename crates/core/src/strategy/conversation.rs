//! What every strategy that talks has in common: the ask, and the question that stands in when no usable reply came.

use super::{Plan, ToolUse};
use crate::reply::{Reading, Reply};
use crate::session::Session;
use crate::wording::fill;
use colloquy_schema::{
    Ask, CallSettings, Contract, Fact, OUTCOME_TOKENS, Purpose, Question, QuestionKind,
    QuestionOrigin, Reaction, TemplateWording,
};
use std::rc::Rc;

/// Describes the session to an interviewer.
pub(super) fn ask(session: &Session, kind: QuestionKind, purpose: Purpose) -> Rc<Ask> {
    // A reading has nothing to do with what else was said.
    let reads = matches!(purpose, Purpose::Skills(_));
    let history = if reads {
        Rc::default()
    } else {
        session.met.turns.clone()
    };
    Rc::new(Ask {
        kind,
        template: session.template().id.clone(),
        locale: session.locale.clone(),
        number: session.asked() + 1,
        max_questions: session.max_questions(),
        context: session.context.clone(),
        guidelines: Rc::new(session.setup.guidelines.clone()),
        history,
        asked_before: Rc::new(session.setup.asked_before.clone()),
        digest: Rc::new(session.setup.digest.clone()),
        bank: session.wording.bank.clone(),
        seed: session.setup.seed,
        issues: session.attempts.issues.clone(),
        purpose,
    })
}

/// Plans the next question of a conversation.
pub(super) fn question(session: &Session, kind: QuestionKind) -> Plan {
    let ask = ask(session, kind, Purpose::Question);
    Plan {
        step: step(session),
        contract: Contract::Question,
        settings: settings(session),
        tools: Vec::new(),
        tool_use: ToolUse::Dropped,
        state: state(session),
        instruction: words(session, kind).into(),
        ask,
    }
}

/// How many questions there were, and how many there can be, in the guide's words.
pub(super) fn state(session: &Session) -> String {
    let (number, max) = (session.asked() + 1, session.max_questions());
    fill(
        &session.wording.prompts.state,
        &[
            ("number", &number.to_string()),
            ("max", &max.to_string()),
            ("remaining", &max.saturating_sub(number).to_string()),
        ],
    )
}

/// Names the step that brings the next question.
pub(super) fn step(session: &Session) -> String {
    ["question:", &(session.asked() + 1).to_string()].concat()
}

/// How a model is run for a question: as the guide says.
pub(super) fn settings(session: &Session) -> CallSettings {
    let model = &session.guide.model;
    CallSettings {
        max_tokens: model.max_tokens,
        temperature: session.template().temperature,
        top_p: model.top_p,
    }
}

/// How a model is run for what is no conversation: a recommendation, skills, findings (seed 001).
pub(super) fn exact() -> CallSettings {
    CallSettings {
        max_tokens: OUTCOME_TOKENS,
        temperature: 0.1,
        top_p: Some(0.95),
    }
}

/// The guide's words that ask a model for a question of a kind.
pub(super) fn words(session: &Session, kind: QuestionKind) -> &str {
    let template = session.wording.templates.get(&session.template().id);
    let text = |of: fn(&TemplateWording) -> &String| template.map_or("", |words| of(words));
    match kind {
        QuestionKind::Initial => text(|words| &words.initial),
        QuestionKind::Topic => text(|words| &words.topic),
        QuestionKind::FollowUp => text(|words| &words.follow_up),
        QuestionKind::Conclusion => text(|words| &words.conclusion),
    }
}

/// Turns what came of a planned question into the question that is put.
pub(super) fn absorb(session: &Session, plan: &Plan, reading: Reading) -> Vec<Fact> {
    let last = session.exchanges.last().map(|exchange| &exchange.question);
    let wanted = plan.ask.kind;
    let (text, goes_deeper, origin) = match reading {
        // A follow-up that was not asked for is a topic: whether there is room for one is the engine's to say.
        Reading::Value(Reply::Question(reply)) => (
            reply.question,
            reply.follow_up && wanted == QuestionKind::FollowUp,
            QuestionOrigin::Reply,
        ),
        Reading::Prose(text) => (
            text,
            wanted == QuestionKind::FollowUp,
            QuestionOrigin::Prose,
        ),
        _ => (again(session, wanted), false, QuestionOrigin::Again),
    };
    let kind = match wanted {
        QuestionKind::FollowUp if !goes_deeper => QuestionKind::Topic,
        kind => kind,
    };
    let follow_up_depth = match last {
        Some(last) if goes_deeper => last.follow_up_depth + 1,
        // Putting a question again keeps the depth it had: nothing was reached, nothing is lost.
        Some(last) if origin == QuestionOrigin::Again && wanted != QuestionKind::Conclusion => {
            last.follow_up_depth
        }
        _ => 0,
    };
    let follow_up_to = last.filter(|_| goes_deeper).map(|last| last.number);
    vec![Fact::Asked(Question {
        number: plan.ask.number,
        text,
        kind,
        follow_up_depth,
        follow_up_to,
        origin,
        staged: None,
        gap: None,
        form: None,
    })]
}

/// Words the question that stands in when no usable reply came: the last answered question once more, said honestly.
/// A question that was skipped or refused never comes back.
pub(super) fn again(session: &Session, wanted: QuestionKind) -> String {
    let wording = &session.wording;
    if wanted == QuestionKind::Conclusion {
        return wording.again_last.clone();
    }
    let answered = session.exchanges.iter().rev().find(|exchange| {
        matches!(exchange.reaction, Some(Reaction::Answered(_)))
            && exchange.question.origin != QuestionOrigin::Again
    });
    match answered {
        Some(exchange) => fill(&wording.again, &[("question", &exchange.question.text)]),
        None => wording.again_first.clone(),
    }
}
