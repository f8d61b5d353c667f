//! What a call of an interviewer changes: when it starts, and when it ends.

use super::{CallLog, Session};
use colloquy_schema::{CallOutcome, CallStarted, Interviewer, Usage};

impl Session {
    pub(super) fn call_started(&mut self, call: &CallStarted, seq: u32) {
        self.sent.started(call);
        self.history_from = call.history_from;
        self.attempts.start(&call.step);
        self.calls.push(CallLog {
            started: seq,
            ended: None,
            reserved: call.reserved,
        });
    }

    pub(super) fn call_ended(&mut self, call: u32, outcome: &CallOutcome, seq: u32) {
        let Some(log) = self
            .calls
            .get_mut((call as usize).wrapping_sub(1))
            .filter(|log| log.ended.is_none())
        else {
            return;
        };
        log.ended = Some(seq);
        let scripted = self.interviewer == Interviewer::Scripted;
        let spent = match outcome {
            _ if scripted => Usage::default(),
            CallOutcome::Replied(reply) if reply.usage != Usage::default() => reply.usage,
            // Without a report the upper bound counts: a limit must hold even against a silent provider.
            CallOutcome::Replied(_) | CallOutcome::Cancelled {} | CallOutcome::Interrupted {} => {
                log.reserved
            }
            CallOutcome::Failed(_) => Usage::default(),
        };
        self.usage = self.usage.plus(spent);
        if let CallOutcome::Replied(reply) = outcome {
            let asked = self.asked();
            self.tools.called(reply, asked);
        }
        self.attempts
            .end(outcome, scripted, self.starved, self.updated_at);
        self.starved |= matches!(outcome, CallOutcome::Replied(reply) if reply.is_starved());
    }
}
