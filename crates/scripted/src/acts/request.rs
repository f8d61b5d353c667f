//! What an answer asks of the interviewer.

/// What an answer asks for, beside what it does.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Requests {
    /// Something that was said is not to be used.
    pub(crate) confided: bool,
    /// It is the answer itself, and not what was said about something that is named.
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
    /// The use of what is said to it.
    pub(crate) name: &'static str,
}
