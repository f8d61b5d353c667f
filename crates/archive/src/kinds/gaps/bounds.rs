//! Bounds of the skills in a session file: lengths and ranges that the engine itself keeps to, so that a file made by hand
//! cannot bring a table that no page can show.

use crate::hashes::Hashes;
use crate::kind::Bounds;
use colloquy_schema::{
    Fact, Fnv, FoundSkill, GapQuestion, GapsFact, Issue, KindFact, SkillsEdit, SkillsRead,
};
use serde_json::Value;

/// Longest name of a skill, in characters.
const NAME_CHARS: usize = 80;
/// Longest value or quote, in characters: what the contract allows, and room for what redaction puts in.
const TEXT_CHARS: usize = 1_000;
/// Most names of skills in a session: it keeps 300 skills, each of which can have been renamed.
const SKILLS: usize = 1_000;
/// Most refusals of one reading.
const REFUSED: usize = 50;

/// Counts the skills of a file while its records are read.
#[derive(Default)]
pub(super) struct Skills {
    names: Hashes,
    count: usize,
}

impl Bounds for Skills {
    fn check(&mut self, fact: &Fact) -> Result<(), Issue> {
        match fact {
            Fact::Kind(KindFact::Gaps(GapsFact::SkillsRead(read))) => self.read(read),
            Fact::Kind(KindFact::Gaps(GapsFact::GapEnded { skill, .. })) => {
                name("gap_ended.skill", skill)
            }
            Fact::Kind(KindFact::Gaps(GapsFact::SkillsEdited(edit))) => self.edited(edit),
            Fact::Asked(asked) => asked.of_kind.gap.as_ref().map_or(Ok(()), gap),
            _ => Ok(()),
        }
    }
}

impl Skills {
    fn read(&mut self, read: &SkillsRead) -> Result<(), Issue> {
        if read.refused.len() > REFUSED {
            let message = "must have at most 50 entries";
            return Err(Issue::new("skills_read.refused", "length", message, None));
        }
        for (i, found) in read.found.iter().enumerate() {
            let path = ["skills_read.found[", &i.to_string(), "]"].concat();
            self.found(&path, found)?;
        }
        for (i, refused) in read.refused.iter().enumerate() {
            let path = ["skills_read.refused[", &i.to_string(), "].skill"].concat();
            name(&path, &refused.skill)?;
        }
        Ok(())
    }

    fn found(&mut self, path: &str, found: &FoundSkill) -> Result<(), Issue> {
        let at = |key: &str| [path, ".", key].concat();
        self.skill(&at("skill"), &found.skill)?;
        if !(0.0..=1.0).contains(&found.confidence) {
            return Err(range(&at("confidence"), found.confidence));
        }
        text(&at("quote"), &found.quote)?;
        for (i, value) in found.values.iter().enumerate() {
            let at = |key: &str| [path, ".values[", &i.to_string(), "].", key].concat();
            let before = &found.values[..i];
            if before
                .iter()
                .any(|other| other.attribute == value.attribute)
            {
                let message = "must be an attribute that has no value here yet";
                return Err(Issue::new(at("attribute"), "unique", message, None));
            }
            text(&at("value"), &value.value)?;
            text(&at("quote"), &value.quote)?;
            name(&at("same_as"), &value.same_as)?;
        }
        Ok(())
    }

    fn edited(&mut self, edit: &SkillsEdit) -> Result<(), Issue> {
        match edit {
            SkillsEdit::Strike { skill } => name("skills_edited.strike.skill", skill),
            SkillsEdit::Add { skill } => self.skill("skills_edited.add.skill", skill),
            SkillsEdit::Rename { skill, to } => {
                name("skills_edited.rename.skill", skill)?;
                self.skill("skills_edited.rename.to", to)
            }
            SkillsEdit::Set { skill, value, .. } => {
                name("skills_edited.set.skill", skill)?;
                text("skills_edited.set.value", value)
            }
        }
    }

    /// Judges a name under which there is a skill from now on.
    fn skill(&mut self, path: &str, skill: &str) -> Result<(), Issue> {
        name(path, skill)?;
        if skill.is_empty() {
            return Err(Issue::new(path, "length", "must not be empty", None));
        }
        let mut hash = Fnv::new();
        hash.write(skill.as_bytes());
        if !self.names.contains(hash.value()) {
            self.names.add(hash.value());
            self.count += 1;
        }
        if self.count > SKILLS {
            let message = "must be one of at most 1,000 names of skills in a session";
            return Err(Issue::new(path, "length", message, Some(&skill.into())));
        }
        Ok(())
    }
}

fn gap(gap: &GapQuestion) -> Result<(), Issue> {
    name("asked.gap.skill", &gap.skill)?;
    if !(0.0..=1.0).contains(&gap.severity) {
        return Err(range("asked.gap.severity", gap.severity));
    }
    for (key, length, most) in [
        ("asked.gap.attributes", gap.attributes.len(), 6),
        ("asked.gap.closed", gap.closed.len(), SKILLS),
    ] {
        if length > most {
            let message = ["must have at most ", &most.to_string(), " entries"].concat();
            return Err(Issue::new(key, "length", message, None));
        }
    }
    for (i, closed) in gap.closed.iter().enumerate() {
        name(&["asked.gap.closed[", &i.to_string(), "]"].concat(), closed)?;
    }
    Ok(())
}

fn name(path: &str, name: &str) -> Result<(), Issue> {
    at_most(path, name, NAME_CHARS)
}

fn text(path: &str, text: &str) -> Result<(), Issue> {
    at_most(path, text, TEXT_CHARS)
}

fn at_most(path: &str, text: &str, most: usize) -> Result<(), Issue> {
    if text.chars().nth(most).is_none() {
        return Ok(());
    }
    let message = ["must have at most ", &most.to_string(), " characters"].concat();
    Err(Issue::new(path, "length", message, Some(&text.into())))
}

fn range(path: &str, number: f64) -> Issue {
    let value = Value::from(number);
    Issue::new(path, "range", "must be a number from 0 to 1", Some(&value))
}
