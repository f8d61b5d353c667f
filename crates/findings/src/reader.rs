//! Reads sentences into word numbers, with contractions taken apart.

use crate::chars;
use crate::lexicon::{Lexicon, class};
use crate::vocabulary::Vocabulary;
use crate::words::{self, Word};

/// One word, or one part of a contraction.
#[derive(Clone, Copy)]
pub(crate) struct Token {
    pub(crate) word: u32,
    pub(crate) classes: u16,
    /// Its first byte in the text.
    pub(crate) start: usize,
    /// Punctuation stands before it.
    pub(crate) apart: bool,
}

/// What is known of a numbered word.
#[derive(Clone, Copy)]
pub(crate) struct Known {
    parts: Option<(u32, u32)>,
    classes: u16,
    pub(crate) function: bool,
}

/// A vocabulary that begins with the table's words and grows with the texts.
pub(crate) struct Reader {
    lexicon: &'static Lexicon,
    words: Vocabulary,
    known: Vec<Known>,
    folded: String,
}

/// A number that no word has: unknown words carry no cue.
pub(crate) const UNKNOWN: u32 = u32::MAX;

const SUFFIXES: [(&str, &str); 6] = [
    ("n't", "not"),
    ("'ll", "will"),
    ("'ve", "have"),
    ("'re", "are"),
    ("'m", "am"),
    ("'d", "'d"),
];

impl Reader {
    pub(crate) fn new(lexicon: &'static Lexicon) -> Self {
        Reader {
            lexicon,
            words: lexicon.words.clone(),
            known: Vec::new(),
            folded: String::new(),
        }
    }

    /// Numbers a word as written in a text. `None` when the vocabulary is full.
    pub(crate) fn number(&mut self, word: &str) -> Option<u32> {
        let mut folded = core::mem::take(&mut self.folded);
        folded.clear();
        words::fold(word, &mut folded);
        let number = self.words.number(&folded);
        while number.is_some_and(|_| self.known.len() < self.words.len()) {
            // Only the newest word can be one that is not in the table, and it is the one at hand.
            let index = self.known.len() as u32;
            let text = if number == Some(index) {
                folded.as_str()
            } else {
                ""
            };
            let known = learn(self.lexicon, index, text);
            self.known.push(known);
        }
        self.folded = folded;
        number
    }

    /// Tells whether no theme may start or end with a word: function words, and numbers.
    pub(crate) fn is_function(&self, number: u32) -> bool {
        self.known
            .get(number as usize)
            .is_none_or(|known| known.function)
    }

    /// Appends a word's tokens and returns its number.
    pub(crate) fn push(&mut self, text: &str, word: &Word, tokens: &mut Vec<Token>) -> Option<u32> {
        let number = if word.plain {
            self.number(&text[word.start..word.end])
        } else {
            None
        };
        let known = number.map(|number| self.known[number as usize]);
        let classes = known.map_or(0, |known| known.classes);
        let mut token = Token {
            word: number.unwrap_or(UNKNOWN),
            classes,
            start: word.start,
            apart: word.apart,
        };
        if let Some((first, second)) = known.and_then(|known| known.parts) {
            token.word = first;
            token.classes = self.lexicon.classes(first);
            tokens.push(token);
            token.word = second;
            token.apart = false;
            token.classes = self.lexicon.classes(second);
        }
        tokens.push(token);
        number
    }
}

/// Finds out what is known of a word: its number, and its folded text where the table does not have it or may not.
#[inline(never)]
pub(crate) fn learn(lexicon: &Lexicon, number: u32, text: &str) -> Known {
    let is_function = |number| lexicon.classes(number) & class::FUNCTION != 0;
    let mut parts = lexicon.split(number);
    if parts.is_none() && text.contains('\'') {
        let suffix = SUFFIXES
            .iter()
            .find(|(suffix, _)| text.len() > suffix.len() && text.ends_with(suffix));
        let (stem, second) = match suffix {
            Some((suffix, second)) => (&text[..text.len() - suffix.len()], *second),
            None => (text.strip_suffix("'s").unwrap_or(""), "'s"),
        };
        // Both parts are the table's or the contraction is of no use: nothing is added for it.
        parts = lexicon.words.find(stem).zip(lexicon.words.find(second));
    }
    let function = match parts {
        Some((first, second)) => is_function(first) && is_function(second),
        None => is_function(number) || !text.chars().any(chars::is_alphabetic) && !text.is_empty(),
    };
    let mut classes = lexicon.classes(number);
    if text.len() >= 5 && text.ends_with("ly") {
        classes |= class::ADVERB;
    }
    Known {
        parts,
        classes,
        function,
    }
}
