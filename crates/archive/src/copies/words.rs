//! The words of a text, as hashes: what redaction compares.

use crate::hashes::Hashes;
use colloquy_findings::letters::{fold_char, is_alphanumeric};
use colloquy_schema::Fnv;

/// A word of a text: where it is, and the hash of its letters in lower case.
pub(super) struct Word {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) hash: u64,
}

/// The hash of each word.
pub(crate) fn hashes(text: &str) -> Vec<u64> {
    words(text, false)
        .into_iter()
        .map(|word| word.hash)
        .collect()
}

/// One hash of several words in their order.
pub(super) fn together(words: &[u64]) -> u64 {
    let mut hash = Fnv::new();
    for word in words {
        hash.write(&word.to_le_bytes());
    }
    hash.value()
}

impl Hashes {
    /// Adds every so many words in a row.
    pub(super) fn add_windows(&mut self, words: &[u64], length: usize) {
        for part in words.windows(length) {
            self.add(together(part));
        }
    }
}

/// Cuts a text into words: letters and digits, without regard to case, with apostrophes inside left out. Scripts that
/// put no spaces between words have each sign as a word. `escaped` reads the escapes of a JSON string.
pub(super) fn words(text: &str, escaped: bool) -> Vec<Word> {
    let mut out: Vec<Word> = Vec::new();
    let mut open: Option<(usize, usize, Fnv)> = None;
    let mut chars = text.char_indices().peekable();
    while let Some((start, c)) = chars.next() {
        let (mut c, mut end) = (c, start + c.len_utf8());
        if escaped && c == '\\' {
            let Some((at, kind)) = chars.next() else {
                break;
            };
            let digits = (kind == 'u').then(|| text.get(at + 1..at + 5)).flatten();
            let code = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
            end = at + kind.len_utf8() + if code.is_some() { 4 } else { 0 };
            c = code.and_then(char::from_u32).unwrap_or(' ');
            while chars.next_if(|(at, _)| *at < end).is_some() {}
        }
        let joins =
            matches!(c, '\'' | '’') && chars.peek().is_some_and(|(_, next)| is_alphanumeric(*next));
        if is_alphanumeric(c) && !is_sign(c) {
            let (_, until, hash) = open.get_or_insert_with(|| (start, end, Fnv::new()));
            hash.write(&u32::from(fold_char(c)).to_le_bytes());
            *until = end;
        } else if !(joins && open.is_some()) {
            out.extend(open.take().map(|(start, end, hash)| Word {
                start,
                end,
                hash: hash.value(),
            }));
            if is_sign(c) {
                let mut hash = Fnv::new();
                hash.write(&u32::from(c).to_le_bytes());
                out.push(Word {
                    start,
                    end,
                    hash: hash.value(),
                });
            }
        }
    }
    out.extend(open.map(|(start, end, hash)| Word {
        start,
        end,
        hash: hash.value(),
    }));
    out
}

/// True for signs of scripts without spaces between words: Thai, Lao, Khmer, Chinese, Japanese; and for symbols such as
/// emoji, so that an answer of these alone is found too.
fn is_sign(c: char) -> bool {
    let code = u32::from(c);
    matches!(code, 0x0e01..=0x0eff | 0x1780..=0x17ff | 0x2600..=0x27bf | 0x3040..=0x30ff | 0x3400..=0x9fff | 0xf900..=0xfaff | 0x1f000..=0x3ffff)
}
