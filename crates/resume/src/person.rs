//! Who: the name, the profession under it, and where the person lives.

use colloquy_findings::fold;
use colloquy_findings::letters::{is_alphabetic, is_upper};

use crate::contact::{Profile, email, pages, phone};
use crate::cues::{is_degree, is_organisation, is_school, role};
use crate::languages;
use crate::lines::{Line, cells, has, plain, trim, words};
use crate::places::{Place, address, is_place, place, town};
use crate::sections::{Section, is_title, titled};

/// The most lines in which a person is looked for.
const HEAD: usize = 80;
/// The most pages that are kept.
const PROFILES: usize = 10;

/// What is known of a person.
#[derive(Debug, Default)]
pub(crate) struct Person {
    pub(crate) name: String,
    /// The text itself says that it is the name, or an address agrees with it.
    pub(crate) sure: bool,
    /// The name was made from the e-mail address.
    pub(crate) guessed: bool,
    pub(crate) label: String,
    pub(crate) email: String,
    pub(crate) phone: String,
    pub(crate) url: String,
    pub(crate) profiles: Vec<Profile>,
    pub(crate) place: Option<Place>,
}

const NAME: &str = "name fullname vorname nachname familienname nombre nom prénom apellidos surname first last full und and vor- & y";
const LABELS: &str = "name e-mail email mail phone telephone tel telefon mobile mobil handy mobiltelefon cell address adresse anschrift wohnort \
    location ort based city stadt born geburtsdatum nationality nationalität staatsangehörigkeit web website homepage linkedin github birth date of \
    teléfono correo dirección téléphone courriel adresse";
const PLACES: &str =
    "address adresse anschrift wohnort location ort city stadt dirección lives residence ubicación";
/// Words of a name that begin with small letters.
const PARTICLES: &str =
    "de da di del della van von der den dos du el al bin ibn la le ter zu af y i";
/// Words that no name has.
const NOT: &str = "summary skills top team dear page the and curriculum vitae resume and for in at of with to from my your we you \
    street road avenue lane straße platz";

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

/// True when each word of a name stands in one of the person's addresses.
fn agrees(name: &str, person: &Person) -> bool {
    let local = person.email.split('@').next().unwrap_or_default();
    let users = person
        .profiles
        .iter()
        .map(|profile| profile.username.as_str());
    let long: Vec<String> = name
        .split(' ')
        .map(plain)
        .filter(|word| word.len() > 2)
        .collect();
    let found = |text: &str| {
        let text = plain(text);
        long.iter()
            .filter(|word| text.contains(word.as_str()))
            .count()
    };
    users.chain([local, person.url.as_str()]).any(|text| {
        let count = found(text);
        count > 1
            || count == 1
                && long
                    .last()
                    .is_some_and(|last| plain(text).contains(last.as_str()))
    })
}

/// Reads `Nachname: Sommer` and `Vorname: Claudia`, each on its own line.
fn in_parts(lines: &[Line], reach: &[usize]) -> Option<String> {
    const FIRST: &str = "vorname vornamen forename first given prénom nombre name";
    const LAST: &str = "nachname familienname surname last family nom apellidos name";
    let find = |labels: &str| {
        let own = |at: &&usize| {
            lines.get(**at).is_some_and(|line| {
                words(&line.folded)
                    .next()
                    .is_some_and(|word| word != "name")
            })
        };
        reach
            .iter()
            .filter(own)
            .find_map(|at| labelled(lines, *at, labels))
    };
    shaped(&[find(FIRST)?, " ", find(LAST)?].concat())
}

/// Reads `MEIER, Anna`, where an address agrees that it is a name.
fn turned(cell: &str, person: &Person) -> Option<String> {
    let (last, first) = cell.split_once(',')?;
    let (last, first) = (trim(last), trim(first));
    if last.contains(' ') || first.contains(',') {
        return None;
    }
    shaped(&[first, " ", last].concat()).filter(|name| agrees(name, person))
}

/// Returns a cell as a name when it has the shape of one.
fn shaped(cell: &str) -> Option<String> {
    let whole = trim(cell);
    // "Anna Meier, PhD", "Anna Meier (she/her)"
    let name = trim(whole.split([',', '(']).next()?);
    let words: Vec<&str> = name
        .split([' ', '\t'])
        .filter(|word| !word.is_empty())
        .collect();
    let sound = |word: &&str| {
        let letters = word
            .chars()
            .all(|c| is_alphabetic(c) || matches!(c, '.' | '-' | '\'' | '’'));
        let folded = fold(word);
        letters
            && (word
                .chars()
                .next()
                .is_some_and(|c| is_upper(c) || !c.is_ascii() && is_alphabetic(c))
                || has(PARTICLES, word))
            && !has(NOT, &folded)
    };
    let fits = (2..=5).contains(&words.len())
        && name.len() < 80
        && words.iter().all(sound)
        && words.iter().filter(|word| word.chars().count() > 1).count() > 1
        && !name.ends_with("...");
    fits.then(|| words.join(" "))
}

/// Parts a line of the heading at columns and dashes.
fn pieces(text: &str) -> Vec<&str> {
    let cells = cells(text).into_iter();
    cells
        .flat_map(|cell| cell.split(" – "))
        .flat_map(|cell| cell.split(" - "))
        .flat_map(|cell| cell.split(" — "))
        .map(trim)
        .collect()
}

/// How little a cell can be a name: what it is otherwise.
fn is_else(cell: &str) -> bool {
    let folded = fold(cell);
    let school = is_school(&folded)
        || words(&folded).any(|word| is_degree(word) && !matches!(word, "dr" | "ma" | "ms"));
    role(&folded) != 0
        || is_organisation(&folded)
        || school
        || is_place(cell)
        || words(&folded).all(|word| languages::is_language(word) || has(LABELS, word))
}

