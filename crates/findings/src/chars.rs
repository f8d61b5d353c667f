//! What kind of character something is, where the standard library does not say.

/// Tells whether a character belongs to a word: letters, digits, and the marks that sit on letters.
///
/// Marks are not alphanumeric in the standard library's sense, but splitting at them would cut decomposed Latin
/// letters, Arabic and Hebrew vowels and Indic conjuncts in two.
#[inline(never)]
pub(crate) fn is_word(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_alphanumeric();
    }
    c.is_alphanumeric() || is_mark(c)
}

fn is_mark(c: char) -> bool {
    match c as u32 {
        // Dandas end sentences; the rest of their block is letters and signs.
        0x0964 | 0x0965 | 0x0970 => false,
        0x0300..=0x036F
        | 0x0483..=0x0489
        | 0x0591..=0x05BD
        | 0x05BF..=0x05C7
        | 0x0610..=0x061A
        | 0x064B..=0x065F => true,
        0x0900..=0x0DF3 | 0x0E31..=0x0E4E | 0x0EB1..=0x0ECE | 0x102B..=0x103E | 0x17B4..=0x17D3 => {
            true
        }
        // Joiners keep an Indic or Persian word together.
        0x200C
        | 0x200D
        | 0x1AB0..=0x1AFF
        | 0x1DC0..=0x1DFF
        | 0x20D0..=0x20FF
        | 0xFE00..=0xFE0F
        | 0xFE20..=0xFE2F => true,
        _ => false,
    }
}

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

/// Tells the straight and the curly apostrophe and the characters typed in their place.
pub(crate) fn is_apostrophe(c: char) -> bool {
    matches!(
        c,
        '\'' | '\u{2019}' | '\u{2018}' | '\u{02BC}' | '\u{FF07}' | '\u{00B4}' | '`'
    )
}

/// Tells the hyphens that join words. Dashes separate them.
pub(crate) fn is_hyphen(c: char) -> bool {
    matches!(c, '-' | '\u{2010}' | '\u{2011}')
}

/// Tells the characters that end a line, and with it a sentence.
pub(crate) fn is_newline(c: char) -> bool {
    matches!(
        c,
        '\n' | '\r' | '\u{B}' | '\u{C}' | '\u{85}' | '\u{2028}' | '\u{2029}'
    )
}

/// Tells Markdown's emphasis marks, which may stand anywhere without separating words.
pub(crate) fn is_emphasis(c: char) -> bool {
    matches!(c, '*' | '_' | '~' | '`')
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

/// Tells upper case by what lower case makes of it, which the standard library must know anyway.
pub(crate) fn is_upper(c: char) -> bool {
    if c.is_ascii() {
        c.is_ascii_uppercase()
    } else {
        c.to_lowercase().next() != Some(c)
    }
}

/// Tells lower case in the scripts that have cases: Latin, Greek, Cyrillic, Armenian.
pub(crate) fn is_lower(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_lowercase();
    }
    matches!(c as u32, 0xDF..=0x24F | 0x370..=0x586 | 0x1E00..=0x1FFF)
        && c.is_alphabetic()
        && !is_upper(c)
}

/// Tells whether a word, in any case, is one of a list with a space between them.
#[inline(never)]
pub(crate) fn is_listed(list: &str, word: &str) -> bool {
    list.as_bytes()
        .split(|b| *b == b' ')
        .any(|known| !known.is_empty() && known.eq_ignore_ascii_case(word.as_bytes()))
}
