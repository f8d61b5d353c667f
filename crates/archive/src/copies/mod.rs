//! The words of a removed answer, for finding copies of them anywhere else.

mod words;

use crate::hashes::Hashes;
use colloquy_schema::{Fact, Record};
pub(crate) use words::hashes;
use words::{Word, together, words};

/// Stands where words of the answer stood.
pub const REDACTED: &str = "[redacted]";
/// Words in a row from which a repetition counts as a copy of the answer.
const RUN: usize = 4;
/// Letters from which a single word identifies the answer: shorter ones are mostly grammar.
const LONG: usize = 6;

/// One answer that is being removed from a session.
#[derive(Clone, Copy)]
pub(crate) struct Removal<'a> {
    /// Every record, oldest first.
    pub(crate) records: &'a [Record],
    /// Number of the question whose answer it is.
    pub(crate) question: u32,
    /// Place of the first record that has the answer.
    pub(crate) first: usize,
    /// The words of the answer.
    pub(crate) copies: &'a Copies,
}

/// What facts of one kind of interview have of a removed answer, beside copies of its words.
pub(crate) trait Secrets {
    /// Redacts what only facts of this kind have. Everything else of a fact is redacted for all kinds alike.
    fn fact(&self, fact: &mut Fact, copies: &Copies);

    /// Takes what is secret out of any text.
    fn text(&self, _text: &mut String) {}

    /// True for a call that is about the removed answer alone.
    fn is_about_answer(&self, _call: u32) -> bool {
        false
    }
}

/// What the words of the answer look like, for finding them elsewhere.
#[derive(Default)]
pub(crate) struct Copies {
    /// Hashes of the answers' words in their order.
    answers: Vec<Vec<u64>>,
    /// Hashes of the words of answers to other questions.
    others: Vec<Vec<u64>>,
    /// Every [`RUN`] words in a row.
    runs: Hashes,
    /// Every one to three words in a row.
    parts: Hashes,
    /// Parts that were there before the answer.
    before: Hashes,
    /// Answers of fewer than [`RUN`] words.
    short: Hashes,
    /// What was asked after the answer, each with what is left of it.
    asked: Vec<(String, String)>,
    /// What facts of each kind of interview have of the answer.
    pub(crate) secrets: Vec<Box<dyn Secrets>>,
}

impl Copies {
    /// Takes the words of an answer in, one text for each of its versions; `others` are the answers to other questions.
    pub(crate) fn of(answers: &[String], others: Vec<Vec<u64>>) -> Copies {
        let mut copies = Copies {
            others,
            ..Copies::default()
        };
        for answer in answers {
            let words = hashes(answer);
            copies.runs.add_windows(&words, RUN);
            for length in 1..RUN {
                copies.parts.add_windows(&words, length);
            }
            if (1..RUN).contains(&words.len()) {
                copies.short.add(together(&words));
            }
            copies.answers.push(words);
        }
        copies
    }

    /// Takes short quotes that were there before the answer off the list.
    pub(crate) fn known(&mut self, text: &str) {
        let words = hashes(text);
        for length in 1..RUN {
            self.before.add_windows(&words, length);
        }
    }

    /// Takes in a text that was made from the answer: the question that follows it up, or the reply that asks it. Such a text
    /// names who and what the answer is about without quotation marks, so single words count: names, and words of some length.
    pub(crate) fn made_from(&mut self, text: &str) {
        let mut left = text.to_owned();
        self.pass(&mut left, Made::From, text.contains('\\'));
        if left != text {
            self.asked.push((text.to_owned(), left));
        }
    }

    /// True when the words of a text are the answer, all of it.
    pub(crate) fn is_answer(&self, text: &str) -> bool {
        self.answers.contains(&hashes(text))
    }

    /// True when a text is part of the answer, or has all of it.
    pub(crate) fn overlaps(&self, text: &str) -> bool {
        let text = [hashes(text)];
        let mut answers = self.answers.iter();
        is_part(&text[0], &self.answers) || answers.any(|answer| is_part(answer, &text))
    }

    /// True when a text is part of an answer to another question.
    pub(crate) fn is_elsewhere(&self, text: &str) -> bool {
        is_part(&hashes(text), &self.others)
    }

