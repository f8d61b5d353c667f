//! Says that somebody has none of a skill: “Zero years”, “never used it”, “only a tutorial”. What such a person is asked about its level
//! or its last use would be asked of nothing.

use core::ops::Range;

use crate::names::Mention;
use crate::tokens::{Token, has};

/// Answers by themselves, and words that may follow them, in the languages that durations are read in.
const NONE: &str = "none zero nil never nothing keine keins null nie nada ninguno ninguna nunca cero aucun aucune jamais zéro";
const WHOLE: &str = "really yet so far at all sorry basically honestly absolutely whatsoever for me still the answer is";
const ZERO: &str = "no zero 0 null keine cero ninguna zéro aucune sin without ohne sans";
const COUNTED: &str =
    "years months experience practice erfahrung praxis jahre años experiencia ans expérience";
const REAL: &str = "real actual practical work working professional hands on proper any";
const NEVER: &str = "never not havent hasnt didnt nie niemals nunca jamais";
const BESIDE: &str = "that really actually ever have had even yet i ive habe ich lo la le es ai";
const USED: &str = "used use touched touch tried try worked work opened done learned learnt benutzt verwendet genutzt \
    usado usé utilizado utilisé";
const PREPOSITIONS: &str = "with in on of mit con avec de";
const OBJECTS: &str = "it this that them any one";
/// Behind these nothing narrows down what was denied; “never used it in a company” denies a company.
const CLOSING: &str = "and but so because yet myself at und pero mais";
const ONLY: &str = "only just merely nur bloß solo sólo seulement one";
const LESSONS: &str = "tutorial tutorials course courses video videos book books lecture lectures workshop seminar \
    theory kurs buch theorie curso teoría tutoriel cours livre théorie";
const TOWARDS: &str = "a an one two some the from in through by via with on of did do done read watched seen saw followed took taken \
    finished know known learned learnt it them that this ever i ive have school short online youtube ein eine einen aus uno una un une";
const HEARD: &str = "read heard";
const HOME: [&str; 7] = [
    "at home",
    "for fun",
    "for myself",
    "as a hobby",
    "in my free",
    "zu hause",
    "en casa",
];
const OWN: &str = "i ive id we weve ich yo j";
const AUXILIARIES: &str = "have has had";

const SAYING: &str = "cant cannot couldnt wouldnt";

/// Words between `only` and the lesson, and words before a denial that its subject stands in.
const LESSON_WORDS: usize = 8;
const SUBJECT_WORDS: usize = 4;

/// Finds the words of a sentence that say so; `timed` where a length of time was asked for, to which “none” is an answer.
pub(crate) fn lacking(tokens: &[Token], named: &[Mention], timed: bool) -> Option<Range<usize>> {
    if timed && let Some(clause) = none(tokens) {
        return Some(clause);
    }
    (0..tokens.len()).find_map(|at| {
        let end = zero(tokens, named, at)
            .or_else(|| never(tokens, named, at))
            .or_else(|| lesson(tokens, named, at))?;
        Some(at..end)
    })
}

/// Words that say where something was done and nothing of how long: “just at home”, “I did a course”.
pub(crate) fn privately(tokens: &[Token]) -> Option<Range<usize>> {
    let took = |at: &usize| {
        has("did took had watched followed finished", word(tokens, *at))
            && has("a an one", word(tokens, at + 1))
    };
    for at in (0..tokens.len()).filter(took) {
        let end = (at + 2..at + 5).find(|end| has(LESSONS, word(tokens, *end)));
        if let Some(end) = end {
            return Some(at..end + 1);
        }
    }
    let at = (0..tokens.len()).find(|at| has(ONLY, &tokens[*at].word))?;
    HOME.iter().find_map(|home| {
        let mut end = at + 1;
        for word in home.split(' ') {
            (tokens.get(end)?.word == word).then(|| end += 1)?;
        }
        Some(at..end)
    })
}

