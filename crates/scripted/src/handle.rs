//! What a probe can be about, in words of the answer that are certainly one thing: “You drove back at night.”, “the tuning fork”.
//!
//! English alone: elsewhere a phrase has to be inflected to stand in another sentence.

use crate::clean::{bounded, point};
use crate::cues::is_one_of;
use crate::language::{Words, has_form};
use colloquy_findings::sentences;

/// Bytes of an answer that are searched.
const ANSWER_BYTES: usize = 4_000;
/// Words of a clause that is said back: more takes the question over.
const CLAUSE: (usize, usize) = (3, 9);
/// Words of an answer that hardly is about anything but what it names.
pub(crate) const ABOUT_ALL: usize = 8;
/// Words of a thing that is named, without its article.
const THING_WORDS: usize = 3;

/// Words in which something is brought up: “there's nothing there, a lamp and a fox”.
const BROUGHT: usize = 9;

/// A word without what is written around it, in lower case.
pub(crate) fn bare(word: &str) -> String {
    let word = word.trim_matches(|c: char| !c.is_alphanumeric());
    word.replace('’', "'").to_lowercase()
}

/// True for a word behind which a clause or a phrase ends.
pub(crate) fn breaks(word: &str) -> bool {
    word.ends_with(['.', ',', ';', ':', '!', '?', ')', '…', '–', '—', '"', '”'])
}

/// The clause that an answer ends with, where the respondent does something in it, turned round: “so I stayed in the harbour” is “You
/// stayed in the harbour”. Only a subordinate clause may stand behind it, and nothing that is denied or supposed is repeated, nor
/// what is not clear later, such as “it”.
pub(crate) fn clause(lists: &Words, telling: &str) -> Option<String> {
    if !lists.is_english() {
        return None;
    }
    let sentence = point(telling);
    let quotes = |word: &str| word.starts_with(['\'', '‘']) || word.ends_with(['\'', '’']);
    let quoted = sentence.contains(['“', '"', '(']) || sentence.split(' ').any(quotes);
    if sentence.ends_with('?') || quoted {
        return None;
    }
    let words: Vec<&str> = sentence.split_whitespace().collect();
    for at in (0..words.len()).rev() {
        let joined = at > 0 && is_one_of(&bare(words[at - 1]), lists.clause_joins);
        let opens = at == 0 || breaks(words[at - 1]) || joined;
        // “If I see them, I call” promises nothing of the kind, and “because I knew it” is a reason.
        let before = |word: &str| {
            let joins = is_one_of(word, "and so but then");
            is_one_of(word, lists.complement) || is_one_of(word, lists.clause_ends) && !joins
        };
        let depends = at > 0 && before(&bare(words[at - 1]))
            || at > 1 && before(&bare(words[at - 2])) && !breaks(words[at - 2]);
        if !opens || depends {
            continue;
        }
        if let Some((turned, taken)) = turned(lists, &words[at..])
            && is_rest_subordinate(lists, &words[at + taken..])
            && !turned.split(' ').any(|word| is_one_of(word, lists.far))
        {
            return Some(turned);
        }
    }
    None
}

/// True where nothing but one subordinate clause stands behind a clause.
fn is_rest_subordinate(lists: &Words, rest: &[&str]) -> bool {
    let Some((first, rest)) = rest.split_first() else {
        return true;
    };
    let joins = |word: &str| is_one_of(&bare(word), "and so but then");
    let opens = !joins(first)
        && (is_one_of(&bare(first), lists.clause_ends)
            || is_one_of(&bare(first), lists.complement));
    let inner = rest.split_last().map_or(rest, |(_, inner)| inner);
    opens && !rest.iter().any(|word| joins(word)) && !inner.iter().any(|word| breaks(word))
}

