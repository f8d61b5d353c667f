//! What happens next in an interview: events go in, effects come out, the view is drawn. Cannot see the world.
//!
//! A session is the fold of its records ([`Session`]). A strategy looks at the session and decides; the outcome is a
//! list of facts. [`Interview`] records them, asks for them to be stored, and only then acts on them.

mod budget;
mod command;
mod earlier;
mod effect;
mod event;
mod figures;
mod findings_view;
mod format;
mod hash;
mod interview;
mod material;
mod misuse;
mod onboarding_view;
mod options;
mod prompt;
mod redact;
mod reply;
mod session;
pub mod session_file;
mod stored;
mod strategy;
mod transcript;
mod validate;
mod view;
mod wording;

pub use earlier::{DIGEST_SESSIONS, digest_of, questions_of};
pub use effect::{ABANDONED_AFTER_MS, Effect, Head, Status, status_at};
pub use event::{Command, Event, RefuseReason, SaveError};
pub use hash::hash_hex;
pub use interview::{
    Begin, CallView, ENGINE_VERSION, Interview, Opening, ResultView, calls_of, check_guide,
    export_of,
};
pub use material::{MaterialSummary, PartSummary, context, describe_material, subject_of};
pub use misuse::{Misuse, MisuseCode};
pub use onboarding_view::*;
pub use options::Options;
pub use redact::{REDACTED, redact};
pub use session::{CallLog, Exchange, Session};
pub use stored::read_records;
pub use transcript::{Format, Transcript};
pub use validate::Validate;
pub use view::*;
