//! What the respondent and the host say, by the bytes.

use crate::edits::TEXTS;
use crate::input::Input;
use colloquy_core::View;
use colloquy_schema::{
    Attribute, FindingsEdit, FindingsList, Interviewer, Material, ReplyMode, Setup, SkillsEdit,
};
use colloquy_tests::sections::skills_of;
use colloquy_tests::world::{World, scripted, with_model};

pub(super) fn setup(input: &mut Input) -> Setup {
    let mut setup = if input.below(4) == 0 {
        scripted()
    } else {
        with_model()
    };
    if let Interviewer::Model { reply_mode, .. } = &mut setup.interviewer {
        *reply_mode = *input.pick(&[
            ReplyMode::Instructed,
            ReplyMode::Strict,
            ReplyMode::Sequential,
        ]);
    }
    match input.below(3) {
        0 => setup.material = Material::default(),
        1 => setup.material.texts[0].text = input.text(),
        _ => {}
    }
    setup.limits.questions = [None, Some(1), Some(3), Some(8)][input.below(4)];
    setup.limits.tokens = [None, None, None, Some(20_000)][input.below(4)];
    setup.limits.duration_minutes = [None, None, None, Some(5)][input.below(4)];
    setup.limits.answer_chars = [None, None, None, Some(30)][input.below(4)];
    setup
}

pub(super) fn text(input: &mut Input) -> String {
    match input.below(5) {
        0 => (*input.pick(&TEXTS)).into(),
        1 => [
            "/skip",
            "/done",
            "/help",
            "/x",
            "/usr/bin",
            "/skip\nthis",
            " ",
            "no",
            "I don't know",
        ][input.below(9)]
        .into(),
        2 => "I realized that some words here are long enough to be followed up. "
            .repeat(1 + input.below(4)),
        _ => input.text(),
    }
}

/// The id of a call: of the one that hangs, or another.
pub(super) fn call(world: &World, input: &mut Input) -> u32 {
    match (input.below(4), world.hanging) {
        (1.., Some(id)) => id,
        (number, _) => number as u32,
    }
}

pub(super) fn edit_findings(view: &View, input: &mut Input) -> FindingsEdit {
    let list = *input.pick(&[
        FindingsList::Insights,
        FindingsList::Actions,
        FindingsList::Recommendations,
        FindingsList::Themes,
    ]);
    let shown = view
        .findings
        .as_ref()
        .and_then(|found| Some(found.insights.first()?.text.clone()));
    let text = if input.below(2) == 0 {
        shown.unwrap_or_default()
    } else {
        self::text(input)
    };
    match input.below(3) {
        0 => FindingsEdit::Strike { list, text },
        1 => FindingsEdit::Add { list, text },
        _ => FindingsEdit::Reword {
            list,
            text,
            to: self::text(input),
        },
    }
}

pub(super) fn edit_skills(world: &World, input: &mut Input) -> SkillsEdit {
    let skills = skills_of(&world.interview);
    let shown = skills.get(input.below(8)).map(|skill| skill.skill.clone());
    let skill = shown.unwrap_or_else(|| text(input));
    match input.below(4) {
        0 => SkillsEdit::Strike { skill },
        1 => SkillsEdit::Add { skill: text(input) },
        2 => SkillsEdit::Rename {
            skill,
            to: text(input),
        },
        _ => SkillsEdit::Set {
            skill,
            attribute: *input.pick(Attribute::ALL),
            value: text(input),
        },
    }
}
