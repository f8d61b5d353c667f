//! Which lines of a section make one entry: its dates, the lines of its heading, and the lines under it.

use colloquy_findings::fold;
use colloquy_findings::letters::is_alphabetic;

use crate::cues::{is_school, is_studies, role};
use crate::dates::{Span, is_length, span};
use crate::lines::{Line, has, trim};
use crate::parts::parts;
use crate::places::is_place;
use crate::text::Text;

/// The most entries of a section that are looked at.
const MOST: usize = 100;
/// The longest line of a heading, in bytes.
const LONG: usize = 140;

/// What the entries of a section are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Work,
    Education,
}

/// One entry, before it is known what is what.
#[derive(Clone, Debug, Default)]
pub(crate) struct Entry {
    /// When; none where the text has no date.
    pub(crate) span: Option<Span>,
    /// The parts of each line of the heading, without the dates; the line with the dates is first.
    pub(crate) heads: Vec<Vec<String>>,
    /// A line under the dates that is a place.
    pub(crate) place: String,
    /// The line of the organisation that several entries share.
    pub(crate) group: Vec<String>,
    /// Lines under the heading that were bullets.
    pub(crate) bullets: Vec<String>,
    /// Other lines under the heading.
    pub(crate) body: Vec<String>,
}

/// A line with dates by which an entry is found.
struct Anchor {
    at: usize,
    span: Span,
    /// What stands beside the dates.
    parts: Vec<String>,
}

fn anchor(at: usize, line: &Line, kind: Kind, year: u32) -> Option<Anchor> {
    let span = span(&line.text, year)?;
    let before = line.text.get(..span.from)?;
    let behind = line.text.get(span.to..)?;
    let words = line.text.spaced().count();
    if line.text.len() > 2 * LONG
        || words > 8 && line.text.ends_with('.') && !before.is_empty()
        || line.text.has_any("@")
    {
        return None;
    }
    if span.is_single() {
        // One date alone is that of the entry only where it stands at an edge.
        let first = trim(before).strip("([").is_empty();
        let last = trim(behind).strip(")].").is_empty();
        if !(first && !line.is_small() || last && kind == Kind::Education) || words > 16 {
            return None;
        }
    } else if words > 20 && !before.trim().is_empty() {
        return None;
    }
    Some(Anchor {
        at,
        span,
        parts: parts(&[before, "\t", behind].concat()),
    })
}

/// True for a line that can be a part of a heading.
fn is_head(line: &Line) -> bool {
    !line.bullet
        && !line.is_small()
        && line
            .text
            .cut_at(" ")
            .next()
            .is_some_and(|word| word.chars().any(is_alphabetic))
        && line.text.len() < LONG
        && !line.is_sentence()
        && !line.text.has_any(":@{")
        && !is_length(&line.folded)
        && !(line.text.starts_with("Page ") || line.text.starts_with("Seite "))
}

/// Takes the labels off `Company: …`, `Position: …`, `Period: …`, where a section's dates have one.
fn unlabelled(lines: &[Line]) -> Vec<Line> {
    const WHEN: &str = "period dates date duration from time zeitraum dauer von";
    const WHAT: &str = "company employer organisation organization position title role place location city school university degree \
        institution subject firma arbeitgeber unternehmen stelle tätigkeit ort hochschule schule abschluss";
    let label = |line: &Line, list: &str| {
        let (head, rest) = line.folded.split_once(':').unwrap_or_default();
        let known = head.cut_at(" ").count() < 3 && head.cut_at(" ").any(|word| has(list, word));
        known && !rest.trim().is_empty()
    };
    let mut lines = lines.to_vec();
    if lines.iter().any(|line| label(line, WHEN)) {
        for line in &mut lines {
            if label(line, WHEN) || label(line, WHAT) {
                let rest = line.text.split_once(':').map_or("", |(_, rest)| rest);
                line.text = trim(rest).into();
                line.folded = fold(&line.text);
            }
        }
    }
    lines
}

