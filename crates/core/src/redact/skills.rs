//! Skills that only the removed answer speaks of: their names and values are words of it, wherever the engine copied them
//! to, and however the answer itself spelled them.

use super::REDACTED;
use colloquy_findings::fold;
use colloquy_findings::letters::is_alphanumeric;
use colloquy_schema::{Fact, GapQuestion, Record, SkillsEdit, SkillsRead};
use serde_json::Value;

/// Shortest name that is found whatever its case: `Go` is not the `go` of another sentence.
const ANY_CASE: usize = 4;

/// What stands for what only the removed answer says of skills.
#[derive(Default)]
pub(super) struct Secrets {
    /// Names with what takes their place: each its own, or two skills would become one.
    names: Vec<(String, String)>,
    /// Values that were read from the answer, as the reader worded them.
    values: Vec<String>,
}

/// Whether a text says something in its own right.
pub(super) type Judge<'a> = &'a dyn Fn(&str) -> bool;

impl Secrets {
    /// Finds them. `first` is the place of the answer's record; `only_here` says whether a text is part of the answer, and
    /// of no other.
    pub(super) fn of(
        records: &[Record],
        question: u32,
        first: usize,
        only_here: Judge<'_>,
    ) -> Secrets {
        let mut read = Vec::new();
        let mut public = Public::of(records, question);
        let mut secrets = Secrets::default();
        for (place, record) in records.iter().enumerate() {
            if let Fact::SkillsRead(reading) = &record.fact
                && reading.question == Some(question)
            {
                let values = reading.found.iter().flat_map(|found| &found.values);
                secrets.values.extend(values.map(|one| one.value.clone()));
                let found = reading.found.iter().map(|found| found.skill.clone());
                read.extend(found);
                read.extend(reading.refused.iter().map(|one| one.skill.clone()));
            } else if place < first {
                public
                    .names
                    .extend(names(&record.fact).into_iter().map(String::from));
            }
        }
        let mut taken = 0;
        let mut candidates: Vec<&str> = read.iter().map(String::as_str).collect();
        for record in records {
            let named = names(&record.fact);
            let numbers = named.iter().filter_map(|name| number_of(name));
            taken = numbers.fold(taken, usize::max);
            candidates.extend(named.into_iter().filter(|name| only_here(name)));
        }
        candidates.retain(|name| !public.says_skill(name));
        for name in candidates {
            secrets.keep(name, taken);
        }
        // Names made of these: what a skill was renamed to.
        for record in records {
            for name in names(&record.fact) {
                let mut made = secrets.names.iter();
                if made.any(|(secret, _)| find(name, secret, 0).is_some()) {
                    secrets.keep(name, taken);
                }
            }
        }
        secrets.values.retain(|value| !public.says(value));
        secrets
    }

    /// Keeps a name secret from now on; `taken` is the last number that an earlier redaction gave out.
    fn keep(&mut self, name: &str, taken: usize) {
        let known = self.names.iter().any(|(other, _)| other == name);
        if known || name.is_empty() || number_of(name).is_some() {
            return;
        }
        let stand_in = match self.names.len() + taken + 1 {
            1 => REDACTED.into(),
            number => [REDACTED, " ", &number.to_string()].concat(),
        };
        self.names.push((name.into(), stand_in));
    }

    /// Puts what stands for it in the place of a skill's name.
    pub(super) fn name(&self, name: &mut String) {
        let found = self.names.iter().find(|(secret, _)| secret == name);
        if let Some((_, stand_in)) = found {
            stand_in.clone_into(name);
        }
    }

    pub(super) fn gap(&self, gap: &mut GapQuestion) {
        self.name(&mut gap.skill);
        gap.closed.iter_mut().for_each(|name| self.name(name));
    }

    pub(super) fn edit(&self, edit: &mut SkillsEdit) {
        match edit {
            SkillsEdit::Strike { skill } | SkillsEdit::Add { skill } => self.name(skill),
            SkillsEdit::Rename { skill, to } => {
                self.name(skill);
                self.name(to);
            }
            SkillsEdit::Set { skill, value, .. } => {
                self.name(skill);
                self.value(value);
            }
        }
    }

    /// Renames the skills in what was read of another answer. Its values stay, having words of their own that show them,
    /// unless they were taken over from the removed answer ("the same as").
    pub(super) fn read(&self, read: &mut SkillsRead) {
        for found in &mut read.found {
            self.name(&mut found.skill);
            for value in &mut found.values {
                if !value.same_as.is_empty() {
                    self.value(&mut value.value);
                }
                self.name(&mut value.same_as);
            }
        }
        for refused in &mut read.refused {
            self.name(&mut refused.skill);
        }
    }

    fn value(&self, value: &mut String) {
        if self.values.contains(value) {
            *value = REDACTED.into();
        }
    }

    /// Takes names, and values of several words, out of any text; a value of one word only where a prompt lists it, as in
    /// `Autonomy: alone`.
    pub(super) fn hide(&self, text: &mut String) {
        let names = self.names.iter().map(|(name, _)| name);
        for secret in names.chain(&self.values) {
            let value = self.values.contains(secret);
            let short = value && !secret.contains(char::is_whitespace);
            let mut from = 0;
            while let Some(at) = find(text, secret, from) {
                let end = at + secret.len();
                from = end;
                if short && !(text[..at].ends_with(": ") && text[end..].starts_with('\n')) {
                    continue;
                }
                text.replace_range(at..end, REDACTED);
                from = at + REDACTED.len();
            }
        }
    }
}

