//! Names that the lexicon does not have, where a résumé says what somebody can do: in lists of skills and of courses, in bullets that are
//! lists, behind words such as “skilled in”, and beside names that are known. The titles of jobs, employers, places, schools, diplomas,
//! spoken languages and hobbies are none.

mod answered;
mod items;

pub(crate) use answered::listed;

use colloquy_findings::is_function_word;
use colloquy_findings::letters::{is_lower, is_upper};

use self::items::{
    BEFORE, PARTS, WORDS, any, bracketed, is_dated, is_done, is_spoken, items, shortened, upto,
};
use crate::lexicon::Lexicon;
use crate::numbers::number;
use crate::tokens::{Gap, Token, has};
use crate::units::{Section, opened, units};

/// Most names of one résumé.
const MOST: usize = 48;
/// Most names of one answer.
const FEW: usize = 12;
/// Fewest items of a line about work that is a list.
const ITEMS: usize = 3;
/// Words between a noun such as `records` and the program they are kept in.
const NEAR: usize = 4;

/// Tokens of a line that are looked at together, so that the time is bounded.
const PIECE: usize = 200;

/// Bytes from which one word in capitals on a line of its own is a heading.
const TITLE: usize = 6;

/// Most tokens of a line that is nothing but dates.
const DATES: usize = 6;

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
/// What a course is called by the way it is held, or by whom it is for: no subject.
const KINDS: &str = "online evening weekend foundation introductory basic beginners advanced summer \
    user users staff team customer customers client clients peer employee employees apprentice trainee colleague volunteer";
const TICKETS: &str = "licence license ticket certificate card schein";
/// What is kept in a program: nouns and verbs before the word that leads to it.
const KEPT: &str = "records charting orders bookings invoices diary reports sheets backups monitoring books lessons scoring rota rotas \
    schedule stock plans documentation tickets pflegedokumentation stundenplan dienstplan bestellungen pedidos informes facturas \
    commandes dossiers factures";
const INTO: &str = "in on with through using via into mit con avec sur";
/// What a program is.
const PROGRAMS: &str =
    "system software program programme app platform logiciel programa programm till";
/// Behind these stands what somebody can do; behind a last `de` only where it is more than one thing, as titles of jobs are put so too.
const CAN: &str = "skilled in,experienced in,trained in,proficient in,familiar with,expertise in,responsible for,work covers,i know,\
    ich beherrsche,kenntnisse in,erfahrung in,verantwortlich für,zuständig für,domino,manejo,experiencia en,conocimientos de,\
    responsable de,encargado de,encargada de,je maîtrise,chargé de,chargée de,chargé du,chargée du,expérience en";

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
        if any(line, "{") {
            continue;
        }
        let (label, rest) = labelled(line);
        let own = opened(label);
        let here = match own {
            Some(own) => own,
            None if label.is_empty() || section == Section::Skills => section,
            None => Section::Other,
        };
        match here {
            Section::Aside => continue,
            Section::Skills => claims.skills(rest),
            Section::Education => claims.courses(rest, own.is_some()),
            Section::Work | Section::Other if label.is_empty() => {
                // A title has its dates on a line of their own.
                let next = units
                    .get(at + 1)
                    .map_or(line, |next| &tokens[next.tokens.clone()]);
                let title = next.len() <= DATES && !any(&next[..1], "- •") && is_dated(next);
                let bullet = rest.len() + 1 == line.len() && line[0].word != "#";
                if !title {
                    claims.work(rest, bullet || dated);
                }
            }
            Section::Work | Section::Other => {}
        }
        dated = is_dated(line) && line.len() > DATES;
        for piece in rest.chunks(PIECE) {
            claims.beside(piece);
            for at in 0..piece.len() {
                claims.able(piece, at);
                claims.tool(piece, at);
                claims.ticket(piece, at);
            }
        }
    }
    claims.names.truncate(MOST);
    claims.names
}

/// The words before a colon or a wide gap that may name what follows, and what follows without its sign.
fn labelled(line: &[Token]) -> (&[Token], &[Token]) {
    let rest = unmarked(line);
    for at in 1..rest.len() {
        if rest[at].word == ":" || rest[at].gap == Gap::Wide && rest[at].is_word {
            return (&rest[..at], unmarked(&rest[at..]));
        }
    }
    (&[], rest)
}

