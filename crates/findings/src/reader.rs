//! Reads sentences into word numbers, with contractions taken apart.

use crate::chars::{self, eight};
use crate::lexicon::{Lexicon, class};
use crate::vocabulary::Vocabulary;
use crate::words::{self, Word, Words};

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
    /// What it is taken apart into, words of the table both, or [`NONE`]. Eight bytes for all of it: with ten thousand words more of
    /// what is known stays near the processor.
    parts: (u16, u16),
    classes: u16,
    pub(crate) function: bool,
}

/// A short word that was read lately.
#[derive(Clone, Copy)]
struct Recent {
    /// Its letters, small, the first one lowest; 0 for none.
    letters: u64,
    number: u32,
    known: Known,
}

/// How many short words are kept at hand, each in the place that its letters name. People repeat a few hundred words most of the
/// time: these are found at one look, in what the processor has nearest.
const RECENT_BITS: u32 = 10;

/// A vocabulary that begins with the table's words and grows with the texts.
pub(crate) struct Reader {
    lexicon: &'static Lexicon,
    words: Vocabulary,
    known: Vec<Known>,
    recent: Vec<Recent>,
    folded: Vec<u8>,
}

/// Stands for no parts. The table has a few hundred words.
const NONE: (u16, u16) = (u16::MAX, u16::MAX);

/// What is known of a word without a number: it breaks a phrase.
const UNREAD: Known = Known {
    parts: NONE,
    classes: 0,
    function: true,
};

const NO_WORD: Recent = Recent {
    letters: 0,
    number: UNKNOWN,
    known: UNREAD,
};

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
            known: lexicon.known.clone(),
            recent: vec![NO_WORD; 1 << RECENT_BITS],
            folded: Vec::new(),
        }
    }

    /// Numbers a word as written in a text. `None` when the vocabulary is full.
    fn number(&mut self, text: &str, word: &Word) -> Option<u32> {
        // Nearly every word was there before.
        self.words
            .find_folded(text, word.start, word.end)
            .or_else(|| self.add(chars::part(text, word.start, word.end)))
    }

    #[inline(never)]
    fn add(&mut self, word: &str) -> Option<u32> {
        self.folded.clear();
        words::fold(word, &mut self.folded);
        let number = self.words.number(&self.folded);
        if number.is_some_and(|number| number as usize >= self.known.len()) {
            let known = learn(self.lexicon, UNKNOWN, &self.folded);
            self.known.push(known);
        }
        number
    }

    /// Reads the next word and appends its tokens. Returns it with its number, and whether no theme may start or end with it:
    /// function words, and numbers.
    #[inline(always)]
    pub(crate) fn next(
        &mut self,
        text: &str,
        words: &mut Words,
        tokens: &mut Vec<Token>,
    ) -> Option<(Word, Option<u32>, bool)> {
        let Some((word, letters)) = words.short_word() else {
            let word = words.any_word()?;
            let (number, known) = self.read(text, &word);
            self.push(&word, number, &known, tokens);
            return Some((word, number, known.function));
        };
        let letters = eight::small_word(letters);
        let place = letters.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - RECENT_BITS);
        let recent = self.recent[place as usize];
        if recent.letters == letters {
            self.push(&word, Some(recent.number), &recent.known, tokens);
            return Some((word, Some(recent.number), recent.known.function));
        }
        let (number, known) = self.read(text, &word);
        if let Some(number) = number {
            self.recent[place as usize] = Recent {
                letters,
                number,
                known,
            };
        }
        self.push(&word, number, &known, tokens);
        Some((word, number, known.function))
    }

    /// Finds the number of a word and what is known of it.
    #[inline(never)]
    fn read(&mut self, text: &str, word: &Word) -> (Option<u32>, Known) {
        let number = if word.plain {
            self.number(text, word)
        } else {
            None
        };
        let known = number.and_then(|number| self.known.get(number as usize));
        (number, known.copied().unwrap_or(UNREAD))
    }

    #[inline(always)]
    fn push(&self, word: &Word, number: Option<u32>, known: &Known, tokens: &mut Vec<Token>) {
        let mut token = Token {
            word: number.unwrap_or(UNKNOWN),
            classes: known.classes,
            start: word.start,
            apart: word.apart,
        };
        if known.parts != NONE {
            let (first, second) = (u32::from(known.parts.0), u32::from(known.parts.1));
            token.word = first;
            token.classes = self.lexicon.classes(first);
            tokens.push(token);
            token.word = second;
            token.apart = false;
            token.classes = self.lexicon.classes(second);
        }
        tokens.push(token);
    }
}

/// Finds out what is known of a word: its number, and its folded text where the table does not have it or may not.
#[inline(never)]
pub(crate) fn learn(lexicon: &Lexicon, number: u32, text: &[u8]) -> Known {
    let is_function = |number| lexicon.classes(number) & class::FUNCTION != 0;
    let mut parts = lexicon.split(number);
    if parts.is_none() && text.contains(&b'\'') {
        let suffix = SUFFIXES
            .iter()
            .find(|(suffix, _)| text.len() > suffix.len() && text.ends_with(suffix.as_bytes()));
        let (stem, second) = match suffix {
            Some((suffix, second)) => (&text[..text.len() - suffix.len()], *second),
            None => (text.strip_suffix(b"'s").unwrap_or(b""), "'s"),
        };
        // Both parts are the table's or the contraction is of no use: nothing is added for it.
        parts = lexicon
            .words
            .find(stem)
            .zip(lexicon.words.find(second.as_bytes()));
    }
    let function = match parts {
        Some((first, second)) => is_function(first) && is_function(second),
        None => {
            let text = core::str::from_utf8(text).unwrap_or("");
            is_function(number) || !text.is_empty() && !text.chars().any(chars::is_alphabetic)
        }
    };
    let mut classes = lexicon.classes(number);
    if text.len() >= 5 && text.ends_with(b"ly") {
        classes |= class::ADVERB;
    }
    Known {
        parts: parts.map_or(NONE, |(first, second)| (first as u16, second as u16)),
        classes,
        function,
    }
}
