//! What a reply has brought so far, within bounds.

use super::{ARGUMENT_BYTES, CALLS, OPAQUE_BYTES, TEXT_BYTES};
use crate::json;
use crate::names::Names;
use crate::request::PLACE;
use colloquy_jsonstream::parse;
use colloquy_schema::{RawReply, StopReason, ToolCall, Usage};
use serde_json::{Value, json};

/// One tool call under way.
#[derive(Clone, Debug, Default)]
struct Slot {
    /// By what the stream identifies it.
    key: u64,
    id: String,
    name: String,
    /// Its arguments as text, in pieces.
    text: String,
    /// Its arguments, where they came whole.
    whole: Option<Value>,
}

/// The parts of a reply.
#[derive(Clone, Debug, Default)]
pub(crate) struct Gather {
    text: String,
    /// Bytes of `text` that were given out.
    given: usize,
    refusal: String,
    slots: Vec<Slot>,
    opaque: Vec<Value>,
    /// Bytes of text and number of calls before the last opaque block.
    place: (usize, usize),
    argument_bytes: usize,
    opaque_bytes: usize,
    /// Why the model stopped, once it was reported: the reply is whole then, whatever else may come.
    pub(crate) stop: Option<StopReason>,
    pub(crate) usage: Usage,
    /// What has become too long.
    pub(crate) over: Option<&'static str>,
}

impl Gather {
    /// Adds to the text.
    pub(crate) fn text(&mut self, text: &str) {
        if self.room(self.text.len() + text.len(), TEXT_BYTES, "text") {
            self.text.push_str(text);
        }
    }

    /// Returns how long the text is, in bytes.
    pub(crate) fn text_bytes(&self) -> usize {
        self.text.len()
    }

    /// True when the model has replied with something, a refusal included.
    pub(crate) fn has_spoken(&self) -> bool {
        !self.text.is_empty() || !self.refusal.is_empty()
    }

    /// Adds to the text of a refusal; it is the reply's text only when there is no other, and is not
    /// shown while it streams.
    pub(crate) fn refusal(&mut self, text: &str) {
        if self.room(self.refusal.len() + text.len(), TEXT_BYTES, "text") {
            self.refusal.push_str(text);
        }
    }

    /// Returns the text that was not given out yet, if any.
    pub(crate) fn fresh(&mut self) -> Option<String> {
        let fresh = &self.text[self.given..];
        self.given = self.text.len();
        (!fresh.is_empty()).then(|| fresh.into())
    }

    /// Adds to the call that the stream knows by `key`, or begins it. A name is set once, as some servers repeat it.
    ///
    /// Another id under a key that has one is another call: some servers give all calls of a reply the index 0.
    pub(crate) fn call(&mut self, key: u64, id: &str, name: &str, arguments: &Value) {
        let last = self.slots.iter().rposition(|slot| slot.key == key);
        let last = last.filter(|at| {
            let had = &self.slots[*at].id;
            id.is_empty() || had.is_empty() || had == id
        });
        let at = last.unwrap_or(self.slots.len());
        if last.is_none() {
            if !self.room(at + 1, CALLS, "list of tool calls") {
                return;
            }
            let slot = Slot {
                key,
                ..Slot::default()
            };
            self.slots.push(slot);
        }
        let size = match arguments {
            Value::String(text) => text.len(),
            Value::Null => 0,
            whole => json::text(whole).len(),
        };
        self.argument_bytes += size + id.len() + name.len();
        if !self.room(
            self.argument_bytes,
            ARGUMENT_BYTES,
            "arguments of a tool call",
        ) {
            return;
        }
        let slot = &mut self.slots[at];
        if slot.id.is_empty() {
            slot.id = id.into();
        }
        if slot.name.is_empty() {
            slot.name = name.into();
        }
        match arguments {
            Value::String(text) => slot.text.push_str(text),
            Value::Null => {}
            whole => slot.whole = Some(whole.clone()),
        }
    }

    /// True when a call of this id is there; never of the empty one.
    pub(crate) fn has_call(&self, id: &str) -> bool {
        !id.is_empty() && self.slots.iter().any(|slot| slot.id == id)
    }

    /// True when the stream knows a call by `key`.
    pub(crate) fn has_key(&self, key: u64) -> bool {
        self.slots.iter().any(|slot| slot.key == key)
    }

