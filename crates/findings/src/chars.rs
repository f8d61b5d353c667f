//! What kind of character something is, where the standard library has no answer.

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

/// What an ASCII character can be for those who walk over bytes, as bits. For most of what people type one look-up is enough.
pub(crate) mod ascii {
    /// A letter or a digit.
    pub(crate) const WORD: u8 = 1;
    /// White space.
    pub(crate) const SPACE: u8 = 1 << 1;
    /// May stand between two letters or digits of one word.
    pub(crate) const INNER: u8 = 1 << 2;
    /// Shows behind a word that an address may begin with it.
    pub(crate) const ADDRESS: u8 = 1 << 3;
    /// Ends a sentence, or begins a tag.
    pub(crate) const MARK: u8 = 1 << 4;
    /// May open or close a quotation.
    pub(crate) const QUOTE: u8 = 1 << 5;
    /// Ends a line.
    pub(crate) const NEWLINE: u8 = 1 << 6;
    /// No ASCII at all: a part of a longer character.
    pub(crate) const OTHER: u8 = 1 << 7;

    static CLASSES: [u8; 256] = classes();

    /// Returns the bits of a byte.
    #[inline(always)]
    pub(crate) fn of(byte: u8) -> u8 {
        CLASSES[byte as usize]
    }

    const fn classes() -> [u8; 256] {
        let mut classes = [0; 256];
        let mut byte = 0;
        while byte < 256 {
            let c = byte as u8;
            classes[byte] = match c {
                b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' => WORD,
                b'\n' | b'\r' | 0x0B | 0x0C => SPACE | NEWLINE,
                b' ' | b'\t' => SPACE,
                b'.' => INNER | ADDRESS | MARK,
                b':' | b'-' | b'_' => INNER | ADDRESS,
                b'/' | b'@' | b'+' => ADDRESS,
                b',' | b'`' => INNER,
                b'\'' => INNER | QUOTE,
                b'"' => QUOTE,
                b'<' => MARK | QUOTE,
                b'!' | b'?' => MARK,
                0x80.. => OTHER,
                _ => 0,
            };
            byte += 1;
        }
        classes
    }
}

/// ASCII read eight bytes at a time. A loop that ends with the word costs more by the processor's wrong guess of its length than
/// by what is done in it; here eight bytes are one question.
pub(crate) mod eight {
    use super::ascii;

    /// The bit of each byte that ASCII leaves free.
    pub(crate) const HIGH: u64 = all(0x80);

    const fn all(byte: u8) -> u64 {
        byte as u64 * 0x0101_0101_0101_0101
    }

