//! What simulated interviews show of a study.

use super::run::Run;
use crate::personas::Reacts;
use colloquy_findings::normal_form;
use colloquy_schema::TopicRole;
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// Words below which a probe was not answered.
const ANSWERED_WORDS: usize = 4;

/// The whole report.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Report {
    /// Interviews.
    pub runs: u32,
    /// How they ended, by the name of the end.
    pub ends: BTreeMap<String, u32>,
    /// By persona, and all together under `all`.
    pub personas: BTreeMap<String, Row>,
    /// How often each topic was asked, answered or covered, by its id.
    pub topics: BTreeMap<String, TopicRow>,
    /// Questions that came twice in one interview, owner's fixed probes left out.
    pub repeated: Vec<String>,
    /// Interviews that stood still before they had ended.
    pub dead_ends: u32,
}

/// What interviews of one persona came to.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Row {
    /// Interviews.
    pub runs: u32,
    /// Questions, on average.
    pub questions: f64,
    /// Questions of the longest.
    pub most_questions: u32,
    /// Minutes, on average, at a usual pace of writing.
    pub minutes: f64,
    /// Topics that were covered, of those that applied, in percent.
    pub covered: f64,
    /// Must-asks that were asked or refused, of all that applied, in percent. Screened out interviews are left out.
    pub must_asks: f64,
    /// Probes.
    pub probes: u32,
    /// Probes that the persona had no answer to.
    pub unanswered_probes: u32,
}

/// What came of one topic.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct TopicRow {
    /// Interviews in which it was put.
    pub asked: u32,
    /// Those in which it was answered.
    pub answered: u32,
    /// Those in which it was refused or skipped.
    pub refused: u32,
    /// Those to which it did not apply.
    pub not_applicable: u32,
    /// Those that were over before.
    pub not_reached: u32,
}

#[derive(Default)]
struct Sums {
    row: Row,
    covered: (u64, u64),
    must: (u64, u64),
    minutes: f64,
    questions: u64,
}

impl Sums {
    fn add(&mut self, run: &Run) {
        let count = |value: &Value| value.as_u64().unwrap_or(0);
        let card = &run.outcome["report"];
        let questions = run.turns.len() as u32;
        self.row.runs += 1;
        self.row.most_questions = self.row.most_questions.max(questions);
        self.questions += u64::from(questions);
        self.minutes += run.took_ms as f64 / 60_000.0;
        if run.outcome["end"]["kind"] == "complete" || run.outcome["end"]["kind"] == "stopped" {
            self.covered.0 += count(&card["covered"]);
            self.covered.1 += count(&card["topics"]);
            self.must.0 += count(&card["mustAsks"]["asked"]);
            self.must.1 += count(&card["mustAsks"]["of"]);
        }
        for turn in run
            .turns
            .iter()
            .filter(|turn| turn.role == TopicRole::Probe)
        {
            self.row.probes += 1;
            let answered = match &turn.reacted {
                Reacts::Says(text) => text.split_whitespace().count() >= ANSWERED_WORDS,
                Reacts::Fills(_) => true,
                _ => false,
            };
            self.row.unanswered_probes += u32::from(!answered);
        }
    }

    fn row(self) -> Row {
        let percent = |(part, all): (u64, u64)| {
            if all == 0 {
                100.0
            } else {
                round(part as f64 * 100.0 / all as f64)
            }
        };
        let runs = f64::from(self.row.runs.max(1));
        Row {
            questions: round(self.questions as f64 / runs),
            minutes: round(self.minutes / runs),
            covered: percent(self.covered),
            must_asks: percent(self.must),
            ..self.row
        }
    }
}

fn round(number: f64) -> f64 {
    (number * 10.0).round() / 10.0
}

/// Returns the probes that a compiled study puts as they stand, in one of its languages: they may come in several topics.
pub fn fixed_probes(guide: &Value, language: &str) -> Vec<String> {
    let topics = guide["locales"][language]["topics"]["topics"].as_object();
    topics
        .into_iter()
        .flatten()
        .filter_map(|(_, words)| words["probes"].as_array())
        .flatten()
        .filter_map(|probe| probe.as_str().map(String::from))
        .collect()
}

/// Questions of one interview that came twice: the same words, whatever their case and punctuation. Fixed probes of the owner's may.
pub fn repeated(run: &Run, fixed: &[String]) -> Vec<String> {
    let mut seen: Vec<String> = Vec::new();
    let mut out = Vec::new();
    for turn in &run.turns {
        let form = normal_form(&turn.question);
        if seen.contains(&form) && !fixed.contains(&turn.question) {
            out.push(turn.question.clone());
        }
        seen.push(form);
    }
    out
}

/// Reports on interviews of one study. `fixed` are its fixed probes.
pub fn report(runs: &[Run], fixed: &[String]) -> Report {
    let mut out = Report {
        runs: runs.len() as u32,
        ..Report::default()
    };
    let mut sums: BTreeMap<String, Sums> = BTreeMap::new();
    for run in runs {
        let end = run.outcome["end"]["kind"].as_str().unwrap_or("none");
        *out.ends.entry(end.into()).or_default() += 1;
        out.dead_ends += u32::from(!run.ended);
        for name in [run.persona.name(), "all"] {
            sums.entry(name.into()).or_default().add(run);
        }
        for topic in run.outcome["topics"].as_array().into_iter().flatten() {
            let row = out
                .topics
                .entry(topic["id"].as_str().unwrap_or_default().into())
                .or_default();
            row.asked += u32::from(
                topic["questions"]
                    .as_array()
                    .is_some_and(|list| !list.is_empty()),
            );
            match topic["state"].as_str().unwrap_or_default() {
                "answered" => row.answered += 1,
                "refused" | "skipped" => row.refused += 1,
                "not_applicable" => row.not_applicable += 1,
                _ => row.not_reached += 1,
            }
        }
        for question in repeated(run, fixed) {
            if !out.repeated.contains(&question) {
                out.repeated.push(question);
            }
        }
    }
    out.personas = sums
        .into_iter()
        .map(|(name, sums)| (name, sums.row()))
        .collect();
    out
}
