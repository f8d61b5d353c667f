//! What the screen needs now. Drawn from the session; holds nothing of its own.

use crate::effect::Status;
use crate::event::SaveError;
pub use crate::figures::Figures;
use crate::forms::{FilledView, FormView};
use crate::kind::Section;
use colloquy_schema::codec::Codec;
use colloquy_schema::{CloseReason, Interviewer, KindQuestion, QuestionKind, QuestionOrigin};
pub use colloquy_schema::{FindingView, FindingsView};

/// The state of an interview as a screen shows it.
#[derive(Clone, Debug, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename_all = "camelCase"))]
pub struct View {
    /// Goes up with every change; equal revisions mean equal views.
    pub revision: u32,
    /// UUID of the session.
    pub session: String,
    /// Id of the guide.
    pub guide: String,
    /// Title of the guide.
    #[codec(rename = "guideTitle")]
    pub guide_title: String,
    /// Title of the material, or empty.
    pub title: String,
    /// Podcast, site or author of the material, or empty.
    pub creator: String,
    /// Template of the interview.
    pub template: String,
    /// Locale of the wording.
    pub locale: String,
    /// Locale of the questions: a model asks in the one that was requested, where the guide has no wording in it.
    pub language: String,
    /// Status of the session.
    pub status: Status,
    /// Phase of the session, as the screen shows it.
    pub phase: Phase,
    /// Shown above the first question.
    pub welcome: String,
    /// What the respondent is asked to agree to, while `phase` is `consent`.
    pub consent: Option<ConsentView>,
    /// The interviewer that asks the questions.
    pub interviewer: Interviewer,
    /// How far it is; never goes backwards.
    pub progress: Progress,
    /// The open question.
    pub question: Option<QuestionView>,
    /// The part of the next question that has arrived, provisional; of a skills interview the engine's own words, too, before any of it has.
    pub live: Option<String>,
    /// How many exchanges are over; read them with `exchanges`.
    pub exchanges: u32,
    /// Where the interview stands by the account of its kind; its field `kind` names it.
    #[cfg_attr(feature = "types", ts(type = "KindView"))]
    pub kind: Section,
    /// The form that waits for the respondent, beside the open question, which leads it in. An answer refuses it.
    pub form: Option<FormView>,
    /// How far a reply is that is asked for in parts, while it is.
    pub parts: Option<PartsView>,
    /// Methods that have an effect now.
    pub can: Can,
    /// Whether everything that was submitted is stored.
    pub saving: Saving,
    /// What is in the way of the next question.
    pub problem: Option<Problem>,
    /// What was wrong with the last thing the respondent sent; nothing of it was lost or recorded.
    pub notice: Option<Notice>,
    /// Findings so far, from the review on.
    pub findings: Option<FindingsView>,
    /// Why no further question is asked, from the review on.
    pub closed: Option<CloseReason>,
    /// Closing words, once no further question is asked.
    pub closing: String,
    /// Longest answer, in characters.
    #[codec(rename = "answerChars")]
    pub answer_chars: u32,
    /// Computed from the records.
    pub figures: Figures,
}

/// Phase of a session, as the screen shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename_all = "snake_case"))]
pub enum Phase {
    /// The respondent has not agreed yet; nothing is stored or sent.
    Consent,
    /// The interviewer is asked; `live` may grow.
    Asking,
    /// A question is open.
    Answering,
    /// An action was recommended: `accept` or `decline`.
    Proposal,
    /// The model failed and is tried again at `problem.retryAt`.
    Retrying,
    /// The network is away; it goes on by itself.
    Offline,
    /// Trying again was given up or cancelled; `retry` or `finish`.
    GivenUp,
    /// Paused, or abandoned; `resume`.
    Paused,
    /// The questions are over; the findings can be looked over.
    Review,
    /// Complete.
    Finished,
}

/// What the respondent is asked to agree to.
#[derive(Clone, Debug, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct ConsentView {
    /// What the respondent is asked to agree to.
    pub asked: String,
    /// Recipients of the answers.
    pub recipients: String,
    /// How long they are kept, and where.
    pub kept: String,
}

/// Whether a part of an interview, such as a stage or a phase, is ahead, current or over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename_all = "snake_case"))]
pub enum StageState {
    /// Not reached.
    #[default]
    Ahead,
    /// The stage whose questions are put now.
    Current,
    /// A stage that ended.
    Over,
}

/// How far a reply is that is asked for in parts.
#[derive(Clone, Copy, Debug, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct PartsView {
    /// Parts that are there.
    pub done: u32,
    /// Parts there will be.
    pub of: u32,
}

