//! Inline Markdown to plain text on one line, for use in sentences.

use colloquy_findings::letters::{is_alphanumeric, is_invisible};

/// The next place of a needle at or after a position that only moves forward, so that all look-ups together are linear.
struct Ahead {
    needle: &'static str,
    at: Option<usize>,
}

impl Ahead {
    fn new(needle: &'static str) -> Self {
        Ahead {
            needle,
            at: Some(0),
        }
    }

    fn find(&mut self, text: &str, from: usize) -> Option<usize> {
        if self.at? < from {
            self.at = text.get(from..)?.find(self.needle).map(|n| n + from);
        }
        self.at
    }
}

/// Named characters that people write in Markdown by hand.
const ENTITIES: &[(&str, &str)] = &[
    ("amp", "&"),
    ("lt", "<"),
    ("gt", ">"),
    ("quot", "\""),
    ("apos", "'"),
    ("#39", "'"),
    ("nbsp", " "),
    ("mdash", "—"),
    ("ndash", "–"),
    ("hellip", "…"),
    ("lsquo", "‘"),
    ("rsquo", "’"),
    ("ldquo", "“"),
    ("rdquo", "”"),
];

/// Strips emphasis, links, images, tags and escapes, and joins lines with one space.
pub(super) fn plain(source: &str) -> String {
    let bytes = source.as_bytes();
    let at = |i: usize| bytes.get(i).copied().unwrap_or(b' ');
    let mut out = String::with_capacity(source.len());
    let (mut close, mut close_wiki) = (Ahead::new("]"), Ahead::new("]]"));
    // Where the name of an open `[[name|alias]]` begins in `out`; how many link texts are open.
    let (mut wiki, mut links) = (None, 0u32);
    let mut i = 0;
    while let Some(c) = source.get(i..).and_then(|rest| rest.chars().next()) {
        let next = i + c.len_utf8();
        i = match c {
            '\\' if at(next).is_ascii_punctuation() => {
                out.push(char::from(at(next)));
                next + 1
            }
            '*' | '_' | '~' | '`' => {
                let end = next + source[next..].bytes().take_while(|b| *b == c as u8).count();
                if !is_mark(
                    c,
                    end - i,
                    source[..i].chars().next_back(),
                    source[end..].chars().next(),
                ) {
                    out.push_str(&source[i..end]);
                }
                end
            }
            '!' if at(next) == b'[' && links_to(bytes, close.find(source, next)) => next,
            '[' if at(next) == b'^' => match close.find(source, next) {
                Some(end) if end - i < 60 => end + 1,
                _ => next,
            },
            '[' if at(next) == b'[' && close_wiki.find(source, next).is_some() => {
                wiki = Some(out.len());
                next + 1
            }
            '[' if links_to(bytes, close.find(source, next)) => {
                links += 1;
                next
            }
            '|' if wiki.is_some() => {
                out.truncate(wiki.unwrap_or_default());
                next
            }
            ']' if wiki.is_some() && at(next) == b']' => {
                wiki = None;
                next + 1
            }
            ']' if links > 0 && (at(next) == b'(' || at(next) == b'[') => {
                let end = if at(next) == b'(' {
                    end_of_destination(bytes, next + 1)
                } else {
                    close.find(source, next + 1)
                };
                links -= 1;
                if end.is_none() {
                    out.push(']');
                }
                end.map_or(next, |end| end + 1)
            }
            '<' if at(next).is_ascii_alphabetic() || at(next) == b'/' => {
                tag(source, next, &mut out)
            }
            '&' => entity(source, next, &mut out),
            c if c.is_whitespace() => {
                if !out.is_empty() && !out.ends_with(' ') {
                    out.push(' ');
                }
                next
            }
            c if c.is_control() || is_invisible(c) => next,
            c => {
                out.push(c);
                next
            }
        };
    }
    out.truncate(out.trim_end().len());
    out
}

