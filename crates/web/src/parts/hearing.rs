//! What the built-in interviewer makes of answers: what they do, and what they show.

use colloquy_core::FindByRules;
use colloquy_scripted::{Hearing, Language, finder};
use std::rc::Rc;

/// What this part gives out.
pub(crate) struct Table {
    /// Makes one that hears a language beside English, where the interview is in one.
    pub(crate) new: fn(Option<&'static Language>) -> Hearing,
    /// Makes what finds by rules, in the same way.
    pub(crate) finder: fn(Option<&'static Language>) -> FindByRules,
}

pub(crate) static TABLE: Table = Table {
    new: |language| Hearing::with(language.as_slice()),
    finder: |language| Rc::new(finder(language.as_slice())),
};
