//! What an answer offers to go on with: the stretch of it that is most worth staying with, in the respondent's own words.

use crate::clean::{bounded, clean, cut, trim};
use crate::wishes::{Wishes, stem};
use colloquy_findings::{is_function_word, normal_form, sentences, words};

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

impl Cue {
    /// The use in the bank that digs into it.
    pub(crate) fn bank_use(self) -> &'static str {
        match self {
            Cue::Emotion => "dig.emotion",
            Cue::Contrast => "dig.contrast",
            Cue::Decision => "dig.decision",
            Cue::Claim => "dig.claim",
            Cue::Plain => "dig",
        }
    }
}

/// A stretch of an answer that can be quoted.
#[derive(Clone, Debug)]
pub(crate) struct Echo {
    pub(crate) text: String,
    pub(crate) cue: Cue,
    /// How much it is worth staying with; from 8 it carries a follow-up.
    pub(crate) score: i32,
}

/// Beginnings of words that name a feeling.
const EMOTION: &[&str] = &[
    "afraid",
    "fear",
    "scare",
    "scary",
    "love",
    "loving",
    "hate",
    "worr",
    "angr",
    "anger",
    "excit",
    "sad",
    "proud",
    "pride",
    "asham",
    "shame",
    "frustrat",
    "anxi",
    "relie",
    "guilt",
    "lonel",
    "overwhelm",
    "hopeful",
    "hopeless",
    "joy",
    "happy",
    "happi",
    "jealous",
    "envy",
    "envious",
    "grief",
    "griev",
    "hurt",
    "nervous",
    "uneasy",
    "uncomfort",
    "calm",
    "exhaust",
    "stress",
    "disappoint",
    "embarrass",
    "delight",
    "regret",
    "annoy",
    "helpless",
    "grateful",
    "dread",
    "terrif",
];
/// Beginnings in [`EMOTION`] that other words share.
const NO_EMOTION: &[&str] = &[
    "hopefully",
    "loved ones",
    "sadly",
    "believe",
    "relief map",
    "saddle",
];
const DECISION: &[&str] = &[
    "i will ",
    "i'll ",
    "i want to ",
    "i plan ",
    "i am going to ",
    "i'm going to ",
    "i decided ",
    "i have decided ",
    "i've decided ",
    "i intend ",
    "i should ",
    "i need to ",
    "i would like to ",
    "i'd like to ",
    "from now on ",
    "next time i ",
    "i started to ",
    "i stopped ",
];
const CLAIM: &[&str] = &[
    "i think ",
    "i believe ",
    "i'm convinced ",
    "i am convinced ",
    "always ",
    "never ",
    "everyone ",
    "everybody ",
    "nobody ",
    "must ",
    "the point is ",
    "in my view ",
    "the problem is ",
    "the truth is ",
    "it depends ",
    "the real ",
    "no one ",
    "we all ",
];
const CONTRAST: &[&str] = &[
    "but", "however", "although", "though", "yet", "instead", "whereas", "despite", "rather",
];
/// What a clause may begin with that says nothing when it is quoted alone.
const OPENERS: &[&str] = &[
    "and",
    "but",
    "so",
    "because",
    "that",
    "which",
    "well",
    "also",
    "then",
    "actually",
    "maybe",
    "perhaps",
    "or",
    "however",
    "although",
    "though",
    "yet",
    "while",
    "whereas",
    "since",
    "honestly",
    "basically",
    "yes",
    "yeah",
    "no",
    "okay",
    "ok",
    "um",
    "anyway",
    "like",
    "probably",
];
/// Function words that a clause of its own begins with.
const SUBJECTS: &[&str] = &[
    "i",
    "i'm",
    "i've",
    "i'd",
    "i'll",
    "we",
    "we're",
    "we've",
    "you",
    "he",
    "she",
    "it",
    "it's",
    "they",
    "there",
    "there's",
    "every",
    "some",
    "no",
    "nobody",
    "everyone",
    "everybody",
    "people",
    "most",
    "many",
    "all",
    "its",
    "your",
    "those",
    "what",
    "nothing",
    "something",
    "everything",
    "if",
    "when",
];
/// What trails after a short answer.
const TRAILERS: &[&str] = &[
    " i guess",
    " i think",
    " i suppose",
    " maybe",
    " probably",
    " perhaps",
    " though",
];
const FILLERS: &[&str] = &[
    "i think that ",
    "i think ",
    "i guess ",
    "i mean ",
    "i suppose ",
    "i believe that ",
    "i believe ",
    "you know ",
    "to be honest ",
    "i feel like ",
];

