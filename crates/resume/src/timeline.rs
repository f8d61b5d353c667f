//! Work and education out of the sections of a résumé, with what the reading is unsure of.

use serde_json::Value;

use crate::cues::{is_school, is_studies, role};
use crate::entries::{Entry, Kind, entries};
use crate::issues::Issues;
use crate::lines::Line;
use crate::sections::Section;
use crate::{education, value, work};

/// Where somebody worked and learned.
#[derive(Debug, Default)]
pub(crate) struct Timeline {
    pub(crate) work: Vec<Value>,
    pub(crate) education: Vec<Value>,
    /// How sure each entry is, from 0 to 1, added up.
    sure: f64,
    /// The text has headings that name the entries.
    pub(crate) headed: bool,
    /// How many positions and schools are named by a word of their own.
    pub(crate) named: usize,
}

impl Timeline {
    /// How many entries there are.
    pub(crate) fn count(&self) -> usize {
        self.work.len() + self.education.len()
    }

    /// How sure the reading is, from 0 to 1.
    pub(crate) fn confidence(&self) -> f64 {
        let count = u32::try_from(self.count()).unwrap_or(u32::MAX);
        if count == 0 {
            0.0
        } else {
            self.sure / f64::from(count) * if self.headed { 1.0 } else { 0.8 }
        }
    }
}

/// Reads the sections.
pub(crate) fn read(
    lines: &[Line],
    sections: &[(Section, bool)],
    year: u32,
    issues: &mut Issues,
) -> Timeline {
    let mut timeline = Timeline::default();
    let is_body = |section: Section| matches!(section, Section::Work | Section::Education);
    timeline.headed = sections
        .iter()
        .any(|(section, heading)| *heading && is_body(*section));
    for part in parts(lines, sections) {
        match part {
            (Kind::Work, lines) => add_work(
                &mut timeline,
                &entries(&lines, Kind::Work, year),
                year,
                issues,
            ),
            (Kind::Education, lines) => add_education(
                &mut timeline,
                &entries(&lines, Kind::Education, year),
                year,
                issues,
            ),
        }
    }
    if !timeline.headed {
        loose(&mut timeline, lines, year, issues);
    }
    timeline
}

/// The stretches of lines that a heading gives to work or to education.
fn parts(lines: &[Line], sections: &[(Section, bool)]) -> Vec<(Kind, Vec<Line>)> {
    let mut found: Vec<(Kind, Vec<Line>)> = Vec::new();
    let mut last = Section::Top;
    for (line, (section, heading)) in lines.iter().zip(sections) {
        let kind = match section {
            Section::Work => Kind::Work,
            Section::Education => Kind::Education,
            _ => {
                last = *section;
                continue;
            }
        };
        // A heading of its own kind within a part, such as `Schule` in `Ausbildung`, goes on with it.
        if last != *section {
            found.push((kind, Vec::new()));
            last = *section;
        }
        if !heading && let Some((_, part)) = found.last_mut() {
            part.push(line.clone());
        }
    }
    found
}

/// A text without headings: lines of dates that name a position or a school.
fn loose(timeline: &mut Timeline, lines: &[Line], year: u32, issues: &mut Issues) {
    let is_short = |line: &&Line| line.text.len() < 160 && !line.text.ends_with('.');
    let mut work = Vec::new();
    let mut education = Vec::new();
    for line in lines.iter().filter(is_short) {
        for entry in entries(core::slice::from_ref(line), Kind::Education, year) {
            let parts = || entry.heads.iter().flatten();
            let studies =
                parts().any(|part| is_studies(part) || is_school(&colloquy_findings::fold(part)));
            let job = parts().any(|part| role(&colloquy_findings::fold(part)) > 0);
            let single = entry.span.is_some_and(|span| span.is_single());
            if parts().count() < 2 {
                continue;
            }
            if studies && !(job && !single && !parts().any(|part| is_studies(part))) {
                education.push(entry);
            } else if job && !single {
                work.push(entry);
            }
        }
    }
    if work.len() + education.len() > 1 {
        add_work(timeline, &work, year, issues);
        add_education(timeline, &education, year, issues);
    }
}

fn add_work(timeline: &mut Timeline, entries: &[Entry], year: u32, issues: &mut Issues) {
    for (entry, job) in entries.iter().zip(work::read(entries)) {
        if timeline.work.len() == value::WORK {
            issues.add("work_cut");
            return;
        }
        let value = value::job(entry, &job);
        if value["position"].is_null() {
            issues.add("work_position_missing");
            continue;
        }
        if job.organisation.is_empty() {
            issues.add("work_organisation_missing");
        }
        if !job.sure {
            issues.add("work_position_unsure");
        }
        let dated = dated(entry, year, issues);
        timeline.named += usize::from(job.sure);
        timeline.sure += share(&[
            (job.sure, 0.4),
            (!job.organisation.is_empty(), 0.3),
            (dated, 0.3),
        ]);
        timeline.work.push(value);
    }
}

fn add_education(timeline: &mut Timeline, entries: &[Entry], year: u32, issues: &mut Issues) {
    for entry in entries {
        if timeline.education.len() == value::EDUCATION {
            issues.add("education_cut");
            return;
        }
        let study = education::read(entry);
        let value = value::study(entry, &study);
        if value["institution"].is_null() {
            issues.add("education_institution_missing");
            continue;
        }
        if !study.sure {
            issues.add("education_institution_unsure");
        }
        let dated = dated(entry, year, issues);
        let known = study.sure || !study.degree.is_empty();
        timeline.named += usize::from(known);
        timeline.sure += share(&[
            (study.sure, 0.4),
            (!study.degree.is_empty(), 0.3),
            (dated, 0.3),
        ]);
        timeline.education.push(value);
    }
}

fn share(parts: &[(bool, f64)]) -> f64 {
    parts
        .iter()
        .filter(|(is, _)| *is)
        .map(|(_, worth)| worth)
        .sum()
}

/// Notes what is odd about the dates; true when they are sound.
fn dated(entry: &Entry, year: u32, issues: &mut Issues) -> bool {
    let Some(span) = entry.span else {
        issues.add("dates_missing");
        return false;
    };
    let mut sound = true;
    if let (Some(start), Some(end)) = (span.start, span.end)
        && end.is_before(start)
    {
        issues.add("dates_out_of_order");
        sound = false;
    }
    // Studies may end in some years, but nothing has begun in the future.
    if span.start.is_some_and(|start| start.year > year) {
        issues.add("dates_in_future");
        sound = false;
    }
    sound
}
