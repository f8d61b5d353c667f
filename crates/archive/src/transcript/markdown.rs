//! The structured style and the style of questions and answers.

use super::markup::{block, inline, quoted, rest_of_line};
use super::{ACTIONS, Transcript, date, is_web};
use crate::labels::tenths_of_minutes;
use crate::section::{Block, Line, Section};
use colloquy_core::ExchangeView;
use colloquy_schema::{Interviewer, QuestionKind};

/// Appends parts and an empty line behind them.
pub(super) fn paragraph(out: &mut String, parts: &[&str]) {
    for part in parts {
        out.push_str(part);
    }
    out.push_str("\n\n");
}

impl Transcript<'_> {
    /// Front matter, statistics, conversation, insights, next steps, themes.
    pub(super) fn structured(&self) -> String {
        let mut out = String::from("---\n");
        self.front_matter(&mut out);
        out.push_str("---\n\n");
        paragraph(
            &mut out,
            &[
                "# ",
                &inline(&self.fill("heading", &[("title", self.any_title())])),
            ],
        );
        paragraph(&mut out, &["## ", &inline(self.label("statistics"))]);
        for (label, value) in self.statistics() {
            let value = if value == self.source_url && is_web(&value) {
                ["<", &value, ">"].concat()
            } else {
                rest_of_line(&value)
            };
            for part in ["- ", &inline(label), ": ", &value, "\n"] {
                out.push_str(part);
            }
        }
        out.push('\n');
        paragraph(&mut out, &["## ", &inline(self.label("conversation"))]);
        for exchange in self.exchanges {
            let number = exchange.question.number.to_string();
            let number = inline(&self.fill("question", &[("n", &number)]));
            if exchange.question.kind == QuestionKind::FollowUp {
                paragraph(
                    &mut out,
                    &["### ", &number, " (", &inline(self.label("follow_up")), ")"],
                );
            } else {
                paragraph(&mut out, &["### ", &number]);
            }
            block(&exchange.question.text, "", &mut out);
            if let Some(reason) = self.kind.reason(&exchange.question, &self.labels()) {
                out.push_str(&["\n*", &inline(&reason), "*\n"].concat());
            }
            paragraph(&mut out, &["\n**", &inline(self.label("response")), "**"]);
            self.answer(exchange, "", &mut out);
        }
        paragraph(&mut out, &["*", &inline(self.ending()), "*"]);
        sections(&self.results(), &mut out);
        sections(&self.details(), &mut out);
        for (list, label, findings) in self.lists() {
            paragraph(&mut out, &["## ", &inline(label)]);
            for finding in findings {
                out.push_str(if list == ACTIONS { "- [ ] " } else { "- " });
                out.push_str(&inline(&finding.text));
                out.push('\n');
            }
            out.push('\n');
        }
        out.truncate(out.trim_end().len());
        out.push('\n');
        out
    }

    fn front_matter(&self, out: &mut String) {
        let mut line = |key: &str, value: &str| {
            for part in [key, ": ", value, "\n"] {
                out.push_str(part);
            }
        };
        line("title", &quoted(self.any_title()));
        if !self.creator.is_empty() {
            line("creator", &quoted(self.creator));
        }
        if !self.source_url.is_empty() {
            line("source_url", &quoted(self.source_url));
        }
        line("interview_date", &date::day(self.started_at));
        line("started_at", &quoted(&date::moment(self.started_at)));
        if let Some(ended_at) = self.ended_at {
            line("ended_at", &quoted(&date::moment(ended_at)));
        }
        line("guide", &quoted(self.guide));
        line("template", &quoted(self.template));
        line("status", &quoted(self.status.name()));
        line("questions_asked", &self.figures.questions.to_string());
        line("questions_answered", &self.answered().to_string());
        line("substantive_answers", &self.figures.substantive.to_string());
        let tenths = tenths_of_minutes(self.figures.duration_ms);
        line(
            "duration_minutes",
            &[&(tenths / 10).to_string(), ".", &(tenths % 10).to_string()].concat(),
        );
        line(
            "average_response_words",
            &self.figures.average_words.to_string(),
        );
        match self.interviewer {
            Interviewer::Scripted => line("interviewer", &quoted("scripted")),
            Interviewer::Model { name, .. } => {
                line("interviewer", &quoted("model"));
                line("model", &quoted(name));
            }
        }
        line("locale", &quoted(self.locale));
        line("session", &quoted(self.session));
        line("engine", &quoted(self.engine));
    }

    /// Heading, then questions and answers.
    pub(super) fn qa(&self) -> String {
        let mut out = String::new();
        paragraph(
            &mut out,
            &[
                "# ",
                &inline(&self.fill("heading_qa", &[("title", self.any_title())])),
            ],
        );
        paragraph(&mut out, &["*", &inline(&self.date()), "*"]);
        for exchange in self.exchanges {
            out.push_str(&["**", &inline(self.label("q")), "**: "].concat());
            block(&exchange.question.text, "", &mut out);
            out.push_str(&["\n**", &inline(self.label("a")), "**: "].concat());
            self.answer(exchange, "", &mut out);
        }
        paragraph(&mut out, &["*", &inline(self.ending()), "*"]);
        sections(&self.results(), &mut out);
        out.pop();
        out
    }

    /// Appends the answer, or what stands in its place, and an empty line.
    pub(super) fn answer(&self, exchange: &ExchangeView, prefix: &str, out: &mut String) {
        match self.placeholder(exchange) {
            Some(text) => out.push_str(&["*", &inline(text), "*\n"].concat()),
            None => block(&self.answer_text(exchange), prefix, out),
        }
        if exchange.amended && !exchange.redacted {
            out.push_str(&["\n*", &inline(self.label("amended")), "*\n"].concat());
        }
        out.push('\n');
    }
}

/// Appends sections: headings with tables, lists and remarks.
pub(super) fn sections(sections: &[Section], out: &mut String) {
    for section in sections {
        let marks = if section.level == 2 { "## " } else { "### " };
        paragraph(out, &[marks, &inline(&section.title)]);
        for block in &section.blocks {
            match block {
                Block::Table { head, rows } => table(head, rows, out),
                Block::List(lines) => {
                    for line in lines {
                        out.push_str(&["- ", &inline(line), "\n"].concat());
                    }
                    out.push('\n');
                }
                Block::Tree(lines) => {
                    for line in lines {
                        let indent = "  ".repeat(line.depth);
                        out.push_str(&[&indent, "- ", &entry(line), "\n"].concat());
                    }
                    if !lines.is_empty() {
                        out.push('\n');
                    }
                }
                Block::Note(text) => paragraph(out, &["*", &inline(text), "*"]),
            }
        }
    }
}

fn table(head: &[String], rows: &[Vec<String>], out: &mut String) {
    let row = |cells: &[String], out: &mut String| {
        out.push('|');
        for cell in cells {
            out.push_str(&[" ", &rest_of_line(cell), " |"].concat());
        }
        out.push('\n');
    };
    row(head, out);
    out.push_str(&["|", &" --- |".repeat(head.len()), "\n"].concat());
    rows.iter().for_each(|cells| row(cells, out));
    out.push('\n');
}

fn entry(line: &Line) -> String {
    if line.label.is_empty() {
        return inline(&line.text);
    }
    if line.text.is_empty() {
        return inline(&line.label);
    }
    [&inline(&line.label), ": ", &rest_of_line(&line.text)].concat()
}
