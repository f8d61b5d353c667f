//! What happens next in an interview: events go in, effects come out, the view is drawn. Cannot see the world.
//!
//! A session is the fold of its records ([`Session`]). A kind of interview ([`kinds`]) looks at the session and decides; the
//! outcome is a list of facts. [`Interview`] records them, asks for them to be stored, and only then acts on them.
//!
//! # The run loop
//! Whoever embeds the core does three things for ever: drain [`Interview::poll_effect`] and do what comes out, draw
//! [`Interview::view`], and hand in what happened with [`Interview::handle`]. Where [`Interview::poll_timeout`] names a time, a
//! timer hands in [`Event::Tick`] then. This is all of it, with a world made of a list and two replies
//! (`examples/run_loop.rs`):
#![doc = concat!("```\n", include_str!("../examples/run_loop.rs"), "```")]

mod budget;
mod command;
#[cfg(test)]
mod declared;
mod earlier;
mod effect;
mod event;
mod figures;
mod findings_view;
pub mod forms;
mod interview;
mod kind;
pub mod kinds;
mod mend;
mod misuse;
mod options;
mod prompt;
mod quotes;
mod reply;
mod session;
mod stored;
pub mod tools;
mod validate;
mod view;
mod wording;

pub use earlier::{DIGEST_SESSIONS, digest_of, questions_of};
pub use effect::{ABANDONED_AFTER_MS, Effect, Head, Status, status_at};
pub use event::{Command, Event, RefuseReason, SaveError};
pub use forms::{FilledView, FormKind, FormView, OptionView, approvable, data_type};
pub use interview::{Begin, ENGINE_VERSION, Interview, Opening, ResultView, check_guide};
pub use misuse::{Misuse, MisuseCode};
pub use options::Options;
pub use session::{CallLog, Exchange, FindByRules, ReadNotes, Session, looks_back};
pub use stored::read_records;
pub use validate::Validate;
pub use view::*;
pub use wording::fill;
