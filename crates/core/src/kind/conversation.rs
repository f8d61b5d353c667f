//! What every kind that talks has in common: the ask, the plan of the next question, and the question that stands in when no
//! usable reply came.

use super::{Plan, Reading, Reply, ShownText, ToolUse};
use crate::session::Session;
use crate::wording::fill;
use colloquy_schema::{
    Ask, CallSettings, CloseReason, Contract, Fact, Interviewer, KindQuestion, Purpose, Question,
    QuestionKind, QuestionOrigin, QuestionReply, Reaction, TemplateWording,
};
use std::rc::Rc;

/// Begins the name of the step in which the last answer is heard.
const LAST_WORD: &str = "last:";

/// Describes the session to an interviewer.
pub fn ask(session: &Session, kind: QuestionKind, purpose: Purpose) -> Rc<Ask> {
    Rc::new(Ask {
        history: session.totals.turns.clone(),
        ..described(session, kind, purpose)
    })
}

/// The same without the conversation, for a call that stands outside of it.
pub fn ask_apart(session: &Session, purpose: Purpose) -> Rc<Ask> {
    Rc::new(described(session, QuestionKind::Topic, purpose))
}

fn described(session: &Session, kind: QuestionKind, purpose: Purpose) -> Ask {
    Ask {
        kind,
        template: session.template().id.clone(),
        locale: session.asks_in().into(),
        number: session.asked() + 1,
        max_questions: session.max_questions(),
        context: session.context.clone(),
        guidelines: Rc::new(session.setup.guidelines.clone()),
        history: Rc::default(),
        asked_before: Rc::new(session.setup.asked_before.clone()),
        digest: Rc::new(session.setup.digest.clone()),
        bank: session.wording.bank.clone(),
        seed: session.setup.seed,
        issues: session.attempts.issues.clone(),
        purpose,
    }
}

/// Plans the reply to the last answer before the questions are over: somebody may only now write what hurts, or ask who reads this. Only
/// the built-in interviewer decides whether a reply is needed. None where nothing was answered, or where no question is left for
/// it.
pub(crate) fn last_word(session: &Session, reason: CloseReason) -> Option<Plan> {
    let over = matches!(
        reason,
        CloseReason::Concluded | CloseReason::QuestionLimit | CloseReason::NoGaps
    );
    let answered = session.exchanges.last().is_some_and(|last| {
        matches!(last.reaction, Some(Reaction::Answered(_))) && !last.answer_text().is_empty()
    });
    let most = session.limits.questions.unwrap_or(u32::MAX);
    let room = session.has_asides() && session.asked() < most;
    if !over
        || !answered
        || !room
        || session.interviewer != Interviewer::Scripted
        || !session.kind().has_last_word()
    {
        return None;
    }
    let asked = ask(session, QuestionKind::Conclusion, Purpose::Question);
    let over = Ask {
        max_questions: session.asked(),
        ..Rc::unwrap_or_clone(asked)
    };
    Some(Plan {
        step: [LAST_WORD, &session.asked().to_string()].concat(),
        ..planned(session, Rc::new(over))
    })
}

/// True for a plan of [`last_word`].
pub(crate) fn is_last_word(plan: &Plan) -> bool {
    plan.step.starts_with(LAST_WORD)
}

/// The reply to the last answer, as a question that uses up none. None where no reply is needed.
pub(crate) fn absorb_last_word(
    session: &Session,
    plan: &Plan,
    reply: Option<Reply>,
) -> Option<Fact> {
    let Some(Reply::Question(said)) = reply else {
        return None;
    };
    let last = &session.exchanges.last()?.question;
    (said.follow_up && !said.question.is_empty()).then(|| {
        Fact::Asked(Question {
            kind: QuestionKind::Topic,
            follow_up_depth: last.follow_up_depth,
            follow_up_to: Some(last.number),
            ..put(plan, said.question, QuestionOrigin::Reply)
        })
    })
}

/// Plans the next question of a conversation. Kinds that ask in another way change what this returns.
pub fn question(session: &Session, kind: QuestionKind) -> Plan {
    planned(session, ask(session, kind, Purpose::Question))
}

