//! What an interview wants of the world.

use colloquy_schema::codec::Codec;
use colloquy_schema::{Call, Interviewer, Record, ToolCall};

/// Something to be done outside. Each has an id where a completion must quote it.
#[derive(Clone, Debug)]
pub enum Effect {
    /// Store these records and the head in one transaction, then report `Saved` or `SaveFailed`.
    ///
    /// `records` may begin with some that are stored already, after a failure whose outcome was unknown: a store keeps what
    /// it has at those places and adds the rest.
    Append {
        /// Quoted by the completion.
        id: u32,
        /// Contiguous, oldest first.
        records: Vec<Record>,
        /// Row for lists, after these records.
        head: Box<Head>,
    },
    /// Ask the interviewer, then report `ModelChunk`s and one `ModelDone` or `ModelFailed`.
    AskModel {
        /// Quoted by the completion.
        id: u32,
        /// The interviewer to ask.
        interviewer: Interviewer,
        /// The call, with its request.
        call: Box<Call>,
    },
    /// Stop a running call; nothing more is to be reported of it.
    CancelModel {
        /// Id of the [`Effect::AskModel`].
        id: u32,
    },
    /// Run a tool, then report `ToolSettled` with the call's id.
    RunTool {
        /// The call as the model made it.
        call: ToolCall,
    },
    /// Stop a tool that runs; nothing more is to be reported of it.
    CancelTool {
        /// Id of the call.
        id: String,
    },
    /// The session is complete; its result is ready.
    Finished,
}

/// What lists show of a session without opening it: one row, rewritten with every append.
#[derive(Clone, Debug, Default, PartialEq, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename_all = "camelCase"))]
pub struct Head {
    /// UUID of the session.
    pub session: String,
    /// Id of the guide.
    pub guide: String,
    /// Version of the guide.
    #[codec(rename = "guideVersion")]
    pub guide_version: String,
    /// Title of the guide in the session's language.
    #[codec(rename = "guideTitle")]
    pub guide_title: String,
    /// Stable key of what the session is about.
    pub subject: String,
    /// Title of the material, or empty.
    pub title: String,
    /// Template of the interview.
    pub template: String,
    /// Status by the records alone: `active`, `paused` or `completed`. Readers derive `abandoned`.
    pub status: Status,
    /// True while the respondent looks over the findings: every question is over.
    pub reviewing: bool,
    /// True when by the last record the network is away.
    pub offline: bool,
    /// First record, in milliseconds since 1970.
    #[codec(rename = "startedAt")]
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub started_at: u64,
    /// Last record, in milliseconds since 1970.
    #[codec(rename = "updatedAt")]
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub updated_at: u64,
    /// Questions put so far.
    pub questions: u32,
    /// Hard limit on questions.
    #[codec(rename = "maxQuestions")]
    pub max_questions: u32,
    /// How far the questions are, 0 to 100, by the kind's own measure; 0 in rows of earlier versions.
    #[codec(optional)]
    pub percent: u32,
    /// Time from the first question to the last record, pauses left out, in milliseconds; 0 in rows of earlier versions.
    #[codec(optional, rename = "durationMs")]
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub duration_ms: u64,
    /// Last question put, or empty.
    #[codec(rename = "lastQuestion")]
    pub last_question: String,
    /// How many records there are after this append.
    pub records: u32,
}

/// Status of a session.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename_all = "snake_case"))]
pub enum Status {
    /// Going on.
    #[default]
    Active,
    /// Paused by the respondent.
    Paused,
    /// Complete, findings frozen.
    Completed,
    /// Derived when read: active, and 30 minutes without a sign of the respondent.
    Abandoned,
}

/// Time without a record, a draft or an edit after which an active session reads as abandoned: 30 minutes.
pub const ABANDONED_AFTER_MS: u64 = 30 * 60 * 1000;

/// Derives the status a session has for a reader at `now`.
///
/// `last_sign` is the later of the head's `updated_at` and the draft's time. A session that is open in a live tab, or
/// whose last record reports the network away, is never abandoned.
pub fn status_at(
    stored: Status,
    offline: bool,
    last_sign: u64,
    open_in_a_tab: bool,
    now: u64,
) -> Status {
    let absent = now.saturating_sub(last_sign) >= ABANDONED_AFTER_MS;
    match stored {
        Status::Active if absent && !open_in_a_tab && !offline => Status::Abandoned,
        other => other,
    }
}
