//! A line of a heading in parts: positions, organisations, places, subjects.

use colloquy_findings::fold;

use crate::cues::{is_form, is_organisation, is_school, role};
use crate::dates::is_length;
use crate::lines::{cells, trim};
use crate::text::Text;

/// The most parts of a line.
const MOST: usize = 8;

/// Parts a line of a heading at columns, dashes, commas outside brackets, and `at`.
pub(crate) fn parts(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for cell in cells(text) {
        let cell = parted(cell);
        let mut depth = 0;
        let split = |c: char| {
            depth += i32::from(c == '(') - i32::from(c == ')');
            c == '\t' || c == ',' && depth <= 0
        };
        for part in cell.split(split) {
            let part = trim(part).strip_start(")]").strip_end("([");
            let open = part.matches('(').count();
            let part = trim(if open == 0 { part.strip_end(")") } else { part });
            let part = if open > part.matches(')').count() {
                part.strip_start("(")
            } else {
                part
            };
            let part = part.strip("[]").trim();
            if part.is_empty() || is_length(&fold(part)) {
                continue;
            }
            match found.last_mut() {
                // "Acme, Inc."
                Some(last) if is_form(&fold(part)) => *last = [last.as_str(), ", ", part].concat(),
                _ => found.push(part.into()),
            }
        }
    }
    found.truncate(MOST);
    found
}

/// Puts a tab where a dash or a word parts a position from its organisation.
fn parted(cell: &str) -> String {
    let mut cell = cell.to_owned();
    for sign in [
        " – ", " — ", " - ", " bei ", " beim ", " @ ", " chez ", "; ",
    ] {
        cell = cell.replace(sign, "\t");
    }
    // "University of Texas at Austin" is one; "Referendar am Gymnasium Brake" is two.
    if let Some((before, behind)) = cell.split_once(" at ")
        && !is_school(&fold(before))
    {
        cell = [before, "\t", behind].concat();
    }
    for sign in [" am ", " an der ", " im ", " in der "] {
        if let Some((before, behind)) = cell.split_once(sign)
            && role(&fold(before)) > 0
            && (is_school(&fold(behind)) || is_organisation(&fold(behind)))
        {
            cell = [before, "\t", behind].concat();
        }
    }
    cell
}
