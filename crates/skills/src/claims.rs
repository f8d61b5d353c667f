//! Names that the lexicon does not have, where a résumé says what somebody can do: in lists of skills and of courses, in bullets that are
//! lists, behind words such as “skilled in”, and beside names that are known. The titles of jobs, employers, places, schools, diplomas,
//! spoken languages and hobbies are none.

mod items;

use colloquy_findings::is_function_word;

use self::items::{
    BEFORE, PARTS, WORDS, bracketed, is_dated, is_done, is_spoken, items, named, shortened,
};
use crate::cues::clause_end;
use crate::durations::durations;
use crate::lexicon::Lexicon;
use crate::tokens::{Gap, Token, has};
use crate::units::{Section, opened, units};

/// Most names of one résumé.
const MOST: usize = 48;
/// Fewest items of a line about work that is a list.
const ITEMS: usize = 3;
/// Words between a noun such as `records` and the program they are kept in.
const NEAR: usize = 4;

/// Tokens of a line that are looked at together, so that the time is bounded.
const PIECE: usize = 200;

/// Most tokens of a line that is nothing but dates, and a year that no date is beyond.
const DATES: usize = 12;
const LAST_YEAR: u32 = 2099;

/// Schools, employers and places of work.
const PLACES: &str = "school college university academy hospital infirmary clinic hotel restaurant bakery ltd llp inc council gmbh ag kg \
    klinik klinikum schule hochschule universität kammer handwerkskammer bäckerei universidad instituto ies residencia clínica \
    lycée université clinique institut sarl maison";
/// Diplomas and whoever learns for one.
const DIPLOMAS: &str = "diploma degree bsc ba msc ma phd mba llb llm pgce hnd hnc gcse gcses apprenticeship bachelor master nursing \
    meisterprüfung lehre abitur staatsexamen studium promotion diplom grado título técnico licenciatura diplôme licence-pro bts cap bac \
    leaving school birth clean full valid season";
const COURSES: &str =
    "course courses training class workshop kurs lehrgang schulung curso formation";
const TICKETS: &str = "licence license ticket certificate card schein";
/// What is kept in a program: nouns and verbs before the word that leads to it.
const KEPT: &str = "records record recorded charting charted orders bookings invoices diary reports reporting sheets backups monitoring books \
    marked lessons scoring rota rotas schedule stock plans plan documentation tickets sheet dokumentation pflegedokumentation stundenplan \
    dienstplan bestellungen abrechnung berichte pedidos informes facturas turnos commandes dossiers factures rapports";
const INTO: &str = "in on with through using via into mit con avec sur";
/// What a program is.
const PROGRAMS: &str =
    "system software program programme app platform logiciel programa programm till";
/// Behind these stands what somebody can do; after a bar those behind which only several names do.
const CAN: &str = "skilled in,experienced in,experienced with,trained in,proficient in,familiar with,expertise in,responsible for,work covers,\
    i know,ich beherrsche,kenntnisse in,erfahrung in,verantwortlich für,zuständig für,domino,manejo,experiencia en,conocimientos de,\
    je maîtrise,chargé de,chargée de,chargé du,chargée du,expérience en,formé à,formée à,|responsable de,encargado de,encargada de";

struct Claims<'a> {
    lexicon: &'a Lexicon,
    text: &'a str,
    /// Nouns have capitals, so that a capital shows nothing.
    german: bool,
    names: Vec<String>,
}