/// Finds the entries of a section, given by the lines from one to another.
pub(crate) fn entries(lines: &[Line], kind: Kind, year: u32) -> Vec<Entry> {
    let lines = &unlabelled(lines);
    let mut anchors: Vec<Anchor> = Vec::new();
    // Entries are no bullets, unless all are.
    for bullets in [false, true] {
        for (at, line) in lines.iter().enumerate() {
            if line.bullet == bullets && anchors.len() < MOST {
                anchors.extend(anchor(at, line, kind, year));
            }
        }
        if !anchors.is_empty() {
            break;
        }
    }
    let Some(first) = anchors.first() else {
        return Vec::new();
    };
    let above = lines
        .get(..first.at)
        .is_some_and(|before| before.iter().any(is_head));
    let mut found: Vec<Entry> = Vec::new();
    // The first line that belongs to no entry yet, and the line of an organisation above several.
    let mut free = 0;
    let mut group: Vec<String> = Vec::new();
    for (number, one) in anchors.iter().enumerate() {
        let until = anchors.get(number + 1).map_or(lines.len(), |next| next.at);
        let beside = if above {
            lines.get(one.at.saturating_sub(1)..one.at)
        } else {
            lines.get(one.at + 1..(one.at + 2).min(until))
        };
        let wanted = wanted(one, kind, beside.unwrap_or_default());
        let mut entry = Entry {
            span: Some(one.span),
            heads: vec![one.parts.clone()],
            ..Entry::default()
        };
        let mut behind = one.at + 1;
        let mut start = one.at;
        if above {
            while start > free
                && one.at - start < wanted + 2
                && lines.get(start - 1).is_some_and(is_head)
            {
                // An empty line ends a heading, but not one that has nothing yet.
                if start < one.at
                    && lines.get(start).is_some_and(|line| line.parted)
                    && entry.heads.len() > usize::from(wanted > 1)
                {
                    break;
                }
                let text = lines.get(start - 1).map_or("", |line| line.text.as_str());
                if entry.heads.len() > wanted && !is_place(text) || wanted == 0 {
                    break;
                }
                if is_place(text)
                    && lines
                        .get(start - 1)
                        .is_none_or(|line| role(&line.folded) <= 0)
                    && entry.place.is_empty()
                {
                    // A place right under the dates before belongs to them.
                    if number > 0
                        && anchors
                            .get(number - 1)
                            .is_some_and(|last| last.parts.is_empty() && last.at + 2 == start)
                    {
                        break;
                    }
                    entry.place = text.into();
                } else {
                    entry.heads.insert(1, parts(text));
                }
                start -= 1;
            }
            // "Elbe Werft GmbH / 5 years 2 months": an organisation over its positions.
            let length = (free..start)
                .rev()
                .find(|at| lines.get(*at).is_some_and(|line| is_length(&line.folded)));
            if let Some(over) = length
                .and_then(|at| at.checked_sub(1))
                .filter(|over| *over >= free)
                && let Some(line) = lines.get(over)
            {
                (group, start) = (parts(&line.text), over);
            } else if entry.heads.len() > wanted.min(2) && wanted > 0 {
                group = shared(&entry);
            }
            entry.group.clone_from(&group);
        } else {
            while behind < until
                && entry.heads.len() <= wanted
                && lines
                    .get(behind)
                    .is_some_and(|line| is_head(line) && !line.parted)
            {
                let Some(line) = lines.get(behind) else { break };
                let fits =
                    entry.heads.len() > 1 || one.parts.is_empty() || goes_on(one, line, kind);
                if !fits {
                    break;
                }
                let found = parts(&line.text);
                let whole = one.parts.is_empty()
                    && found.len() > 1
                    && found.iter().any(|part| role(&fold(part)) > 0)
                    && !found.iter().skip(1).any(|part| is_place(part));
                entry.heads.push(found);
                behind += 1;
                if whole {
                    break;
                }
            }
        }
        if let Some(line) = lines
            .get(behind)
            .filter(|line| behind < until && is_head(line) && is_place(&line.text))
            && entry.place.is_empty()
        {
            entry.place = line.text.clone();
            behind += 1;
        }
        // What stood above this heading belongs to the entry before.
        if let Some(last) = found.last_mut() {
            add_body(last, lines.get(free..start).unwrap_or_default());
        }
        free = behind;
        found.push(entry);
    }
    if let Some(last) = found.last_mut() {
        add_body(last, lines.get(free..).unwrap_or_default());
    }
    found
}

