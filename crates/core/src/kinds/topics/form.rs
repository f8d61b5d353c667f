//! Typed questions as forms of the engine's own: shown, judged, and recorded once they are filled in.

use super::plan::{asked, led};
use super::{TopicValue, Topics};
use crate::forms::{FilledView, FormKind, Forms, file, max_bytes};
use crate::misuse::{Misuse, MisuseCode};
use crate::session::{Exchange, Session, ToolState};
use colloquy_schema::{
    Fact, FileRef, Issue, Question, ToolCall, TopicRole, TopicsFact, Typed, codec,
};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The forms of typed questions.
#[derive(Debug)]
pub(super) struct TopicForms;

/// What the id of the call ends with where a typed topic is put once more.
const AGAIN: &str = ":again";

/// True for a question that puts a typed topic once more.
pub(super) fn is_again(question: &Question) -> bool {
    let form = question.form.as_deref();
    form.is_some_and(|id| id.starts_with("topic:") && id.ends_with(AGAIN))
}

/// The id of the call that a typed topic's form has.
fn call_id(topic: &str) -> String {
    ["topic:", topic].concat()
}

/// Puts a typed topic: what it is for, then its form, above which the machine puts the owner's words as a question.
pub(super) fn put(kind: &Topics, session: &Session, place: usize) -> Vec<Fact> {
    let title = led(kind, &kind.words.topics[&kind.plan.topics[place].id].ask);
    put_as(kind, session, place, TopicRole::Ask, title)
}

/// Puts it once more, with what can be chosen: its answer in words was no value.
pub(super) fn put_again(kind: &Topics, session: &Session, place: usize) -> Vec<Fact> {
    let topic = &kind.plan.topics[place];
    let words = &kind.words.topics[&topic.id];
    let choices = match &topic.answer {
        Typed::YesNo => kind.words.yes_no.join(" / "),
        Typed::Scale { from, to } => format!("{from}–{to}"),
        Typed::File { formats, .. } => formats.join(" / "),
        answer => {
            let label = |id: &String| words.labels.get(id).unwrap_or(id).clone();
            let labels: Vec<String> = answer.options().iter().map(label).collect();
            labels.join(" / ")
        }
    };
    let title = match choices.as_str() {
        "" => words.ask.clone(),
        choices => [&words.ask, " (", choices, ")"].concat(),
    };
    put_as(kind, session, place, TopicRole::Say, title)
}

fn put_as(
    kind: &Topics,
    session: &Session,
    place: usize,
    role: TopicRole,
    title: String,
) -> Vec<Fact> {
    let topic = &kind.plan.topics[place];
    let words = &kind.words.topics[&topic.id];
    let again = if role == TopicRole::Ask { "" } else { AGAIN };
    let schema = topic.answer.form_schema(&words.labels, &kind.words.yes_no);
    let form = json!({
        "title": title,
        "schema": schema,
        "data": {},
        "answer": topic.answer,
        "labels": words.labels,
        "yes_no": kind.words.yes_no,
    });
    let mut facts = asked(kind, session, place, role, None, String::new());
    facts.truncate(1);
    facts.push(Fact::ToolWaiting {
        id: [&call_id(&topic.id), again].concat(),
        reason: "A typed question.".into(),
        token: [&session.id, "-", &session.records.to_string()].concat(),
        form: Some(form),
    });
    facts
}

/// The value that the form of a question was filled in with.
pub(super) fn filled(session: &Session, question: u32) -> Option<Value> {
    let exchange = session.exchanges.get((question as usize).checked_sub(1)?)?;
    let id = exchange.question.form.as_deref()?;
    let mut tools = session.tools.iter().filter(|tool| tool.call.id == id);
    match &tools.next_back()?.state {
        ToolState::Ended(result) => result.get("value").cloned(),
        _ => None,
    }
}

/// A form as it was put.
struct Own {
    answer: Typed,
    labels: BTreeMap<String, String>,
    yes_no: [String; 2],
}

impl Own {
    fn read(form: &Value) -> Option<Own> {
        Some(Own {
            answer: serde_json::from_value(form["answer"].clone()).ok()?,
            labels: serde_json::from_value(form["labels"].clone()).ok()?,
            yes_no: serde_json::from_value(form["yes_no"].clone()).ok()?,
        })
    }
}

/// The result of a form that was filled in with the value of `given`: `{ value }`, or `{ files }` with one.
fn judged(session: &Session, answer: &Typed, given: &Value) -> Result<Value, Misuse> {
    let is_file = matches!(answer, Typed::File { .. });
    let value = match given["files"].as_array() {
        Some(files) if is_file && files.len() == 1 => &files[0],
        _ => &given["value"],
    };
    let path = if is_file { "files.0" } else { "data.value" };
    let again = |url: &str| file(session, url).is_some();
    let kept = match value["storageUrl"].as_str() {
        Some(url) if again(url) => Err(("unique", "must be a new file of this session".into())),
        _ => answer.value(value),
    };
    kept.map(|value| json!({ "status": "ok", "value": value }))
        .map_err(|(rule, message)| {
            let found = (!value.is_null()).then_some(value);
            let issue = Issue::new(path, rule, message, found);
            Misuse::with_details(
                MisuseCode::InvalidForm,
                "mend what was filled in: every fault is listed with its path, rule and value; the form still waits",
                vec![issue],
            )
        })
}

