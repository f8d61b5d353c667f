//! Runs the tools a model calls: at once, as a form the respondent fills, or as an effect outside.

use super::Interview;
use crate::effect::Effect;
use crate::event::RefuseReason;
use crate::kind::{Dispatch, conversation};
use crate::misuse::{Misuse, MisuseCode};
use crate::session::{Tool, ToolState, Waiting};
use crate::tools;
use colloquy_schema::{
    Fact, Question, QuestionKind, QuestionOrigin, TOOL_TURN_BYTES, ToolCall, json_size, too_deep,
};
use serde_json::Value;

/// The error that a model gets for a call that was not written to its end.
const CUT: &str = "The call was cut off by the token limit, so nothing of it was done. Make it shorter: hand over less at once, name data that \
    was approved by its `approval`, and a long text by `text_from`.";

impl Interview {
    /// Does what can be done about tool calls. True when all have their result, or get it from the kind's next step.
    pub(super) fn tools_settled(&mut self) -> bool {
        let mut left = 0;
        let mut by_step = 0;
        let called = |tool: &&Tool| tool.state == ToolState::Called;
        while let Some((call, cut)) = {
            let mut open = self.session.tools.open().filter(called);
            open.nth(left).map(|tool| (tool.call.clone(), tool.cut))
        } {
            let dispatch = if cut {
                Dispatch::error(&call, "invalid_parameters", CUT)
            } else {
                self.session.kind.dispatch(&self.session, &call)
            };
            match dispatch {
                Dispatch::Step => {
                    left += 1;
                    by_step += 1;
                }
                // One form at a time: the others wait behind it.
                Dispatch::Form if self.session.tools.waiting().is_some() => left += 1,
                Dispatch::Form => self.wait_for(&call, None),
                Dispatch::Result(result) => self.end_tool(&call.id, result),
                Dispatch::Record(fact, result) => {
                    self.record(fact);
                    self.end_tool(&call.id, result);
                }
                Dispatch::Run => {
                    let id = call.id.clone();
                    self.record(Fact::ToolStarted { id });
                    self.run_tool(call);
                }
            }
        }
        self.show_next_form();
        self.session.tools.open().count() == by_step
    }

    fn run_tool(&mut self, call: ToolCall) {
        let records = self.session.records;
        self.withheld_tools
            .push((records, Effect::RunTool { call }));
    }

    /// Has a call wait for its form.
    fn wait_for(&mut self, call: &ToolCall, form: Option<Value>) {
        let reason = ["The respondent is asked by ", &call.name, "."].concat();
        let token = [&self.session.id, "-", &self.session.records.to_string()].concat();
        let id = call.id.clone();
        self.record(Fact::ToolWaiting {
            id,
            reason,
            token,
            form,
        });
        self.show_next_form();
    }

    /// Shows the form that waits longest, led in by a question of its own: what is typed instead is an answer to that. One at a
    /// time: the others wait behind it.
    fn show_next_form(&mut self) {
        let Some((call, waiting)) = self.session.tools.waiting() else {
            return;
        };
        if self.session.open_question().is_some() {
            return;
        }
        let Some(forms) = self.session.kind.forms() else {
            return;
        };
        let text = forms.lead(&self.session, call, waiting.form.as_ref());
        let form = Some(call.id.clone());
        let number = self.session.asked() + 1;
        let (kind, origin) = (QuestionKind::Topic, QuestionOrigin::Reply);
        self.record(Fact::Asked(Question {
            form,
            ..conversation::topic(number, text, kind, origin)
        }));
    }

