//! Reflection on content (seed 002): an opening, follow-ups where they add something, other parts of the material, a conclusion.

use super::{Plan, Step};
use crate::prompt::fill;
use crate::reply::{Reading, Reply};
use crate::session::Session;
use colloquy_schema::{
    Ask, CallSettings, CloseReason, Contract, Fact, Question, QuestionKind, QuestionOrigin,
    Reaction, Reflective, Wording,
};
use std::rc::Rc;

pub(super) fn plan(session: &Session, parameters: &Reflective) -> Step {
    let asked = session.asked();
    let max = session.max_questions();
    let kind = match session.exchanges.last() {
        None => QuestionKind::Initial,
        Some(last) if last.is_open() => return Step::Respondent,
        Some(last) if last.question.kind == QuestionKind::Conclusion => {
            return Step::Close(CloseReason::Concluded);
        }
        Some(_) if asked >= max => return Step::Close(CloseReason::QuestionLimit),
        Some(_) if asked + 1 == max => QuestionKind::Conclusion,
        Some(last) => {
            let answered = matches!(last.reaction, Some(Reaction::Answered(_)));
            let substantive = last.words >= parameters.substantive_words;
            let deeper = last.question.follow_up_depth < parameters.max_follow_up_depth;
            if answered && substantive && deeper {
                QuestionKind::FollowUp
            } else {
                QuestionKind::Topic
            }
        }
    };
    Step::Ask(Box::new(question(session, kind)))
}

fn question(session: &Session, kind: QuestionKind) -> Plan {
    let template = session.template();
    let number = session.asked() + 1;
    let ask = Ask {
        kind,
        template: template.id.clone(),
        locale: session.locale.clone(),
        number,
        max_questions: session.max_questions(),
        context: session.context.clone(),
        guidelines: Rc::new(session.setup.guidelines.clone()),
        history: session
            .exchanges
            .iter()
            .filter_map(|exchange| exchange.turn())
            .collect(),
        asked_before: Rc::new(session.setup.asked_before.clone()),
        digest: Rc::new(session.setup.digest.clone()),
        bank: session.wording.bank.clone(),
        seed: session.setup.seed,
        issues: session.attempts.issues.clone(),
    };
    let model = &session.guide.model;
    Plan {
        step: ["question:", &number.to_string()].concat(),
        contract: Contract::Question,
        settings: CallSettings {
            max_tokens: model.max_tokens,
            temperature: template.temperature,
            top_p: model.top_p,
        },
        tools: Vec::new(),
        instruction: instruction(&session.wording, &template.id, kind),
        ask,
    }
}

fn instruction(wording: &Wording, template: &str, kind: QuestionKind) -> String {
    let Some(words) = wording.templates.get(template) else {
        return String::new();
    };
    match kind {
        QuestionKind::Initial => &words.initial,
        QuestionKind::Topic => &words.topic,
        QuestionKind::FollowUp => &words.follow_up,
        QuestionKind::Conclusion => &words.conclusion,
    }
    .clone()
}

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
        Reading::Nothing => (again(session, wanted), false, QuestionOrigin::Again),
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
    })]
}

/// Words the question that stands in when no usable reply came: the last answered question once more, said honestly.
/// A question that was skipped or refused never comes back.
fn again(session: &Session, wanted: QuestionKind) -> String {
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
