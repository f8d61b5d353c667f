//! Reads an answer to an owner's question: what it does, which topics to come it covers in its own words, and which probe fits.

use crate::acts::Act;
use crate::ask::Ask;
use crate::memory::padded;
use crate::questioner::Questioner;
use crate::reactions::Move;
use crate::reply::text;
use colloquy_findings::{normal_form, sentences, word_count};
use colloquy_schema::{OpenTopic, ProbeKind, Purpose, RawReply, Reaction, TopicsAsk, codec};
use serde_json::{Value, json};

/// Words from which a sentence can show that a topic is covered.
const SHOWING_WORDS: usize = 5;
/// Words of a topic that a sentence must have.
const SHARED: usize = 2;
/// The use of sentences that follow a short answer.
const THIN: &str = "probe.thin";
/// Words from which an answer needs no second probe.
const FULL_WORDS: usize = 80;

/// Returns the reply to an ask of an interview over topics. Empty for any other ask.
pub(crate) fn respond(ask: &Ask) -> RawReply {
    let Purpose::Topics(wanted) = &ask.purpose else {
        return RawReply::default();
    };
    text(codec::text(&read(&Questioner::new(ask, None), wanted)))
}

fn read(questioner: &Questioner, ask: &TopicsAsk) -> Value {
    let last = questioner.last();
    let answered = matches!(last.map(|turn| &turn.reaction), Some(Reaction::Answered(_)));
    let last_answer = ask.turns.last().map_or("", |(_, answer)| answer);
    let words = answered && is_last(questioner, last_answer);
    if words && let Some(said) = questioner.answers.last() {
        if said.heard.has(Act::Refusal) {
            return json!({ "covered": [], "refused": true, "enough": true });
        }
        match &questioner.reaction {
            Some(Move::Say(say)) if ask.says_left > 0 => {
                return json!({ "covered": [], "enough": true, "say": say });
            }
            // What hurts is not probed, nor what somebody does not want to stay with.
            Some(Move::Say(_) | Move::Turn(_)) => return json!({ "covered": [], "enough": true }),
            _ => {}
        }
    }
    let covered: Vec<Value> = match questioner.answers.last().filter(|_| words) {
        Some(said) => covered(questioner, ask, &said.telling),
        None => Vec::new(),
    };
    let probe = if ask.probes_left > 0 {
        probe(questioner, ask, words)
    } else {
        None
    };
    match probe {
        Some((kind, question)) => {
            json!({ "covered": covered, "enough": false, "kind": kind.name(), "question": question })
        }
        None => json!({ "covered": covered, "enough": true }),
    }
}

/// True where the answer of the topic's last question is the last answer of the interview: a form has none in words.
fn is_last(questioner: &Questioner, answer: &str) -> bool {
    questioner
        .answers
        .last()
        .is_some_and(|said| said.text == answer)
}

/// The open topics that a sentence of the answer speaks of, each with that sentence.
fn covered(questioner: &Questioner, ask: &TopicsAsk, telling: &str) -> Vec<Value> {
    let mut out = Vec::new();
    // Sentences that are long enough to show something, each once, with its stems and whether it does.
    let mut said: Vec<(&str, Vec<String>, bool)> = Vec::new();
    for sentence in sentences(telling).map(|place| telling[place].trim()) {
        let known = said.iter().any(|(other, ..)| *other == sentence);
        if !known && word_count(sentence) >= SHOWING_WORDS {
            said.push((sentence, stems(questioner, sentence), false));
        }
    }
    if said.is_empty() {
        return out;
    }
    let asked: Vec<String> = ask
        .turns
        .iter()
        .flat_map(|(question, _)| stems(questioner, question))
        .collect();
    for topic in &ask.open {
        let signs: Vec<String> = signs(questioner, topic)
            .into_iter()
            .filter(|stem| !asked.contains(stem))
            .collect();
        let shows = |stems: &[String]| {
            let shared = signs.iter().filter(|sign| stems.contains(sign)).count();
            shared >= SHARED
        };
        let found = said
            .iter_mut()
            .find(|(_, stems, used)| !used && shows(stems));
        if let Some((quote, _, used)) = found {
            *used = true;
            out.push(json!({ "topic": topic.id, "quote": quote }));
        }
    }
    out
}

/// Words that a topic is known by.
fn signs(questioner: &Questioner, topic: &OpenTopic) -> Vec<String> {
    let mut out = stems(questioner, &topic.title);
    for text in topic.listen_for.iter().chain([&topic.ask]) {
        for stem in stems(questioner, text) {
            if !out.contains(&stem) {
                out.push(stem);
            }
        }
    }
    out
}

