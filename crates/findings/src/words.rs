//! Words: what is counted, compared and repeated.

use crate::chars::{ascii, eight};
use crate::letters::fold_char;
use crate::{chars, markup};

/// One word of a text and how it follows the word before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word {
    /// First byte.
    pub start: usize,
    /// Behind the last byte.
    pub end: usize,
    /// Whether punctuation or an address stands between this word and the one before. Emphasis marks and tags do not count.
    pub apart: bool,
    /// Whether it is language that is written with spaces. Addresses, "e.g.", "Node.js", and the words of Chinese,
    /// Japanese, Thai and their like are not: they count as words but make no phrases.
    pub plain: bool,
}

/// Walks over the words of a text.
///
/// A word is a run of letters and digits with apostrophes, hyphens, underscores and, between digits, `.` `,` `:` inside.
/// An address ("https://…", "a@b.org") is one word. Where a script has no spaces, each Chinese character is a word,
/// each run of Japanese kana, and every five characters, rounded up, of a run of Thai, Lao, Khmer or Burmese.
pub fn words(text: &str) -> Words<'_> {
    Words {
        text,
        whole: text.as_bytes(),
        at: 0,
        end: text.len(),
    }
}

/// The iterator that [`words`] returns.
pub struct Words<'a> {
    text: &'a str,
    /// What the text is a part of, to read eight bytes at once at its end too.
    whole: &'a [u8],
    at: usize,
    end: usize,
}

impl<'a> Words<'a> {
    /// Walks over a part of a text; the places stay those of the whole text. Both ends lie on character boundaries.
    pub(crate) fn within(text: &'a str, start: usize, end: usize) -> Self {
        Words {
            text: &text[..end],
            whole: text.as_bytes(),
            at: start,
            end,
        }
    }

    /// Reads to the end of a word and returns whether it has dots before letters inside.
    fn word_end(&self, start: usize) -> (usize, bool) {
        let bytes = self.text.as_bytes();
        let mut at = start;
        let mut dotted = false;
        loop {
            at = eight::letters_end(bytes, at);
            // Most words end here, at a space.
            let inner = |byte: &&u8| ascii::of(**byte) & (ascii::INNER | ascii::OTHER) != 0;
            if bytes.get(at).filter(inner).is_none() {
                break;
            }
            let Some(c) = chars::at(self.text, at) else {
                break;
            };
            let after = at + c.len_utf8();
            if !c.is_ascii() && chars::is_word(c) {
                if chars::unspaced(c).is_some() {
                    break;
                }
                at = after;
                continue;
            }
            let Some(next) = chars::at(self.text, after).filter(|next| chars::is_word(*next))
            else {
                break;
            };
            let previous = bytes[at - 1];
            let inner = match c {
                '_' => true,
                '.' | ',' | ':' if previous.is_ascii_digit() && next.is_ascii_digit() => true,
                '.' if chars::is_lower(next) => {
                    dotted = true;
                    true
                }
                _ => chars::is_apostrophe(c) || chars::is_hyphen(c),
            };
            if !inner || chars::unspaced(next).is_some() {
                break;
            }
            at = after;
        }
        (at, dotted)
    }

    fn unspaced_end(&self, start: usize, first: char, kind: chars::Unspaced) -> usize {
        let mut at = start + first.len_utf8();
        let limit = match kind {
            chars::Unspaced::Ideograph => 1,
            chars::Unspaced::Kana => usize::MAX,
            chars::Unspaced::SouthEastAsian => 5,
        };
        let mut taken = 1;
        while taken < limit && at < self.end {
            match chars::at(self.text, at) {
                Some(c) if chars::unspaced(c) == Some(kind) && chars::is_word(c) => {
                    at += c.len_utf8()
                }
                _ => break,
            }
            taken += 1;
        }
        at
    }
}

impl Iterator for Words<'_> {
    type Item = Word;

    fn next(&mut self) -> Option<Word> {
        if let Some((word, _)) = self.short_word() {
            return Some(word);
        }
        self.any_word()
    }
}

