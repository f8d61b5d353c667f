//! Where sentences begin and end.
//!
//! The rules are those of Unicode's sentence boundaries (UAX #29) in what people type into an answer box, made by hand:
//! the tables of a full implementation weigh more than this whole crate. They differ from it where answers differ from
//! books: a dot followed by a lower-case word ends a sentence (many people type no capitals) unless the word before it
//! is an abbreviation, and a newline always ends one.

use core::ops::Range;

use crate::abbreviations::{self, Abbreviation};
use crate::chars::{ascii, eight};
use crate::quotes::Quotes;
use crate::words::{Word, Words};
use crate::{chars, markup};

/// A sentence with what the rest of the crate wants to know of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sentence {
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// It ends with a question mark that is not inside a quotation.
    pub(crate) question: bool,
    /// It stands in a Markdown quotation.
    pub(crate) quotation: bool,
}

/// Walks over the sentences of a text, as ranges of bytes on character boundaries.
///
/// Ranges are trimmed: bullets, numbering and heading marks at the start of a line belong to no sentence, nor do
/// emphasis or tags that wrap a whole sentence. A sentence includes its closing punctuation. A stretch without any letter
/// or digit is no sentence.
pub fn sentences(text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut scan = Scan::new(text);
    core::iter::from_fn(move || scan.next().map(|sentence| sentence.start..sentence.end))
}

/// Words that begin sentences and no names.
const STARTERS: &str = "i the a it this that we they he she you but and so my our in if when what then there for after now \
    at on as maybe also";

/// The walk itself; it keeps the quotations of the line it is on.
pub(crate) struct Scan<'a> {
    text: &'a str,
    at: usize,
    line_end: usize,
    quotation: bool,
    pub(crate) quotes: Quotes,
}

/// What a run of closing punctuation means for the sentence before it.
struct Stop {
    /// Behind the punctuation and the quotes and brackets that close with it.
    end: usize,
    question: bool,
    ends: bool,
}