/// How many lines beside that of the dates the heading needs, of those that stand right above or below.
fn wanted(anchor: &Anchor, kind: Kind, beside: &[Line]) -> usize {
    let parts = &anchor.parts;
    match parts.len() {
        0 => 2,
        1 => 1,
        _ => {
            let places = parts.iter().skip(1).all(|part| is_place(part))
                || parts
                    .get(1..)
                    .is_some_and(|rest| is_place(&rest.join(", ")));
            let named = match kind {
                Kind::Work => parts.iter().any(|part| role(&fold(part)) > 0),
                Kind::Education => {
                    let studies = parts.iter().any(|part| is_studies(part));
                    let school = parts
                        .iter()
                        .any(|part| !is_studies(part) && is_school(&fold(part)));
                    // What is missed may be no line of the heading at all.
                    let near = |is: &dyn Fn(&Line) -> bool| beside.iter().any(is);
                    let schooled = school || !near(&|line| is_school(&line.folded));
                    let studied = studies || !near(&|line| is_studies(&line.text));
                    (studies || school) && schooled && studied
                }
            };
            usize::from(places || !named)
        }
    }
}

/// True when a line under the dates has what the line of the dates has not.
fn goes_on(anchor: &Anchor, line: &Line, kind: Kind) -> bool {
    let text = line.text.as_str();
    match kind {
        Kind::Work => {
            let has_role = anchor.parts.iter().any(|part| role(&fold(part)) > 0);
            let names = parts(text).first().map_or(0, |part| role(&fold(part)));
            if has_role {
                names <= 0 && text.cut_at(" ").count() < 9
            } else {
                names > 0 || anchor.parts.len() == 1 && text.cut_at(" ").count() < 9
            }
        }
        Kind::Education => {
            let studies = |text: &str| is_studies(text);
            let here = anchor.parts.iter().any(|part| studies(part));
            let school = anchor.parts.iter().any(|part| is_school(&fold(part)));
            if here && !school {
                !studies(text) || is_school(&line.folded)
            } else {
                school && studies(text)
            }
        }
    }
}

/// Returns the organisation's line of a heading with two of them.
fn shared(entry: &Entry) -> Vec<String> {
    let of = |parts: &Vec<String>| parts.first().map_or(0, |part| role(&fold(part)));
    let heads: Vec<&Vec<String>> = entry
        .heads
        .iter()
        .filter(|parts| !parts.is_empty())
        .collect();
    let least = heads
        .iter()
        .min_by_key(|parts| of(parts))
        .filter(|_| heads.len() > 1);
    let mut group = least.map(|parts| (*parts).clone()).unwrap_or_default();
    if group.len() == 1 && !entry.place.is_empty() {
        group.push(entry.place.clone());
    }
    group
}

/// Adds the lines under a heading.
fn add_body(entry: &mut Entry, lines: &[Line]) {
    let mut in_bullet = false;
    for line in lines {
        if line.text.starts_with("Page ") || is_length(&line.folded) {
            continue;
        }
        if line.bullet {
            entry.bullets.push(line.text.clone());
        } else if let Some(last) = entry
            .bullets
            .last_mut()
            .filter(|_| in_bullet && line.is_small() && !line.parted)
        {
            // A bullet that goes on in the next line.
            last.push(' ');
            last.push_str(&line.text);
            continue;
        } else {
            entry.body.push(line.text.clone());
        }
        in_bullet = line.bullet;
    }
}
