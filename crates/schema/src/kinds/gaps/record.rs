//! What a skills interview speaks of: skills with six attributes, each with the words that show it, the gaps
//! between them, and how a question and an answer stand to a gap.

use crate::codec::Codec;

/// One of the six things to know of a skill, in the order in which they are asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename_all = "snake_case"))]
pub enum Attribute {
    /// How long it was used, such as `3 years`.
    Duration,
    /// How deep the knowledge goes, such as `wrote extensions`.
    Depth,
    /// How independently it was used, such as `led a team of four`.
    Autonomy,
    /// How large what it was used for is, such as `2 million users`.
    Scale,
    /// What it had to cope with, such as `under 50 ms a request`.
    Constraints,
    /// `production`, `prototype` or `both`.
    ProductionVsPrototype,
}

/// What one reading of a text brought, after the engine has held it to the text. Names of skills are those of the session.
#[derive(Clone, Debug, Default, PartialEq, Codec)]
pub struct SkillsRead {
    /// Number of the question whose answer was read; absent for the résumé.
    #[codec(skip_empty)]
    pub question: Option<u32>,
    /// Which part of the résumé, from 1; 0 for an answer.
    #[codec(skip_empty)]
    pub part: u32,
    /// Caller of the reading.
    pub caller: AnalysisCaller,
    /// False when no usable reply came: the text stays unread, and the view shows that.
    pub read: bool,
    /// Skills with what is new about them.
    #[codec(skip_empty)]
    pub found: Vec<FoundSkill>,
    /// Values that were refused, at most 50.
    #[codec(skip_empty)]
    pub refused: Vec<RefusedValue>,
    /// How the answer stands to the question; absent for the résumé.
    #[codec(skip_empty)]
    pub answer: Option<AnswerStanding>,
}

/// Caller of a reading.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename_all = "snake_case"))]
pub enum AnalysisCaller {
    /// The engine: of the résumé, for the scripted interviewer, and where a model did not.
    #[default]
    Engine,
    /// The model, by its tool.
    Model,
}

/// A skill with what one text shows of it.
#[derive(Clone, Debug, Default, PartialEq, Codec)]
pub struct FoundSkill {
    /// Name in the session, 1 to 80 characters.
    pub skill: String,
    /// How sure the reader is that the person has the skill, 0 to 1.
    pub confidence: f64,
    /// The words that name it, copied from the text.
    pub quote: String,
    /// Attributes that were not known before.
    #[codec(skip_empty)]
    pub values: Vec<FoundValue>,
}

/// The value of one attribute with the words that show it.
#[derive(Clone, Debug, PartialEq, Codec)]
pub struct FoundValue {
    /// The attribute.
    pub attribute: Attribute,
    /// Its value, 1 to 200 characters.
    pub value: String,
    /// The words that show it, copied from the text.
    pub quote: String,
    /// The skill that the text gives the same value ("same as Python"); empty otherwise.
    #[codec(skip_empty)]
    pub same_as: String,
}

/// Something a reading brought that the engine does not believe.
#[derive(Clone, Debug, PartialEq, Codec)]
pub struct RefusedValue {
    /// The skill as it was named, cut to 80 characters.
    pub skill: String,
    /// Which attribute; absent when the skill itself was refused.
    #[codec(skip_empty)]
    pub attribute: Option<Attribute>,
    /// Reason of the refusal.
    pub reason: RefusalReason,
}

/// Why something that was read is not believed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename_all = "snake_case"))]
pub enum RefusalReason {
    /// The quote is not in the text.
    NotInText,
    /// The text refers to another skill, of which that is not known.
    Unresolved,
    /// There are as many skills as a session keeps.
    TooMany,
    /// The respondent struck the skill or set the value: that wins.
    Corrected,
}

/// How an answer stands to its question, by the engine's rules over the reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct AnswerStanding {
    /// Kind of the answer.
    pub kind: AnswerKind,
    /// True when the respondent takes part. A short true answer and a question back are taking part.
    pub engaged: bool,
    /// True when an answer that says something asks something back besides.
    #[codec(skip_empty)]
    pub asks_back: bool,
}

/// Kind of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename_all = "snake_case"))]
pub enum AnswerKind {
    /// The answer has what was asked.
    Full,
    /// The answer has some of what was asked.
    Partial,
    /// The respondent asks what the question means.
    Clarification,
    /// The respondent asks for an example.
    Example,
    /// The answer speaks of something else.
    OffTopic,
    /// The respondent does not know, or there is nothing to report.
    Unknown,
    /// The respondent refused to answer.
    Refusal,
    /// The answer has nothing that could be used.
    Empty,
}

/// Why a question was put: the gap it is for, and how it stands.
#[derive(Clone, Debug, PartialEq, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct GapQuestion {
    /// The skill; empty when the respondent is asked which skills there are, or what they would add.
    pub skill: String,
    /// What is asked about; empty when skills are asked for.
    pub attributes: Vec<Attribute>,
    /// 0.9, 0.6 or 0.3; 0 when skills are asked for.
    pub severity: f64,
    /// Which probe of the gap this is, from 1.
    pub probe: u32,
    /// How many probes the gap may have, as of now.
    pub probes: u32,
    /// Intent of the question.
    pub intent: Intent,
    /// How it stands to the question before.
    pub topic: Topic,
    /// Skills about which the last answer left nothing to ask; the question's first words acknowledge them.
    #[codec(skip_empty)]
    pub closed: Vec<String>,
}

