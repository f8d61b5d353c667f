//! A session as a document: Markdown in three styles, a page to print, tables, JSON.
//! Everything a respondent, a guide or a model wrote is escaped for the format it is put into.

mod csv;
mod date;
mod filled;
mod html;
mod json;
mod markdown;
mod markup;
mod narrative;

use crate::kind::Kind;
use crate::kinds;
use crate::labels::Labels;
use crate::section::Section;
use crate::table::Table;
use colloquy_core::kinds::Maker;
use colloquy_core::{ExchangeView, Figures, FindByRules, Misuse, ReactionKind, Session, Status};
use colloquy_schema::{CloseReason, FindingView, FindingsView, Interviewer, Record, Wording};
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
    /// The table that one kind of interview has besides, by its name, such as `skills-csv`; of an interview of another kind the
    /// names of the columns alone.
    Table(&'static str),
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
            "json" => Format::Json,
            name => return table(name).map(|table| Format::Table(table.name)),
        })
    }
}

/// Finds the table of any kind of interview by its name.
fn table(name: &str) -> Option<&'static Table> {
    let mut tables = kinds::ALL.iter().filter_map(|kind| kind.table());
    tables.find(|table| table.name == name)
}

/// Writes the transcript of a session in a format, from its records alone; for programs that have all kinds of interview.
///
/// # Errors
/// When the records make no session.
pub fn export_of(records: &[Record], format: Format) -> Result<String, Misuse> {
    let session = colloquy_core::kinds::session(records, Some(colloquy_notes::context))?;
    Ok(export(&session, format))
}

/// The same with what makes the session's kind, which is not named here: a program may not have loaded the others. `find` finds by rules
/// what is shown of a session that is not complete.
///
/// # Errors
/// When the records make no session.
pub fn export_with(
    records: &[Record],
    maker: Maker,
    find: Option<FindByRules>,
    format: Format,
) -> Result<String, Misuse> {
    let mut session = Session::of(records, maker, Some(colloquy_notes::context))?;
    if let Some(find) = find {
        session.find_by(find);
    }
    Ok(export(&session, format))
}

/// Writes the transcript of a session in a format.
pub fn export(session: &Session, format: Format) -> String {
    let exchanges = session.exchange_views();
    let result = session.summary();
    let transcript = Transcript {
        session: &session.id,
        guide: &session.guide.id,
        title: &session.context.title,
        creator: &session.context.creator,
        source_url: &session.context.source_url,
        template: &session.template().id,
        locale: &session.locale,
        started_at: session.started_at,
        ended_at: session.finished.as_ref().map(|_| session.updated_at),
        status: session.status,
        closed: session.closed,
        interviewer: &session.interviewer,
        engine: &session.engine,
        exchanges: &exchanges,
        findings: &result.findings,
        outcome: result.outcome.as_ref(),
        figures: &result.figures,
        kind: kinds::of(session.kind().name()),
        wording: &session.wording,
    };
    transcript.write(format)
}

/// A session as it is written out. Has no state of its own.
pub(crate) struct Transcript<'a> {
    /// UUID of the session.
    pub(crate) session: &'a str,
    /// Id of the guide.
    pub(crate) guide: &'a str,
    /// Title of the material, or empty.
    pub(crate) title: &'a str,
    /// Podcast, site or author of the material, or empty.
    pub(crate) creator: &'a str,
    /// Where the material comes from, or empty. It becomes a link only when it begins with `http://` or `https://`.
    pub(crate) source_url: &'a str,
    /// Template of the interview.
    pub(crate) template: &'a str,
    /// BCP 47 tag of the wording.
    pub(crate) locale: &'a str,
    /// First record, in milliseconds since 1970. Dates are written in UTC: the engine knows no time zone.
    pub(crate) started_at: u64,
    /// Completion, in milliseconds since 1970.
    pub(crate) ended_at: Option<u64>,
    /// Status of the session.
    pub(crate) status: Status,
    /// Why no further question was asked.
    pub(crate) closed: Option<CloseReason>,
    /// The interviewer.
    pub(crate) interviewer: &'a Interviewer,
    /// Version of the engine.
    pub(crate) engine: &'a str,
    /// Every question with how it was settled, oldest first.
    pub(crate) exchanges: &'a [ExchangeView],
    /// The findings as they stand.
    pub(crate) findings: &'a FindingsView,
    /// The structured outcome, of interviews that have one.
    pub(crate) outcome: Option<&'a Value>,
    /// Figures of the session.
    pub(crate) figures: &'a Figures,
    /// The kind of interview.
    pub(crate) kind: &'a dyn Kind,
    /// The guide's words in the session's language.
    pub(crate) wording: &'a Wording,
}

