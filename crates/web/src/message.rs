//! What the package sends to a running interview, and what it reads of one.

use colloquy_core::{Command, RefuseReason};
use colloquy_schema::codec::Codec;
use colloquy_schema::{Capabilities, FindingsEdit, ModelEvent};
use serde_json::Value;

/// Something that the respondent did, or that the package has done for the interview.
#[derive(Clone, Debug, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename_all = "snake_case"))]
pub enum Input {
    /// The respondent agreed to what the guide asks for.
    Consent,
    /// The respondent sent an answer.
    Answer {
        /// As typed.
        text: String,
    },
    /// The respondent changed an earlier answer.
    Amend {
        /// Number of the question.
        question: u32,
        /// The new text.
        text: String,
    },
    /// The respondent typed, and has not sent it.
    Draft {
        /// All of the unsent text.
        text: String,
    },
    /// The respondent changed something in the form that waits.
    FormDraft {
        /// Token of the form.
        token: String,
        /// What it is filled in with; null when nothing was changed.
        #[codec(optional)]
        #[cfg_attr(feature = "types", ts(type = "unknown"))]
        value: Value,
    },
    /// The respondent filled in the form that waits.
    SettleForm {
        /// Token of the form.
        token: String,
        /// What was filled in.
        #[cfg_attr(feature = "types", ts(type = "unknown"))]
        value: Value,
    },
    /// The respondent refused the form that waits.
    RefuseForm {
        /// Token of the form.
        token: String,
        /// Why the form was refused.
        reason: RefuseReason,
    },
    /// The respondent edited the findings.
    EditFindings(FindingsEdit),
    /// The respondent edited what this kind of interview has noted.
    Edit(#[cfg_attr(feature = "types", ts(type = "unknown"))] Value),
    /// The respondent pressed a button.
    Command(Command),
    /// The respondent goes on with the built-in interviewer.
    UseScripted,
    /// A model replied to a call, or the rules that read texts for skills.
    Model {
        /// Id of the call.
        call: u32,
        /// What came of the call.
        event: ModelEvent,
    },
    /// A tool that the package ran has its result.
    ToolSettled {
        /// Id of the tool's call.
        id: String,
        /// What the model is handed.
        #[cfg_attr(feature = "types", ts(type = "unknown"))]
        result: Value,
    },
    /// What this browser can do was found out.
    Capabilities(Capabilities),
}

/// What is read of an interview, as JSON text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename_all = "snake_case"))]
pub enum Reading {
    /// The view.
    View,
    /// The result without its transcript.
    Result,
    /// What the kind of interview has noted.
    Details,
    /// Figures for a bug report.
    Diagnostics,
    /// The unsent text.
    Draft,
    /// What was changed in the form that waits: `{token, value}`, or null.
    FormDraft,
}
