//! What an answer offers to go on with: the stretch of it that is most worth staying with, in the respondent's own words.

use crate::clean::{bounded, clean, cut, trim};
use crate::cues::{has_any, is_one_of, says};
use crate::language::Words;
use crate::wishes::Wishes;
use colloquy_findings::{normal_form, sentences, words};

/// Most bytes of one answer that are looked at: 3,000 words; what is salient shows before.
const ANSWER_BYTES: usize = 20_000;
/// Words of an echo: what can be quoted back beside a question without taking it over.
const ECHO_WORDS: usize = 13;

/// What a stretch of an answer is, apart from its content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cue {
    /// It names a feeling.
    Emotion,
    /// It sets one thing against another.
    Contrast,
    /// It says what the respondent means to do.
    Decision,
    /// It says how things are.
    Claim,
    /// None of these.
    Plain,
}

/// A stretch of an answer that can be quoted.
#[derive(Clone, Debug)]
pub(crate) struct Echo {
    pub(crate) text: String,
    /// How much it is worth staying with; from 8 it carries a follow-up.
    pub(crate) score: i32,
}

/// Finds the stretch most worth staying with: with words of its own that the questions so far do not hold.
pub(crate) fn best_echo(lists: &Words, answer: &str, asked: &str, wishes: &Wishes) -> Option<Echo> {
    let answer = bounded(answer, ANSWER_BYTES);
    let whole = lists.plain(answer);
    let whole: Vec<&str> = whole.split(' ').collect();
    let counts = |word: &str| whole.iter().filter(|other| **other == word).take(3).count() as i32;
    let asked: Vec<&str> = asked.split(' ').map(|word| lists.stem(word)).collect();
    let mut best: Option<Echo> = None;
    for range in sentences(answer) {
        let sentence = &answer[range];
        if sentence.trim_end().ends_with('?') {
            continue;
        }
        for clause in clauses(lists, sentence) {
            let Some(echo) = weigh(lists, &clause, &asked, &counts)
                .filter(|echo| !wishes.forbids(&normal_form(&echo.text)))
            else {
                continue;
            };
            if best.as_ref().is_none_or(|best| echo.score > best.score) {
                best = Some(echo);
            }
        }
    }
    best
}

/// Splits a sentence where it takes breath: at punctuation and before conjunctions. Short neighbours with a contrast stay together.
fn clauses(lists: &Words, sentence: &str) -> Vec<String> {
    let mut parts: Vec<String> = vec![String::new()];
    for piece in sentence.split_inclusive([',', ';', ':', '—', '–', '(', ')', '\n', '…']) {
        for token in clean(piece).split(' ').filter(|token| !token.is_empty()) {
            let form = lists.plain(token);
            let joins = is_one_of(&form, lists.joins);
            let breath = joins || is_one_of(&form, lists.breath);
            // “and” and “so” join words as often as clauses: they part only what is long already.
            let least = if joins { 6 } else { 2 };
            if breath
                && parts
                    .last()
                    .is_some_and(|part| part.split(' ').count() >= least)
            {
                parts.push(String::new());
            }
            if let Some(part) = parts.last_mut() {
                if !part.is_empty() {
                    part.push(' ');
                }
                part.push_str(token);
            }
        }
        parts.push(String::new());
    }
    parts.retain(|part| !part.is_empty());
    let whole = clean(sentence);
    if parts.len() > 1 && words(&whole).count() <= ECHO_WORDS + 1 {
        parts.push(whole);
    }
    parts
}