impl GapQuestion {
    /// True for the question what the respondent would add, where nothing else is left to ask.
    ///
    /// ```
    /// use colloquy_schema::{GapQuestion, Intent, Topic};
    /// let last = GapQuestion {
    ///     skill: String::new(),
    ///     attributes: Vec::new(),
    ///     severity: 0.0,
    ///     probe: 1,
    ///     probes: 1,
    ///     intent: Intent::Question,
    ///     topic: Topic::Back,
    ///     closed: Vec::new(),
    /// };
    /// assert!(last.asks_for_more());
    /// ```
    pub fn asks_for_more(&self) -> bool {
        self.skill.is_empty() && self.topic == Topic::Back
    }
}

/// What a question of a skills interview does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename_all = "snake_case"))]
pub enum Intent {
    /// Asks about a gap.
    Question,
    /// Puts the question in other words.
    Explanation,
    /// Gives an example of an answer, and asks again.
    Example,
    /// Asks for what a partial answer left open.
    FollowUp,
}

/// How a question stands to the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename_all = "snake_case"))]
pub enum Topic {
    /// The first question.
    First,
    /// About the same skill.
    Same,
    /// A skill that was not asked about yet.
    New,
    /// A skill that was asked about before another one.
    Back,
}

/// Why a gap is not asked about any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename_all = "snake_case"))]
pub enum GapEnd {
    /// All six attributes are known.
    Resolved,
    /// The probes are used up.
    Exhausted,
    /// Two answers were about something else.
    OffTopic,
    /// The respondent does not know.
    NotKnown,
    /// The respondent refused to answer.
    Refused,
}

/// Why the engine calls for the reading of an answer itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename_all = "snake_case"))]
pub enum AnalysisDue {
    /// The model replied without calling its tool.
    NotCalled,
    /// The model's rounds of tool calls are used up, none of them usable.
    RoundsUsedUp,
}

/// One correction of the skills by the respondent, whose word wins.
#[derive(Clone, Debug, PartialEq, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename_all = "snake_case"))]
pub enum SkillsEdit {
    /// Takes a skill out.
    Strike {
        /// Name of the skill, as it is shown.
        skill: String,
    },
    /// Puts a skill in, or brings back one that was struck.
    Add {
        /// Name of the skill, 1 to 80 characters.
        skill: String,
    },
    /// Gives a skill another name.
    Rename {
        /// Name of the skill, as it is shown.
        skill: String,
        /// The new name, 1 to 80 characters.
        to: String,
    },
    /// Sets an attribute.
    Set {
        /// The skill's name, as it is shown.
        skill: String,
        /// The attribute.
        attribute: Attribute,
        /// Its value, at most 200 characters; empty when it is not known after all.
        value: String,
    },
}

/// What is wanted of a reading, as values: everything the rules of this device need.
#[derive(Clone, Debug, Default, PartialEq, Codec)]
pub struct SkillsAsk {
    /// True for the résumé, false for an answer.
    pub resume: bool,
    /// The text to be read: a part of the résumé, or the answer.
    pub text: String,
    /// The question that was answered; empty for the résumé.
    pub question: String,
    /// The skill that was asked about; empty for the résumé, and where skills were asked for.
    pub skill: String,
    /// Attributes that were asked for.
    pub attributes: Vec<Attribute>,
    /// Earlier answers about the skill, one a line, for an answer that says that it was said before.
    #[codec(skip_empty)]
    pub earlier: String,
    /// Skills of the session with what is not known of them.
    pub known: Vec<KnownSkill>,
    /// The current year, by which "since 2019" is reckoned.
    pub year: u32,
}

/// A skill of the session, as an ask has it.
#[derive(Clone, Debug, Default, PartialEq, Codec)]
pub struct KnownSkill {
    /// Name of the skill.
    pub skill: String,
    /// Attributes that are not known.
    pub unknown: Vec<Attribute>,
}

/// What is wanted of a question in a skills interview.
#[derive(Clone, Debug)]
pub struct GapAsk {
    /// The gap it is for.
    pub gap: GapQuestion,
    /// What is asked, in the guide's words: one clause for each attribute, such as `how long have you used it`.
    pub clauses: Vec<String>,
    /// What is meant by it, in the guide's words, for an explanation: one sentence for each attribute.
    pub explanations: Vec<String>,
    /// What an answer can look like, in the guide's words: one for each attribute.
    pub examples: Vec<String>,
}

/// One thing that happened in a skills interview alone.
#[derive(Clone, Debug, PartialEq, Codec)]
pub enum GapsFact {
    /// A text was read for skills, and the reading held to its words.
    SkillsRead(SkillsRead),
    /// The engine calls for the reading of an answer itself.
    AnalysisDue {
        /// Number of the question.
        question: u32,
        /// Reason for which a reading is due.
        reason: AnalysisDue,
    },
    /// A gap is not asked about any more.
    GapEnded {
        /// The skill.
        skill: String,
        /// Reason for which the gap ended.
        reason: GapEnd,
    },
    /// The respondent corrected the skills.
    SkillsEdited(SkillsEdit),
}
