//! A session as a document: Markdown in three styles, a page to print, tables of exchanges and of skills, JSON (seed 002, "Format
//! Styles"). Everything a respondent, a guide or a model wrote is escaped for the format it is put into.

mod artifacts;
mod csv;
mod date;
mod fields;
mod filled;
mod html;
mod json;
mod labels;
mod markdown;
mod markup;
mod narrative;
mod outcome;
mod skills;

use crate::effect::Status;
use crate::view::{ExchangeView, Figures, ReactionKind};
use colloquy_schema::{
    AttributeWording, CloseReason, DataWording, FindingsView, Interviewer, Named,
};
pub(crate) use labels::label;
use serde_json::Value;

/// Formats of a transcript.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Markdown with YAML front matter, statistics, conversation and findings: `markdown`.
    Structured,
    /// Markdown in the first person, every answer as a block quote: `narrative`.
    Narrative,
    /// Markdown with questions and answers only: `qa`.
    Qa,
    /// A page of its own, to read and to print: `html`.
    Html,
    /// One row per exchange (RFC 4180, UTF-8 without a byte order mark): `csv`.
    Csv,
    /// One row per skill and attribute, of a skills interview; in any other the names of the columns alone: `skills-csv`.
    SkillsCsv,
    /// Everything as data, by `result.schema.json`: `json`.
    Json,
}

impl Format {
    /// Reads a format's name; `None` for any other word.
    pub fn parse(name: &str) -> Option<Format> {
        Some(match name {
            "markdown" => Format::Structured,
            "narrative" => Format::Narrative,
            "qa" => Format::Qa,
            "html" => Format::Html,
            "csv" => Format::Csv,
            "skills-csv" => Format::SkillsCsv,
            "json" => Format::Json,
            _ => return None,
        })
    }
}

/// A session as it is written out. Holds no state of its own.
pub struct Transcript<'a> {
    /// UUID of the session.
    pub session: &'a str,
    /// Id of the guide.
    pub guide: &'a str,
    /// Title of the guide in the session's language.
    pub guide_title: &'a str,
    /// Title of the material, or empty.
    pub title: &'a str,
    /// Podcast, site or author of the material, or empty.
    pub creator: &'a str,
    /// Where the material comes from, or empty. It becomes a link only when it begins with `http://` or `https://`.
    pub source_url: &'a str,
    /// Template of the interview.
    pub template: &'a str,
    /// BCP 47 tag of the wording.
    pub locale: &'a str,
    /// First record, in milliseconds since 1970. Dates are written in UTC: the engine knows no time zone.
    pub started_at: u64,
    /// Completion, in milliseconds since 1970.
    pub ended_at: Option<u64>,
    /// Status of the session.
    pub status: Status,
    /// Why no further question was asked.
    pub closed: Option<CloseReason>,
    /// Who asked.
    pub interviewer: &'a Interviewer,
    /// Version of the engine.
    pub engine: &'a str,
    /// Every question with how it was met, oldest first.
    pub exchanges: &'a [ExchangeView],
    /// The findings as they stand.
    pub findings: &'a FindingsView,
    /// The structured outcome, of interviews that have one.
    pub outcome: Option<&'a Value>,
    /// Names of the six attributes of a skill; empty unless it is a skills interview.
    pub attributes: &'a [AttributeWording],
    /// Names of the eight kinds of data; empty unless it is an onboarding interview.
    pub data: &'a [DataWording],
    /// Figures of the session.
    pub figures: &'a Figures,
    /// The guide's wording by label; English stands in for what is missing.
    pub labels: &'a Named<String>,
}

