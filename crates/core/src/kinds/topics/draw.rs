//! An interview over topics as it is shown and handed back.

use super::state::Standing;
use super::wording::{is_double, leads, names_answer};
use super::{NAME, TopicView, Topics, TopicsView, form, quotes};
use crate::session::Session;
use crate::wording::fill;
use colloquy_schema::{ProbeKind, Reaction, TopicEnd, TopicRole, TopicsEnd};
use serde_json::{Map, Value, json};

/// How it ended: by its own account, else it was stopped from outside.
fn end(kind: &Topics, session: &Session) -> Option<(TopicsEnd, String)> {
    match &kind.state.over {
        Some(over) => Some(over.clone()),
        None => session
            .closed
            .map(|reason| (TopicsEnd::Stopped, reason.name().into())),
    }
}

pub(super) fn closing(kind: &Topics, session: &Session) -> Option<String> {
    let (end, because) = end(kind, session)?;
    if end == TopicsEnd::ScreenedOut
        && let Some(message) = kind.words.topics.get(&because).map(|topic| &topic.message)
        && !message.is_empty()
    {
        return Some(message.clone());
    }
    let words = &kind.words.ends.get(&end)?.words;
    (!words.is_empty()).then(|| words.clone())
}

/// The address to go on to, with what it carries.
fn redirect(kind: &Topics, session: &Session) -> String {
    let ended = end(kind, session).and_then(|(end, _)| kind.words.ends.get(&end));
    let Some(ended) = ended.filter(|ended| !ended.redirect.is_empty()) else {
        return String::new();
    };
    let mut slots = vec![("session".to_string(), encoded(&session.id))];
    for (name, value) in &kind.handed_in {
        let text = value
            .as_str()
            .map_or_else(|| value.to_string(), String::from);
        slots.push((["value.", name].concat(), encoded(&text)));
    }
    let slots: Vec<(&str, &str)> = slots
        .iter()
        .map(|(name, value)| (name.as_str(), value.as_str()))
        .collect();
    fill(&ended.redirect, &slots)
}

/// Percent-encodes a text as a part of an address.
fn encoded(text: &str) -> String {
    let mut out = String::new();
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            out.push(char::from(byte));
        } else {
            let digit = |of: u8| char::from(b"0123456789ABCDEF"[usize::from(of)]);
            out.extend(['%', digit(byte >> 4), digit(byte & 15)]);
        }
    }
    out
}

fn state(kind: &Topics, session: &Session, place: usize) -> &'static str {
    let standing = &kind.state.topics[place];
    match standing.ended {
        Some(ended) => ended.name(),
        None if session.closed.is_none() && !standing.questions.is_empty() => "current",
        None if session.closed.is_none() => "ahead",
        None if answered(session, &standing.questions) => TopicEnd::Answered.name(),
        None => TopicEnd::NotReached.name(),
    }
}

fn answered(session: &Session, questions: &[u32]) -> bool {
    let mut exchanges = questions
        .iter()
        .filter_map(|number| session.exchanges.get(*number as usize - 1));
    exchanges.any(|exchange| {
        matches!(
            exchange.reaction,
            Some(Reaction::Answered(_) | Reaction::Filled)
        )
    })
}

pub(super) fn view(kind: &Topics, session: &Session) -> TopicsView {
    let topics = kind.plan.topics.iter().enumerate();
    let topics = topics
        .filter(|(place, _)| kind.state.topics[*place].ended != Some(TopicEnd::NotApplicable));
    let topics = topics.map(|(place, topic)| {
        let standing = &kind.state.topics[place];
        TopicView {
            id: topic.id.clone(),
            title: kind.words.topics[&topic.id].title.clone(),
            must: topic.must,
            state: state(kind, session, place).into(),
            questions: standing.questions.len() as u32,
            covered: !standing.covered.is_empty(),
        }
    });
    TopicsView {
        kind: NAME,
        topics: topics.collect(),
        values: if session.finished.is_some() {
            Vec::new()
        } else {
            form::changeable(kind, session)
        },
        end: end(kind, session).map_or("", |(end, _)| end.name()),
        redirect: redirect(kind, session),
    }
}

/// Topics that are over, of all: it never decreases.
pub(super) fn percent(kind: &Topics, session: &Session) -> u32 {
    if session.closed.is_some() {
        return 100;
    }
    (kind.state.most_over * 100 / kind.state.topics.len().max(1)) as u32
}