/// The clause that words begin with, turned round, and how many of them it takes.
pub(crate) fn turned(lists: &Words, words: &[&str]) -> Option<(String, usize)> {
    let mut out: Vec<String> = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let form = bare(word);
        if at > 0 && is_one_of(&form, lists.clause_ends) {
            break;
        }
        let open = is_one_of(&form, lists.unclear) || is_one_of(&form, lists.complement);
        if at > 0 && open || form.is_empty() || is_one_of(&form, lists.unreal) {
            return None;
        }
        let own = lists
            .turns
            .split(' ')
            .filter_map(|pair| pair.split_once('='));
        let turn = own.clone().find(|(own, _)| *own == form);
        match (at, turn) {
            // What somebody is says nothing that was done; “I'm going to” does.
            (0, Some((_, to)))
                if to.ends_with("_are")
                    && words.get(1).is_none_or(|word| bare(word) != "going") =>
            {
                return None;
            }
            (0, Some((_, to))) if is_one_of(&form, lists.starts) => out.push(to.replace('_', " ")),
            (0, _) => return None,
            // Another clause begins: “I said I was there”.
            (_, Some(_)) if is_one_of(&form, lists.starts) => return None,
            (1, _) if is_one_of(&form, lists.no_deed) => return None,
            (_, Some((_, to))) => out.push(to.replace('_', " ")),
            _ => {
                let kept = word.trim_end_matches(|c: char| !c.is_alphanumeric());
                out.push(kept.into());
            }
        }
        if out.len() > CLAUSE.1 {
            return None;
        }
        if breaks(word) {
            break;
        }
    }
    let last = bare(out.last()?);
    // “You stayed” is whole; “you run” is not.
    let least = if is_one_of(&last, lists.past) || has_form(&last, lists.past_forms) {
        2
    } else {
        CLAUSE.0
    };
    let whole = out.len() >= least && !is_one_of(&last, lists.dangling);
    let first = out.first()?;
    let head = first.replacen("you", "You", 1);
    // “I'm” is one word of the answer, and so is each other one.
    let taken = out.len();
    whole.then(|| ([&[head], &out[1..]].concat().join(" "), taken))
}

/// What a few words are about, where they say so at their end: “a programme about bees”.
fn topic(lists: &Words, text: &str) -> Option<String> {
    let form = text.trim_end_matches(|c: char| !c.is_alphanumeric());
    let (_, rest) = form.rsplit_once(" about ")?;
    let words: Vec<String> = rest.split(' ').map(bare).collect();
    let clear = |word: &String| {
        word.chars().all(char::is_alphabetic)
            && !lists.is_function_word(word)
            && !is_one_of(word, lists.unclear)
    };
    let fits = words.len() <= THING_WORDS
        && words.iter().all(clear)
        && !words.iter().any(|word| has_form(word, "*ing"));
    fits.then(|| rest.to_string())
}

/// A thing that an answer names, with its article: “a tuning fork” is “the tuning fork”, “my bench” is “your bench”. Only one that the
/// answer is about: it comes twice, here or in `before`, begins a clause, is the respondent's own, or is nearly all that was said.
/// `known` tells what shall not be named.
pub(crate) fn thing(
    lists: &Words,
    telling: &str,
    before: &str,
    known: &dyn Fn(&str) -> bool,
) -> Option<String> {
    if !lists.is_english() {
        return None;
    }
    let text = bounded(telling, ANSWER_BYTES);
    if text.split_whitespace().count() < ABOUT_ALL
        && let Some(topic) = topic(lists, text).filter(|topic| !known(&["the ", topic].concat()))
    {
        return Some(topic);
    }
    let all = [&lists.padded(before), lists.padded(text).as_str()].concat();
    let count = text.split_whitespace().count();
    let mut best: Option<(usize, String)> = None;
    let mut place = 0;
    for range in sentences(text) {
        let sentence = &text[range];
        let words: Vec<&str> = sentence.split_whitespace().collect();
        for at in 0..words.len() {
            place += 1;
            let (article, own) = match bare(words[at]).as_str() {
                "the" | "a" | "an" => ("the", false),
                "my" | "our" => ("your", true),
                _ => continue,
            };
            let Some(phrase) = phrase(lists, &words[at + 1..]) else {
                continue;
            };
            let head = bare(phrase.rsplit(' ').next().unwrap_or_default());
            let named = [article, " ", &phrase].concat();
            let opens = at == 0
                || breaks(words[at - 1])
                || is_one_of(&bare(words[at - 1]), lists.clause_joins);
            let stem = [" ", lists.stem(&head)].concat();
            let often = all.matches(stem.as_str()).count().min(4);
            let about = often > 1 || opens || own || count < ABOUT_ALL;
            let person = is_one_of(&head, lists.relations) || head.ends_with("-law");
            if head.len() < 4 || person || !about || known(&named) {
                continue;
            }
            let score = 100 * (often + usize::from(own) + usize::from(opens)) + place;
            if best.as_ref().is_none_or(|(least, _)| score > *least) {
                best = Some((score, named));
            }
        }
    }
    best.map(|(_, named)| named)
        .or_else(|| name(lists, text, before, known))
}

