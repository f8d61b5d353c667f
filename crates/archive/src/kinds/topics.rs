//! An interview over an owner's topics: what each came to, the typed values, and the quotations that facts keep of answers.

use crate::copies::{Copies, Removal, Secrets};
use crate::kind::{Bounds, Kind};
use crate::labels::{Label, Labels};
use crate::lines::one_line;
use crate::section::{Block, Line, Section};
use crate::values::{list, plain, string};
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
    ("topic_current", "being asked"),
    ("topic_ahead", "not asked yet"),
    ("topic_quote", "“{quote}” (question {n})"),
    ("values", "Values"),
    ("report", "The interview in numbers"),
    ("report_covered", "Topics with an answer: {n} of {of}"),
    (
        "report_must",
        "Must-asks that were put or refused: {n} of {of}",
    ),
    ("report_probes", "Probes: {n}"),
    ("report_words", "Words for each answer: {n}"),
    ("report_names", "Probes with words of the answer: {n}"),
    ("report_leading", "Leading questions: {n}"),
    ("report_double", "Double questions: {n}"),
    (
        "simulated",
        "This interview was given by a program, and not by a person.",
    ),
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

    fn in_words(&self, form: &Value, value: &Value) -> Option<String> {
        topics::in_words(form, value)
    }

    fn results(&self, outcome: &Value, labels: &Labels<'_>) -> Vec<Section> {
        let mut topics = Section::new(labels.get("topics"));
        if outcome["simulated"] == true {
            topics = topics.with(Block::Note(labels.get("simulated").into()));
        }
        let lines = states(outcome, labels);
        if !lines.is_empty() {
            topics = topics.with(Block::Tree(lines));
        }
        let values = Section::list(labels.get("values"), values(outcome, labels));
        let any = !topics.blocks.is_empty();
        any.then_some(topics).into_iter().chain(values).collect()
    }

    fn details(&self, outcome: &Value, labels: &Labels<'_>) -> Vec<Section> {
        let report = Section::list(labels.get("report"), report(outcome, labels));
        report.into_iter().collect()
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

/// The owner's words of a topic in the session's language.
fn words<'a>(labels: &Labels<'a>, id: &str) -> &'a Value {
    &labels.wording.kind.topics["topics"][id]
}

/// The name of a topic: its title, else its id.
fn name<'a>(labels: &Labels<'a>, id: &'a str) -> &'a str {
    match string(&words(labels, id)["title"]) {
        "" => id,
        title => title,
    }
}

/// Writes one line for each topic, with its quotations below it.
fn states(outcome: &Value, labels: &Labels<'_>) -> Vec<Line> {
    let mut lines = Vec::new();
    for topic in list(&outcome["topics"]) {
        let state = ["topic_", string(&topic["state"])].concat();
        let slots = [
            ("topic", name(labels, string(&topic["id"]))),
            ("state", labels.get(&state)),
        ];
        lines.push(Line::new(0, "", labels.fill("topic_line", &slots)));
        for quote in list(&topic["quotes"]) {
            let number = quote["question"].to_string();
            let slots = [("quote", string(&quote["text"])), ("n", &*number)];
            lines.push(Line::new(1, "", labels.fill("topic_quote", &slots)));
        }
    }
    lines
}

/// Writes one line for each value, in the words that it was chosen by.
fn values(outcome: &Value, labels: &Labels<'_>) -> Vec<String> {
    let values = outcome["values"].as_object().into_iter().flatten();
    let given = values.filter(|(_, value)| !value.is_null());
    let one = |id: &str, value: &Value| {
        let key = plain(value);
        let label = string(&words(labels, id)["labels"][key.as_str()]);
        match value {
            Value::Bool(yes) => {
                let own = &labels.wording.kind.topics["yes_no"][usize::from(!yes)];
                string(own).to_string()
            }
            Value::String(_) if !label.is_empty() => label.to_string(),
            // Of a file the name, which comes from elsewhere: it neither turns nor hides what stands beside it.
            Value::Object(file) => one_line(string(file.get("name").unwrap_or(&Value::Null))),
            _ => key,
        }
    };
    let text = |id: &str, value: &Value| match value {
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(|item| one(id, item)).collect();
            items.join(", ")
        }
        value => one(id, value),
    };
    given
        .map(|(id, value)| [name(labels, id), ": ", &text(id, value)].concat())
        .collect()
}

/// Writes the report card of the interview.
fn report(outcome: &Value, labels: &Labels<'_>) -> Vec<String> {
    let card = &outcome["report"];
    let must = &card["mustAsks"];
    let lines = [
        ("report_covered", &card["covered"], &card["topics"]),
        ("report_must", &must["asked"], &must["of"]),
        ("report_probes", &card["probes"], &Value::Null),
        ("report_words", &card["wordsPerAnswer"], &Value::Null),
        ("report_names", &card["namesAnswer"], &Value::Null),
        ("report_leading", &card["leading"], &Value::Null),
        ("report_double", &card["double"], &Value::Null),
    ];
    let known = lines.iter().filter(|(_, n, _)| n.is_u64());
    known
        .map(|(label, n, of)| labels.fill(label, &[("n", &n.to_string()), ("of", &of.to_string())]))
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
