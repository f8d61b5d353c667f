//! How something is told: in one word, as a list, as a case, as a process.

use super::words::Sentence;
use super::{Act, Heard};
use crate::cases::{tells_case, tells_process};
use crate::cues::is_one_of;

/// Words of answers that say nothing.
const BLANK: &str = "no nope nah none nothing nix nada neither nor idea clue not really sure do i know dont it is was fine ok okay \
    good great bad alright right whatever same maybe dunno idk meh pass unsure yes yeah yep yup n na a an the hm hmm um uh well \
    just comes to mind can think of anything remember special much in particular happened happens never mind cannot that all so \
    something somehow somewhere depends normal usual normally nice interesting cool boring nvm x";

pub(super) fn is_blank(word: &str) -> bool {
    is_one_of(word, BLANK)
}

/// Adds what shows in the whole of an answer.
pub(super) fn add(heard: &mut Heard, answer: &str, sentences: &[Sentence]) {
    let lines = answer.lines().filter(|line| {
        line.trim_start()
            .starts_with(['-', '*', '•', '–', '1', '2', '3', '4', '5'])
    });
    let listed = sentences.iter().any(|sentence| {
        let breaks = sentence.words.iter().filter(|word| word.breaks).count();
        let words = sentence.words.len();
        words <= 16 && breaks >= 3 && words <= 4 * (breaks + 1)
    });
    let counted = sentences.first().is_some_and(|sentence| {
        let mut pairs = sentence.words.windows(2);
        pairs.any(|two| {
            is_one_of(&two[0].text, "two three four five six several 2 3 4 5")
                && is_one_of(
                    &two[1].text,
                    "things reasons points steps kinds sorts ways parts causes rules answers",
                )
        })
    });
    if lines.count() > 1 || listed && heard.words > 3 || counted {
        heard.add(Act::List, None);
    }
    if tells_case(answer) {
        heard.add(Act::Case, None);
    }
    if tells_process(answer) {
        heard.add(Act::Process, None);
    }
}
