//! Words as small numbers, so that everything after reading compares integers.

use crate::chars::eight;

/// How many different words are numbered in one run. With the text they stand in they take about 8 MB at most; a word
/// beyond is unknown, carries no cue and breaks a phrase. A respondent's whole vocabulary is a few thousand.
const MOST_WORDS: usize = 1 << 18;

/// The longest word or sentence that is numbered, in bytes: a whole answer at its default limit of 50,000 characters.
const LONGEST_WORD: usize = 200_000;

/// How many occupied slots a look-up passes before it gives a word up. Keeps a text that was made to collide linear.
const MOST_PROBES: usize = 64;

/// How many bits of a slot hold a number + 1; the rest are those of the hash, so that a slot of another word is recognised without its
/// entry, which stands far away.
const NUMBER_BITS: u32 = 19;
const NUMBER: u32 = (1 << NUMBER_BITS) - 1;
const _: () = assert!(MOST_WORDS < NUMBER as usize);

/// A hash table from words to numbers in the order they came, starting from 0.
#[derive(Clone, Default)]
pub(crate) struct Vocabulary {
    /// Number + 1 with the high bits of the hash, or 0 where free. The length is a power of two.
    slots: Vec<u32>,
    words: Vec<Entry>,
    letters: Vec<u8>,
}

#[derive(Clone, Copy)]
struct Entry {
    start: u32,
    spelling: Spelling,
}

/// The bytes of a folded word in two numbers, the whole of it when it has eight or fewer. Gathered while the word is read, so
/// that a word that was there before is found without being written down.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Spelling {
    /// The last bytes, up to eight.
    last: u64,
    /// What the bytes before them come to.
    mixed: u32,
    /// In bytes.
    length: u32,
}

impl Spelling {
    /// Reads `text[start..end]`. What is read is ASCII, or this alone does not distinguish it from another case of itself.
    #[inline]
    pub(crate) fn read(text: &[u8], start: usize, end: usize) -> Self {
        let mut spelling = Spelling {
            last: 0,
            mixed: 0,
            length: (end - start) as u32,
        };
        let mut at = start;
        // The bit that makes a letter small is set in all other signs of a word but one, and in that one is no other.
        while end - at > 8 {
            spelling.last = eight::load_short(text, at) | SMALL;
            spelling.mixed = spelling.hash();
            at += 8;
        }
        if at < end {
            spelling.last =
                (eight::load_short(text, at) | SMALL) & u64::MAX >> (64 - 8 * (end - at));
        }
        spelling
    }

    fn of(word: &[u8]) -> Self {
        Spelling::read(word, 0, word.len())
    }

    /// Returns whether the last bytes are ASCII.
    pub(crate) fn is_ascii(&self) -> bool {
        self.last & 0x8080_8080_8080_8080 == 0
    }

    fn is_whole(&self) -> bool {
        self.length <= 8
    }

    /// One multiplication for eight bytes, whose high half depends on all of them.
    fn hash(&self) -> u32 {
        let bytes = self.last ^ u64::from(self.mixed);
        ((bytes ^ bytes >> 32).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as u32
    }
}

/// Sets the bit by which a small letter differs from its capital, in eight bytes.
const SMALL: u64 = 0x2020_2020_2020_2020;

impl Vocabulary {
    /// Returns the number of a word, giving it one when it is new. `None` when there is no room.
    pub(crate) fn number(&mut self, word: &[u8]) -> Option<u32> {
        if (self.words.len() + 1) * 2 > self.slots.len() {
            self.grow();
        }
        let spelling = Spelling::of(word);
        let hash = spelling.hash();
        let free = match self.look_up(&spelling, |letters| letters == word) {
            Ok(number) => return Some(number),
            Err(free) => free?,
        };
        if self.words.len() >= MOST_WORDS || word.len() > LONGEST_WORD {
            return None;
        }
        let start = self.letters.len() as u32;
        self.letters.extend_from_slice(word);
        self.words.push(Entry { start, spelling });
        let number = self.words.len() as u32;
        self.slots[free] = number | hash & !NUMBER;
        Some(number - 1)
    }

