//! Tool calls of the last reply. Every call gets exactly one result, and the model is asked again when all have theirs.

use colloquy_schema::ToolCall;
use serde_json::Value;

/// The tool calls of the last reply, in its order.
#[derive(Debug, Default)]
pub(crate) struct Tools(Vec<Tool>);

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
    pub(super) fn called(&mut self, calls: &[ToolCall]) {
        self.0 = calls
            .iter()
            .map(|call| Tool {
                call: call.clone(),
                state: ToolState::Called,
            })
            .collect();
    }

    pub(super) fn change(&mut self, id: &str, state: ToolState) {
        let open =
            |tool: &&mut Tool| tool.call.id == id && !matches!(tool.state, ToolState::Ended(_));
        if let Some(tool) = self.0.iter_mut().find(open) {
            tool.state = state;
        }
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Tool> {
        self.0.iter()
    }

    /// Returns the first call nothing was done about yet.
    pub(crate) fn next_called(&self) -> Option<ToolCall> {
        self.0
            .iter()
            .find(|tool| tool.state == ToolState::Called)
            .map(|tool| tool.call.clone())
    }

    /// True when every call has its result.
    pub(crate) fn settled(&self) -> bool {
        self.0
            .iter()
            .all(|tool| matches!(tool.state, ToolState::Ended(_)))
    }

    /// Finds the call that a completion is for: a waiting one by its token, a running one by its id.
    pub(crate) fn awaiting(&self, token: &str) -> Option<&str> {
        let found = self.0.iter().find(|tool| match &tool.state {
            ToolState::Waiting(expected) => expected == token,
            ToolState::Running => tool.call.id == token,
            ToolState::Called | ToolState::Ended(_) => false,
        });
        found.map(|tool| tool.call.id.as_str())
    }
}
