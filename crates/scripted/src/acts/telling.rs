//! How something is told: in one word, as a list, as a case, as a process.

use super::words::Sentence;
use super::{Act, Heard};
use crate::cases::{tells_case, tells_process};
use crate::cues::is_one_of;
use crate::language::Words;
use std::ops::Range;

impl Heard {
    /// How many sentences there are.
    pub(crate) fn count(&self) -> usize {
        self.sentences.len()
    }

    /// Where a sentence stands in the answer.
    pub(crate) fn place(&self, at: usize) -> Range<usize> {
        self.sentences
            .get(at)
            .map_or(0..0, |(range, _)| range.clone())
    }

    /// True where a sentence does this.
    pub(crate) fn does(&self, at: usize, act: Act) -> bool {
        let sentence = self.sentences.get(at);
        sentence.is_some_and(|(_, acts)| acts & act.bit() != 0)
    }

    /// Has a sentence do something, and nothing of what it looked like.
    pub(crate) fn put(&mut self, at: usize, act: Option<Act>, others: &[Act]) {
        for other in others {
            if let Some((_, acts)) = self.sentences.get_mut(at)
                && *acts & other.bit() != 0
            {
                *acts &= !other.bit();
                if self
                    .sentences
                    .iter()
                    .all(|(_, acts)| acts & other.bit() == 0)
                {
                    self.acts &= !other.bit();
                }
            }
        }
        if let Some(act) = act {
            self.add(act, Some(at));
            self.worded |= act.bit();
        }
    }
}

/// Adds what shows in the whole of an answer.
pub(super) fn add(lists: &Words, heard: &mut Heard, answer: &str, sentences: &[Sentence]) {
    let lines = answer.lines().filter(|line| {
        line.trim_start()
            .starts_with(['-', '*', '•', '–', '1', '2', '3', '4', '5'])
    });
    let listed = sentences.iter().any(|sentence| {
        let breaks = sentence.words.iter().filter(|word| word.breaks).count();
        let words = sentence.words.len();
        // Where every clause has a comma the members of a list are shorter.
        let most = if lists.has_commas() { 5 } else { 8 };
        words <= 16 && breaks >= 3 && 2 * words <= most * (breaks + 1)
    });
    let counted = sentences.first().is_some_and(|sentence| {
        let mut pairs = sentence.words.windows(2);
        pairs.any(|two| {
            is_one_of(&two[0].text, lists.counts) && is_one_of(&two[1].text, lists.counted)
        })
    });
    if lines.count() > 1 || listed && heard.words > 3 || counted {
        heard.add(Act::List, None);
    }
    if tells_case(lists, answer) {
        heard.add(Act::Case, None);
    }
    if tells_process(lists, answer) {
        heard.add(Act::Process, None);
    }
}
