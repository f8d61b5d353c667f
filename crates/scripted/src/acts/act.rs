//! What an answer can do.

/// Makes the enum of acts with their names.
macro_rules! acts {
    ($($(#[$doc:meta])* $act:ident $name:literal,)*) => {
        /// Something that an answer does.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Act {
            $($(#[$doc])* $act,)*
        }

        impl Act {
            /// All of them, those that decide first at the beginning.
            pub const ALL: &'static [Act] = &[$(Act::$act),*];

            /// Returns the name of the act, which stays the same in every version.
            pub fn name(self) -> &'static str {
                match self {
                    $(Act::$act => $name,)*
                }
            }
        }
    };
}

acts! {
    /// Speaks of not wanting to live, or of hurting oneself.
    Crisis "crisis",
    /// Asks for a moment before going on.
    Moment "moment",
    /// Wants to end the interview.
    Stop "stop",
    /// Will not speak about this.
    Refusal "refusal",
    /// A command in words, such as “next”.
    Command "command",
    /// Refers to what was answered before.
    AlreadySaid "said",
    /// Complains about the question or the interviewer.
    Complaint "complaint",
    /// Puts right what the question got wrong.
    Correction "correction",
    /// Asks who or what asks here, how long it takes, what happens to the answers.
    Setting "setting",
    /// Asks what the question means.
    QuestionBack "back",
    /// Wants to speak about something else.
    OtherSubject "subject",
    /// Describes pain of one's own.
    Distress "distress",
    /// Has no content.
    Empty "empty",
    /// Answers in very few words.
    Short "short",
    /// Lists things.
    List "list",
    /// Thanks, greets, praises the question.
    Courtesy "courtesy",
    /// Is not meant in earnest.
    Joke "joke",
    /// Strays from the question.
    Digression "digression",
    /// Is written in another language than the interview.
    OtherLanguage "language",
    /// Describes what happened once.
    Case "case",
    /// Names a sign by which something is known.
    Judgement "judgement",
    /// States what must always or never be.
    Rule "rule",
    /// Describes steps that follow each other.
    Process "process",
    /// States how things are.
    Claim "claim",
    /// Sets one thing against another.
    Contrast "contrast",
    /// Announces what the respondent is going to do.
    Plan "plan",
    /// Is not sure.
    Hedge "hedge",
    /// Puts something off to later.
    Promise "promise",
}

impl Act {
    pub(super) fn named(name: &str) -> Option<Act> {
        Act::ALL.iter().copied().find(|act| act.name() == name)
    }

    pub(super) fn bit(self) -> u32 {
        1 << self as u32
    }

    /// True when a sentence that does this is no subject: it is not quoted, and nothing is drawn from it.
    pub fn is_no_subject(self) -> bool {
        self <= Act::Distress && self != Act::OtherSubject
            || matches!(self, Act::Courtesy | Act::Joke)
    }
}
