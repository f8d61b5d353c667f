//! What kind of character something is, where the standard library does not say.

pub(crate) use crate::letters::{
    is_alphabetic, is_alphanumeric, is_lower, is_numeric, is_upper, is_word,
};

/// How a script that is written without spaces is counted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unspaced {
    /// Chinese characters: each is a word.
    Ideograph,
    /// Japanese kana: a run is a word.
    Kana,
    /// Thai, Lao, Khmer, Burmese: five characters are a word.
    SouthEastAsian,
}

pub(crate) fn unspaced(c: char) -> Option<Unspaced> {
    match c as u32 {
        0..=0x0DFF => None,
        0x0E00..=0x0EFF | 0x1000..=0x109F | 0x1780..=0x17FF => Some(Unspaced::SouthEastAsian),
        0x3041..=0x309F | 0x30A0..=0x30FF | 0x31F0..=0x31FF | 0xFF66..=0xFF9F => {
            Some(Unspaced::Kana)
        }
        0x3005..=0x3007
        | 0x3400..=0x4DBF
        | 0x4E00..=0x9FFF
        | 0xF900..=0xFAFF
        | 0x20000..=0x3FFFF => Some(Unspaced::Ideograph),
        _ => None,
    }
}

/// Tells whether a set, given as a text, has a character. One loop for all sets: a comparison each is 60 bytes a set.
#[inline(never)]
pub(crate) fn is_one_of(set: &str, c: char) -> bool {
    set.chars().any(|known| known == c)
}

/// Tells the straight and the curly apostrophe and the characters typed in their place.
pub(crate) fn is_apostrophe(c: char) -> bool {
    is_one_of("'\u{2019}\u{2018}\u{02BC}\u{FF07}\u{00B4}`", c)
}

/// Tells the hyphens that join words. Dashes separate them.
pub(crate) fn is_hyphen(c: char) -> bool {
    is_one_of("-\u{2010}\u{2011}", c)
}

/// Tells the characters that end a line, and with it a sentence.
pub(crate) fn is_newline(c: char) -> bool {
    is_one_of("\n\r\u{B}\u{C}\u{85}\u{2028}\u{2029}", c)
}

/// Tells Markdown's emphasis marks, which may stand anywhere without separating words.
pub(crate) fn is_emphasis(c: char) -> bool {
    is_one_of("*_~`", c)
}

/// Returns the character that starts at a byte offset, `None` at the end. Not inlined: it is called in fifty places.
#[inline(never)]
pub(crate) fn at(text: &str, offset: usize) -> Option<char> {
    text.get(offset..)?.chars().next()
}

/// Returns the character that ends at a byte offset, `None` at the start.
#[inline(never)]
pub(crate) fn before(text: &str, offset: usize) -> Option<char> {
    text.get(..offset)?.chars().next_back()
}

/// Returns a part of a text, nothing where the ends are no character boundaries. No place in this crate gets there; a slice
/// that can panic costs its message at every use.
#[inline(never)]
pub(crate) fn part(text: &str, start: usize, end: usize) -> &str {
    text.get(start..end).unwrap_or("")
}

/// Returns where in a list with spaces a word, in any case, stands, counted from 0.
#[inline(never)]
pub(crate) fn place(list: &str, word: &str) -> Option<usize> {
    list.as_bytes()
        .split(|b| *b == b' ')
        .filter(|known| !known.is_empty())
        .position(|known| known.eq_ignore_ascii_case(word.as_bytes()))
}

/// Tells whether a word, in any case, is one of a list with a space between them.
pub(crate) fn is_listed(list: &str, word: &str) -> bool {
    place(list, word).is_some()
}