/// Changes the value of a typed question: `{ question, value }`. It is kept in words, as an answer is that is amended; a file has no words
/// beyond its name, and is kept beside them.
pub(super) fn change(kind: &Topics, session: &Session, edit: &Value) -> Result<Vec<Fact>, Misuse> {
    let known = edit["question"].as_u64().and_then(|number| {
        let at = usize::try_from(number).ok()?.checked_sub(1)?;
        let exchange = session.exchanges.get(at)?;
        let place = kind.state.put(exchange.question.number)?.topic;
        can_change(kind, exchange, place).then_some((exchange.question.number, place))
    });
    let Some((question, place)) = known else {
        return Err(Misuse::new(
            MisuseCode::NoSuchQuestion,
            "there is no typed question of that number that has a value: see view.kind.values",
        ));
    };
    let topic = &kind.plan.topics[place];
    let result = judged(session, &topic.answer, edit)?;
    let (value, labels) = (&result["value"], &kind.words.topics[&topic.id].labels);
    let yes_no = &kind.words.yes_no;
    let text = topic.answer.in_words(value, labels, yes_no);
    let read = topic.answer.of_words(&text, labels, yes_no);
    let amended = Fact::Amended {
        question,
        text,
        redacted: false,
    };
    if matches!(topic.answer, Typed::File { .. }) {
        let valued = TopicsFact::Valued {
            topic: topic.id.clone(),
            question,
            value: Some(value.clone()),
        };
        return Ok(vec![amended, valued.recorded()]);
    }
    if read.as_ref() != Some(value) {
        return Err(Misuse::new(
            MisuseCode::InvalidForm,
            "two options have the same words: this one cannot be chosen later",
        ));
    }
    Ok(vec![amended])
}

/// True for the question of a typed topic that has a value.
fn can_change(kind: &Topics, exchange: &Exchange, place: usize) -> bool {
    let standing = &kind.state.topics[place];
    standing.valued_at == Some(exchange.question.number)
        && standing.value.is_some()
        && !exchange.redacted
}

/// The typed questions whose values can be changed, each with its form as it was put and the value that it has.
pub(super) fn changeable(kind: &Topics, session: &Session) -> Vec<TopicValue> {
    let typed = session.exchanges.iter().filter_map(|exchange| {
        let place = kind.state.put(exchange.question.number)?.topic;
        if !can_change(kind, exchange, place) {
            return None;
        }
        let topic = &kind.plan.topics[place];
        let labels = &kind.words.topics[&topic.id].labels;
        let mut value = kind.state.topics[place].value.clone().unwrap_or_default();
        if let (Typed::File { .. }, Value::Object(file)) = (&topic.answer, &mut value) {
            // A screen is drawn at every change, and shows nothing of the text.
            file.remove("text");
        }
        Some(TopicValue {
            question: exchange.question.number,
            schema: topic.answer.form_schema(labels, &kind.words.yes_no),
            data: json!({ "value": value }),
        })
    });
    typed.collect()
}

/// Writes the value that a form was filled in with in words; nothing where the form is none of a typed question.
pub fn in_words(form: &Value, value: &Value) -> Option<String> {
    let own = Own::read(form)?;
    Some(own.answer.in_words(value, &own.labels, &own.yes_no))
}

impl Forms for TopicForms {
    fn lead(&self, _session: &Session, call: &ToolCall, own: Option<&Value>) -> String {
        let form = own.unwrap_or(&call.arguments);
        form["title"].as_str().unwrap_or_default().into()
    }

    fn shown(&self, session: &Session, call: &ToolCall, own: Option<&Value>) -> FormKind {
        let form = own.unwrap_or(&call.arguments);
        let title = String::from(form["title"].as_str().unwrap_or_default());
        if let Some(Typed::File {
            formats,
            max_bytes: most,
        }) = Own::read(form).map(|own| own.answer)
        {
            return FormKind::Upload {
                accepts: formats,
                max_bytes: most.min(max_bytes(session, most)),
                multiple: false,
                question: Some(title),
            };
        }
        FormKind::Host {
            title,
            schema: form["schema"].clone(),
            data: form["data"].clone(),
        }
    }

    fn settle(
        &self,
        session: &Session,
        call: &ToolCall,
        own: Option<&Value>,
        value: &Value,
    ) -> Result<Value, Misuse> {
        let own = Own::read(own.unwrap_or(&call.arguments));
        let answer = own.map_or(Typed::Open, |own| own.answer);
        // What a page hands in is the data of a form; a program may hand in the value alone.
        judged(session, &answer, value.get("data").unwrap_or(value))
    }

    fn filled(&self, call: &ToolCall, result: &Value) -> FilledView {
        let words = in_words(&call.arguments, &result["value"]);
        FilledView {
            tool: call.name.clone(),
            data_type: None,
            status: result["status"].as_str().unwrap_or_default().into(),
            items: words
                .filter(|_| result["status"] == "ok")
                .into_iter()
                .collect(),
            notes: String::new(),
        }
    }

    fn files(&self, _call: &ToolCall, result: &Value) -> Vec<FileRef> {
        let known = ["storageUrl", "name", "mimeType", "size"];
        let file = known.map(|key| (key, result["value"][key].clone()));
        let file: Value = file.into_iter().collect();
        codec::read(file).into_iter().collect()
    }
}
