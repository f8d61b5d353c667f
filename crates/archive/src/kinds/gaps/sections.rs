//! The skills of an interview as they are read by people: a table, the words that show each value, and why each question
//! was asked. And the same as rows for a spreadsheet.

use crate::labels::Labels;
use crate::section::{Block, Section};
use crate::table::{Cell, Table};
use crate::values::{list, number, string};
use colloquy_schema::{Attribute, GapQuestion};
use serde_json::Value;

/// One row per skill and attribute, known or not. Before them one whose attribute is `named`: where the skill itself comes from.
pub(super) static TABLE: Table = Table {
    name: "skills-csv",
    columns: "skill,confidence,attribute,value,quote,source,question",
    rows,
};

fn rows(outcome: &Value) -> Vec<Vec<Cell>> {
    let mut out = Vec::new();
    for skill in list(&outcome["skills"]) {
        out.push(row(skill, "named", "", skill));
        for attribute in Attribute::ALL {
            let known = &skill["attributes"][attribute.name()];
            out.push(row(skill, attribute.name(), string(&known["value"]), known));
        }
    }
    out
}

/// What is known of one attribute; `evidence` is null where nothing is.
fn row(skill: &Value, attribute: &str, value: &str, evidence: &Value) -> Vec<Cell> {
    let text = |text: &str| Cell::Text(text.into());
    let number = |value: &Value| match value {
        Value::Number(number) => Cell::Plain(number.to_string()),
        _ => Cell::Plain(String::new()),
    };
    vec![
        text(string(&skill["skill"])),
        number(&skill["confidence"]),
        Cell::Plain(attribute.into()),
        text(value),
        text(string(&evidence["quote"])),
        Cell::Plain(string(&evidence["source"]).into()),
        number(&evidence["question"]),
    ]
}

/// Draws the skills: a table with a cell per attribute, empty where it is not known; how much is known, and what was refused;
/// the words that show each skill and each value, and where they stand.
pub(super) fn skills(outcome: &Value, labels: &Labels<'_>) -> Vec<Section> {
    let mut head = vec![labels.get("skill").to_string()];
    let names = Attribute::ALL.iter().map(|one| attribute(*one, labels));
    head.extend(names.map(String::from));
    head.push(labels.get("confidence").into());
    let (mut rows, mut evidence) = (Vec::new(), Vec::new());
    for skill in list(&outcome["skills"]) {
        let name = string(&skill["skill"]);
        let mut row = vec![name.into()];
        evidence.push(named(name, skill, labels));
        for one in Attribute::ALL {
            let known = &skill["attributes"][one.name()];
            let value = string(&known["value"]);
            row.push(value.into());
            if !known.is_null() {
                let claim = [name, " – ", attribute(*one, labels), ": ", value].concat();
                evidence.push(with_evidence(&claim, known, labels));
            }
        }
        row.push(share(
            skill["confidence"].as_f64().unwrap_or_default(),
            labels,
        ));
        rows.push(row);
    }
    let slots = [
        ("percent", number(&outcome["completeness"])),
        ("known", number(&outcome["known"])),
        ("of", number(&outcome["of"])),
        ("n", number(&outcome["refused"])),
    ];
    let slots: Vec<(&str, &str)> = slots.iter().map(|(key, n)| (*key, n.as_str())).collect();
    let mut summary = vec![labels.fill("completeness", &slots)];
    if outcome["refused"].as_u64().unwrap_or_default() > 0 {
        summary.push(labels.fill("refused_values", &slots));
    }
    let table = match rows.is_empty() {
        true => Block::Note(labels.get("none").into()),
        false => Block::Table { head, rows },
    };
    let title = labels.get("skills_table");
    let mut out = vec![Section::new(title).with(table).with(Block::List(summary))];
    if !evidence.is_empty() {
        out.push(Section::part(labels.get("evidence")).with(Block::List(evidence)));
    }
    out
}

/// Writes a skill with the words that name it, and why nothing more is asked about it.
fn named(name: &str, skill: &Value, labels: &Labels<'_>) -> String {
    let mut line = with_evidence(name, skill, labels);
    if let Some(ended) = skill["ended"].as_str() {
        line.push_str(". ");
        line.push_str(labels.get(&["gap_", ended].concat()));
    }
    line
}

/// Writes a claim with the words that show it and their place: `Python: “since 2019” (from the résumé)`.
fn with_evidence(claim: &str, evidence: &Value, labels: &Labels<'_>) -> String {
    let mut line = String::from(claim);
    let quote = string(&evidence["quote"]);
    if !quote.is_empty() {
        line.push_str(": “");
        line.push_str(&quote.replace('“', "‘").replace('”', "’"));
        line.push('”');
    }
    let place = match string(&evidence["source"]) {
        "answer" => labels.fill("from_answer", &[("n", &number(&evidence["question"]))]),
        "respondent" => labels.get("from_respondent").into(),
        _ => labels.get("from_resume").into(),
    };
    for part in [" (", &place, ")"] {
        line.push_str(part);
    }
    line
}

/// Explains why a question was asked: `About Python: Duration, Depth (gap 0.9, probe 1 of 3)`.
pub(super) fn reason(gap: &GapQuestion, labels: &Labels<'_>) -> String {
    let attributes = gap.attributes.iter().map(|one| attribute(*one, labels));
    let attributes: Vec<&str> = attributes.collect();
    let key = if gap.skill.is_empty() {
        "gap_why_skills"
    } else {
        "gap_why"
    };
    labels.fill(
        key,
        &[
            ("skill", &gap.skill),
            ("attributes", &attributes.join(", ")),
            ("severity", &share(gap.severity, labels)),
            ("probe", &gap.probe.to_string()),
            ("probes", &gap.probes.to_string()),
        ],
    )
}

/// Name of an attribute in the session's language.
fn attribute<'a>(attribute: Attribute, labels: &Labels<'a>) -> &'a str {
    let words = labels.wording.kind.gaps.attributes.get(attribute as usize);
    words.map_or(attribute.name(), |words| &words.label)
}

/// A number from 0 to 1 with at most two decimals: `0.9`.
fn share(value: f64, labels: &Labels<'_>) -> String {
    let hundredths = (value.clamp(0.0, 1.0) * 100.0 + 0.5) as u64;
    let decimals = (hundredths % 100 + 100).to_string();
    let decimals = decimals[1..].trim_end_matches('0');
    let whole = (hundredths / 100).to_string();
    if decimals.is_empty() {
        return whole;
    }
    [&whole, labels.get("decimal"), decimals].concat()
}