fn name(person: &mut Person, lines: &[Line], sections: &[(Section, bool)], reach: &[usize]) {
    if let Some(name) = in_parts(lines, reach) {
        (person.name, person.sure) = (name, true);
        return;
    }
    let mut best: Option<(i32, usize, String)> = None;
    let first = reach
        .iter()
        .position(|at| lines.get(*at).is_some_and(|line| !is_title(line)))
        .unwrap_or(0);
    for (place, at) in reach.iter().enumerate() {
        let (Some(line), Some((section, heading))) = (lines.get(*at), sections.get(*at)) else {
            continue;
        };
        if let Some(labelled) = labelled(lines, *at, NAME)
            && let Some(name) = shaped(labelled)
        {
            (person.name, person.sure) = (name, true);
            profession(person, lines, sections, *at);
            return;
        }
        if *heading {
            continue;
        }
        let text = titled(line).unwrap_or(&line.text);
        // A name in wide letters has wide gaps.
        let parts = pieces(text);
        let joined = parts.join(" ");
        let wide = place == first
            && parts.len() < 4
            && parts.iter().all(|part| !part.contains(' '))
            && !line.text.contains('@');
        let candidates = if wide { vec![joined.as_str()] } else { parts };
        for (column, cell) in candidates.into_iter().enumerate().take(4) {
            let Some(name) = shaped(cell).or_else(|| turned(cell, person)) else {
                continue;
            };
            let mut score = 10
                - i32::try_from(place.min(30)).unwrap_or(30) / 3
                - i32::try_from(column).unwrap_or(4);
            score += if agrees(&name, person) { 20 } else { 0 };
            score += if titled(line).is_some() || line.level == 1 {
                5
            } else {
                0
            };
            score -= if is_else(&name) { 15 } else { 0 };
            score -= if line.bullet || line.is_sentence() || line.text.contains(':') {
                8
            } else {
                0
            };
            score -= if matches!(section, Section::Top | Section::Contact) {
                0
            } else {
                8
            };
            if score > 0 && best.as_ref().is_none_or(|(most, _, _)| score > *most) {
                best = Some((score, *at, name));
            }
        }
    }
    if let Some((score, at, name)) = best {
        (person.name, person.sure) = (name, score > 14);
        profession(person, lines, sections, at);
    } else {
        person.name = from_address(&person.email);
        person.guessed = !person.name.is_empty();
    }
}

/// Makes `Anna Kowalska` of `anna.kowalska@…`.
fn from_address(email: &str) -> String {
    let local = email.split('@').next().unwrap_or_default();
    let parts: Vec<&str> = local.split(['.', '_', '-']).collect();
    let sound = |part: &&str| part.len() > 1 && part.bytes().all(|b| b.is_ascii_alphabetic());
    if !(2..=3).contains(&parts.len()) || !parts.iter().all(sound) {
        return String::new();
    }
    let mut name = String::new();
    for part in parts {
        if !name.is_empty() {
            name.push(' ');
        }
        let (first, rest) = part.split_at(1);
        name.push_str(&first.to_ascii_uppercase());
        name.push_str(&rest.to_ascii_lowercase());
    }
    name
}

/// Returns what a label says: `Name: Anna Meier`, or the next line where the label has its own.
fn labelled<'a>(lines: &'a [Line], at: usize, labels: &str) -> Option<&'a str> {
    let line = lines.get(at)?;
    let is_label = |text: &str| {
        let folded = fold(text);
        let mut count = 0;
        words(&folded).all(|word| {
            count += 1;
            has(labels, word)
        }) && (1..4).contains(&count)
    };
    for cell in line.text.split(['|', '·', '•']) {
        if let Some((head, rest)) = cell.split_once([':', '\t'])
            && is_label(head)
            && !trim(rest).is_empty()
        {
            return Some(trim(rest).split('\t').next().unwrap_or_default());
        }
    }
    let next = lines.get(at + 1)?;
    let label = is_label(&line.text) && !next.text.contains(':');
    label.then_some(next.text.as_str())
}

/// Looks for a profession beside the name or under it.
fn profession(person: &mut Person, lines: &[Line], sections: &[(Section, bool)], at: usize) {
    let same = lines
        .get(at)
        .map(|line| pieces(&line.text))
        .unwrap_or_default();
    // "Eleanor Price, Registered Nurse"
    let behind = same
        .first()
        .and_then(|cell| cell.split_once(','))
        .map(|(_, rest)| trim(rest));
    let beside = behind.into_iter().chain(same.iter().skip(1).copied());
    let under = (at + 1..at + 3)
        .filter(|next| sections.get(*next).is_some_and(|(_, heading)| !heading))
        .filter_map(|next| lines.get(next))
        .take_while(|line| !line.bullet && !line.is_sentence())
        .filter_map(|line| cells(&line.text).into_iter().next());
    for cell in beside.chain(under) {
        let folded = fold(cell);
        let digits = cell.bytes().any(|b| b.is_ascii_digit());
        if role(&folded) > 0
            && !digits
            && !cell.contains(['@', ':', '<', '{'])
            && cell.split(' ').count() < 13
        {
            person.label = cell.into();
            return;
        }
    }
}

/// Looks for where the person lives.
fn residence(
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
        line.text.contains('@') || !person.phone.is_empty() && line.text.contains(&person.phone)
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
            line.text.contains('@') || !person.phone.is_empty() && line.text.contains(&person.phone)
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