/// What was said elsewhere, or before.
#[derive(Default)]
struct Public {
    texts: Vec<String>,
    /// Names of skills that were in the session before, or that the résumé has.
    names: Vec<String>,
    /// Skills that another answer has read from it, with the words that name them.
    quotes: Vec<(String, String)>,
    /// Names of the same skill, by the guide.
    aliases: Vec<Vec<String>>,
}

impl Public {
    fn of(records: &[Record], question: u32) -> Public {
        let mut out = Public::default();
        for record in records {
            match &record.fact {
                Fact::Began(began) => {
                    let texts = began.setup.material.texts.iter();
                    out.texts.extend(texts.map(|text| text.text.clone()));
                    let groups = began.guide["strategy"]["aliases"].as_array();
                    for group in groups.into_iter().flatten() {
                        let names = group.as_array().into_iter().flatten();
                        let names = names.filter_map(Value::as_str).map(String::from);
                        out.aliases.push(names.collect());
                    }
                }
                Fact::Answered {
                    question: number,
                    text,
                    ..
                }
                | Fact::Amended {
                    question: number,
                    text,
                    ..
                } if *number != question => out.texts.push(text.clone()),
                Fact::Asked(asked) if asked.number <= question => {
                    out.texts.push(asked.text.clone());
                }
                Fact::SkillsRead(read) if read.question.is_none() => {
                    let found = read.found.iter().map(|found| found.skill.clone());
                    out.names.extend(found);
                }
                Fact::SkillsRead(read) if read.question != Some(question) => {
                    let found = read.found.iter();
                    let found = found.map(|found| (found.skill.clone(), found.quote.clone()));
                    out.quotes.extend(found);
                }
                _ => {}
            }
        }
        out
    }

    fn says(&self, words: &str) -> bool {
        let mut texts = self.texts.iter();
        texts.any(|text| find(text, words, 0).is_some())
    }

    /// True when a skill is known without the removed answer, by any of its names.
    fn says_skill(&self, name: &str) -> bool {
        let same = |other: &String| other.eq_ignore_ascii_case(name);
        let group = self.aliases.iter().find(|names| names.iter().any(same));
        let mut all = group.into_iter().flatten().map(String::as_str);
        let quoted = |other: &str| {
            let mut quotes = self.quotes.iter().filter(|(skill, _)| skill == name);
            quotes.any(|(_, quote)| find(&fold(quote), &fold(other), 0).is_some())
        };
        let known = |other: &str| self.says(other) || quoted(other);
        self.names.iter().any(|other| other == name) || known(name) || all.any(known)
    }
}

/// The number of a stand-in; nothing for a name.
fn number_of(name: &str) -> Option<usize> {
    let rest = name.strip_prefix(REDACTED)?.trim();
    Some(rest.parse().unwrap_or(1))
}

/// The names of skills that a fact has as such.
fn names(fact: &Fact) -> Vec<&str> {
    match fact {
        Fact::Asked(asked) => asked.gap.iter().flat_map(in_gap).collect(),
        Fact::GapEnded { skill, .. } => vec![skill],
        Fact::SkillsEdited(edit) => match edit {
            SkillsEdit::Rename { skill, to } => vec![skill, to],
            SkillsEdit::Strike { skill }
            | SkillsEdit::Add { skill }
            | SkillsEdit::Set { skill, .. } => vec![skill],
        },
        Fact::SkillsRead(read) => {
            let mut out: Vec<&str> = Vec::new();
            for found in &read.found {
                out.push(&found.skill);
                out.extend(found.values.iter().map(|value| value.same_as.as_str()));
            }
            out.extend(read.refused.iter().map(|refused| refused.skill.as_str()));
            out
        }
        _ => Vec::new(),
    }
}

fn in_gap(gap: &GapQuestion) -> impl Iterator<Item = &str> {
    std::iter::once(gap.skill.as_str()).chain(gap.closed.iter().map(String::as_str))
}

/// Place of whole words in a text, from a place on; `C` is neither in `C++` nor in `Cobol`.
fn find(text: &str, words: &str, from: usize) -> Option<usize> {
    let any_case = words.len() >= ANY_CASE;
    let part_of_word = is_alphanumeric;
    let first = words.chars().next()?;
    let last = words.chars().next_back()?;
    for (at, _) in text.get(from..)?.char_indices() {
        let at = from + at;
        let Some(part) = text.get(at..at + words.len()) else {
            continue;
        };
        if part != words && !(any_case && part.eq_ignore_ascii_case(words)) {
            continue;
        }
        let before = text[..at].chars().next_back();
        let after = text[at + words.len()..].chars().next();
        let joined_before = part_of_word(first) && before.is_some_and(part_of_word);
        let joined_after =
            part_of_word(last) && after.is_some_and(|c| part_of_word(c) || matches!(c, '+' | '#'));
        if !joined_before && !joined_after {
            return Some(at);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::find;

    #[test]
    fn names_are_found_whole() {
        for (text, name, place) in [
            ("I use Kafka.", "kafka", Some(6)),
            ("C++ and C", "C", Some(8)),
            ("C++ and C", "C++", Some(0)),
            ("let's go", "Go", None),
            ("Going", "Go", None),
            ("JavaScript, Java", "Java", Some(12)),
            ("é", "e", None),
            ("", "x", None),
            ("x", "", None),
        ] {
            assert_eq!(find(text, name, 0), place, "{text} {name}");
        }
    }
}
