//! Which part of a résumé a line belongs to, by the headings.

use colloquy_findings::fold;

use crate::cues::role;
use crate::dates;
use crate::lines::{Line, has, words};
use crate::text::Text;

/// What a part of a résumé is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Section {
    /// Before the first heading.
    #[default]
    Top,
    /// How to reach the person.
    Contact,
    /// What the person states about themselves.
    Summary,
    /// Work.
    Work,
    /// Schools and studies.
    Education,
    /// Languages that people speak.
    Languages,
    /// Everything else.
    Aside,
}

const TITLE: &str = "lebenslauf curriculum vitae cv resume résumé resumé currículum curriculo tabellarischer of von";
/// Words of a title that are none alone.
const BETWEEN: &str = "of von";
const WORK: &str = "experience employment work career history berufserfahrung werdegang berufspraxis berufstätigkeit berufsleben tätigkeiten stationen \
    experiencia expérience expériences positions appointments jobs arbeitserfahrung praxiserfahrung erfahrung erfahrungen laufbahn karriere berufslaufbahn anstellungen praktika \
    arbeitsverhältnisse internships internship jobs praktische laboral laborales emplois parcours";
const EDUCATION: &str = "education academic qualifications qualification background training ausbildung bildung bildungsweg studium educación formation formación schooling \
    schulbildung schule schulausbildung hochschulbildung studies études degrees bildungsgang schulischer studium school schools universität university berufsausbildung hochschulausbildung";
const LANGUAGES: &str =
    "languages language sprachen sprachkenntnisse fremdsprachen idiomas langues linguistic";
const SUMMARY: &str = "summary profile objective about statement profil kurzprofil zusammenfassung perfil resumen bio overview";
const CONTACT: &str = "contact kontakt kontaktdaten contacto details daten angaben personalien persönliches coordonnées information";
const ASIDE: &str = "skills skill technologies competencies competences tools stack expertise proficiencies kenntnisse fähigkeiten habilidades compétences \
    toolbox software interests hobbies hobbys references referenzen publications awards volunteering activities interessen intereses loisirs honors \
    honours memberships certifications certificates courses projects projekte zertifikate weiterbildungen publikationen ehrenamt engagement \
    conferences talks patents achievements accomplishments referees edv edv-kenntnisse it-kenntnisse qualifikationen sonstiges ehrungen auszeichnungen \
    presentations speaking zivildienst wehrdienst grundwehrdienst teaching grants service hobbies freizeit proyectos proyecto references";
/// Words that a heading may have beside those that make it one.
const FILLING: &str = "professional technical key core my other and & of the selected relevant additional it und et y me a employment \
    main personal expert areas recent previous prior top soft civilian persönliche persönlicher beruflicher berufliche berufliches schulische schulischer \
    akademische akademischer akademischer relevant industry career executive profesional professionnelle professionnelles professionnel académica \
    business paid full further weitere wissenschaftlicher historial clinical legal on to date request available areas over i am who";

/// Gives each line its section; the second value is true for headings.
pub(crate) fn sections(lines: &[Line], year: u32) -> Vec<(Section, bool)> {
    let mut current = Section::Top;
    let mut level = 0;
    let mut found = Vec::with_capacity(lines.len());
    for line in lines {
        if is_title(line) {
            found.push((current, true));
            continue;
        }
        match heading(line, year) {
            Some(section) => {
                (current, level) = (section, line.level);
                found.push((current, true));
            }
            None => {
                // A heading of Markdown that is none of the known ones ends what stands above it.
                if line.level > 0 && line.level <= level {
                    current = Section::Aside;
                }
                found.push((current, false));
            }
        }
    }
    found
}

/// True for the title of the document, such as `Curriculum vitae`.
pub(crate) fn is_title(line: &Line) -> bool {
    let mut count = 0;
    let mut named = false;
    words(&line.folded).all(|word| {
        count += 1;
        named |= !has(BETWEEN, word);
        has(TITLE, word)
    }) && named
        && count < 4
}

/// Returns what follows a document's title on its line: `Curriculum vitae of Sofia Lindgren`.
pub(crate) fn titled(line: &Line) -> Option<&str> {
    let mut rest = line.text.as_str();
    let mut named = false;
    loop {
        let word = rest.cut_at(" \t:").next()?;
        if word.is_empty() || !has(TITLE, fold(word).strip("-–|")) {
            break;
        }
        rest = rest.get(word.len()..)?.strip_start(" \t:-–|");
        named |= !has(BETWEEN, &fold(word));
    }
    (named && !rest.is_empty()).then_some(rest)
}

fn heading(line: &Line, year: u32) -> Option<Section> {
    let text = line.folded.as_str();
    if line.bullet
        || text.len() > 60
        || text.ends_with(['.', ',', '?', '!'])
        || line.text.has_any("@<\t")
        || text.starts_with("your ")
    {
        return None;
    }
    if let Some((head, rest)) = text.split_once(':')
        && !rest.trim().is_empty()
    {
        // Only a line of running text follows on one.
        return kind(head).filter(|section| *section == Section::Languages);
    }
    if dates::span(text, year).is_some() {
        return None;
    }
    kind(text).or_else(|| {
        // "Nursing experience", "CIVILIAN EXPERIENCE": one word more, in a line that stands apart.
        let (first, last) = text.rsplit_once(' ')?;
        let apart = line.parted && !first.has_any(" ,") && role(first) == 0;
        let noun = has(
            "experience employment history education training berufserfahrung service background",
            last.strip_end(":"),
        );
        (apart && noun).then(|| {
            if last == "service" {
                Some(Section::Work)
            } else {
                kind(last)
            }
        })?
    })
}

/// Returns what a heading in small letters is about; none for a text that is no heading.
pub(crate) fn kind(text: &str) -> Option<Section> {
    // The first of these that a heading has a word of is what it is about.
    const KINDS: [(&str, Section); 7] = [
        ("programming programmiersprachen computer", Section::Aside),
        (LANGUAGES, Section::Languages),
        (EDUCATION, Section::Education),
        (SUMMARY, Section::Summary),
        (WORK, Section::Work),
        (ASIDE, Section::Aside),
        (CONTACT, Section::Contact),
    ];
    let mut found: Option<usize> = None;
    let mut count = 0;
    for word in words(text) {
        count += 1;
        let at = KINDS.iter().position(|(list, _)| has(list, word));
        match (at, found) {
            (None, _) if has(FILLING, word) => {}
            (None, _) => return None,
            (Some(at), Some(before)) if before <= at => {}
            (Some(at), _) => found = Some(at),
        }
    }
    // "Schule und Ausbildung" is one, "Work and education and skills and hobbies" is a sentence.
    if count > 6 {
        None
    } else {
        found
            .and_then(|at| KINDS.get(at))
            .map(|(_, section)| *section)
    }
}
