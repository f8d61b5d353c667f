//! The vocabulary of findings: what an answer showed, and where in it.

use crate::codec::Codec;

/// One insight, action item or recommendation: a sentence of one answer, with its place.
#[derive(Clone, Debug, PartialEq, Eq, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Finding {
    /// The sentence, trimmed, as the respondent wrote it.
    pub text: String,
    /// Index into the texts that were searched, from 0.
    pub answer: usize,
    /// Where the sentence starts in that text: in bytes of UTF-8 inside Rust, in UTF-16 units at the JavaScript edge.
    pub start: usize,
    /// Where it ends, exclusive, in the same unit as `start`.
    pub end: usize,
}

/// A phrase that came back in more than one sentence, or a word in more than one answer.
#[derive(Clone, Debug, PartialEq, Eq, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Theme {
    /// The phrase as it was first written, one to three words.
    pub text: String,
    /// How often the phrase comes, 2 or more.
    pub count: u32,
}

/// The lists that are drawn from answers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Findings {
    /// In the order of the texts, then of the sentences.
    pub insights: Vec<Finding>,
    /// In the order of the texts, then of the sentences.
    pub actions: Vec<Finding>,
    /// What others are advised to do, in the order of the texts, then of the sentences; no sentence of the lists above.
    pub recommendations: Vec<Finding>,
    /// Strongest first, then in the order of first appearance.
    pub themes: Vec<Theme>,
    /// Sentences that tell something and may be quoted, in the order of the texts. Filled only by what hears what an answer does: what
    /// was refused, told in pain or written to the interviewer is none of them.
    #[codec(skip_empty)]
    #[cfg_attr(feature = "types", ts(skip))]
    pub quotable: Vec<Finding>,
}

/// The findings of a session as they are shown, edited and frozen.
#[derive(Clone, Debug, Default, PartialEq, Eq, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct FindingsView {
    /// Insights.
    pub insights: Vec<FindingView>,
    /// Action items.
    pub actions: Vec<FindingView>,
    /// What the respondent advises others to do; absent where there is nothing of it, as in sessions from before.
    #[codec(skip_empty)]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<Vec<FindingView>>"))]
    pub recommendations: Vec<FindingView>,
    /// Themes.
    pub themes: Vec<FindingView>,
}

/// One finding as it is shown.
#[derive(Clone, Debug, Default, PartialEq, Eq, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct FindingView {
    /// The text of the finding.
    pub text: String,
    /// Number of the question whose answer it comes from; absent for a theme and for what the respondent added.
    pub question: Option<u32>,
    /// Where it starts in that answer, in UTF-16 units; 0 where `question` is absent.
    pub start: u32,
    /// Where it ends, exclusive, in UTF-16 units.
    pub end: u32,
    /// How often a theme comes; 0 otherwise.
    pub count: u32,
    /// True when the respondent added or reworded it.
    pub edited: bool,
}
