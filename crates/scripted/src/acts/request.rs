//! What an answer asks of the interviewer.

/// What an answer asks for, beside what it does.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Requests {
    /// No use is to be made of something in the answers.
    pub(crate) confided: bool,
    /// That is the answer itself, not what names something else.
    pub(crate) whole: bool,
    /// The words that name it.
    pub(crate) confidences: String,
    /// What is to be asked about, turned round: “what you did when a user rang you”.
    pub(crate) wanted: Option<Wanted>,
}

/// What the respondent wants to be asked, or to know.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Wanted {
    pub(crate) clause: String,
    /// The use with the sentences that take it up.
    pub(crate) name: &'static str,
}
