//! Phrases that come back: counted n-grams of words.

use crate::lexicon::UNKNOWN;
use crate::reader::Reader;
use crate::sentences::Scan;
use crate::tables::ENGLISH;
use crate::words::{Word, Words};

/// Which phrases are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PhraseOptions {
    /// The fewest words of a phrase, from 1.
    pub min_words: usize,
    /// The most words of a phrase, up to 3. Larger values mean 3.
    pub max_words: usize,
    /// How often a phrase must occur.
    pub min_count: u32,
    /// In how many different sentences it must occur: 2 or less. Larger values mean 2.
    pub min_sentences: u32,
    /// How many phrases are returned at most.
    pub limit: usize,
}

impl PhraseOptions {
    /// The phrases among the themes of the findings: two or three words that occur twice or more, in at least two sentences.
    pub const THEMES: PhraseOptions = PhraseOptions {
        min_words: 2,
        max_words: 3,
        min_count: 2,
        min_sentences: 2,
        limit: usize::MAX,
    };
}

/// A phrase with how often it occurs, and where first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Phrase {
    /// Its words as first written, with single spaces and without markup between them.
    pub text: String,
    /// How often it occurs.
    pub count: u32,
    /// The text it occurs in first.
    pub answer: usize,
    /// Where the phrase begins in the answer, in bytes.
    pub start: usize,
    /// Behind its last byte there.
    pub end: usize,
}

/// Collects the phrases that texts repeat, most frequent first, then in the order of first appearance.
///
/// No phrase starts or ends with a function word ([`crate::is_function_word`]) or a number, runs over punctuation, or holds an
/// address. Case does not matter. A longer phrase replaces the shorter ones in it, unless the shorter one is
/// also found at least `min_count` times (2 or more) outside the longer ones: then it is a topic of its own. Text in Markdown
/// quotations is left out. Scripts without spaces between words give no phrases.
#[must_use]
pub fn phrases(texts: &[&str], options: PhraseOptions) -> Vec<Phrase> {
    let mut reader = Reader::new(ENGLISH.lexicon());
    let mut collector = Collector::new(options);
    let mut tokens = Vec::new();
    for (answer, text) in texts.iter().enumerate() {
        let mut scan = Scan::new(text);
        while let Some(sentence) = scan.next() {
            if sentence.quotation {
                continue;
            }
            collector.begin_sentence();
            tokens.clear();
            let mut words = Words::within(text, sentence.start, sentence.end);
            while let Some((word, number, function)) = reader.next(text, &mut words, &mut tokens) {
                collector.push(number, function, answer, &word);
            }
        }
    }
    collector.finish(texts, options.limit)
}

/// How many different phrases are counted at a time. When they are that many, those that occurred once are forgotten; when
/// that does not free half of the room, no new one is taken. At 40 bytes each the table stays under 12 MB.
const MOST_PHRASES: usize = 1 << 17;

/// How many occupied slots a look-up passes before it gives a phrase up.
const MOST_PROBES: usize = 64;

pub(crate) type Key = [u32; 3];

/// One phrase while it is counted.
#[derive(Clone, Copy)]
pub(crate) struct Entry {
    pub(crate) key: Key,
    pub(crate) count: u32,
    /// The number of the last sentence it was in, to see whether there were two.
    sentence: u32,
    sentences: u8,
    pub(crate) answer: u32,
    pub(crate) start: u32,
    pub(crate) end: u32,
}

/// One of the last words of a run without punctuation.
#[derive(Clone, Copy)]
struct Recent {
    number: u32,
    /// There is such a word, and a phrase may start with it.
    opens: bool,
    start: usize,
}

const NOTHING: Recent = Recent {
    number: UNKNOWN,
    opens: false,
    start: 0,
};

/// How many bits of a slot hold an index + 1; the rest are those of the hash, so that a slot of another phrase is recognised without
/// its entry, which stands far away.
const INDEX_BITS: u32 = 18;
const INDEX: u32 = (1 << INDEX_BITS) - 1;
const _: () = assert!(MOST_PHRASES < INDEX as usize);

/// Counts phrases while sentences are read.
pub(crate) struct Collector {
    options: PhraseOptions,
    most: usize,
    /// Index + 1 into `entries` with the high bits of the hash, or 0 where free.
    slots: Vec<u32>,
    entries: Vec<Entry>,
    full: bool,
    sentence: u32,
    /// The words before the current one, the nearest last.
    recent: [Recent; 2],
}

