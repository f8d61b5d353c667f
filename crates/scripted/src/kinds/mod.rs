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
use crate::reply;
use colloquy_schema::{Purpose, RawReply};

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
