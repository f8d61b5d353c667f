//! An interview over an owner's topics: questions in words and typed ones, in the owner's order, with conditions and budgets.
//!
//! It is there with the feature `topics` alone. What is in this file is read with the guide and the records: the plan, the words and the
//! facts of this kind are values, whose types are read in the kind's own room.

mod ask;
mod condition;
mod fact;
mod file;
mod form_schema;
mod plan;
mod typed;
mod value;
mod words;

use crate::codec::Codec;
pub use ask::*;
pub use condition::*;
pub use fact::*;
pub use plan::*;
pub use typed::*;
pub use value::*;

use super::parameters::Parameters;
use crate::{Fields, Issue};
use serde_json::Value;
use std::rc::Rc;

/// Parameters of the topics strategy.
#[derive(Clone, Debug, PartialEq)]
pub struct Topics {
    /// Hard limit on questions, 1 to 500: what the plan comes to at most.
    pub max_questions: u32,
    /// A [`TopicPlan`], read by the kind.
    pub plan: Rc<Value>,
}

/// One thing that happened in an interview over topics alone.
#[derive(Clone, Debug, PartialEq, Codec)]
pub enum TopicsRecord {
    /// A [`TopicsFact`], read by the kind.
    Topics(Value),
}

impl Topics {
    pub(super) fn read(fields: &mut Fields, issues: &mut Vec<Issue>) -> Topics {
        let mut max_questions = 1;
        fields.ints_into(&mut [("max_questions", 1, 500, &mut max_questions)], issues);
        let plan = fields.required("plan", issues).cloned();
        Topics {
            max_questions,
            plan: Rc::new(plan.unwrap_or_default()),
        }
    }
}

impl Parameters for Topics {
    fn max_questions(&self) -> u32 {
        self.max_questions
    }
}
