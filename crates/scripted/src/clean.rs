//! Turns what notes and answers say into words that can stand inside a question: one line, no markup, no quotation marks
//! and no question marks of its own, bounded, cut between words only.

use colloquy_findings::{is_function_word, sentences, word_count, words};

/// Longest text that is looked at for one phrase, in bytes; a sentence of 60 words has about 400.
const PHRASE_BYTES: usize = 2_000;
/// Longest token kept, in characters: longer ones are addresses, keys or noise, and no word of a question.
const TOKEN_CHARS: usize = 40;
/// Longest phrase, in characters: twelve long words of English, and a bound for scripts without spaces.
const PHRASE_CHARS: usize = 130;

/// Bytes of a text that are searched for its sentences.
const TEXT_BYTES: usize = 4_000;
/// Words of a sentence that adds nothing: “that's it”.
const TRAILER_WORDS: usize = 2;

/// Cuts `text` to at most `bytes` on a character boundary.
pub(crate) fn bounded(text: &str, bytes: usize) -> &str {
    &text[..text.floor_char_boundary(bytes)]
}

/// The sentences of a text that say something.
pub(crate) fn parts(text: &str) -> Vec<&str> {
    let text = bounded(text, TEXT_BYTES);
    let all = sentences(text).map(|range| text[range].trim());
    all.filter(|part| word_count(part) > TRAILER_WORDS)
        .collect()
}

/// The last sentence of a text that says something, or nothing.
pub(crate) fn point(text: &str) -> &str {
    parts(text).last().copied().unwrap_or_default()
}

/// The last two sentences of a text that say something, with what stands between them.
pub(crate) fn end(text: &str) -> &str {
    let text = bounded(text, TEXT_BYTES);
    let all = parts(text);
    let from = all.get(all.len().saturating_sub(2));
    let at = from.and_then(|part| text.find(part)).unwrap_or_default();
    &text[at..]
}

/// Tells marks that ask, in the scripts that do not use `?`.
fn is_foreign_question_mark(c: char) -> bool {
    matches!(
        c,
        '？' | '؟' | '¿' | '\u{37E}' | '‽' | '⁇' | '⁈' | '⁉' | '՞' | '⸮'
    )
}

/// Tells characters that a question must not carry: controls, direction overrides, symbols and pictures, marks of Markdown.
fn is_noise(c: char) -> bool {
    match c {
        '?' | '*' | '`' | '~' | '\\' | '^' | '{' | '}' | '[' | ']' | '<' | '>' | '=' => true,
        '"' | '“' | '”' | '„' | '‟' | '«' | '»' | '「' | '」' | '『' | '』' | '‹' | '›' | '‘'
        | '‚' | '＂' => true,
        c if c.is_ascii() => c.is_ascii_control(),
        c if is_foreign_question_mark(c) => true,
        c => matches!(
            c as u32,
            0x80..=0x9F
                | 0x200B
                | 0x200E..=0x200F
                | 0x2028..=0x202E
                | 0x2060..=0x206F
                | 0x2190..=0x2BFF
                | 0xE000..=0xF8FF
                | 0xFE0F
                | 0xFEFF
                | 0xFFF0..=0xFFFF
                | 0x1F000..=0x1FAFF
                | 0xE0000..
        ),
    }
}

/// Cleans one stretch of text; empty when nothing of it is fit to be quoted.
pub(crate) fn clean(text: &str) -> String {
    let text = bounded(text, PHRASE_BYTES);
    let mut out = String::with_capacity(text.len().min(256));
    for token in without_targets(text).split(|c: char| c.is_whitespace() || matches!(c, '|' | '_'))
    {
        push_token(&mut out, token);
    }
    trim(&out).to_string()
}

/// Takes tags and the targets of links out of a text: of `[word](address)` the word stays.
fn without_targets(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['<', ']']) {
        out.push_str(&rest[..at]);
        let tail = &rest[at..];
        let tag =
            tail[1..].starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '/' | '!'));
        let end = if tag {
            tail.find('>')
        } else if tail.starts_with("](") {
            tail.find(')')
        } else {
            None
        };
        out.push(' ');
        rest = &tail[end.unwrap_or(0) + 1..];
    }
    out.push_str(rest);
    out
}