/// The last thing that an answer brings up, “there was a fox”, “I have a notebook”, with its article.
pub(crate) fn introduced(
    lists: &Words,
    telling: &str,
    known: &dyn Fn(&str) -> bool,
) -> Option<String> {
    const THERE: &str = "there's is was";
    const HAVE: &str = "have had got";
    const NO_THING: &str =
        "headache single good better bad break answer change chance job go say laugh look plan";
    if !lists.is_english() {
        return None;
    }
    let text = bounded(telling, ANSWER_BYTES);
    let mut found = None;
    for range in sentences(text) {
        let sentence = &text[range];
        let words: Vec<&str> = sentence.split_whitespace().collect();
        let form = |at: usize| words.get(at).map_or(String::new(), |word| bare(word));
        let closed = |word: &&str| is_one_of(&bare(word), lists.delicate);
        // “If there's only a sofa behind it” brings nothing up.
        let supposed = is_one_of(&form(0), "if unless");
        if sentence.contains(['“', '"', '‘', '?']) || supposed || words.iter().any(closed) {
            continue;
        }
        let brings = |at: usize| {
            let (word, next) = (form(at), form(at + 1));
            word == "there's"
                || word == "there" && is_one_of(&next, THERE)
                || is_one_of(&word, lists.own) && is_one_of(&next, HAVE)
                || is_one_of(&word, "i've we've")
        };
        let Some(from) = (0..words.len()).find(|at| brings(*at)) else {
            continue;
        };
        // What stands further on belongs to something else.
        for at in (from..words.len()).take(BROUGHT) {
            if !is_one_of(&form(at), "a an") {
                continue;
            }
            let Some(phrase) = phrase(lists, &words[at + 1..]) else {
                continue;
            };
            let head = bare(phrase.rsplit(' ').next().unwrap_or_default());
            let named = ["the ", &phrase].concat();
            let behind = form(at + 1 + phrase.split(' ').count());
            let whole = !is_one_of(&behind, "one ones") && !is_one_of(&head, NO_THING);
            if whole && !is_one_of(&head, lists.relations) && !known(&named) {
                found = Some(named);
            }
        }
    }
    found
}

/// A name that an answer is about: one that comes in two answers, or in hardly more words than itself.
fn name(lists: &Words, text: &str, before: &str, known: &dyn Fn(&str) -> bool) -> Option<String> {
    let count = text.split_whitespace().count();
    for range in sentences(text) {
        let sentence = &text[range];
        for word in sentence.split_whitespace().skip(1) {
            let own = word.trim_matches(|c: char| !c.is_alphabetic());
            let mut letters = own.chars();
            let capital = letters.next().is_some_and(char::is_uppercase);
            let rest = own.len() > 2 && letters.all(char::is_lowercase);
            let form = bare(own);
            let about = count <= ABOUT_ALL || before.contains(own);
            let date = is_one_of(&form, lists.no_names);
            if capital && rest && about && !date && !known(&[" ", own].concat()) {
                return Some(own.to_string());
            }
        }
    }
    None
}