/// True when a run of one mark is emphasis or code: not alone between spaces, not inside a word or a product.
fn is_mark(mark: char, count: usize, before: Option<char>, after: Option<char>) -> bool {
    let space = |c: Option<char>| c.is_none_or(char::is_whitespace);
    let word = |c: Option<char>| c.is_some_and(is_alphanumeric);
    let digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    match mark {
        '`' => true,
        '~' => count > 1,
        _ if space(before) && space(after) => false,
        '_' => !(word(before) && word(after)),
        _ => !(digit(before) && digit(after)),
    }
}

/// True when the `]` at `close` is followed by a destination or a reference.
fn links_to(bytes: &[u8], close: Option<usize>) -> bool {
    close.is_some_and(|close| matches!(bytes.get(close + 1), Some(b'(' | b'[')))
}

/// Finds the `)` that closes a link's destination; gives up where the next link begins, so that no byte is seen often.
fn end_of_destination(bytes: &[u8], from: usize) -> Option<usize> {
    let mut depth = 0;
    for (i, byte) in bytes.iter().enumerate().skip(from) {
        match byte {
            b'(' if bytes[i - 1] == b']' => return None,
            b'(' => depth += 1,
            b')' if depth == 0 => return Some(i),
            b')' => depth -= 1,
            b'\n' if bytes.get(i + 1) == Some(&b'\n') => return None,
            _ => {}
        }
    }
    None
}

/// Reads what follows a `<`: an address is kept, a tag is dropped, anything else is text.
fn tag(source: &str, start: usize, out: &mut String) -> usize {
    let inner = source[start..]
        .find(['>', '<', '\n'])
        .filter(|end| source.as_bytes()[start + end] == b'>');
    let Some(length) = inner else {
        out.push('<');
        return start;
    };
    let inner = &source[start..start + length];
    if inner.contains("://") && !inner.contains([' ', '"']) {
        out.push_str(inner);
    } else if inner.starts_with("br") && !out.ends_with(' ') {
        out.push(' ');
    }
    start + length + 1
}

fn entity(source: &str, start: usize, out: &mut String) -> usize {
    for (name, text) in ENTITIES {
        if source[start..]
            .strip_prefix(name)
            .is_some_and(|rest| rest.starts_with(';'))
        {
            out.push_str(text);
            return start + name.len() + 1;
        }
    }
    out.push('&');
    start
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn strips_marks_and_keeps_words() {
        for (source, text) in [
            (
                "**Sleep** is *not* __lost__ _time_",
                "Sleep is not lost time",
            ),
            (
                "snake_case and 5 * 3 and 5*3",
                "snake_case and 5 * 3 and 5*3",
            ),
            (
                "see [the *paper*](https://a.b/x_(y)) now",
                "see the paper now",
            ),
            ("[![alt](i.png)](https://a.b) end", "alt end"),
            ("[[Matthew Walker|Walker]] and [[REM]]", "Walker and REM"),
            (
                "as said[^1], [sic] and [text][1]",
                "as said, [sic] and text",
            ),
            ("`code_name` ~~gone~~ ~5", "code_name gone ~5"),
            (
                "a<br>b <b>c</b> 3 < 4 <https://x.y/z>",
                "a b c 3 < 4 https://x.y/z",
            ),
            ("R&D &amp; more &unknown;", "R&D & more &unknown;"),
            ("one\n  two\t three ", "one two three"),
            ("\\*literal\\* \\", "*literal* \\"),
            ("rtl \u{202e}abc\u{feff}", "rtl abc"),
            ("[open and ]( more", "open and ]( more"),
        ] {
            assert_eq!(plain(source), text, "{source}");
        }
    }

    #[test]
    fn takes_time_in_proportion_to_hostile_input() {
        for unit in ["[", "](", "[](", "[[", "<a", "&", "*_", "![", "[^", "[a](b"] {
            let long = unit.repeat(60_000);
            assert!(plain(&long).len() <= long.len());
        }
    }
}
