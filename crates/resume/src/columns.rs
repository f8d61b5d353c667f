//! Two columns that were read line by line, as one text after the other.

use colloquy_findings::fold;

use crate::lines::trim;
use crate::sections::kind;

/// The fewest headings that make a column of what stands at the right.
const HEADINGS: usize = 2;

/// Returns the left column and then the right one, where the right one has headings of its own; else nothing.
pub(crate) fn parted(text: &str) -> Option<String> {
    let mut left = String::new();
    let mut right = String::new();
    let mut headings = 0;
    for line in text.lines() {
        let edge = [line.find('\t'), line.find("   ")]
            .into_iter()
            .flatten()
            .min();
        let (one, other) = line.split_at(edge.unwrap_or(line.len()));
        if trim(other).len() < 40 && kind(&fold(trim(other))).is_some() {
            headings += 1;
        }
        left.push_str(one);
        left.push('\n');
        right.push_str(other);
        right.push('\n');
    }
    (headings >= HEADINGS).then(|| [left, right].concat())
}
