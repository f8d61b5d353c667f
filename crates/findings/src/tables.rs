//! The languages in which findings are drawn: the tables of each, read once when they are needed.

use std::sync::OnceLock;

use crate::lexicon::Lexicon;
use crate::{lexicon, words};

/// A table without its comments, which would be a third of what is downloaded. Cut while compiling.
macro_rules! table {
    ($path:literal) => {{
        const SOURCE: &[u8] = include_bytes!($path);
        static CUT: [u8; length_without_comments(SOURCE)] = without_comments(SOURCE);
        match core::str::from_utf8(&CUT) {
            Ok(table) => table,
            Err(_) => panic!("lines are cut whole"),
        }
    }};
}

const fn length_without_comments(source: &[u8]) -> usize {
    let (mut at, mut length, mut comment, mut line_start) = (0, 0, false, true);
    while at < source.len() {
        comment = if line_start {
            source[at] == b'#' || source[at] == b'\n'
        } else {
            comment
        };
        line_start = source[at] == b'\n';
        length += !comment as usize;
        at += 1;
    }
    length
}

const fn without_comments<const N: usize>(source: &[u8]) -> [u8; N] {
    let mut cut = [0; N];
    let (mut at, mut length, mut comment, mut line_start) = (0, 0, false, true);
    while at < source.len() {
        comment = if line_start {
            source[at] == b'#' || source[at] == b'\n'
        } else {
            comment
        };
        line_start = source[at] == b'\n';
        if !comment {
            cut[length] = source[at];
            length += 1;
        }
        at += 1;
    }
    cut
}

/// What is listened for in one language. A program holds those that it names.
pub struct Tables {
    /// Words that carry no topic, where they are apart from the cues.
    words: &'static str,
    cues: &'static str,
    advice: &'static str,
    english: bool,
    plain: OnceLock<Lexicon>,
    advised: OnceLock<Lexicon>,
}

/// English.
pub static ENGLISH: Tables = Tables::new(
    FUNCTION_WORDS,
    table!("../data/cues.txt"),
    table!("../data/advice.txt"),
    true,
);
const FUNCTION_WORDS: &str = table!("../data/function.txt");
/// German.
pub static GERMAN: Tables = Tables::new("", table!("../data/de.txt"), "", false);
/// Spanish.
pub static SPANISH: Tables = Tables::new("", table!("../data/es.txt"), "", false);
/// French.
pub static FRENCH: Tables = Tables::new("", table!("../data/fr.txt"), "", false);

impl std::fmt::Debug for Tables {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tables").finish_non_exhaustive()
    }
}

impl Tables {
    const fn new(
        words: &'static str,
        cues: &'static str,
        advice: &'static str,
        english: bool,
    ) -> Tables {
        Tables {
            words,
            cues,
            advice,
            english,
            plain: OnceLock::new(),
            advised: OnceLock::new(),
        }
    }

    /// The tables as they are searched.
    pub(crate) fn lexicon(&self) -> &Lexicon {
        self.plain
            .get_or_init(|| Lexicon::read(&[self.words, self.cues], self.english))
    }

    /// The lexicon that knows advice, too. Only English keeps that apart.
    pub(crate) fn with_advice(&self) -> &Lexicon {
        if self.advice.is_empty() {
            return self.lexicon();
        }
        self.advised
            .get_or_init(|| Lexicon::read(&[self.words, self.cues, self.advice], self.english))
    }

    /// Returns whether a word carries no topic of its own, as [`is_function_word`](crate::is_function_word) does for English.
    #[must_use]
    pub fn is_function_word(&self, word: &str) -> bool {
        is_function(self.lexicon(), word)
    }
}

/// Returns whether a word carries no topic of its own: articles, pronouns, prepositions, auxiliaries, and the verbs and
/// fillers of speaking about oneself ("think", "really", "lot"). English only; case and the kind of apostrophe do not
/// matter, and a contraction is one when its parts are.
#[must_use]
pub fn is_function_word(word: &str) -> bool {
    // Not the cues' lexicon: whoever only asks this has no cue.
    static WORDS: OnceLock<Lexicon> = OnceLock::new();
    is_function(
        WORDS.get_or_init(|| Lexicon::read(&[FUNCTION_WORDS], true)),
        word,
    )
}

