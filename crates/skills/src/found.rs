//! What was read, skill by skill, and its JSON text.

use core::ops::Range;

use colloquy_schema::{AnswerKind, AnswerStanding, Attribute};
use serde_json::{Map, Value, json};

use crate::lexicon::Lexicon;

/// The most skills of one reading, by the contract.
pub(crate) const MAX_FOUND: usize = 60;
/// The most characters of a quote and of a value, by the contract.
const MAX_QUOTE: usize = 400;
const MAX_VALUE: usize = 200;
const MAX_NAME: usize = 80;

/// What is read of one attribute.
#[derive(Clone, Debug)]
pub(crate) struct Reading {
    pub(crate) attribute: Attribute,
    pub(crate) value: String,
    /// The words that show it, as bytes of the text.
    pub(crate) quote: Range<usize>,
    /// A skill whose value it is stated to be the same as.
    pub(crate) same_as: Option<String>,
}

/// A skill and what is read of it.
#[derive(Clone, Debug)]
pub(crate) struct Skill {
    pub(crate) skill: usize,
    pub(crate) quote: Range<usize>,
    /// In hundredths.
    pub(crate) confidence: u32,
    pub(crate) readings: Vec<Reading>,
}

/// Everything that is read of a text, each skill once, in the order in which they are first named.
#[derive(Debug, Default)]
pub(crate) struct Found {
    pub(crate) skills: Vec<Skill>,
}

impl Found {
    /// Takes in that a skill is named; the surer place is quoted. Returns where it is kept, none when there are as many as a
    /// reading keeps.
    pub(crate) fn name(
        &mut self,
        skill: usize,
        quote: &Range<usize>,
        confidence: u32,
    ) -> Option<usize> {
        if let Some(at) = self.skills.iter().position(|one| one.skill == skill) {
            let have = &mut self.skills[at];
            if confidence > have.confidence {
                have.confidence = confidence;
                have.quote = quote.clone();
            }
            return Some(at);
        }
        if self.skills.len() == MAX_FOUND {
            return None;
        }
        self.skills.push(Skill {
            skill,
            quote: quote.clone(),
            confidence,
            readings: Vec::new(),
        });
        Some(self.skills.len() - 1)
    }

    /// Adds what is stated of a skill that was named; what came first stays.
    pub(crate) fn insert(&mut self, skill: usize, reading: Reading) {
        if let Some(have) = self.skills.iter_mut().find(|one| one.skill == skill)
            && !have
                .readings
                .iter()
                .any(|one| one.attribute == reading.attribute)
        {
            have.readings.push(reading);
        }
    }

    /// Adds to what was stated of a skill in the same words: "6 months at one place, then 2 years at another".
    pub(crate) fn add(&mut self, skill: usize, reading: &Reading) {
        let skill = self.skills.iter_mut().find(|one| one.skill == skill);
        let readings = skill.into_iter().flat_map(|one| &mut one.readings);
        for have in readings.filter(|have| have.attribute == reading.attribute) {
            if have.quote == reading.quote
                && have.same_as.is_none()
                && !have.value.contains(&reading.value)
            {
                have.value.push_str(", ");
                have.value.push_str(&reading.value);
            }
        }
    }

    /// Leaves only these attributes of one skill; true when something is left.
    pub(crate) fn keep(&mut self, skill: usize, attributes: &[Attribute]) -> bool {
        self.skills.retain(|one| one.skill == skill);
        let readings = self.skills.iter_mut().flat_map(|one| {
            one.readings.retain(|reading| {
                attributes.contains(&reading.attribute) && !reading.value.starts_with("one ")
            });
            &one.readings
        });
        readings.count() > 0
    }

    /// True when an attribute was read of a skill.
    pub(crate) fn has(&self, skill: usize, attribute: Attribute) -> bool {
        self.skills.iter().any(|one| {
            one.skill == skill
                && one
                    .readings
                    .iter()
                    .any(|reading| reading.attribute == attribute)
        })
    }

    /// Returns the JSON text of a value that satisfies contract `skills`.
    pub(crate) fn json(
        &self,
        lexicon: &Lexicon,
        text: &str,
        answer: Option<AnswerStanding>,
    ) -> String {
        let skills: Vec<Value> = self
            .skills
            .iter()
            .filter_map(|one| {
                let name = cut(lexicon.usual(one.skill), MAX_NAME).trim();
                let quote = quoted(text, &one.quote)?;
                let mut skill = Map::new();
                skill.insert("name".to_owned(), json!(name));
                skill.insert("quote".to_owned(), json!(quote));
                skill.insert(
                    "confidence".to_owned(),
                    json!(f64::from(one.confidence) / 100.0),
                );
                for reading in &one.readings {
                    let (Some(quote), value) = (
                        quoted(text, &reading.quote),
                        cut(&reading.value, MAX_VALUE).trim(),
                    ) else {
                        continue;
                    };
                    let mut entry = Map::new();
                    entry.insert("value".to_owned(), json!(value));
                    entry.insert("quote".to_owned(), json!(quote));
                    if let Some(same_as) = &reading.same_as {
                        entry.insert("same_as".to_owned(), json!(cut(same_as, MAX_NAME)));
                    }
                    if !value.is_empty() {
                        skill.insert(reading.attribute.name().to_owned(), Value::Object(entry));
                    }
                }
                (!name.is_empty()).then_some(Value::Object(skill))
            })
            .collect();
        let mut value = Map::new();
        value.insert("skills".to_owned(), Value::Array(skills));
        if let Some(answer) = answer {
            value.insert(
                "answer".to_owned(),
                json!({ "kind": kind_name(answer.kind), "engaged": answer.engaged }),
            );
        }
        Value::Object(value).to_string()
    }
}

fn kind_name(kind: AnswerKind) -> &'static str {
    kind.name()
}

/// Cuts a text to a number of characters.
pub(crate) fn cut(text: &str, characters: usize) -> &str {
    match text.char_indices().nth(characters) {
        Some((end, _)) => text.get(..end).unwrap_or_default(),
        None => text,
    }
}

/// Returns a stretch of a text for a quote: trimmed, and cut at the end where it is too long.
fn quoted<'a>(text: &'a str, range: &Range<usize>) -> Option<&'a str> {
    let quote = cut(text.get(range.clone())?.trim(), MAX_QUOTE).trim_end();
    (!quote.is_empty()).then_some(quote)
}
