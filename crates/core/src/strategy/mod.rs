//! What each kind of interview does next. One enum with one small interface: [`plan`] looks at the session and decides,
//! [`absorb`] turns what came of it into facts. Both are pure; nothing is kept between calls.

mod reflective;
#[cfg(test)]
mod trial;

use crate::reply::Reading;
use crate::session::Session;
use colloquy_schema::{
    Ask, CallSettings, CloseReason, Contract, Fact, Guide, Reflective, ToolCall,
};
use serde_json::{Map, Value};

/// The strategy of a session.
#[derive(Debug)]
pub(crate) enum Strategy {
    /// Reflection on content (seed 002).
    Reflective(Reflective),
    /// Exercises what no strategy here uses yet: parallel tools, sequential parts.
    #[cfg(test)]
    Trial(trial::Trial),
}

impl Strategy {
    /// Returns the strategy a guide names.
    pub(crate) fn of(guide: &Guide) -> Strategy {
        match &guide.strategy {
            colloquy_schema::Strategy::Reflective(parameters) => {
                Strategy::Reflective(parameters.clone())
            }
        }
    }
}

/// What an interview does next.
#[derive(Debug)]
pub(crate) enum Step {
    /// Asks the interviewer.
    Ask(Box<Plan>),
    /// Waits for the respondent.
    Respondent,
    /// Asks no more.
    Close(CloseReason),
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
    /// Tools the model may call; a call of a tool where none is offered is no call.
    pub(crate) tools: Vec<&'static str>,
    /// What is wanted, as values.
    pub(crate) ask: Ask,
    /// What is wanted, in the guide's words.
    pub(crate) instruction: String,
}

/// How a tool call is met.
#[derive(Debug)]
pub(crate) enum Dispatch {
    /// With a result at once; an error is a result, too.
    Result(Value),
    /// With a form the respondent fills.
    #[cfg_attr(not(test), expect(dead_code, reason = "no strategy has forms yet"))]
    Form {
        /// Why the model waits.
        reason: String,
    },
    /// With an effect outside.
    #[cfg_attr(not(test), expect(dead_code, reason = "no strategy has effects yet"))]
    Run,
}

/// Decides what the session does next. Called only while the session is active, no call runs, and every tool call is settled.
pub(crate) fn plan(session: &Session) -> Step {
    match &session.strategy {
        Strategy::Reflective(parameters) => reflective::plan(session, parameters),
        #[cfg(test)]
        Strategy::Trial(trial) => trial::plan(session, trial),
    }
}

/// Turns what came of a plan into facts: at least one that ends the step, so that every step ends.
pub(crate) fn absorb(session: &Session, plan: &Plan, reading: Reading) -> Vec<Fact> {
    match &session.strategy {
        Strategy::Reflective(_) => reflective::absorb(session, plan, reading),
        #[cfg(test)]
        Strategy::Trial(_) => trial::absorb(plan, reading),
    }
}

/// Decides how a tool call is met. A tool that is not the session's to offer is an error result, never an effect.
pub(crate) fn dispatch(session: &Session, call: &ToolCall) -> Dispatch {
    match &session.strategy {
        #[cfg(test)]
        Strategy::Trial(_) if call.name != "unknown" => trial::dispatch(call),
        _ => {
            let message = "This interview has no such tool.";
            Dispatch::Result(tool_error(&call.name, "tool_not_available", message))
        }
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
