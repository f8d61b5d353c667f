//! Where a person lives, as the heading of a résumé has it.

use colloquy_findings::fold;

use crate::labels::{LABELS, labelled};
use crate::lines::{Line, cells, has, words};
use crate::name::{agrees, is_else, shaped};
use crate::person::Person;
use crate::places::{Place, address, place, town};
use crate::sections::{Section, is_title};
use crate::text::Text;

const PLACES: &str =
    "address adresse anschrift wohnort location ort city stadt dirección lives residence ubicación";

/// Looks for where the person lives.
pub(crate) fn residence(
    lines: &[Line],
    sections: &[(Section, bool)],
    reach: &[usize],
    person: &Person,
) -> Option<Place> {
    for at in reach {
        if let Some(text) = labelled(lines, *at, PLACES)
            && let Some(found) = address(text).or_else(|| town(text))
        {
            return Some(found);
        }
    }
    let here = || {
        reach
            .iter()
            .filter_map(|at| lines.get(*at))
            .filter(|line| !line.is_sentence())
    };
    for line in here() {
        for cell in cells(&line.text)
            .into_iter()
            .flat_map(|cell| cell.split("; "))
        {
            let cell = cell
                .split_once(':')
                .filter(|(head, _)| words(&fold(head)).all(|word| has(LABELS, word)))
                .map_or(cell, |(_, rest)| rest);
            if let Some(found) = address(cell).or_else(|| cell.split(" – ").find_map(address)) {
                return Some(found);
            }
        }
    }
    // "anna@example.org, 0170 123 45 67, Bristol"
    for line in here().filter(|line| {
        line.text.has_any("@") || !person.phone.is_empty() && line.text.contains(&person.phone)
    }) {
        let parts = cells(&line.text);
        for part in parts.into_iter().flat_map(|cell| cell.split(", ")) {
            if let Some(found) = place(part).or_else(|| town(part))
                && !person.name.contains(&found.city)
                && shaped(part).is_none_or(|_| !agrees(part, person))
                && person.label != part
            {
                return Some(found);
            }
        }
    }
    // A town on a line of its own, beside one that has an address.
    let reaches = |at: usize| {
        lines.get(at).is_some_and(|line| {
            line.text.has_any("@") || !person.phone.is_empty() && line.text.contains(&person.phone)
        })
    };
    let alone = |at: &&usize| {
        let heading = sections.get(**at).is_none_or(|(section, heading)| {
            *heading || !matches!(section, Section::Top | Section::Contact)
        });
        !heading && (reaches(**at + 1) || at.checked_sub(1).is_some_and(reaches))
    };
    let line = reach.iter().filter(alone).filter_map(|at| lines.get(*at));
    line.filter(|line| {
        !line.bullet && line.text != person.label && !person.name.contains(&line.text)
    })
    .filter(|line| !is_title(line) && !is_else(&line.text) && shaped(&line.text).is_none())
    .find_map(|line| town(&line.text))
}
