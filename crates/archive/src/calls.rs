//! The calls of a session as the respondent can look them up: everything that left the device, and what came back.

use colloquy_schema::codec::Codec;
use colloquy_schema::{CallOutcome, Fact, Message, Record, ToolCall};

/// One call as the respondent can look it up: what was sent, and what came back.
#[derive(Clone, Debug, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename_all = "camelCase"))]
pub struct CallView {
    /// Counted from 1.
    pub call: u32,
    /// Step that the call was for.
    pub step: String,
    /// When it started, in milliseconds since 1970.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub at: u64,
    /// Everything that left the device. Empty for the scripted interviewer, which is sent nothing.
    pub messages: Vec<Message>,
    /// The whole raw reply.
    pub reply: Option<String>,
    /// `running`, `replied`, `failed`, `cancelled` or `interrupted`.
    pub outcome: &'static str,
    /// Tokens sent, as the provider counted them; 0 while it has not replied.
    #[codec(rename = "inputTokens")]
    pub input_tokens: u32,
    /// Tokens received, as the provider counted them; 0 while it has not replied.
    #[codec(rename = "outputTokens")]
    pub output_tokens: u32,
}

/// Reads every call out of a session's records. Messages are stored once: a call keeps the beginning of the one before.
pub fn calls_of(records: &[Record]) -> Vec<CallView> {
    let mut calls: Vec<CallView> = Vec::new();
    for record in records {
        match &record.fact {
            Fact::CallStarted(started) => {
                let before = match started.after {
                    Some(after) => calls.get((after as usize).wrapping_sub(1)),
                    None => calls.last(),
                };
                let before = before
                    .map(|call| call.messages.as_slice())
                    .unwrap_or_default();
                let mut messages = before[..before.len().min(started.keep as usize)].to_vec();
                messages.extend(started.add.iter().cloned());
                let step = started.step.clone();
                calls.push(CallView {
                    call: started.call,
                    step,
                    at: record.at,
                    messages,
                    reply: None,
                    outcome: "running",
                    input_tokens: 0,
                    output_tokens: 0,
                });
            }
            Fact::CallEnded { call, outcome } => {
                let Some(view) = calls.get_mut((*call as usize).wrapping_sub(1)) else {
                    continue;
                };
                view.outcome = match outcome {
                    CallOutcome::Replied(reply) => {
                        view.reply = Some(reply.text.clone());
                        view.input_tokens = reply.usage.input_tokens;
                        view.output_tokens = reply.usage.output_tokens;
                        "replied"
                    }
                    CallOutcome::Failed(_) => "failed",
                    CallOutcome::Cancelled {} => "cancelled",
                    CallOutcome::Interrupted {} => "interrupted",
                };
            }
            _ => {}
        }
    }
    calls
}

/// Returns the tools that a reply calls; none for any other fact.
pub(crate) fn tool_calls(fact: &Fact) -> &[ToolCall] {
    match fact {
        Fact::CallEnded {
            outcome: CallOutcome::Replied(reply),
            ..
        } => &reply.tool_calls,
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::CallView;
    use colloquy_schema::codec::Declarations;

    #[test]
    fn a_call_is_written_as_typescript_is_given_it() {
        let declared = Declarations(include_str!("../../../pkg/types/generated.d.ts"));
        declared.assert_fields::<CallView>("CallView");
    }
}
