//! What each kind of interview does next. One enum with one small interface: [`plan`] looks at the session and decides,
//! [`absorb`] turns what came of it into facts. Both are pure; nothing is kept between calls.

mod reflective;

use crate::reply::Reading;
use crate::session::Session;
use colloquy_schema::{Ask, CallSettings, CloseReason, Contract, Fact, Strategy};

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
#[derive(Debug)]
pub(crate) struct Plan {
    /// Names the step; attempts at one step are counted together.
    pub(crate) step: String,
    /// What must come back.
    pub(crate) contract: Contract,
    /// How the model is run.
    pub(crate) settings: CallSettings,
    /// What is wanted, as values.
    pub(crate) ask: Ask,
    /// What is wanted, in the guide's words.
    pub(crate) instruction: String,
}

/// Decides what the session does next. Called only while the session is active and no call runs.
pub(crate) fn plan(session: &Session) -> Step {
    match &session.guide.strategy {
        Strategy::Reflective(parameters) => reflective::plan(session, parameters),
    }
}

/// Turns what came of a plan into facts: at least one that ends the step, so that every step ends.
pub(crate) fn absorb(session: &Session, plan: &Plan, reading: Reading) -> Vec<Fact> {
    match &session.guide.strategy {
        Strategy::Reflective(_) => reflective::absorb(session, plan, reading),
    }
}
