//! Runs the tools a model calls: at once, as a form the respondent fills, or as an effect outside.

use super::Interview;
use crate::effect::Effect;
use crate::session::{Tool, ToolState};
use crate::strategy::{Dispatch, dispatch, tool_error};
use colloquy_schema::Fact;
use serde_json::Value;

impl Interview {
    /// Does what can be done about tool calls. True when all have their result, or get it from the strategy's next step.
    pub(super) fn tools_settled(&mut self) -> bool {
        let mut by_step = 0;
        let called = |tool: &&Tool| tool.state == ToolState::Called;
        while let Some(call) = {
            let mut open = self.session.tools.open().filter(called);
            open.nth(by_step).map(|tool| tool.call.clone())
        } {
            let id = call.id.clone();
            match dispatch(&self.session, &call) {
                Dispatch::Step => by_step += 1,
                Dispatch::Result(result) => self.record(Fact::ToolEnded { id, result }),
                Dispatch::Form { reason } => {
                    let token = [&self.session.id, "-", &self.session.records.to_string()].concat();
                    self.record(Fact::ToolWaiting { id, reason, token });
                }
                Dispatch::Run => {
                    self.record(Fact::ToolStarted { id });
                    self.withheld_tools
                        .push((self.session.records, Effect::RunTool { call }));
                }
            }
        }
        self.session.tools.open().count() == by_step
    }

    /// Starts tools once the records they rest on are stored, or known to be lost.
    pub(super) fn release_tools(&mut self) {
        let saver = &self.saver;
        let effects = &mut self.effects;
        self.withheld_tools.retain(|(records, effect)| {
            let ready = saver.may_act_on(*records);
            if ready {
                effects.push_back(effect.clone());
            }
            !ready
        });
    }

    /// A second completion of one call, or one that nobody waits for, is ignored and counted.
    pub(super) fn tool_settled(&mut self, token: &str, result: Value) {
        match self.session.tools.awaiting(token).map(String::from) {
            Some(id) => self.record(Fact::ToolEnded { id, result }),
            None => self.ignored += 1,
        }
    }

    /// Gives every open call its result: the turn it belongs to is cut off.
    pub(super) fn cancel_tools(&mut self) {
        let open = self.session.tools.open();
        let open: Vec<(String, String)> = open
            .map(|tool| (tool.call.id.clone(), tool.call.name.clone()))
            .collect();
        for (id, tool) in open {
            let message = "The respondent ended this turn.";
            let result = tool_error(&tool, "user_cancelled", message);
            self.record(Fact::ToolEnded { id, result });
        }
    }

    /// An effect without an outcome when a session is restored has failed: nobody knows how far it came.
    pub(super) fn interrupted_tools(&mut self) {
        let running = self
            .session
            .tools
            .iter()
            .filter(|tool| tool.state == ToolState::Running);
        let lost: Vec<(String, String)> = running
            .map(|tool| (tool.call.id.clone(), tool.call.name.clone()))
            .collect();
        for (id, tool) in lost {
            let message = "The page was closed before this had a result.";
            let result = tool_error(&tool, "execution_failed", message);
            self.record(Fact::ToolEnded { id, result });
        }
    }
}