impl Transcript<'_> {
    /// Writes the session in a format. The same session gives the same bytes on any machine.
    pub fn write(&self, format: Format) -> String {
        match format {
            Format::Structured => self.structured(),
            Format::Narrative => self.narrative(),
            Format::Qa => self.qa(),
            Format::Html => self.html(),
            Format::Csv => self.csv(),
            Format::SkillsCsv => self.skills_csv(),
            Format::Json => self.json(),
        }
    }

    /// Title of the material, else of the guide.
    fn any_title(&self) -> &str {
        if self.title.trim().is_empty() {
            self.guide_title
        } else {
            self.title
        }
    }

    /// What is said in place of an answer, and whether there is an answer to show.
    fn instead(&self, exchange: &ExchangeView) -> Option<&str> {
        let label = match exchange.reaction {
            ReactionKind::Answered if exchange.redacted => "redacted",
            ReactionKind::Answered => return None,
            ReactionKind::Skipped => "skipped",
            ReactionKind::Declined => "declined",
            ReactionKind::Filled if exchange.redacted => "redacted",
            ReactionKind::Filled => return None,
            ReactionKind::Open => "open",
        };
        Some(self.label(label))
    }

    /// How the interview came to its end, or that it has not.
    fn ending(&self) -> &str {
        let Some(reason) = self.closed else {
            return self.label("unfinished");
        };
        self.label(&["closed_", reason.name()].concat())
    }

    /// The facts above the conversation, as label and value, in their order.
    fn statistics(&self) -> Vec<(&str, String)> {
        let figures = self.figures;
        let mut out = vec![(
            "date",
            [&self.date(), ", ", &date::time(self.started_at), " UTC"].concat(),
        )];
        if !self.creator.is_empty() {
            out.push(("creator", self.creator.into()));
        }
        if !self.source_url.is_empty() {
            out.push(("source", self.source_url.into()));
        }
        out.push(("stat_questions", figures.questions.to_string()));
        out.push(("stat_answered", self.met().to_string()));
        out.push((
            "stat_completion",
            [&figures.completion_percent.to_string(), " %"].concat(),
        ));
        out.push(("stat_duration", self.minutes(figures.duration_ms)));
        out.push(("stat_thinking", self.minutes(figures.thinking_ms)));
        out.push((
            "stat_average",
            self.count("words", u64::from(figures.average_words) * 10),
        ));
        out.push((
            "interviewer",
            match self.interviewer {
                Interviewer::Scripted => self.label("interviewer_scripted").into(),
                Interviewer::Model { name, .. } => {
                    self.fill("interviewer_model", &[("name", name)])
                }
            },
        ));
        if figures.input_tokens + figures.output_tokens > 0 {
            let tokens = [
                &figures.input_tokens.to_string(),
                " / ",
                &figures.output_tokens.to_string(),
            ]
            .concat();
            out.push(("stat_tokens", tokens));
        }
        if let Some(cost) = figures.cost_usd {
            out.push(("stat_cost", [&self.dollars(cost), " USD"].concat()));
        }
        out.into_iter()
            .map(|(label, value)| (self.label(label), value))
            .collect()
    }

    /// How many questions were answered, in words or by a form.
    fn met(&self) -> u32 {
        let exchanges = self.exchanges.iter();
        let filled = exchanges.filter(|one| one.reaction == ReactionKind::Filled);
        self.figures.answered + filled.count() as u32
    }

    /// Cost with four decimals: interviews cost cents.
    fn dollars(&self, cost: f64) -> String {
        let units = (cost * 10_000.0 + 0.5) as u64;
        let decimals = (units % 10_000 + 10_000).to_string();
        [
            &(units / 10_000).to_string(),
            self.label("decimal"),
            &decimals[1..],
        ]
        .concat()
    }

    /// The three lists of findings with the labels of their headings.
    fn lists(&self) -> [(&str, &[colloquy_schema::FindingView]); 3] {
        [
            (self.label("insights"), &self.findings.insights),
            (self.label("actions"), &self.findings.actions),
            (self.label("themes"), &self.findings.themes),
        ]
    }
}

/// True for addresses that may become links: `javascript:` and the like never do, nor does what could end a link early.
fn is_web(url: &str) -> bool {
    let scheme = url.split("//").next().unwrap_or_default();
    let web = url.contains("//")
        && (scheme.eq_ignore_ascii_case("https:") || scheme.eq_ignore_ascii_case("http:"));
    web && url
        .chars()
        .all(|c| !c.is_whitespace() && !c.is_control() && !matches!(c, '<' | '>' | '\\'))
}

/// Seconds with one decimal and a point, for machines.
fn seconds(ms: u64) -> String {
    let tenths = ms.saturating_add(50) / 100;
    [&(tenths / 10).to_string(), ".", &(tenths % 10).to_string()].concat()
}

/// One line without characters that turn or hide what stands beside it: for headings, list items and table cells.
fn one_line(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_whitespace() || c.is_control() {
            if !out.is_empty() && !out.ends_with(' ') {
                out.push(' ');
            }
        } else if !crate::material::is_invisible(c) {
            out.push(c);
        }
    }
    out.truncate(out.trim_end().len());
    out
}

/// The lines of a text, whatever ends them; further controls become visible.
fn lines(text: &str) -> Vec<String> {
    let unified = text.replace("\r\n", "\n");
    let parts = unified.split([
        '\n', '\r', '\u{b}', '\u{c}', '\u{85}', '\u{2028}', '\u{2029}',
    ]);
    let visible = |c: char| {
        if c.is_control() && c != '\t' {
            '\u{fffd}'
        } else {
            c
        }
    };
    let mut out: Vec<String> = parts
        .map(|line| line.trim_end().chars().map(visible).collect())
        .collect();
    while out.last().is_some_and(String::is_empty) {
        out.pop();
    }
    let first = out.iter().position(|line| !line.is_empty()).unwrap_or(0);
    out.drain(..first);
    out
}

#[cfg(test)]
mod onboarding_tests;
#[cfg(test)]
mod skills_tests;
#[cfg(test)]
mod tests;
