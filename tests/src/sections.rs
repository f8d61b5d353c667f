//! A kind's part of the view, and of what is read beside it, by its type.

use colloquy_core::kinds::gaps::{GapsDetails, SkillView};
use colloquy_core::kinds::onboarding::OnboardingDetails;
use colloquy_core::{Event, Interview, View};
use colloquy_schema::SkillsEdit;
use std::any::Any;

/// The kind's part of a view.
pub fn section<T: Any + Clone>(view: &View) -> T {
    view.kind.get::<T>().expect("the view of that kind").clone()
}

/// The table of a skills interview; empty for any other.
pub fn skills_of(interview: &Interview) -> Vec<SkillView> {
    let details = interview.details();
    let skills = details.get::<GapsDetails>();
    skills.map_or(Vec::new(), |details| details.skills.clone())
}

/// What an onboarding interview kept, and its files.
pub fn artifacts_of(interview: &Interview) -> OnboardingDetails {
    let details = interview.details();
    let artifacts = details.get::<OnboardingDetails>();
    artifacts.expect("an onboarding interview").clone()
}

/// The respondent's correction of a skill.
pub fn corrects(edit: SkillsEdit) -> Event {
    Event::Edit(serde_json::to_value(edit).expect("JSON"))
}
