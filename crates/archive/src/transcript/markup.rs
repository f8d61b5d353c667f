//! Text that stays text in Markdown and in YAML.

use crate::lines::{lines, one_line};
use colloquy_findings::letters::is_invisible;

/// Escapes one line of Markdown: for headings, list items and sentences.
pub(super) fn inline(text: &str) -> String {
    let mut out = String::new();
    escape(&one_line(text), true, &mut out);
    out
}

/// Escapes the rest of a line that begins with the engine's own words, where a list mark or a number marks nothing.
pub(super) fn rest_of_line(text: &str) -> String {
    let mut out = String::new();
    escape(&one_line(text), false, &mut out);
    out
}

/// Escapes a text of several lines, each behind `prefix`. Lines stay lines, empty ones stay empty, indents stay visible.
pub(super) fn block(text: &str, prefix: &str, out: &mut String) {
    let lines = lines(text);
    for (i, line) in lines.iter().enumerate() {
        out.push_str(if line.is_empty() {
            prefix.trim_end()
        } else {
            prefix
        });
        escape(line, true, out);
        // Two spaces end a line without ending the paragraph.
        if !line.is_empty() && lines.get(i + 1).is_some_and(|next| !next.is_empty()) {
            out.push_str("  ");
        }
        out.push('\n');
    }
}

/// Escapes what CommonMark, its common extensions (tables, strikethrough, math, footnotes, bare links) and note-taking
/// programs (`==`, `%%`, `#tag`) would take for markup. `front` is true until something stands in the line that can be seen.
fn escape(line: &str, mut front: bool, out: &mut String) {
    let body = line.trim_start_matches([' ', '\t']);
    for c in line[..line.len() - body.len()].chars() {
        // Four columns of ordinary space would make it code.
        out.push_str(if c == '\t' {
            "\u{a0}\u{a0}\u{a0}\u{a0}"
        } else {
            "\u{a0}"
        });
    }
    let mut before = '\n';
    let mut digits_only = false;
    for (at, c) in body.char_indices() {
        let rest = &body[at + c.len_utf8()..];
        let next = rest.chars().next().unwrap_or('\n');
        let special = match c {
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '~' | '|' | '$' => true,
            '-' | '+' | '=' | '>' | ':' if front => true,
            '#' => front || before.is_whitespace(),
            '.' | ')' if digits_only => true,
            '=' | '%' => before == c || next == c,
            ':' => rest.starts_with("//"),
            // An address without its scheme, and one of a person.
            '/' => next == '/' && before != ':',
            '@' => is_local(before) && next.is_alphanumeric(),
            '.' => {
                at >= 3
                    && body.is_char_boundary(at - 3)
                    && body[at - 3..at].eq_ignore_ascii_case("www")
            }
            '&' => is_entity(rest),
            _ => false,
        };
        if special {
            out.push('\\');
        }
        out.push(c);
        digits_only = c.is_ascii_digit() && (front || digits_only);
        front =
            front && (c.is_whitespace() || is_invisible(c) || c == '\u{200c}' || c == '\u{200d}');
        before = c;
    }
}

/// True for what may stand before the `@` of an address.
fn is_local(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '.' | '-' | '_' | '+')
}

fn is_entity(rest: &str) -> bool {
    let name = rest
        .bytes()
        .take(32)
        .take_while(|b| b.is_ascii_alphanumeric() || *b == b'#')
        .count();
    name > 0 && rest.as_bytes().get(name) == Some(&b';')
}

/// Writes a YAML scalar in double quotes, on one line.
pub(super) fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in one_line(text).chars() {
        if matches!(c, '"' | '\\') {
            out.push('\\');
        }
        // Characters that YAML does not allow even in quotes.
        out.push(if matches!(c, '\u{fffe}' | '\u{ffff}') {
            '\u{fffd}'
        } else {
            c
        });
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_stays_text() {
        for (text, expected) in [
            ("# not a heading", "\\# not a heading"),
            ("C# and #tag", "C# and \\#tag"),
            ("---", "\\---"),
            ("- item", "\\- item"),
            ("+ item", "\\+ item"),
            ("1. item", "1\\. item"),
            ("12) item", "12\\) item"),
            ("in 1986. Then", "in 1986. Then"),
            ("> quote", "\\> quote"),
            ("<script>alert(1)</script>", "\\<script>alert(1)\\</script>"),
            (
                "`code` *a* _b_ ~~c~~",
                "\\`code\\` \\*a\\* \\_b\\_ \\~\\~c\\~\\~",
            ),
            ("[x](javascript:alert(1))", "\\[x\\](javascript:alert(1))"),
            ("see https://a.b/c_d", "see https\\://a.b/c\\_d"),
            ("www.a.b", "www\\.a.b"),
            ("a@b.c @d", "a\\@b.c @d"),
            ("//a.b and/or", "\\//a.b and/or"),
            ("a | b", "a \\| b"),
            ("R&D &amp; &#35;", "R&D \\&amp; \\&#35;"),
            ("$5 and $6", "\\$5 and \\$6"),
            ("%%hidden%% 5% ==x==", "\\%\\%hidden\\%\\% 5% \\=\\=x\\=\\="),
            ("C:\\new", "C:\\\\new"),
            ("a\nb\u{202e}c", "a bc"),
            ("é: plain", "é: plain"),
        ] {
            assert_eq!(inline(text), expected, "{text}");
        }
    }

    #[test]
    fn lines_stay_lines() {
        let mut out = String::new();
        block(
            "\n one\r\ntwo\n\n\tthree \n\u{200b}# x\u{0}\n\n",
            "> ",
            &mut out,
        );
        assert_eq!(
            out,
            "> \u{a0}one  \n> two\n>\n> \u{a0}\u{a0}\u{a0}\u{a0}three  \n> \u{200b}\\# x\u{fffd}\n"
        );
    }

    #[test]
    fn scalars_are_quoted() {
        assert_eq!(
            quoted("a \"b\" \\ c: #\n---"),
            "\"a \\\"b\\\" \\\\ c: # ---\""
        );
        assert_eq!(quoted(""), "\"\"");
    }
}