/// Progress of an interview.
#[derive(Clone, Copy, Debug, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Progress {
    /// Questions put.
    pub asked: u32,
    /// Most questions there can be.
    pub max: u32,
    /// 0 to 100.
    pub percent: u32,
}

/// A question as it is shown.
#[derive(Clone, Debug, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename_all = "camelCase"))]
pub struct QuestionView {
    /// From 1.
    pub number: u32,
    /// Plain text.
    pub text: String,
    /// Kind of the question.
    pub kind: QuestionKind,
    /// 0 to 3.
    #[codec(rename = "followUpDepth")]
    pub follow_up_depth: u8,
    /// Origin of the question.
    pub origin: QuestionOrigin,
    /// When it was put, in milliseconds since 1970.
    #[codec(rename = "askedAt")]
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub asked_at: u64,
    /// What it has of its kind of interview.
    #[codec(flat_required)]
    #[cfg_attr(feature = "types", ts(flatten))]
    pub of_kind: KindQuestion,
    /// True when it leads in a form.
    pub form: bool,
}

/// One question with the reaction to it.
#[derive(Clone, Debug, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct ExchangeView {
    /// The question.
    pub question: QuestionView,
    /// The reaction.
    pub reaction: ReactionKind,
    /// The answer; empty unless it was answered.
    pub answer: String,
    /// True when the answer was changed later.
    pub amended: bool,
    /// True when the respondent had the answer removed.
    pub redacted: bool,
    /// Words of the answer.
    pub words: u32,
    /// Time from the question to the answer, pauses left out, in milliseconds.
    #[codec(rename = "thinkingMs")]
    #[cfg_attr(feature = "types", ts(rename = "thinkingMs"))]
    pub thinking_ms: u32,
    /// How its form was settled, where it had one that was.
    pub filled: Option<FilledView>,
}

/// How the respondent reacted to a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename_all = "snake_case"))]
pub enum ReactionKind {
    /// With an answer.
    Answered,
    /// Passed over.
    Skipped,
    /// Refused.
    Declined,
    /// By its form.
    Filled,
    /// Not at all: the interview was closed with the question open.
    Open,
}

/// What the respondent may do now; each names the method that does it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Can {
    /// Send an answer.
    pub answer: bool,
    /// Skip or decline the open question.
    pub skip: bool,
    /// Pause.
    pub pause: bool,
    /// Resume; in the review, answer more questions after an early end.
    pub resume: bool,
    /// Close the interview, or complete it in the review.
    pub finish: bool,
    /// Cancel the running call or the wait.
    pub cancel: bool,
    /// Try again.
    pub retry: bool,
    /// Change an earlier answer, or answer a question after all that was skipped or declined.
    pub amend: bool,
    /// Edit the findings.
    #[codec(rename = "editFindings")]
    #[cfg_attr(feature = "types", ts(rename = "editFindings"))]
    pub edit_findings: bool,
    /// Correct what the interview has noted, by `edit`; what there is to correct is a matter of its kind.
    pub edit: bool,
    /// Accept or decline the action.
    pub accept: bool,
    /// Go on with the scripted interviewer in place of the model.
    #[codec(rename = "useScripted")]
    #[cfg_attr(feature = "types", ts(rename = "useScripted"))]
    pub use_scripted: bool,
}

/// Whether what was submitted is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Saving {
    /// Whether everything is stored.
    pub state: SavingState,
    /// The reason for which a session is kept in memory only.
    pub reason: Option<SaveError>,
}

/// Whether what was submitted is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename_all = "snake_case"))]
pub enum SavingState {
    /// All of it.
    Saved,
    /// Records are being stored.
    Saving,
    /// It is in memory only: the store fails. Export it.
    Memory,
    /// Another tab took over: nothing can be submitted here.
    ReadOnly,
}

/// What is in the way of the next question.
#[derive(Clone, Debug, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename_all = "camelCase"))]
pub struct Problem {
    /// `API_ERROR` while it is tried again, `API_RETRY_FAILED` when that was given up, `CANCELLED`; `PART_UNAVAILABLE` while the
    /// built-in interviewer could not be loaded.
    pub code: &'static str,
    /// What kind of failure, such as `rate_limited`.
    pub kind: Option<colloquy_schema::CallErrorKind>,
    /// Attempts made.
    pub attempt: u32,
    /// Attempts there are.
    pub attempts: u32,
    /// When the next is made, in milliseconds since 1970.
    #[codec(rename = "retryAt")]
    #[cfg_attr(feature = "types", ts(type = "number | null"))]
    pub retry_at: Option<u64>,
}

/// What was wrong with the last thing the respondent sent.
#[derive(Clone, Debug, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Notice {
    /// `unknown_command`, `help` or `answer_too_long`.
    pub code: &'static str,
    /// The word or the length in question.
    pub value: String,
}