impl Collector {
    pub(crate) fn new(options: PhraseOptions) -> Self {
        Collector::bounded(options, MOST_PHRASES)
    }

    fn bounded(options: PhraseOptions, most: usize) -> Self {
        Collector {
            options,
            most,
            slots: vec![0; 256],
            entries: Vec::new(),
            full: false,
            sentence: 0,
            recent: [NOTHING; 2],
        }
    }

    pub(crate) fn begin_sentence(&mut self) {
        self.sentence = self.sentence.wrapping_add(1);
        self.recent = [NOTHING; 2];
    }

    /// Goes on in what counts as another sentence, without an end between the words.
    pub(crate) fn count_on(&mut self) {
        self.sentence = self.sentence.wrapping_add(1);
    }

    /// Takes the next word of the sentence and counts the phrases that end with it.
    pub(crate) fn push(&mut self, number: Option<u32>, function: bool, answer: usize, word: &Word) {
        if word.apart {
            self.recent = [NOTHING; 2];
        }
        let Some(number) = number else {
            self.recent = [NOTHING; 2];
            return;
        };
        let [far, near] = self.recent;
        if !function {
            let (fewest, most) = (self.options.min_words, self.options.max_words);
            if fewest <= 1 {
                self.count([number, UNKNOWN, UNKNOWN], answer, word.start, word.end);
            }
            if near.opens && fewest <= 2 && most >= 2 {
                self.count([near.number, number, UNKNOWN], answer, near.start, word.end);
            }
            if far.opens && most >= 3 {
                self.count(
                    [far.number, near.number, number],
                    answer,
                    far.start,
                    word.end,
                );
            }
        }
        let last = Recent {
            number,
            opens: !function,
            start: word.start,
        };
        self.recent = [near, last];
    }

    fn count(&mut self, key: Key, answer: usize, start: usize, end: usize) {
        if self.entries.len() >= self.most && !self.full {
            self.entries.retain(|entry| entry.count > 1);
            self.full = self.entries.len() * 2 > self.most;
            self.rebuild(self.slots.len());
        }
        if (self.entries.len() + 1) * 2 > self.slots.len() {
            self.rebuild(self.slots.len() * 2);
        }
        match self.find(&key) {
            Some(Ok(index)) => {
                let entry = &mut self.entries[index];
                entry.count = entry.count.saturating_add(1);
                if entry.sentence != self.sentence {
                    entry.sentence = self.sentence;
                    entry.sentences = 2;
                }
            }
            // Places are kept in 32 bits: an answer of 4 GB has been refused long before.
            Some(Err(slot)) if !self.full => {
                let (answer, start, end) = (answer as u32, start as u32, end as u32);
                let sentence = self.sentence;
                self.entries.push(Entry {
                    key,
                    count: 1,
                    sentence,
                    sentences: 1,
                    answer,
                    start,
                    end,
                });
                self.slots[slot] = self.entries.len() as u32 | hash(&key) & !INDEX;
            }
            _ => {}
        }
    }

    /// Finds the entry of a key, or else the slot it would take.
    fn find(&self, key: &Key) -> Option<Result<usize, usize>> {
        let hash = hash(key);
        let mask = self.slots.len() - 1;
        let mut slot = hash as usize & mask;
        for _ in 0..MOST_PROBES {
            let taken = self.slots[slot];
            if taken == 0 {
                return Some(Err(slot));
            }
            if (taken ^ hash) & !INDEX == 0 {
                let index = (taken & INDEX) as usize - 1;
                if self.entries[index].key == *key {
                    return Some(Ok(index));
                }
            }
            slot = (slot + 1) & mask;
        }
        None
    }

    fn rebuild(&mut self, size: usize) {
        self.slots.clear();
        self.slots.resize(size, 0);
        for (index, entry) in self.entries.iter().enumerate() {
            let hash = hash(&entry.key);
            // No key is there twice: the first free slot is its own.
            for probe in 0..MOST_PROBES {
                let slot = (hash as usize + probe) & (size - 1);
                if self.slots[slot] == 0 {
                    self.slots[slot] = (index as u32 + 1) | hash & !INDEX;
                    break;
                }
            }
        }
    }