fn is_function(lexicon: &Lexicon, word: &str) -> bool {
    let mut folded = Vec::new();
    words::fold(word, &mut folded);
    match lexicon.words.find(&folded) {
        Some(number) => lexicon.learn(number, b"").is_function(),
        None => lexicon.learn(lexicon::UNKNOWN, &folded).is_function(),
    }
}

/// Takes elisions apart, each byte staying in its place: `l’année` becomes `l   année`.
pub(crate) fn opened(text: &str, elisions: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['\'', '’']) {
        let (before, tail) = rest.split_at(at);
        let mark = if tail.starts_with('\'') { 1 } else { 3 };
        out.push_str(before);
        let head = out
            .rfind(|c: char| !c.is_alphabetic())
            .map_or(out.as_str(), |from| {
                let from = from + out[from..].chars().next().map_or(1, char::len_utf8);
                &out[from..]
            });
        let is_elision = elisions
            .split(' ')
            .any(|elision| elision.eq_ignore_ascii_case(head));
        if is_elision && tail[mark..].starts_with(char::is_alphabetic) {
            out.push_str(&"   "[..mark]);
        } else {
            out.push_str(&tail[..mark]);
        }
        rest = &tail[mark..];
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::class;
    use crate::lexicon::is_verdict;

    #[test]
    fn every_line_of_the_table_is_understood() {
        let classes: Vec<&str> = class::NAMES.split_whitespace().collect();
        assert_eq!(class::of("adverb"), class::ADVERB);
        assert_eq!(class::of("function"), class::FUNCTION);
        assert_eq!(class::of("object"), class::OBJECT);
        for tables in [&ENGLISH, &GERMAN, &SPANISH, &FRENCH] {
            lines_are_understood(
                &[tables.words, tables.cues, tables.advice].concat(),
                &classes,
            );
        }
    }

    fn lines_are_understood(table: &str, classes: &[&str]) {
        for line in table
            .lines()
            .filter(|line| !line.is_empty() && !line.starts_with('#'))
        {
            let mut words = line.split_ascii_whitespace();
            match words.next() {
                Some("set" | "split" | "drop" | "keep" | "elide" | "plural") => {}
                Some(name) if is_verdict(name) => {}
                Some("is" | "ends") => assert!(
                    words.next().is_some_and(|name| classes.contains(&name)),
                    "{line}"
                ),
                _ => panic!("{line}"),
            }
            for name in line
                .split(['|', ' '])
                .filter_map(|word| word.strip_prefix('$'))
            {
                let name = name.trim_end_matches('?');
                assert!(
                    table
                        .lines()
                        .any(|line| line.starts_with(&format!("set {name} "))),
                    "{line}: no set {name}"
                );
            }
            assert!(!line.contains('’') && line.to_lowercase() == line, "{line}");
        }
    }

    #[test]
    fn function_words_are_known_in_any_dress() {
        for word in [
            "the", "The", "don't", "DON’T", "I'm", "I’ll", "that's", "really", "dont",
        ] {
            assert!(is_function_word(word), "{word}");
        }
        for word in ["bridge", "learning", "debt", "x", "", "teacher's"] {
            assert!(!is_function_word(word), "{word}");
        }
    }

    #[test]
    fn function_words_are_the_same_without_the_cues() {
        let table = [ENGLISH.words, ENGLISH.cues, ENGLISH.advice].concat();
        for word in table.split(['|', ' ', '\n', '?']) {
            for word in [word.into(), [word, "'s"].concat(), [word, "n't"].concat()] {
                let known = ENGLISH.is_function_word(&word);
                assert_eq!(is_function_word(&word), known, "{word}");
            }
        }
    }

    #[test]
    fn elisions_are_taken_apart_in_their_place() {
        let elisions = "j l d qu";
        assert_eq!(
            opened("J'ai vu qu'il l’aime", elisions),
            "J ai vu qu il l   aime"
        );
        assert_eq!(
            opened("aujourd'hui, rock'n'roll", elisions),
            "aujourd'hui, rock'n'roll"
        );
    }
}