/// The noun phrase that words begin with, where it certainly ends: at a stop, or before a word that is no part of one.
fn phrase(lists: &Words, words: &[&str]) -> Option<String> {
    let mut out: Vec<&str> = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let form = bare(word);
        let is_name = word.starts_with(char::is_uppercase);
        // The first word may be an adjective with the form of a verb.
        let verb = at > 0
            && (is_one_of(&form, lists.past)
                || has_form(&form, lists.past_forms) && !has_form(&form, lists.no_past));
        if lists.is_function_word(&form) || verb || is_one_of(&form, lists.behind_thing) {
            // “The reader leave a light” has a verb in it.
            if form == "of" || at > 1 && is_one_of(&form, lists.determiners) {
                return None;
            }
            break;
        }
        let letters = form.chars().all(|c| c.is_alphabetic() || c == '-');
        if !letters || is_name || out.len() == THING_WORDS || is_one_of(&form, lists.vague) {
            return None;
        }
        // “The kettle boils”, “the sets come”: what follows may be the verb.
        let plural = |word: &str| word.ends_with('s') && !word.ends_with("ss");
        if at > 0 && (plural(&form) || plural(&bare(words[at - 1])) || form.ends_with("ly")) {
            return None;
        }
        out.push(word.trim_end_matches(|c: char| !c.is_alphanumeric()));
        if breaks(word) {
            break;
        }
    }
    let last = bare(out.last()?);
    // “The repaired” is an adjective.
    if has_form(&last, lists.past_forms) && !has_form(&last, lists.no_past) {
        return None;
    }
    let ends = out.len() < words.len() || words.last().is_some_and(|word| breaks(word));
    (ends && !out.is_empty()).then(|| out.join(" ").to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::{ENGLISH, GERMAN};

    #[test]
    fn what_the_respondent_did_is_turned_round() {
        for (answer, expected) in [
            (
                "The last one was sour. I drove back at night.",
                Some("You drove back at night"),
            ),
            (
                "I went in the cold store and cried and came out with two plates.",
                None,
            ),
            ("She never sat down to eat, and I dont either.", None),
            ("I would have stayed in the harbour.", None),
            (
                "I parked behind the pool because it was free, and they knew.",
                None,
            ),
            ("I drove back at night. The last one was sour.", None),
            (
                "I took my father's tuning fork, although there are better ones.",
                Some("You took your father's tuning fork"),
            ),
            (
                "Anyone can weed the middle, so I look at the edges of a field.",
                Some("You look at the edges of a field"),
            ),
            (
                "I'm going to turn the boat over on Sunday.",
                Some("You are going to turn the boat over on Sunday"),
            ),
            ("They came in threes, so I stayed.", Some("You stayed")),
            ("I was late for the ferry.", None),
            ("If I see them on Monday the rocket is lost.", None),
            ("I think so. I don't know. I had it.", None),
            ("I told them that he was ill.", None),
            ("The man I saw was tall.", None),
            ("I never went to", None),
        ] {
            assert_eq!(
                clause(ENGLISH.words(), answer).as_deref(),
                expected,
                "{answer}"
            );
        }
        assert_eq!(
            clause(GERMAN.words(), "Ich bin nachts noch einmal hingefahren."),
            None
        );
    }

    #[test]
    fn somebody_who_is_spoken_of_again_is_named() {
        let thing = |answer: &str, before: &str| thing(ENGLISH.words(), answer, before, &|_| false);
        let named = Some("Ama".to_string());
        assert_eq!(thing("It's Ama I'm stuck on.", ""), named);
        let long =
            "We went out to the field in the rain and nobody but Ama was there to play with us.";
        assert_eq!(thing(long, "It's Ama."), named);
        assert_eq!(thing(long, ""), None);
        assert_eq!(thing("It was in March.", ""), None);
    }

    #[test]
    fn a_thing_is_named_only_where_it_certainly_ends() {
        let thing = |answer: &str, before: &str| thing(ENGLISH.words(), answer, before, &|_| false);
        for (answer, expected) in [
            ("She played one chord down the phone.", None),
            ("She played one chord on the organ.", Some("the organ")),
            (
                "It leaks all year, a summer terrace, and nobody minds.",
                Some("the summer terrace"),
            ),
            (
                "We came round the mole, and the swell was high by then.",
                Some("the swell"),
            ),
            (
                "She put her hand on the blanket before she said anything.",
                None,
            ),
            ("My brother-in-law does those.", None),
            (
                "We noticed it, and the pump broke in May.",
                Some("the pump"),
            ),
            ("I keep my notebook in the car.", Some("your notebook")),
            ("You see it in the way they walk.", None),
            ("The repaired are the best.", None),
            ("It is the shape of it.", None),
            ("The kettle boils over.", None),
        ] {
            assert_eq!(thing(answer, "").as_deref(), expected, "{answer}");
        }
        let answer = "She never goes anywhere without looking at the notebook first.";
        assert_eq!(
            thing(answer, "I had a notebook."),
            Some("the notebook".into())
        );
        assert_eq!(thing(answer, ""), None);
    }
}
