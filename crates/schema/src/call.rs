//! What is asked of an interviewer, a model or the scripted one: a [`Call`] carries the typed [`Ask`] beside the
//! rendered messages. The scripted interviewer reads only the ask; dialects read only the messages.

use crate::codec::Codec;
use crate::contract::Contract;
use crate::kinds::{KindQuestion, Purpose};
use crate::tools::{ToolCall, ToolResult, ToolSpec};
use crate::{Bank, Context, Guidelines, Issue};
use serde_json::Value;
use std::rc::Rc;

/// Side of a conversation that a message is from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename_all = "snake_case"))]
pub enum Role {
    /// The instructions; the same bytes for every call of one guide, locale, template and reply mode, so that providers can cache them.
    System,
    /// The respondent's side: material, answers and the engine's own state.
    User,
    /// The interviewer's side.
    Assistant,
}

/// One message of a call.
#[derive(Clone, Debug, PartialEq, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Message {
    /// Side that the message is from.
    pub role: Role,
    /// The message itself.
    pub text: String,
    /// Numbers of the questions whose answers this message contains, so that redaction finds every copy.
    #[codec(skip_empty)]
    #[cfg_attr(feature = "types", ts(as = "Option<Vec<u32>>", optional))]
    pub answers: Vec<u32>,
    /// Tools the assistant called with this message.
    #[codec(skip_empty)]
    #[cfg_attr(feature = "types", ts(as = "Option<Vec<ToolCall>>", optional))]
    pub tool_calls: Vec<ToolCall>,
    /// Results of tools, in a message of the user's side: one for each call of the message before.
    #[codec(skip_empty)]
    #[cfg_attr(feature = "types", ts(as = "Option<Vec<ToolResult>>", optional))]
    pub tool_results: Vec<ToolResult>,
    /// The provider's own blocks of an assistant message (thinking, signatures, encrypted reasoning), sent back as they came.
    #[codec(skip_empty)]
    #[cfg_attr(feature = "types", ts(type = "unknown[]", optional))]
    pub opaque: Vec<Value>,
}

impl RawReply {
    /// True where the limit was reached before anything was written, as by a model that thinks long: with the same limit another attempt
    /// would come to nothing, too.
    ///
    /// ```
    /// use colloquy_schema::{RawReply, StopReason};
    ///
    /// let thought = RawReply { stop: StopReason::MaxTokens, ..RawReply::default() };
    /// assert!(thought.is_starved());
    /// ```
    pub fn is_starved(&self) -> bool {
        self.stop == StopReason::MaxTokens
            && self.tool_calls.is_empty()
            && self.text.trim().is_empty()
    }
}

impl Message {
    /// A message that is nothing but text.
    pub fn new(role: Role, text: impl Into<String>) -> Message {
        Message {
            role,
            text: text.into(),
            answers: Vec::new(),
            tool_calls: Vec::new(),
            tool_results: Vec::new(),
            opaque: Vec::new(),
        }
    }
}

/// How a reply that satisfies a contract is asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename_all = "snake_case"))]
pub enum ReplyMode {
    /// The provider enforces the schema.
    Strict,
    /// The prompt shows the rules and an example.
    #[default]
    Instructed,
    /// Several partial contracts one after the other, merged.
    Sequential,
}

/// Settings of one model call. A parameter a model refuses is left out by its dialect.
#[derive(Clone, Debug, PartialEq, Codec)]
pub struct CallSettings {
    /// Most tokens of the reply.
    pub max_tokens: u32,
    /// 0 to 2.
    pub temperature: f64,
    /// 0 to 1, when the guide sets it.
    #[codec(skip_empty)]
    pub top_p: Option<f64>,
    /// How much the model thinks before it replies, in its provider's own word, such as `low`; by default what the provider does.
    #[codec(skip_empty)]
    pub effort: Option<String>,
}

/// One call of the interviewer.
#[derive(Clone, Debug)]
pub struct Call {
    /// Counted from 1 within the session.
    pub number: u32,
    /// Contract of the reply.
    pub contract: Contract,
    /// Reply mode of the contract.
    pub reply_mode: ReplyMode,
    /// Settings of the model.
    pub settings: CallSettings,
    /// The contract's full JSON Schema in strict mode; a dialect rewrites it to what its provider accepts.
    pub schema: Option<Rc<Value>>,
    /// Tools the model may call.
    pub tools: Vec<ToolSpec>,
    /// Rendered messages, the system prompt first. Empty for the scripted interviewer, which is sent nothing.
    pub messages: Vec<Message>,
    /// The same request as typed values.
    pub ask: Rc<Ask>,
}

