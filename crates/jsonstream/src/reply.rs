//! What a whole reply turned out to hold.

use serde_json::Value;

use crate::attempt::Found;
use crate::change::Change;
use crate::machine::Machine;
use crate::repair::{RepairKind, Repairs, floor_boundary};

/// How a value was come by, best first. Candidates are offered in this order, because a lenient reading that comes
/// first yields objects that are valid and wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reading {
    /// The whole text is strict JSON.
    Whole,
    /// Strict JSON in a code fence.
    Fenced,
    /// Strict JSON with other text around it.
    Embedded,
    /// JSON after repairs.
    Lenient,
    /// A part of something larger that could not be read, or that was no JSON beyond doubt. It may be the real answer in
    /// a stray bracket, or a member of an answer that is broken: only a contract can decide.
    Part,
}

/// A value the reply can be read as.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// The number its [`Change`]s carry; none for one that was found in a second look and never reported.
    pub id: Option<u32>,
    /// The value.
    pub value: Value,
    /// Everything that was mended for it, the reply's own repairs first.
    pub repairs: Repairs,
    /// Where it begins, in bytes of the text.
    pub start: usize,
    /// Where it ends, in bytes of the text.
    pub end: usize,
    /// A strict parser reads `start..end` as this very value.
    pub strict: bool,
    /// Way in which it was read.
    pub reading: Reading,
}

/// Contents of a reply.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ReadReply {
    /// Every value found, best reading first, then in the order of the text; at most 40. Take the first that
    /// satisfies the contract.
    pub candidates: Vec<Candidate>,
    /// The text outside the values and without the lines of code fences; all of it when there is no value.
    pub prose: String,
    /// Something in the prose began as JSON and could not be read. Such prose is not for a respondent's eyes.
    pub half_json: bool,
    /// What the end of the text changed; empty from [`read`](crate::read).
    pub changes: Vec<Change>,
    /// Bytes looked at, with those looked at again. At most ten times the text plus some thousand, for any text;
    /// once for a text without false starts and doubtful repairs.
    pub steps: u64,
}

impl ReadReply {
    /// Returns the best candidate's value for a caller without a contract.
    pub fn value(&self) -> Option<&Value> {
        self.candidates.first().map(|c| &c.value)
    }

    /// Returns the prose if the reply was nothing else: no value and no half of one.
    pub fn plain_prose(&self) -> Option<&str> {
        let plain = self.candidates.is_empty() && !self.half_json && !self.prose.is_empty();
        plain.then_some(self.prose.as_str())
    }
}

/// How many parts a second look may add.
const PARTS: usize = 8;

/// Puts the result together once `machine` has seen the end of `text`.
///
/// `repairs` are those made before the machine saw the text.
pub(crate) fn finish(
    mut machine: Machine,
    mut repairs: Repairs,
    text: &str,
    max_depth: usize,
) -> ReadReply {
    let mut found = std::mem::take(&mut machine.found);
    repairs.extend(std::mem::take(&mut machine.repairs));
    let (prose, first_prose) = prose(text, &found);
    if machine.fence > 0 {
        repairs.add(RepairKind::UnclosedFence, text.len(), "");
    }
    if let Some(at) = first_prose {
        repairs.add(RepairKind::SurroundingText, at, "");
    }
    if let [_, second, ..] = &found[..] {
        repairs.add(RepairKind::SeveralValues, second.start, "");
    }
    let whole = found.len() == 1 && first_prose.is_none();
    let mut parts = Vec::new();
    // A second look costs at most as much as twice the text, so that many doubtful values cost no more than one.
    let mut budget = 2 * text.len() + 4096;
    for outer in &found {
        let doubtful = outer.doubtful || (outer.value.is_array() && is_cut(outer));
        if doubtful && parts.len() < PARTS {
            machine.steps += look_inside(outer, text, max_depth, &mut budget, &mut parts);
        }
    }
    let starts: Vec<usize> = found.iter().map(|found| found.start).collect();
    let first_look = found.len();
    found.append(&mut parts);
    let mut candidates = Vec::new();
    for (at, found) in found.into_iter().enumerate() {
        // A part that was found at the first look already is no second candidate.
        let first = at < first_look;
        if first || !starts.contains(&found.start) {
            let new = candidate(first.then_some(found.id), found, &repairs, text, whole);
            insert(&mut candidates, new);
        }
    }
    ReadReply {
        candidates,
        prose,
        half_json: machine.half_json || machine.overflow,
        changes: Vec::new(),
        steps: machine.steps,
    }
}