/// Weighs a clause: `asked` are the stems of the question, `counts` says how often the answer has a word, up to three.
fn weigh(
    lists: &Words,
    clause: &str,
    asked: &[&str],
    counts: &dyn Fn(&str) -> i32,
) -> Option<Echo> {
    let form = lists.padded(clause);
    let cue = cue(lists, &form);
    let text = cut(without_openers(lists, clause), ECHO_WORDS)?;
    let mut own = 0;
    let mut count = 0;
    let mut weight = 0;
    for word in words(&text) {
        count += 1;
        let word = lists.plain(&text[word.start..word.end]);
        if lists.is_function_word(&word) {
            continue;
        }
        if asked.contains(&lists.stem(&word)) {
            weight -= 1;
            continue;
        }
        own += 1;
        weight += 2 + i32::from(word.chars().count() >= 7) + (counts(&word) - 1).max(0);
    }
    if own == 0 || count < 2 {
        return None;
    }
    let cue_weight = match cue {
        Cue::Emotion | Cue::Decision => 6,
        Cue::Contrast => 5,
        Cue::Claim => 3,
        Cue::Plain => 0,
    };
    // A stretch of four to nine words is heard as one thing; what was cut is heard as a slip.
    let shape = if (4..=9).contains(&count) { 3 } else { 0 }
        - if text.ends_with('…') { 3 } else { 0 }
        - if count < 3 { 3 } else { 0 };
    // Without its head a clause is a riddle: “never what a good morning looks like”.
    let first = text
        .split(' ')
        .next()
        .map(|word| lists.plain(word))
        .unwrap_or_default();
    let fragment = lists.is_function_word(&first)
        && !is_one_of(&first, lists.subjects)
        && !is_one_of(&first, lists.determiners);
    let shape = shape - if fragment { 5 } else { 0 };
    let personal = i32::from(form.split(' ').any(|word| is_one_of(word, lists.personal)));
    Some(Echo {
        text,
        score: weight + cue_weight + shape + personal,
    })
}

/// Takes off what a clause begins or ends with and that says nothing when it is quoted alone.
pub(crate) fn without_openers<'c>(lists: &Words, clause: &'c str) -> &'c str {
    let mut rest = clause;
    for _ in 0..3 {
        if let Some((first, after)) = rest.split_once(' ')
            && is_one_of(&lists.plain(first), lists.openers)
        {
            rest = after;
        }
        for filler in lists.fillers.split('|') {
            // Their first letters are the same, which is seen sooner.
            let first = |text: &str| text.bytes().next().map(|first| first | 0x20);
            let start = rest.get(..filler.len());
            let starts = first(rest) == first(filler)
                && start.is_some_and(|start| lists.plain(start) == filler);
            if starts && rest[filler.len()..].starts_with(' ') {
                rest = rest[filler.len()..].trim_start();
            }
        }
    }
    for trailer in lists.trailers.split('|') {
        let at = rest.len().saturating_sub(trailer.len());
        let ends = rest
            .get(at..)
            .is_some_and(|end| end.eq_ignore_ascii_case(trailer));
        if ends && rest[..at].ends_with(' ') {
            rest = trim(&rest[..at]);
        }
    }
    trim(rest)
}

/// Returns what a stretch is, by its normal form, which has a space at either end.
pub(crate) fn cue(lists: &Words, form: &str) -> Cue {
    let mut words = form.trim().split(' ');
    let opened = words
        .next()
        .is_some_and(|word| is_one_of(word, lists.openers));
    if has_any(form, lists.emotion.split(' '), "")
        && !has_any(form, lists.no_emotion.split('|'), "")
    {
        Cue::Emotion
    } else if says(form, lists.decision) {
        Cue::Decision
    } else if !opened && words.any(|word| is_one_of(word, lists.contrast)) {
        Cue::Contrast
    } else if says(form, lists.claim) {
        Cue::Claim
    } else {
        Cue::Plain
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::ENGLISH;
    use colloquy_schema::Guidelines;

    fn echo(answer: &str, asked: &str) -> Option<String> {
        best_echo(
            ENGLISH.words(),
            answer,
            &normal_form(asked),
            &Wishes::new(&Guidelines::default()),
        )
        .map(|echo| echo.text)
    }

    #[test]
    fn a_feeling_a_decision_or_a_contrast_is_what_is_taken_up() {
        for (answer, expected) in [
            (
                "It was a normal week with meetings. I was ashamed of how little I had read.",
                "I was ashamed of how little I had read",
            ),
            (
                "The talk was long. I want to leave my phone in the hall.",
                "I want to leave my phone in the hall",
            ),
            (
                "I admire the method but my team ignores it.",
                "I admire the method but my team ignores it",
            ),
            (
                "We met on Monday. I think teachers never get silence.",
                "teachers never get silence",
            ),
        ] {
            assert_eq!(
                echo(answer, "What did you notice?"),
                Some(expected.into()),
                "{answer}"
            );
        }
    }

    #[test]
    fn words_of_the_question_are_not_worth_repeating() {
        assert_eq!(echo("Deep work.", "What is deep work to you?"), None);
        assert_eq!(echo("", "What?"), None);
        assert_eq!(echo("I don't know.", "What?"), None);
    }
}
