//! An advice interview: a short conversation that ends in a recommendation with an action.

use super::parameters::{Bound, Parameters};
use crate::{Fields, Issue};
use serde_json::Value;

/// Parts in which a recommendation is asked for where a model does not bring it whole.
const PARTS: u32 = 3;

/// Parameters of the advice strategy.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice {
    /// Hard limit on questions before the recommendation, 1 to 20, default 4. None is put where a conversation was handed in.
    pub max_questions: u32,
}

/// What is wanted of the recommendation.
#[derive(Clone, Debug, Default)]
pub struct AdviceAsk {
    /// 0 for the whole ([`Contract::Advice`](crate::Contract::Advice)), 1 to 3 for a part of it.
    pub part: u8,
    /// Accepted parts so far, oldest first; empty for the whole.
    pub parts: Vec<Value>,
}

impl Advice {
    pub(super) fn read(fields: &mut Fields, issues: &mut Vec<Issue>) -> Advice {
        let mut max_questions = 4;
        fields.ints_into(&mut [("max_questions", 1, 20, &mut max_questions)], issues);
        Advice { max_questions }
    }
}

impl Parameters for Advice {
    fn max_questions(&self) -> u32 {
        self.max_questions
    }

    fn bound(&self) -> Bound {
        Bound {
            extra_replies: PARTS,
            ..Bound::default()
        }
    }

    fn outcome_parts(&self) -> usize {
        PARTS as usize
    }
}