/// What a dialect is given of a call: everything that leaves the device, and nothing else.
#[derive(Clone, Debug, PartialEq, Codec)]
pub struct ModelRequest {
    /// Name of the model at its provider.
    pub model: String,
    /// Rendered messages, the system prompt first.
    pub messages: Vec<Message>,
    /// Settings of the model.
    pub settings: CallSettings,
    /// The contract's name and full JSON Schema, where the provider is to enforce it.
    #[codec(skip_empty)]
    pub schema: Option<StrictSchema>,
    /// Tools the model may call.
    #[codec(skip_empty)]
    pub tools: Vec<ToolSpec>,
}

/// A schema that a provider is to enforce.
#[derive(Clone, Debug, PartialEq, Codec)]
pub struct StrictSchema {
    /// Name of the contract, as providers ask for one: letters, digits, `_` and `-`.
    pub name: String,
    /// The full JSON Schema; a dialect rewrites it to what its provider accepts.
    pub schema: Value,
}

/// What comes back of a call, as a dialect reads it.
#[derive(Clone, Debug, PartialEq, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename_all = "snake_case"))]
pub enum ModelEvent {
    /// More text of the reply.
    Text {
        /// The new part alone.
        text: String,
    },
    /// The reply is whole.
    Done(RawReply),
    /// The call failed.
    Failed(CallError),
}

impl Call {
    /// Returns what leaves the device.
    pub fn request(&self, model: &str) -> ModelRequest {
        let name = self.contract.name();
        ModelRequest {
            model: model.into(),
            messages: self.messages.clone(),
            settings: self.settings.clone(),
            schema: self.schema.as_ref().map(|schema| StrictSchema {
                name: name.into(),
                schema: schema.as_ref().clone(),
            }),
            tools: self.tools.clone(),
        }
    }
}

/// What a question does in the conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename_all = "snake_case"))]
pub enum QuestionKind {
    /// The first question.
    Initial,
    /// Goes deeper into the last answer.
    FollowUp,
    /// Opens another part of the material.
    Topic,
    /// The last question.
    Conclusion,
}

/// How the respondent reacted to a question.
#[derive(Clone, Debug, PartialEq)]
pub enum Reaction {
    /// Answered with this text (the amended one, if it was amended).
    Answered(String),
    /// Passed over.
    Skipped,
    /// Refused: its topic is closed and nobody asks again.
    Declined,
    /// By its form: what was filled in is the result of a tool, never the respondent's own words.
    Filled,
}

/// One question and how the respondent reacted to it.
#[derive(Clone, Debug, PartialEq)]
pub struct Turn {
    /// Number of the question, from 1.
    pub number: u32,
    /// The question as it was shown.
    pub question: String,
    /// Kind of the question.
    pub kind: QuestionKind,
    /// How many follow-ups deep it is, 0 to 3.
    pub follow_up_depth: u8,
    /// What it has of its kind of interview alone.
    pub of_kind: KindQuestion,
    /// The respondent's reaction.
    pub reaction: Reaction,
}

/// What is wanted of the interviewer, as values.
#[derive(Clone, Debug)]
pub struct Ask {
    /// Kind of the question wanted. [`QuestionKind::FollowUp`] is an offer: the interviewer may open a topic instead
    /// and reports it in [`QuestionReply::follow_up`].
    pub kind: QuestionKind,
    /// Template of the interview: `reflective`, `analytical` or `creative`, or what the guide names.
    pub template: String,
    /// BCP 47 tag of the language of the wording.
    pub locale: String,
    /// Number the question will have, from 1.
    pub number: u32,
    /// Hard limit on questions; the last is the conclusion.
    pub max_questions: u32,
    /// Material of the interview.
    pub context: Rc<Context>,
    /// What is wanted of this interview on top of the guide.
    pub guidelines: Rc<Guidelines>,
    /// Every question so far with its reaction, oldest first; shared with the session, as it grows with every turn.
    pub history: Rc<Vec<Turn>>,
    /// Questions that earlier sessions on the same subject put; none of them may come again.
    pub asked_before: Rc<Vec<String>>,
    /// Digest of the last completed sessions on the same subject, newest first.
    pub digest: Rc<Vec<DigestEntry>>,
    /// The guide's wording for the scripted interviewer.
    pub bank: Rc<Bank>,
    /// Differs between sessions, the same on replay: breaks ties between equally good questions.
    pub seed: u64,
    /// What was wrong with the previous reply to this ask; empty the first time.
    pub issues: Vec<Issue>,
    /// What this kind of interview adds.
    pub purpose: Purpose,
}

