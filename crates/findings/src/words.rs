//! Words: what is counted, compared and repeated.

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
        at: 0,
        end: text.len(),
    }
}

/// The iterator that [`words`] returns.
pub struct Words<'a> {
    text: &'a str,
    at: usize,
    end: usize,
}

impl<'a> Words<'a> {
    /// Walks over a part of a text; the places stay those of the whole text. Both ends lie on character boundaries.
    pub(crate) fn within(text: &'a str, start: usize, end: usize) -> Self {
        Words {
            text: &text[..end],
            at: start,
            end,
        }
    }

    fn word_end(&self, start: usize) -> (usize, bool) {
        let bytes = self.text.as_bytes();
        let mut at = start;
        let mut dotted = false;
        while at < self.end {
            if bytes[at].is_ascii_alphanumeric() {
                at += 1;
                continue;
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
        let bytes = self.text.as_bytes();
        let mut apart = false;
        while self.at < self.end {
            let byte = bytes[self.at];
            let start = self.at;
            let c = if byte.is_ascii() {
                byte as char
            } else {
                chars::at(self.text, start)?
            };
            if !chars::is_word(c) {
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
            if let Some(kind) = chars::unspaced(c) {
                self.at = self.unspaced_end(start, c, kind);
                return Some(Word {
                    start,
                    end: self.at,
                    apart,
                    plain: false,
                });
            }
            let (end, dotted) = self.word_end(start);
            let next = bytes.get(end).copied().unwrap_or(b' ');
            if (dotted || matches!(next, b':' | b'/' | b'@' | b'.' | b'+' | b'-' | b'_'))
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
    let mut form = String::with_capacity(sentence.len());
    for word in words(sentence) {
        if !form.is_empty() {
            form.push(' ');
        }
        fold(&sentence[word.start..word.end], &mut form);
    }
    form
}

/// Appends a word in lower case with one kind of apostrophe and hyphen.
pub(crate) fn fold(word: &str, into: &mut String) {
    if word.bytes().all(|byte| byte.is_ascii() && byte != b'`') {
        let start = into.len();
        into.push_str(word);
        if let Some(added) = into.get_mut(start..) {
            added.make_ascii_lowercase();
        }
        return;
    }
    for c in word.chars() {
        if chars::is_apostrophe(c) {
            into.push('\'');
        } else if chars::is_hyphen(c) {
            into.push('-');
        } else {
            into.push(fold_char(c));
        }
    }
}