/// Finds the stretch most worth staying with: with words of its own that the questions so far do not hold.
pub(crate) fn best_echo(answer: &str, asked: &str, wishes: &Wishes) -> Option<Echo> {
    let answer = bounded(answer, ANSWER_BYTES);
    let whole = normal_form(answer);
    let counts = |word: &str| {
        whole
            .split(' ')
            .filter(|other| *other == word)
            .take(3)
            .count() as i32
    };
    let mut best: Option<Echo> = None;
    for range in sentences(answer) {
        let sentence = &answer[range];
        if sentence.trim_end().ends_with('?') {
            continue;
        }
        for clause in clauses(sentence) {
            let Some(echo) = weigh(&clause, asked, &counts)
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
fn clauses(sentence: &str) -> Vec<String> {
    let mut parts: Vec<String> = vec![String::new()];
    for piece in sentence.split_inclusive([',', ';', ':', '—', '–', '(', ')', '\n', '…']) {
        for token in clean(piece).split(' ').filter(|token| !token.is_empty()) {
            let form = normal_form(token);
            let breath = matches!(
                form.as_str(),
                "but"
                    | "because"
                    | "although"
                    | "however"
                    | "though"
                    | "which"
                    | "whereas"
                    | "while"
                    | "and"
                    | "so"
            );
            // “and” and “so” join words as often as clauses: they part only what is long already.
            let least = if matches!(form.as_str(), "and" | "so") {
                6
            } else {
                2
            };
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

fn weigh(clause: &str, asked: &str, counts: &dyn Fn(&str) -> i32) -> Option<Echo> {
    let form = [" ", &normal_form(clause), " "].concat();
    let says = |list: &[&str]| list.iter().any(|cue| form.contains(&[" ", *cue].concat()));
    let contrast = form
        .trim_start()
        .split(' ')
        .any(|word| CONTRAST.contains(&word));
    let joined = contrast
        && !OPENERS
            .iter()
            .any(|opener| form.trim_start().starts_with(&[*opener, " "].concat()));
    let cue = if says(EMOTION) && !says(NO_EMOTION) {
        Cue::Emotion
    } else if says(DECISION) {
        Cue::Decision
    } else if joined {
        Cue::Contrast
    } else if says(CLAIM) {
        Cue::Claim
    } else {
        Cue::Plain
    };
    let text = cut(without_openers(clause), ECHO_WORDS)?;
    let mut own = 0;
    let mut count = 0;
    let mut weight = 0;
    for word in words(&text) {
        count += 1;
        let word = normal_form(&text[word.start..word.end]);
        if is_function_word(&word) {
            continue;
        }
        let known = asked.split(' ').any(|other| stem(other) == stem(&word));
        if known {
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
    let first = text.split(' ').next().map(normal_form).unwrap_or_default();
    let fragment =
        is_function_word(&first) && !SUBJECTS.contains(&first.as_str()) && !is_determiner(&first);
    let shape = shape - if fragment { 5 } else { 0 };
    let personal = i32::from(says(&["i ", "i'm ", "i've ", "my ", "me ", "we ", "our "]));
    Some(Echo {
        text,
        cue,
        score: weight + cue_weight + shape + personal,
    })
}

pub(crate) fn without_openers(clause: &str) -> &str {
    let mut rest = clause;
    for _ in 0..3 {
        if let Some((first, after)) = rest.split_once(' ')
            && OPENERS.contains(&normal_form(first).as_str())
        {
            rest = after;
        }
        for filler in FILLERS {
            if rest
                .get(..filler.len())
                .is_some_and(|start| normal_form(start) == filler.trim_end())
            {
                rest = &rest[filler.len()..];
            }
        }
    }
    for trailer in TRAILERS {
        let at = rest.len().saturating_sub(trailer.len());
        if at > 0
            && rest
                .get(at..)
                .is_some_and(|end| end.eq_ignore_ascii_case(trailer))
        {
            rest = trim(&rest[..at]);
        }
    }
    trim(rest)
}

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
const DETERMINERS: &[&str] = &[
    "the", "a", "an", "my", "our", "this", "these", "his", "her", "their",
];
/// Tells words that open a noun phrase.
pub(crate) fn is_determiner(word: &str) -> bool {
    DETERMINERS.contains(&normal_form(word).as_str())
}

/// Tells texts whose words the lists of this crate know: in English every second or third word is a function word.
pub(crate) fn is_english(texts: &[&str]) -> bool {
    let all = || {
        texts
            .iter()
            .flat_map(|text| words(bounded(text, 2_000)).map(|word| &text[word.start..word.end]))
    };
    all().filter(|word| is_function_word(word)).count() * 4 >= all().count()
}

/// Nouns that name nothing.
const EMPTY_NOUNS: &[&str] = &[
    "thing", "things", "way", "time", "lot", "bit", "day", "people", "part", "idea", "point",
    "fact", "kind", "sort", "moment", "same", "first", "last", "notes", "content", "example",
    "whole", "other", "only", "best", "most", "more", "end", "case", "question", "answer",
];

/// Finds short noun phrases, the weightiest first: an article or a possessive and the one to three words it opens.
pub(crate) fn noun_phrases(answer: &str) -> Vec<String> {
    let answer = bounded(answer, ANSWER_BYTES);
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
        let text = clean(&answer[start..end]);
        if EMPTY_NOUNS.contains(&head.as_str()) || head.chars().count() < 4 || text.is_empty() {
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
        if DETERMINERS.contains(&text.as_str()) {
            open = Some((word.start, Vec::new()));
        } else if !is_function_word(&text)
            && let Some((_, inner)) = &mut open
        {
            inner.push((word.start, word.end));
        }
    }
    close(&mut open);
    found.sort_by_key(|(weight, _)| usize::MAX - weight);
    found.into_iter().map(|(_, text)| text).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use colloquy_schema::Guidelines;

    fn echo(answer: &str, asked: &str) -> Option<(String, Cue)> {
        best_echo(
            answer,
            &normal_form(asked),
            &Wishes::new(&Guidelines::default()),
        )
        .map(|echo| (echo.text, echo.cue))
    }

    #[test]
    fn a_feeling_a_decision_or_a_contrast_is_what_is_taken_up() {
        for (answer, expected, cue) in [
            (
                "It was a normal week with meetings. I was ashamed of how little I had read.",
                "I was ashamed of how little I had read",
                Cue::Emotion,
            ),
            (
                "The talk was long. I want to leave my phone in the hall.",
                "I want to leave my phone in the hall",
                Cue::Decision,
            ),
            (
                "I admire the method but my team ignores it.",
                "I admire the method but my team ignores it",
                Cue::Contrast,
            ),
            (
                "We met on Monday. I think teachers never get silence.",
                "teachers never get silence",
                Cue::Claim,
            ),
        ] {
            assert_eq!(
                echo(answer, "What did you notice?"),
                Some((expected.into(), cue)),
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

    #[test]
    fn noun_phrases_are_found_without_the_verb_that_follows() {
        assert_eq!(
            noun_phrases("I miss the quiet morning walk because my older brother called."),
            ["my older brother", "the quiet morning walk"]
        );
    }
}
