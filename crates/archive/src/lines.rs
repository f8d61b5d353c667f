//! Texts that somebody wrote, cut into lines.

use colloquy_findings::letters::is_invisible;

/// One line without characters that turn or hide what stands beside it: for headings, list items and table cells.
pub(crate) fn one_line(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_whitespace() || c.is_control() {
            if !out.is_empty() && !out.ends_with(' ') {
                out.push(' ');
            }
        } else if !is_invisible(c) {
            out.push(c);
        }
    }
    out.truncate(out.trim_end().len());
    out
}

/// The lines of a text, whatever ends them; further controls become visible.
pub(crate) fn lines(text: &str) -> Vec<String> {
    let unified = text.replace("\r\n", "\n");
    let parts = unified.split([
        '\n', '\r', '\u{b}', '\u{c}', '\u{85}', '\u{2028}', '\u{2029}',
    ]);
    let visible = |c: char| {
        if c.is_control() && c != '\t' {
            '\u{fffd}'
        } else {
            c
        }
    };
    let mut out: Vec<String> = parts
        .map(|line| line.trim_end().chars().map(visible).collect())
        .collect();
    while out.last().is_some_and(String::is_empty) {
        out.pop();
    }
    let first = out.iter().position(|line| !line.is_empty()).unwrap_or(0);
    out.drain(..first);
    out
}
