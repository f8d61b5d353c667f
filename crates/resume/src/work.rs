//! Where somebody worked: which part of an entry is the position, the organisation and the place.

use colloquy_findings::fold;

use crate::cues::{is_organisation, role};
use crate::entries::Entry;
use crate::places::is_place;

/// One position.
#[derive(Clone, Debug, Default)]
pub(crate) struct Job {
    pub(crate) position: String,
    pub(crate) organisation: String,
    pub(crate) place: String,
    /// A word of it marks the position as one.
    pub(crate) sure: bool,
}

/// Decides for each entry what is what. Where an entry does not show it, most of the others decide.
pub(crate) fn read(entries: &[Entry]) -> Vec<Job> {
    let leads = |entry: &Entry| {
        let parts: Vec<&String> = entry.heads.iter().flatten().take(2).collect();
        match parts.as_slice() {
            [one, other] => (role(&fold(one)) - role(&fold(other))).signum(),
            _ => 0,
        }
    };
    let first = entries.iter().map(leads).sum::<i32>() >= 0;
    entries.iter().map(|entry| job(entry, first)).collect()
}

fn job(entry: &Entry, position_first: bool) -> Job {
    let score = |parts: &[String]| parts.first().map_or(0, |part| role(&fold(part)));
    let mut heads: Vec<&[String]> = entry
        .heads
        .iter()
        .map(Vec::as_slice)
        .filter(|parts| !parts.is_empty())
        .collect();
    let mut job = Job {
        place: entry.place.clone(),
        ..Job::default()
    };
    // A line that is a place has nothing else.
    if heads.len() > 1 {
        heads.retain(|parts| {
            let is = is_place(&parts.join(", "));
            if is && job.place.is_empty() {
                job.place = parts.join(", ");
            }
            !is
        });
    }
    let (one, other) = (
        heads.first().copied().unwrap_or_default(),
        heads.get(1).copied().unwrap_or_default(),
    );
    if other.is_empty() {
        single(&mut job, one, position_first, &entry.group);
    } else {
        let whole = |parts: &[String]| {
            parts.len() > 1
                && score(parts) > 0
                && !is_place(&parts.get(1..).unwrap_or_default().join(", "))
        };
        if whole(one) && score(other) == 0 && !is_organisation(&fold(&other.concat())) {
            single(&mut job, one, position_first, &[]);
        } else {
            let (scored, others) = (score(one), score(other));
            let swap = if scored == others {
                !position_first
            } else {
                scored < others
            };
            let (position, organisation) = if swap { (other, one) } else { (one, other) };
            line(&mut job, position, organisation);
        }
    }
    job.sure = role(&fold(&job.position)) > 0;
    job
}

/// Reads a position and an organisation from a line each.
fn line(job: &mut Job, position: &[String], organisation: &[String]) {
    job.position = position.first().cloned().unwrap_or_default();
    let more = position.get(1..).unwrap_or_default().join(", ");
    if is_place(&more) || more.is_empty() {
        keep(&mut job.place, more);
    } else {
        job.position = position.join(", ");
    }
    job.organisation = organisation.first().cloned().unwrap_or_default();
    keep(
        &mut job.place,
        organisation.get(1..).unwrap_or_default().join(", "),
    );
}

/// Reads a position and an organisation from one line.
fn single(job: &mut Job, parts: &[String], position_first: bool, group: &[String]) {
    let at = |place: usize| parts.get(place).cloned().unwrap_or_default();
    let rest = |from: usize| parts.get(from..).unwrap_or_default().join(", ");
    let known = |part: &str| role(&fold(part));
    let own = |job: &mut Job| {
        job.organisation = group.first().cloned().unwrap_or_default();
        keep(
            &mut job.place,
            group.get(1..).unwrap_or_default().join(", "),
        );
    };
    match parts.len() {
        0 => own(job),
        1 => {
            job.position = at(0);
            own(job);
        }
        _ if !group.is_empty() && known(&at(0)) > 0 && is_place(&rest(1)) => {
            job.position = at(0);
            keep(&mut job.place, rest(1));
            own(job);
        }
        2 if is_place(&at(1)) => {
            job.position = at(0);
            keep(&mut job.place, at(1));
            own(job);
        }
        _ => {
            // The part with the word of a position is it, and the first other one that is no place the organisation.
            let known_at = (0..parts.len()).find(|place| known(&at(*place)) > 0);
            let position = known_at.unwrap_or(usize::from(!position_first));
            let mut others: Vec<&String> = parts
                .iter()
                .enumerate()
                .filter(|(place, _)| *place != position)
                .map(|(_, part)| part)
                .collect();
            let named = others.iter().position(|part| !is_place(part)).unwrap_or(0);
            job.position = at(position);
            job.organisation = others.remove(named).clone();
            let place: Vec<&str> = others.into_iter().map(String::as_str).collect();
            keep(&mut job.place, place.join(", "));
        }
    }
}

/// Sets a place that is not known yet. Days of the week and the like are none.
fn keep(place: &mut String, text: String) {
    let folded = fold(&text);
    let time = ["day", "time", "teilzeit", "vollzeit", "stunden", "%"]
        .iter()
        .any(|word| folded.contains(word));
    if place.is_empty() && !time && text.len() < 100 {
        *place = text;
    }
}
