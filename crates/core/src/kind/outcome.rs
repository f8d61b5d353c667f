//! What is asked for when the questions are over: a recommendation, or the value of a contract that the guide carries.

use super::{Plan, Reading, Reply, ShownText, Step, ToolUse, conversation};
use crate::session::Session;
use colloquy_schema::{
    Contract, Fact, Interviewer, OUTCOME_TOKENS, Purpose, QuestionKind, ReplyMode, Wording,
};
use serde_json::{Map, Value};

/// Returns the contract that is to be asked for next; nothing when there is no more to ask.
pub fn next(session: &Session) -> Option<Contract> {
    session.closed?;
    let mode = match &session.interviewer {
        Interviewer::Scripted => None,
        Interviewer::Model { reply_mode, .. } => Some(*reply_mode),
    };
    let own = session.kind.next_outcome(session, mode);
    own.or_else(|| (mode.is_some() && wants_findings(session)).then_some(Contract::Findings))
}

/// The guide's own contract, while its value is to be asked for. The built-in interviewer knows no schema but its own, and without a
/// validator nothing could be judged.
pub fn of_guide(session: &Session, mode: Option<ReplyMode>) -> Option<Contract> {
    let wanted = session.guide.outcome.is_some() && session.validator.is_some() && mode.is_some();
    let asked = session.parts.get(Contract::Outcome.name()).is_some();
    (wanted && !asked).then_some(Contract::Outcome)
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

/// True while an action waits for the respondent to accept or decline it.
pub(crate) fn offers_action(session: &Session) -> bool {
    session.closed.is_some() && session.kind.offers_action(session)
}

/// True while something is asked for: questions, or what follows from them.
pub(crate) fn asks(session: &Session) -> bool {
    session.closed.is_none() || next(session).is_some()
}

/// True while the respondent is asked, or waits for what follows from the questions.
pub(crate) fn holds_respondent(session: &Session) -> bool {
    session.closed.is_none() || next(session).is_some_and(|contract| !is_background(contract))
}

/// True for what nobody waits for: the review is open meanwhile, and where the call fails there is simply nothing to add.
pub(crate) fn is_background(contract: Contract) -> bool {
    contract == Contract::Findings
}

/// Decides what is done once the questions are over.
pub(crate) fn plan(session: &Session) -> Step {
    let Some(contract) = next(session) else {
        return Step::Respondent;
    };
    Step::Ask(Box::new(if contract == Contract::Findings {
        asking(session, contract, Purpose::Findings)
    } else {
        session.kind.outcome_plan(session, contract)
    }))
}

/// Plans the call that asks for the value of a contract.
pub fn asking(session: &Session, contract: Contract, purpose: Purpose) -> Plan {
    let retry: fn(&Wording) -> &str = match contract {
        Contract::Findings => |wording| &wording.prompts.findings.retry,
        _ => |wording| &wording.prompts.outcome.retry,
    };
    let prompts = &session.wording.prompts;
    let instruction = match contract {
        Contract::Findings => &prompts.findings.whole,
        _ => &prompts.outcome.whole,
    };
    Plan {
        step: contract.name().into(),
        contract,
        shown: ShownText::Nothing,
        settings: conversation::exact(OUTCOME_TOKENS),
        tools: Vec::new(),
        tool_use: ToolUse::Dropped,
        state: String::new(),
        instruction: instruction.clone(),
        ask: conversation::ask(session, QuestionKind::Conclusion, purpose),
        lead: String::new(),
        apart: None,
        retry,
    }
}

/// Takes in what came of such a call: the value, or that there is none.
pub(crate) fn absorb(plan: &Plan, reading: Reading) -> Vec<Fact> {
    let value = match reading {
        Reading::Value(Reply::Value(value)) => Some(value),
        _ => None,
    };
    vec![part_ended(plan.contract, value)]
}

/// The fact that a contract has its value, or that it is given up.
pub(crate) fn part_ended(contract: Contract, value: Option<Value>) -> Fact {
    let part = contract.name().into();
    Fact::PartEnded { part, value }
}

/// The structured outcome of a session, what its kind brings and the value of the guide's own contract; nothing where there is
/// neither.
pub fn value(session: &Session) -> Option<Value> {
    let mut out = Map::new();
    session.kind.outcome(session, &mut out);
    if session.guide.outcome.is_some() {
        let of_guide = session.parts.get(Contract::Outcome.name());
        let of_guide = of_guide.cloned().flatten();
        if out.is_empty() {
            return of_guide;
        }
        out.insert("value".into(), of_guide.unwrap_or_default());
    }
    (!out.is_empty()).then_some(Value::Object(out))
}
