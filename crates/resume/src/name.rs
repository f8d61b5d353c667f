//! The name of a person and the profession beside it.

use colloquy_findings::fold;
use colloquy_findings::letters::{is_alphabetic, is_upper};

use crate::cues::{is_degree, is_organisation, is_school, role};
use crate::labels::{LABELS, labelled};
use crate::languages;
use crate::lines::{Line, cells, has, plain, trim, words};
use crate::person::Person;
use crate::places::is_place;
use crate::sections::{Section, is_title, titled};
use crate::text::Text;

const NAME: &str = "name fullname vorname nachname familienname nombre nom prénom apellidos surname first last full und and vor- & y";

/// Words of a name that begin with small letters.
const PARTICLES: &str =
    "de da di del della van von der den dos du el al bin ibn la le ter zu af y i";

/// Words that no name has.
const NOT: &str = "summary skills top team dear page the and curriculum vitae resume and for in at of with to from my your we you \
    street road avenue lane straße platz";

/// Finds the name: the one with a label, else the line that looks most like one, else the name in the e-mail address.
pub(crate) fn name(
    person: &mut Person,
    lines: &[Line],
    sections: &[(Section, bool)],
    reach: &[usize],
) {
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
            && parts.iter().all(|part| !part.has_any(" "))
            && !line.text.has_any("@");
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
            score -= if line.bullet || line.is_sentence() || line.text.has_any(":") {
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
    if last.has_any(" ") || first.has_any(",") {
        return None;
    }
    shaped(&[first, " ", last].concat()).filter(|name| agrees(name, person))
}

/// True when each word of a name stands in one of the person's addresses.
pub(crate) fn agrees(name: &str, person: &Person) -> bool {
    let local = person.email.cut_at("@").next().unwrap_or_default();
    let users = person
        .profiles
        .iter()
        .map(|profile| profile.username.as_str());
    let long: Vec<String> = name
        .cut_at(" ")
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

/// Returns a cell as a name when it has the shape of one.
pub(crate) fn shaped(cell: &str) -> Option<String> {
    let whole = trim(cell);
    // "Anna Meier, PhD", "Anna Meier (she/her)"
    let name = trim(whole.cut_at(",(").next()?);
    let words: Vec<&str> = name.cut_at(" \t").filter(|word| !word.is_empty()).collect();
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
pub(crate) fn is_else(cell: &str) -> bool {
    let folded = fold(cell);
    let school = is_school(&folded)
        || words(&folded).any(|word| is_degree(word) && !matches!(word, "dr" | "ma" | "ms"));
    role(&folded) != 0
        || is_organisation(&folded)
        || school
        || is_place(cell)
        || words(&folded).all(|word| languages::is_language(word) || has(LABELS, word))
}

/// Makes `Anna Kowalska` of `anna.kowalska@…`.
fn from_address(email: &str) -> String {
    let local = email.cut_at("@").next().unwrap_or_default();
    let parts: Vec<&str> = local.cut_at("._-").collect();
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
        if role(&folded) > 0 && !digits && !cell.has_any("@:<{") && cell.cut_at(" ").count() < 13 {
            person.label = cell.into();
            return;
        }
    }
}
