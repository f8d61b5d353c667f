//! An interview over an owner's topics: what each came to, the typed values, and the quotations that facts keep of answers.

use crate::copies::{Copies, Removal, Secrets};
use crate::kind::{Bounds, Kind};
use crate::labels::{Label, Labels};
use crate::section::Section;
use crate::values::{list, string};
use colloquy_core::kinds::topics;
use colloquy_schema::{Fact, Issue, KindFact, TopicsFact, TopicsRecord};
use serde_json::Value;

const LABELS: &[Label] = &[
    ("topics", "Topics"),
    ("topic_line", "{topic}: {state}"),
    ("topic_answered", "answered"),
    ("topic_refused", "refused"),
    ("topic_skipped", "skipped"),
    ("topic_not_applicable", "does not apply"),
    ("topic_not_reached", "not reached"),
    ("values", "Values"),
];

pub(super) struct Topics;

impl Kind for Topics {
    fn name(&self) -> &'static str {
        topics::NAME
    }

    fn labels(&self) -> &'static [Label] {
        LABELS
    }

    fn own_value<'a>(&self, _outcome: &'a Value) -> Option<&'a Value> {
        None
    }

    fn details(&self, outcome: &Value, labels: &Labels<'_>) -> Vec<Section> {
        let sections = [
            ("topics", states(outcome, labels)),
            ("values", values(outcome)),
        ];
        let sections = sections.into_iter();
        sections
            .filter_map(|(label, lines)| Section::list(labels.get(label), lines))
            .collect()
    }

    fn secrets(&self, removal: &Removal<'_>) -> Option<Box<dyn Secrets>> {
        let question = removal.question;
        let step = ["read:", &question.to_string()].concat();
        let calls = removal
            .records
            .iter()
            .filter_map(|record| match &record.fact {
                Fact::CallStarted(call) if call.step == step => Some(call.call),
                _ => None,
            });
        Some(Box::new(AnswerCopies {
            question,
            calls: calls.collect(),
        }))
    }

    fn bounds(&self) -> Option<Box<dyn Bounds>> {
        Some(Box::new(Readable))
    }
}

/// Writes one line for each topic that applied.
fn states(outcome: &Value, labels: &Labels<'_>) -> Vec<String> {
    let topics = list(&outcome["topics"]).iter();
    let line = |topic: &Value| {
        let title = string(&topic["title"]);
        let name = if title.is_empty() {
            string(&topic["id"])
        } else {
            title
        };
        let state = ["topic_", string(&topic["state"])].concat();
        labels.fill(
            "topic_line",
            &[("topic", name), ("state", labels.get(&state))],
        )
    };
    topics.map(line).collect()
}

/// Writes one line for each value.
fn values(outcome: &Value) -> Vec<String> {
    let values = outcome["values"].as_object().into_iter().flatten();
    let given = values.filter(|(_, value)| !value.is_null());
    let text = |value: &Value| match value {
        Value::String(text) => text.clone(),
        Value::Array(items) => {
            let items: Vec<&str> = items.iter().filter_map(Value::as_str).collect();
            items.join(", ")
        }
        other => other.to_string(),
    };
    given
        .map(|(name, value)| [name, ": ", &text(value)].concat())
        .collect()
}

/// What facts keep of the answer to this question: quotations, and the value it came to.
struct AnswerCopies {
    question: u32,
    /// Calls that read the answer.
    calls: Vec<u32>,
}

impl Secrets for AnswerCopies {
    fn fact(&self, fact: &mut Fact, copies: &Copies) {
        let Some(mut own) = TopicsFact::of(fact) else {
            return;
        };
        match &mut own {
            TopicsFact::Read { covered, .. } => covered
                .iter_mut()
                .for_each(|one| copies.entry(&mut one.quote)),
            TopicsFact::Valued {
                question, value, ..
            } if *question == self.question => *value = None,
            _ => return,
        }
        *fact = own.recorded();
    }

    fn is_about_answer(&self, call: u32) -> bool {
        self.calls.contains(&call)
    }
}

/// Facts of this kind are opaque to the reader of a file: here they are read.
struct Readable;

impl Bounds for Readable {
    fn check(&mut self, fact: &Fact) -> Result<(), Issue> {
        match fact {
            Fact::Kind(KindFact::Topics(TopicsRecord::Topics(_))) => TopicsFact::check(fact),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::redact;
    use colloquy_schema::Record;
    use serde_json::{Value, json};

    #[test]
    fn facts_lose_what_they_have_of_a_removed_answer() {
        let facts = [
            json!({ "began": { "session": "s", "guide": {}, "guide_hash": "", "engine": "0", "setup": {} } }),
            json!({ "asked": { "number": 1, "text": "What?", "kind": "topic", "follow_up_depth": 0 } }),
            json!({ "answered": { "question": 1, "text": "We mill rye and oats at night, seven sacks of it" } }),
            json!({ "topics": { "read": { "question": 1, "covered": [{ "topic": "t", "quote": "rye and oats at night" }] } } }),
            json!({ "topics": { "valued": { "topic": "u", "question": 1, "value": 7 } } }),
            json!({ "topics": { "valued": { "topic": "v", "question": 2, "value": 8 } } }),
        ];
        let records: Vec<Record> = (0..)
            .zip(facts)
            .map(|(seq, fact): (u32, Value)| {
                let record = json!({ "seq": seq, "at": seq, "v": 1, "fact": fact });
                Record::read(record).expect("a sound record")
            })
            .collect();
        let changed = redact(&records, 1);
        let text = serde_json::to_string(&changed).expect("JSON");
        assert!(!text.contains("rye"), "{text}");
        assert!(!text.contains("\"value\""), "{text}");
        // The answer, the quotation and its own value: that of the other question stays.
        assert_eq!(changed.len(), 3, "{text}");
    }
}
