//! Whether a text has what is quoted of it.

use colloquy_findings::letters::{fold_char, is_alphanumeric};

/// True when a text has a quote, as whole words: case, kinds of quotation marks and dashes, and white space do not matter.
/// A quote without a letter or digit shows nothing.
pub(super) fn holds(text: &Text, quote: &str) -> bool {
    let quote = plain(quote);
    let quote = quote.trim_matches(|c: char| c == ' ' || c == '"' || c == '\'' || c == '…');
    let (Some(first), Some(last)) = (quote.chars().next(), quote.chars().next_back()) else {
        return false;
    };
    if !quote.chars().any(is_alphanumeric) {
        return false;
    }
    let mut from = 0;
    while let Some(at) = text.0[from..].find(quote) {
        let start = from + at;
        let end = start + quote.len();
        let before = text.0[..start].chars().next_back();
        let after = text.0[end..].chars().next();
        let joined =
            |a: char, b: Option<char>| is_alphanumeric(a) && b.is_some_and(is_alphanumeric);
        if !joined(first, before) && !joined(last, after) {
            return true;
        }
        from = start + first.len_utf8();
    }
    false
}

/// A text, ready to be looked up in.
pub(super) struct Text(String);

impl Text {
    pub(super) fn of(text: &str) -> Text {
        Text(plain(text))
    }
}

fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '‘' | '’' | '‚' | '`' | '´' => out.push('\''),
            '“' | '”' | '„' | '«' | '»' => out.push('"'),
            '–' | '—' | '‑' | '−' => out.push('-'),
            c if c.is_whitespace() => {
                if !out.ends_with(' ') {
                    out.push(' ');
                }
            }
            c => out.push(fold_char(c)),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

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
            assert!(holds(&text, quote), "{quote}");
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
            assert!(!holds(&text, quote), "{quote}");
        }
    }

    #[test]
    fn the_second_place_counts_where_the_first_is_part_of_a_word() {
        assert!(holds(&Text::of("JavaScript and Java"), "Java"));
        assert!(!holds(&Text::of("aaaaaaaaaa"), "aaa"));
    }
}
