//! An onboarding interview: phases with their objectives, what was kept by the titles of its fields, the files, and the results
//! of tools that read an answer for skills.

use crate::calls::tool_calls;
use crate::copies::Copies;
use crate::fields::Fields;
use crate::kind::Kind;
use crate::labels::{Label, Labels};
use crate::section::{Block, Line, Section};
use crate::values::{list, number, plain, string};
use colloquy_core::kinds::{name_of, onboarding};
use colloquy_schema::tools::ANALYSIS;
use colloquy_schema::{DataType, Fact, Record, Wording};
use serde_json::Value;

/// Longest part of a document's text that is written out, in characters: the result as data has all of it.
const TEXT_CHARS: usize = 600;
/// Longest list that is written on one line, in bytes; a longer one has a line for each entry.
const SHORT_LIST: usize = 100;

const LABELS: &[Label] = &[
    ("phases", "What was to be brought together"),
    ("objective_open", "{label}: still open"),
    ("objective_approved", "{label}: approved, not kept yet"),
    ("objective_met", "{label}: there"),
    (
        "objective_declined",
        "{label}: the respondent would rather not",
    ),
    ("objective_not_reached", "{label}: not reached"),
    ("phase_met", "Everything was reached."),
    (
        "phase_declined",
        "What was not reached the respondent would rather not give.",
    ),
    ("phase_turn_limit", "The limit on questions was reached."),
    ("phase_form_limit", "The limit on forms was reached."),
    ("artifacts", "What was kept"),
    ("artifact", "{label} ({id}, version {version})"),
    (
        "artifact_confirmed",
        "{label} ({id}, version {version}, approved)",
    ),
    ("artifact_removed", "Removed by the respondent."),
    (
        "text_cut",
        "{text} … (the first {shown} of {n} characters; the result as data has all of them)",
    ),
    ("files", "Files"),
    ("file", "{name} ({kind}, {size} bytes)"),
];

pub(super) struct Onboarding;

impl Kind for Onboarding {
    fn name(&self) -> &'static str {
        onboarding::NAME
    }

    fn labels(&self) -> &'static [Label] {
        LABELS
    }

    fn results(&self, outcome: &Value, labels: &Labels<'_>) -> Vec<Section> {
        let mut out = vec![Section::new(labels.get("phases"))];
        out.extend(
            list(&outcome["phases"])
                .iter()
                .map(|one| phase(one, labels)),
        );
        let artifacts = list(&outcome["artifacts"]);
        out.push(heading("artifacts", artifacts.is_empty(), labels));
        out.extend(artifacts.iter().map(|one| artifact(one, labels)));
        let files = list(&outcome["files"]);
        let lines = files.iter().map(|one| Line::new(0, "", file(one, labels)));
        let lines = Block::Tree(lines.collect());
        out.push(heading("files", files.is_empty(), labels).with(lines));
        out
    }

    fn own_value<'a>(&self, outcome: &'a Value) -> Option<&'a Value> {
        outcome.get("value").filter(|value| !value.is_null())
    }

    fn data_name<'a>(&self, data: DataType, wording: &'a Wording) -> &'a str {
        let words = wording.kind.onboarding.data.get(data as usize);
        words.map_or(data.name(), |words| &words.label)
    }

    /// An onboarding interview keeps what its analysis tool found as the result of that tool. A skills interview has facts of
    /// its own for that.
    fn readings(&self, records: &[Record], answer: &Copies) -> Vec<(String, Value)> {
        let mut out = Vec::new();
        if name_of(records) != self.name() {
            return out;
        }
        let mut ids: Vec<&str> = Vec::new();
        for record in records {
            for call in tool_calls(&record.fact) {
                ids.retain(|id| *id != call.id);
                if call.name == ANALYSIS && answer.overlaps(string(&call.arguments["answer_text"]))
                {
                    ids.push(&call.id);
                }
            }
            if let Fact::ToolEnded { id, result } = &record.fact
                && ids.contains(&id.as_str())
                && result["status"] != "error"
            {
                out.push((id.clone(), result.clone()));
            }
        }
        out
    }
}

/// Draws a phase: its objectives, and why it ended.
fn phase(phase: &Value, labels: &Labels<'_>) -> Section {
    let objectives = list(&phase["objectives"]).iter().map(|objective| {
        let key = ["objective_", string(&objective["state"])].concat();
        let label = string(&objective["label"]);
        Line::new(0, "", capitalized(&labels.fill(&key, &[("label", label)])))
    });
    let section = Section::part(string(&phase["title"])).with(Block::Tree(objectives.collect()));
    match phase["ended"].as_str() {
        Some(ended) => {
            let why = labels.get(&["phase_", ended].concat());
            section.with(Block::Note(why.into()))
        }
        None => section,
    }
}

