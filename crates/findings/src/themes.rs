//! What the answers come back to: phrases, and single words that several answers share.

use colloquy_schema::Theme;

use crate::class;
use crate::lexicon::UNKNOWN;
use crate::phrases::{Collector, Entry, phrase, sort};
use crate::reader::{Reader, Token};
use crate::words::Word;

/// The fewest times that a single word occurs to be a theme, outside the phrases that are themes.
const MIN_COUNT: u32 = 3;

/// The fewest letters of one.
const MIN_BYTES: usize = 3;

/// How often one word occurs.
#[derive(Clone, Copy, Default)]
struct Single {
    count: u32,
    /// In how many answers, and the last of them.
    answers: u32,
    last: u32,
    /// Where it occurs first.
    answer: u32,
    start: u32,
    end: u32,
}

/// Counts single words while answers are read, by their numbers.
#[derive(Default)]
pub(crate) struct Singles {
    words: Vec<Single>,
}

impl Singles {
    /// Counts a word that may be a theme.
    pub(crate) fn push(&mut self, number: Option<u32>, token: &Token, answer: usize, word: &Word) {
        if token.classes & (class::FLAT | class::LOOSE | class::ADVERB | class::OVER) != 0
            || word.end - word.start < MIN_BYTES
        {
            return;
        }
        let Some(number) = number else { return };
        let number = number as usize;
        if number >= self.words.len() {
            self.words.resize(number + 1, Single::default());
        }
        let single = &mut self.words[number];
        let answer = answer as u32;
        if single.count == 0 {
            (single.answer, single.start, single.end) =
                (answer, word.start as u32, word.end as u32);
        }
        if single.count == 0 || single.last != answer {
            single.answers += 1;
            single.last = answer;
        }
        single.count = single.count.saturating_add(1);
    }

    /// Adds plurals to their singulars.
    fn fold(&mut self, reader: &Reader) {
        for number in 0..self.words.len() {
            let plural = self.words[number];
            if plural.count == 0 {
                continue;
            }
            let Some(singular) = reader.singular(number as u32) else {
                continue;
            };
            let Some(into) = self
                .words
                .get_mut(singular as usize)
                .filter(|into| into.count > 0)
            else {
                continue;
            };
            into.answers =
                into.answers.max(plural.answers) + u32::from(into.answer != plural.answer);
            into.count = into.count.saturating_add(plural.count);
            if (plural.answer, plural.start) < (into.answer, into.start) {
                (into.answer, into.start, into.end) = (plural.answer, plural.start, plural.end);
            }
            self.words[number].count = 0;
        }
    }
}

/// Returns the themes, the strongest first: a phrase counts twice as much as a word of it.
pub(crate) fn finish(
    collector: &Collector,
    mut singles: Singles,
    reader: &Reader,
    texts: &[&str],
    limit: usize,
) -> Vec<Theme> {
    singles.fold(reader);
    let is = |number: u32, wanted: u32| reader.classes(number) & wanted != 0;
    let mut entries: Vec<Entry> = Vec::new();
    let mut ranks = Vec::new();
    for entry in collector.listed() {
        let [first, second, third] = entry.key;
        let last = if third == UNKNOWN { second } else { third };
        if is(first, class::FLAT) || is(last, class::FLAT | class::LOOSE | class::ADVERB) {
            continue;
        }
        for number in entry.key {
            let stem = reader.singular(number).unwrap_or(number);
            for number in [number, stem] {
                if let Some(single) = singles.words.get_mut(number as usize) {
                    single.count = single.count.saturating_sub(entry.count);
                }
                if number == stem {
                    break;
                }
            }
        }
        ranks.push((entry.rank(entry.count.saturating_mul(2)), entries.len()));
        entries.push(*entry);
    }
    for (number, single) in singles.words.iter().enumerate() {
        if single.count >= MIN_COUNT && single.answers >= 2 {
            let entry = Entry::of_word(
                number as u32,
                single.count,
                single.answer,
                single.start,
                single.end,
            );
            ranks.push((entry.rank(entry.count), entries.len()));
            entries.push(entry);
        }
    }
    sort(&mut ranks);
    let mut themes = Vec::new();
    for (_, index) in &ranks[..ranks.len().min(limit)] {
        let phrase = phrase(texts, &entries[*index]);
        themes.push(Theme {
            text: phrase.text,
            count: phrase.count,
        });
    }
    themes
}
