//! A skills interview: it asks only for what is not known of a person's skills.

mod guide;
mod record;

pub use guide::*;
pub use record::*;

/// Published JSON Schema of [`Contract::Skills`](crate::Contract::Skills).
pub const SKILLS_SCHEMA: &str = include_str!("../../../../../pkg/schemas/contracts/skills.json");
