//! What the screen needs now. Drawn from the session; holds nothing of its own.

use crate::effect::Status;
use crate::event::SaveError;
pub use crate::figures::Figures;
use crate::onboarding_view::{FilledView, FormView, OnboardingView};
use colloquy_schema::{
    Attribute, CloseReason, GapEnd, GapQuestion, Interviewer, QuestionKind, QuestionOrigin,
    StageEnd, StagedQuestion,
};
pub use colloquy_schema::{FindingView, FindingsView};

/// The state of an interview as a screen shows it.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename_all = "camelCase"))]
pub struct View {
    /// Goes up with every change; equal revisions mean equal views.
    pub revision: u32,
    /// UUID of the session.
    pub session: String,
    /// Id of the guide.
    pub guide: String,
    /// Title of the guide.
    pub guide_title: String,
    /// Title of the material, or empty.
    pub title: String,
    /// Podcast, site or author of the material, or empty.
    pub creator: String,
    /// Template of the interview.
    pub template: String,
    /// Locale of the wording.
    pub locale: String,
    /// Status of the session.
    pub status: Status,
    /// What is going on.
    pub phase: Phase,
    /// Shown above the first question.
    pub welcome: String,
    /// What the respondent is asked to agree to, while `phase` is `consent`.
    pub consent: Option<ConsentView>,
    /// Who asks.
    pub interviewer: Interviewer,
    /// How far it is; never goes backwards.
    pub progress: Progress,
    /// The open question.
    pub question: Option<QuestionView>,
    /// The part of the next question that has arrived, provisional.
    pub live: Option<String>,
    /// How many exchanges are over; read them with `exchanges`.
    pub exchanges: u32,
    /// The stages of a staged interview in their order; empty for any other.
    pub stages: Vec<StageView>,
    /// Where a skills interview stands; absent in any other. The table itself is read with `skills`.
    pub skills: Option<SkillsView>,
    /// Where an onboarding interview stands; absent in any other.
    pub onboarding: Option<OnboardingView>,
    /// The form that waits for the respondent, beside the open question, which leads it in. An answer refuses it.
    pub form: Option<FormView>,
    /// The recommendation of an advice interview, once there is one.
    pub proposal: Option<ProposalView>,
    /// How far a reply is that is asked for in parts, while it is.
    pub parts: Option<PartsView>,
    /// What the respondent may do now.
    pub can: Can,
    /// Whether what was submitted is stored.
    pub saving: Saving,
    /// What is in the way of the next question.
    pub problem: Option<Problem>,
    /// What was wrong with the last thing the respondent sent; nothing of it was lost or recorded.
    pub notice: Option<Notice>,
    /// Findings so far, from the review on.
    pub findings: Option<FindingsView>,
    /// Why no further question is asked, from the review on.
    pub closed: Option<CloseReason>,
    /// Said when no further question is asked.
    pub closing: String,
    /// Longest answer, in characters.
    pub answer_chars: u32,
    /// Computed from the records.
    pub figures: Figures,
}

/// What is going on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
#[derive(Clone, Debug)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct ConsentView {
    /// What is asked.
    pub asked: String,
    /// Who gets the answers.
    pub recipients: String,
    /// How long they are kept, and where.
    pub kept: String,
}

/// One stage of a staged interview.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename_all = "camelCase"))]
pub struct StageView {
    /// Id, such as `failure_modes`.
    pub id: String,
    /// Title in the session's language.
    pub title: String,
    /// What it is for.
    pub purpose: String,
    /// Shortest time it is meant to take, in minutes.
    pub minutes_least: u32,
    /// Longest time it is meant to take, in minutes.
    pub minutes_most: u32,
    /// Whether it is ahead, current or over.
    pub state: StageState,
    /// 0 to 100, as the interviewer sees it; never decreasing.
    pub completeness: u8,
    /// The band that completeness falls into.
    pub band: Band,
    /// Questions put in it.
    pub questions: u32,
    /// Examples collected in it.
    pub examples: u32,
    /// Examples it needs.
    pub examples_needed: u32,
    /// Why it ended.
    pub ended: Option<StageEnd>,
}

