//! Noun phrases of an answer: short names for what it was about.

use crate::clean::{bounded, clean};
use crate::cues::is_one_of;
use colloquy_findings::{is_function_word, normal_form, words};

/// Most bytes of one text that are looked at.
const TEXT_BYTES: usize = 20_000;
/// Most phrases that are returned.
const PHRASES: usize = 3;

/// Guesses whether a word behind a noun is its verb: “the bell rang” is not caught, “a morning looks” and “my brother called” are.
fn is_verb_like(before: &str, word: &str) -> bool {
    let singular = before
        .split(' ')
        .next()
        .is_some_and(|first| matches!(normal_form(first).as_str(), "a" | "an" | "this"));
    word.ends_with("ed")
        || word.ends_with("ly")
        || (singular && word.ends_with('s') && !word.ends_with("ss"))
}

/// Beginnings of noun phrases.
const DETERMINERS: &str = "the a an my our this these his her their";
/// Tells words that open a noun phrase.
pub(crate) fn is_determiner(word: &str) -> bool {
    is_one_of(&normal_form(word), DETERMINERS)
}

/// Tells a text whose words the lists of this crate know: in English every second or third word is a function word.
pub(crate) fn is_english(text: &str) -> bool {
    let sample = || words(bounded(text, 800)).map(|word| &text[word.start..word.end]);
    sample().filter(|word| is_function_word(word)).count() * 4 >= sample().count()
}

/// Nouns that name nothing.
const EMPTY_NOUNS: &str = "thing things way time lot bit day people part idea point fact kind sort moment same \
    first last notes content example whole other only best most more end case question \
    answer";

/// Finds short noun phrases, the weightiest first: an article or a possessive and the one to three words it opens.
pub(crate) fn noun_phrases(answer: &str) -> Vec<String> {
    let answer = bounded(answer, TEXT_BYTES);
    let whole = normal_form(answer);
    let mut found: Vec<(usize, String)> = Vec::new();
    let mut open: Option<(usize, Vec<(usize, usize)>)> = None;
    let mut close = |open: &mut Option<(usize, Vec<(usize, usize)>)>| {
        let Some((start, mut inner)) = open.take() else {
            return;
        };
        // A verb that follows the noun is not part of it.
        while inner.len() > 1
            && inner
                .last()
                .is_some_and(|(from, to)| is_verb_like(&answer[start..*from], &answer[*from..*to]))
        {
            inner.pop();
        }
        let Some((from, end)) = inner.last().copied().filter(|_| inner.len() <= 3) else {
            return;
        };
        let head = normal_form(&answer[from..end]);
        let mut text = clean(&answer[start..end]);
        // It began a sentence there; here it stands inside one.
        if let Some(first) = text.get_mut(..1) {
            first.make_ascii_lowercase();
        }
        if is_one_of(&head, EMPTY_NOUNS) || head.chars().count() < 4 || text.is_empty() {
            return;
        }
        let own = matches!(
            normal_form(&answer[start..inner[0].0]).as_str(),
            "my" | "our"
        );
        let weight = usize::from(own) * 6
            + inner
                .iter()
                .map(|(from, to)| to - from)
                .sum::<usize>()
                .min(24)
            + 6 * whole
                .split(' ')
                .filter(|word| *word == head)
                .take(3)
                .count();
        if !found
            .iter()
            .any(|(_, other)| normal_form(other).ends_with(&head))
        {
            found.push((weight, text));
        }
    };
    for word in words(answer) {
        let text = normal_form(&answer[word.start..word.end]);
        if word.apart || is_function_word(&text) {
            close(&mut open);
        }
        if is_one_of(&text, DETERMINERS) {
            open = Some((word.start, Vec::new()));
        } else if !is_function_word(&text)
            && let Some((_, inner)) = &mut open
        {
            inner.push((word.start, word.end));
        }
    }
    close(&mut open);
    let mut out = Vec::new();
    while out.len() < PHRASES
        && let Some(at) = (0..found.len()).max_by_key(|at| (found[*at].0, usize::MAX - at))
    {
        out.push(found.remove(at).1);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noun_phrases_are_found_without_the_verb_that_follows() {
        assert_eq!(
            noun_phrases("I miss the quiet morning walk because my older brother called."),
            ["my older brother", "the quiet morning walk"]
        );
    }
}
