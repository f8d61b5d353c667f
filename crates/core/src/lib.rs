//! What happens next in an interview: events go in, effects come out, the view is drawn. Cannot see the world.

mod effect;
mod event;
mod view;

pub use effect::{ABANDONED_AFTER_MS, Effect, Head, Status, status_at};
pub use event::{Command, Event, SaveError};
pub use view::*;
