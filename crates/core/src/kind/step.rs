//! What a kind of interview decides: the next step, with what comes of it, and what is done about a tool call.

use colloquy_schema::{
    Ask, CallSettings, CloseReason, Contract, Fact, QuestionReply, ToolCall, ToolSpec, Wording,
};
use serde_json::Value;
use std::rc::Rc;

/// The next step of an interview.
#[derive(Debug)]
pub enum Step {
    /// Asks the interviewer.
    Ask(Box<Plan>),
    /// Records a decision, and plans again. The facts change what is decided next, so that this ends.
    Record(Vec<Fact>),
    /// Waits for the respondent.
    Respondent,
    /// Asks no more.
    Close(CloseReason),
}

/// Whether a model may call tools in place of a reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ToolUse {
    /// Calls are dropped, and the reply is judged without them.
    Dropped,
    /// The model may call them.
    Free,
    /// Only a call is wanted: a text is not put to the respondent.
    Required,
}

/// Which text of a reply the respondent sees, by its key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShownText {
    /// No text.
    Nothing,
    /// The next question: it is shown as it streams, must work as one question, and plain prose can stand in for it.
    Question(&'static str),
    /// Another text, shown as it streams.
    Other(&'static str),
}

impl ShownText {
    /// The key of the text.
    pub(crate) fn key(self) -> Option<&'static str> {
        match self {
            ShownText::Nothing => None,
            ShownText::Question(key) | ShownText::Other(key) => Some(key),
        }
    }
}

/// A call that stands outside of the conversation: its prompt has nothing of the exchanges before, so that what it costs does
/// not grow with the interview.
#[derive(Clone, Debug)]
pub struct Apart {
    /// The system prompt.
    pub system: String,
    /// Numbers of the questions whose answers are in the instruction.
    pub answers: Vec<u32>,
}

/// A call that is to be made.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Names the step, such as `question:3`; attempts at one step are counted together.
    pub step: String,
    /// Contract of the reply.
    pub contract: Contract,
    /// Text of the reply that the respondent sees.
    pub shown: ShownText,
    /// Settings of the call.
    pub settings: CallSettings,
    /// Tools that are described to the model: those of its history must be among them, whether it may call them now or not.
    pub tools: Vec<ToolSpec>,
    /// Whether it may call them.
    pub tool_use: ToolUse,
    /// The request as typed values.
    pub ask: Rc<Ask>,
    /// Where the interview stands, in the guide's words.
    pub state: String,
    /// What is wanted, in the guide's words.
    pub instruction: String,
    /// Words of the engine's own before the text that the respondent sees: they are shown while it is still to come.
    pub lead: String,
    /// Set for a call outside of the conversation.
    pub apart: Option<Apart>,
    /// The guide's words that show a model what was wrong with its reply, with the slot `{issues}`.
    pub retry: fn(&Wording) -> &str,
}

/// A reply as far as it was read.
#[derive(Debug)]
pub enum Reply {
    /// [`Contract::Question`].
    Question(QuestionReply),
    /// Any other contract: its value.
    Value(Value),
}

/// The result of a step, once its retries are over or not needed.
#[derive(Debug)]
pub enum Reading {
    /// A value that can be used.
    Value(Reply),
    /// No value, but plain prose that works as one question.
    Prose(String),
    /// Nothing that can be used.
    Nothing,
}

/// The way a tool call is handled.
#[derive(Debug)]
pub enum Dispatch {
    /// It has its result at once; an error is a result, too.
    Result(Value),
    /// It has its result at once, and something is recorded.
    Record(Fact, Value),
    /// The respondent fills a form.
    Form,
    /// The kind's next step brings its result.
    Step,
    /// The page runs it.
    Run,
}

impl Dispatch {
    /// Refuses a call: the model reads why, and what to do instead.
    pub fn error(call: &ToolCall, reason: &str, message: &str) -> Dispatch {
        Dispatch::Result(crate::tools::error(&call.name, reason, message))
    }
}