/// Returns the names in a résumé that the lexicon does not have.
pub(crate) fn claimed(lexicon: &Lexicon, text: &str, tokens: &[Token]) -> Vec<String> {
    let german = |one: &&Token| {
        has("und mit der die bei von seit heute als", &one.word)
            || one.word.contains(['ä', 'ö', 'ü', 'ß'])
    };
    let mut claims = Claims {
        lexicon,
        text,
        german: tokens.iter().filter(german).count() >= 3,
        names: Vec::new(),
    };
    let (mut section, mut dated) = (Section::Other, false);
    let units = units(text, tokens);
    for (at, unit) in units.iter().enumerate() {
        let line = &tokens[unit.tokens.clone()];
        if let Some(opens) = unit.opens {
            section = opens;
            continue;
        }
        if claims.is_title(line) {
            section = Section::Other;
        }
        // Data is no list of what somebody can do.
        if line.iter().any(|one| one.word == "{") {
            continue;
        }
        let (label, rest) = labelled(line);
        let own = opened(label);
        let here = match own {
            Some(own) => own,
            None if label.is_empty() || section == Section::Skills => section,
            None => Section::Other,
        };
        let rest = unmarked(rest);
        match here {
            Section::Aside => continue,
            Section::Skills => claims.skills(rest),
            Section::Education => claims.courses(rest, own.is_some()),
            Section::Work | Section::Other => {
                let next = units
                    .get(at + 1)
                    .map_or(&[][..], |next| &tokens[next.tokens.clone()]);
                let bullet = line.len() > rest.len() && !has("# *", &line[0].word)
                    || line[0].word == "*" && line[0].gap != line[1].gap;
                // A title has its dates on a line of their own.
                let next = &next[..next.len().min(DATES)];
                let dates = durations(next, LAST_YEAR)
                    .into_iter()
                    .find(|one| one.months.is_some());
                let titles = dates.is_some_and(|dates| {
                    let others = next[..dates.start].iter().chain(&next[dates.end..]);
                    !others.into_iter().any(|one| one.is_word)
                });
                if label.is_empty() && !titles {
                    claims.work(rest, bullet || dated);
                }
            }
        }
        dated = is_dated(line) && line.len() > 6;
        for piece in rest.chunks(PIECE) {
            claims.beside(piece);
            claims.cued(piece);
            claims.tickets(piece);
        }
    }
    claims.names.truncate(MOST);
    claims.names
}

/// The words before a colon or a wide gap that may name what follows, and what follows.
fn labelled(line: &[Token]) -> (&[Token], &[Token]) {
    let start = line.len() - unmarked(line).len();
    let end = (start + 1..line.len())
        .find(|at| line[*at].word == ":" || line[*at].gap == Gap::Wide && line[*at].is_word);
    match end {
        Some(end) if end + 1 < line.len() => (&line[start..end], &line[end..]),
        _ => (&[], line),
    }
}

/// A line without its bullet.
fn unmarked(line: &[Token]) -> &[Token] {
    let words = line.iter().position(|one| one.is_word || one.word == "(");
    &line[words.unwrap_or(line.len())..]
}

