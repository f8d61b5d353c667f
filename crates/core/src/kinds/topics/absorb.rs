//! What is made of the interviewer's reading: quotations that are in the answer, and a probe that can be put.

use super::Topics;
use super::form;
use super::plan::{asked, ended, has_room, puts_again, reaction, stop};
use super::wording::touches;
use crate::kinds::{Plan, Reading, Reply, is_repetition};
use crate::session::Session;
use colloquy_findings::{normal_form, word_count};
use colloquy_schema::contract::rules::question_marks;
use colloquy_schema::{
    Covered, Fact, Interviewer, ProbeKind, Probes, Purpose, TopicEnd, TopicMode, TopicRole,
    TopicsAsk, TopicsFact,
};
use serde_json::Value;

/// Shortest and longest probe, in characters.
const PROBE_CHARS: (usize, usize) = (8, 400);
/// Fewest words of a quotation: less shows nothing.
const QUOTE_WORDS: usize = 2;

/// Turns a reading into facts, the first of which ends the step.
pub(super) fn absorb(kind: &Topics, session: &Session, plan: &Plan, reading: Reading) -> Vec<Fact> {
    let Purpose::Topics(ask) = &plan.ask.purpose else {
        return Vec::new();
    };
    let (Some(last), Some(place)) = (session.exchanges.last(), kind.place(&ask.topic)) else {
        return Vec::new();
    };
    let question = last.question.number;
    let (value, usable) = match reading {
        Reading::Value(Reply::Value(value)) => (value, true),
        _ => (Value::Null, false),
    };
    let covered = covered(ask, last.answer_text(), &value);
    // The built-in interviewer alone is believed in what stands before the owner's words, in what somebody wants to end, and in what an
    // answer does that cannot wait: it says nothing else beyond its number.
    let believed = session.interviewer == Interviewer::Scripted;
    let standardised = kind.plan.mode == TopicMode::Standardised;
    let lead = value["lead"].as_str().unwrap_or_default().trim();
    let leads = believed && !standardised && lead.chars().count() <= PROBE_CHARS.1;
    let read = TopicsFact::Read {
        question,
        covered,
        lead: if leads { lead.into() } else { String::new() },
    };
    let mut facts = vec![read.recorded()];
    let standing = &kind.state.topics[place];
    let first = standing.questions.first() == Some(&question);
    if value["refused"] == true {
        facts.push(ended(
            kind,
            place,
            if first {
                TopicEnd::Refused
            } else {
                TopicEnd::Answered
            },
        ));
        return facts;
    }
    if believed && value["stop"] == true {
        facts.extend(stop(kind, "asked"));
        return facts;
    }
    let say = value["say"].as_str().unwrap_or_default().trim();
    let says = ask.says_left > 0 || believed && has_room(kind, session);
    if says && !say.is_empty() && can_be_put(kind, session, say, true) {
        facts.extend(asked(
            kind,
            session,
            place,
            TopicRole::Say,
            None,
            say.into(),
        ));
        return facts;
    }
    if puts_again(kind, session, last, place) {
        facts.extend(form::put_again(kind, session, place));
        return facts;
    }
    if standardised || !matches!(kind.plan.topics[place].probes, Probes::Adaptive(_)) {
        // Fixed probes are put by the plan; without any the plan ends the topic.
        return facts;
    }
    let enough = ask.probes_left == 0 || value["enough"] == true;
    match probe(kind, session, ask, &value, usable).filter(|_| !enough) {
        Some((probe, text)) => {
            facts.extend(asked(
                kind,
                session,
                place,
                TopicRole::Probe,
                Some(probe),
                text,
            ));
        }
        None => facts.push(ended(kind, place, reaction(first, last))),
    }
    facts
}

/// What is covered by the reply, as far as the answer has the words.
fn covered(ask: &TopicsAsk, answer: &str, value: &Value) -> Vec<Covered> {
    let mut out: Vec<Covered> = Vec::new();
    for item in value["covered"].as_array().into_iter().flatten() {
        let text = |key: &str| item[key].as_str().unwrap_or_default().trim();
        let (topic, quote) = (text("topic"), text("quote"));
        let open = ask.open.iter().any(|open| open.id == topic);
        let shown = answer.contains(quote) && word_count(quote) >= QUOTE_WORDS;
        if open && shown && !out.iter().any(|other| other.topic == topic) {
            out.push(Covered {
                topic: topic.into(),
                quote: quote.into(),
            });
        }
    }
    out
}

/// The probe that is put: the reply's, where it can be; else a neutral one. A reply of no use brings one neutral probe for a topic.
fn probe(
    kind: &Topics,
    session: &Session,
    ask: &TopicsAsk,
    value: &Value,
    usable: bool,
) -> Option<(ProbeKind, String)> {
    let text = value["question"].as_str().unwrap_or_default().trim();
    let named = value["kind"].as_str().unwrap_or_default();
    let known = ask.kinds.iter().copied().find(|kind| kind.name() == named);
    if usable && can_be_put(kind, session, text, false) {
        return Some((known.unwrap_or(ask.kinds[0]), text.into()));
    }
    if !usable && !ask.put.is_empty() {
        return None;
    }
    let template = &session.template().id;
    ask.kinds.iter().find_map(|probe| {
        let mut sentences = session.wording.bank.sentences(probe.bank_use(), template);
        // Sentences with slots are the built-in interviewer's.
        let sentence =
            sentences.find(|text| !text.contains('{') && can_be_put(kind, session, text, false));
        Some((*probe, sentence?.to_string()))
    })
}

/// True for words that can be put as they are: of a usual length, one question at most, not what was or will be asked, and on nothing
/// that is never asked about.
fn can_be_put(kind: &Topics, session: &Session, text: &str, may_tell: bool) -> bool {
    let chars = text.chars().count();
    let marks = question_marks(text);
    let questions = marks == 1 || may_tell && marks == 0;
    let form = normal_form(text);
    let asked_later = kind.words.topics.values().any(|topic| {
        let own = std::iter::once(&topic.ask).chain(&topic.probes);
        own.into_iter().any(|own| normal_form(own) == form)
    });
    (PROBE_CHARS.0..=PROBE_CHARS.1).contains(&chars)
        && questions
        && !asked_later
        && !touches(&kind.words.never, text)
        && !is_repetition(session, text)
}