    /// Returns the eight bytes at an offset, the first one lowest. `None` where fewer are left.
    #[inline(always)]
    pub(crate) fn load(bytes: &[u8], at: usize) -> Option<u64> {
        Some(u64::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
    }

    /// Returns as many bytes as there are, up to eight.
    #[inline]
    pub(crate) fn load_short(bytes: &[u8], at: usize) -> u64 {
        load(bytes, at).unwrap_or_else(|| {
            let rest = bytes.get(at..).unwrap_or(b"");
            (rest.iter().rev()).fold(0, |bytes, byte| bytes << 8 | u64::from(*byte))
        })
    }

    /// Makes capitals small. `None` where something is no ASCII or is a grave accent, which stands for an apostrophe.
    #[inline]
    pub(crate) fn small(bytes: u64) -> Option<u64> {
        if bytes & HIGH != 0 || between(bytes, b'`', b'`') != 0 {
            return None;
        }
        Some(bytes | between(bytes, b'A', b'Z') >> 2)
    }

    /// Makes the letters of a word of letters and digits small, with nothing behind the word.
    #[inline(always)]
    pub(crate) const fn small_word(letters: u64) -> u64 {
        // The bit that makes a letter small is set in digits too, and so the highest bit of a word is never below it.
        letters | all(0x20) & u64::MAX >> letters.leading_zeros()
    }

    /// Sets the high bit of the bytes from `first` to `last`. The bytes must be ASCII, so that no sum carries into the next one.
    #[inline(always)]
    const fn between(bytes: u64, first: u8, last: u8) -> u64 {
        (bytes + all(0x80 - first)) & !(bytes + all(0x7F - last)) & HIGH
    }

    /// Sets the high bit of ASCII letters and digits, and of spaces where they are wanted.
    #[inline(always)]
    const fn letters(bytes: u64, spaces: bool) -> u64 {
        let ascii = bytes & !HIGH;
        let mut found = between(ascii | all(0x20), b'a', b'z') | between(ascii, b'0', b'9');
        if spaces {
            found |= between(ascii, b' ', b' ');
        }
        found & !bytes
    }

    /// Returns how many bytes stand before the first one whose high bit is set.
    #[inline(always)]
    pub(crate) const fn before(set: u64) -> usize {
        set.trailing_zeros() as usize / 8
    }

    #[inline(always)]
    fn end(bytes: &[u8], mut at: usize, spaces: bool) -> usize {
        while let Some(eight) = load(bytes, at) {
            let others = letters(eight, spaces) ^ HIGH;
            at += before(others);
            if others != 0 {
                return at;
            }
        }
        while let Some(byte) = bytes.get(at)
            && (ascii::of(*byte) & ascii::WORD != 0 || spaces && *byte == b' ')
        {
            at += 1;
        }
        at
    }

    /// Returns how many ASCII letters and digits stand before anything else.
    #[inline(always)]
    pub(crate) const fn letters_before(bytes: u64) -> usize {
        before(letters(bytes, false) ^ HIGH)
    }

    /// Returns where a run of ASCII letters and digits ends.
    #[inline]
    pub(crate) fn letters_end(bytes: &[u8], at: usize) -> usize {
        end(bytes, at, false)
    }

    /// Returns where a run of ASCII letters, digits and spaces ends.
    #[inline(never)]
    pub(crate) fn plain_end(bytes: &[u8], at: usize) -> usize {
        end(bytes, at, true)
    }

    /// Sets the high bit of what may end a line and of what is no ASCII.
    #[inline(always)]
    pub(crate) const fn line_ends(bytes: u64) -> u64 {
        between(bytes & !HIGH, 0, 0x1F) | bytes & HIGH
    }

    /// Sets a bit where quotation marks or tags may be.
    #[inline(always)]
    pub(crate) const fn quotes(bytes: u64) -> u64 {
        let ascii = bytes & !HIGH;
        between(ascii, b'"', b'"') | between(ascii, b'\'', b'\'') | between(ascii, b'<', b'<')
    }
}

/// Returns whether a set, given as a text, has a character. One loop for all sets: a comparison each is 60 bytes a set.
#[inline(never)]
pub(crate) fn is_one_of(set: &str, c: char) -> bool {
    if c.is_ascii() {
        return set.bytes().any(|known| known == c as u8);
    }
    set.chars().any(|known| known == c)
}

/// True for the straight and the curly apostrophe and the characters typed in their place.
pub(crate) fn is_apostrophe(c: char) -> bool {
    matches!(c, '\'' | '`')
        || !c.is_ascii() && is_one_of("\u{2019}\u{2018}\u{02BC}\u{FF07}\u{00B4}", c)
}

/// True for the hyphens that join words. Dashes separate them.
pub(crate) fn is_hyphen(c: char) -> bool {
    matches!(c, '-' | '\u{2010}' | '\u{2011}')
}

/// True for the characters that end a line, and with it a sentence.
pub(crate) fn is_newline(c: char) -> bool {
    matches!(
        c,
        '\n' | '\r' | '\u{B}' | '\u{C}' | '\u{85}' | '\u{2028}' | '\u{2029}'
    )
}

/// True for Markdown's emphasis marks, which may stand anywhere without separating words.
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

/// Returns where in a list with spaces a word, in any case, stands, counted from 0.
#[inline(never)]
pub(crate) fn place(list: &str, word: &str) -> Option<usize> {
    list.as_bytes()
        .split(|b| *b == b' ')
        .filter(|known| !known.is_empty())
        .position(|known| known.eq_ignore_ascii_case(word.as_bytes()))
}

/// Returns whether a word, in any case, is one of a list with a space between them.
pub(crate) fn is_listed(list: &str, word: &str) -> bool {
    place(list, word).is_some()
}