impl Claims<'_> {
    /// A heading that is not known: below it another matter begins.
    fn is_title(&self, line: &[Token]) -> bool {
        let marked = line[0].word == "#"
            || line[0].word == "*" && line.get(1).is_some_and(|one| one.word == "*");
        let capitals =
            line.len() > 1 && line[0].is_word && line.iter().all(|one| self.is_capital(one, true));
        let last = line
            .last()
            .is_some_and(|one| matches!(one.word.as_str(), ":" | "*"));
        line.len() <= 10
            && (marked && (line[0].word == "#" || last)
                || capitals && !line.iter().any(|one| one.word == ","))
    }

    /// True for a word with a capital letter, or with no small one.
    fn is_capital(&self, token: &Token, all: bool) -> bool {
        let word = self.text.get(token.start..token.end).unwrap_or_default();
        let mut chars = word.chars();
        if all {
            return chars.all(|c| !c.is_lowercase());
        }
        chars.next().is_some_and(char::is_uppercase) || word.chars().skip(1).any(char::is_uppercase)
    }

    /// Takes in a name, where it is one.
    fn push(&mut self, tokens: &[Token]) {
        if let (Some(first), Some(last)) = (tokens.first(), tokens.last()) {
            let name = self.text.get(first.start..last.end).unwrap_or_default();
            if !self.names.iter().any(|have| have == name) {
                self.names.push(name.to_owned());
            }
        }
    }

    /// A list of skills: every item is one.
    fn skills(&mut self, line: &[Token]) {
        let list = items(line, false);
        if list.first().is_some_and(|first| is_spoken(first)) {
            return;
        }
        // Behind a date stands what another column has.
        for item in list.into_iter().take_while(|item| !is_dated(item)) {
            let inner = bracketed(item);
            if let Some(name) = named(item) {
                self.push(name);
            }
            let inner: Vec<&[Token]> = items(inner, true).into_iter().filter_map(named).collect();
            if inner.len() > 1 {
                inner.into_iter().for_each(|name| self.push(name));
            }
        }
    }

    /// Courses and licences: what a line begins with, and what follows where it is a list. Schools and their diplomas are none.
    fn courses(&mut self, line: &[Token], list: bool) {
        let items = items(line, false);
        let schooled = |item: &&[Token]| item.iter().any(|one| has(DIPLOMAS, &one.word));
        if !list && items.iter().any(schooled) {
            return;
        }
        let dated = items.last().is_some_and(|last| is_dated(last));
        for (at, item) in items.iter().enumerate() {
            let sure = at == 0
                || !dated && list
                || item.iter().all(|one| self.is_capital(one, true)) && !is_dated(item);
            let place = item.iter().any(|one| has(PLACES, &one.word));
            let course = item.iter().any(|one| has(COURSES, &one.word));
            if let Some(name) = named(item)
                .filter(|item| sure && !place && !course && (item.len() == 1 || !schooled(item)))
            {
                self.push(name);
            }
        }
    }

    /// A line about work that is nothing but a list of what was done, such as “Milking, calving, hoof trimming”.
    fn work(&mut self, line: &[Token], sure: bool) {
        // Without a bullet it is one where it is no sentence.
        let list = !self.german && !line.iter().any(|one| has(". ;", &one.word));
        if !sure && !list || is_dated(line) || line.iter().any(|one| has(PLACES, &one.word)) {
            return;
        }
        let items = items(line, false);
        let proper = |item: &&[Token]| {
            !self.german
                && !self.is_known(item)
                && item
                    .iter()
                    .any(|one| self.is_capital(one, false) && !self.is_capital(one, true))
        };
        if items.iter().skip(1).any(proper) {
            return;
        }
        let names: Vec<&[Token]> = items
            .iter()
            .enumerate()
            .filter(|(_, item)| !is_done(item))
            .filter_map(|(at, item)| {
                let counted = |one: &Token| one.word.starts_with(|c: char| c.is_ascii_digit());
                let goes_on = at + 1 == items.len() && item.iter().any(counted);
                named(if goes_on { shortened(item) } else { item })
            })
            .collect();
        if names.len() == items.len() && items.len() >= ITEMS {
            names.into_iter().for_each(|name| self.push(name));
        }
    }

    fn is_known(&self, item: &[Token]) -> bool {
        (0..item.len()).any(|at| self.lexicon.longest(&item[at..]).is_some())
    }

    /// What stands in a list with names that are known, where they are as many.
    fn beside(&mut self, line: &[Token]) {
        for list in line.split(|one| has(". ; :", &one.word)) {
            let items = items(list, true);
            let (known, others): (Vec<&[Token]>, Vec<&[Token]>) =
                items.into_iter().partition(|item| self.is_known(item));
            if known.len() < 2 || others.len() > known.len() || is_dated(list) {
                continue;
            }
            for name in others.into_iter().filter_map(named) {
                if !is_done(name) && name.iter().all(|one| self.is_capital(one, false)) {
                    self.push(name);
                }
            }
        }
    }

    /// What somebody can do by such words, and what they keep their records in.
    fn cued(&mut self, line: &[Token]) {
        for at in 0..line.len() {
            for (cues, least) in CAN.split('|').zip(1..) {
                let cue = cues.split(',').find_map(|cue| {
                    let mut words = cue.split(' ').zip(at..);
                    let whole =
                        words.all(|(word, at)| line.get(at).is_some_and(|one| one.word == word));
                    (whole && !cue.is_empty()).then(|| at + cue.split(' ').count())
                });
                let Some(from) = cue else { continue };
                let end = line[from..]
                    .iter()
                    .position(|one| has(". ; : ! ?", &one.word));
                let list = &line[from..end.map_or(line.len(), |end| from + end)];
                let names: Vec<&[Token]> = items(list, true)
                    .into_iter()
                    .map(shortened)
                    .map_while(named)
                    .collect();
                if names.len() >= least {
                    names.into_iter().for_each(|name| self.push(name));
                }
            }
            let into = has(INTO, &line[at].word) && at > 0;
            let kept = line[at.saturating_sub(NEAR)..at]
                .iter()
                .any(|one| has(KEPT, &one.word));
            let program = has(PROGRAMS, &line[at].word) || line[at].word.ends_with("software");
            let program = program && at > 0;
            let camel = |one: &Token| {
                let word = self.text.get(one.start..one.end).unwrap_or_default();
                !self.is_capital(one, true) && word.chars().skip(1).any(char::is_uppercase)
            };
            let tool =
                kept || has("using via", &line[at].word) || line.get(at + 1).is_some_and(camel);
            if into && tool || program {
                let from = at
                    + 1
                    + usize::from(program && line.get(at + 1).is_some_and(|one| one.word == "("));
                let length = line[from..].iter().take_while(|one| {
                    one.is_word && self.is_capital(one, false) && one.gap != Gap::Line
                });
                let end = (from + length.count()).min(clause_end(line, from));
                // “a Lightspeed till”
                let named = |one: &&Token| one.is_word && !one.small && self.is_capital(one, false);
                let back = at - line[1.min(at)..at].iter().rev().take_while(named).count();
                if program && end == from && back < at {
                    self.push(&line[back..at]);
                }
                if end > from
                    && end - from <= WORDS
                    && !line[from..end].iter().any(|one| has(PLACES, &one.word))
                {
                    self.push(&line[from..end]);
                }
            }
        }
    }

    /// Courses and licences in a sentence: “a chainsaw licence”, “evening course in data analysis (SQL, statistics)”.
    fn tickets(&mut self, line: &[Token]) {
        for at in 0..line.len() {
            let word = &line[at].word;
            let course = has(COURSES, word);
            let named = word.len() > 7 && word.ends_with("schein") && word != "führerschein";
            if named {
                self.push(&line[at..at + 1]);
            }
            // “Carné de manipulador de alimentos”
            let held = has("carné carnet carnets", word)
                && line.get(at + 1).is_some_and(|one| one.word == "de");
            if held {
                let end = line[at..]
                    .iter()
                    .position(|one| has(PARTS, &one.word))
                    .map_or(line.len(), |end| at + end);
                self.push(shortened(&line[at..end]));
            }
            if !course && !has(TICKETS, word) {
                continue;
            }
            let start = line[..at].iter().rposition(|one| {
                !one.is_word || is_function_word(&one.word) || has(BEFORE, &one.word)
            });
            let start = start.map_or(0, |start| start + 1);
            let end = line[at..]
                .iter()
                .position(|one| has(PARTS, &one.word))
                .map_or(line.len(), |end| at + end);
            let behind = line
                .get(at + 1)
                .is_some_and(|one| has("in on for en de aux für zu", &one.word));
            if course && behind {
                let close = line[at..]
                    .iter()
                    .position(|one| one.word == ")")
                    .map_or(end, |close| at + close);
                self.skills(shortened(&line[at + 2..end.max(close)]));
            } else if start < at
                && at - start <= WORDS
                && !line[start..at].iter().any(|one| has(DIPLOMAS, &one.word))
            {
                self.push(&line[start..at + usize::from(!course)]);
            }
        }
    }
}
