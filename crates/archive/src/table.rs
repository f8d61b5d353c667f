//! Tables for spreadsheets and statistics programs: RFC 4180 with CRLF, UTF-8 without a byte order mark.

use crate::lines::lines;
use colloquy_findings::letters::is_invisible;
use serde_json::Value;

/// A table that one kind of interview is written out as, besides its exchanges.
pub(crate) struct Table {
    /// Name of the format.
    pub(crate) name: &'static str,
    /// Names of the columns: machine names, the same in every language.
    pub(crate) columns: &'static str,
    /// Draws the rows out of the outcome.
    pub(crate) rows: fn(&Value) -> Vec<Vec<Cell>>,
}

/// One cell of a table.
pub(crate) enum Cell {
    /// A value of the engine's own: a number, a name, a time.
    Plain(String),
    /// A text that somebody wrote.
    Text(String),
}

/// Appends a row.
pub(crate) fn row(cells: &[Cell], out: &mut String) {
    for (place, cell) in cells.iter().enumerate() {
        if place > 0 {
            out.push(',');
        }
        match cell {
            Cell::Plain(value) => out.push_str(value),
            Cell::Text(value) => text(value, out),
        }
    }
    out.push_str("\r\n");
}

/// Appends a text in quotes; one that a spreadsheet would run as a formula is led in by an apostrophe (OWASP, "CSV
/// Injection": `=`, `+`, `-`, `@`, tab, carriage return, and the full-width forms). Where lists are separated by semicolons,
/// as in most of Europe, a spreadsheet takes a comma for nothing and a quote within a cell for itself: there a cell begins
/// behind every line break, tab and semicolon of a text, so a formula behind one is led in, too.
fn text(value: &str, out: &mut String) {
    let mut cell = lines(value).join("\n");
    cell.retain(|c| !is_invisible(c));
    out.push('"');
    let leads = cell.starts_with('\t') || value.starts_with(['\r', '\n']);
    if leads
        || cell
            .trim_start()
            .starts_with(['=', '@', '+', '-', '＝', '＠', '＋', '－'])
    {
        out.push('\'');
    }
    for (at, c) in cell.char_indices() {
        out.push(c);
        match c {
            '"' => out.push(c),
            '\n' | '\t' | ';' if is_formula(&cell[at + 1..]) => out.push('\''),
            _ => {}
        }
    }
    out.push('"');
}

/// True where what begins here would be run as a cell of its own. The items of a list have signs as well: behind one, only what
/// calls, or names another sheet or program, can do anything.
fn is_formula(part: &str) -> bool {
    let part = part.split(['\n', '\t', ';']).next().unwrap_or_default();
    let part = part.trim_start_matches(|c: char| c.is_whitespace() || c == '"');
    match part.chars().next() {
        Some('=' | '@' | '＝' | '＠') => true,
        Some('+' | '-' | '＋' | '－') => part.contains(['(', '|', '!']),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::text;

    #[test]
    fn formulas_stay_text() {
        for (value, expected) in [
            ("plain", "\"plain\""),
            ("say \"a, b\"\r\nnext", "\"say \"\"a, b\"\"\nnext\""),
            ("=1+1", "\"'=1+1\""),
            ("+1", "\"'+1\""),
            ("-1", "\"'-1\""),
            ("@x", "\"'@x\""),
            ("\t=1", "\"'\t'=1\""),
            ("\rx", "\"'x\""),
            (" \u{feff}=1", "\"' =1\""),
            ("＝1", "\"'＝1\""),
            ("a\u{202e}b", "\"ab\""),
            ("\u{202e}\tx", "\"'\tx\""),
            ("", "\"\""),
            ("a\n- b\n- c", "\"a\n- b\n- c\""),
            ("a\n=1", "\"a\n'=1\""),
            ("a; \"=1", "\"a;' \"\"=1\""),
            ("a;-1+cmd|x!A0;b", "\"a;'-1+cmd|x!A0;b\""),
            ("a\t＠x", "\"a\t'＠x\""),
            ("; =;", "\";' =;\""),
        ] {
            let mut out = String::new();
            text(value, &mut out);
            assert_eq!(out, expected, "{value:?}");
        }
    }
}