impl<'a> Scan<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Scan {
            text,
            at: 0,
            line_end: 0,
            quotation: false,
            quotes: Quotes::default(),
        }
    }

    /// Returns the next sentence, `None` at the end of the text.
    pub(crate) fn next(&mut self) -> Option<Sentence> {
        loop {
            if self.at >= self.line_end && !self.open_line() {
                return None;
            }
            let start = self.at;
            let (end, question) = self.scan();
            if let Some(sentence) = self.trim(start, end, question) {
                return Some(sentence);
            }
        }
    }

    /// Steps to the next line and past its marks. False at the end of the text.
    fn open_line(&mut self) -> bool {
        while let Some(c) = chars::at(self.text, self.at).filter(|c| chars::is_newline(*c)) {
            self.at += c.len_utf8();
        }
        if self.at >= self.text.len() {
            return false;
        }
        let bytes = self.text.as_bytes();
        let mut end = self.at;
        let mut seen = 0;
        let mut quotes = 0;
        while end < bytes.len() {
            if let Some(eight) = eight::load(bytes, end) {
                // What stands behind the end of the line may count: then its quotes are looked for and there are none.
                quotes |= eight::quotes(eight);
                let ends = eight::line_ends(eight);
                end += eight::before(ends);
                if ends == 0 {
                    continue;
                }
            }
            let byte = &bytes[end];
            let class = ascii::of(*byte);
            seen |= class;
            if class & ascii::NEWLINE != 0 {
                break;
            }
            // The rare line ends are U+0085, U+2028 and U+2029, led in by these bytes.
            if class & ascii::OTHER != 0
                && matches!(
                    bytes[end..],
                    [0xC2, 0x85, ..] | [0xE2, 0x80, 0xA8 | 0xA9, ..]
                )
            {
                break;
            }
            end += 1;
        }
        let line = markup::line_start(self.text, self.at);
        self.at = line.text.min(end);
        self.quotation = line.quotation;
        self.line_end = end;
        self.quotes.clear();
        if quotes != 0 || seen & (ascii::QUOTE | ascii::OTHER) != 0 {
            self.quotes.read(self.text, self.at, end);
        }
        true
    }

    /// Goes on to the end of the sentence and returns whether it is a question.
    fn scan(&mut self) -> (usize, bool) {
        let line = &self.text.as_bytes()[..self.line_end];
        let from = self.at;
        // Whether the last character looked at belongs to a word.
        let mut in_word = false;
        loop {
            let base = self.at;
            let mut at = base;
            loop {
                at = eight::plain_end(line, at);
                let ends = |byte: &u8| {
                    ascii::of(*byte) & (ascii::MARK | ascii::ADDRESS | ascii::OTHER) != 0
                };
                if line.get(at).is_none_or(ends) {
                    break;
                }
                at += 1;
            }
            self.at = at;
            let Some(byte) = line.get(at).copied() else {
                break;
            };
            // An address shows at the first of these behind its first word; most words are followed by a space.
            if markup::may_be_address(self.text.as_bytes(), at) {
                let mut start = at;
                while start > base && ascii::of(line[start - 1]) & ascii::WORD != 0 {
                    start -= 1;
                }
                // Behind letters of other scripts no address begins.
                let begins = start < at && (start > base || !in_word);
                if begins
                    && let Some(end) = markup::address(self.text, start).filter(|end| *end > at)
                {
                    self.at = end.min(self.line_end);
                    in_word = true;
                    continue;
                }
            }
            in_word = false;
            match byte {
                b'.' | b'!' | b'?' | 0x80.. => {
                    if byte >= 0x80 {
                        let Some(c) = chars::at(self.text, self.at) else {
                            break;
                        };
                        in_word = chars::is_word(c);
                        if in_word || !is_stop(c) {
                            self.at += c.len_utf8();
                            continue;
                        }
                    }
                    let stop = self.stop(from);
                    self.at = stop.end;
                    if stop.ends {
                        return (stop.end, stop.question);
                    }
                }
                b'<' => match markup::tag(self.text, self.at) {
                    Some(tag) if tag.block => {
                        let end = self.at;
                        self.at = tag.end;
                        return (end, false);
                    }
                    Some(tag) => self.at = tag.end,
                    None => self.at += 1,
                },
                _ => self.at += 1,
            }
        }
        self.at = self.line_end;
        (self.line_end, false)
    }

    /// Reads the run of closing punctuation at the current place.
    fn stop(&self, from: usize) -> Stop {
        let text = self.text;
        let start = self.at;
        let bytes = text.as_bytes();
        // Most sentences end with one mark, a space and a letter.
        if start + 2 < self.line_end
            && let [mark @ (b'.' | b'!' | b'?'), b' ', next, ..] = bytes[start..]
            && ascii::of(next) & ascii::WORD != 0
        {
            return Stop {
                end: start + 1,
                question: mark == b'?' && !self.quotes.contain(start),
                ends: mark != b'.' || self.dot_ends(from, start, start + 2, next as char),
            };
        }
        let mut at = start;
        let mut dots = 0_usize;
        let mut last = '.';
        let mut stop = Stop {
            end: 0,
            question: false,
            ends: true,
        };
        while let Some(c) = chars::at(text, at).filter(|c| at < self.line_end && is_stop(*c)) {
            if is_question(c) && !self.quotes.contain(at) {
                stop.question = true;
            }
            dots += match c {
                '.' => 1,
                '…' => 3,
                // Anything stronger than a dot makes the run an end and not an ellipsis.
                _ => usize::MAX / 2,
            };
            dots = dots.min(usize::MAX / 2);
            last = c;
            at += c.len_utf8();
        }
        let run_end = at;
        let mut closed = false;
        while let Some(c) = chars::at(text, at).filter(|_| at < self.line_end) {
            if is_closer(c) {
                closed |= !chars::is_emphasis(c);
                at += c.len_utf8();
            } else if c == '<' && text.as_bytes().get(at + 1) == Some(&b'/') {
                let Some(tag) = markup::tag(text, at).filter(|tag| !tag.block) else {
                    break;
                };
                at = tag.end;
            } else {
                break;
            }
        }
        stop.end = at;
        let ellipsis = (2..usize::MAX / 2).contains(&dots);
        let Some(next) = chars::at(text, at).filter(|_| at < self.line_end) else {
            return stop;
        };
        if is_wide(last) {
            // 「…。」と: the quotation is part of a longer sentence.
            stop.ends = !(closed && ('\u{3041}'..='\u{309F}').contains(&next));
            return stop;
        }
        if !next.is_whitespace() && next != '<' {
            // "3.5", "example.org" and "so...and" go on; after "!" and "?" a missing space is a slip.
            stop.ends = dots >= usize::MAX / 2 && chars::is_upper(next);
            if !stop.ends && !closed {
                stop.end = run_end;
            }
            return stop;
        }
        let word_at = self.next_word(at);
        let Some(first) = chars::at(text, word_at).filter(|_| word_at < self.line_end) else {
            return stop;
        };
        stop.ends = if chars::is_one_of(",;:", first) {
            false
        } else if ellipsis {
            !chars::is_lower(first) && !first.is_ascii_digit() && !self.is_pronoun_i(word_at)
        } else if chars::is_lower(first) && closed {
            false
        } else if dots == 1 {
            self.dot_ends(from, start, word_at, first)
        } else {
            true
        };
        stop
    }

    /// Decides about one dot before a space by the words around it.
    fn dot_ends(&self, from: usize, dot: usize, next_at: usize, next: char) -> bool {
        let bytes = self.text.as_bytes();
        let lowest = from.max(dot.saturating_sub(12));
        let mut start = dot;
        while start > lowest
            && (bytes[start - 1].is_ascii_alphanumeric() || bytes[start - 1] == b'.')
        {
            start -= 1;
        }
        let word = &self.text[start..dot];
        // A letter before it that is not ASCII means that this is the tail of a longer word.
        let before = start.checked_sub(1).map(|before| bytes[before]);
        let tail = match before {
            Some(byte) if byte.is_ascii() => byte.is_ascii_alphanumeric(),
            _ => chars::before(self.text, start).is_some_and(chars::is_word),
        };
        if tail {
            return true;
        }
        match abbreviations::find(word) {
            Some(Abbreviation::Inner) => return false,
            Some(Abbreviation::BeforeNumber) => return !chars::is_numeric(next),
            Some(Abbreviation::MayEnd) => {
                return chars::is_upper(next) || !chars::is_alphanumeric(next);
            }
            None => {}
        }
        let initials = word.len() % 2 == 1
            && word.bytes().enumerate().all(|(i, b)| {
                if i % 2 == 0 {
                    b.is_ascii_alphabetic()
                } else {
                    b == b'.'
                }
            });
        match word.len() {
            // "U.N.", "z.B.": in the middle unless a sentence plainly starts.
            3.. if initials => chars::is_upper(next) && self.starts_sentence(next_at),
            // "J. Smith", but "plan B. It", and "I." is the pronoun.
            1 if initials && bytes[start].is_ascii_uppercase() && word != "I" => {
                !chars::is_upper(next) || self.starts_sentence(next_at)
            }
            _ => true,
        }
    }

    /// Skips spaces, tags, and what opens a sentence before its first letter.
    fn next_word(&self, mut at: usize) -> usize {
        while let Some(c) = chars::at(self.text, at).filter(|_| at < self.line_end) {
            if c.is_ascii_alphanumeric() {
                break;
            }
            if c == '<' {
                let Some(tag) = markup::tag(self.text, at).filter(|tag| !tag.block) else {
                    break;
                };
                at = tag.end;
            } else if c.is_whitespace()
                || chars::is_emphasis(c)
                || chars::is_one_of("\"'“‘„«([{¿¡-–—", c)
            {
                at += c.len_utf8();
            } else {
                break;
            }
        }
        at
    }

    fn is_pronoun_i(&self, at: usize) -> bool {
        chars::at(self.text, at) == Some('I')
            && !chars::at(self.text, at + 1).is_some_and(chars::is_word)
    }

    /// True for the words that open sentences and are no family names.
    fn starts_sentence(&self, at: usize) -> bool {
        let mut end = at;
        while self
            .text
            .as_bytes()
            .get(end)
            .is_some_and(u8::is_ascii_alphabetic)
        {
            end += 1;
        }
        chars::is_listed(STARTERS, chars::part(self.text, at, end))
    }

    fn trim(&self, start: usize, end: usize, question: bool) -> Option<Sentence> {
        let bytes = self.text.as_bytes();
        let is_word =
            |byte: Option<&u8>| byte.is_some_and(|byte| ascii::of(*byte) & ascii::WORD != 0);
        let (mut start, mut end) = (start, end);
        while start < end && bytes[start] == b' ' {
            start += 1;
        }
        // Most sentences begin with a letter and end with ASCII: there is nothing to take off.
        if start < end && is_word(bytes.get(start)) && bytes[end - 1].is_ascii_graphic() {
            return Some(Sentence {
                start,
                end,
                question,
                quotation: self.quotation,
            });
        }
        (start, end) = markup::trim(self.text, start, end);
        // A dash between two sentences belongs to neither.
        while let Some(dash) = chars::at(self.text, start).filter(|c| matches!(c, '-' | '–' | '—'))
        {
            let after = start + dash.len_utf8();
            if !chars::at(self.text, after).is_some_and(char::is_whitespace) {
                break;
            }
            (start, end) = markup::trim(self.text, after, end);
        }
        let (start, end) = markup::unwrap(self.text, start, end);
        let first = self.text.as_bytes().get(start).copied().unwrap_or(b' ');
        let sentence = Sentence {
            start,
            end,
            question,
            quotation: self.quotation,
        };
        if start < end && ascii::of(first) & ascii::WORD != 0 {
            return Some(sentence);
        }
        // Letters inside tags are no text, and a mark without its letter is no word.
        let spoken = |word: Word| {
            chars::part(self.text, word.start, word.end)
                .chars()
                .any(chars::is_alphanumeric)
        };
        Words::within(self.text, start, end)
            .any(spoken)
            .then_some(sentence)
    }
}

fn is_stop(c: char) -> bool {
    matches!(c, '.' | '!' | '?' | '…') || is_wide(c)
}

/// Sentence ends of scripts that need no space behind them, and those of other scripts than Latin.
fn is_wide(c: char) -> bool {
    // None is below the Armenian one, nor among the dashes and quotation marks.
    c >= '։'
        && !('\u{2010}'..='\u{2026}').contains(&c)
        && chars::is_one_of("。｡！？．؟۔।॥።፧၊။។‽⁇⁈⁉։", c)
}

fn is_question(c: char) -> bool {
    c == '?' || !c.is_ascii() && chars::is_one_of("？؟‽⁇⁈⁉፧", c)
}

fn is_closer(c: char) -> bool {
    matches!(c, '"' | '\'' | ')' | ']' | '}')
        || chars::is_emphasis(c)
        || !c.is_ascii() && chars::is_one_of("”’»›」』）】", c)
}
