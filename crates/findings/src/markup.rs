//! What in an answer is not language: tags and addresses, and the marks that open a line.

use crate::chars::{self, ascii, eight};

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
#[inline(never)]
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
    let name = chars::part(text, start + 1 + name_at, start + 1 + name_at + name_length);
    let block = chars::is_listed("br p div li ul ol tr td h1 h2 h3 blockquote", name);
    Some(Tag {
        end: start + 1 + length + 1,
        block,
    })
}

/// Decides by what stands at `end`, behind a word without dots before letters, whether an address may begin with that word. The dot
/// at the end of a sentence is recognised here, by one more byte.
#[inline]
pub(crate) fn may_be_address(bytes: &[u8], end: usize) -> bool {
    let Some(mark) = bytes.get(end) else {
        return false;
    };
    if ascii::of(*mark) & ascii::ADDRESS == 0 {
        return false;
    }
    let next = bytes.get(end + 1).copied().unwrap_or(b' ');
    matches!(mark, b':' | b'/' | b'@') || ascii::of(next) & (ascii::WORD | ascii::ADDRESS) != 0
}

/// Returns where the address ends that starts at `start`, `None` when no address starts there.
///
/// Asked only where a word starts. Punctuation at the end belongs to the sentence, as in "see www.example.org."
#[inline(never)]
pub(crate) fn address(text: &str, start: usize) -> Option<usize> {
    let bytes = &text.as_bytes()[start..];
    // 64 bytes hold every scheme and host worth knowing, and bound the look ahead in a text without spaces.
    let near = &bytes[..bytes.len().min(64)];
    let mut word = eight::letters_end(near, 0);
    while let Some(b'+' | b'-' | b'.' | b'_') = near.get(word) {
        word = eight::letters_end(near, word + 1);
    }
    let (scheme, after) = bytes.split_at(word);
    let next = after.get(1).copied().unwrap_or(0);
    let known = match after.first() {
        Some(b':') => {
            (next == b'/' && after.get(2) == Some(&b'/')) || scheme == b"mailto" || scheme == b"tel"
        }
        Some(b'@') => next.is_ascii_alphanumeric(),
        Some(b'/') => is_host(scheme),
        _ => false,
    };
    if !(known || word > 4 && scheme[..4].eq_ignore_ascii_case(b"www.")) {
        return None;
    }
    // The end is behind the last character that an address can end with.
    let (mut at, mut end) = (start, start + 1);
    loop {
        let letters = eight::letters_end(text.as_bytes(), at);
        if letters > at {
            at = letters;
            end = at;
        }
        let Some(c) = chars::at(text, at) else { break };
        if c.is_whitespace() || chars::is_one_of("<>\"”»", c) {
            break;
        }
        at += c.len_utf8();
        if chars::is_word(c) || matches!(c, '/' | '=' | '_') {
            end = at;
        }
    }
    Some(end)
}

/// Distinguishes "example.org" from the "and" of "and/or".
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
        if chars::at(text, line.text) == Some('>') {
            line.quotation = true;
            line.text += 1;
        } else if let Some(length) = marker(text, line.text) {
            line.text += length;
        } else {
            break;
        }
    }
    line.text = skip_spaces(text, line.text);
    line
}

fn marker(text: &str, at: usize) -> Option<usize> {
    let bytes = &text.as_bytes()[at..];
    let length = match chars::at(text, at)? {
        c if !c.is_ascii_alphanumeric() && chars::is_one_of("-*+|•–—‣◦▪·●○", c) => {
            c.len_utf8()
        }
        '#' => bytes.iter().take_while(|b| **b == b'#').count(),
        '[' if bytes.get(2) == Some(&b']') => 3,
        '(' => 1 + numbering(&bytes[1..], b")")?,
        _ => numbering(bytes, b".)")?,
    };
    chars::at(text, at + length)
        .is_none_or(char::is_whitespace)
        .then_some(length)
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

#[inline(never)]
pub(crate) fn skip_spaces(text: &str, mut at: usize) -> usize {
    while let Some(c) = chars::at(text, at) {
        if !c.is_whitespace() || chars::is_newline(c) {
            break;
        }
        at += c.len_utf8();
    }
    at
}

/// Takes white space off both ends of a stretch of text.
#[inline(never)]
pub(crate) fn trim(text: &str, mut start: usize, mut end: usize) -> (usize, usize) {
    while let Some(c) = chars::at(text, start).filter(|c| start < end && c.is_whitespace()) {
        start += c.len_utf8();
    }
    while let Some(c) = chars::before(text, end).filter(|c| start < end && c.is_whitespace()) {
        end -= c.len_utf8();
    }
    (start, end)
}

/// Takes emphasis and tags off a stretch of text when they wrap the whole of it: `**all of this**` but not `**this** much`.
pub(crate) fn unwrap(text: &str, mut start: usize, mut end: usize) -> (usize, usize) {
    let bytes = text.as_bytes();
    // Bold in italics in a tag is three; more is play.
    for _ in 0..4 {
        if start >= end {
            break;
        }
        let first = bytes[start];
        if first == b'<' {
            let Some(open) = tag(text, start).filter(|open| open.end < end) else {
                break;
            };
            let mut close = open.end;
            while close < end && !(bytes[close] == b'<' && bytes.get(close + 1) == Some(&b'/')) {
                close += 1;
            }
            if close >= end || tag(text, close).is_none_or(|tag| tag.end != end) {
                break;
            }
            (start, end) = (open.end, close);
        } else if chars::is_emphasis(first as char) {
            let inner = &bytes[start..end];
            let width = inner.iter().take_while(|b| **b == first).count();
            let closing = inner.iter().rev().take_while(|b| **b == first).count();
            // The same mark in between means that two stretches are marked, not the whole.
            let marks = inner.iter().filter(|b| **b == first).count();
            if width != closing || inner.len() <= 2 * width || marks != 2 * width {
                break;
            }
            (start, end) = (start + width, end - width);
        } else {
            break;
        }
        (start, end) = trim(text, start, end);
    }
    (start, end)
}
