//! What in an answer is not language: tags and addresses, and the marks that open a line.

use crate::chars;

/// A tag that was found in a text.
pub(crate) struct Tag {
    /// Just behind the `>`, in bytes.
    pub(crate) end: usize,
    /// Set for tags that begin or end a block: text before and after belongs to different sentences.
    pub(crate) block: bool,
}

/// Reads the tag that starts at `start`, where the text has a `<`.
///
/// "a < b" and "<I should go>" are no tags: a tag has no space, or has an attribute with `=`, or closes itself. The search
/// ends at the next `<` or line end, so that a text full of `<` is still read in linear time.
pub(crate) fn tag(text: &str, start: usize) -> Option<Tag> {
    let rest = text.as_bytes().get(start + 1..)?;
    let name_at = usize::from(rest.first() == Some(&b'/'));
    let first = *rest.get(name_at)?;
    if !first.is_ascii_alphabetic() && first != b'!' {
        return None;
    }
    let length = rest
        .iter()
        .position(|b| matches!(b, b'>' | b'<' | b'\n' | b'\r'))?;
    if rest[length] != b'>' {
        return None;
    }
    let body = &rest[name_at..length];
    let name_length = body
        .iter()
        .position(|b| !b.is_ascii_alphanumeric())
        .unwrap_or(body.len());
    let spaced = body.iter().any(u8::is_ascii_whitespace);
    if spaced && !body.contains(&b'=') && body.last() != Some(&b'/') && first != b'!' {
        return None;
    }
    let block = [
        "br",
        "p",
        "div",
        "li",
        "ul",
        "ol",
        "tr",
        "td",
        "h1",
        "h2",
        "h3",
        "blockquote",
    ]
    .iter()
    .any(|name| body[..name_length].eq_ignore_ascii_case(name.as_bytes()));
    Some(Tag {
        end: start + 1 + length + 1,
        block,
    })
}

/// Returns where the address ends that starts at `start`, `None` when no address starts there.
///
/// Asked only where a word starts. Punctuation at the end belongs to the sentence, as in "see www.example.org."
pub(crate) fn address(text: &str, start: usize) -> Option<usize> {
    let rest = &text[start..];
    let bytes = rest.as_bytes();
    // 64 bytes hold every scheme and host worth knowing, and bound the look ahead in a text without spaces.
    let word = bytes
        .iter()
        .take(64)
        .take_while(|b| b.is_ascii_alphanumeric() || b"+-._".contains(b))
        .count();
    let scheme = &bytes[..word];
    let after = &bytes[word..];
    let known = after.starts_with(b"://")
        || (after.starts_with(b":") && (scheme == b"mailto" || scheme == b"tel"))
        || (scheme.len() > 4 && scheme[..4].eq_ignore_ascii_case(b"www."))
        || (after.first() == Some(&b'@') && after.get(1).is_some_and(u8::is_ascii_alphanumeric))
        || (after.first() == Some(&b'/') && is_host(scheme));
    if !known {
        return None;
    }
    let length = rest
        .find(|c: char| c.is_whitespace() || matches!(c, '<' | '>' | '"' | '”' | '»'))
        .unwrap_or(rest.len());
    let trimmed = rest[..length]
        .trim_end_matches(|c: char| !c.is_alphanumeric() && !matches!(c, '/' | '=' | '_'));
    Some(start + trimmed.len().max(1))
}

/// Tells "example.org" from the "and" of "and/or".
fn is_host(word: &[u8]) -> bool {
    word.iter()
        .position(|b| *b == b'.')
        .is_some_and(|dot| dot > 0 && dot + 2 < word.len())
}

/// What stands at the start of a line before its first sentence.
#[derive(Default)]
pub(crate) struct LineStart {
    /// Where the text of the line begins, in bytes.
    pub(crate) text: usize,
    /// Set for a Markdown quotation (`>`).
    pub(crate) quotation: bool,
}

/// Skips spaces, quotation marks `>`, bullets, numbering, headings and check boxes at the start of a line.
pub(crate) fn line_start(text: &str, start: usize) -> LineStart {
    let mut line = LineStart {
        text: start,
        quotation: false,
    };
    // Four marks cover "> - [ ] **"; more is decoration that stays in the text.
    for _ in 0..4 {
        line.text = skip_spaces(text, line.text);
        let rest = &text[line.text..];
        if rest.starts_with('>') {
            line.quotation = true;
            line.text += 1;
        } else if let Some(length) = marker(rest) {
            line.text += length;
        } else {
            break;
        }
    }
    line.text = skip_spaces(text, line.text);
    line
}

fn marker(rest: &str) -> Option<usize> {
    let bytes = rest.as_bytes();
    let length = match rest.chars().next()? {
        c @ ('-' | '*' | '+' | '|' | '•' | '–' | '—' | '‣' | '◦' | '▪' | '·' | '●' | '○') => {
            c.len_utf8()
        }
        '#' => bytes.iter().take_while(|b| **b == b'#').count(),
        '[' if bytes.get(2) == Some(&b']') => 3,
        '(' => 1 + numbering(&bytes[1..], b")")?,
        _ => numbering(bytes, b".)")?,
    };
    let spaced = rest[length..]
        .chars()
        .next()
        .is_none_or(char::is_whitespace);
    spaced.then_some(length)
}

/// Measures "12." or "a)". A letter with a dot is left alone: it may be an initial.
fn numbering(bytes: &[u8], ends: &[u8]) -> Option<usize> {
    let digits = bytes
        .iter()
        .take(4)
        .take_while(|b| b.is_ascii_digit())
        .count();
    let body = match digits {
        0 if bytes.first()?.is_ascii_lowercase() && bytes.get(1) == Some(&b')') => 1,
        1..=3 => digits,
        _ => return None,
    };
    ends.contains(bytes.get(body)?).then_some(body + 1)
}

pub(crate) fn skip_spaces(text: &str, mut at: usize) -> usize {
    while let Some(c) = chars::at(text, at) {
        if !c.is_whitespace() || chars::is_newline(c) {
            break;
        }
        at += c.len_utf8();
    }
    at
}

/// Takes emphasis and tags off a stretch of text when they wrap the whole of it: `**all of this**` but not `**this** much`.
pub(crate) fn unwrap(text: &str, mut start: usize, mut end: usize) -> (usize, usize) {
    for _ in 0..4 {
        let inner = &text[start..end];
        if inner.starts_with('<') {
            let Some(open) = tag(text, start).filter(|open| open.end < end) else {
                break;
            };
            let Some(close) = text.as_bytes()[open.end..end]
                .windows(2)
                .position(|pair| pair == b"</")
                .map(|at| open.end + at)
            else {
                break;
            };
            if tag(text, close).is_none_or(|close| close.end != end) {
                break;
            }
            (start, end) = (open.end, close);
        } else {
            let mark = inner.chars().next().filter(|c| chars::is_emphasis(*c));
            let Some(mark) = mark else { break };
            let width = inner.bytes().take_while(|b| *b == mark as u8).count();
            let closing = inner.bytes().rev().take_while(|b| *b == mark as u8).count();
            // The same mark in between means that two stretches are marked, not the whole.
            if width != closing
                || inner.len() <= 2 * width
                || inner[width..inner.len() - width].contains(mark)
            {
                break;
            }
            start += width;
            end -= width;
        }
        let trimmed = text[start..end].trim_start();
        start = end - trimmed.len();
        end = start + trimmed.trim_end().len();
    }
    (start, end)
}