/// Whether a stage is ahead, current or over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename_all = "snake_case"))]
pub enum StageState {
    /// Not reached.
    #[default]
    Ahead,
    /// Questions of it are put.
    Current,
    /// It ended.
    Over,
}

/// How complete a stage is, in five bands (seed 000).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename_all = "snake_case"))]
pub enum Band {
    /// 0 to 25 %.
    #[default]
    Starting,
    /// 26 to 50 %.
    Developing,
    /// 51 to 75 %.
    Substantial,
    /// 76 to 89 %.
    NearlyComplete,
    /// 90 to 100 %.
    Complete,
}

/// Where a skills interview stands.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename_all = "camelCase"))]
pub struct SkillsView {
    /// Goes up with every change of the table that `skills` returns.
    pub revision: u32,
    /// How many skills there are, struck ones left out.
    pub count: u32,
    /// Attributes that are known, of all skills together.
    pub known: u32,
    /// Attributes there are: six a skill.
    pub of: u32,
    /// Known attributes of all, in percent, rounded down; 0 without skills.
    pub completeness: u8,
    /// Completeness from which enough is known, in percent.
    pub complete: u8,
    /// Values and skills that were refused, because no words of the text show them or for another reason.
    pub refused: u32,
    /// How much of the résumé has been read, while it is; absent afterwards, and without one.
    pub reading: Option<PartsView>,
    /// Parts of the résumé that could not be read, and answers.
    pub unread: u32,
}

/// One skill of the table.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct SkillView {
    /// Its name.
    pub skill: String,
    /// How sure it is that the person has it, 0 to 1.
    pub confidence: f64,
    /// The words that name it; empty for one that the respondent put in.
    pub quote: String,
    /// Number of the question whose answer named it; absent for the résumé, and for one the respondent put in.
    pub question: Option<u32>,
    /// Who named it.
    pub source: SkillSource,
    /// The six attributes in their order.
    pub attributes: Vec<AttributeView>,
    /// 0.9, 0.6 or 0.3 by how much is unknown; 0 when nothing is.
    pub severity: f64,
    /// Answers about it so far.
    pub probes: u32,
    /// How many there may be.
    pub limit: u32,
    /// True when the open question is about it.
    pub now: bool,
    /// Why it is not asked about any more.
    pub ended: Option<GapEnd>,
}

/// One attribute of a skill.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct AttributeView {
    /// Which.
    pub attribute: Attribute,
    /// Its name in the session's language.
    pub label: String,
    /// Its value; empty while it is not known.
    pub value: String,
    /// The words that show it; empty for one the respondent set.
    pub quote: String,
    /// Number of the question whose answer showed it.
    pub question: Option<u32>,
    /// Who said it; absent while it is not known.
    pub source: Option<SkillSource>,
    /// True when the open question asks for it.
    pub now: bool,
}

/// Where something about a skill comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename_all = "snake_case"))]
pub enum SkillSource {
    /// The résumé.
    #[default]
    Resume,
    /// An answer.
    Answer,
    /// The respondent's own correction.
    Respondent,
}

/// A recommendation and the action it comes with.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct ProposalView {
    /// What is recommended, plain text.
    pub recommendation: String,
    /// The role to create; null when none is recommended, or when a part of it is missing.
    pub actor: Option<ActorView>,
    /// What the respondent said to it.
    pub status: ProposalStatus,
    /// Contracts of the parts that could not be had, such as `advice-part-2`; empty when it is whole.
    pub missing: Vec<String>,
}

/// What the respondent said to an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename_all = "snake_case"))]
pub enum ProposalStatus {
    /// There is nothing to accept: no action, or not all of it.
    None,
    /// Nothing yet.
    Offered,
    /// It was accepted.
    Accepted,
    /// It was declined.
    Declined,
}

