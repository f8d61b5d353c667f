//! A résumé: its sections and jobs, and what each sentence shows of the skills it names.

use core::ops::Range;

use colloquy_schema::Attribute;

use crate::cues::{Cues, one_line};
use crate::durations::{Duration, durations, spelled};
use crate::found::{Found, Reading};
use crate::lexicon::Lexicon;
use crate::names::{Mention, Place, Tone, list_head, mentions};
use crate::owners::owners;
use crate::readings::{Regulation, Statement, regulations, statements};
use crate::tokens::{Gap, Token, has};
use crate::units::{Section, Unit, is_job, opened, sentences, units};

/// The most skills of a sentence that the next one can go on about.
const MAX_CARRIED: usize = 4;

/// The most times of one skill that are reckoned with.
const MAX_USED: usize = 100;

/// Tokens of a label before its colon.
const LABEL: usize = 6;

/// A time in which a skill was used, as its job's heading has it.
struct Used {
    months: (u32, u32),
    dates: String,
    quote: Range<usize>,
}

struct Reader<'a> {
    lexicon: &'a Lexicon,
    cues: &'a Cues,
    text: &'a str,
    tokens: &'a [Token],
    year: u32,
    found: Found,
    section: Section,
    job: Option<(Duration, String, Range<usize>)>,
    /// For each skill that was found when it was used, the earliest time first.
    used: Vec<Vec<Used>>,
    /// A table's heading had a column of years.
    table: bool,
}

/// Reads a résumé or a part of one.
pub(crate) fn read(
    lexicon: &Lexicon,
    cues: &Cues,
    text: &str,
    tokens: &[Token],
    year: u32,
) -> Found {
    let mut reader = Reader {
        lexicon,
        cues,
        text,
        tokens,
        year,
        found: Found::default(),
        section: Section::Other,
        job: None,
        used: Vec::new(),
        table: false,
    };
    for unit in units(text, tokens) {
        reader.unit(&unit);
    }
    reader.reckon();
    reader.found
}