fn is_cut(found: &Found) -> bool {
    found
        .repairs
        .list
        .iter()
        .any(|r| r.kind == RepairKind::Truncated)
}

/// Looks for strict objects that begin inside a value whose repairs leave doubt that it was meant as one, and may end
/// behind it.
fn look_inside(
    outer: &Found,
    text: &str,
    max_depth: usize,
    budget: &mut usize,
    parts: &mut Vec<Found>,
) -> u64 {
    let from = outer.start + 1;
    let window = (2 * (outer.end - from) + 4096).min(*budget);
    let rest = text.get(from..).unwrap_or_default();
    let inside = &rest[..floor_boundary(rest, window)];
    *budget -= inside.len();
    let mut machine = Machine::new(max_depth, false, true);
    machine.end(inside);
    for mut part in machine.found {
        part.start += from;
        part.end += from;
        if part.value.is_object() && part.start < outer.end && parts.len() < PARTS {
            part.part = true;
            part.fenced = outer.fenced;
            part.repairs.list.iter_mut().for_each(|r| r.at += from);
            parts.push(part);
        }
    }
    machine.steps
}

fn candidate(id: Option<u32>, found: Found, reply: &Repairs, text: &str, whole: bool) -> Candidate {
    let reading = match found.strict {
        _ if found.part => Reading::Part,
        false => Reading::Lenient,
        true if found.fenced => Reading::Fenced,
        true if whole && !text.starts_with('\u{feff}') => Reading::Whole,
        true => Reading::Embedded,
    };
    let mut repairs = reply.clone();
    if found.fenced {
        repairs.add(RepairKind::CodeFence, found.start, "");
    }
    repairs.extend(found.repairs);
    Candidate {
        id,
        value: found.value,
        repairs,
        start: found.start,
        end: found.end,
        strict: found.strict,
        reading,
    }
}

/// Puts a candidate in its place. There are few, and a general sort is 5 kB of code.
fn insert(candidates: &mut Vec<Candidate>, new: Candidate) {
    let rank = |c: &Candidate| (c.reading, c.start);
    let behind = candidates.iter().position(|c| rank(c) > rank(&new));
    candidates.insert(behind.unwrap_or(candidates.len()), new);
}

/// Joins the text outside the values, line by line; also returns where it begins.
fn prose(text: &str, found: &[Found]) -> (String, Option<usize>) {
    let bare = text.strip_prefix('\u{feff}').unwrap_or(text);
    if found.is_empty() {
        return (bare.trim_ascii().to_owned(), None);
    }
    let mut prose = String::new();
    let mut first = None;
    let mut at = text.len() - bare.len();
    for index in 0..=found.len() {
        let (start, end) = found
            .get(index)
            .map_or((text.len(), 0), |f| (f.start, f.end));
        // Line by line, the last one without a line break.
        while at < start {
            let rest = &text.as_bytes()[at..start];
            let length = rest.iter().position(|b| *b == b'\n').unwrap_or(rest.len());
            let line = text.get(at..at + length).unwrap_or_default().trim_ascii();
            // What follows the backticks is the fence's tag, unless text was written right behind a closing fence.
            let mut kept = line.as_bytes();
            if kept.starts_with(b"```") {
                kept = b"";
            }
            while let [before @ .., b'`'] = kept {
                kept = before;
            }
            if let kept @ [_, ..] = kept.trim_ascii_end() {
                first = first.or(Some(line.as_ptr() as usize - text.as_ptr() as usize));
                if !prose.is_empty() {
                    prose.push('\n');
                }
                prose.push_str(&line[..kept.len()]);
            }
            at += length + 1;
        }
        at = end;
    }
    (prose, first)
}