pub(super) fn outcome(kind: &Topics, session: &Session, out: &mut Map<String, Value>) {
    if let Some((end, because)) = end(kind, session) {
        let mut ended = json!({ "kind": end.name() });
        if !because.is_empty() {
            ended["because"] = because.into();
        }
        let redirect = redirect(kind, session);
        if !redirect.is_empty() {
            ended["redirect"] = redirect.into();
        }
        out.insert("end".into(), ended);
        let deliver = kind.plan.deliver.as_ref();
        if let Some(deliver) = deliver.filter(|deliver| deliver.ends.contains(&end)) {
            out.insert("deliver".into(), json!(deliver));
        }
    }
    out.insert("study".into(), kind.plan.study.as_str().into());
    if kind.simulated {
        out.insert("simulated".into(), true.into());
    }
    let topics = (0..kind.plan.topics.len()).map(|place| topic(kind, session, place));
    out.insert("topics".into(), topics.collect());
    let mut values = Map::new();
    for (name, value) in &kind.handed_in {
        values.insert(name.clone(), value.clone());
    }
    for (topic, standing) in kind.plan.topics.iter().zip(&kind.state.topics) {
        let redacted = standing.valued_at.is_some_and(|number| {
            session
                .exchanges
                .get(number as usize - 1)
                .is_some_and(|exchange| exchange.redacted)
        });
        if topic.answer.has_value() && !redacted {
            values.insert(topic.id.clone(), standing.value.clone().unwrap_or_default());
        }
    }
    out.insert("values".into(), Value::Object(values));
    out.insert("report".into(), report(kind, session));
}

/// True for a topic that was answered with content: a value, or words that may be quoted.
fn is_covered(standing: &Standing, quotes: &[(u32, String)]) -> bool {
    standing.value.is_some() || !quotes.is_empty()
}

fn topic(kind: &Topics, session: &Session, place: usize) -> Value {
    let (topic, standing) = (&kind.plan.topics[place], &kind.state.topics[place]);
    let words = &kind.words.topics[&topic.id];
    let quotes = quotes::of(kind, session, place);
    let quoted = quotes
        .iter()
        .map(|(question, text)| json!({ "question": question, "text": text }));
    let quoted: Value = quoted.collect();
    let kinds: Value = standing.kinds.iter().map(|kind| kind.name()).collect();
    let mut out = json!({
        "id": topic.id,
        "title": words.title,
        "must": topic.must,
        "state": state(kind, session, place),
        "covered": is_covered(standing, &quotes),
        "questions": standing.questions,
        "probes": kinds,
        "quotes": quoted,
    });
    if topic.accept.is_some() {
        out["screening"] = true.into();
    }
    out
}

/// The report card of the interview.
fn report(kind: &Topics, session: &Session) -> Value {
    let mut asked = 0;
    let mut put_or_refused = 0;
    let mut applicable = 0;
    let mut covered = 0;
    for (place, topic) in kind.plan.topics.iter().enumerate() {
        let standing = &kind.state.topics[place];
        if standing.ended == Some(TopicEnd::NotApplicable) {
            continue;
        }
        applicable += 1;
        covered += u32::from(is_covered(standing, &quotes::of(kind, session, place)));
        if topic.must {
            asked += 1;
            let refused = standing.ended == Some(TopicEnd::Refused);
            put_or_refused += u32::from(refused || !standing.questions.is_empty());
        }
    }
    let answers = session
        .exchanges
        .iter()
        .filter(|exchange| !exchange.answer_text().is_empty());
    let words: Vec<u32> = answers.map(|exchange| exchange.words).collect();
    let probes = kind
        .state
        .puts
        .iter()
        .flatten()
        .filter(|put| put.role == TopicRole::Probe)
        .count();
    let of_kind = |probe: ProbeKind| {
        let all = kind.state.topics.iter().flat_map(|topic| &topic.kinds);
        all.filter(|other| **other == probe).count()
    };
    let mut kinds = Map::new();
    for probe in ProbeKind::ALL {
        kinds.insert(probe.name().into(), of_kind(probe).into());
    }
    let kinds = Value::Object(kinds);
    let language = session.guide.wording(&session.setup.locale).0;
    let put = || session.exchanges.iter().map(|exchange| &exchange.question);
    let names = put().filter(|question| {
        let role = kind.state.put(question.number).map(|put| put.role);
        let before = question.number as usize;
        let before = before.checked_sub(2).map(|place| &session.exchanges[place]);
        role == Some(TopicRole::Probe)
            && before.is_some_and(|before| {
                names_answer(&question.text, before.answer_text(), &before.question.text)
            })
    });
    json!({
        "questions": session.asked(),
        "topics": applicable,
        "covered": covered,
        "mustAsks": { "asked": put_or_refused, "of": asked },
        "probes": probes,
        "probesByKind": kinds,
        "namesAnswer": names.count(),
        "leading": put().filter(|question| leads(language, &question.text)).count(),
        "double": put().filter(|question| is_double(language, &question.text)).count(),
        "answers": words.len(),
        "wordsPerAnswer": words.iter().sum::<u32>().checked_div(words.len() as u32).unwrap_or(0),
    })
}
