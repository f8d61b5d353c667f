//! The events of OpenAI Responses: <https://platform.openai.com/docs/api-reference/responses-streaming>.
//!
//! Only text is read as it grows; calls and reasoning are taken when their item is done, as the encrypted reasoning of an item
//! under way may be half of it.

use super::gather::Gather;
use super::{Next, items, text, tokens};
use crate::sse::Event;
use colloquy_schema::{StopReason, Usage};
use serde_json::Value;

/// What a stream of events has brought.
#[derive(Clone, Default)]
pub(crate) struct Reader {
    /// Items that were done, by their place in the output.
    done: Vec<u64>,
    /// Place of the message whose text is streaming.
    speaking: Option<u64>,
    /// Azure sends `response.failed` first, without a reason, and why in an event after it.
    pub(super) failed: Option<Value>,
}

impl Reader {
    /// Reads one event. Unknown kinds mean nothing.
    pub(super) fn read(&mut self, event: &Event, value: &Value, gather: &mut Gather) -> Next {
        let kind = value["type"].as_str().unwrap_or(&event.name);
        let response = &value["response"];
        match kind {
            "response.output_text.delta" => {
                let place = value["output_index"].as_u64();
                if place != self.speaking && gather.text_bytes() > 0 {
                    // A model may write something on its way, in a message of its own.
                    gather.text("\n\n");
                }
                self.speaking = place;
                gather.text(text(&value["delta"]));
            }
            "response.refusal.delta" => gather.refusal(text(&value["delta"])),
            "response.output_item.done" => {
                let item = &value["item"];
                // The text of a message came before it, in pieces.
                if item["type"] != "message" {
                    self.done
                        .push(value["output_index"].as_u64().unwrap_or_default());
                    take(item, gather);
                }
            }
            "response.completed" | "response.incomplete" => {
                // An imitator may send the whole at the end only.
                let streamed = gather.has_spoken();
                for (place, item) in items(&response["output"]).iter().enumerate() {
                    let message = item["type"] == "message";
                    let had = if message {
                        streamed
                    } else {
                        self.done.contains(&(place as u64))
                            || gather.has_call(text(&item["call_id"]))
                    };
                    if !had {
                        take(item, gather);
                    }
                }
                return end(response, gather);
            }
            "response.failed" => {
                if response["error"].is_object() {
                    return Next::Reported(response.clone());
                }
                self.failed = Some(response.clone());
            }
            "response.cancelled" => return Next::Reported(response.clone()),
            "error" => return Next::Reported(value.clone()),
            _ => {}
        }
        Next::More
    }
}

/// Reads a reply that came whole.
pub(super) fn whole(response: &Value, gather: &mut Gather) -> Next {
    match text(&response["status"]) {
        "failed" | "cancelled" => {
            return Next::Reported(response.clone());
        }
        "" | "queued" | "in_progress" => return Next::More,
        _ => {}
    }
    for item in items(&response["output"]) {
        take(item, gather);
    }
    end(response, gather)
}

/// Takes an item that is done.
fn take(item: &Value, gather: &mut Gather) {
    match text(&item["type"]) {
        "message" => {
            if gather.text_bytes() > 0 {
                gather.text("\n\n");
            }
            for part in items(&item["content"]) {
                gather.text(text(&part["text"]));
                gather.refusal(text(&part["refusal"]));
            }
        }
        "function_call" => {
            let key = gather.calls() as u64;
            let (id, name) = (text(&item["call_id"]), text(&item["name"]));
            gather.call(key, id, name, &item["arguments"]);
        }
        "reasoning" => gather.opaque(item.clone()),
        _ => {}
    }
}

/// Takes the end of a response that did not fail.
fn end(response: &Value, gather: &mut Gather) -> Next {
    let usage = &response["usage"];
    gather.usage = Usage {
        input_tokens: tokens(&usage["input_tokens"]),
        output_tokens: tokens(&usage["output_tokens"]),
        cached_tokens: tokens(&usage["input_tokens_details"]["cached_tokens"]),
        written_tokens: tokens(&usage["input_tokens_details"]["cache_write_tokens"]),
    };
    let reason = text(&response["incomplete_details"]["reason"]);
    gather.stop = Some(match (reason, text(&response["status"])) {
        ("content_filter", _) => StopReason::Refusal,
        ("", status) if status != "incomplete" => StopReason::End,
        _ => StopReason::MaxTokens,
    });
    Next::Done
}