/// A clause that is nothing but a word for none.
fn none(tokens: &[Token]) -> Option<Range<usize>> {
    let mut start = 0;
    for clause in tokens.split(|one| !one.is_word) {
        let words = || clause.iter().map(|one| one.word.as_str());
        let said = words().filter(|word| has(NONE, word)).count();
        if said > 0 && words().all(|word| has(NONE, word) || has(WHOLE, word)) {
            return Some(start..start + clause.len());
        }
        start += clause.len() + 1;
    }
    None
}

fn word(tokens: &[Token], at: usize) -> &str {
    tokens.get(at).map_or("", |one| &one.word)
}

/// Behind what a place names, as an object: a skill, or a pronoun.
fn object(tokens: &[Token], named: &[Mention], at: usize) -> Option<usize> {
    let mention = named.iter().find(|one| one.start == at);
    mention
        .map(|one| one.end)
        .or_else(|| has(OBJECTS, word(tokens, at)).then_some(at + 1))
}

fn closes(tokens: &[Token], at: usize) -> bool {
    tokens
        .get(at)
        .is_none_or(|one| !one.is_word || has(CLOSING, &one.word))
}

/// “No years of it”, “zero experience”.
fn zero(tokens: &[Token], named: &[Mention], at: usize) -> Option<usize> {
    has(ZERO, word(tokens, at)).then_some(())?;
    let mut end = at + 1;
    while has(REAL, word(tokens, end)) {
        end += 1;
    }
    has(COUNTED, word(tokens, end)).then_some(())?;
    end += 1;
    if has(PREPOSITIONS, word(tokens, end)) {
        let behind = object(tokens, named, end + 1)?;
        return closes(tokens, behind).then_some(behind);
    }
    closes(tokens, end).then_some(end)
}

/// “I have never used it”.
fn never(tokens: &[Token], named: &[Mention], at: usize) -> Option<usize> {
    // “I can't say that I have worked with it”
    let says = has("say claim", word(tokens, at)) && at > 0 && has(SAYING, word(tokens, at - 1));
    (says || has(NEVER, word(tokens, at))).then_some(())?;
    let before = tokens[..at].iter().rev();
    let mut before = before
        .take_while(|one| one.is_word && !has("and but", &one.word))
        .take(SUBJECT_WORDS)
        .peekable();
    let own = before.peek().is_none() || before.any(|one| has(OWN, &one.word));
    let mut end = at + 1;
    while has(BESIDE, word(tokens, end)) {
        end += 1;
    }
    (own && has(USED, word(tokens, end))).then_some(())?;
    end += 1;
    end += usize::from(has(PREPOSITIONS, word(tokens, end)));
    end = object(tokens, named, end).unwrap_or(end);
    closes(tokens, end).then_some(end)
}

/// “Only from a tutorial”, “just read about it”.
fn lesson(tokens: &[Token], named: &[Mention], at: usize) -> Option<usize> {
    let first = word(tokens, at);
    has(ONLY, first).then_some(())?;
    if has(HEARD, word(tokens, at + 1)) && has("about of", word(tokens, at + 2)) {
        return object(tokens, named, at + 3);
    }
    // “One tutorial” by itself; “one course of the rollout was …” is a part of something.
    let alone = first == "one";
    let before = at.checked_sub(1).map_or("", |at| word(tokens, at));
    if alone
        && tokens
            .get(at.wrapping_sub(1))
            .is_some_and(|one| one.is_word)
    {
        has(AUXILIARIES, before).then_some(())?;
    }
    let mut end = at + 1;
    while end <= at + LESSON_WORDS {
        if has(LESSONS, word(tokens, end)) {
            return closes(tokens, end + 1).then_some(end + 1);
        }
        end = match named.iter().find(|one| one.start == end) {
            Some(mention) => mention.end,
            None if !alone && has(TOWARDS, word(tokens, end)) => end + 1,
            None => return None,
        };
    }
    None
}
