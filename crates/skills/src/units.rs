//! A text as units: paragraphs, bullets and headings, each with its sentences.

use core::ops::Range;

use crate::durations::Duration;
use crate::tokens::{Gap, Token, has};

/// What a part of a résumé is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Section {
    /// Nothing is known of it.
    Other,
    /// Work and projects.
    Work,
    /// Lists of skills.
    Skills,
    /// Schools, courses and certificates, whose dates show nothing of skills.
    Education,
    /// Hobbies, references and the like.
    Aside,
}

/// A paragraph, a bullet or a heading.
#[derive(Clone, Debug)]
pub(crate) struct Unit {
    pub(crate) tokens: Range<usize>,
    /// The section it opens; none for a unit that is no heading.
    pub(crate) opens: Option<Section>,
}

const WORK: &str = "experience employment work career projects project history positions berufserfahrung werdegang projekte \
    experiencia expérience expériences assignments engagements jobs practice stationen erfahrung berufspraxis trabajo parcours";
const SKILLS: &str = "skills skill technologies competencies competences tools stack expertise proficiencies kenntnisse \
    fähigkeiten kompetenzen habilidades compétences toolbox languages software systems equipment machines methods duties \
    werkzeuge methoden aufgaben geräte competencias conocimientos herramientas tareas funciones outils logiciels savoir-faire \
    informatique informática tâches do edv";
const EDUCATION: &str = "education academic qualifications qualification training courses certifications certificates degrees studies \
    licences licenses tickets diploma diplôme ausbildung bildung bildungsweg weiterbildung weiterbildungen fortbildung fortbildungen schulungen \
    führerschein führerscheine zertifikate studium educación formación formation formations permisos cursos carnets certificados habilitations \
    permis certificats schooling";
const ASIDE: &str = "interests hobbies references personal publications awards volunteering activities interessen hobbys intereses \
    loisirs honors memberships aficiones intérêt hobby sprachen idiomas langues referenzen";
const OTHER: &str = "summary profile objective about overview contact profil perfil sonstiges";
/// Words that a heading may have beside those that make it one.
const FILLING: &str = "professional technical key core my other and & of the selected relevant additional it computer \
    employment main what i can know recent industry programming expert areas curriculum vitae lebenslauf teaching beruflicher \
    sonstige und y et laboral professionnelle techniques técnicas centres savoir faire";

/// Words that a line does not end with unless the next one goes on.
const OPEN: &str = "and or of with in the for to a an using on by from at as that which und mit";

/// Parts tokens into units.
pub(crate) fn units(text: &str, tokens: &[Token]) -> Vec<Unit> {
    let mut units: Vec<Unit> = Vec::new();
    let mut start = 0;
    while start < tokens.len() {
        let end = tokens[start + 1..]
            .iter()
            .position(|one| one.gap == Gap::Line)
            .map_or(tokens.len(), |length| start + 1 + length);
        let line = &tokens[start..end];
        let opens = heading(line);
        let goes_on = opens.is_none()
            && units.last().is_some_and(|last| {
                last.opens.is_none()
                    && last.tokens.end == start
                    && continues(text, tokens, last, line)
            });
        match units.last_mut().filter(|_| goes_on) {
            Some(last) => last.tokens.end = end,
            None => units.push(Unit {
                tokens: start..end,
                opens,
            }),
        }
        start = end;
    }
    units
}

/// True when a line goes on with the unit before it.
fn continues(text: &str, tokens: &[Token], unit: &Unit, line: &[Token]) -> bool {
    let (Some(before), Some(first)) = (
        unit.tokens.end.checked_sub(1).map(|at| &tokens[at]),
        line.first(),
    ) else {
        return false;
    };
    let between = text.get(before.end..first.start).unwrap_or_default();
    if between.matches('\n').count() > 1 {
        return false;
    }
    if !first.is_word {
        return first.word == "(" && line.len() > 1;
    }
    let open = before.word == "," || has(OPEN, &before.word);
    first.small || (open && unit.tokens.len() >= 5)
}