/// Stems of the words of a text that carry it, each once.
fn stems(questioner: &Questioner, text: &str) -> Vec<String> {
    let lists = questioner.ask.words;
    let mut out: Vec<String> = Vec::new();
    for word in lists.form(text).split(' ') {
        let stem = lists.stem(word).to_string();
        if word.chars().count() > 3 && !lists.is_function_word(word) && !out.contains(&stem) {
            out.push(stem);
        }
    }
    out
}

/// The next probe: on a phrase of the answer's own, else a sentence of a kind that the topic has, those not yet put first.
fn probe(questioner: &Questioner, ask: &TopicsAsk, words: bool) -> Option<(ProbeKind, String)> {
    let answer = ask.turns.last().map_or("", |(_, answer)| answer.as_str());
    let has = |kind: ProbeKind| ask.kinds.contains(&kind);
    let told = questioner.answers.last().filter(|_| words);
    if let Some(said) = told {
        if ask.put.len() >= 2 && word_count(answer) >= FULL_WORDS {
            return None;
        }
        // Nothing was told, and nothing can be asked about it.
        if said.heard.has(Act::Empty) || word_count(answer) == 0 {
            return None;
        }
        if has(ProbeKind::Clarifying)
            && let Some(question) = questioner.coined().or_else(|| questioner.person())
            && fresh(questioner, &question)
        {
            return Some((ProbeKind::Clarifying, question));
        }
    }
    let thin = words && word_count(answer) < crate::questioner::SUBSTANTIVE_WORDS;
    if thin
        && questioner
            .ask
            .bank
            .sentences(THIN, &questioner.ask.template)
            .next()
            .is_some()
    {
        // A short answer says too little to ask for its occasion or its reasons. Who answers so again has said what there is.
        let again = ask
            .turns
            .iter()
            .rev()
            .skip(1)
            .any(|(_, answer)| word_count(answer) < crate::questioner::SUBSTANTIVE_WORDS);
        let lines = crate::choose::sentences(questioner.ask, THIN);
        let line = in_turn(questioner, lines.into_iter())
            .into_iter()
            .find(|line| fresh(questioner, line));
        return line
            .filter(|_| !again && has(ProbeKind::Descriptive))
            .map(|line| (ProbeKind::Descriptive, line.to_string()));
    }
    let case = told.is_some_and(|said| said.heard.has(Act::Case));
    let order: [ProbeKind; 4] = if !words {
        // A value says little by itself: its reason is what is wanted.
        [
            ProbeKind::Explanatory,
            ProbeKind::Idiographic,
            ProbeKind::Descriptive,
            ProbeKind::Clarifying,
        ]
    } else if thin {
        [
            ProbeKind::Descriptive,
            ProbeKind::Idiographic,
            ProbeKind::Explanatory,
            ProbeKind::Clarifying,
        ]
    } else if case {
        [
            ProbeKind::Explanatory,
            ProbeKind::Descriptive,
            ProbeKind::Clarifying,
            ProbeKind::Idiographic,
        ]
    } else {
        [
            ProbeKind::Idiographic,
            ProbeKind::Explanatory,
            ProbeKind::Descriptive,
            ProbeKind::Clarifying,
        ]
    };
    let mut order: Vec<ProbeKind> = order.into_iter().filter(|kind| has(*kind)).collect();
    order.sort_by_key(|kind| ask.put.contains(kind));
    order.into_iter().find_map(|kind| {
        let special = [kind.bank_use(), if words { ".case" } else { ".value" }].concat();
        let uses: &[&str] = if words && !case {
            &[kind.bank_use()]
        } else {
            &[&special, kind.bank_use()]
        };
        let lines = uses
            .iter()
            .flat_map(|name| crate::choose::sentences(questioner.ask, name));
        let lines: Vec<&str> = match words {
            true => in_turn(questioner, lines),
            false => lines.filter(|line| !line.contains('{')).collect(),
        };
        let line = lines.into_iter().find(|line| fresh(questioner, line))?;
        Some((kind, line.to_string()))
    })
}

/// Sentences without slots in an order that differs by session.
fn in_turn<'a>(questioner: &Questioner, lines: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut lines: Vec<&str> = lines.filter(|line| !line.contains('{')).collect();
    lines.sort_by_key(|line| crate::hash::hash(questioner.salt, line));
    lines
}

/// True for a question that was not put, and does not sound like one.
fn fresh(questioner: &Questioner, question: &str) -> bool {
    let form = normal_form(question);
    let before = &questioner.ask.history;
    before
        .iter()
        .all(|turn| normal_form(&turn.question) != form)
        && !padded(question).trim().is_empty()
}
