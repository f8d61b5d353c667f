//! What an answer shows beside its words: a case that happened, a way of working, something promised for later, by the lists of its
//! language.

use crate::clean::{bounded, clean, cut};
use crate::cues::{is_one_of, says};
use crate::language::{Words, has_form};
use colloquy_findings::{sentences, word_count, words};

/// Most bytes of one answer that are looked at: 3,000 words.
const ANSWER_BYTES: usize = 20_000;
/// Fewest words of a case: less has no circumstances.
const CASE_WORDS: usize = 15;
/// Signs from which a stretch is a case.
const CASE_SIGNS: usize = 4;
/// Words of a promise that are kept: it is quoted back.
const PROMISE_WORDS: usize = 13;

/// How many words of a text are past tenses that say what somebody did, how many that something was so, and how many words speak of the
/// general.
pub(crate) fn tenses(lists: &Words, text: &str) -> (usize, usize, usize) {
    let (mut deeds, mut states, mut general) = (0, 0, 0);
    let (mut auxiliary, mut participles) = (false, 0);
    let form = lists.form(text);
    let mut before = "";
    for word in form.split(' ') {
        let bare = lists.bare(word);
        // “I was annoyed” is how things were, and “I have argued for years” how they are.
        let behind = |words: &str| lists.is_english() && is_one_of(before, words);
        let lasts = behind("was were is are am be been i'm get gets got getting");
        let past = is_past(lists, word, &bare) && !behind("have has i've we've they've");
        let state = lasts || is_one_of(&bare, lists.states);
        states += usize::from(state && past);
        deeds += usize::from(!state && past);
        before = word;
        general += usize::from(is_one_of(&bare, lists.general));
        auxiliary |= is_one_of(&bare, lists.auxiliaries);
        participles += usize::from(has_either(lists, word, &bare, lists.participles));
    }
    (
        deeds + if auxiliary { participles } else { 0 },
        states,
        general,
    )
}

/// Tells a word of the past by the lists, and by its form with or without accents: “paró”, and what was typed as “paro” is told by a list.
fn is_past(lists: &Words, word: &str, bare: &str) -> bool {
    is_one_of(bare, lists.past) || has_either(lists, word, bare, lists.past_forms)
}

fn has_either(lists: &Words, word: &str, bare: &str, forms: &str) -> bool {
    (has_form(word, forms) || has_form(bare, forms))
        && !has_form(word, lists.no_past)
        && !has_form(bare, lists.no_past)
}

/// True when an answer tells of something that happened, and not only how things usually are.
///
/// Counted over the answer: a time (2), up to three past tenses, a figure, a name; what is said of the general counts
/// against it. Two past tenses and four signs make a case of fifteen words or more. Where every noun has a capital none is a name, and a
/// fourth past tense counts in its place. A participle is a past tense where its sentence has an auxiliary.
pub(crate) fn tells_case(lists: &Words, answer: &str) -> bool {
    let answer = bounded(answer, ANSWER_BYTES);
    let (mut count, mut past, mut general) = (0, 0, 0);
    let (mut figure, mut name) = (false, false);
    let mut opens = true;
    let (mut auxiliary, mut participles) = (false, 0);
    for word in words(answer) {
        let text = &answer[word.start..word.end];
        let form = lists.form(text);
        count += 1;
        for form in form.split(' ') {
            let bare = lists.bare(form);
            past += usize::from(is_past(lists, form, &bare));
            general += usize::from(is_one_of(&bare, lists.general));
            auxiliary |= is_one_of(&bare, lists.auxiliaries);
            participles += usize::from(has_either(lists, form, &bare, lists.participles));
        }
        figure |= form.bytes().any(|byte| byte.is_ascii_digit());
        // A capital inside a sentence; “I” and what is written in capitals alone names nobody.
        let mut letters = text.chars();
        let capital = letters.next().is_some_and(char::is_uppercase);
        name |= capital
            && lists.has_capitals()
            && !opens
            && !word.apart
            && letters.any(char::is_lowercase)
            && !form.starts_with("i'");
        let behind = answer[word.end..].trim_start_matches(['"', '”', '’', ')']);
        opens = behind.starts_with(['.', '!', '?', ':', '\n']);
        if opens || behind.is_empty() {
            past += if auxiliary { participles } else { 0 };
            (auxiliary, participles) = (false, 0);
        }
    }
    let form = lists.padded(answer);
    let most = if lists.has_capitals() { 3 } else { 4 };
    let signs = 2 * usize::from(says(&form, lists.times))
        + past.min(most)
        + usize::from(figure)
        + usize::from(name);
    count >= CASE_WORDS && past >= 2 && signs >= CASE_SIGNS && general <= past
}

/// Tells whether an answer describes a way of working: steps that follow each other.
pub(crate) fn tells_process(lists: &Words, answer: &str) -> bool {
    let form = lists.plain(bounded(answer, ANSWER_BYTES));
    let mut known: Vec<&str> = Vec::new();
    for word in form.split(' ') {
        if is_one_of(word, lists.steps) && !known.contains(&word) {
            known.push(word);
        }
    }
    known.len() >= 2 && word_count(&form) >= CASE_WORDS
}

/// Finds what was promised for later and left open: the sentences that say so, each as it can be quoted.
pub(crate) fn promises(lists: &Words, answer: &str) -> Vec<String> {
    let answer = bounded(answer, ANSWER_BYTES);
    let mut out = Vec::new();
    for range in sentences(answer) {
        let sentence = &answer[range];
        let form = lists.padded(sentence);
        if out.len() < 3 && says(&form, lists.promises) && !sentence.trim_end().ends_with('?') {
            out.extend(cut(&clean(sentence), PROMISE_WORDS));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::ENGLISH;

    #[test]
    fn what_happened_is_a_case_and_what_usually_happens_is_none() {
        for case in [
            "Last week a customer called because the kiln had cooled too fast, and we lost eleven plates before anybody looked.",
            "In 2019 we moved the whole archive to Lyon. The truck broke down near Dijon and I carried the maps by hand.",
            "Two years ago I ignored the noise in the pump, and on the third day it stopped and the cellar was flooded.",
            "Once my apprentice mixed the lots; I noticed it by the smell and we threw the batch away.",
        ] {
            assert!(tells_case(ENGLISH.words(), case), "{case}");
        }
        for none in [
            "",
            "It was fine.",
            "I usually look at the schedule first and then I call the people who have to know about it before they leave.",
            "You have to be patient and you should always listen to the machine, because it tells you what it needs.",
            "I would probably stop the line, and I would ask somebody from the other shift what they had changed the day before.",
            "We need speed, and we need seed money, indeed hundreds of people need to be fed before we can proceed with it.",
            "Das war letzte Woche, als wir die Anlage abgestellt haben und niemand wusste, warum sie stand.",
        ] {
            assert!(!tells_case(ENGLISH.words(), none), "{none}");
        }
    }

    #[test]
    fn steps_that_follow_each_other_are_a_process() {
        assert!(tells_process(
            ENGLISH.words(),
            "First I read the note of the night shift, then I walk the line, and only after that I open my mail."
        ));
        assert!(!tells_process(
            ENGLISH.words(),
            "I read the note of the night shift because it tells me what nobody would write into the log."
        ));
    }

    #[test]
    fn what_is_put_off_is_remembered_in_its_own_words() {
        assert_eq!(
            promises(
                ENGLISH.words(),
                "The audit was hard. How we passed it is another story. I like my work."
            ),
            ["How we passed it is another story"]
        );
        assert!(
            promises(
                ENGLISH.words(),
                "I came back to that town later. Is it another story?"
            )
            .is_empty()
        );
    }
}