/// Returns which section a line opens that is a heading.
fn heading(line: &[Token]) -> Option<Section> {
    let ended = line
        .last()
        .is_some_and(|last| matches!(last.word.as_str(), "." | ","));
    let inner = line
        .iter()
        .rev()
        .skip(1)
        .any(|one| one.word == ":" || one.word == ",");
    if ended || inner || line[0].small && line.len() > 2 {
        return None;
    }
    opened(line)
}

/// Returns which section words open that are all of a heading.
pub(crate) fn opened(words: &[Token]) -> Option<Section> {
    let words = words.iter().filter(|one| one.is_word);
    if words.clone().count() > 5 {
        return None;
    }
    let kinds = [
        (EDUCATION, Section::Education),
        (WORK, Section::Work),
        (SKILLS, Section::Skills),
        (ASIDE, Section::Aside),
        (OTHER, Section::Other),
    ];
    let mut opens = None;
    for Token { word, .. } in words {
        let kind = kinds.iter().find(|(list, _)| has(list, word));
        match kind {
            Some((_, section)) if opens.is_none() || matches!(section, Section::Skills) => {
                opens = Some(*section)
            }
            Some(_) => {}
            None if has(FILLING, word) => {}
            None => return None,
        }
    }
    opens
}

/// The most tokens of a sentence, so that whatever is looked for in one is found in bounded time.
const MAX_SENTENCE: usize = 160;

/// Parts a unit into sentences: at full stops with a capital behind, and at semicolons. What is much longer than sentences
/// are is parted at the next sign.
pub(crate) fn sentences(tokens: &[Token], unit: &Range<usize>) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = unit.start;
    for at in unit.clone() {
        let token = &tokens[at];
        let next = tokens.get(at + 1).filter(|_| at + 1 < unit.end);
        let ends = match token.word.as_str() {
            "." => {
                let before = at.checked_sub(1).map_or("", |at| tokens[at].word.as_str());
                next.is_none_or(|next| {
                    next.gap != Gap::None && !next.small
                        || next.gap == Gap::Space && !abbreviated(before)
                }) && !abbreviated(before)
            }
            "!" | "?" | ";" => true,
            _ => false,
        };
        let length = at - start;
        let long = length >= MAX_SENTENCE
            || length >= MAX_SENTENCE / 2 && !token.is_word && token.word != "(";
        if ends && !token.is_word || long {
            found.push(start..at + 1);
            start = at + 1;
        }
    }
    if start < unit.end {
        found.push(start..unit.end);
    }
    found
}

fn abbreviated(word: &str) -> bool {
    has(
        "approx incl e.g eg i.e etc inc st no nr vs ca resp yrs mos jan feb mar apr jun jul aug sep sept oct nov dec co ltd bzw dr mr ms",
        word,
    ) || word.chars().count() == 1 && !word.starts_with(|c: char| c.is_ascii_digit())
}

/// True when a unit is the heading of a job: a short line that begins or ends with dates.
pub(crate) fn is_job(tokens: &[Token], unit: &Unit, dates: &Duration, bullet: bool) -> bool {
    let length = unit.tokens.len();
    if unit.opens.is_some() || dates.months.is_none() || length > 28 && dates.start > 2 {
        return false;
    }
    // Headings do not speak of themselves; "I use Go since 2018" does.
    if tokens[unit.tokens.clone()]
        .iter()
        .any(|one| has("i my we ich", &one.word))
    {
        return false;
    }
    let marks = |one: &Token| !one.is_word;
    let before = tokens[unit.tokens.start..unit.tokens.start + dates.start]
        .iter()
        .filter(|one| !marks(one))
        .count();
    let behind = tokens[unit.tokens.start + dates.end..unit.tokens.end]
        .iter()
        .filter(|one| !marks(one))
        .count();
    let sentence = tokens[unit.tokens.clone()]
        .last()
        .is_some_and(|last| last.word == ".");
    before == 0 || behind <= 3 && !sentence && !bullet
}
