//! The events of Anthropic Messages: <https://platform.claude.com/docs/en/build-with-claude/streaming>.

use super::gather::Gather;
use super::{Next, gave_up, items, text, tokens};
use crate::sse::Event;
use colloquy_schema::{CallErrorKind, StopReason, Usage};
use serde_json::Value;

/// The blocks and counts of a reply under way.
#[derive(Clone, Default)]
pub(crate) struct Reader {
    /// The thinking block under way, with its index.
    thinking: Option<(u64, Value)>,
    counts: Counts,
    /// Id of the message, once it began.
    message: Option<String>,
}

impl Reader {
    /// Reads one event. Unknown kinds, and `ping`, mean nothing: more of them are to be expected.
    pub(super) fn read(&mut self, event: &Event, value: &Value, gather: &mut Gather) -> Next {
        let kind = value["type"].as_str().unwrap_or(&event.name);
        let index = value["index"].as_u64().unwrap_or_default();
        match kind {
            "message_start" => {
                let id = text(&value["message"]["id"]);
                // A gateway that tries again behind our back: two halves are no reply. The same start twice is harmless.
                if self.message.get_or_insert_with(|| id.into()) != id {
                    return gave_up(
                        CallErrorKind::Network,
                        "another reply began before this one ended",
                    );
                }
                self.counts.take(&value["message"]["usage"], gather);
            }
            "content_block_start" => {
                self.end_thinking(gather);
                self.begin(index, &value["content_block"], gather);
            }
            "content_block_delta" => self.delta(index, &value["delta"], gather),
            "content_block_stop" => self.end_thinking(gather),
            "message_delta" => {
                self.counts.take(&value["usage"], gather);
                gather.stop = stop(&value["delta"]["stop_reason"]).or(gather.stop);
            }
            "message_stop" => {
                self.end_thinking(gather);
                return Next::Done;
            }
            _ => {}
        }
        Next::More
    }

    fn begin(&mut self, index: u64, block: &Value, gather: &mut Gather) {
        match text(&block["type"]) {
            "thinking" | "redacted_thinking" => self.thinking = Some((index, block.clone())),
            _ => whole_block(index, block, gather),
        }
    }

    fn delta(&mut self, index: u64, delta: &Value, gather: &mut Gather) {
        let (key, piece) = match text(&delta["type"]) {
            "text_delta" => return gather.text(text(&delta["text"])),
            // A tool of the provider's own has arguments too; we offer none, and began no call for it.
            "input_json_delta" if gather.has_key(index) => {
                return gather.call(index, "", "", &delta["partial_json"]);
            }
            "thinking_delta" => ("thinking", text(&delta["thinking"])),
            "signature_delta" => ("signature", text(&delta["signature"])),
            _ => return,
        };
        let Some((_, block)) = self.thinking.as_mut().filter(|(at, _)| *at == index) else {
            return;
        };
        // A block begins with both as empty texts, or without them.
        match &mut block[key] {
            Value::String(had) if had.len() + piece.len() <= super::OPAQUE_BYTES => {
                had.push_str(piece)
            }
            Value::String(_) => gather.over = Some("reasoning"),
            other => *other = piece.into(),
        }
    }

    fn end_thinking(&mut self, gather: &mut Gather) {
        if let Some((_, block)) = self.thinking.take() {
            gather.opaque(block);
        }
    }
}

/// Reads a reply that came whole.
pub(super) fn whole(message: &Value, gather: &mut Gather) -> Next {
    if !message["content"].is_array() {
        return Next::More;
    }
    for (index, block) in items(&message["content"]).iter().enumerate() {
        whole_block(index as u64, block, gather);
    }
    Counts::default().take(&message["usage"], gather);
    gather.stop = stop(&message["stop_reason"]);
    Next::Done
}

/// Takes what a block has when it begins: all of it, when it came whole.
fn whole_block(index: u64, block: &Value, gather: &mut Gather) {
    match text(&block["type"]) {
        "text" => gather.text(text(&block["text"])),
        "tool_use" => {
            // A stream begins with an empty object and sends the arguments after it, as text.
            let input = &block["input"];
            let begun = input.as_object().is_none_or(|input| input.is_empty());
            let input = if begun { &Value::Null } else { input };
            gather.call(index, text(&block["id"]), text(&block["name"]), input);
        }
        "thinking" | "redacted_thinking" => gather.opaque(block.clone()),
        _ => {}
    }
}

/// Tokens as Anthropic counts them: `input_tokens` is only what came after the last cached part.
#[derive(Clone, Default)]
struct Counts {
    input: u32,
    created: u32,
    read: u32,
}

impl Counts {
    /// Takes the counts of one event. They are totals so far; a later event repeats some of them, and zero where an imitator
    /// does not know.
    fn take(&mut self, usage: &Value, gather: &mut Gather) {
        let newer = |had: u32, key: &str| match tokens(&usage[key]) {
            0 => had,
            count => count,
        };
        self.input = newer(self.input, "input_tokens");
        self.created = newer(self.created, "cache_creation_input_tokens");
        self.read = newer(self.read, "cache_read_input_tokens");
        let whole = self.input.saturating_add(self.created);
        gather.usage = Usage {
            input_tokens: whole.saturating_add(self.read),
            output_tokens: newer(gather.usage.output_tokens, "output_tokens"),
            cached_tokens: self.read,
            written_tokens: self.created,
        };
    }
}

/// Reads a stop reason; `None` while there is none. `pause_turn` ends a turn with the provider's own tools, of which we
/// offer none.
fn stop(reason: &Value) -> Option<StopReason> {
    Some(match reason.as_str()? {
        "max_tokens" | "model_context_window_exceeded" => StopReason::MaxTokens,
        "tool_use" => StopReason::ToolUse,
        "refusal" => StopReason::Refusal,
        _ => StopReason::End,
    })
}
