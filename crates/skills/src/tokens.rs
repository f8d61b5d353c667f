//! A text as words and signs with what lies between them.

use core::ops::Range;

use colloquy_findings::fold_char;
use colloquy_findings::letters::{is_alphanumeric, is_lower, is_upper};

use crate::steps::step;

/// What lies between a token and the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Gap {
    /// Nothing.
    None,
    /// Spaces.
    Space,
    /// A hyphen inside a word, as in `scikit-learn`.
    Hyphen,
    /// A tab or three and more spaces: the edge of a column.
    Wide,
    /// The end of a line.
    Line,
}

/// A word, a number or a sign.
#[derive(Clone, Debug)]
pub(crate) struct Token {
    /// First byte in the text.
    pub(crate) start: usize,
    /// Behind its last byte.
    pub(crate) end: usize,
    /// In lower case and without apostrophes; one sign for a sign.
    pub(crate) word: String,
    pub(crate) gap: Gap,
    /// False for a sign.
    pub(crate) is_word: bool,
    /// It begins with a small letter.
    pub(crate) small: bool,
}

/// Reads a text into words and signs. Addresses of the web and of mail are one sign `@`, as names in them are no skills.
///
/// An apostrophe joins (`don't` is `dont`), except for a final `'s`, which is left out. Digits with dots or commas between
/// them are one word, as are digits with letters (`10k`).
pub(crate) fn tokens(text: &str) -> Vec<Token> {
    let mut found: Vec<Token> = Vec::new();
    let mut gap = Gap::Line;
    let mut at = 0;
    // Behind the stretch that was last tried for an address, so that each stretch is walked over once.
    let mut tried = 0;
    let mut spaces = 0;
    while let Some(c) = char_at(text, at) {
        step();
        if c == '\n' || c == '\r' || c == '\u{b}' || c == '\u{c}' || c == '\u{2028}' {
            gap = Gap::Line;
            at += c.len_utf8();
            continue;
        }
        if c.is_whitespace() || c.is_control() {
            spaces = if gap == Gap::Space || gap == Gap::Wide {
                spaces
            } else {
                0
            };
            spaces += if c == '\t' { 3 } else { 1 };
            if gap != Gap::Line {
                gap = if spaces < 3 { Gap::Space } else { Gap::Wide };
            }
            at += c.len_utf8();
            continue;
        }
        if at >= tried {
            let (end, address) = stretch(text, at);
            tried = end;
            if address {
                found.push(Token {
                    start: at,
                    end,
                    word: "@".to_owned(),
                    gap,
                    is_word: false,
                    small: false,
                });
                (at, gap) = (end, Gap::None);
                continue;
            }
        }
        if is_alphanumeric(c) {
            let (end, word, next) = word(text, at);
            // Typewriters had no other bullet.
            if word == "o"
                && gap == Gap::Line
                && text
                    .get(next..)
                    .is_some_and(|rest| rest.starts_with([' ', '\t']))
            {
                found.push(Token {
                    start: at,
                    end,
                    word: "•".to_owned(),
                    gap,
                    is_word: false,
                    small: false,
                });
                (at, gap) = (next, Gap::None);
                continue;
            }
            found.push(Token {
                start: at,
                end,
                word,
                gap,
                is_word: true,
                small: is_lower(c),
            });
            (at, gap) = (next, Gap::None);
            continue;
        }
        let end = at + c.len_utf8();
        let inner = gap == Gap::None
            && matches!(c, '-' | '\u{2010}' | '\u{2011}' | '_')
            && found.last().is_some_and(|last| last.is_word)
            && char_at(text, end).is_some_and(is_alphanumeric);
        let numbers = inner
            && found
                .last()
                .is_some_and(|last| last.word.ends_with(|c: char| c.is_ascii_digit()))
            && char_at(text, end).is_some_and(|c| c.is_ascii_digit());
        if inner && !numbers {
            (at, gap) = (end, Gap::Hyphen);
            continue;
        }
        found.push(Token {
            start: at,
            end,
            word: sign(c).to_string(),
            gap,
            is_word: false,
            small: false,
        });
        (at, gap) = (end, Gap::None);
    }
    found
}

