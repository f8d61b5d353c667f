//! An answer as its cues are compared with: sentences of words in lower case, without accents and contractions.

use colloquy_findings::{fold_char, sentences};
use std::ops::Range;

/// Faces that say that something was meant lightly.
const FACES: &str = "😂🤣😆😜😄😉😅";
/// Contractions that are written without their apostrophe, and other short forms.
const SHORT: &str = "dont=do not|cant=can not|cannot=can not|wont=will not|didnt=did not|doesnt=does not|isnt=is not|\
    wasnt=was not|arent=are not|werent=were not|couldnt=could not|wouldnt=would not|shouldnt=should not|\
    havent=have not|hasnt=has not|hadnt=had not|aint=is not|im=i am|ive=i have|youre=you are|theyre=they are|\
    thats=that is|whats=what is|theres=there is|lets=let us|idk=i do not know|dunno=do not know|gonna=going to|\
    wanna=want to|u=you|ur=your|pls=please|plz=please|youve=you have|bc=because|rn=right now";

/// Words that no English sentence has.
const FOREIGN: &str = "ich und nicht ist das mit auf que los una para les des est pas het een och";

/// Words that may stand anywhere inside a cue.
const BETWEEN: &str = "really actually just honestly quite even also simply truly totally completely absolutely still very so pretty \
    personally frankly particularly fully necessarily perhaps maybe please kindly again already ever right particularly especially \
    definitely certainly probably sorry wirklich gerade eigentlich leider bitte realmente ahora vraiment maintenant";

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

/// Takes an answer apart. Sentences without a word are left out.
pub(super) fn apart(answer: &str) -> Vec<Sentence> {
    let mut out: Vec<Sentence> = Vec::new();
    // “im” and “ur” are words elsewhere.
    let mut words = answer.split_whitespace();
    let english = !words.any(|word| FOREIGN.split(' ').any(|other| other == word));
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
            let sentence = sentence(answer, start..end, english);
            start = end;
            if !sentence.words.is_empty() {
                out.push(sentence);
            }
        }
    }
    out
}

fn sentence(answer: &str, range: Range<usize>, english: bool) -> Sentence {
    let mut words = Vec::new();
    let (mut text, mut breaks, mut quoted) = (String::new(), false, false);
    let mut before = ' ';
    for c in answer[range.clone()].chars() {
        let letter = c.is_alphanumeric() || matches!(c as u32, 0x300..=0x36F | 0x900..=0xDFF);
        let face = FACES.contains(c);
        if letter && !is_ideograph(c) {
            push_letter(&mut text, c);
            before = c;
            continue;
        }
        let apostrophe = matches!(c, '\'' | '’' | '‘' | '`') && before.is_alphanumeric();
        if apostrophe && !text.is_empty() {
            text.push('\'');
            before = c;
            continue;
        }
        push_words(&mut words, &mut text, &mut breaks, quoted, english);
        if face || letter {
            text.push(c);
            push_words(&mut words, &mut text, &mut breaks, quoted, english);
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
    push_words(&mut words, &mut text, &mut breaks, quoted, english);
    let asks = answer[range.clone()]
        .trim_end_matches(['"', '”', '’', ')', ' ', '\n', '!'])
        .ends_with(['?', '？', '؟']);
    Sentence { range, words, asks }
}

/// Characters that are written without spaces between words: each counts as one.
fn is_ideograph(c: char) -> bool {
    matches!(c as u32, 0x3040..=0x30FF | 0x3400..=0x9FFF | 0xE00..=0xE7F)
}

fn push_letter(text: &mut String, c: char) {
    match fold_char(c) {
        'à'..='å' | 'ā' | 'ă' => text.push('a'),
        'ç' | 'ć' | 'č' => text.push('c'),
        'è'..='ë' | 'ē' | 'ę' | 'ě' => text.push('e'),
        'ì'..='ï' | 'ī' => text.push('i'),
        'ñ' | 'ń' | 'ň' => text.push('n'),
        'ò'..='ö' | 'ø' | 'ō' | 'ő' => text.push('o'),
        'ù'..='ü' | 'ū' | 'ů' | 'ű' => text.push('u'),
        'ý' | 'ÿ' => text.push('y'),
        'š' | 'ś' => text.push('s'),
        'ß' => text.push_str("ss"),
        'œ' => text.push_str("oe"),
        'æ' => text.push_str("ae"),
        '\u{300}'..='\u{36F}' => {}
        c => text.push(c),
    }
}

/// Takes a token for one word or more: “I'd” is two.
fn push_words(
    words: &mut Vec<Word>,
    text: &mut String,
    breaks: &mut bool,
    quoted: bool,
    english: bool,
) {
    let token = std::mem::take(text);
    let token = token.trim_matches('\'');
    let mut push = |word: &str| {
        if !word.is_empty() {
            words.push(Word {
                may_stand_between: BETWEEN.split(' ').any(|other| other == word),
                text: word.into(),
                breaks: std::mem::take(breaks),
                quoted,
            });
        }
    };
    let mut short = SHORT.split('|').filter_map(|pair| pair.split_once('='));
    let may_be = english && (1..=8).contains(&token.len()) && token.is_ascii();
    if may_be && let Some((_, long)) = short.find(|(short, _)| *short == token) {
        long.split(' ').for_each(push);
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
                (_, "m") => "am",
                (_, "re") => "are",
                (_, "ve") => "have",
                (_, "ll") => "will",
                (_, "d") => "would",
                (_, "s") if token == "let's" => "us",
                (_, "s") => "is",
                (_, part) => part,
            });
        }
    }
}
