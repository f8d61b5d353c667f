//! What an onboarding interview brought together, as it is read by people: phases with their objectives, what was kept by the
//! titles of its fields, and the files.

use super::fields::Fields;
use super::html::element;
use super::markdown::paragraph;
use super::markup::{inline, rest_of_line};
use super::{Transcript, one_line};
use colloquy_schema::DataType;
use serde_json::Value;

/// Longest part of a document's text that is written out, in characters: the result as data has all of it.
const TEXT_CHARS: usize = 600;
/// Longest list that is written on one line, in bytes; a longer one has a line for each entry.
const SHORT_LIST: usize = 100;

/// One line of a list, plain text, not escaped.
struct Line {
    /// How far inside it stands, from 0.
    depth: usize,
    /// What it is of; empty for an entry of a list.
    label: String,
    text: String,
}

/// A headed list; one with a heading alone stands above others.
struct Part {
    /// 2 or 3.
    level: u8,
    title: String,
    lines: Vec<Line>,
    /// What is said below the list; empty for nothing.
    note: String,
}

impl Transcript<'_> {
    /// The outcome of an onboarding interview; nothing of any other, whatever the keys of its outcome are.
    pub(super) fn onboarding_outcome(&self) -> Option<&Value> {
        self.outcome.filter(|_| !self.data.is_empty())
    }

    fn onboarding_parts(&self) -> Vec<Part> {
        let Some(outcome) = self.onboarding_outcome() else {
            return Vec::new();
        };
        let mut out = vec![Part::new(2, self.label("phases"))];
        for phase in list(&outcome["phases"]) {
            let mut part = Part::new(3, string(&phase["title"]));
            for objective in list(&phase["objectives"]) {
                let key = ["objective_", string(&objective["state"])].concat();
                let label = string(&objective["label"]);
                part.line(0, "", begun(&self.fill(&key, &[("label", label)])));
            }
            if let Some(ended) = phase["ended"].as_str() {
                part.note = self.label(&["phase_", ended].concat()).into();
            }
            out.push(part);
        }
        let artifacts = list(&outcome["artifacts"]);
        out.push(self.heading("artifacts", artifacts.is_empty()));
        out.extend(artifacts.iter().map(|one| self.artifact(one)));
        let files = list(&outcome["files"]);
        let mut part = self.heading("files", files.is_empty());
        for file in files {
            let size = file["size"].as_u64().unwrap_or_default().to_string();
            let slots = [
                ("name", string(&file["name"])),
                ("kind", string(&file["mimeType"])),
                ("size", &size),
            ];
            part.line(0, "", self.fill("file", &slots));
        }
        out.push(part);
        out
    }

    fn heading(&self, label: &str, empty: bool) -> Part {
        let mut part = Part::new(2, self.label(label));
        if empty {
            part.note = self.label("none").into();
        }
        part
    }

    fn artifact(&self, artifact: &Value) -> Part {
        let confirmed = artifact["confirmed"] == true;
        let version = artifact["version"].as_u64().unwrap_or_default().to_string();
        let slots = [
            ("label", string(&artifact["label"])),
            ("id", string(&artifact["id"])),
            ("version", &version),
        ];
        let key = if confirmed {
            "artifact_confirmed"
        } else {
            "artifact"
        };
        let mut part = Part::new(3, &begun(&self.fill(key, &slots)));
        let data = &artifact["data"];
        if data.as_object().is_none_or(|data| data.is_empty()) {
            part.note = self.label("artifact_removed").into();
            return part;
        }
        let name = string(&artifact["dataType"]);
        let kind = DataType::ALL.iter().find(|kind| kind.name() == name);
        if let Some(kind) = kind {
            self.fields(&Fields::of(*kind), "", data, 0, &mut part);
        }
        part
    }

    /// Appends the fields of an object in the order of its schema, and behind them what the schema does not know.
    fn fields(&self, fields: &Fields, path: &str, data: &Value, depth: usize, part: &mut Part) {
        let Some(map) = data.as_object() else { return };
        let known: Vec<&str> = fields.below(path).collect();
        let more = map.keys().map(String::as_str);
        let more = more.filter(|key| !known.contains(key));
        for key in known.iter().copied().chain(more) {
            let Some(value) = map.get(key) else { continue };
            let dot = if path.is_empty() { "" } else { "." };
            let path = [path, dot, key].concat();
            self.field(fields, &path, value, depth, part);
        }
    }

    fn field(&self, fields: &Fields, path: &str, value: &Value, depth: usize, part: &mut Part) {
        let title = fields.title(path);
        match value {
            Value::Object(_) => {
                part.line(depth, title, String::new());
                self.fields(fields, path, value, depth + 1, part);
            }
            Value::Array(items) if items.iter().any(Value::is_object) => {
                for (item, number) in items.iter().zip(1u32..) {
                    let title = [title, " ", &number.to_string()].concat();
                    part.line(depth, &title, String::new());
                    self.fields(fields, path, item, depth + 1, part);
                }
            }
            Value::Array(items) => {
                let items: Vec<String> = items.iter().map(plain).collect();
                let joined = items.join(", ");
                if joined.len() <= SHORT_LIST {
                    part.line(depth, title, joined);
                    return;
                }
                part.line(depth, title, String::new());
                for item in items {
                    part.line(depth + 1, "", item);
                }
            }
            Value::String(text) if path == "text" => part.line(depth, title, self.cut(text)),
            value => part.line(depth, title, plain(value)),
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
        self.fill("text_cut", &slots)
    }

    /// Appends what was brought together in Markdown: headings and nested lists.
    pub(super) fn onboarding_markdown(&self, out: &mut String) {
        for part in self.onboarding_parts() {
            let marks = if part.level == 2 { "## " } else { "### " };
            paragraph(out, &[marks, &inline(&part.title)]);
            for line in &part.lines {
                let indent = "  ".repeat(line.depth);
                out.push_str(&[&indent, "- ", &line.markdown(), "\n"].concat());
            }
            if !part.lines.is_empty() {
                out.push('\n');
            }
            if !part.note.is_empty() {
                paragraph(out, &["*", &inline(&part.note), "*"]);
            }
        }
    }

    /// Appends the same as sections of a page.
    pub(super) fn onboarding_html(&self, out: &mut String) {
        let parts = self.onboarding_parts();
        for (at, part) in parts.iter().enumerate() {
            if part.level == 2 {
                out.push_str("<section>\n");
                element("h2", "", &one_line(&part.title), out);
            } else {
                element("h3", "", &one_line(&part.title), out);
            }
            nested(&part.lines, out);
            if !part.note.is_empty() {
                element("p", " class=\"n\"", &one_line(&part.note), out);
            }
            if parts.get(at + 1).is_none_or(|next| next.level == 2) {
                out.push_str("</section>\n");
            }
        }
    }
}