impl Transcript<'_> {
    /// Writes the session in a format. The same session gives the same bytes on any machine.
    pub(crate) fn write(&self, format: Format) -> String {
        match format {
            Format::Structured => self.structured(),
            Format::Narrative => self.narrative(),
            Format::Qa => self.qa(),
            Format::Html => self.html(),
            Format::Csv => self.csv(),
            Format::Table(name) => table(name).map_or(String::new(), |table| self.table(table)),
            Format::Json => self.json(),
        }
    }

    /// Title of the material, else of the guide.
    fn any_title(&self) -> &str {
        if self.title.trim().is_empty() {
            &self.wording.title
        } else {
            self.title
        }
    }

    /// What stands in place of an answer; nothing where there is an answer to show.
    fn placeholder(&self, exchange: &ExchangeView) -> Option<&str> {
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
        out.push(("stat_answered", self.answered().to_string()));
        out.push((
            "stat_completion",
            [&figures.completion_percent.to_string(), " %"].concat(),
        ));
        out.push(("stat_duration", self.labels().minutes(figures.duration_ms)));
        out.push(("stat_thinking", self.labels().minutes(figures.thinking_ms)));
        out.push((
            "stat_average",
            self.labels()
                .count("words", u64::from(figures.average_words) * 10),
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
    fn answered(&self) -> u32 {
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

    /// The wording of a label.
    fn label(&self, key: &str) -> &str {
        self.labels().get(key)
    }

    /// The wording of a label with its slots filled in.
    fn fill(&self, key: &str, slots: &[(&str, &str)]) -> String {
        self.labels().fill(key, slots)
    }

    fn labels(&self) -> Labels<'_> {
        Labels {
            wording: self.wording,
            own: self.kind.labels(),
        }
    }

    /// What the interview came to, for every format that people read.
    fn results(&self) -> Vec<Section> {
        let draw = |outcome| self.kind.results(outcome, &self.labels());
        self.outcome.map(draw).unwrap_or_default()
    }

    /// What the structured style and the page have besides: the details of the kind, then the value of the guide's own contract.
    fn details(&self) -> Vec<Section> {
        let Some(outcome) = self.outcome else {
            return Vec::new();
        };
        let mut out = self.kind.details(outcome, &self.labels());
        let value = self.kind.own_value(outcome);
        out.extend(value.and_then(|value| Section::of_value(self.label("outcome"), value)));
        out
    }

    /// The lists of findings that have any, by name, with the labels of their headings.
    fn lists(&self) -> impl Iterator<Item = (&'static str, &str, &[FindingView])> {
        let findings = self.findings;
        let lists: [(&'static str, &[FindingView]); 4] = [
            ("insights", &findings.insights),
            (ACTIONS, &findings.actions),
            ("recommendations", &findings.recommendations),
            ("themes", &findings.themes),
        ];
        lists
            .into_iter()
            .filter(|(_, list)| !list.is_empty())
            .map(|(name, list)| (name, self.label(name), list))
    }
}

/// The list whose findings can be ticked.
const ACTIONS: &str = "actions";

/// True for addresses that may become links: `javascript:` and the like never do, nor does what could end a link early.
fn is_web(url: &str) -> bool {
    let scheme = url.split("//").next().unwrap_or_default();
    let web = url.contains("//")
        && (scheme.eq_ignore_ascii_case("https:") || scheme.eq_ignore_ascii_case("http:"));
    web && url
        .chars()
        .all(|c| !c.is_whitespace() && !c.is_control() && !matches!(c, '<' | '>' | '\\'))
}

#[cfg(test)]
mod tests;
