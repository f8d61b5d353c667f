//! A skills interview: the table of skills with the words that show each value, what is only known of a removed answer, and
//! the bounds of its facts.

mod bounds;
mod secrets;
mod sections;

use crate::copies::{Removal, Secrets};
use crate::kind::{Bounds, Kind};
use crate::labels::{Label, Labels};
use crate::section::Section;
use crate::table::Table;
use colloquy_core::QuestionView;
use colloquy_core::kinds::gaps;
use serde_json::Value;

const LABELS: &[Label] = &[
    ("skills_table", "Skills"),
    ("skill", "Skill"),
    ("confidence", "Confidence"),
    ("evidence", "Words that show it"),
    ("from_resume", "from the résumé"),
    ("from_answer", "from the answer to question {n}"),
    ("from_respondent", "the respondent's own word"),
    (
        "completeness",
        "Known of all skills: {percent} % ({known} of {of})",
    ),
    (
        "refused_values",
        "Not believed, mostly because no words of the text show it: {n}",
    ),
    ("gap_resolved", "Everything is known."),
    ("gap_exhausted", "Asked about as often as one skill may be."),
    ("gap_off_topic", "Two answers were about something else."),
    ("gap_not_known", "The respondent does not know."),
    ("gap_refused", "The respondent would rather not say."),
    (
        "gap_why",
        "About {skill}: {attributes} (gap {severity}, probe {probe} of {probes})",
    ),
    (
        "gap_why_skills",
        "Asks which skills there are (probe {probe} of {probes})",
    ),
];

pub(super) struct Gaps;

impl Kind for Gaps {
    fn name(&self) -> &'static str {
        gaps::NAME
    }

    fn labels(&self) -> &'static [Label] {
        LABELS
    }

    fn results(&self, outcome: &Value, labels: &Labels<'_>) -> Vec<Section> {
        sections::skills(outcome, labels)
    }

    fn own_value<'a>(&self, outcome: &'a Value) -> Option<&'a Value> {
        outcome.get("value").filter(|value| !value.is_null())
    }

    fn reason(&self, question: &QuestionView, labels: &Labels<'_>) -> Option<String> {
        // The question what somebody would add is for no gap.
        let gap = question.of_kind.gap.as_ref()?;
        (!gap.asks_for_more()).then(|| sections::reason(gap, labels))
    }

    fn table(&self) -> Option<&'static Table> {
        Some(&sections::TABLE)
    }

    fn secrets(&self, removal: &Removal<'_>) -> Option<Box<dyn Secrets>> {
        Some(Box::new(secrets::Skills::of(removal)))
    }

    fn bounds(&self) -> Option<Box<dyn Bounds>> {
        Some(Box::new(bounds::Skills::default()))
    }
}

#[cfg(test)]
mod tests;
