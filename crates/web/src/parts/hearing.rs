//! What the built-in interviewer makes of answers: what they do, and what they show.

use colloquy_core::FindByRules;
use colloquy_scripted::{Hearing, find_by_rules};

/// What this part gives out.
pub(crate) struct Table {
    pub(crate) new: fn() -> Hearing,
    pub(crate) find: FindByRules,
}

pub(crate) static TABLE: Table = Table {
    new: Hearing::new,
    find: find_by_rules,
};
