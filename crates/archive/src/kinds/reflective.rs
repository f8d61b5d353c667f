//! An interview of questions and answers alone.

use crate::kind::Kind;
use colloquy_core::kinds::reflective;

pub(super) struct Reflective;

impl Kind for Reflective {
    fn name(&self) -> &'static str {
        reflective::NAME
    }
}
