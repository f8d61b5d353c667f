//! A staged interview: the coverage of its stages, and the drafts of findings that its turns keep.

use crate::copies::{Copies, Removal, Secrets};
use crate::kind::Kind;
use crate::labels::{Label, Labels};
use crate::section::Section;
use crate::values::{list, number, string, strings};
use colloquy_core::kinds::staged;
use colloquy_schema::{Fact, KindFact, StagedFact};
use serde_json::Value;

const LABELS: &[Label] = &[
    ("coverage", "Coverage"),
    (
        "coverage_stage",
        "{stage}: {band}, {percent} %; questions: {questions}; examples: {examples} of {needed}",
    ),
    ("band_starting", "starting"),
    ("band_developing", "developing"),
    ("band_substantial", "substantial"),
    ("band_nearly_complete", "nearly complete"),
    ("band_complete", "complete"),
    ("outcome_insights", "What was new"),
    ("outcome_follow_ups", "Still open"),
];

pub(super) struct Staged;

impl Kind for Staged {
    fn name(&self) -> &'static str {
        staged::NAME
    }

    fn labels(&self) -> &'static [Label] {
        LABELS
    }

    fn own_value<'a>(&self, outcome: &'a Value) -> Option<&'a Value> {
        outcome.get("value").filter(|value| !value.is_null())
    }

    fn details(&self, outcome: &Value, labels: &Labels<'_>) -> Vec<Section> {
        let sections = [
            ("coverage", coverage(outcome, labels)),
            ("outcome_insights", strings(&outcome["insights"])),
            ("outcome_follow_ups", strings(&outcome["followUps"])),
        ];
        let sections = sections.into_iter();
        sections
            .filter_map(|(label, lines)| Section::list(labels.get(label), lines))
            .collect()
    }

    fn secrets(&self, _: &Removal<'_>) -> Option<Box<dyn Secrets>> {
        Some(Box::new(Drafts))
    }
}

/// Writes one line for each stage.
fn coverage(outcome: &Value, labels: &Labels<'_>) -> Vec<String> {
    let stages = list(&outcome["stages"]).iter();
    let line = |stage: &Value| {
        let band = ["band_", string(&stage["band"])].concat();
        let slots = [
            ("stage", string(&stage["title"])),
            ("band", labels.get(&band)),
            ("percent", &number(&stage["completeness"])),
            ("questions", &number(&stage["questions"])),
            ("examples", &number(&stage["examples"])),
            ("needed", &number(&stage["examplesNeeded"])),
        ];
        labels.fill("coverage_stage", &slots)
    };
    stages.map(line).collect()
}

/// What a turn noted of the answers: insights, and what is still open.
struct Drafts;

impl Secrets for Drafts {
    fn fact(&self, fact: &mut Fact, copies: &Copies) {
        if let Fact::Kind(KindFact::Staged(StagedFact::Tracked(tracked))) = fact {
            let notes = tracked.insights.iter_mut().chain(&mut tracked.follow_up);
            notes.for_each(|text| copies.entry(text));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::redact;
    use colloquy_schema::Record;
    use serde_json::{Value, json};

    #[test]
    fn notes_lose_what_they_have_of_a_removed_answer() {
        let tracked = json!({ "tracked": { "stage": "s", "completeness": 40, "engagement": "high", "examples": 1, "ready": false,
            "insights": ["They mill rye and oats at night", "Likes owls"], "follow_up": ["why rye and oats"] } });
        let facts = [
            json!({ "began": { "session": "s", "guide": {}, "guide_hash": "", "engine": "0", "setup": {} } }),
            json!({ "asked": { "number": 1, "text": "?", "kind": "topic", "follow_up_depth": 0 } }),
            json!({ "answered": { "question": 1, "text": "We mill rye and oats" } }),
            tracked,
        ];
        let records: Vec<Record> = (0..)
            .zip(facts)
            .map(|(seq, fact): (u32, Value)| {
                let record = json!({ "seq": seq, "at": seq, "v": 1, "fact": fact });
                Record::read(record).expect("a sound record")
            })
            .collect();
        let changed = redact(&records, 1);
        let left = serde_json::to_value(&changed[1]).expect("JSON");
        let left = &left["fact"]["tracked"];
        assert_eq!(
            left["insights"],
            json!(["They [redacted] at night", "Likes owls"])
        );
        assert_eq!(left["follow_up"], json!(["why rye and oats"]));
        assert_eq!(left["completeness"], 40);
    }
}
