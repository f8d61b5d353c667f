//! Where somebody learned: which part of an entry is the school, the degree and the subject.

use colloquy_findings::fold;
use colloquy_findings::letters::is_alphabetic;

use crate::cues::{is_degree, is_degree_more, is_school, is_studies, word_of};
use crate::entries::Entry;
use crate::lines::{has, trim};
use crate::places::is_place;
use crate::text::Text;

/// One course of study.
#[derive(Clone, Debug, Default)]
pub(crate) struct Study {
    pub(crate) institution: String,
    pub(crate) degree: String,
    pub(crate) area: String,
    pub(crate) place: String,
    /// A word of it marks the institution as one.
    pub(crate) sure: bool,
}

/// The second word of what a degree is of.
const OF: &str = "administration arts science sciences engineering education philosophy laws technology commerce";
const LINKS: &str = "in der für des im zur zum zu als en de d' d’ du of";

/// Reads which part of an entry is what.
pub(crate) fn read(entry: &Entry) -> Study {
    let mut study = Study {
        place: entry.place.clone(),
        ..Study::default()
    };
    let parts: Vec<&str> = entry.heads.iter().flatten().map(String::as_str).collect();
    let degree = parts.iter().position(|part| is_studies(part));
    let school = parts
        .iter()
        .enumerate()
        .position(|(at, part)| Some(at) != degree && is_school(&fold(part)));
    study.sure = school.is_some();
    let school = school.or_else(|| {
        (0..parts.len())
            .find(|at| Some(*at) != degree && !parts.get(*at).is_some_and(|part| is_place(part)))
    });
    if let Some(part) = degree.and_then(|at| parts.get(at)) {
        (study.degree, study.area) = parted(part);
    }
    let mut places: Vec<&str> = Vec::new();
    for (at, part) in parts.iter().enumerate() {
        if Some(at) == degree || Some(at) == school {
            continue;
        }
        let subject = study.area.is_empty()
            && degree.is_some_and(|degree| degree + 1 == at)
            && !is_place(part)
            && !is_studies(part);
        if subject {
            study.area = (*part).into();
        } else if !is_studies(part) && school.is_some_and(|school| at > school) {
            places.push(part);
        }
    }
    if study.place.is_empty() && places.len() < 4 {
        study.place = places.join(", ");
    }
    study.institution = school
        .and_then(|at| parts.get(at))
        .map_or("", |part| part)
        .into();
    // "Universität Osnabrück (1. Staatsexamen)"
    if let Some((school, more)) = study.institution.clone().split_once('(')
        && is_studies(more)
    {
        if study.degree.is_empty() {
            study.degree = trim(more.strip_end(")")).into();
        }
        study.institution = trim(school).into();
    }
    if !study.area.chars().any(is_alphabetic) {
        study.area.clear();
    }
    if study.institution.is_empty() {
        study.institution = entry.group.first().cloned().unwrap_or_default();
    }
    labelled_degree(&mut study, entry);
    study
}

/// Reads `Abschluss: Bachelor of Engineering` and a degree on a line of its own.
fn labelled_degree(study: &mut Study, entry: &Entry) {
    for line in entry.body.iter().chain(&entry.bullets).take(4) {
        let (head, rest) = line.split_once(':').unwrap_or(("", line));
        let named = matches!(
            fold(trim(head)).as_str(),
            "abschluss" | "degree" | "titel" | "title"
        );
        let first = rest
            .spaced()
            .next()
            .is_some_and(|word| is_degree(&word_of(word)));
        if !(named || study.degree.is_empty() && first && head.is_empty()) || rest.len() > 120 {
            continue;
        }
        let (degree, area) = parted(trim(rest));
        study.degree = degree;
        if !area.is_empty() {
            study.area = area;
        }
        return;
    }
}

/// Parts a degree from its subject, which may stand in brackets, as may the degree: `Informatik (Diplom)`.
fn parted(part: &str) -> (String, String) {
    let (Some(open), Some(close)) = (part.find('('), part.rfind(')')) else {
        return plain(part);
    };
    let inner = part.get(open + 1..close).unwrap_or_default().trim();
    let before = part.get(..open).unwrap_or_default().trim();
    let outer = [before, part.get(close + 1..).unwrap_or_default()].join(" ");
    let named = |text: &str| text.spaced().any(|word| is_degree(&word_of(word)));
    // "BSc (Hons)", "Dipl.-Ing. (FH)"
    if inner
        .cut_at(" .")
        .any(|word| has("hons fh tu uni ba dr univ h rer", &word_of(word)))
    {
        let (degree, area) = plain(&outer);
        let ends = before.ends_with(&degree);
        let degree = if ends {
            [degree.as_str(), " (", inner, ")"].concat()
        } else {
            degree
        };
        return (degree, area);
    }
    if named(inner) && !named(&outer) {
        return (inner.into(), trim(&outer).into());
    }
    let (degree, area) = plain(&outer);
    // What else stands in brackets is a grade, a place or the subject.
    let subject = area.is_empty() && !named(inner) && !inner.chars().any(|c| c.is_ascii_digit());
    (degree, if subject { inner.into() } else { area })
}

/// Parts a degree from its subject: `MSc Statistics`, `Bachelor of Science in Physics`, `Ausbildung zur Kauffrau`.
fn plain(part: &str) -> (String, String) {
    let words: Vec<&str> = part.cut_at(" ").filter(|word| !word.is_empty()).collect();
    let part = trim(part);
    let known = |at: usize| words.get(at).map(|word| word_of(word)).unwrap_or_default();
    let Some(first) = (0..words.len()).find(|at| is_degree(&known(*at))) else {
        return (part.into(), String::new());
    };
    // "Physics BSc", but "Executive MBA"
    let own = first > 0
        && has(
            "executive joint double international advanced graduate postgraduate technical vocational school secondary professional higher national ordinary",
            &known(first - 1),
        );
    if first > 0 && first + 1 == words.len() && !own && !known(first - 1).starts_with("level") {
        let whole = words.get(..first).unwrap_or_default().join(" ");
        return (
            words.get(first).map_or("", |word| word).into(),
            trim(&whole).into(),
        );
    }
    let mut end = first + 1;
    while end < words.len() {
        let word = known(end);
        let next = known(end + 1);
        if word == "of" {
            // "Master of Pharmacy", "Master of Business Administration"
            end += 2;
            end += usize::from(has(OF, &known(end)));
        } else if matches!(word.as_str(), "and" | "in") {
            if word == "in" || !is_degree_more(&next) {
                break;
            }
            end += 1;
        } else if is_degree_more(&word) {
            // "B.Sc. (Hons)"
            end += 1;
        } else {
            break;
        }
    }
    let end = end.min(words.len());
    let degree = words.get(..end).unwrap_or_default().join(" ");
    let mut rest = words.get(end..).unwrap_or_default();
    // "in", "zur", "in der", "d'"
    for _ in 0..2 {
        if rest.first().is_some_and(|word| has(LINKS, &fold(word))) {
            rest = rest.get(1..).unwrap_or_default();
        }
    }
    let area = rest.join(" ");
    let area = trim(area.strip_start("–-:,"));
    let apostrophe = area
        .strip_prefix("d'")
        .or_else(|| area.strip_prefix("d’"))
        .unwrap_or(area);
    (trim(&degree).into(), apostrophe.into())
}
