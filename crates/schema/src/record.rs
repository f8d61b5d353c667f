//! The persisted facts of a session. A session is the fold of its records; restoring replays facts, never decisions.

use crate::codec::Codec;
use crate::kinds::{Artifact, KindFact, KindQuestion};
use crate::tools::HostTool;
use crate::{
    CallError, DigestEntry, FindingsView, Guidelines, Issue, Limits, Material, Message, Prices,
    QuestionKind, RawReply, ReplyMode, codec,
};
use serde_json::{Map, Value};

/// Version of the record format that this code writes. Older ones are upcast on reading.
pub const RECORD_VERSION: u32 = 1;

/// One persisted fact with its place and time.
#[derive(Clone, Debug, PartialEq, Codec)]
pub struct Record {
    /// Place in the session, from 0 without gaps.
    pub seq: u32,
    /// When, in milliseconds since 1970 by the respondent's clock; never earlier than the record before.
    pub at: u64,
    /// Format version, see [`RECORD_VERSION`].
    pub v: u32,
    /// The fact.
    pub fact: Fact,
}

impl Record {
    /// Reads the JSON text of a record as this version writes it, in one pass. None does not mean that a text is faulty:
    /// it is for [`Record::read`].
    pub fn read_text(text: &str) -> Option<Record> {
        codec::read_text(text)
    }

    /// Reads a stored record.
    ///
    /// A kind of fact this version does not know becomes [`Fact::Unknown`] and is written back unchanged.
    ///
    /// # Errors
    /// What is wrong, when the frame (`seq`, `at`, `v`, `fact`) or a known fact is malformed.
    pub fn read(value: Value) -> Result<Record, Issue> {
        let bad = |path: &str, message: &str| Issue::new(path, "record", message, None);
        if !value.is_object() {
            return Err(bad("", "must be an object"));
        }
        codec::read(value).map_err(|message| {
            let (path, message) = message.split_once(": ").unwrap_or(("", &message));
            match path.split_once('.') {
                Some((field, below)) => bad(field, &[below, ": ", message].concat()),
                None => bad(path, message),
            }
        })
    }
}

/// One thing that happened in a session.
#[derive(Clone, Debug, PartialEq, Codec)]
pub enum Fact {
    /// The session began.
    Began(Box<Began>),
    /// The respondent agreed to what the guide asks for.
    Consented {},
    /// An interviewer's call was started; withheld from the world until it is stored.
    CallStarted(CallStarted),
    /// A call ended.
    CallEnded {
        /// Number of the call.
        call: u32,
        /// Outcome of the call.
        outcome: CallOutcome,
    },
    /// A reply was read and judged.
    ReplyJudged(ReplyJudged),
    /// A question was put to the respondent.
    Asked(Question),
    /// The respondent answered.
    Answered {
        /// Number of the question.
        question: u32,
        /// The answer; empty when redacted.
        text: String,
        /// True when the respondent had the text removed; this tombstone stays.
        #[codec(skip_empty)]
        redacted: bool,
    },
    /// The respondent passed the question over; it counts as asked and never comes back.
    Skipped {
        /// Number of the question.
        question: u32,
    },
    /// The respondent refused to answer; its topic is closed.
    Declined {
        /// Number of the question.
        question: u32,
    },
    /// The respondent changed an earlier answer.
    Amended {
        /// Number of the question.
        question: u32,
        /// The new answer; empty when redacted.
        text: String,
        /// True when the respondent had the text removed; this tombstone stays.
        #[codec(skip_empty)]
        redacted: bool,
    },
    /// The respondent paused.
    Paused {},
    /// The respondent came back to a paused or abandoned session, or took an early end back.
    Resumed {
        /// State that the session came back from.
        from: ResumedFrom,
    },
    /// The respondent stopped the attempts at the current step; nothing is sent until `retried`.
    Stopped {},
    /// The respondent asked for another set of attempts after a call was given up or cancelled.
    Retried {},
    /// The network went away or came back, while a model leads; the time between is not counted as absence.
    Network {
        /// True when it is back.
        online: bool,
    },
    /// The respondent chose another interviewer.
    InterviewerChanged {
        /// The interviewer from here on.
        to: Interviewer,
    },
    /// A tool that a model called was started.
    ToolStarted {
        /// The provider's id of the call.
        id: String,
    },
    /// A tool waits for the respondent.
    ToolWaiting {
        /// The provider's id of the call.
        id: String,
        /// Reason for which the call waits.
        reason: String,
        /// Names the one completion that is accepted.
        token: String,
        /// The form of a host's tool: `title`, `schema` and `data`. The built-in ones show what they were called with.
        #[codec(skip_empty)]
        form: Option<Value>,
    },
    /// A tool call has its one result.
    ToolEnded {
        /// The provider's id of the call.
        id: String,
        /// Result as the model reads it.
        result: Value,
    },
    /// A part of a sequential reply was accepted or failed for good.
    PartEnded {
        /// Name of the part.
        part: String,
        /// Its value; absent when it failed for good.
        value: Option<Value>,
    },
    /// A tool kept a version of some data.
    Persisted(Artifact),
    /// The respondent decided about the action that was recommended.
    ActionSettled {
        /// True when it was accepted.
        accepted: bool,
    },
    /// No further question is asked; the respondent may still look over the findings.
    Closed {
        /// Reason for which the questions ended.
        reason: CloseReason,
        /// The interviewer's own closing words; empty where the guide's stand.
        #[codec(skip_empty)]
        text: String,
    },
    /// The respondent edited the findings.
    FindingsEdited(FindingsEdit),
    /// The session is complete; its findings are frozen.
    Finished {
        /// The findings as the respondent left them.
        findings: FindingsView,
        /// Version of the engine that drew them.
        engine: String,
    },
    /// A fact of one kind of interview alone; stored among the others, by its own name.
    #[codec(flat)]
    Kind(KindFact),
    /// A fact of a later version, kept as it was.
    #[codec(other)]
    Unknown(Value),
}