/// A role that is recommended (seed 001).
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct ActorView {
    /// Job title.
    pub title: String,
    /// Why the role helps.
    pub reason: String,
    /// What it needs to know, 3 to 7 skills.
    pub skills: Vec<String>,
    /// System prompt for an assistant in this role.
    pub prompt: String,
    /// `reasoning` or `semantic`.
    pub model: String,
}

/// How far a reply is that is asked for in parts.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct PartsView {
    /// Parts that are there.
    pub done: u32,
    /// Parts there will be.
    pub of: u32,
}

/// How far an interview is.
#[derive(Clone, Copy, Debug)]
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
#[derive(Clone, Debug)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename_all = "camelCase"))]
pub struct QuestionView {
    /// From 1.
    pub number: u32,
    /// Plain text.
    pub text: String,
    /// Its kind.
    pub kind: QuestionKind,
    /// 0 to 3.
    pub follow_up_depth: u8,
    /// How it came about.
    pub origin: QuestionOrigin,
    /// When it was put, in milliseconds since 1970.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub asked_at: u64,
    /// Where it belongs in a staged interview.
    pub staged: Option<StagedQuestion>,
    /// Which gap it is for, and why it was put, in a skills interview.
    pub gap: Option<GapQuestion>,
    /// True when it leads in a form.
    pub form: bool,
}

/// One question with how it was met.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct ExchangeView {
    /// The question.
    pub question: QuestionView,
    /// How it was met.
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
    #[cfg_attr(feature = "types", ts(rename = "thinkingMs"))]
    pub thinking_ms: u32,
    /// How its form was settled, where it had one that was.
    pub filled: Option<FilledView>,
}

/// How a question was met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Can {
    /// Send an answer.
    pub answer: bool,
    /// Skip or decline the open question.
    pub skip: bool,
    /// Pause.
    pub pause: bool,
    /// Resume.
    pub resume: bool,
    /// Close the interview, or complete it in the review.
    pub finish: bool,
    /// Cancel the running call or the wait.
    pub cancel: bool,
    /// Try again.
    pub retry: bool,
    /// Change an earlier answer.
    pub amend: bool,
    /// Edit the findings.
    #[cfg_attr(feature = "types", ts(rename = "editFindings"))]
    pub edit_findings: bool,
    /// Correct the skills.
    #[cfg_attr(feature = "types", ts(rename = "editSkills"))]
    pub edit_skills: bool,
    /// Accept or decline the action.
    pub accept: bool,
    /// Go on with the scripted interviewer in place of the model.
    #[cfg_attr(feature = "types", ts(rename = "useScripted"))]
    pub use_scripted: bool,
}

/// Whether what was submitted is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Saving {
    /// The state.
    pub state: SavingState,
    /// Why it is kept in memory only.
    pub reason: Option<SaveError>,
}

/// Whether what was submitted is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename_all = "snake_case"))]
pub enum SavingState {
    /// All of it.
    Saved,
    /// It is being stored.
    Saving,
    /// It is in memory only: the store fails. Export it.
    Memory,
    /// Another tab took over: nothing can be submitted here.
    ReadOnly,
}

/// What is in the way of the next question.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename_all = "camelCase"))]
pub struct Problem {
    /// `API_ERROR` while it is tried again, `API_RETRY_FAILED` when that was given up, `CANCELLED`.
    pub code: &'static str,
    /// What kind of failure, such as `rate_limited`.
    pub kind: Option<colloquy_schema::CallErrorKind>,
    /// Attempts made.
    pub attempt: u32,
    /// Attempts there are.
    pub attempts: u32,
    /// When the next is made, in milliseconds since 1970.
    #[cfg_attr(feature = "types", ts(type = "number | null"))]
    pub retry_at: Option<u64>,
}

/// What was wrong with the last thing the respondent sent.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Notice {
    /// `unknown_command`, `help` or `answer_too_long`.
    pub code: &'static str,
    /// The word or the length in question.
    pub value: String,
}