    /// Returns what the stream knows the last call by.
    pub(crate) fn last_key(&self) -> Option<u64> {
        self.slots.last().map(|slot| slot.key)
    }

    /// Returns how many calls there are.
    pub(crate) fn calls(&self) -> usize {
        self.slots.len()
    }

    /// Keeps a block to be sent back, and where it stood, unless that is where the one before it stood or the beginning.
    pub(crate) fn opaque(&mut self, block: Value) {
        self.opaque_bytes += json::text(&block).len();
        if !self.room(self.opaque_bytes, OPAQUE_BYTES, "reasoning") {
            return;
        }
        let place = (self.text.len(), self.slots.len());
        if place != self.place {
            self.place = place;
            self.opaque
                .push(json!({ "type": PLACE, "text": place.0, "tool_calls": place.1 }));
        }
        self.opaque.push(block);
    }

    /// Adds a piece to the text of the last opaque block when that is a piece of the same block, else keeps it as a block.
    pub(crate) fn opaque_piece(&mut self, piece: &Value, same: &[&str], grow: &[&str]) {
        let last = self.opaque.last_mut();
        let Some(last) = last.filter(|last| same.iter().all(|key| last[*key] == piece[*key]))
        else {
            return self.opaque(piece.clone());
        };
        let mut size = 0;
        if let (Some(last), Some(piece)) = (last.as_object_mut(), piece.as_object()) {
            for (key, value) in piece {
                let text = value.as_str().filter(|_| grow.contains(&key.as_str()));
                size += text.map_or(0, str::len);
                match (last.get_mut(key), text) {
                    (Some(Value::String(had)), Some(text))
                        if self.opaque_bytes + size <= OPAQUE_BYTES =>
                    {
                        had.push_str(text);
                    }
                    _ if value.is_null() => {}
                    (Some(_), Some(_)) => {}
                    _ => {
                        last.insert(key.clone(), value.clone());
                    }
                }
            }
        }
        self.opaque_bytes += size;
        self.room(self.opaque_bytes, OPAQUE_BYTES, "reasoning");
    }

    /// Remembers `what` when `size` is over `most`.
    fn room(&mut self, size: usize, most: usize, what: &'static str) -> bool {
        let fits = size <= most;
        if !fits {
            self.over = Some(what);
        }
        fits
    }

    /// Puts the whole reply together. `taken` are the ids that calls of the conversation have already.
    pub(crate) fn done(self, names: &Names, taken: &[String]) -> RawReply {
        let mut stop = self.stop.unwrap_or_default();
        if !self.refusal.is_empty() {
            stop = StopReason::Refusal;
        }
        // Servers that imitate others often report `stop` where they call tools.
        stop = match (stop, self.slots.is_empty()) {
            (StopReason::End, false) => StopReason::ToolUse,
            (StopReason::ToolUse, true) => StopReason::End,
            _ => stop,
        };
        let mut tool_calls: Vec<ToolCall> = Vec::new();
        for slot in self.slots {
            let mut id = slot.id;
            let mut number = taken.len() + tool_calls.len();
            // Some servers give no ids, or the same one twice; a result has to find its call.
            while id.is_empty()
                || taken.contains(&id)
                || tool_calls.iter().any(|call| call.id == id)
            {
                number += 1;
                id = ["call_", &number.to_string()].concat();
            }
            tool_calls.push(ToolCall {
                id,
                name: names.own(&slot.name),
                arguments: slot.whole.unwrap_or_else(|| arguments(slot.text)),
            });
        }
        let mut opaque = self.opaque;
        if tool_calls.is_empty() {
            // It goes back with calls only, and can be long.
            opaque.retain(|block| block["type"] != "reasoning_content");
        }
        RawReply {
            text: if self.text.is_empty() {
                self.refusal
            } else {
                self.text
            },
            stop,
            usage: self.usage,
            tool_calls,
            opaque,
        }
    }
}

/// Reads arguments. None at all is the empty object; what is not valid JSON stays as text, for dispatch to refuse with a reason.
fn arguments(text: String) -> Value {
    if text.trim().is_empty() {
        return json!({});
    }
    parse(&text).unwrap_or(Value::String(text))
}