/// How a session began: everything that later decisions rest on, pinned.
#[derive(Clone, Debug, PartialEq, Codec)]
pub struct Began {
    /// UUID of the session.
    pub session: String,
    /// The guide, whole: a changed guide on the page never changes a running interview.
    pub guide: Value,
    /// Hash of the guide's text, for comparing.
    pub guide_hash: String,
    /// Version of the engine.
    pub engine: String,
    /// Template, guidelines, material and the rest.
    pub setup: Setup,
}

/// What the host and the respondent set when a session begins.
#[derive(Clone, Debug, Default, PartialEq, Codec)]
pub struct Setup {
    /// Stable key of what the session is about.
    #[codec(optional)]
    pub subject: String,
    /// BCP 47 tag; the guide's nearest locale is used.
    #[codec(optional)]
    pub locale: String,
    /// Template by name; empty for the guide's first.
    #[codec(optional)]
    pub template: String,
    /// Material of the interview.
    #[codec(optional)]
    pub material: Material,
    /// What is wanted on top of the guide.
    #[codec(optional)]
    pub guidelines: Guidelines,
    /// The interviewer.
    #[codec(optional)]
    pub interviewer: Interviewer,
    /// Limits of the host; the tighter of these and the guide's holds.
    #[codec(optional)]
    pub limits: Limits,
    /// The host's prices.
    #[codec(optional)]
    pub prices: Option<Prices>,
    /// The host's own data about the session, kept and handed back, never read.
    #[codec(optional)]
    pub metadata: Map<String, Value>,
    /// Breaks ties and spreads retries; given by the host so that a replay is the same.
    #[codec(optional)]
    pub seed: u64,
    /// Digest of the last completed sessions on the subject.
    #[codec(optional)]
    pub digest: Vec<DigestEntry>,
    /// Questions that earlier sessions on the subject put.
    #[codec(optional)]
    pub asked_before: Vec<String>,
    /// Tools of the host.
    #[codec(skip_empty)]
    pub tools: Vec<HostTool>,
}

/// Who asks the questions. Pinned with the session; only the respondent changes it, and that is a record.
#[derive(Clone, Debug, Default, PartialEq, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename_all = "snake_case"))]
pub enum Interviewer {
    /// The built-in interviewer: rules on this device, no network.
    #[default]
    Scripted,
    /// A language model behind a proxy.
    Model {
        /// Dialect of its API.
        dialect: String,
        /// Name of the model at its provider.
        name: String,
        /// Reply mode of contracts.
        reply_mode: ReplyMode,
        /// Least room for each reply in tokens, thinking included; else what its contract needs.
        #[codec(skip_empty)]
        #[cfg_attr(feature = "types", ts(optional))]
        max_tokens: Option<u32>,
        /// How much the model thinks before it replies, in its provider's own word.
        #[codec(skip_empty)]
        #[cfg_attr(feature = "types", ts(optional))]
        effort: Option<String>,
    },
}

/// A started call. Its messages are stored once: it keeps the first `keep` messages of the call before and adds `add`.
#[derive(Clone, Debug, PartialEq, Codec)]
pub struct CallStarted {
    /// Counted from 1 within the session.
    pub call: u32,
    /// What it is for, such as `question:3`; retries of one step share it.
    pub step: String,
    /// Number of the call whose messages it shares; absent for the call right before.
    #[codec(skip_empty)]
    pub after: Option<u32>,
    /// How many messages it shares with that call.
    pub keep: u32,
    /// The messages after those. Nothing for the scripted interviewer, which is sent nothing.
    pub add: Vec<Message>,
    /// Number of the first question whose exchange is in the messages; moves up when the history outgrew its budget.
    pub history_from: u32,
    /// Upper bound of the tokens it can cost, input and output, reserved while it runs.
    pub reserved: crate::Usage,
}

