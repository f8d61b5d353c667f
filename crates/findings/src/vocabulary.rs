//! Words as small numbers, so that everything after reading compares integers.

/// How many different words are numbered in one run. With the text they stand in they take about 8 MB at most; a word
/// beyond is unknown, carries no cue and breaks a phrase. A respondent's whole vocabulary is a few thousand.
const MOST_WORDS: usize = 1 << 18;

/// The longest word or sentence that is numbered, in bytes: a whole answer at its default limit of 50,000 characters.
const LONGEST_WORD: usize = 200_000;

/// How many occupied slots a look-up passes before it gives a word up. Keeps a text that was made to collide linear.
const MOST_PROBES: usize = 64;

/// A hash table from words to numbers in the order they came, starting from 0.
#[derive(Clone, Default)]
pub(crate) struct Vocabulary {
    /// Number + 1, or 0 where free. The length is a power of two.
    slots: Vec<u32>,
    words: Vec<Entry>,
    letters: String,
}

#[derive(Clone, Copy)]
struct Entry {
    start: u32,
    end: u32,
    hash: u32,
}

impl Vocabulary {
    /// Returns the number of a word, giving it one when it is new. `None` when there is no room.
    pub(crate) fn number(&mut self, word: &str) -> Option<u32> {
        if (self.words.len() + 1) * 2 > self.slots.len() {
            self.grow();
        }
        let hash = hash(word);
        let mask = self.slots.len() - 1;
        for probe in 0..MOST_PROBES {
            let slot = (hash as usize + probe) & mask;
            match self.slots[slot] {
                0 => {
                    if self.words.len() >= MOST_WORDS || word.len() > LONGEST_WORD {
                        return None;
                    }
                    let start = self.letters.len() as u32;
                    self.letters.push_str(word);
                    self.words.push(Entry {
                        start,
                        end: start + word.len() as u32,
                        hash,
                    });
                    self.slots[slot] = self.words.len() as u32;
                    return Some(self.words.len() as u32 - 1);
                }
                taken if self.entry_is(taken - 1, hash, word) => return Some(taken - 1),
                _ => {}
            }
        }
        None
    }

    /// Returns the number of a word that has one.
    pub(crate) fn find(&self, word: &str) -> Option<u32> {
        let mask = self.slots.len().checked_sub(1)?;
        let hash = hash(word);
        for probe in 0..MOST_PROBES {
            match self.slots[(hash as usize + probe) & mask] {
                0 => break,
                taken if self.entry_is(taken - 1, hash, word) => return Some(taken - 1),
                _ => {}
            }
        }
        None
    }

    fn entry_is(&self, number: u32, hash: u32, word: &str) -> bool {
        let entry = self.words[number as usize];
        entry.hash == hash && &self.letters[entry.start as usize..entry.end as usize] == word
    }

    pub(crate) fn len(&self) -> usize {
        self.words.len()
    }

    fn grow(&mut self) {
        let size = (self.slots.len() * 2).max(4096);
        self.slots.clear();
        self.slots.resize(size, 0);
        for (index, entry) in self.words.iter().enumerate() {
            // A number that finds no slot is not found again and the word gets another one: two numbers, no harm.
            for probe in 0..MOST_PROBES {
                let slot = (entry.hash as usize + probe) & (size - 1);
                if self.slots[slot] == 0 {
                    self.slots[slot] = index as u32 + 1;
                    break;
                }
            }
        }
    }
}

/// FNV-1a with a last mix, because the low bits choose the slot.
fn hash(word: &str) -> u32 {
    let mut hash = 0x811C_9DC5_u32;
    for byte in word.bytes() {
        hash = (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    }
    hash ^ (hash >> 15)
}
