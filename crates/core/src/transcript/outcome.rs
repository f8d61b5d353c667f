//! The structured outcome as headed lists, for the formats that are read by people.

use super::Transcript;
use serde_json::Value;

/// A headed list.
pub(super) struct Section {
    /// Its heading.
    pub(super) title: String,
    /// One line each, plain text, not escaped.
    pub(super) lines: Vec<String>,
}

impl Transcript<'_> {
    /// Writes the outcome as headed lists; none where there is no outcome.
    pub(super) fn outcome_sections(&self) -> Vec<Section> {
        let Some(outcome) = self.outcome else {
            return Vec::new();
        };
        let mut out = Vec::new();
        let mut add = |label: &str, lines: Vec<String>| {
            if !lines.is_empty() {
                let title = self.label(label).into();
                out.push(Section { title, lines });
            }
        };
        if outcome.get("stages").is_some() {
            add("coverage", self.coverage(&outcome["stages"]));
            add("outcome_insights", texts(&outcome["insights"]));
            add("outcome_follow_ups", texts(&outcome["followUps"]));
        } else if outcome.get("recommendation").is_some() {
            add("recommendation", self.recommendation(outcome));
        } else if self.skills_outcome().is_none() && self.onboarding_outcome().is_none() {
            add("outcome", json_lines(outcome));
        }
        if let Some(value) = outcome.get("value").filter(|value| !value.is_null()) {
            add("outcome", json_lines(value));
        }
        out
    }

    fn coverage(&self, stages: &Value) -> Vec<String> {
        let mut out = Vec::new();
        for stage in stages.as_array().into_iter().flatten() {
            let number = |key: &str| stage[key].as_u64().unwrap_or_default().to_string();
            let band = ["band_", stage["band"].as_str().unwrap_or_default()].concat();
            let slots = [
                ("stage", stage["title"].as_str().unwrap_or_default()),
                ("band", self.label(&band)),
                ("percent", &number("completeness")),
                ("questions", &number("questions")),
                ("examples", &number("examples")),
                ("needed", &number("examplesNeeded")),
            ];
            out.push(self.fill("coverage_stage", &slots));
        }
        out
    }

    fn recommendation(&self, outcome: &Value) -> Vec<String> {
        let mut out = Vec::new();
        let recommendation = outcome["recommendation"].as_str().unwrap_or_default();
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
        let mut line = |label: &str, value: String| {
            if !value.is_empty() {
                out.push(self.fill(label, &[("value", &value)]));
            }
        };
        for (label, key) in [
            ("role", "title"),
            ("reason", "reason"),
            ("prompt", "prompt"),
        ] {
            line(label, actor[key].as_str().unwrap_or_default().into());
        }
        line("skills", texts(&actor["skills"]).join(", "));
        line("missing", texts(&outcome["missing"]).join(", "));
        match outcome["accepted"].as_bool() {
            Some(true) => out.push(self.label("accepted").into()),
            Some(false) => out.push(self.label("not_accepted").into()),
            None => {}
        }
        out
    }
}

fn texts(list: &Value) -> Vec<String> {
    let items = list.as_array().into_iter().flatten();
    items.filter_map(Value::as_str).map(String::from).collect()
}

/// A value of any shape: one line per key where it is an object.
fn json_lines(value: &Value) -> Vec<String> {
    let text = |value: &Value| match value {
        Value::String(text) => text.clone(),
        other => serde_json::to_string(other).unwrap_or_default(),
    };
    match value.as_object() {
        Some(map) => map
            .iter()
            .map(|(key, value)| [key, ": ", &text(value)].concat())
            .collect(),
        None => vec![text(value)],
    }
}
