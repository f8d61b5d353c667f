//! What a correction puts in the place of what was wrong.

use crate::clean::bounded;
use crate::cues::is_one_of;
use crate::handle::{bare, turned};
use crate::language::Words;

/// Bytes of an answer that are searched.
const ANSWER_BYTES: usize = 4_000;

/// Clauses of what is put right: what was wrong, and what it is.
const MOST_PARTS: usize = 2;

/// What a correction puts in the place of what was wrong, turned round: “I never said that, I run the shift” is “you run the shift”,
/// “it's not the hall, it's the piano” is “it is the piano”.
pub(crate) fn fact(lists: &Words, correction: &str) -> Option<String> {
    if !lists.is_english() {
        return None;
    }
    let denies = |form: &str| form.split(' ').any(|word| is_one_of(word, lists.denying));
    let mut found = None;
    let parts = bounded(correction, ANSWER_BYTES).split([',', '.', ';', '–', '—', '!', '\n']);
    // “I asked three times, I forgot the first” puts one thing right in several clauses: the last of them is not it.
    let clauses = parts
        .clone()
        .filter(|part| part.split_whitespace().nth(1).is_some());
    if clauses.count() > MOST_PARTS {
        return None;
    }
    for part in parts {
        let words: Vec<&str> = part.split_whitespace().collect();
        let form = bare_all(&words);
        let opens = words
            .iter()
            .position(|word| !is_one_of(&bare(word), lists.openers));
        let Some(words) = opens
            .and_then(|at| words.get(at..))
            .filter(|_| !denies(&form))
        else {
            continue;
        };
        let of_it = match bare(words.first().copied().unwrap_or_default()).as_str() {
            "it's" => words.get(1..).map(|rest| (rest, "it is")),
            "it" => match words.get(1).map(|word| bare(word)).as_deref() {
                Some("is") => Some((&words[2..], "it is")),
                Some("was") => Some((&words[2..], "it was")),
                _ => None,
            },
            _ => None,
        };
        match of_it {
            Some((rest, head)) if (1..6).contains(&rest.len()) => {
                let rest = rest.join(" ");
                let form = bare_all(&rest.split(' ').collect::<Vec<_>>());
                let clear = !form.split(' ').any(|word| {
                    is_one_of(word, lists.unclear) || lists.turns.contains(&[word, "="].concat())
                });
                if clear {
                    found = Some([head, " ", &rest].concat());
                }
            }
            Some(_) => {}
            None => {
                if let Some((turned, _)) = turned(lists, words) {
                    found = Some(turned.replacen("You", "you", 1));
                }
            }
        }
    }
    found
}

fn bare_all(words: &[&str]) -> String {
    words
        .iter()
        .map(|word| bare(word))
        .collect::<Vec<_>>()
        .join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::ENGLISH;

    #[test]
    fn what_a_correction_puts_right_is_said_back() {
        for (answer, expected) in [
            (
                "I never said I was head of the unit, I run the shift",
                Some("you run the shift"),
            ),
            (
                "No, it's not the hall, it's the piano.",
                Some("it is the piano"),
            ),
            (
                "It was never the money. It was the noise.",
                Some("it was the noise"),
            ),
            ("I didn't say the hall was dead, I said the piano was", None),
            ("That's not what I said.", None),
            (
                "That isn't right, I asked three times, I forgot the first.",
                None,
            ),
        ] {
            assert_eq!(
                fact(ENGLISH.words(), answer).as_deref(),
                expected,
                "{answer}"
            );
        }
    }
}