/// Appends nested lists. What is inside an entry follows its text: lines keep their breaks there, so there are none.
fn nested(lines: &[Line], out: &mut String) {
    let mut open = 0;
    for line in lines {
        // An entry is at most one step further inside than the one before.
        let wanted = line.depth + 1;
        if wanted > open {
            out.push_str("<ul>");
            open += 1;
        } else {
            for _ in wanted..open {
                out.push_str("</li></ul>");
            }
            open = wanted;
            out.push_str("</li>");
        }
        out.push_str("<li dir=\"auto\">");
        super::html::escape(&one_line(&line.plain()), out);
    }
    for _ in 0..open {
        out.push_str("</li></ul>");
    }
    if open > 0 {
        out.push('\n');
    }
}

impl Part {
    fn new(level: u8, title: &str) -> Part {
        Part {
            level,
            title: title.into(),
            lines: Vec::new(),
            note: String::new(),
        }
    }

    fn line(&mut self, depth: usize, label: &str, text: String) {
        let label = label.into();
        self.lines.push(Line { depth, label, text });
    }
}

impl Line {
    fn plain(&self) -> String {
        let between = match (self.label.is_empty(), self.text.is_empty()) {
            (false, false) => ": ",
            _ => "",
        };
        [&self.label, between, &self.text].concat()
    }

    fn markdown(&self) -> String {
        if self.label.is_empty() {
            return inline(&self.text);
        }
        if self.text.is_empty() {
            return inline(&self.label);
        }
        [&inline(&self.label), ": ", &rest_of_line(&self.text)].concat()
    }
}

/// A text that begins a line: names of data are worded for the middle of a sentence.
fn begun(text: &str) -> String {
    let mut out = String::from(text);
    out.get_mut(..1)
        .into_iter()
        .for_each(str::make_ascii_uppercase);
    out
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn string(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// A value as a text of its own.
fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => serde_json::to_string(other).unwrap_or_default(),
    }
}