/// A line without its bullet.
fn unmarked(line: &[Token]) -> &[Token] {
    let mut rest = line;
    while let [first, behind @ ..] = rest
        && !first.is_word
        && first.word != "("
    {
        rest = behind;
    }
    rest
}

impl Claims<'_> {
    /// A heading that is not known: below it another matter begins.
    fn is_title(&self, line: &[Token]) -> bool {
        let last = any(&line[line.len() - 1..], ": *");
        let marked = line[0].word == "#" || line[0].word == "*" && last;
        // One word in capitals may be a name, “SQL”.
        let several = line.len() > 1 || line[0].word.len() >= TITLE && !self.is_known(line);
        let capitals = several && line[0].is_word && self.capitals(line) && !any(line, ",");
        line.len() <= 10 && (marked || capitals)
    }

    /// True for words without a small letter.
    fn capitals(&self, words: &[Token]) -> bool {
        let (Some(first), Some(last)) = (words.first(), words.last()) else {
            return false;
        };
        !self.text[first.start..last.end].contains(is_lower)
    }

    /// How many words from a token on have a capital.
    fn proper(&self, words: &[Token]) -> usize {
        let mut count = 0;
        while let Some(one) = words.get(count)
            && one.is_word
            && one.gap != Gap::Line
            && self.text[one.start..one.end].contains(is_upper)
        {
            count += 1;
        }
        count
    }

    /// Takes in a name.
    fn push(&mut self, name: Option<&[Token]>) {
        if let Some([first, .., last] | [first @ last]) = name {
            let name = &self.text[first.start..last.end];
            if !self.names.iter().any(|have| have == name) {
                self.names.push(name.to_owned());
            }
        }
    }

    /// A list of skills: every item is one.
    fn skills(&mut self, line: &[Token]) {
        for (at, item) in items(line, false).iter().enumerate() {
            // Behind a date stands what another column has, behind a language are others.
            if is_dated(item.words) || at == 0 && is_spoken(item.words) {
                return;
            }
            self.push(item.name);
            let inner = items(bracketed(item.words), true);
            if inner.len() > 1 {
                for item in inner {
                    self.push(item.name);
                }
            }
        }
    }

    /// Courses and licences: what a line begins with, and what follows where it is a list. Schools and their diplomas are none.
    fn courses(&mut self, line: &[Token], list: bool) {
        if !list && any(line, DIPLOMAS) {
            return;
        }
        let list = list && !is_dated(line);
        for (at, item) in items(line, false).iter().enumerate() {
            let sure = at == 0 || list || self.capitals(item.words) && !is_dated(item.words);
            let school = [PLACES, COURSES].iter().any(|list| any(item.words, list));
            let diploma = item.words.len() > 1 && any(item.words, DIPLOMAS);
            if sure && !school && !diploma {
                self.push(item.name);
            }
        }
    }

    /// A line about work that is nothing but a list of what was done, such as “Milking, calving, hoof trimming”; not `sure` for one that
    /// has no bullet.
    fn work(&mut self, line: &[Token], sure: bool) {
        let sentence = self.german || any(line, ". ;");
        if !sure && sentence || is_dated(line) || any(line, PLACES) {
            return;
        }
        let items = items(line, false);
        for (at, item) in items.iter().enumerate() {
            // “Head cook, Hotel Mar, Faro”
            let proper = at > 0
                && !self.german
                && !self.capitals(item.words)
                && (0..item.words.len()).any(|at| self.proper(&item.words[at..]) > 0)
                && !self.is_known(item.words);
            if proper || item.name.is_none() || is_done(item.words) {
                return;
            }
        }
        // “Fire alarm installation” is one by itself.
        let activity = |item: &items::Item| {
            let name = item
                .name
                .filter(|name| name.len() == item.words.len() && (2..=WORDS).contains(&name.len()));
            let ends = ["ing", "ation", "ment", "enance"];
            let last = name.and_then(<[Token]>::last);
            last.is_some_and(|last| ends.iter().any(|end| last.word.ends_with(end)))
        };
        if items.len() >= ITEMS || sure && items.iter().all(activity) {
            for item in items {
                self.push(item.name);
            }
        }
    }

    fn is_known(&self, item: &[Token]) -> bool {
        (0..item.len()).any(|at| self.lexicon.longest(&item[at..]).is_some())
    }

    /// What stands in a list with names that are known, where they are as many.
    fn beside(&mut self, line: &[Token]) {
        for list in line.split(|one| has(". ; :", &one.word)) {
            let mut items = items(list, true);
            let all = items.len();
            items.retain(|item| !self.is_known(item.words));
            let known = all - items.len();
            if known < 2 || items.len() > known || is_dated(list) {
                continue;
            }
            for item in items {
                if let Some(name) = item.name
                    && !is_done(name)
                    && self.proper(name) == name.len()
                {
                    self.push(item.name);
                }
            }
        }
    }

    /// What somebody can do, by the words before it.
    fn able(&mut self, line: &[Token], at: usize) {
        for cue in CAN.split(',') {
            let mut from = at;
            let mut least = 1;
            for word in cue.split(' ') {
                if line.get(from).is_none_or(|one| one.word != word) {
                    from = line.len();
                }
                from += 1;
                least = 1 + usize::from(word == "de");
            }
            let Some(list) = line.get(from..) else {
                continue;
            };
            let mut names = items(upto(list, ". ; : ! ?"), true);
            let whole = names.iter().position(|item| item.short.is_none());
            names.truncate(whole.unwrap_or(names.len()));
            if names.len() >= least {
                for item in names {
                    let counted = number(item.words, 0).is_some();
                    self.push(item.short.filter(|_| !counted));
                }
            }
        }
    }

    /// What records are kept in, what was used, and what is named as a program: “rotas in Calabrio”, “the till system (Lightspeed)”.
    fn tool(&mut self, line: &[Token], at: usize) {
        let word = &line[at].word;
        let program = has(PROGRAMS, word) || word.ends_with("software");
        let bracket = program && line.get(at + 1).is_some_and(|one| one.word == "(");
        let from = at + 1 + usize::from(bracket);
        let length = self.proper(&line[from..]).min(WORDS);
        let name = &line[from..from + length];
        // A capital within a word is a product's.
        let made = || {
            let first = &self.text[name[0].start..name[0].end];
            !self.capitals(&name[..1]) && first.chars().skip(1).any(is_upper)
        };
        let near = &line[at.saturating_sub(NEAR)..at];
        if length > 0 && at > 0 && !any(name, PLACES) {
            if program || has(INTO, word) && (any(near, KEPT) || has("using via", word) || made()) {
                self.push(Some(name));
            }
        } else if program && at > 1 && self.proper(&line[at - 1..at]) > 0 && !self.german {
            // “a Lightspeed till”
            self.push(Some(&line[at - 1..at]));
        }
    }

    /// Courses and licences in a sentence: “a chainsaw licence”, “evening course in data analysis (SQL, statistics)”.
    fn ticket(&mut self, line: &[Token], at: usize) {
        let word = &line[at].word;
        let course = has(COURSES, word);
        let card = word.ends_with("schein") && word != "führerschein";
        // “Not finished”
        let left = course && any(line, "finished unfinished abgebrochen inacabado inachevé");
        if left || !course && !card && !has(TICKETS, word) {
            return;
        }
        if let Some([link, behind @ ..]) = line.get(at + 1..)
            && has("in on for en de aux für zu", &link.word)
            && (course || link.word == "de")
        {
            let list = upto(behind, ")");
            let only = if any(list, "(") {
                list
            } else {
                upto(list, PARTS)
            };
            return self.skills(shortened(only));
        }
        let mut start = at;
        while start > 0
            && line[start - 1].is_word
            && !is_function_word(&line[start - 1].word)
            && !has(BEFORE, &line[start - 1].word)
        {
            start -= 1;
        }
        let name = &line[start..at + usize::from(!course)];
        let plain = course && any(name, KINDS);
        if (start < at || card) && name.len() <= WORDS + 1 && !any(name, DIPLOMAS) && !plain {
            self.push(Some(name));
        }
    }
}
