//! JSON that is read while it still comes in.

use super::contracts::repair;
use super::deltas::DeltaEncoder;
use crate::bridge::text as json;
use colloquy_jsonstream::{Change, ChangeKind, Limits, Reader};
use serde_json::{Map, Value, json};

/// What is read of a reply while it still comes in.
pub(crate) trait Incoming {
    /// Takes a piece of text in, and returns where in the memory the changes stand that it brought, 0 for none: how many numbers
    /// of 32 bits follow, where the texts are, then the numbers. They are there until the next call.
    fn push(&mut self, text: &str) -> u32;

    /// Returns the value so far as JSON text; `null` when nothing was read.
    fn value(&self) -> String;

    /// Ends the text. Afterwards nothing more is read.
    fn finish(&mut self) -> String;
}

/// Starts with no text.
pub(crate) fn start() -> Box<dyn Incoming> {
    Box::new(Incremental {
        reader: Some(Reader::new(Limits::default())),
        deltas: DeltaEncoder::default(),
    })
}

struct Incremental {
    reader: Option<Reader>,
    deltas: DeltaEncoder,
}

impl Incoming for Incremental {
    fn push(&mut self, text: &str) -> u32 {
        let Some(reader) = self.reader.as_mut() else {
            return 0;
        };
        let deltas = &mut self.deltas;
        let begun = reader.text().len();
        deltas.write(text, begun, reader.follow(text));
        let length = deltas.words.len() - 2;
        if length == 0 {
            return 0;
        }
        deltas.words[0] = length as u32;
        deltas.words[1] = deltas.bytes.as_ptr() as u32;
        deltas.words.as_ptr() as u32
    }

    fn value(&self) -> String {
        let value = self.reader.as_ref().and_then(Reader::value);
        json(&value.unwrap_or_default())
    }

    fn finish(&mut self) -> String {
        let Some(reader) = self.reader.take() else {
            return "null".into();
        };
        let reply = reader.finish();
        let best = reply.candidates.first();
        let repairs: Vec<Value> = best
            .into_iter()
            .flat_map(|best| &best.repairs.list)
            .map(repair)
            .collect();
        let changes: Vec<Value> = reply.changes.iter().map(change).collect();
        json(
            &json!({ "value": reply.value(), "repairs": repairs, "prose": reply.prose, "changes": changes }),
        )
    }
}

fn change(change: &Change) -> Value {
    let mut out = Map::new();
    out.insert("path".into(), change.path.to_string().into());
    if change.candidate > 0 {
        out.insert("candidate".into(), change.candidate.into());
    }
    let (key, value) = match &change.kind {
        ChangeKind::Append(text) => ("append", text.as_str().into()),
        ChangeKind::Value(value) => ("value", value.clone()),
        ChangeKind::Withdrawn => ("withdrawn", true.into()),
    };
    out.insert(key.into(), value);
    Value::Object(out)
}
