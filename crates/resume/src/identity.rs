//! Reads who a résumé is about: the name, the profession under it, and where the person lives.

use crate::contact::{email, pages, phone};
use crate::home::residence;
use crate::lines::{Line, cells};
use crate::name::name;
use crate::person::Person;
use crate::sections::Section;

/// The most lines in which a person is looked for.
const HEAD: usize = 80;
/// The most pages that are kept.
const PROFILES: usize = 10;

/// Reads who a résumé is about.
pub(crate) fn read(lines: &[Line], sections: &[(Section, bool)]) -> Person {
    let mut person = Person::default();
    let is_body = |section: Section| matches!(section, Section::Work | Section::Education);
    let end = sections
        .iter()
        .position(|(section, _)| is_body(*section))
        .unwrap_or(lines.len())
        .min(HEAD);
    let head: Vec<usize> = (0..end).collect();
    // A part on how to reach the person may come later, too.
    let late = (end..lines.len()).filter(|at| {
        sections
            .get(*at)
            .is_some_and(|(section, _)| *section == Section::Contact)
    });
    let reach: Vec<usize> = head.iter().copied().chain(late).take(HEAD).collect();
    addresses(&mut person, lines, &reach);
    name(&mut person, lines, sections, &reach);
    if person.place.is_none() {
        person.place = residence(lines, sections, &reach, &person);
    }
    person
}

fn addresses(person: &mut Person, lines: &[Line], reach: &[usize]) {
    for line in reach.iter().filter_map(|at| lines.get(*at)) {
        if person.email.is_empty() {
            person.email = email(&line.text).unwrap_or_default().into();
        }
        if person.phone.is_empty() && !line.is_sentence() {
            let found = cells(&line.text)
                .into_iter()
                .flat_map(|cell| cell.split(", "))
                .find_map(phone);
            person.phone = found.unwrap_or_default().into();
        }
        let (profiles, urls) = pages(&line.text);
        for profile in profiles {
            if person.profiles.len() < PROFILES
                && !person.profiles.iter().any(|one| one.url == profile.url)
            {
                person.profiles.push(profile);
            }
        }
        if person.url.is_empty() && !line.is_sentence() {
            person.url = urls.into_iter().next().unwrap_or_default();
        }
    }
}
