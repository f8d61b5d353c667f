//! What was sent last, by the kind of step: questions share their beginning with each other, readings with each other, and a
//! turn that has both must not store the whole history with each.

use colloquy_schema::{CallStarted, Message, Usage};

/// One call as the session remembers it.
#[derive(Clone, Copy, Debug)]
pub struct CallLog {
    /// Place of the record that started it.
    pub started: u32,
    /// Place of the record that ended it; absent while it runs.
    pub ended: Option<u32>,
    /// Upper bound of what it can cost.
    pub reserved: Usage,
}

/// The last call of each kind of step, in the order of their calls.
#[derive(Debug, Default)]
pub(crate) struct Sent(Vec<Last>);

#[derive(Debug)]
struct Last {
    kind: String,
    call: u32,
    messages: Vec<Message>,
}

impl Sent {
    /// Returns the call whose messages are closest to those of a step, with its messages: the last one of its kind, else the last.
    /// The number is absent for the call right before.
    pub(crate) fn closest(&self, step: &str) -> (Option<u32>, &[Message]) {
        let Some(last) = self.0.last() else {
            return (None, &[]);
        };
        match self.0.iter().find(|sent| sent.kind == kind(step)) {
            Some(sent) if sent.call != last.call => (Some(sent.call), &sent.messages),
            _ => (None, &last.messages),
        }
    }

    pub(super) fn started(&mut self, call: &CallStarted) {
        let base = match call.after {
            Some(after) => self.0.iter().position(|sent| sent.call == after),
            None => self.0.len().checked_sub(1),
        };
        let kind = kind(&call.step);
        let keep = call.keep as usize;
        let mut messages = match base.map(|base| &mut self.0[base]) {
            // It goes in any case: nothing of a long history is copied.
            Some(base) if base.kind == kind => std::mem::take(&mut base.messages),
            Some(base) => base.messages[..base.messages.len().min(keep)].to_vec(),
            None => Vec::new(),
        };
        messages.truncate(keep);
        messages.extend(call.add.iter().cloned());
        self.0.retain(|sent| sent.kind != kind);
        self.0.push(Last {
            kind: kind.into(),
            call: call.call,
            messages,
        });
    }
}

/// What a step is for: `question` of `question:3`.
fn kind(step: &str) -> &str {
    step.split(':').next().unwrap_or_default()
}
