//! Reads sentences into word numbers, with contractions taken apart.

use crate::chars::{self, eight};
use crate::class;
use crate::lexicon::{Known, Lexicon, NONE, UNKNOWN};
use crate::vocabulary::Vocabulary;
use crate::words::{self, Word, Words};

/// One word, or one part of a contraction.
#[derive(Clone, Copy)]
pub(crate) struct Token {
    pub(crate) word: u32,
    pub(crate) classes: u32,
    /// Its first byte in the text.
    pub(crate) start: usize,
    /// Punctuation stands before it.
    pub(crate) apart: bool,
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

/// What is known of a word without a number: it breaks a phrase.
const UNREAD: Known = Known {
    parts: NONE,
    classes: class::EMPTY,
};

const NO_WORD: Recent = Recent {
    letters: 0,
    number: UNKNOWN,
    known: UNREAD,
};

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

    /// Returns the classes of a word by its number, none for no word.
    pub(crate) fn classes(&self, number: u32) -> u32 {
        self.known
            .get(number as usize)
            .map_or(0, |known| known.classes)
    }

    /// Finds the singular of a plural, where it occurs, too.
    pub(crate) fn singular(&self, number: u32) -> Option<u32> {
        if !self.lexicon.english {
            let word = self.words.word(number);
            let endings = self.lexicon.plurals.split(' ');
            let mut stems = endings.filter_map(|ending| word.strip_suffix(ending.as_bytes()));
            return stems.find_map(|stem| {
                let shorter = stem.len() >= 3 && stem.len() < word.len();
                shorter.then(|| self.words.find(stem))?
            });
        }
        let stem = self.words.word(number).strip_suffix(b"s")?;
        if stem.len() < 3 || stem.ends_with(b"s") {
            return None;
        }
        let ending = [("ie", "y"), ("e", "")]
            .iter()
            .find_map(|(ending, instead)| {
                let mut word = stem.strip_suffix(ending.as_bytes())?.to_vec();
                word.extend_from_slice(instead.as_bytes());
                self.words.find(&word)
            });
        self.words.find(stem).or(ending)
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
            let known = self.lexicon.learn(UNKNOWN, &self.folded);
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
            return Some((word, number, known.is_function()));
        };
        let letters = eight::small_word(letters);
        let place = letters.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - RECENT_BITS);
        let recent = self.recent[place as usize];
        if recent.letters == letters {
            self.push(&word, Some(recent.number), &recent.known, tokens);
            return Some((word, Some(recent.number), recent.known.is_function()));
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
        Some((word, number, known.is_function()))
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
