//! What an answer shows beside its words: a case that happened, a way of working, something promised for later. English;
//! in other languages nothing of it is found.

use crate::clean::{bounded, clean, cut};
use crate::cues::{is_one_of, says};
use colloquy_findings::{normal_form, sentences, word_count, words};

/// Most bytes of one answer that are looked at: 3,000 words.
const ANSWER_BYTES: usize = 20_000;
/// Fewest words of a case: less has no circumstances.
const CASE_WORDS: usize = 15;
/// Signs from which a stretch is a case.
const CASE_SIGNS: usize = 4;
/// Words of a promise that are kept: it is quoted back.
const PROMISE_WORDS: usize = 13;

/// Where a case is set in time.
const TIMES: &str = "ago|yesterday|once|last week|last month|last year|last night|last spring|last summer|last autumn|\
    last winter|last monday|last tuesday|last wednesday|last thursday|last friday|last time|one day|one time|one night|\
    one morning|the other day|this morning|this week|that day|that night|that morning|back then|when i was|\
    when i started|the first time|at one point|for example|for instance|in january|in february|in march|in april|\
    in may|in june|in july|in august|in september|in october|in november|in december|on monday|on tuesday|\
    on wednesday|on thursday|on friday|on saturday|on sunday";
/// Past tenses that do not end in “ed”.
const PAST: &str = "was were had did went said told came saw found made took got gave knew thought kept left lost broke \
    fell ran sent began built bought caught felt heard held met paid sat spoke stood taught understood won wrote \
    brought chose drove grew hung led meant rang rose sold slept stuck threw woke couldn't didn't wasn't";
/// Words in “ed” that are no past tense.
const NO_PAST: &str =
    "need indeed feed seed speed exceed proceed bed red hundred shed breed weed ahead";
/// Words about how things go in general.
const GENERAL: &str =
    "usually normally typically generally always often would should could might every sometimes";
/// What joins the steps of a procedure.
const STEPS: &str = "first second third then next after afterwards before finally lastly until once start begin step";
/// Phrases that put a story off to later.
const PROMISES: &str = "come back to that|come back to it|come to that later|get to that later|more on that later|\
    tell you later|tell you about that later|tell you more about|another story|story for another|\
    can tell you about|could tell you about|i'll explain later|i will explain later|explain that later|remind me to";

fn is_past(word: &str) -> bool {
    is_one_of(word, PAST) || word.len() > 3 && word.ends_with("ed") && !is_one_of(word, NO_PAST)
}

/// True when an answer tells of something that happened, and not only how things usually are.
///
/// Counted over the answer: a time (2), up to three past tenses, a figure, a name; what is said of the general counts
/// against it. Two past tenses and four signs make a case of fifteen words or more.
pub(crate) fn tells_case(answer: &str) -> bool {
    let answer = bounded(answer, ANSWER_BYTES);
    let (mut count, mut past, mut general) = (0, 0, 0);
    let (mut figure, mut name) = (false, false);
    let mut opens = true;
    for word in words(answer) {
        let text = &answer[word.start..word.end];
        let form = normal_form(text);
        count += 1;
        past += usize::from(is_past(&form));
        general += usize::from(is_one_of(&form, GENERAL));
        figure |= form.bytes().any(|byte| byte.is_ascii_digit());
        // A capital inside a sentence; “I” and what is written in capitals alone names nobody.
        let mut letters = text.chars();
        let capital = letters.next().is_some_and(char::is_uppercase);
        name |= capital
            && !opens
            && !word.apart
            && letters.any(char::is_lowercase)
            && !form.starts_with("i'");
        let behind = answer[word.end..].trim_start_matches(['"', '”', '’', ')']);
        opens = behind.starts_with(['.', '!', '?', ':', '\n']);
    }
    let form = [" ", &normal_form(answer), " "].concat();
    let signs =
        2 * usize::from(says(&form, TIMES)) + past.min(3) + usize::from(figure) + usize::from(name);
    count >= CASE_WORDS && past >= 2 && signs >= CASE_SIGNS && general <= past
}

/// Tells whether an answer describes a way of working: steps that follow each other.
pub(crate) fn tells_process(answer: &str) -> bool {
    let form = normal_form(bounded(answer, ANSWER_BYTES));
    let mut known: Vec<&str> = Vec::new();
    for word in form.split(' ') {
        if is_one_of(word, STEPS) && !known.contains(&word) {
            known.push(word);
        }
    }
    known.len() >= 2 && word_count(&form) >= CASE_WORDS
}

/// Finds what was promised for later and left open: the sentences that say so, each as it can be quoted.
pub(crate) fn promises(answer: &str) -> Vec<String> {
    let answer = bounded(answer, ANSWER_BYTES);
    let mut out = Vec::new();
    for range in sentences(answer) {
        let sentence = &answer[range];
        let form = [" ", &normal_form(sentence), " "].concat();
        if out.len() < 3 && says(&form, PROMISES) && !sentence.trim_end().ends_with('?') {
            out.extend(cut(&clean(sentence), PROMISE_WORDS));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_happened_is_a_case_and_what_usually_happens_is_none() {
        for case in [
            "Last week a customer called because the kiln had cooled too fast, and we lost eleven plates before anybody looked.",
            "In 2019 we moved the whole archive to Lyon. The truck broke down near Dijon and I carried the maps by hand.",
            "Two years ago I ignored the noise in the pump, and on the third day it stopped and the cellar was flooded.",
            "Once my apprentice mixed the lots; I noticed it by the smell and we threw the batch away.",
        ] {
            assert!(tells_case(case), "{case}");
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
            assert!(!tells_case(none), "{none}");
        }
    }

    #[test]
    fn steps_that_follow_each_other_are_a_process() {
        assert!(tells_process(
            "First I read the note of the night shift, then I walk the line, and only after that I open my mail."
        ));
        assert!(!tells_process(
            "I read the note of the night shift because it tells me what nobody would write into the log."
        ));
    }

    #[test]
    fn what_is_put_off_is_remembered_in_its_own_words() {
        assert_eq!(
            promises("The audit was hard. How we passed it is another story. I like my work."),
            ["How we passed it is another story"]
        );
        assert!(promises("I came back to that town later. Is it another story?").is_empty());
    }
}
