//! Putting texts together: slots of a guide's wording, and data inside a prompt.

use crate::material::is_invisible;

/// Marks text as data. A closing tag inside of it is broken up, one with characters in it that nobody sees as well: nothing
/// the respondent, a file or a model wrote can end the block it stands in.
pub(crate) fn data(tag: &str, text: &str) -> String {
    let mut body = String::with_capacity(text.len());
    let mut opened = false;
    for c in text.trim().chars() {
        if opened && c == '/' {
            body.push(' ');
        }
        opened = c == '<' || opened && is_unseen(c);
        body.push(c);
    }
    ["<", tag, ">\n", &body, "\n</", tag, ">"].concat()
}

/// True for what a model reads over: controls, and what joins letters or keeps them apart.
fn is_unseen(c: char) -> bool {
    c.is_control() || is_invisible(c) || matches!(c, '\u{200c}' | '\u{200d}')
}

/// The same, and nothing at all for nothing.
pub(crate) fn data_if_any(tag: &str, text: &str) -> String {
    if text.is_empty() {
        return String::new();
    }
    data(tag, text)
}

/// Cuts a text in its middle to at most about `max` bytes, on character boundaries.
pub(crate) fn cut(text: &str, max: usize) -> String {
    if text.len() <= max {
        return text.into();
    }
    let head = text.floor_char_boundary(max * 2 / 3);
    let tail = text.ceil_char_boundary(text.len() - max / 3);
    [&text[..head], " […] ", &text[tail..]].concat()
}

/// Puts values into the `{name}` slots of a guide's wording. A slot without a value stays as it is; values are not read again.
pub(crate) fn fill(wording: &str, values: &[(&str, &str)]) -> String {
    let mut out = String::with_capacity(wording.len());
    let mut rest = wording;
    while let Some(open) = rest.find('{') {
        out.push_str(&rest[..open]);
        rest = &rest[open..];
        let slot = rest.find('}').and_then(|close| {
            let value = values.iter().find(|(name, _)| *name == &rest[1..close])?;
            Some((close, value.1))
        });
        match slot {
            Some((close, value)) => {
                out.push_str(value);
                rest = &rest[close + 1..];
            }
            None => {
                out.push('{');
                rest = &rest[1..];
            }
        }
    }
    out.push_str(rest);
    out
}