/// One exchange of an earlier session on the same subject, shortened.
#[derive(Clone, Debug, PartialEq, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct DigestEntry {
    /// Text of the question.
    pub question: String,
    /// The beginning of what was answered.
    pub answer: String,
}

/// A reply that satisfies [`Contract::Question`].
#[derive(Clone, Debug, PartialEq, Codec)]
pub struct QuestionReply {
    /// True when the question goes deeper into the last answer because that would add something; false when it opens
    /// another topic. The built-in interviewer marks by it, where no follow-up was offered, that the question is an
    /// [aside](crate::Question::is_aside).
    pub follow_up: bool,
    /// What the respondent is shown: one question, optionally led in by a sentence.
    pub question: String,
}

/// What a call cost, as the provider reports it; an estimate from bytes where it reports nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Usage {
    /// Tokens sent.
    pub input_tokens: u32,
    /// Tokens received.
    pub output_tokens: u32,
    /// How many of `input_tokens` the provider had cached.
    #[codec(skip_empty)]
    #[cfg_attr(feature = "types", ts(as = "Option<u32>", optional))]
    pub cached_tokens: u32,
    /// How many of `input_tokens` it wrote into its cache, where it reports that.
    #[codec(skip_empty)]
    #[cfg_attr(feature = "types", ts(as = "Option<u32>", optional))]
    pub written_tokens: u32,
}

impl Usage {
    /// Both together.
    pub fn plus(self, other: Usage) -> Usage {
        Usage {
            input_tokens: self.input_tokens.saturating_add(other.input_tokens),
            output_tokens: self.output_tokens.saturating_add(other.output_tokens),
            cached_tokens: self.cached_tokens.saturating_add(other.cached_tokens),
            written_tokens: self.written_tokens.saturating_add(other.written_tokens),
        }
    }
}

/// Reason for which a model stopped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename_all = "snake_case"))]
pub enum StopReason {
    /// The reply is finished.
    #[default]
    End,
    /// The token limit cut it off.
    MaxTokens,
    /// The model calls tools.
    ToolUse,
    /// The model refused.
    Refusal,
}

/// Why a model call failed; every dialect maps its own errors to these.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename_all = "snake_case"))]
pub enum CallErrorKind {
    /// 429: too many requests.
    RateLimited,
    /// 5xx, 529: the provider is overloaded or broken.
    Overloaded,
    /// The connection failed or the stream was cut.
    Network,
    /// Nothing came in time.
    Timeout,
    /// 401, 403: the key or the token was refused. Not tried again.
    Unauthorized,
    /// 400, 404, 413, 422: the request itself is refused. Not tried again.
    Invalid,
    /// The proxy's budget is used up. Not tried again.
    Budget,
    /// The model used up the limit on its reply without writing any of it, as one does that thinks long. Not tried again.
    ReplyLimit,
}

impl CallErrorKind {
    /// True when trying again may help.
    pub fn retryable(self) -> bool {
        matches!(
            self,
            Self::RateLimited | Self::Overloaded | Self::Network | Self::Timeout
        )
    }
}

/// A failed model call.
#[derive(Clone, Debug, PartialEq, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct CallError {
    /// Kind of the failure.
    pub kind: CallErrorKind,
    /// Wait asked for by the provider (`retry-after`), in milliseconds.
    #[codec(skip_empty)]
    #[cfg_attr(feature = "types", ts(optional))]
    pub retry_after_ms: Option<u32>,
    /// The provider's own words, at most 500 characters, for diagnostics only.
    #[codec(skip_empty)]
    #[cfg_attr(feature = "types", ts(as = "Option<String>", optional))]
    pub message: String,
}

/// A whole reply.
#[derive(Clone, Debug, Default, PartialEq, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct RawReply {
    /// All of its text, unread.
    pub text: String,
    /// Reason for which the model stopped.
    pub stop: StopReason,
    /// Tokens that the reply used.
    pub usage: Usage,
    /// The tools it calls.
    #[codec(skip_empty)]
    #[cfg_attr(feature = "types", ts(as = "Option<Vec<ToolCall>>", optional))]
    pub tool_calls: Vec<ToolCall>,
    /// The provider's own blocks (thinking, signatures, encrypted reasoning), to be sent back as they came.
    #[codec(skip_empty)]
    #[cfg_attr(feature = "types", ts(type = "unknown[]", optional))]
    pub opaque: Vec<Value>,
}
