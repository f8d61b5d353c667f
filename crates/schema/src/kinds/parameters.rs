//! What the parameters of any kind of interview can be asked for.

/// The most that an interview of one kind asks of a model, beyond one reply for each question.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Bound {
    /// Replies that are asked for beside the turns, such as those of an outcome.
    pub(crate) extra_replies: u32,
    /// Replies of one turn that are asked for beside its question.
    pub(crate) turn_replies: u32,
    /// Rounds of tool calls that a turn may take.
    pub(crate) rounds: u32,
    /// Bytes of tool results in one call.
    pub(crate) result_bytes: u32,
    /// True when an answer is read in a reply of its own, which is as long as an outcome.
    pub(crate) reads_answers: bool,
}

/// The parameters of one kind of interview, as a guide's `strategy` has them.
pub(crate) trait Parameters {
    /// Returns the hard limit on questions.
    fn max_questions(&self) -> u32;

    /// Returns the most that is asked of a model.
    fn bound(&self) -> Bound {
        Bound::default()
    }

    /// Returns in how many parts the kind's own outcome can be asked for; 0 without one.
    fn outcome_parts(&self) -> usize {
        0
    }
}
