//! What each kind of interview says, one room each. This file is the only one that lists them.
//!
//! Every room answers by a function of the same form, which needs nothing of the other rooms: a program may load one when an ask
//! for it comes.

pub(crate) mod advice;
pub(crate) mod gaps;
pub(crate) mod onboarding;
pub(crate) mod reflective;
pub(crate) mod staged;
#[cfg(feature = "topics")]
pub(crate) mod topics;

use crate::ask::Ask;
use crate::hearing::Hearing;
use crate::language::Words;
use crate::reply;
use crate::said::Said;
use colloquy_schema::{Finding, Purpose, QuestionKind, RawReply, ToolRun, tools::CAPABILITIES};

/// Returns what answers asks of a purpose.
pub(crate) fn responder(purpose: &Purpose) -> fn(&Ask) -> RawReply {
    match purpose {
        Purpose::Question => reflective::respond,
        Purpose::Stage(_) => staged::respond,
        Purpose::Advice(_) => advice::respond,
        Purpose::Gap(_) | Purpose::Skills(_) => gaps::respond,
        Purpose::Onboarding(_) => onboarding::respond,
        #[cfg(feature = "topics")]
        Purpose::Topics(_) => topics::respond,
        Purpose::Findings => |ask| reply::text(ask.hearing.found(ask)),
        // Rules cannot fill a schema that they do not know.
        Purpose::Outcome => |_| reply::text("{}".into()),
    }
}

/// Sentences of answers that may be quoted in a result: none where no kind quotes any.
pub(crate) fn quotable(lists: &Words, answers: &[Said]) -> Vec<Finding> {
    #[cfg(feature = "topics")]
    let quotable = topics::quotable;
    #[cfg(not(feature = "topics"))]
    let quotable = |_: &Words, _: &[Said]| Vec::new();
    quotable(lists, answers)
}

/// What replies to the first ask of a session, by far less than [`respond`](crate::respond) and in the same words. `None` where that
/// takes all of it: where the bank has no sentence that fits, or where something else comes first.
pub type Open = fn(&colloquy_schema::Ask) -> Option<RawReply>;

/// How an interview opens. Each way needs little of the interviewer, and nothing of what the others need.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opening {
    /// By a question: [`open_question`].
    Question,
    /// By a recommendation on a conversation that was handed in: [`open_advice`].
    Advice,
    /// By tools and a form: [`open_onboarding`].
    Onboarding,
}

impl Opening {
    /// Returns how an ask is replied to before anything was answered; `None` for any later ask.
    pub fn of(ask: &colloquy_schema::Ask) -> Option<Opening> {
        if !ask.history.is_empty() || !ask.issues.is_empty() {
            return None;
        }
        let (opening, opens) = match &ask.purpose {
            Purpose::Question | Purpose::Stage(_) | Purpose::Gap(_) => {
                (Opening::Question, ask.kind == QuestionKind::Initial)
            }
            Purpose::Advice(_) => (Opening::Advice, true),
            Purpose::Onboarding(wanted) => {
                let described = |run: &ToolRun| run.tool == CAPABILITIES;
                (Opening::Onboarding, wanted.log.iter().all(described))
            }
            _ => return None,
        };
        opens.then_some(opening)
    }
}

/// Opens by a question: [`Opening::Question`].
pub fn open_question(ask: &colloquy_schema::Ask) -> Option<RawReply> {
    open(ask, Opening::Question, |ask| match ask.purpose {
        Purpose::Question => reflective::open(ask),
        Purpose::Stage(_) => staged::open(ask),
        _ => gaps::open(ask),
    })
}

/// Opens by a recommendation: [`Opening::Advice`].
pub fn open_advice(ask: &colloquy_schema::Ask) -> Option<RawReply> {
    open(ask, Opening::Advice, advice::open)
}

/// Opens by tools and a form: [`Opening::Onboarding`].
pub fn open_onboarding(ask: &colloquy_schema::Ask) -> Option<RawReply> {
    open(ask, Opening::Onboarding, onboarding::open)
}

/// Replies to an ask that opens in this way; nothing was answered, so nothing has to be heard.
fn open(
    ask: &colloquy_schema::Ask,
    opening: Opening,
    reply: impl FnOnce(&Ask) -> Option<RawReply>,
) -> Option<RawReply> {
    if Opening::of(ask) != Some(opening) {
        return None;
    }
    let deaf = Hearing::default();
    reply(&Ask::new(ask, &deaf))
}
