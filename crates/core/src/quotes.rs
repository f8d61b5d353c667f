//! Quotes looked up in what they were taken from: letters' case, kinds of quotation marks and dashes, and white space do not matter.

use std::ops::Range;

use colloquy_findings::letters::{fold_char, is_alphanumeric};

/// A text, ready to be looked up in.
pub(crate) struct Text {
    folded: String,
    /// For each byte of `folded` the place in the text of the character that it came from, then the text's length.
    places: Vec<u32>,
}

impl Text {
    pub(crate) fn of(text: &str) -> Text {
        let (mut folded, mut places) = (String::with_capacity(text.len()), Vec::new());
        for (at, c) in text.char_indices() {
            let c = plain(c);
            if c == ' ' && folded.ends_with(' ') {
                continue;
            }
            folded.push(c);
            places.resize(folded.len(), u32::try_from(at).unwrap_or(u32::MAX));
        }
        places.push(u32::try_from(text.len()).unwrap_or(u32::MAX));
        Text { folded, places }
    }

    /// Finds a quote as whole words and returns its bytes in the text. A quote without a letter or digit shows nothing.
    pub(crate) fn find(&self, quote: &str) -> Option<Range<usize>> {
        let quote = Text::of(quote).folded;
        let quote = quote.trim_matches(|c: char| matches!(c, ' ' | '"' | '\'' | '…'));
        let (first, last) = (quote.chars().next()?, quote.chars().next_back()?);
        if !quote.chars().any(is_alphanumeric) {
            return None;
        }
        let joined =
            |a: char, b: Option<char>| is_alphanumeric(a) && b.is_some_and(is_alphanumeric);
        let mut from = 0;
        while let Some(at) = self.folded[from..].find(quote) {
            let start = from + at;
            let end = start + quote.len();
            let before = self.folded[..start].chars().next_back();
            let after = self.folded[end..].chars().next();
            if !joined(first, before) && !joined(last, after) {
                return Some(self.places[start] as usize..self.places[end] as usize);
            }
            from = start + first.len_utf8();
        }
        None
    }

    /// True when the text has a quote, as whole words.
    pub(crate) fn holds(&self, quote: &str) -> bool {
        self.find(quote).is_some()
    }
}

fn plain(c: char) -> char {
    match c {
        '‘' | '’' | '‚' | '`' | '´' => '\'',
        '“' | '”' | '„' | '«' | '»' => '"',
        '–' | '—' | '‑' | '−' => '-',
        c if c.is_whitespace() => ' ',
        c => fold_char(c),
    }
}

#[cfg(test)]
mod tests {
    use super::Text;
    use proptest::prelude::*;

    #[test]
    fn a_quote_is_whole_words_of_the_text() {
        let text = Text::of("I’ve used JavaScript\n for “3  years” – daily. C++ too.");
        for quote in [
            "I've used JAVASCRIPT",
            "3 years",
            "\"3 years\" - daily",
            "C++",
            "…3 years…",
        ] {
            assert!(text.holds(quote), "{quote}");
        }
        for quote in [
            "Java",
            "Script",
            "4 years",
            "",
            " ",
            "…",
            "-",
            "used  java",
            "C++ tools",
            "ear",
        ] {
            assert!(!text.holds(quote), "{quote}");
        }
    }

    #[test]
    fn the_second_place_counts_where_the_first_is_part_of_a_word() {
        assert!(Text::of("JavaScript and Java").holds("Java"));
        assert!(!Text::of("aaaaaaaaaa").holds("aaa"));
    }

    #[test]
    fn a_quote_is_found_where_it_stands_in_the_text() {
        let text = "Ja: I don’t  think it’s about the hoover – as long as it's broken.";
        let found = |quote: &str| Text::of(text).find(quote).map(|range| &text[range]);
        assert_eq!(
            found("\"I don't think it's about the hoover\""),
            Some("I don’t  think it’s about the hoover")
        );
        assert_eq!(
            found("As long as it’s broken"),
            Some("as long as it's broken")
        );
        assert_eq!(found("hoover - as"), Some("hoover – as"));
    }

    proptest! {
        #[test]
        fn a_stretch_between_words_is_found_in_its_text(text in "[a-zÀ-ž’“ \\n–]{0,60}", from in 0_usize..60, to in 0_usize..60) {
            let words: Vec<&str> = text.split_whitespace().collect();
            let (from, to) = (from.min(words.len()), to.min(words.len()));
            let quote = words.get(from..to).unwrap_or_default().join(" ");
            if let Some(range) = Text::of(&text).find(&quote) {
                prop_assert!(text.get(range).is_some());
            }
        }
    }
}
