//! Tool calls of the turn that goes on, in rounds: each reply that calls tools is one. Every call gets exactly one result,
//! and the model is asked again when all have theirs.

use colloquy_schema::{Message, RawReply, Role, ToolCall, ToolResult};
use serde_json::Value;

/// The rounds of a turn, oldest first; none once a question is put.
#[derive(Debug, Default)]
pub(crate) struct Tools(Vec<Round>);

/// One reply that called tools.
#[derive(Debug)]
struct Round {
    text: String,
    opaque: Vec<Value>,
    tools: Vec<Tool>,
}

/// One tool call.
#[derive(Debug)]
pub(crate) struct Tool {
    pub(crate) call: ToolCall,
    pub(crate) state: ToolState,
}

/// What became of a tool call.
#[derive(Debug, PartialEq)]
pub(crate) enum ToolState {
    /// The model made it; nothing was done yet.
    Called,
    /// An effect runs.
    Running,
    /// The respondent is waited for; the token names the one completion that is accepted.
    Waiting(String),
    /// It has its result.
    Ended(Value),
}

impl Tools {
    pub(super) fn called(&mut self, reply: &RawReply) {
        if reply.tool_calls.is_empty() {
            return;
        }
        let tools = reply.tool_calls.iter().map(|call| Tool {
            call: call.clone(),
            state: ToolState::Called,
        });
        self.0.push(Round {
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

    /// How many rounds there were in this turn.
    pub(crate) fn rounds(&self) -> u32 {
        self.0.len() as u32
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Tool> {
        self.0.iter().flat_map(|round| &round.tools)
    }

    /// The calls without a result.
    pub(crate) fn open(&self) -> impl Iterator<Item = &Tool> {
        self.iter()
            .filter(|tool| !matches!(tool.state, ToolState::Ended(_)))
    }

    /// Finds the call that a completion is for: a waiting one by its token, a running one by its id.
    pub(crate) fn awaiting(&self, token: &str) -> Option<&str> {
        let found = self.iter().find(|tool| match &tool.state {
            ToolState::Waiting(expected) => expected == token,
            ToolState::Running => tool.call.id == token,
            ToolState::Called | ToolState::Ended(_) => false,
        });
        found.map(|tool| tool.call.id.as_str())
    }

    /// The rounds as messages: each reply as it came, then the results of its calls.
    pub(crate) fn messages(&self) -> Vec<Message> {
        let mut out = Vec::new();
        for round in &self.0 {
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
