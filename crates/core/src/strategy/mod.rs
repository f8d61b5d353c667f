//! What each kind of interview does next. One small interface: [`plan`] looks at the session and decides,
//! [`absorb`] turns what came of it into facts. Both are pure; nothing is kept between calls.

mod advice;
mod conversation;
mod gaps;
mod onboarding;
mod outcome;
mod reflective;
mod staged;

pub(crate) use advice::{PARTS, recommendation};
pub(crate) use gaps::same_skill;
pub(crate) use onboarding::{announces as announces_form, form, forms_left, label, lead, settle};
pub(crate) use outcome::{
    asks, failed_or, holds_respondent, is_aside, next as next_outcome, offers_action,
};

use crate::reply::Reading;
use crate::session::Session;
use colloquy_schema::{
    Ask, CallSettings, CloseReason, Contract, Fact, Strategy, ToolCall, ToolSpec, tools,
};
use serde_json::{Map, Value};
use std::rc::Rc;

/// What an interview does next.
#[derive(Debug)]
pub(crate) enum Step {
    /// Asks the interviewer.
    Ask(Box<Plan>),
    /// Notes a decision, and goes on. It changes what is decided next, so that this ends.
    Record(Vec<Fact>),
    /// Waits for the respondent.
    Respondent,
    /// Asks no more.
    Close(CloseReason),
}

/// Whether a model may call tools in place of a reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ToolUse {
    /// A call is no call: it is dropped, and the reply is judged without it.
    Dropped,
    /// It may.
    Free,
    /// Only a call is wanted: a text is not put to the respondent.
    Required,
}

/// A call that is to be made.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    /// Names the step; attempts at one step are counted together.
    pub(crate) step: String,
    /// What must come back.
    pub(crate) contract: Contract,
    /// How the model is run.
    pub(crate) settings: CallSettings,
    /// Tools the model is told of: those of its history must be among them, whether it may call them now or not.
    pub(crate) tools: Vec<ToolSpec>,
    /// Whether it may call them.
    pub(crate) tool_use: ToolUse,
    /// What is wanted, as values.
    pub(crate) ask: Rc<Ask>,
    /// Where the interview stands, in the guide's words.
    pub(crate) state: String,
    /// What is wanted, in the guide's words.
    pub(crate) instruction: String,
}

/// How a tool call is met.
#[derive(Debug)]
pub(crate) enum Dispatch {
    /// With a result at once; an error is a result, too.
    Result(Value),
    /// With a result at once, and something that is kept.
    Kept(Fact, Value),
    /// With a form the respondent fills.
    Form,
    /// With the strategy's next step, which brings its result.
    Step,
    /// With an effect outside.
    Run,
}

/// Decides what the session does next. Called only while the session is active, no call runs, and every tool call is settled.
pub(crate) fn plan(session: &Session) -> Step {
    if session.closed.is_some() {
        return outcome::plan(session);
    }
    match &session.guide.strategy {
        Strategy::Reflective(parameters) => reflective::plan(session, parameters),
        Strategy::Staged(parameters) => staged::plan(session, parameters),
        Strategy::Advice(_) => advice::plan(session),
        Strategy::Gaps(parameters) => gaps::plan(session, parameters),
        Strategy::Onboarding(_) => onboarding::plan(session),
    }
}

/// Turns what came of a plan into facts: at least one that ends the step, so that every step ends.
pub(crate) fn absorb(session: &Session, plan: &Plan, reading: Reading) -> Vec<Fact> {
    match (&session.guide.strategy, plan.contract) {
        (Strategy::Gaps(_), Contract::Question | Contract::Skills) => {
            gaps::absorb(session, plan, reading)
        }
        (Strategy::Onboarding(_), Contract::Question) => onboarding::absorb(session, plan, reading),
        (_, Contract::Question) => conversation::absorb(session, plan, reading),
        (Strategy::Staged(parameters), Contract::Envelope) => {
            staged::absorb(session, parameters, plan, reading)
        }
        _ => outcome::absorb(plan, reading),
    }
}

/// Decides how a tool call is met. A tool that is not the session's to offer is an error result, never an effect.
pub(crate) fn dispatch(session: &Session, call: &ToolCall) -> Dispatch {
    if let Strategy::Onboarding(_) = &session.guide.strategy {
        return onboarding::dispatch(session, call);
    }
    if let (Strategy::Gaps(_), gaps::ANALYSIS) = (&session.guide.strategy, call.name.as_str()) {
        return gaps::dispatch(session, call);
    }
    let message = "This interview has no such tool.";
    Dispatch::Result(tool_error(&call.name, "tool_not_available", message))
}

/// Turns the result of a tool that ran outside into facts.
pub(crate) fn tool_settled(session: &Session, call: &ToolCall, result: Value) -> Vec<Fact> {
    onboarding::settled(session, call, result)
}

/// True when a tool does no harm when it is run a second time.
pub(crate) fn is_idempotent(session: &Session, call: &ToolCall) -> bool {
    let mut own = session
        .setup
        .tools
        .iter()
        .filter(|tool| tool.name == call.name);
    match own.next() {
        Some(tool) => tool.idempotent,
        None => [tools::EXTRACT, tools::ANALYSIS].contains(&call.name.as_str()),
    }
}

/// The result of a tool call that failed, as the model is told it.
pub(crate) fn tool_error(tool: &str, reason: &str, message: &str) -> Value {
    let mut out = Map::new();
    for (key, text) in [
        ("status", "error"),
        ("reason", reason),
        ("tool", tool),
        ("message", message),
    ] {
        out.insert(key.into(), text.into());
    }
    Value::Object(out)
}
