//! What an onboarding interview does next, and the reply that says so.

use colloquy_schema::{QuestionReply, RawReply, StopReason, ToolCall, codec};
use serde_json::{Map, Value};

/// What is done next.
pub(super) enum Act {
    /// A tool is called.
    Call(&'static str, Value),
    /// Something is asked in words; true when it goes deeper into the last answer.
    Say(String, bool),
}

impl Act {
    /// Returns the reply of a model that would do this; `number` is that of the question, `called` counts the calls made since the
    /// question before.
    pub(super) fn reply(self, number: u32, called: usize) -> RawReply {
        match self {
            Act::Call(tool, arguments) => {
                let id = ["call-", &number.to_string(), "-", &(called + 1).to_string()];
                RawReply {
                    tool_calls: vec![ToolCall {
                        id: id.concat(),
                        name: tool.into(),
                        arguments,
                    }],
                    stop: StopReason::ToolUse,
                    ..RawReply::default()
                }
            }
            Act::Say(question, follow_up) => RawReply {
                text: codec::text(&QuestionReply {
                    follow_up,
                    question,
                }),
                ..RawReply::default()
            },
        }
    }
}

/// An object with these fields. One function for all of them: written out at each place they weigh more than what they say.
#[inline(never)]
pub(super) fn object(fields: &mut [(&str, Value)]) -> Value {
    let mut map = Map::new();
    // To collect them would sort them, and bring a sort along.
    for (key, value) in fields {
        map.insert((*key).into(), value.take());
    }
    Value::Object(map)
}

#[inline(never)]
pub(super) fn text(text: &str) -> Value {
    Value::String(text.into())
}