    /// Returns the number that the folded form of a word has, without folding it: of ASCII words alone, others are not found.
    #[inline]
    pub(crate) fn find_folded(&self, text: &str, start: usize, end: usize) -> Option<u32> {
        let bytes = text.as_bytes();
        let spelling = Spelling::read(bytes, start, end);
        // Longer words are compared byte by byte.
        if spelling.is_whole() {
            return if spelling.is_ascii() {
                self.look_up(&spelling, |_| true).ok()
            } else {
                None
            };
        }
        let word = bytes.get(start..end)?;
        self.look_up(&spelling, |letters| word.eq_ignore_ascii_case(letters))
            .ok()
    }

    /// Returns the number of a word that has one.
    pub(crate) fn find(&self, word: &[u8]) -> Option<u32> {
        self.look_up(&Spelling::of(word), |letters| letters == word)
            .ok()
    }

    /// Finds the number of a word by its spelling and by what else is asked of its letters, or else the slot it would take.
    #[inline(always)]
    fn look_up(
        &self,
        spelling: &Spelling,
        is_it: impl Fn(&[u8]) -> bool,
    ) -> Result<u32, Option<usize>> {
        let Some(mask) = self.slots.len().checked_sub(1) else {
            return Err(None);
        };
        let hash = spelling.hash();
        let mut slot = hash as usize & mask;
        for _ in 0..MOST_PROBES {
            let taken = self.slots[slot];
            if taken == 0 {
                return Err(Some(slot));
            }
            if (taken ^ hash) & !NUMBER == 0 {
                let number = (taken & NUMBER) - 1;
                let entry = &self.words[number as usize];
                if entry.spelling == *spelling && is_it(self.letters_of(entry)) {
                    return Ok(number);
                }
            }
            slot = (slot + 1) & mask;
        }
        Err(None)
    }

    fn letters_of(&self, entry: &Entry) -> &[u8] {
        let start = entry.start as usize;
        let end = start + entry.spelling.length as usize;
        self.letters.get(start..end).unwrap_or(b"")
    }

    /// Returns the letters of a word that has a number.
    pub(crate) fn word(&self, number: u32) -> &[u8] {
        self.words
            .get(number as usize)
            .map_or(b"", |entry| self.letters_of(entry))
    }

    pub(crate) fn len(&self) -> usize {
        self.words.len()
    }

    fn grow(&mut self) {
        let size = (self.slots.len() * 2).max(4096);
        self.slots.clear();
        self.slots.resize(size, 0);
        for (index, entry) in self.words.iter().enumerate() {
            let hash = entry.spelling.hash();
            // A number that finds no slot is not found again and the word gets another one: two numbers, no harm.
            for probe in 0..MOST_PROBES {
                let slot = (hash as usize + probe) & (size - 1);
                if self.slots[slot] == 0 {
                    self.slots[slot] = (index as u32 + 1) | hash & !NUMBER;
                    break;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::{fold, words};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_word_is_found_as_it_is_written_and_folded(text in "([a-bA-B'`’éÉ_-]{1,12}[ .]){0,60}") {
            let mut vocabulary = Vocabulary::default();
            let mut plain: Vec<Vec<u8>> = Vec::new();
            for word in words(&text) {
                let written = &text[word.start..word.end];
                let mut folded = Vec::new();
                fold(written, &mut folded);
                // The same by comparing whole words, one by one.
                let known = plain.iter().position(|known| *known == folded).map(|index| index as u32);
                let found = vocabulary.find_folded(&text, word.start, word.end);
                if written.is_ascii() && !written.contains('`') {
                    prop_assert_eq!(found, known);
                } else {
                    prop_assert!(found.is_none() || found == known);
                }
                prop_assert_eq!(vocabulary.find(&folded), known);
                prop_assert_eq!(vocabulary.number(&folded), Some(known.unwrap_or(plain.len() as u32)));
                if known.is_none() {
                    plain.push(folded);
                }
            }
        }
    }
}
