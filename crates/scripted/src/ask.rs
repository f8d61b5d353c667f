//! What the interviewer is asked, with what it hears in the answers.

use crate::hearing::Hearing;
use std::ops::Deref;

/// An ask beside what was heard in its answers.
#[derive(Clone, Copy)]
pub(crate) struct Ask<'a> {
    ask: &'a colloquy_schema::Ask,
    pub(crate) hearing: &'a Hearing,
}

impl<'a> Ask<'a> {
    pub(crate) fn new(ask: &'a colloquy_schema::Ask, hearing: &'a Hearing) -> Ask<'a> {
        Ask { ask, hearing }
    }
}

impl Deref for Ask<'_> {
    type Target = colloquy_schema::Ask;

    fn deref(&self) -> &colloquy_schema::Ask {
        self.ask
    }
}