pub(crate) fn char_at(text: &str, at: usize) -> Option<char> {
    text.get(at..)?.chars().next()
}

/// Makes one sign of those that mean the same.
fn sign(c: char) -> char {
    match c {
        '\u{2012}'..='\u{2015}' | '\u{2010}' | '\u{2011}' | '\u{2212}' => '-',
        '（' => '(',
        '）' => ')',
        '，' | '、' | '،' => ',',
        '：' => ':',
        '？' | '؟' => '?',
        '。' => '.',
        // Bullets of any shape.
        '•' | '·' | '◦' | '▪' | '▫' | '■' | '□' | '●' | '○' | '‣' | '⁃' | '∙' | '➢' | '➤' | '►'
        | '▶' | '✓' | '✔' | '★' | '☆' | '♦' | '◆' | '\u{f0b7}' | '\u{f0a7}' | '¤' | '→' | '⇒'
        | '»' | '›' => '•',
        c => c,
    }
}

fn word(text: &str, start: usize) -> (usize, String, usize) {
    let mut word = String::new();
    let mut end = start;
    let mut chars = text
        .get(start..)
        .unwrap_or_default()
        .char_indices()
        .peekable();
    while let Some((offset, c)) = chars.next() {
        let next = chars.peek().map(|(_, next)| *next);
        if is_alphanumeric(c) || matches!(c as u32, 0x300..=0x36F) {
            word.push(fold_char(c));
            end = start + offset + c.len_utf8();
            continue;
        }
        let digits = word.ends_with(|c: char| c.is_ascii_digit());
        if matches!(c, '.' | ',') && digits && next.is_some_and(|next| next.is_ascii_digit()) {
            word.push(c);
            continue;
        }
        if matches!(c, '\'' | '’' | 'ʼ') && next.is_some_and(is_alphanumeric) {
            let mut rest = text
                .get(start + offset + c.len_utf8()..)
                .unwrap_or_default()
                .chars();
            let only = rest.next().filter(|c| matches!(c, 's' | 'S')).is_some()
                && !rest.next().is_some_and(is_alphanumeric);
            if only {
                return (end, word, start + offset + c.len_utf8() + 1);
            }
            continue;
        }
        break;
    }
    (end, word, end)
}

/// Returns the end of the stretch without spaces that begins here, and whether it is an address.
fn stretch(text: &str, start: usize) -> (usize, bool) {
    let rest = text.get(start..).unwrap_or_default();
    let length = rest.find(char::is_whitespace).unwrap_or(rest.len());
    let piece = rest.get(..length).unwrap_or_default();
    let host = |end: &str| {
        piece
            .find(end)
            .is_some_and(|at| at > 0 && !piece[at + end.len()..].starts_with(is_alphanumeric))
    };
    let address = piece.contains("://")
        || piece.starts_with("www.")
        || piece
            .find('@')
            .is_some_and(|at| at > 0 && piece[at..].contains('.'))
        || [".com", ".org", ".edu"].into_iter().any(host);
    let end = start
        + piece
            .trim_end_matches(['.', ',', ';', ')', '>', '?', '!'])
            .len();
    (
        if address {
            end.max(start + 1)
        } else {
            start + length
        },
        address,
    )
}

/// True when a stretch of text has capitals and no small letters.
pub(crate) fn all_capitals(text: &str, range: Range<usize>) -> bool {
    let mut upper = 0;
    for c in text.get(range).unwrap_or_default().chars() {
        if is_upper(c) {
            upper += 1;
        } else if is_lower(c) {
            return false;
        }
    }
    upper > 0
}

/// True when a list of words, parted by spaces, has a word. One place for all lists, as it would be in each of them.
#[inline(never)]
pub(crate) fn has(list: &str, word: &str) -> bool {
    step();
    !word.is_empty() && list.split_ascii_whitespace().any(|one| one == word)
}