    /// Ends a call with its result, or with an error where that would make the turn too long.
    fn end_tool(&mut self, id: &str, result: Value) {
        let id = String::from(id);
        let so_far = self
            .session
            .tools
            .bytes(self.session.asked().saturating_sub(1));
        let result = if so_far + json_size(&result) > TOOL_TURN_BYTES && json_size(&result) > 1_000
        {
            let message =
                "The results of this turn are too long together: ask the respondent first.";
            tools::error("", "execution_failed", message)
        } else {
            result
        };
        self.record(Fact::ToolEnded { id, result });
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

    /// Takes the result of a tool that ran outside. A second one, or one that nobody waits for, is ignored and counted.
    pub(super) fn tool_settled(&mut self, id: &str, result: Value) {
        let called = {
            let mut running = self.session.tools.running();
            running
                .find(|(call, _)| call.id == id)
                .map(|(call, _)| call.clone())
        };
        let Some(call) = called else {
            self.ignored += 1;
            return;
        };
        if too_deep(&result) {
            let message = "The result is nested too deep.";
            let result = tools::error(&call.name, "execution_failed", message);
            return self.end_tool(&call.id, result);
        }
        if let Some(form) = host_form(&result) {
            if self.session.kind.forms_left(&self.session) == 0 {
                let message = "There is no form left: work with what there is.";
                let result = tools::error(&call.name, "tool_not_available", message);
                return self.record(Fact::ToolEnded {
                    id: call.id,
                    result,
                });
            }
            return self.wait_for(&call, Some(form));
        }
        for fact in self.session.kind.tool_settled(&self.session, &call, result) {
            match fact {
                Fact::ToolEnded { id, result } => self.end_tool(&id, result),
                fact => self.record(fact),
            }
        }
    }

    /// The call whose form a token names.
    fn waiting_for(&self, token: &str) -> Result<(&ToolCall, &Waiting), Misuse> {
        let shown = self.session.shown_form().filter(|_| self.has_work());
        let named = shown.filter(|(_, waiting)| waiting.token == token);
        named.ok_or_else(no_such_form)
    }

    /// Takes in what the respondent filled in.
    pub(super) fn settle_form(&mut self, token: &str, value: &Value) -> Result<(), Misuse> {
        let (call, waiting) = self.waiting_for(token)?;
        let call = call.clone();
        let forms = self.session.kind.forms().ok_or_else(no_such_form)?;
        let result = forms.settle(&self.session, &call, waiting.form.as_ref(), value)?;
        self.record(Fact::ToolEnded {
            id: call.id.clone(),
            result: result.clone(),
        });
        let session = &self.session;
        if let Some(fact) = session.kind.kept_by_form(session, &call, &result) {
            self.record(fact);
        }
        Ok(())
    }

    /// Ends the form that waits without an answer.
    pub(super) fn refuse_form(&mut self, token: &str, reason: RefuseReason) -> Result<(), Misuse> {
        let (call, _) = self.waiting_for(token)?;
        let id = call.id.clone();
        let message = match reason {
            RefuseReason::UserCancelled => "The respondent would rather not.",
            RefuseReason::PermissionDenied => {
                "Permission was refused: ask for what is needed in words."
            }
            RefuseReason::Timeout => "Nothing came in time.",
            RefuseReason::ExecutionFailed => {
                "It did not work here: ask for what is needed in words."
            }
        };
        let result = tools::error(&call.name, reason.name(), message);
        self.record(Fact::ToolEnded { id, result });
        Ok(())
    }

    /// Gives every open call its result: the turn it belongs to is cut off.
    pub(super) fn cancel_tools(&mut self) {
        let open = self.session.tools.open();
        let open: Vec<(ToolCall, bool)> = open
            .map(|tool| {
                let runs = matches!(tool.state, ToolState::Running(_));
                (tool.call.clone(), runs)
            })
            .collect();
        for (call, runs) in open {
            if runs {
                self.stop_tool(&call.id);
            }
            let message = "The respondent ended this turn.";
            let result = tools::error(&call.name, "user_cancelled", message);
            self.record(Fact::ToolEnded {
                id: call.id,
                result,
            });
        }
    }

    /// Ends the tools that run outside at the respondent's wish.
    pub(super) fn cancel_running_tools(&mut self) {
        let running = self.session.tools.running();
        let running: Vec<ToolCall> = running.map(|(call, _)| call.clone()).collect();
        for call in running {
            self.stop_tool(&call.id);
            let message = "The respondent stopped it.";
            let result = tools::error(&call.name, "user_cancelled", message);
            self.record(Fact::ToolEnded {
                id: call.id,
                result,
            });
        }
    }

    fn stop_tool(&mut self, id: &str) {
        let before = self.withheld_tools.len();
        self.withheld_tools
            .retain(|(_, effect)| !matches!(effect, Effect::RunTool { call } if call.id == id));
        if self.withheld_tools.len() == before {
            self.effects.push_back(Effect::CancelTool { id: id.into() });
        }
    }

    /// An effect without an outcome when a session is restored has failed: nobody knows how far it came. One that does no
    /// harm a second time is run again.
    pub(super) fn interrupted_tools(&mut self) {
        let running = self.session.tools.running();
        let lost: Vec<ToolCall> = running.map(|(call, _)| call.clone()).collect();
        for call in lost {
            if tools::is_idempotent(&self.session.setup, &call.name) {
                self.run_tool(call);
                continue;
            }
            let message = "The page was closed before this had a result.";
            let result = tools::error(&call.name, "execution_failed", message);
            self.record(Fact::ToolEnded {
                id: call.id,
                result,
            });
        }
    }
}

fn no_such_form() -> Misuse {
    Misuse::new(
        MisuseCode::NoSuchForm,
        "no form of this token waits: each is settled or refused once, view.form has the one that does",
    )
}

/// The form that a host's tool asks for in place of a result: bounded, and with a schema of what it is for.
fn host_form(result: &Value) -> Option<Value> {
    let form = result.get("form")?;
    let sound = form["schema"].is_object() && json_size(form) <= 50_000;
    sound.then(|| form.clone())
}