/// Outcome of a call.
#[derive(Clone, Debug, PartialEq, Codec)]
pub enum CallOutcome {
    /// A whole reply arrived.
    Replied(RawReply),
    /// The call failed.
    Failed(CallError),
    /// The respondent cancelled it.
    Cancelled {},
    /// The page was closed while it ran.
    Interrupted {},
}

/// Judgement of a reply.
#[derive(Clone, Debug, PartialEq, Codec)]
pub struct ReplyJudged {
    /// Number of the call.
    pub call: u32,
    /// Consequence for the call.
    pub verdict: Verdict,
    /// What had to be repaired, as stable codes.
    #[codec(skip_empty)]
    pub repairs: Vec<String>,
    /// Issues of the reply.
    #[codec(skip_empty)]
    pub issues: Vec<Issue>,
}

/// Consequence of a judgement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Codec)]
pub enum Verdict {
    /// The reply satisfies its contract.
    Accepted,
    /// The interviewer is asked again.
    AskedAgain,
    /// The retries are used up; the fallback was taken (`JSON_PARSE_FAILED`).
    FellBack,
}

/// A question that was put.
#[derive(Clone, Debug, PartialEq, Codec)]
pub struct Question {
    /// Counted from 1 within the session.
    pub number: u32,
    /// Text as the respondent was shown it.
    pub text: String,
    /// Kind of the question.
    pub kind: QuestionKind,
    /// How many follow-ups deep it is, 0 to 3.
    pub follow_up_depth: u8,
    /// Number of the question it goes deeper into.
    #[codec(skip_empty)]
    pub follow_up_to: Option<u32>,
    /// Origin of the question.
    #[codec(optional)]
    pub origin: QuestionOrigin,
    /// What it has of its kind of interview.
    #[codec(flat)]
    pub of_kind: KindQuestion,
    /// The provider's id of the tool call whose form it is: the text leads in the form.
    #[codec(skip_empty)]
    pub form: Option<String>,
}

impl Question {
    /// True for one that stays with another and goes no deeper: it answers what the respondent asked, says a question in plain words, or
    /// leaves a choice after what hurts. It uses up no question.
    pub fn is_aside(&self) -> bool {
        self.kind == QuestionKind::Topic
            && self.follow_up_to.is_some()
            && self.of_kind == KindQuestion::default()
    }
}

/// Origin of a question.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename_all = "snake_case"))]
pub enum QuestionOrigin {
    /// A reply that satisfied its contract.
    #[default]
    Reply,
    /// A reply in plain prose that works as one question.
    Prose,
    /// No usable reply: the guide's own wording puts a question honestly.
    Again,
    /// The built-in interviewer's, where the model that leads gave none of use.
    BuiltIn,
}

/// What a session was resumed from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Codec)]
pub enum ResumedFrom {
    /// Paused by the respondent.
    Paused,
    /// Thirty minutes without a sign.
    Abandoned,
    /// The review, to which the respondent had gone before the questions were over: the end is taken back.
    EarlyEnd,
}

/// Why no further question is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename_all = "snake_case"))]
pub enum CloseReason {
    /// The concluding question was answered or passed over.
    Concluded,
    /// The respondent asked for it.
    AskedFor,
    /// The limit on questions was reached before a conclusion.
    QuestionLimit,
    /// The limit on tokens would be passed by the next call.
    TokenLimit,
    /// The limit on cost would be passed by the next call.
    CostLimit,
    /// The limit on duration was reached.
    DurationLimit,
    /// The respondent refused to answer three times in a row.
    Declined,
    /// Enough is known of the skills.
    Complete,
    /// The respondent does not take part any more.
    Disengaged,
    /// There is nothing left to ask.
    NoGaps,
}

/// One edit of the findings, on top of what the engine draws from the answers.
#[derive(Clone, Debug, PartialEq, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename_all = "snake_case"))]
pub enum FindingsEdit {
    /// Takes an entry out, by its text.
    Strike {
        /// The list.
        list: FindingsList,
        /// The entry as it is shown.
        text: String,
    },
    /// Puts an entry in.
    Add {
        /// The list.
        list: FindingsList,
        /// The new entry.
        text: String,
    },
    /// Changes an entry's wording; its place in the answers is kept.
    Reword {
        /// The list.
        list: FindingsList,
        /// The entry as it is shown.
        text: String,
        /// The new wording.
        to: String,
    },
}

/// The lists of findings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename_all = "snake_case"))]
pub enum FindingsList {
    /// Insights.
    Insights,
    /// Action items.
    Actions,
    /// What others are advised to do.
    Recommendations,
    /// Themes.
    Themes,
}
