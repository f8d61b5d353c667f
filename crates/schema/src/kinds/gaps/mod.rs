//! A skills interview: it asks only for what is not known of a person's skills.

mod guide;
mod record;

pub use guide::*;
pub use record::*;