fn push_token(out: &mut String, token: &str) {
    if token.contains("://") || token.starts_with("www.") {
        return;
    }
    let mut word = String::new();
    let mut previous = ' ';
    for (at, c) in token.char_indices() {
        let next = token[at + c.len_utf8()..].chars().next();
        let inside = colloquy_findings::letters::is_alphanumeric(previous)
            && next.is_some_and(colloquy_findings::letters::is_alphanumeric);
        let keep = match c {
            '\'' | '’' => inside,
            '#' => colloquy_findings::letters::is_alphanumeric(previous),
            '(' | ')' => false,
            c => !is_noise(c),
        };
        if keep {
            word.push(c);
        }
        previous = c;
    }
    // A bracket becomes a comma, which reads as well and cannot be left open by a cut.
    if token.starts_with('(') {
        comma(out);
    }
    let letters = word
        .chars()
        .any(colloquy_findings::letters::is_alphanumeric);
    if (!letters && !matches!(word.as_str(), "–" | "—" | "-" | "&" | "+"))
        || (word.is_ascii() && word.len() > TOKEN_CHARS)
    {
        return;
    }
    if !out.is_empty() {
        out.push(' ');
    }
    out.push_str(&word);
    if token.trim_end_matches(['.', ',', ';', ':']).ends_with(')') {
        comma(out);
    }
}

fn comma(out: &mut String) {
    if out.ends_with(colloquy_findings::letters::is_alphanumeric) {
        out.push(',');
    }
}

/// Takes punctuation off both ends; what opens or closes a number or a unit stays.
pub(crate) fn trim(text: &str) -> &str {
    text.trim_matches(|c: char| {
        !colloquy_findings::letters::is_alphanumeric(c)
            && !matches!(c, '…' | '%' | '$' | '€' | '£' | '+' | '#')
            && !is_mark(c)
    })
    .trim_end_matches('$')
}

/// Marks that sit on letters and are no letters to the standard library.
fn is_mark(c: char) -> bool {
    matches!(c as u32, 0x300..=0x36F | 0x591..=0x5C7 | 0x610..=0x61A | 0x64B..=0x65F | 0x900..=0xDF3 | 0xE31..=0xE4E)
}

/// Shortens a clean statement to at most `most` words, where it takes breath if it does: after five words or more, before a
/// comma or the like.
pub(crate) fn cut_statement(statement: &str, most: usize) -> Option<String> {
    let short = cut(statement, most)?;
    let breath = short
        .trim_end_matches('…')
        .rfind([',', ';', ':', '—', '–'])
        .filter(|_| short.len() != statement.len());
    let clause = breath
        .map(|at| trim(&short[..at]))
        .filter(|clause| words(clause).count() >= 5);
    Some(clause.map_or(short.clone(), |clause| [clause, "…"].concat()))
}

/// Shortens a clean phrase to at most `most` words, between words; a cut is marked with `…`. `None` when no whole word fits.
///
/// A cut phrase never ends in a function word: “what we owe to…” reads as a slip.
pub(crate) fn cut(phrase: &str, most: usize) -> Option<String> {
    let mut end = 0;
    let mut count = 0;
    for word in words(phrase) {
        if count == most || phrase[..word.end].chars().count() > PHRASE_CHARS {
            while let Some(shorter) = phrase[..end].trim_end().rsplit_once(' ') {
                if !is_function_word(trim(shorter.1)) {
                    break;
                }
                end = shorter.0.len();
            }
            let kept = trim(&phrase[..end]);
            return (!kept.is_empty()).then(|| [kept.trim_end_matches('…'), "…"].concat());
        }
        count += 1;
        end = word.end;
    }
    (count > 0).then(|| phrase.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_addresses_and_marks_that_would_break_a_question_are_taken_out() {
        for (text, expected) in [
            ("**Deep work** is `rare`.", "Deep work is rare"),
            (
                "see [the book](https://x.org/a?b=c) now",
                "see the book now",
            ),
            ("<script>alert(1)</script> hello", "alert1, hello"),
            ("why? because “we” said \"so\"", "why because we said so"),
            ("# Title\nwith\ttabs\u{0}", "Title with tabs"),
            ("love it 😀👍🏽 really", "love it really"),
            (
                "the tool (Obsidian) was fine",
                "the tool, Obsidian, was fine",
            ),
            ("the kids' dog isn't ‘here’", "the kids dog isn't here"),
            (
                "read https://example.org/very?long and C# too",
                "read and C# too",
            ),
            ("\u{202E}txet\u{202C} over", "txet over"),
            ("50% of $20", "50% of $20"),
        ] {
            assert_eq!(clean(text), expected, "{text}");
        }
    }

    #[test]
    fn a_cut_is_between_words_and_never_after_a_function_word() {
        assert_eq!(
            cut("what we owe to the future of work", 5).as_deref(),
            Some("what we owe…")
        );
        assert_eq!(cut("short enough", 5).as_deref(), Some("short enough"));
        assert_eq!(cut("", 5), None);
        assert_eq!(cut("to the", 1), Some("to…".into()));
    }

    #[test]
    fn a_word_without_end_is_no_word() {
        assert_eq!(clean(&"x".repeat(5_000)), "");
        assert!(cut(&clean(&"語".repeat(500)), 8).is_some_and(|cut| cut.chars().count() <= 9));
    }
}
