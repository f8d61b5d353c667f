//! What TypeScript declares of the kinds: unions told apart by their field `kind`. Only the test that writes the declarations
//! compiles this.

use super::section::NameOnly;
use super::{advice, gaps, onboarding, staged};

/// Where an interview stands by the account of its kind.
#[derive(ts_rs::TS)]
#[ts(untagged)]
pub enum KindView {
    /// A reflective interview.
    Reflective(#[ts(type = "{ kind: \"reflective\" }")] NameOnly),
    /// A staged interview.
    Staged(staged::StagedView),
    /// An advice interview.
    Advice(advice::AdviceView),
    /// A skills interview.
    Gaps(gaps::GapsView),
    /// An onboarding interview.
    Onboarding(onboarding::OnboardingView),
}

/// What is read of an interview beside its view, by its kind.
#[derive(ts_rs::TS)]
#[ts(untagged)]
pub enum KindDetails {
    /// A kind that has nothing besides.
    None(#[ts(type = "{ kind: \"reflective\" | \"staged\" | \"advice\" }")] NameOnly),
    /// The table of skills.
    Gaps(gaps::GapsDetails),
    /// What was kept, and the files.
    Onboarding(onboarding::OnboardingDetails),
}
