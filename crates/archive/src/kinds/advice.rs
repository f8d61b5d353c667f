//! A short conversation that ends in a recommendation.

use crate::kind::Kind;
use crate::labels::{Label, Labels};
use crate::section::Section;
use crate::values::{string, strings};
use colloquy_core::kinds::advice;
use serde_json::Value;

const LABELS: &[Label] = &[
    ("recommendation", "Recommendation"),
    ("role", "Role: {value}"),
    ("reason", "Reason: {value}"),
    ("skills", "Skills: {value}"),
    ("prompt", "Prompt for an assistant in this role: {value}"),
    ("missing", "Could not be had: {value}"),
    ("accepted", "The respondent accepted this."),
    ("not_accepted", "The respondent declined this."),
];

pub(super) struct Advice;

impl Kind for Advice {
    fn name(&self) -> &'static str {
        advice::NAME
    }

    fn labels(&self) -> &'static [Label] {
        LABELS
    }

    fn own_value<'a>(&self, outcome: &'a Value) -> Option<&'a Value> {
        outcome.get("value").filter(|value| !value.is_null())
    }

    fn details(&self, outcome: &Value, labels: &Labels<'_>) -> Vec<Section> {
        let lines = recommendation(outcome, labels);
        let section = Section::list(labels.get("recommendation"), lines);
        section.into_iter().collect()
    }
}

/// Writes the recommendation, the role that it proposes, and what the respondent made of it.
fn recommendation(outcome: &Value, labels: &Labels<'_>) -> Vec<String> {
    let mut out = Vec::new();
    let recommendation = string(&outcome["recommendation"]);
    if !recommendation.is_empty() {
        out.push(recommendation.into());
    }
    // What is there of an action that is not whole has the same keys, without the frame around them.
    let whole = &outcome["action"]["actor"];
    let actor = if whole.is_null() {
        &outcome["partial"]
    } else {
        whole
    };
    for (label, value) in [
        ("role", string(&actor["title"])),
        ("reason", string(&actor["reason"])),
        ("prompt", string(&actor["prompt"])),
        ("skills", &strings(&actor["skills"]).join(", ")),
        ("missing", &strings(&outcome["missing"]).join(", ")),
    ] {
        if !value.is_empty() {
            out.push(labels.fill(label, &[("value", value)]));
        }
    }
    match outcome["accepted"].as_bool() {
        Some(true) => out.push(labels.get("accepted").into()),
        Some(false) => out.push(labels.get("not_accepted").into()),
        None => {}
    }
    out
}