impl Reader<'_> {
    fn unit(&mut self, unit: &Unit) {
        if let Some(section) = unit.opens {
            (self.section, self.job, self.table) = (section, None, false);
            return;
        }
        let tokens = &self.tokens[unit.tokens.clone()];
        // “**Baker, Amaral & Sons** (2016 – now)” and “### Baker” are headings.
        let marked = tokens.first().is_some_and(|one| one.word == "#")
            || matches!(tokens, [first, second, ..] if first.word == "*" && second.word == "*" && second.gap == Gap::None);
        let bullet = !marked
            && tokens
                .first()
                .is_some_and(|one| !one.is_word && one.word != "." && one.word != "(");
        // "Computer skills: …" belongs to no job; "Technologies: …" does.
        let head = tokens
            .iter()
            .take(5)
            .position(|one| one.word == ":")
            .unwrap_or(0);
        let apart = "skills kenntnisse certificates certifications education competencies habilidades fähigkeiten zertifikate";
        if tokens[..head].iter().any(|one| has(apart, &one.word)) {
            self.job = None;
        }
        self.heading(unit, tokens, bullet);
        if self.header(tokens) {
            return;
        }
        let mut carried: Vec<usize> = Vec::new();
        for sentence in sentences(self.tokens, &unit.tokens) {
            carried = self.sentence(&sentence, &carried, bullet);
        }
        // "2019–2021 Java at a bank." is whole; a heading has no full stop.
        if tokens.last().is_some_and(|last| last.word == ".")
            && tokens.iter().any(|one| one.small)
            && !bullet
        {
            self.job = self
                .job
                .take()
                .filter(|(.., quote)| quote.end != tokens[tokens.len() - 1].end);
        }
    }

    /// Notices the heading of a job.
    fn heading(&mut self, unit: &Unit, tokens: &[Token], bullet: bool) {
        if matches!(
            self.section,
            Section::Education | Section::Skills | Section::Aside
        ) {
            return;
        }
        let dates = durations(tokens, self.year)
            .into_iter()
            .find(|one| one.months.is_some());
        let Some(dates) = dates.filter(|dates| is_job(self.tokens, unit, dates, bullet)) else {
            return;
        };
        let place = tokens[dates.start].start..tokens[dates.end - 1].end;
        let words = one_line(self.text.get(place).unwrap_or_default());
        self.job = Some((dates, words, quote(tokens)));
    }

    /// Notices the heading of a table of skills with a column of years.
    fn header(&mut self, tokens: &[Token]) -> bool {
        let has = |list: &[&str]| tokens.iter().any(|one| list.contains(&one.word.as_str()));
        let header = tokens.len() <= 12
            && has(&[
                "skill",
                "skills",
                "technology",
                "tool",
                "tools",
                "language",
                "area",
            ])
            && has(&["years", "yrs"])
            && !tokens
                .iter()
                .any(|one| one.word.starts_with(|c: char| c.is_ascii_digit()));
        self.table |= header;
        header
    }

    /// Reads a sentence. Returns the skills that the next one can go on about.
    fn sentence(&mut self, range: &Range<usize>, carried: &[usize], bullet: bool) -> Vec<usize> {
        let tokens = &self.tokens[range.clone()];
        let list = self.section == Section::Skills || self.table;
        let named = mentions(self.lexicon, self.text, tokens, Place { list });
        let mut stated = statements(self.cues, self.text, tokens, &[], self.year);
        let named = regulations(
            tokens,
            named,
            &mut stated,
            if list || list_head(tokens).is_some() {
                Regulation::Skill
            } else {
                Regulation::Either
            },
        );
        if matches!(self.section, Section::Education | Section::Aside) {
            stated.retain(|one| one.attribute != Attribute::Duration);
        }
        if let Some((dates, ..)) = &self.job {
            // The dates of a heading count by the months of all jobs.
            stated.retain(|one| {
                one.months.is_none() || one.months != dates.months || one.value.starts_with("since")
            });
        }
        if self.table {
            self.column(tokens, &named, &mut stated);
        }
        // A paragraph goes on about the same skills where its words show it, a bullet by itself.
        let goes_on = bullet
            || tokens
                .iter()
                .take(6)
                .any(|one| has("it this these they which both there", &one.word));
        let quote = quote(tokens);
        for mention in &named {
            let confidence = self.confidence(tokens, &named, mention, !stated.is_empty());
            if confidence == 0 {
                continue;
            }
            let Some(place) = self.found.name(mention.skill, &quote, confidence) else {
                continue;
            };
            // What stands in a column beside a job is no part of it.
            let column = mention.start <= 1
                && tokens
                    .get(mention.end)
                    .is_some_and(|next| next.gap == Gap::Wide);
            if let Some((dates, words, quote)) = self.job.as_ref().filter(|_| !column)
                && let Some(months) = dates.months
            {
                while self.used.len() <= place {
                    self.used.push(Vec::new());
                }
                let mine = &mut self.used[place];
                if mine.len() < MAX_USED && !mine.iter().any(|one| one.quote == *quote) {
                    let at = mine
                        .iter()
                        .position(|one| one.months > months)
                        .unwrap_or(mine.len());
                    let (dates, quote) = (words.clone(), quote.clone());
                    mine.insert(
                        at,
                        Used {
                            months,
                            dates,
                            quote,
                        },
                    );
                }
            }
        }
        let kept: Vec<Mention> = named
            .into_iter()
            .filter(|one| one.tone != Tone::Denied)
            .collect();
        for (one, owners) in stated.iter().zip(owners(tokens, &kept, &stated)) {
            let skills: Vec<usize> = if kept.is_empty() {
                carried.iter().copied().filter(|_| goes_on).collect()
            } else {
                owners.iter().map(|place| kept[*place].skill).collect()
            };
            for skill in skills {
                self.found.insert(
                    skill,
                    Reading {
                        attribute: one.attribute,
                        value: one.value.clone(),
                        quote: around(tokens, one),
                        same_as: None,
                    },
                );
            }
        }
        if kept.is_empty() {
            return carried.to_vec();
        }
        let skills: Vec<usize> = kept.iter().map(|one| one.skill).collect();
        if skills.len() > MAX_CARRIED {
            Vec::new()
        } else {
            skills
        }
    }

    /// In a table of skills a bare number behind a name is its years.
    fn column(&self, tokens: &[Token], named: &[Mention], stated: &mut Vec<Statement>) {
        let [mention] = named else { return };
        let Some(at) = (mention.end..tokens.len()).find(|at| tokens[*at].is_word) else {
            return;
        };
        let number = Some(&tokens[at].word).filter(|word| tokens.len() <= 10 && word.len() <= 2);
        let Some(years) = number.and_then(|word| word.parse::<u32>().ok()) else {
            return;
        };
        if years > 0
            && !stated
                .iter()
                .any(|one| one.attribute == Attribute::Duration)
        {
            stated.push(Statement {
                attribute: Attribute::Duration,
                start: at,
                end: at + 1,
                value: spelled(years * 12),
                level: false,
                months: None,
            });
        }
    }

    /// How sure a mention makes of a skill, in hundredths; 0 for one that is denied.
    fn confidence(
        &self,
        tokens: &[Token],
        named: &[Mention],
        mention: &Mention,
        detail: bool,
    ) -> u32 {
        let words = tokens.iter().filter(|one| one.is_word).count();
        let names: usize = named.iter().map(|one| one.end - one.start).sum();
        let list =
            self.section == Section::Skills || list_head(tokens).is_some() || words < names + 3;
        match mention.tone {
            Tone::Denied => 0,
            Tone::Vague => 50,
            Tone::Plain if self.section == Section::Aside => 50,
            // A course or a licence shows that somebody learned it, not what they did with it.
            Tone::Plain if self.is_learned(tokens) => 60,
            Tone::Plain
                if has(
                    "licence license ticket tickets certificate awareness",
                    &tokens[mention.end - 1].word,
                ) =>
            {
                60
            }
            Tone::Plain if list && !detail => 75,
            Tone::Plain => 90,
        }
    }

    /// True for a line of courses and licences, by its section or by its own label: “Tickets: GWO BST, IRATA L2”.
    fn is_learned(&self, tokens: &[Token]) -> bool {
        let colon = tokens.iter().take(LABEL).position(|one| one.word == ":");
        let label = colon.and_then(|at| opened(&tokens[..at]));
        label.unwrap_or(self.section) == Section::Education
    }

    /// Reckons how long the skills were used for which only the dates of jobs are known.
    fn reckon(&mut self) {
        for (at, mine) in self.used.iter().enumerate() {
            let (Some(last), Some(skill)) =
                (mine.last(), self.found.skills.get(at).map(|one| one.skill))
            else {
                continue;
            };
            if self.found.has(skill, Attribute::Duration) {
                continue;
            }
            let (mut months, mut covered) = (0, 0);
            for (from, to) in mine.iter().map(|used| used.months) {
                let from = from.max(covered);
                if to + 1 > from {
                    months += to + 1 - from;
                    covered = to + 1;
                }
            }
            let mut dates: Vec<&str> = Vec::new();
            for used in mine.iter().rev() {
                if dates.len() < 4 && !dates.contains(&used.dates.as_str()) {
                    dates.push(&used.dates);
                }
            }
            let value = format!("{} ({})", dates.join(", "), spelled(months));
            self.found.insert(
                skill,
                Reading {
                    attribute: Attribute::Duration,
                    value,
                    quote: last.quote.clone(),
                    same_as: None,
                },
            );
        }
    }
}

/// The place of a sentence in the text without its bullet.
pub(crate) fn quote(tokens: &[Token]) -> Range<usize> {
    let is_mark = |one: &&Token| !one.is_word && has("• - * + > | # , )", &one.word);
    let first = tokens.iter().find(|one| !is_mark(one)).or(tokens.first());
    match (first, tokens.last()) {
        (Some(first), Some(last)) => first.start..last.end,
        _ => 0..0,
    }
}

/// The place of a sentence, or of what is around a value where the sentence is too long to be quoted.
pub(crate) fn around(tokens: &[Token], one: &Statement) -> Range<usize> {
    let whole = quote(tokens);
    let (Some(first), Some(last)) = (tokens.get(one.start), tokens.get(one.end - 1)) else {
        return whole;
    };
    if whole.len() <= 400 {
        return whole;
    }
    let start = tokens
        .iter()
        .find(|one| one.start + 100 >= first.start)
        .map_or(first.start, |one| one.start);
    let end = tokens
        .iter()
        .rev()
        .find(|one| one.end <= last.end + 100)
        .map_or(last.end, |one| one.end);
    start..end
}
