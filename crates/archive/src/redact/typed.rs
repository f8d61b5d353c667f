//! Typed questions: forms of the engine's own, which no model called for.

use crate::kinds;
use colloquy_schema::{Fact, Record, ToolCall};
use serde_json::Value;

/// Name of the call that is made of such a form.
const QUESTION: &str = "question";

/// Makes the call of a form of the engine's own, with the place of its record; nothing for an id that a model gave.
pub(super) fn call_of(records: &[Record], id: &str) -> Option<(usize, ToolCall)> {
    let mut places = records.iter().enumerate().rev();
    places.find_map(|(place, record)| match &record.fact {
        Fact::ToolWaiting {
            id: own,
            form: Some(form),
            ..
        } if own == id && form["answer"].is_object() => {
            let call = ToolCall {
                id: own.clone(),
                name: QUESTION.into(),
                arguments: form.clone(),
            };
            Some((place, call))
        }
        _ => None,
    })
}

/// What was chosen, in words, and the text of a file that was handed in; nothing for a form that a model called for.
pub(super) fn chosen(call: Option<&ToolCall>, result: &Value) -> Option<Vec<String>> {
    let call = call.filter(|call| call.name == QUESTION)?;
    let value = &result["value"];
    let words = kinds::ALL
        .iter()
        .find_map(|kind| kind.in_words(&call.arguments, value));
    let text = value["text"].as_str().filter(|text| !text.is_empty());
    Some(words.into_iter().chain(text.map(String::from)).collect())
}
