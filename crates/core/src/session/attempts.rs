//! How often the current step was tried. Folded from records, so that a reload does not reset it.

use colloquy_schema::{CALL_ATTEMPTS, CallError, CallErrorKind, CallOutcome, Issue, REPLY_RETRIES};

/// Attempts at one step, such as the third question.
#[derive(Debug, Default)]
pub(crate) struct Attempts {
    /// The step, as calls name it.
    step: String,
    /// Whole replies that came; one that is accepted ends the step.
    pub(crate) replies: u32,
    /// Failed or interrupted attempts since the last reply.
    pub(crate) failures: u32,
    /// How the last attempt failed, until one succeeds.
    pub(crate) last_error: Option<CallError>,
    /// The last whole reply, which the next attempt answers to.
    pub(crate) last_reply: String,
    /// Earlier replies that the limit on tokens cut off: what is whole of them still counts.
    pub(crate) cut: Vec<String>,
    /// What was wrong with it; empty before the first reply.
    pub(crate) issues: Vec<Issue>,
    /// When it failed, in milliseconds since 1970.
    pub(crate) failed_at: u64,
    /// True after the respondent stopped the attempts.
    pub(crate) stopped: bool,
}

impl Attempts {
    pub(crate) fn start(&mut self, step: &str) {
        if self.step != step {
            *self = Attempts {
                step: step.into(),
                ..Attempts::default()
            };
        }
    }

    /// Takes the end of a call in. An interrupted call of the scripted interviewer cost nothing and counts for nothing.
    /// `starved` is true where an earlier reply of the session came to nothing for want of room, so that this one had more.
    pub(crate) fn end(&mut self, outcome: &CallOutcome, scripted: bool, starved: bool, at: u64) {
        match outcome {
            CallOutcome::Replied(reply) if reply.is_starved() => {
                self.failures += 1;
                self.failed_at = at;
                self.last_error = starved.then(|| CallError {
                    kind: CallErrorKind::ReplyLimit,
                    retry_after_ms: None,
                    message: String::new(),
                });
            }
            // A round of tools is progress, not a retry; how many there may be is the strategy's limit.
            CallOutcome::Replied(reply) if !reply.tool_calls.is_empty() => {
                self.reset_failures();
            }
            CallOutcome::Replied(reply) => {
                self.replies += 1;
                self.last_reply = reply.text.clone();
                self.reset_failures();
            }
            CallOutcome::Failed(error) => {
                self.failures += 1;
                self.last_error = Some(error.clone());
                self.failed_at = at;
            }
            CallOutcome::Interrupted {} if !scripted => self.failures += 1,
            CallOutcome::Interrupted {} | CallOutcome::Cancelled {} => {}
        }
    }

    pub(crate) fn judged(&mut self, issues: &[Issue]) {
        self.issues = issues.to_vec();
        if issues.iter().any(|issue| issue.rule == "truncated") {
            self.cut.push(self.last_reply.clone());
        }
    }

    /// Gives a full set of attempts again: the respondent asked for it, or came back.
    pub(crate) fn reset_failures(&mut self) {
        self.failures = 0;
        self.last_error = None;
        self.stopped = false;
    }

    /// True when no attempt is left until the respondent asks for one.
    pub(crate) fn given_up(&self) -> bool {
        let hopeless = self
            .last_error
            .as_ref()
            .is_some_and(|error| !error.kind.retryable());
        self.stopped || hopeless || self.failures >= CALL_ATTEMPTS
    }

    /// True when no further reply is asked for and the fallback is due.
    pub(crate) fn replies_used_up(&self) -> bool {
        self.replies > REPLY_RETRIES
    }

    /// True after the built-in interviewer was asked in the model's place, too.
    pub(crate) fn stood_in(&self) -> bool {
        self.replies > REPLY_RETRIES + 1
    }

    pub(crate) fn error_kind(&self) -> Option<CallErrorKind> {
        self.last_error.as_ref().map(|error| error.kind)
    }
}
