//! The respondent's corrections of skills.

use super::names::same_skill;
use super::state::Gaps;
use crate::misuse::{Misuse, MisuseCode};
use colloquy_schema::{Fact, GapsFact, KindFact, SkillsEdit, codec};
use serde_json::Value;

/// Longest name of a skill, in characters.
const NAME_CHARS: usize = 80;
/// Longest value of an attribute, in characters.
const VALUE_CHARS: usize = 200;
/// Most skills, those the respondent puts in included.
const SKILLS: usize = 300;

const WRONG: &str = "an edit is {strike: {skill}}, {add: {skill}}, {rename: {skill, to}} or {set: {skill, attribute, value}}";

fn require(condition: bool, message: &'static str) -> Result<(), Misuse> {
    if condition {
        Ok(())
    } else {
        Err(Misuse::new(MisuseCode::NotNow, message))
    }
}

/// Turns a correction into a fact.
pub(super) fn corrected(gaps: &Gaps, edit: Value) -> Result<Fact, Misuse> {
    let edit: SkillsEdit =
        codec::read(edit).map_err(|_| Misuse::new(MisuseCode::InvalidOptions, WRONG))?;
    require(
        gaps.list.len() < SKILLS || !matches!(edit, SkillsEdit::Add { .. }),
        "there are too many skills already",
    )?;
    let edit = trimmed(edit);
    let (SkillsEdit::Strike { skill }
    | SkillsEdit::Add { skill }
    | SkillsEdit::Rename { skill, .. }
    | SkillsEdit::Set { skill, .. }) = &edit;
    let there = gaps.get(skill).filter(|skill| !skill.struck);
    let name = match &edit {
        SkillsEdit::Add { skill } => Some(skill),
        SkillsEdit::Rename { to, .. } => Some(to),
        SkillsEdit::Set { value, .. } => {
            let fits = value.chars().count() <= VALUE_CHARS;
            require(fits, "a value has at most 200 characters")?;
            None
        }
        SkillsEdit::Strike { .. } => None,
    };
    if there.is_none() && !matches!(edit, SkillsEdit::Add { .. }) {
        return Err(Misuse::new(
            MisuseCode::NoSuchSkill,
            "there is no skill of that name: name it as interview.details() shows it",
        ));
    }
    if let Some(name) = name {
        let fits = (1..=NAME_CHARS).contains(&name.chars().count());
        require(fits, "a skill's name has 1 to 80 characters")?;
        let mut kept = gaps.kept();
        let taken = kept.any(|other| other.name != *skill && same_skill(gaps, &other.name, name));
        let again = matches!(edit, SkillsEdit::Add { .. }) && there.is_some();
        require(!taken && !again, "there is a skill of that name already")?;
    }
    Ok(Fact::Kind(KindFact::Gaps(GapsFact::SkillsEdited(edit))))
}

fn trimmed(mut edit: SkillsEdit) -> SkillsEdit {
    let tidy = |text: &mut String| *text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match &mut edit {
        SkillsEdit::Add { skill } => tidy(skill),
        SkillsEdit::Rename { to, .. } => tidy(to),
        SkillsEdit::Set { value, .. } => tidy(value),
        SkillsEdit::Strike { .. } => {}
    }
    edit
}
