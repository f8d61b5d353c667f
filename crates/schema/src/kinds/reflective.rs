//! A reflective interview: a conversation about content, with follow-ups.

use super::parameters::Parameters;
use crate::{Fields, Issue};

/// Parameters of the reflective strategy.
#[derive(Clone, Debug, PartialEq)]
pub struct Reflective {
    /// Hard limit on questions asked, follow-ups and skipped ones included; 1 to 50, default 5.
    pub max_questions: u32,
    /// Deepest follow-up, 0 to 3, default 3.
    pub max_follow_up_depth: u8,
    /// Words from which an answer is substantive, 1 to 500, default 10.
    pub substantive_words: u32,
}

impl Reflective {
    pub(super) fn read(fields: &mut Fields, issues: &mut Vec<Issue>) -> Reflective {
        let (mut max_questions, mut max_follow_up_depth, mut substantive_words) = (5, 3, 10);
        fields.ints_into(
            &mut [
                ("max_questions", 1, 50, &mut max_questions),
                ("max_follow_up_depth", 0, 3, &mut max_follow_up_depth),
                ("substantive_words", 1, 500, &mut substantive_words),
            ],
            issues,
        );
        Reflective {
            max_questions,
            max_follow_up_depth: max_follow_up_depth as u8,
            substantive_words,
        }
    }
}

impl Parameters for Reflective {
    fn max_questions(&self) -> u32 {
        self.max_questions
    }
}
