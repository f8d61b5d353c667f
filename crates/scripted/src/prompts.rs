//! Which lines of the notes say something to ask about: a claim, a judgement, a finding. That somebody read it on a train is none.

use crate::content::{Kind, Topic};
use crate::cues::is_one_of;
use crate::language::{Words, has_form};

/// First words in which somebody reads or hears without a subject before it: “Heard it twice, once on the bench”.
const FIRST_WORDS: usize = 3;
/// Words in which a phrase is given its relative clause.
const RELATIVE_WORDS: usize = 4;

/// True for what can be put to the respondent. A name and a quote always can.
pub(crate) fn is_prompt(lists: &Words, topic: &Topic) -> bool {
    if topic.kind != Kind::Point {
        return true;
    }
    let form = lists.plain(&topic.text);
    let words: Vec<&str> = form.split(' ').collect();
    let first = words.first().copied().unwrap_or_default();
    // A number and its unit without more are where it stood: “Episode 12, The Quiet Table”.
    let figures = |word: &&str| word.bytes().all(|byte| byte.is_ascii_digit());
    if is_one_of(first, lists.parts_of) && words.get(1).is_some_and(figures) {
        return false;
    }
    if lists.is_english() && !says_something(lists, &words) {
        return false;
    }
    let subject =
        |word: &&str| is_one_of(word, lists.determiners) || is_one_of(word, lists.subjects);
    let opening = words
        .iter()
        .take(FIRST_WORDS)
        .take_while(|word| !subject(word));
    let mut opening = opening.skip_while(|word| !is_one_of(word, lists.received));
    let reports = opening.next().is_some();
    // “Read books change readers” says something of books: it has a verb.
    let is = |word: &&str| is_one_of(word, lists.present);
    let occasion = words.iter().any(|word| is_one_of(word, lists.occasions));
    !(reports && (occasion || !words.iter().any(is)))
}

/// True for words with a verb beside the one of a relative clause: “the man who phoned” says nothing of him.
fn says_something(lists: &Words, words: &[&str]) -> bool {
    let determined = |word: &str| is_one_of(word, lists.determiners);
    let past = |word: &&&str| {
        is_one_of(word, lists.past)
            || has_form(word, lists.past_forms) && !has_form(word, lists.no_past)
    };
    let present = words.iter().any(|word| {
        is_one_of(word, lists.present)
            || is_one_of(word, lists.general)
            || is_one_of(word, lists.unreal)
    });
    let mut start = words.iter().take(RELATIVE_WORDS);
    let relative = determined(words[0]) && start.any(|word| is_one_of(word, "who which where"));
    let count = words.iter().filter(past).count();
    if relative {
        return present || count > 1;
    }
    // “Teams pay for distribution”: a plural may be what has a verb behind it.
    let plural = |word: &&str| word.len() > 3 && word.ends_with('s') && !word.ends_with("ss");
    let subject = |word: &&str| is_one_of(word, lists.subjects) && !determined(word);
    present || count > 0 || words.iter().any(|word| plural(word) || subject(word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::{ENGLISH, FRENCH, GERMAN, SPANISH};

    fn prompt(lists: &Words, text: &str) -> bool {
        Topic::new(Kind::Point, text.into()).is_some_and(|topic| is_prompt(lists, &topic))
    }

    #[test]
    fn when_where_and_how_often_it_was_read_is_no_claim() {
        let english = ENGLISH.words();
        for line in [
            "Heard it twice, once on the bench by the canal",
            "Read on the train to Leeds, most of it asleep",
            "Bought at the station kiosk in Ghent last May",
            "Half read, half skimmed on a Sunday afternoon",
            "Episode 12, The Quiet Table, first broadcast",
            "Borrowed twice from the library in the square",
            "Listened again in the car with Nadia",
            "The man who phoned the speaking clock",
            "The long talk with the keeper of the harbour",
        ] {
            assert!(!prompt(english, line), "{line}");
        }
        for line in [
            "Small teams pay for distribution before they need it",
            "A network call is slower and can fail",
            "The doctor heard it twice from every patient",
            "Loneliness is like hunger, a signal, not a fault",
            "The hours before midnight are not worth more",
            "The man who phoned the clock lied to everyone",
            "You pay for what nobody will see",
            "The clock taught him to wait",
            "Nine in ten callers never say their name",
            "People who read at night sleep worse",
            "Read words are forgotten sooner than heard ones",
        ] {
            assert!(prompt(english, line), "{line}");
        }
        for (lists, line) in [
            (
                GERMAN.words(),
                "Zweimal gehört, einmal auf der Bank am Kanal",
            ),
            (SPANISH.words(), "Leído dos veces en el tren a Cuenca"),
            (FRENCH.words(), "Écouté deux fois dans le train de Lille"),
        ] {
            assert!(!prompt(lists, line), "{line}");
        }
    }
}