    /// Returns what occurs often enough, most frequent first.
    pub(crate) fn finish(&self, texts: &[&str], limit: usize) -> Vec<Phrase> {
        let listed = self.listed();
        let mut ranks = Vec::new();
        for (index, entry) in listed.iter().enumerate() {
            ranks.push((entry.rank(entry.count), index));
        }
        sort(&mut ranks);
        let mut phrases = Vec::new();
        for (_, index) in &ranks[..ranks.len().min(limit)] {
            phrases.push(phrase(texts, listed[*index]));
        }
        phrases
    }

    /// Returns what occurs often enough, in no order.
    pub(crate) fn listed(&self) -> Vec<&Entry> {
        let wanted = |entry: &Entry| {
            entry.count >= self.options.min_count
                && u32::from(entry.sentences) >= self.options.min_sentences.min(2)
        };
        // How often each phrase occurs as a part of a longer one that is listed.
        let mut inside = vec![0_u32; self.entries.len()];
        for entry in self
            .entries
            .iter()
            .filter(|entry| entry.key[1] != UNKNOWN && wanted(entry))
        {
            let [a, b, c] = entry.key;
            // The pairs and the words in three words, or the words in two.
            let parts = [
                [a, b, UNKNOWN],
                [b, c, UNKNOWN],
                [a, UNKNOWN, UNKNOWN],
                [b, UNKNOWN, UNKNOWN],
                [c, UNKNOWN, UNKNOWN],
            ];
            let parts = if c == UNKNOWN { &parts[2..4] } else { &parts };
            for part in parts {
                if let Some(Ok(index)) = self.find(part) {
                    inside[index] = inside[index].saturating_add(entry.count);
                }
            }
        }
        let own = self.options.min_count.max(2);
        let mut listed: Vec<&Entry> = Vec::new();
        for (index, entry) in self.entries.iter().enumerate() {
            let inside = inside[index];
            if wanted(entry) && (inside == 0 || entry.count.saturating_sub(inside) >= own) {
                listed.push(entry);
            }
        }
        listed
    }
}

/// Where something stands in a list: the lowest first.
pub(crate) type Rank = (u64, u64);

impl Entry {
    /// A word that was counted elsewhere.
    pub(crate) fn of_word(word: u32, count: u32, answer: u32, start: u32, end: u32) -> Self {
        Entry {
            key: [word, UNKNOWN, UNKNOWN],
            count,
            sentence: 0,
            sentences: 0,
            answer,
            start,
            end,
        }
    }

    /// The stronger first, then first appearance, then the longer one of two that begin together.
    pub(crate) fn rank(&self, strength: u32) -> Rank {
        let pair = |high: u32, low: u32| u64::from(high) << 32 | u64::from(low);
        (pair(!strength, self.answer), pair(self.start, !self.end))
    }
}

/// Heap sort by rank. Twenty lines where the standard library's sort would be 4 kB of the download.
pub(crate) fn sort(entries: &mut [(Rank, usize)]) {
    let rank = |entry: (Rank, usize)| entry.0;
    let sink = |entries: &mut [(Rank, usize)], mut parent: usize| loop {
        let mut child = 2 * parent + 1;
        if child >= entries.len() {
            return;
        }
        if child + 1 < entries.len() && rank(entries[child]) < rank(entries[child + 1]) {
            child += 1;
        }
        if rank(entries[parent]) >= rank(entries[child]) {
            return;
        }
        entries.swap(parent, child);
        parent = child;
    };
    for parent in (0..entries.len() / 2).rev() {
        sink(entries, parent);
    }
    for end in (1..entries.len()).rev() {
        entries.swap(0, end);
        sink(&mut entries[..end], 0);
    }
}

/// Reads a phrase out of the text in which it occurs first.
pub(crate) fn phrase(texts: &[&str], entry: &Entry) -> Phrase {
    let (answer, start, end) = (
        entry.answer as usize,
        entry.start as usize,
        entry.end as usize,
    );
    let source = texts[answer];
    let mut text = String::with_capacity(end - start);
    for word in Words::within(source, start, end) {
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(&source[word.start..word.end]);
    }
    Phrase {
        text,
        count: entry.count,
        answer,
        start,
        end,
    }
}

fn hash(key: &Key) -> u32 {
    let mut hash = 0_u32;
    for part in key {
        hash = (hash.rotate_left(5) ^ part).wrapping_mul(0x9E37_79B1);
    }
    hash ^ (hash >> 15)
}
