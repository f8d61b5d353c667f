//! What is quoted of the answers: what tells something, and never what was told in pain, refused, or is not to be asked about.

use super::Topics;
use super::wording::touches;
use crate::session::{Exchange, Session};
use colloquy_findings::normal_form;
use colloquy_schema::{Stretch, Typed};

/// Words from which an answer to a typed question tells something beside its value: “no, never” and “about 3 hours” do not.
const TELLING_WORDS: usize = 4;

/// What the rules say may be quoted of the answers; nothing where none were handed in.
pub(super) fn found(session: &Session) -> Option<Vec<Stretch>> {
    let found = session.found()?;
    let turns = &session.totals.turns;
    let place = |byte: usize| u32::try_from(byte).unwrap_or(u32::MAX);
    let stretches = found.quotable.iter().filter_map(|sentence| {
        Some(Stretch {
            question: turns.get(sentence.answer)?.number,
            start: place(sentence.start),
            end: place(sentence.end),
        })
    });
    Some(stretches.collect())
}

/// The quotations of a topic: each with the number of its question.
pub(super) fn of(kind: &Topics, session: &Session, place: usize) -> Vec<(u32, String)> {
    let (topic, standing) = (&kind.plan.topics[place], &kind.state.topics[place]);
    // Rules that are there know the answers as they stand. Without them, and in records from before, every answer may be quoted.
    let quotable = kind.state.quotable.clone().or_else(|| found(session));
    let mut out = Vec::new();
    let mut quote = |question: u32, part: Option<&str>| {
        let exchange = session.exchanges.get(question as usize - 1);
        let Some(exchange) = exchange.filter(|exchange| !exchange.redacted) else {
            return;
        };
        for text in stretches(exchange, quotable.as_deref(), &kind.words.never) {
            // An answer that was changed or removed since may have lost the words.
            let text = match part {
                Some(part) if text.contains(part) => part,
                Some(part) if part.contains(text) && exchange.answer_text().contains(part) => text,
                Some(_) => continue,
                None => text,
            };
            if !text.is_empty() {
                out.push((question, text.to_string()));
            }
        }
    };
    for number in &standing.questions {
        // A value is no quotation, in whatever words it was given; what was said beside it may be.
        let asks =
            standing.questions.first() == Some(number) || standing.valued_at == Some(*number);
        if asks && topic.answer.has_value() && is_bare(kind, session, place, *number) {
            continue;
        }
        quote(*number, None);
    }
    for (number, text) in &standing.covered {
        quote(*number, Some(text));
    }
    out
}

/// True for an answer to a typed question that is its value in words, or too short to tell anything beside it.
fn is_bare(kind: &Topics, session: &Session, place: usize, number: u32) -> bool {
    let (topic, standing) = (&kind.plan.topics[place], &kind.state.topics[place]);
    let Some(exchange) = session.exchanges.get(number as usize - 1) else {
        return true;
    };
    let answer = exchange.answer_text();
    let labels = &kind.words.topics[&topic.id].labels;
    let in_words = standing
        .value
        .as_ref()
        .map(|value| topic.answer.in_words(value, labels, &kind.words.yes_no));
    let same = in_words.is_some_and(|words| normal_form(&words) == normal_form(answer));
    same || matches!(topic.answer, Typed::Short { .. })
        || answer.split_whitespace().count() < TELLING_WORDS
}

/// The stretches of an answer that may be quoted; neighbours are one.
fn stretches<'a>(
    exchange: &'a Exchange,
    quotable: Option<&[Stretch]>,
    never: &[String],
) -> Vec<&'a str> {
    let answer = exchange.answer_text();
    let Some(quotable) = quotable else {
        return if touches(never, answer) {
            Vec::new()
        } else {
            vec![answer]
        };
    };
    let mut out: Vec<(usize, usize)> = Vec::new();
    for stretch in quotable {
        let (start, end) = (stretch.start as usize, stretch.end as usize);
        let Some(text) = answer.get(start..end) else {
            continue;
        };
        if stretch.question != exchange.question.number || touches(never, text) {
            continue;
        }
        match out.last_mut() {
            Some((_, last)) if answer[*last..start.max(*last)].trim().is_empty() => *last = end,
            _ => out.push((start, end)),
        }
    }
    let texts = out
        .into_iter()
        .filter_map(|(start, end)| answer.get(start..end));
    texts.map(str::trim).collect()
}
