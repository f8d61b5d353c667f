//! A retrospective: a few questions, one after the other.

use super::parameters::Parameters;
use crate::{Fields, Issue};

/// Parameters of a retrospective.
#[derive(Clone, Debug, PartialEq)]
pub struct Retro {
    /// Hard limit on questions asked; 1 to 10, default 3.
    pub max_questions: u32,
}

impl Retro {
    pub(super) fn read(fields: &mut Fields, issues: &mut Vec<Issue>) -> Retro {
        let mut max_questions = 3;
        fields.ints_into(&mut [("max_questions", 1, 10, &mut max_questions)], issues);
        Retro { max_questions }
    }
}

impl Parameters for Retro {
    fn max_questions(&self) -> u32 {
        self.max_questions
    }
}
