//! The kinds of interview, one room each: parameters and words of a guide, the facts it records, what it asks for. This file is
//! the only one that lists them.

mod advice;
mod gaps;
mod onboarding;
pub(crate) mod parameters;
mod reflective;
mod staged;
#[cfg(feature = "topics")]
mod topics;

use crate::codec::{Flat, Kinds};
pub use advice::*;
pub use gaps::*;
pub use onboarding::*;
pub use reflective::*;
pub use staged::*;
#[cfg(feature = "topics")]
pub use topics::*;

use crate::{Fields, Issue};
use parameters::{Bound, Parameters};
use serde_json::Value;
use std::rc::Rc;

/// The strategy of a guide with its parameters.
#[derive(Clone, Debug, PartialEq)]
pub enum Strategy {
    /// Reflection on content.
    Reflective(Reflective),
    /// An expert interview in stages.
    Staged(Staged),
    /// A short conversation that ends in a recommendation.
    Advice(Advice),
    /// A skills interview that asks only for what is missing.
    Gaps(Gaps),
    /// An onboarding interview in phases, with tools.
    Onboarding(Onboarding),
    /// An interview over an owner's topics.
    #[cfg(feature = "topics")]
    Topics(Topics),
}

/// What `strategy.kind` may be, as an error has it.
pub(crate) const NAMES: &str = if cfg!(feature = "topics") {
    "reflective, staged, advice, gaps, onboarding or topics"
} else {
    "reflective, staged, advice, gaps or onboarding"
};

/// Reads the parameters of a kind; none for a name that is no kind.
pub(crate) fn read(
    kind: &str,
    fields: &mut Fields,
    strategy: &Value,
    issues: &mut Vec<Issue>,
) -> Option<Strategy> {
    Some(match kind {
        "reflective" => Strategy::Reflective(Reflective::read(fields, issues)),
        "staged" => Strategy::Staged(Staged::read(fields, strategy, issues)),
        "advice" => Strategy::Advice(Advice::read(fields, issues)),
        "gaps" => Strategy::Gaps(Gaps::read(fields, issues)),
        "onboarding" => Strategy::Onboarding(Onboarding::read(fields, strategy, issues)),
        #[cfg(feature = "topics")]
        "topics" => Strategy::Topics(Topics::read(fields, issues)),
        _ => return None,
    })
}

impl Strategy {
    fn parameters(&self) -> &dyn Parameters {
        match self {
            Strategy::Reflective(reflective) => reflective,
            Strategy::Staged(staged) => staged,
            Strategy::Advice(advice) => advice,
            Strategy::Gaps(gaps) => gaps,
            Strategy::Onboarding(onboarding) => onboarding,
            #[cfg(feature = "topics")]
            Strategy::Topics(topics) => topics,
        }
    }

    /// Returns the hard limit on questions that the kind itself sets.
    pub fn max_questions(&self) -> u32 {
        self.parameters().max_questions()
    }

    pub(crate) fn bound(&self) -> Bound {
        self.parameters().bound()
    }

    pub(crate) fn outcome_parts(&self) -> usize {
        self.parameters().outcome_parts()
    }

    /// Reads the words of a locale for this kind alone.
    pub(crate) fn read_wording(&self, fields: &mut Fields, issues: &mut Vec<Issue>) -> KindWording {
        let mut words = KindWording::default();
        match self {
            Strategy::Reflective(_) | Strategy::Advice(_) => {}
            Strategy::Staged(staged) => words.stages = Rc::new(staged.read_wording(fields, issues)),
            Strategy::Gaps(gaps) => words.gaps = Rc::new(gaps.read_wording(fields, issues)),
            Strategy::Onboarding(onboarding) => {
                words.onboarding = Rc::new(onboarding.read_wording(fields, issues));
            }
            #[cfg(feature = "topics")]
            Strategy::Topics(_) => {
                let own = fields.required("topics", issues).cloned();
                words.topics = Rc::new(own.unwrap_or_default());
            }
        }
        words
    }

