//! What no phrase shows by itself: a question back, and what puts a question right, by where a sentence stands and what was asked.

use super::words::{Sentence, Word};
use super::{ASKS, Act, Heard, SHORTLY, STORY};
use crate::cues::is_one_of;
use crate::language::Words;

/// A question that no cue shows: put to the interviewer, or an echo of its word.
pub(super) fn asks_back(
    lists: &Words,
    answer: &str,
    heard: &Heard,
    sentences: &[Sentence],
    at: usize,
) -> Option<Act> {
    let sentence = &sentences[at];
    let words = &sentence.words;
    let done = heard.sentences[at].1;
    let decided = [
        Act::Setting,
        Act::QuestionBack,
        Act::Complaint,
        Act::OtherSubject,
        Act::Stop,
        Act::Refusal,
        Act::Moment,
        Act::AlreadySaid,
        Act::Crisis,
        Act::Courtesy,
        Act::Digression,
    ];
    if !sentence.asks || words.len() > ASKS || decided.iter().any(|act| done & act.bit() != 0) {
        return None;
    }
    // “I ask the day nurse one thing: whom would you look at first?” is about what somebody asks.
    let quotes = answer
        .get(sentence.range.clone())
        .and_then(|text| text.split_once(": "));
    if quotes.is_some_and(|(before, _)| before.split_whitespace().count() > 3) {
        return None;
    }
    let is_whole = sentences.len() == 1 && words.len() <= 15;
    let to_you = words.iter().any(|word| is_one_of(&word.text, lists.you));
    let outside = at == 0 || at + 1 == sentences.len();
    // A question of one's own in the middle of a story is a way of telling; so is one that is answered at once.
    let ends = at + 1 == sentences.len() && heard.words <= SHORTLY + 5;
    let joins = is_one_of(&words[0].text, lists.and);
    let opens = at == 0 && !joins && heard.words - words.len() <= 12 && words.len() <= 4;
    // “Ended up doing what there?”
    let asks_for = |word: &Word| is_one_of(&word.text, lists.which);
    let opens =
        opens || at == 0 && words.len() <= 7 && !joins && words.iter().skip(1).any(asks_for);
    (is_whole || ends || opens || to_you && outside && heard.words <= STORY)
        .then_some(Act::QuestionBack)
}

/// True when a verb is denied of oneself and said again of something else: “I don't manage people, I manage trains.”
pub(super) fn puts_right(lists: &Words, sentence: &Sentence) -> bool {
    let words = &sentence.words;
    let text = |at: usize| words.get(at).map_or("", |word| word.text.as_str());
    let denied = is_one_of(text(0), lists.own) && is_one_of(text(2), lists.not);
    denied
        && words.len() <= 12
        && (4..words.len())
            .any(|at| words[at].breaks && text(at) == text(0) && text(at + 1) == text(3))
}

/// True when a sentence denies what the question takes for granted, by its words: “Ladders are not dangerous.”
pub(super) fn denies(lists: &Words, sentence: &Sentence, asked: &[String]) -> bool {
    let words = &sentence.words;
    if words.len() > 10 || words.len() < 3 || sentence.asks {
        return false;
    }
    let text = |at: usize| words.get(at).map_or("", |word| word.text.as_str());
    // “I don't weld” answers; “I was never head of it” and “we don't have customers” say that it is not so.
    let is_not_so = |phrase: &str| {
        let mut at = 0;
        is_one_of(text(0), lists.own)
            && phrase.split(' ').all(|word| {
                at += 1;
                text(at) == word
            })
    };
    let own = (is_one_of(text(0), lists.own_opening) || is_one_of(text(1), lists.own))
        && !lists.own_denied.split('|').any(is_not_so);
    let other_form = |text: &str| {
        let mut pairs = lists
            .irregular
            .split(' ')
            .filter_map(|pair| pair.split_once('='));
        pairs.find(|(base, _)| *base == text).map(|(_, past)| past)
    };
    let known = |word: &Word| {
        let text = word.text.as_str();
        text.len() > 3
            && !text.starts_with("ask")
            && !lists.is_function_word(text)
            && asked
                .iter()
                .any(|other| other == lists.stem(text) || other_form(text) == Some(other))
    };
    let hedges = words.iter().any(|word| is_one_of(&word.text, lists.hedged));
    let denied = words.iter().enumerate().any(|(at, word)| {
        let not = is_one_of(&word.text, lists.not);
        let near = words
            .iter()
            .enumerate()
            .filter(|(other, _)| other.abs_diff(at) < 4);
        not && at < 5 && near.map(|(_, word)| word).any(known)
    });
    !own && !hedges && denied
}
