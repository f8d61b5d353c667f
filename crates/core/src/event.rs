//! Events: what happens outside of an interview.

use colloquy_schema::codec::Codec;
use colloquy_schema::{CallError, Capabilities, FindingsEdit, Interviewer, RawReply};
use serde_json::Value;

/// Something that happened outside. Every event comes with the time, as an argument of [`crate::Interview::handle`].
#[derive(Clone, Debug)]
pub enum Event {
    /// The respondent agreed to what the guide asks for.
    Consent,
    /// The respondent sent an answer to the open question. A text that begins with a command is taken as one.
    Answer {
        /// The answer, as it was typed.
        text: String,
    },
    /// The respondent changed the answer to an earlier question.
    Amend {
        /// Number of the question.
        question: u32,
        /// The new text.
        text: String,
    },
    /// The respondent pressed a button.
    Command(Command),
    /// The respondent edited the findings.
    EditFindings(FindingsEdit),
    /// The respondent corrected what the interview has noted; what an edit is depends on the kind of interview.
    Edit(Value),
    /// The respondent chose another interviewer.
    ChangeInterviewer(Interviewer),
    /// More text of the running call arrived.
    ModelChunk {
        /// Id of the [`crate::Effect::AskModel`].
        id: u32,
        /// The text, cut anywhere.
        text: String,
    },
    /// The running call is complete.
    ModelDone {
        /// Id of the [`crate::Effect::AskModel`].
        id: u32,
        /// The whole reply.
        reply: RawReply,
    },
    /// The running call failed.
    ModelFailed {
        /// Id of the [`crate::Effect::AskModel`].
        id: u32,
        /// The reason of the failure.
        error: CallError,
    },
    /// The respondent settled the form that waits.
    SettleForm {
        /// Token of the form.
        token: String,
        /// What was filled in, see [`crate::FormKind`].
        value: Value,
    },
    /// The respondent, or what stands between, refused the form that waits.
    RefuseForm {
        /// Token of the form.
        token: String,
        /// The reason.
        reason: RefuseReason,
    },
    /// What this browser can do was found out.
    Capabilities(Capabilities),
    /// A tool that ran outside has its result; `{ form }` where it asks for one.
    ToolSettled {
        /// Id of the [`crate::Effect::RunTool`].
        id: String,
        /// The result, as the model reads it.
        result: Value,
    },
    /// Records are stored.
    Saved {
        /// Id of the [`crate::Effect::Append`].
        id: u32,
    },
    /// Records could not be stored; the interview goes on in memory.
    SaveFailed {
        /// Id of the [`crate::Effect::Append`]; of no meaning when a stored session is [`SaveError::Deleted`], which may be reported at
        /// any time.
        id: u32,
        /// The reason.
        reason: SaveError,
    },
    /// The store may work again: what is missing is to be written now.
    StoreReturned,
    /// The network went away or came back.
    Network {
        /// True when it is there.
        online: bool,
    },
    /// The time named by [`crate::Interview::poll_timeout`] has come. Harmless at any other time.
    Tick,
}

/// A respondent's command, as a button or as a word after a slash.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename_all = "snake_case"))]
pub enum Command {
    /// Pass the question over.
    Skip,
    /// "I'd rather not say"; with an action on offer, "no".
    Decline,
    /// Accept the action on offer.
    Accept,
    /// Stop here for now.
    Pause,
    /// Come back to a paused or abandoned session, or from the review to questions that were ended early.
    Resume,
    /// Ask no more; a second time, in the review, complete the session.
    Finish,
    /// Stop the running call, or the wait for the next attempt.
    Cancel,
    /// Try a call again that was given up or cancelled.
    Retry,
}

/// The reason for which a form has no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename_all = "snake_case"))]
pub enum RefuseReason {
    /// The respondent would rather not.
    UserCancelled,
    /// The browser or the system refused.
    PermissionDenied,
    /// Nothing came in the host's time.
    Timeout,
    /// The browser or the host failed.
    ExecutionFailed,
}

/// Why records could not be stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename_all = "snake_case"))]
pub enum SaveError {
    /// The browser refuses storage, as in some private windows.
    Refused,
    /// The device or the quota is full.
    Full,
    /// The connection was lost and could not be opened again.
    Lost,
    /// The store did not report back in time.
    Silent,
    /// Another tab took the session over: this one may only read.
    TakenOver,
    /// The session was deleted from the store, in another tab or with all data of the site.
    Deleted,
}