    /// Reads what the `prompts` of a locale have for this kind alone.
    pub(crate) fn read_prompts(
        &self,
        fields: &mut Fields,
        words: &mut KindWording,
        issues: &mut Vec<Issue>,
    ) {
        if let Strategy::Staged(_) = self {
            words.stage_prompts = StagePrompts::read(fields, issues);
        }
    }
}

/// Words of a guide in one language for its own kind alone; the words of every other kind are empty.
#[derive(Clone, Debug, Default)]
pub struct KindWording {
    /// Stages of a staged interview, in the order of the strategy's.
    pub stages: Rc<Vec<StageWording>>,
    /// Prompts of a staged interview.
    pub stage_prompts: StagePrompts,
    /// Words of a skills interview.
    pub gaps: Rc<GapWording>,
    /// Words of an onboarding interview.
    pub onboarding: Rc<OnboardingWording>,
    /// Words of an interview over topics, a [`TopicsWording`] that the kind reads.
    #[cfg(feature = "topics")]
    pub topics: Rc<Value>,
}

impl KindWording {
    /// Upper bound of the bytes that these words add to one call.
    pub(crate) fn bytes(&self) -> usize {
        let bytes = staged::bytes(&self.stages, &self.stage_prompts)
            + self.gaps.bytes()
            + self.onboarding.bytes();
        #[cfg(feature = "topics")]
        let bytes = bytes + crate::json_size(&self.topics);
        bytes
    }

    /// Reports where these words do not fit those of the guide's first locale.
    pub(crate) fn compare(&self, first: &KindWording, path: &str, issues: &mut Vec<Issue>) {
        staged::compare_objectives(&first.stages, &self.stages, path, issues);
    }
}

/// What happened in one kind of interview alone; each fact is stored by its own name, whatever the kind.
#[derive(Clone, Debug, PartialEq, Kinds)]
pub enum KindFact {
    /// In a staged interview.
    Staged(StagedFact),
    /// In a skills interview.
    Gaps(GapsFact),
    /// In an onboarding interview.
    Onboarding(OnboardingFact),
    /// In an interview over topics.
    #[cfg(feature = "topics")]
    Topics(TopicsRecord),
}

/// What a question has of one kind of interview alone; each is stored by its own name among the fields of the question.
#[derive(Clone, Debug, Default, PartialEq, Flat)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct KindQuestion {
    /// Its stage, its objective and its depth, in an interview with stages.
    pub staged: Option<StagedQuestion>,
    /// Which gap it is for, and why it was put, in an interview about skills.
    pub gap: Option<GapQuestion>,
}

/// What one kind of interview adds to an ask.
#[derive(Clone, Debug, Default)]
pub enum Purpose {
    /// One question of a conversation, as [`Contract::Question`](crate::Contract::Question).
    #[default]
    Question,
    /// One turn of a staged interview, as [`Contract::Envelope`](crate::Contract::Envelope).
    Stage(Box<StageAsk>),
    /// The recommendation, whole or the part that the call's contract names.
    Advice(Box<AdviceAsk>),
    /// Insights, actions and themes, as [`Contract::Findings`](crate::Contract::Findings).
    Findings,
    /// What a text shows of skills, as [`Contract::Skills`](crate::Contract::Skills).
    Skills(Box<SkillsAsk>),
    /// One question about a gap, as [`Contract::Question`](crate::Contract::Question).
    Gap(Box<GapAsk>),
    /// One question of an onboarding interview, as [`Contract::Question`](crate::Contract::Question), or tool calls in its place.
    Onboarding(Box<OnboardingAsk>),
    /// What an answer covers of an owner's topics, and a probe, by the schema that the kind has for
    /// [`Contract::Envelope`](crate::Contract::Envelope).
    #[cfg(feature = "topics")]
    Topics(Box<TopicsAsk>),
    /// What the guide's own JSON Schema describes, as [`Contract::Outcome`](crate::Contract::Outcome).
    Outcome,
}
