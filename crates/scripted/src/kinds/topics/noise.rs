//! Answers with nothing in them for the interview: keys that were struck at random, and orders to a model.

use crate::memory::padded;

/// Rows of the usual keyboards.
const ROWS: [&str; 5] = [
    "qwertyuiop",
    "qwertzuiop",
    "azertyuiop",
    "asdfghjkl",
    "yxcvbnm",
];
/// The place of the row on which hands lie: words have hardly any of its letters one after the other.
const HOME: usize = 3;
/// Keys beside each other that are no chance.
const RUN: usize = 3;
/// Most words of an answer that is nothing else.
const WORDS: usize = 3;
/// Letters from which a word says that it is none.
const LETTERS: usize = 4;
/// Letters from which a word without a vowel is none: “https” is one.
const MUTE_LETTERS: usize = 6;
/// Words that lie beside each other on a keyboard.
const REAL: [&str; 1] = ["wert"];

/// What stands in answers that are written to a model, in normal form.
const ORDERS: [&str; 26] = [
    " ignore your instructions",
    " ignore all your instructions",
    " ignore all instructions",
    " ignore all previous",
    " ignore previous instructions",
    " ignore the previous instructions",
    " ignore the above",
    " disregard the above",
    " disregard your instructions",
    " disregard all previous",
    " disregard previous instructions",
    " forget your instructions",
    " forget all previous instructions",
    " your system prompt",
    " translate your prompt",
    " print your prompt",
    " show me your prompt",
    " new instruction ",
    " new instructions ",
    " from now on you ask",
    " from now on you answer",
    " ignoriere deine anweisungen",
    " ignoriere alle anweisungen",
    " ignoriere alle vorherigen",
    " ignora tus instrucciones",
    " ignore tes instructions",
];

/// True for an answer that has no word in it: “asdf”, “qwe qwe”, “kjhgf”, “xxxx”.
pub(crate) fn is_noise(answer: &str) -> bool {
    let words: Vec<String> = answer
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    let letters: usize = words.iter().map(String::len).sum();
    (1..=WORDS).contains(&words.len())
        && letters >= LETTERS
        && words.iter().all(|word| is_struck(word))
}

fn is_struck(word: &str) -> bool {
    // Nothing is known of other letters, and numbers are answers.
    if !word.bytes().all(|byte| byte.is_ascii_lowercase()) || REAL.contains(&word) {
        return false;
    }
    let bytes = word.as_bytes();
    let mute = !word.contains(['a', 'e', 'i', 'o', 'u', 'y']);
    let same = bytes.iter().all(|byte| *byte == bytes[0]);
    same && bytes.len() >= LETTERS
        || mute && bytes.len() >= MUTE_LETTERS
        || runs(bytes, &ROWS).iter().all(|run| *run >= RUN)
        // “asdjhaskjd”: hardly a vowel, and keys beside each other among the rest.
        || bytes.len() >= MUTE_LETTERS
            && runs(bytes, &ROWS[HOME..=HOME]).iter().any(|run| *run >= RUN)
            && 4 * vowels(word) < bytes.len()
}

fn vowels(word: &str) -> usize {
    word.matches(['a', 'e', 'i', 'o', 'u', 'y']).count()
}

/// Lengths of the stretches of keys that lie beside each other, in one direction.
fn runs(word: &[u8], rows: &[&str]) -> Vec<usize> {
    let step = |pair: &[u8]| {
        rows.iter().find_map(|row| {
            let place = |letter: u8| row.bytes().position(|other| other == letter);
            let (from, to) = (place(pair[0])?, place(pair[1])?);
            (from.abs_diff(to) == 1).then_some(to > from)
        })
    };
    let mut out = vec![1];
    let mut way = None;
    for pair in word.windows(2) {
        let next = step(pair);
        let goes_on = next.is_some() && (way.is_none() || way == next);
        match out.last_mut().filter(|_| goes_on) {
            Some(run) => {
                *run += 1;
                way = next;
            }
            None => {
                out.push(1);
                way = None;
            }
        }
    }
    out
}

/// True for an answer that is written to a model: it gives it orders.
pub(crate) fn orders(answer: &str) -> bool {
    let form = padded(answer);
    let marked = ["<answer", "</answer", "<system", "</system"];
    let begins = answer.trim_start().to_ascii_lowercase();
    begins.starts_with("system:")
        || marked.iter().any(|mark| begins.contains(mark))
        || ORDERS.iter().any(|order| form.contains(order))
}

#[cfg(test)]
mod tests {
    use super::is_noise;

    #[test]
    fn keys_at_random_are_no_words() {
        for noise in [
            "asdf",
            "ASDF!",
            "asdasd",
            "asdfjkl",
            "qwerty",
            "qwe qwe",
            "sdfsdf",
            "xxxx",
            "dfgdfg",
            "ksjdhf",
            "asdjhaskjd",
            "lkjh lkjh",
            "poiuytr",
        ] {
            assert!(is_noise(noise), "{noise}");
        }
        for words in [
            "were",
            "power",
            "tree",
            "no",
            "ok",
            "hm",
            "yes",
            "rain",
            "SQL",
            "HTML",
            "https",
            "rhythm",
            "Wert",
            "Schwert",
            "Schwerter",
            "screwdrivers",
            "rewards",
            "was",
            "sad",
            "Pop",
            "Qualität",
            "Angstschweiß",
            "Strumpf",
            "schwarz",
            "Schrank",
            "dad",
            "gas",
            "property",
            "It was loud",
            "1234",
            "لا أعرف",
            "xkcd",
            "pfft",
            "hmm",
            "art",
            "we were sad",
            "très",
        ] {
            assert!(!is_noise(words), "{words}");
        }
    }
}
