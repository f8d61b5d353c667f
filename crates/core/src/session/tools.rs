//! Tool calls, in rounds: each reply that calls tools is one. Every call gets exactly one result, and the model is asked
//! again when all have theirs. A kind may keep its rounds; else they are forgotten when a question is put.

use colloquy_schema::{Message, RawReply, Role, StopReason, ToolCall, ToolResult, json_size};
use serde_json::{Map, Value};

/// Name of the call that a form of the engine's own has.
const QUESTION: &str = "question";

/// The rounds, oldest first.
#[derive(Debug, Default)]
pub(crate) struct Tools(Vec<Round>);

/// One reply that called tools.
#[derive(Debug)]
struct Round {
    /// How many questions had been put.
    after: u32,
    text: String,
    opaque: Vec<Value>,
    tools: Vec<Tool>,
}

/// One tool call.
#[derive(Debug)]
pub(crate) struct Tool {
    pub(crate) call: ToolCall,
    pub(crate) state: ToolState,
    /// True when the limit on tokens cut its arguments off: what there is of them is of no use, and is not sent back.
    pub(crate) cut: bool,
}

/// State of a tool call.
#[derive(Debug, PartialEq)]
pub(crate) enum ToolState {
    /// The model made it; nothing was done yet.
    Called,
    /// An effect runs since then, in milliseconds since 1970.
    Running(u64),
    /// The respondent is waited for.
    Waiting(Waiting),
    /// Settled, with its result.
    Ended(Value),
}

/// A form that waits for the respondent.
#[derive(Debug, PartialEq)]
pub(crate) struct Waiting {
    /// Names the one completion that is accepted.
    pub(crate) token: String,
    /// The form, where it is a host's.
    pub(crate) form: Option<Value>,
}

impl Tools {
    pub(super) fn called(&mut self, reply: &RawReply, after: u32) {
        if reply.tool_calls.is_empty() {
            return;
        }
        let tools = reply.tool_calls.iter().map(|call| {
            let cut = reply.stop == StopReason::MaxTokens && !call.arguments.is_object();
            let mut call = call.clone();
            if cut {
                call.arguments = Value::Object(Map::new());
            }
            Tool {
                call,
                state: ToolState::Called,
                cut,
            }
        });
        self.0.push(Round {
            after,
            text: reply.text.clone(),
            opaque: reply.opaque.clone(),
            tools: tools.collect(),
        });
    }

    /// Forgets the rounds: the turn they belonged to is over.
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    pub(super) fn change(&mut self, id: &str, state: ToolState) {
        let open =
            |tool: &&mut Tool| tool.call.id == id && !matches!(tool.state, ToolState::Ended(_));
        let tools = self.0.iter_mut().flat_map(|round| &mut round.tools);
        if let Some(tool) = tools.into_iter().find(open) {
            tool.state = state;
        }
    }

    /// Makes the call of a form that no call asked for: it is the engine's own, and the kind shows it in place of a question.
    pub(super) fn own(&mut self, id: &str, waiting: &Waiting, after: u32) {
        let known = self.iter().any(|tool| tool.call.id == id);
        if let (false, Some(form)) = (known, &waiting.form) {
            let call = ToolCall {
                id: id.into(),
                name: QUESTION.into(),
                arguments: form.clone(),
            };
            let reply = RawReply {
                tool_calls: vec![call],
                ..RawReply::default()
            };
            self.called(&reply, after);
        }
    }

    /// How many rounds there were since that many questions had been put.
    pub(crate) fn rounds(&self, after: u32) -> u32 {
        let since = self.0.iter().rev().take_while(|round| round.after >= after);
        since.count() as u32
    }

    /// Bytes of the results since that many questions had been put.
    pub(crate) fn bytes(&self, after: u32) -> usize {
        let since = self.0.iter().rev().take_while(|round| round.after >= after);
        since.map(Round::bytes).sum()
    }

    pub(crate) fn iter(&self) -> impl DoubleEndedIterator<Item = &Tool> {
        self.0.iter().flat_map(|round| &round.tools)
    }

    /// Every call with how many questions had been put.
    pub(crate) fn placed(&self) -> impl Iterator<Item = (u32, &Tool)> {
        let of = |round: &'_ Round| round.after;
        self.0
            .iter()
            .flat_map(move |round| round.tools.iter().map(move |tool| (of(round), tool)))
    }

    /// Place of a call without a result among those of its reply, from 0.
    pub(crate) fn place(&self, call: &ToolCall) -> usize {
        let this = |tool: &Tool| tool.state == ToolState::Called && tool.call.id == call.id;
        let rounds = self.0.iter().rev();
        let mut places = rounds.filter_map(|round| round.tools.iter().position(this));
        places.next().unwrap_or(0)
    }

    /// The calls without a result.
    pub(crate) fn open(&self) -> impl Iterator<Item = &Tool> {
        self.iter()
            .filter(|tool| !matches!(tool.state, ToolState::Ended(_)))
    }

    /// The first call that waits for the respondent.
    pub(crate) fn waiting(&self) -> Option<(&ToolCall, &Waiting)> {
        self.all_waiting().next()
    }

    /// The call of an id, while it waits for the respondent.
    pub(crate) fn waiting_for(&self, id: &str) -> Option<(&ToolCall, &Waiting)> {
        self.all_waiting().find(|(call, _)| call.id == id)
    }

    fn all_waiting(&self) -> impl Iterator<Item = (&ToolCall, &Waiting)> {
        self.open().filter_map(|tool| match &tool.state {
            ToolState::Waiting(waiting) => Some((&tool.call, waiting)),
            _ => None,
        })
    }

    /// The calls that run outside.
    pub(crate) fn running(&self) -> impl Iterator<Item = (&ToolCall, u64)> {
        self.open().filter_map(|tool| match tool.state {
            ToolState::Running(since) => Some((&tool.call, since)),
            _ => None,
        })
    }

    /// The rounds of when that many questions had been put, as messages: each reply as it came, then the results of its calls.
    pub(crate) fn messages(&self, after: u32) -> Vec<Message> {
        let mut out = Vec::new();
        for round in self.0.iter().filter(|round| round.after == after) {
            let calls = round.tools.iter().map(|tool| tool.call.clone());
            out.push(Message {
                tool_calls: calls.collect(),
                opaque: round.opaque.clone(),
                ..Message::new(Role::Assistant, round.text.as_str())
            });
            let result = |tool: &Tool| match &tool.state {
                ToolState::Ended(result) => Some(ToolResult {
                    id: tool.call.id.clone(),
                    result: result.clone(),
                }),
                _ => None,
            };
            out.push(Message {
                tool_results: round.tools.iter().filter_map(result).collect(),
                ..Message::new(Role::User, "")
            });
        }
        out
    }
}

impl Round {
    fn bytes(&self) -> usize {
        let of = |tool: &Tool| match &tool.state {
            ToolState::Ended(result) => json_size(result),
            _ => 0,
        };
        self.tools.iter().map(of).sum()
    }
}