impl Words<'_> {
    /// Reads a word of up to seven ASCII letters and digits with a space, or nothing at all, before it, and behind it what plainly
    /// ends it. Most words are such, and one look at eight bytes is enough. Returns its letters too, the first one lowest.
    #[inline(always)]
    pub(crate) fn short_word(&mut self) -> Option<(Word, u64)> {
        let start = self.at + usize::from(self.whole.get(self.at) == Some(&b' '));
        let mut eight = eight::load(self.whole, start)?;
        let left = self.end.checked_sub(start)?;
        if left < 8 {
            eight &= (1 << (8 * left)) - 1;
        }
        let length = eight::letters_before(eight);
        if length == 0 || length == 8 {
            return None;
        }
        let behind = eight >> (8 * length);
        let next = behind as u8;
        if ascii::of(next) & (ascii::INNER | ascii::OTHER | ascii::ADDRESS) != 0 {
            // A comma or a dot with a space or the end behind it stands in no word and in no address.
            let ends =
                matches!(next, b',' | b'.' | b'\'') && matches!((behind >> 8) as u8, b' ' | 0);
            if !ends || length == 7 {
                return None;
            }
        }
        self.at = start + length;
        let word = Word {
            start,
            end: self.at,
            apart: false,
            plain: true,
        };
        Some((word, eight ^ behind << (8 * length)))
    }

    /// Reads a word of any kind.
    #[inline(never)]
    pub(crate) fn any_word(&mut self) -> Option<Word> {
        let bytes = self.text.as_bytes();
        let mut apart = false;
        while let Some(byte) = bytes.get(self.at).copied() {
            let class = ascii::of(byte);
            if class & ascii::SPACE != 0 {
                self.at += 1;
                continue;
            }
            let start = self.at;
            let c = if class & ascii::OTHER == 0 {
                byte as char
            } else {
                chars::at(self.text, start)?
            };
            if class & ascii::WORD == 0 && !chars::is_word(c) {
                self.at += c.len_utf8();
                if c == '<'
                    && let Some(tag) = markup::tag(self.text, start)
                {
                    self.at = tag.end;
                    apart |= tag.block;
                } else if !c.is_whitespace() && !chars::is_emphasis(c) {
                    apart = true;
                }
                continue;
            }
            if class & ascii::OTHER != 0
                && let Some(kind) = chars::unspaced(c)
            {
                self.at = self.unspaced_end(start, c, kind);
                return Some(Word {
                    start,
                    end: self.at,
                    apart,
                    plain: false,
                });
            }
            let (end, dotted) = self.word_end(start);
            if (dotted || markup::may_be_address(bytes, end))
                && c.is_ascii()
                && let Some(end) = markup::address(self.text, start)
            {
                self.at = end;
                return Some(Word {
                    start,
                    end,
                    apart,
                    plain: false,
                });
            }
            self.at = end.max(start + c.len_utf8());
            return Some(Word {
                start,
                end: self.at,
                apart,
                plain: !dotted,
            });
        }
        None
    }
}

/// Counts the words of a text as [`words`] finds them. Never fails; punctuation and markup alone are 0 words.
#[must_use]
pub fn word_count(text: &str) -> usize {
    words(text).count()
}

/// Brings a sentence to the form in which duplicates are equal: lower case, single spaces, no punctuation and no
/// markup, one kind of apostrophe.
///
/// Letters are not decomposed: an "é" of one and of two characters stay different.
#[must_use]
pub fn normal_form(sentence: &str) -> String {
    let mut form = Vec::new();
    fold_words(sentence, &mut form);
    // Folding reads and writes whole characters.
    String::from_utf8(form).unwrap_or_default()
}

/// Appends the [`normal_form`] of a sentence.
pub(crate) fn fold_words(sentence: &str, into: &mut Vec<u8>) {
    let start = into.len();
    let mut words = words(sentence);
    loop {
        let short = words.short_word();
        let Some(word) = short.map(|(word, _)| word).or_else(|| words.any_word()) else {
            return;
        };
        if into.len() > start {
            into.push(b' ');
        }
        match short {
            Some((word, letters)) => {
                let end = into.len() + word.end - word.start;
                into.extend_from_slice(&eight::small_word(letters).to_le_bytes());
                into.truncate(end);
            }
            None => fold(chars::part(sentence, word.start, word.end), into),
        }
    }
}

/// Appends a word in lower case with one kind of apostrophe and hyphen.
pub(crate) fn fold(word: &str, into: &mut Vec<u8>) {
    let bytes = word.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        // Eight bytes are written at once and those behind the word taken back.
        let eight = eight::load_short(bytes, at);
        let Some(small) = eight::small(eight) else {
            break;
        };
        into.extend_from_slice(&small.to_le_bytes());
        at += 8;
    }
    if let Some(behind) = at.checked_sub(bytes.len()) {
        into.truncate(into.len() - behind);
        return;
    }
    for c in chars::part(word, at, bytes.len()).chars() {
        let folded = if chars::is_apostrophe(c) {
            '\''
        } else if chars::is_hyphen(c) {
            '-'
        } else {
            fold_char(c)
        };
        into.extend_from_slice(folded.encode_utf8(&mut [0; 4]).as_bytes());
    }
}
