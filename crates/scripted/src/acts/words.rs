//! An answer as its cues are compared with: sentences of words in lower case, without accents and contractions.

use crate::cues::{is_one_of, of_key};
use crate::language::{ENGLISH, Language, Words, push_plain};
use colloquy_findings::{normal_form, sentences};
use std::ops::Range;

/// Faces that say that something was meant lightly.
const FACES: &str = "😂🤣😆😜😄😉😅";
/// A word of an answer.
pub(super) struct Word {
    pub(super) text: String,
    /// Punctuation stands before it: a clause ends there.
    pub(super) breaks: bool,
    /// It stands in quotation marks: somebody else's, or words of a question.
    pub(super) quoted: bool,
    /// It may stand inside a cue that does not have it: “really”.
    pub(super) may_stand_between: bool,
}

/// One sentence of an answer.
pub(super) struct Sentence {
    /// Where it stands in the answer.
    pub(super) range: Range<usize>,
    pub(super) words: Vec<Word>,
    /// It ends in a question mark.
    pub(super) asks: bool,
}

/// The lists by which an answer is taken apart.
#[derive(Clone, Copy)]
struct Lists {
    own: &'static Words,
    english: &'static Words,
    /// Short forms are those of English.
    as_english: bool,
}

/// Takes an answer apart. Sentences without a word are left out.
pub(super) fn apart(language: &'static Language, answer: &str) -> Vec<Sentence> {
    let mut out: Vec<Sentence> = Vec::new();
    let english = ENGLISH.words();
    // “im” and “ur” are words elsewhere.
    let mut words = answer.split_whitespace();
    let foreign = words.any(|word| is_one_of(word, english.foreign));
    let native = || {
        let form = normal_form(answer);
        form.split(' ').any(|word| is_one_of(word, english.native))
    };
    let lists = Lists {
        own: language.words(),
        english,
        as_english: !foreign && (language.is_english() || native()),
    };
    for range in sentences(answer) {
        // Who types fast parts sentences by question marks and line ends alone, and goes on in lower case.
        let mut start = range.start;
        let text = &answer[range.clone()];
        let mut cuts: Vec<usize> = text
            .match_indices(['?', '!', '\n', '.'])
            .filter(|(at, mark)| *mark != "." || text[at + 1..].starts_with(' '))
            .map(|(at, mark)| range.start + at + mark.len())
            .collect();
        cuts.push(range.end);
        for end in cuts {
            let sentence = sentence(answer, start..end, lists);
            start = end;
            if !sentence.words.is_empty() {
                out.push(sentence);
            }
        }
    }
    out
}

fn sentence(answer: &str, range: Range<usize>, lists: Lists) -> Sentence {
    let mut words = Vec::new();
    let (mut text, mut breaks, mut quoted) = (String::new(), false, false);
    let mut before = ' ';
    for c in answer[range.clone()].chars() {
        let letter = c.is_alphanumeric() || matches!(c as u32, 0x300..=0x36F | 0x900..=0xDFF);
        let face = FACES.contains(c);
        if letter && !is_ideograph(c) {
            push_plain(&mut text, c);
            before = c;
            continue;
        }
        let apostrophe = matches!(c, '\'' | '’' | '‘' | '`') && before.is_alphanumeric();
        if apostrophe && !text.is_empty() {
            text.push('\'');
            before = c;
            continue;
        }
        push_words(&mut words, &mut text, &mut breaks, quoted, lists);
        if face || letter {
            text.push(c);
            push_words(&mut words, &mut text, &mut breaks, quoted, lists);
        } else if matches!(c, '"' | '“' | '”' | '„' | '«' | '»') {
            // A mark of closing shape always closes; a straight one turns.
            quoted = match c {
                '"' => !quoted,
                '“' if quoted => false,
                '”' | '»' => false,
                _ => true,
            };
            breaks = true;
        } else if !(c.is_whitespace() || matches!(c, '-' | '\'' | '/') && before.is_alphanumeric())
        {
            breaks = true;
        }
        before = c;
    }
    push_words(&mut words, &mut text, &mut breaks, quoted, lists);
    let asks = answer[range.clone()]
        .trim_end_matches(['"', '”', '’', ')', ' ', '\n', '!'])
        .ends_with(['?', '？', '؟']);
    Sentence { range, words, asks }
}

/// Characters that are written without spaces between words: each counts as one.
fn is_ideograph(c: char) -> bool {
    matches!(c as u32, 0x3040..=0x30FF | 0x3400..=0x9FFF | 0xE00..=0xE7F)
}

/// Takes a token for one word or more: “I'd” is two.
fn push_words(
    words: &mut Vec<Word>,
    text: &mut String,
    breaks: &mut bool,
    quoted: bool,
    lists: Lists,
) {
    let token = std::mem::take(text);
    let token = token.trim_matches('\'');
    // “ill pass” is no illness: short for “I will” where a clause begins.
    let opens = words.len() < 2 && words.iter().all(|word| word.text.len() < 5) || *breaks;
    let token = if token == "ill" && lists.as_english && opens {
        "i'll"
    } else {
        token
    };
    let mut push = |word: &str| {
        if !word.is_empty() {
            words.push(Word {
                may_stand_between: is_one_of(word, lists.own.between)
                    || !lists.own.is_english() && is_one_of(word, lists.english.between),
                text: word.into(),
                breaks: std::mem::take(breaks),
                quoted,
            });
        }
    };
    let own = if lists.as_english {
        lists.english
    } else {
        lists.own
    };
    // The short forms of English are told only where the answer looks like English.
    let may_be = (lists.as_english || !own.is_english())
        && (1..=8).contains(&token.len())
        && token.is_ascii();
    if may_be && let Some(long) = of_key(token, own.short, b'|') {
        long.split(' ').for_each(push);
    } else if !own.is_english() {
        for (at, part) in token.split('\'').enumerate() {
            let long = (at > 0).then(|| of_key(part, own.tails, b' ')).flatten();
            push(long.unwrap_or(part));
        }
    } else if let Some(stem) = token.strip_suffix("n't") {
        push(match stem {
            "ca" => "can",
            "wo" => "will",
            "sha" => "shall",
            "ai" => "is",
            stem => stem,
        });
        push("not");
    } else {
        for (at, part) in token.split('\'').enumerate() {
            push(match (at, part) {
                (0, part) => part,
                (_, "s") if token == "let's" => "us",
                (_, part) => of_key(part, own.tails, b' ').unwrap_or(part),
            });
        }
    }
}