/// The same with an ask of the kind's own.
pub fn planned(session: &Session, ask: Rc<Ask>) -> Plan {
    Plan {
        step: step(session),
        contract: Contract::Question,
        shown: ShownText::Question("question"),
        settings: settings(session),
        tools: Vec::new(),
        tool_use: ToolUse::Dropped,
        state: state(session),
        instruction: words(session, ask.kind).into(),
        ask,
        lead: String::new(),
        apart: None,
        retry: |wording| &wording.prompts.retry,
    }
}

/// How many questions there were, and how many there can be, in the guide's words.
pub fn state(session: &Session) -> String {
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
pub fn step(session: &Session) -> String {
    ["question:", &(session.asked() + 1).to_string()].concat()
}

/// How a model is run for a question: by the settings of the guide.
pub fn settings(session: &Session) -> CallSettings {
    let model = &session.guide.model;
    CallSettings {
        max_tokens: model.max_tokens,
        temperature: session.template().temperature,
        top_p: model.top_p,
        effort: None,
    }
}

/// How a model is run for what is no conversation, such as a reading or findings: low temperature, room for `max_tokens` of a value.
pub fn exact(max_tokens: u32) -> CallSettings {
    CallSettings {
        max_tokens,
        temperature: 0.1,
        top_p: Some(0.95),
        effort: None,
    }
}

/// The guide's words that ask a model for a question of a kind.
pub fn words(session: &Session, kind: QuestionKind) -> &str {
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
pub fn absorb(session: &Session, plan: &Plan, reading: Reading) -> Vec<Fact> {
    let last = session.exchanges.last().map(|exchange| &exchange.question);
    let wanted = plan.ask.kind;
    // Only the built-in interviewer says by a follow-up that was not asked for that it stays with the question before.
    let stays = match &reading {
        Reading::Value(Reply::Question(reply)) => reply.follow_up && session.has_asides(),
        _ => false,
    };
    let free = matches!(wanted, QuestionKind::Topic | QuestionKind::Conclusion)
        && session.interviewer == Interviewer::Scripted;
    let aside = last.filter(|_| stays && free).map(|last| last.number);
    let (text, goes_deeper, origin) = match reading {
        // A model's follow-up that was not asked for is a topic: the engine decides whether there is room for one.
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
    let aside = aside.filter(|_| origin == QuestionOrigin::Reply);
    let kind = match wanted {
        QuestionKind::FollowUp if !goes_deeper => QuestionKind::Topic,
        _ if aside.is_some() => QuestionKind::Topic,
        kind => kind,
    };
    let follow_up_depth = match last {
        Some(last) if goes_deeper => last.follow_up_depth + 1,
        Some(last) if aside.is_some() => last.follow_up_depth,
        // Putting a question again keeps the depth it had: nothing was reached, nothing is lost.
        Some(last) if origin == QuestionOrigin::Again && wanted != QuestionKind::Conclusion => {
            last.follow_up_depth
        }
        _ => 0,
    };
    let follow_up_to = last
        .filter(|_| goes_deeper)
        .map(|last| last.number)
        .or(aside);
    vec![Fact::Asked(Question {
        kind,
        follow_up_depth,
        follow_up_to,
        ..put(plan, text, origin)
    })]
}

/// The question that a plan brings, of the kind that was wanted, as a topic of its own.
pub fn put(plan: &Plan, text: String, origin: QuestionOrigin) -> Question {
    topic(plan.ask.number, text, plan.ask.kind, origin)
}

/// A question that follows up nothing.
pub fn topic(number: u32, text: String, kind: QuestionKind, origin: QuestionOrigin) -> Question {
    Question {
        number,
        text,
        kind,
        follow_up_depth: 0,
        follow_up_to: None,
        origin,
        of_kind: KindQuestion::default(),
        form: None,
    }
}

/// A question as the reply that a model put it with, as JSON in the form that is asked for.
pub fn as_replied(question: &Question) -> String {
    let reply = QuestionReply {
        follow_up: question.follow_up_to.is_some(),
        question: question.text.clone(),
    };
    colloquy_schema::codec::text(&reply)
}

/// Words the question that stands in when no usable reply came: the last answered question once more, saying so.
/// A question that was skipped or refused never comes back.
pub fn again(session: &Session, wanted: QuestionKind) -> String {
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