/// The heading of a list, with a remark where the list is empty.
fn heading(label: &str, empty: bool, labels: &Labels<'_>) -> Section {
    let section = Section::new(labels.get(label));
    match empty {
        true => section.with(Block::Note(labels.get("none").into())),
        false => section,
    }
}

fn file(file: &Value, labels: &Labels<'_>) -> String {
    let slots = [
        ("name", string(&file["name"])),
        ("kind", string(&file["mimeType"])),
        ("size", &number(&file["size"])),
    ];
    labels.fill("file", &slots)
}

/// Draws one artifact: its fields by their titles, or that the respondent removed it.
fn artifact(artifact: &Value, labels: &Labels<'_>) -> Section {
    let slots = [
        ("label", string(&artifact["label"])),
        ("id", string(&artifact["id"])),
        ("version", &number(&artifact["version"])),
    ];
    let key = match artifact["confirmed"] == true {
        true => "artifact_confirmed",
        false => "artifact",
    };
    let section = Section::part(&capitalized(&labels.fill(key, &slots)));
    let data = &artifact["data"];
    if data.as_object().is_none_or(|data| data.is_empty()) {
        return section.with(Block::Note(labels.get("artifact_removed").into()));
    }
    let mut lines = Vec::new();
    let name = string(&artifact["dataType"]);
    if let Some(kind) = DataType::ALL.iter().find(|kind| kind.name() == name) {
        let data_of = Data {
            fields: Fields::of(*kind),
            labels,
        };
        data_of.object("", data, 0, &mut lines);
    }
    section.with(Block::Tree(lines))
}

/// Draws the data of an artifact.
struct Data<'a> {
    fields: Fields<'static>,
    labels: &'a Labels<'a>,
}

impl Data<'_> {
    /// Appends the fields of an object in the order of its schema, and behind them what the schema does not know.
    fn object(&self, path: &str, data: &Value, depth: usize, out: &mut Vec<Line>) {
        let Some(map) = data.as_object() else { return };
        let known: Vec<&str> = self.fields.below(path).collect();
        let more = map.keys().map(String::as_str);
        let more = more.filter(|key| !known.contains(key));
        for key in known.iter().copied().chain(more) {
            let Some(value) = map.get(key) else { continue };
            let dot = if path.is_empty() { "" } else { "." };
            let path = [path, dot, key].concat();
            self.field(&path, value, depth, out);
        }
    }

    fn field(&self, path: &str, value: &Value, depth: usize, out: &mut Vec<Line>) {
        let title = self.fields.title(path);
        let mut line = |depth, label: &str, text| out.push(Line::new(depth, label, text));
        match value {
            Value::Object(_) => {
                line(depth, title, String::new());
                self.object(path, value, depth + 1, out);
            }
            Value::Array(items) if items.iter().any(Value::is_object) => {
                for (item, number) in items.iter().zip(1u32..) {
                    let title = [title, " ", &number.to_string()].concat();
                    out.push(Line::new(depth, &title, String::new()));
                    self.object(path, item, depth + 1, out);
                }
            }
            Value::Array(items) => {
                let items: Vec<String> = items.iter().map(plain).collect();
                let joined = items.join(", ");
                if joined.len() <= SHORT_LIST {
                    return line(depth, title, joined);
                }
                line(depth, title, String::new());
                items.into_iter().for_each(|item| line(depth + 1, "", item));
            }
            Value::String(text) if path == "text" => line(depth, title, self.cut(text)),
            value => line(depth, title, plain(value)),
        }
    }

    /// The beginning of a document's text, with how much more there is.
    fn cut(&self, text: &str) -> String {
        let count = text.chars().count();
        if count <= TEXT_CHARS {
            return text.into();
        }
        let shown: String = text.chars().take(TEXT_CHARS).collect();
        let slots = [
            ("text", shown.as_str()),
            ("shown", &TEXT_CHARS.to_string()),
            ("n", &count.to_string()),
        ];
        self.labels.fill("text_cut", &slots)
    }
}

/// A text that begins a line: names of data are worded for the middle of a sentence.
fn capitalized(text: &str) -> String {
    let mut out = String::from(text);
    out.get_mut(..1)
        .into_iter()
        .for_each(str::make_ascii_uppercase);
    out
}

#[cfg(test)]
mod tests;