    /// True for a call that is about the removed answer alone.
    pub(crate) fn is_about_answer(&self, call: u32) -> bool {
        let mut secrets = self.secrets.iter();
        secrets.any(|one| one.is_about_answer(call))
    }

    /// Takes the copies out of an entry of the findings. One that stands in another answer stays: struck or kept, it
    /// must go on naming what it names.
    pub(crate) fn entry(&self, text: &mut String) {
        if self.only_here(text) {
            *text = REDACTED.into();
        } else if !self.is_elsewhere(text) {
            self.text(text, false);
        }
    }

    /// True when a text is part of the answer and of no other one.
    pub(crate) fn only_here(&self, text: &str) -> bool {
        let words = hashes(text);
        is_part(&words, &self.answers) && !is_part(&words, &self.others)
    }

    /// Takes the copies out of a text; `carries` when it is known to hold the answer, so that one word is enough.
    pub(crate) fn text(&self, text: &mut String, carries: bool) {
        for (asked, left) in &self.asked {
            if text.contains(asked) {
                *text = text.replace(asked, left);
            }
        }
        let made = if carries { Made::With } else { Made::Apart };
        self.pass(text, made, false);
        if text.contains('\\') {
            // The same words inside a JSON string, where a line break is `\n` and a letter may be `\u00e9`.
            self.pass(text, made, true);
        }
        self.secrets.iter().for_each(|one| one.text(text));
    }

    /// True for a word that the respondent brought in with the answer, and that names something.
    fn names(&self, word: &str, hash: u64) -> bool {
        let names = word.starts_with(char::is_uppercase) || word.chars().count() >= LONG;
        let own = together(&[hash]);
        names
            && self.parts.contains(own)
            && !self.before.contains(own)
            && !is_part(&[hash], &self.others)
    }

    fn pass(&self, text: &mut String, made: Made, escaped: bool) {
        let words = words(text, escaped);
        let hashes: Vec<u64> = words.iter().map(|word| word.hash).collect();
        let mut out = String::new();
        let mut kept = 0;
        // The end of the copy that is going on, as a number of words.
        let mut until = 0;
        for (i, word) in words.iter().enumerate() {
            let length = self.copied(text, &words[i..], &hashes[i..], made);
            if length > 0 && i >= until {
                out.push_str(&text[kept..word.start]);
                out.push_str(REDACTED);
            }
            if length > 0 {
                until = until.max(i + length);
            }
            if i < until {
                kept = word.end;
            }
        }
        if kept > 0 {
            out.push_str(&text[kept..]);
            *text = out;
        }
    }

    /// How many words from here on are a copy of the answer's.
    fn copied(&self, text: &str, words: &[Word], hashes: &[u64], made: Made) -> usize {
        if hashes.len() >= RUN && self.runs.contains(together(&hashes[..RUN])) {
            return RUN;
        }
        if made == Made::From && self.names(&text[words[0].start..words[0].end], hashes[0]) {
            return 1;
        }
        let least = if made == Made::With { 1 } else { 2 };
        for length in (least..RUN.min(hashes.len() + 1)).rev() {
            if self.short.contains(together(&hashes[..length])) {
                return length;
            }
        }
        let quotes = ['"', '“', '”', '„', '«', '»', '‘', '’', '\'', '「', '」'];
        if text[..words[0].start].ends_with(quotes) {
            for length in 1..RUN.min(words.len() + 1) {
                let quoted = text[words[length - 1].end..]
                    .trim_start_matches(['.', ',', '!', '?', '…', '\\'])
                    .starts_with(quotes);
                let part = together(&hashes[..length]);
                if quoted && self.parts.contains(part) && !self.before.contains(part) {
                    return length;
                }
            }
        }
        0
    }
}

/// How a text came by words of the answer.
#[derive(Clone, Copy, PartialEq)]
enum Made {
    /// Nothing is known: it takes a run of words to be a copy.
    Apart,
    /// It has the answer in it.
    With,
    /// It was made from the answer.
    From,
}

/// True when some words are in one of the answers, in a row.
pub(crate) fn is_part(words: &[u64], answers: &[Vec<u64>]) -> bool {
    !words.is_empty()
        && answers
            .iter()
            .any(|answer| answer.windows(words.len()).any(|part| part == words))
}
