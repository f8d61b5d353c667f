//! What is asked for when the questions are over: a recommendation, or the value of a contract that the guide carries.

use super::{Plan, Step, ToolUse, advice, conversation};
use crate::reply::{Reading, Reply};
use crate::session::Session;
use crate::wording::{data, fill};
use colloquy_schema::{
    AdviceAsk, Contract, Fact, Interviewer, Purpose, QuestionKind, ReplyMode, Strategy,
};
use serde_json::Value;

/// Returns the contract that is to be asked for next; nothing when there is no more to ask.
pub(crate) fn next(session: &Session) -> Option<Contract> {
    session.closed?;
    let mode = match &session.interviewer {
        Interviewer::Scripted => None,
        Interviewer::Model { reply_mode, .. } => Some(*reply_mode),
    };
    let own = match &session.guide.strategy {
        Strategy::Advice(_) => advice::next(session, mode == Some(ReplyMode::Sequential)),
        // The built-in interviewer knows no schema but its own; without a validator nothing could be judged.
        _ if session.guide.outcome.is_some() && session.validator.is_some() && mode.is_some() => {
            let asked = session.parts.get(Contract::Outcome.name()).is_some();
            (!asked).then_some(Contract::Outcome)
        }
        _ => None,
    };
    own.or_else(|| (mode.is_some() && wants_findings(session)).then_some(Contract::Findings))
}

/// True while a model is still to be asked for findings: the guide has words for it, and there is an answer to find them in.
fn wants_findings(session: &Session) -> bool {
    session.wording.asks_findings()
        && session.parts.get(Contract::Findings.name()).is_none()
        && session
            .exchanges
            .iter()
            .any(|exchange| !exchange.answer_text().is_empty())
}

/// True while an action waits for the respondent's word.
pub(crate) fn offers_action(session: &Session) -> bool {
    session.closed.is_some()
        && session.action.is_none()
        && advice::recommendation(session).is_some_and(|offer| offer.action.is_some())
}

/// True while something is asked for: questions, or what follows from them.
pub(crate) fn asks(session: &Session) -> bool {
    session.closed.is_none() || next(session).is_some()
}

/// True while the respondent is asked, or waits for what follows from the questions.
pub(crate) fn holds_respondent(session: &Session) -> bool {
    session.closed.is_none() || next(session).is_some_and(|contract| !is_aside(contract))
}

/// True for what nobody waits for: the review is open meanwhile, and it may fail without a word.
pub(crate) fn is_aside(contract: Contract) -> bool {
    contract == Contract::Findings
}

pub(super) fn plan(session: &Session) -> Step {
    let Some(contract) = next(session) else {
        return Step::Respondent;
    };
    let prompts = &session.wording.prompts;
    let prompts = if contract == Contract::Findings {
        &prompts.findings
    } else {
        &prompts.outcome
    };
    let part = advice::PARTS.iter().position(|part| *part == contract);
    let mut parts = Vec::new();
    for contract in advice::PARTS {
        if let Some(Some(value)) = session.parts.get(contract.name()) {
            parts.push(value.clone());
        }
    }
    let instruction = match part {
        None => prompts.whole.clone(),
        Some(at) => {
            let mut lines = String::new();
            for value in &parts {
                lines.push_str(&serde_json::to_string(value).unwrap_or_default());
                lines.push('\n');
            }
            let words = prompts.parts.get(at).map_or("", String::as_str);
            fill(words, &[("so_far", &data("so_far", &lines))])
        }
    };
    let purpose = match contract {
        Contract::Outcome => Purpose::Outcome,
        Contract::Findings => Purpose::Findings,
        _ => Purpose::Advice(Box::new(AdviceAsk {
            part: part.map_or(0, |at| at as u8 + 1),
            parts,
        })),
    };
    Step::Ask(Box::new(Plan {
        step: contract.name().into(),
        contract,
        settings: conversation::exact(),
        tools: Vec::new(),
        tool_use: ToolUse::Dropped,
        state: String::new(),
        instruction,
        ask: conversation::ask(session, QuestionKind::Conclusion, purpose),
    }))
}

/// Keeps the value, or that there is none.
pub(super) fn absorb(plan: &Plan, reading: Reading) -> Vec<Fact> {
    let value = match reading {
        Reading::Value(Reply::Outcome(value)) => Some(value),
        _ => None,
    };
    vec![failed_or(plan.contract, value)]
}

/// The fact that a contract has its value, or that it is given up.
pub(crate) fn failed_or(contract: Contract, value: Option<Value>) -> Fact {
    let part = contract.name().into();
    Fact::PartEnded { part, value }
}
