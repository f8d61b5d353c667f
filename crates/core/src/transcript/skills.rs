//! The skills of an interview as they are read by people: a table, the words that show each value, and why each question
//! was put.

use super::markdown::paragraph;
use super::markup::{inline, rest_of_line};
use super::{Transcript, one_line};
use colloquy_schema::{Attribute, GapQuestion};
use serde_json::Value;

/// Skills as they are written out: plain text, not escaped.
pub(super) struct SkillsSection<'a> {
    /// Names of the columns: the skill, its six attributes, the confidence.
    pub(super) head: Vec<&'a str>,
    /// One row per skill, a cell per column; an empty cell is not known.
    pub(super) rows: Vec<Vec<String>>,
    /// The words that show each skill and each value, and where they were said.
    pub(super) evidence: Vec<String>,
    /// How much is known, and what was refused.
    pub(super) summary: Vec<String>,
}

impl Transcript<'_> {
    /// The outcome of a skills interview; nothing of any other, whatever the keys of its outcome are.
    pub(super) fn skills_outcome(&self) -> Option<&Value> {
        self.outcome.filter(|_| !self.attributes.is_empty())
    }

    /// Draws the skills; nothing for an interview of another kind.
    pub(super) fn skills_section(&self) -> Option<SkillsSection<'_>> {
        let outcome = self.skills_outcome()?;
        let mut head = vec![self.label("skill")];
        head.extend(Attribute::ALL.iter().map(|one| self.attribute(*one)));
        head.push(self.label("confidence"));
        let (mut rows, mut evidence) = (Vec::new(), Vec::new());
        for skill in outcome["skills"].as_array().into_iter().flatten() {
            let name = string(&skill["skill"]);
            let mut row = vec![name.into()];
            evidence.push(self.named(name, skill));
            for attribute in Attribute::ALL {
                let known = &skill["attributes"][attribute.name()];
                row.push(string(&known["value"]).into());
                if !known.is_null() {
                    let label = self.attribute(*attribute);
                    let said = [name, " – ", label, ": ", string(&known["value"])].concat();
                    evidence.push(self.shown(&said, known));
                }
            }
            row.push(self.share(skill["confidence"].as_f64().unwrap_or_default()));
            rows.push(row);
        }
        let number = |key: &str| outcome[key].as_u64().unwrap_or_default().to_string();
        let slots = [
            ("percent", number("completeness")),
            ("known", number("known")),
            ("of", number("of")),
            ("n", number("refused")),
        ];
        let slots: Vec<(&str, &str)> = slots.iter().map(|(key, n)| (*key, n.as_str())).collect();
        let mut summary = vec![self.fill("completeness", &slots)];
        if outcome["refused"].as_u64().unwrap_or_default() > 0 {
            summary.push(self.fill("refused_values", &slots));
        }
        Some(SkillsSection {
            head,
            rows,
            evidence,
            summary,
        })
    }

    /// A skill with the words that name it, and why nothing more is asked about it.
    fn named(&self, name: &str, skill: &Value) -> String {
        let mut line = self.shown(name, skill);
        if let Some(ended) = skill["ended"].as_str() {
            line.push_str(". ");
            line.push_str(self.label(&["gap_", ended].concat()));
        }
        line
    }

    /// What was said with the words that show it and their place: `Python: “since 2019” (from the résumé)`.
    fn shown(&self, said: &str, evidence: &Value) -> String {
        let mut line = String::from(said);
        let quote = string(&evidence["quote"]);
        if !quote.is_empty() {
            line.push_str(": “");
            line.push_str(&quote.replace('“', "‘").replace('”', "’"));
            line.push('”');
        }
        let place = match string(&evidence["source"]) {
            "answer" => {
                let number = evidence["question"].as_u64().unwrap_or_default();
                self.fill("from_answer", &[("n", &number.to_string())])
            }
            "respondent" => self.label("from_respondent").into(),
            _ => self.label("from_resume").into(),
        };
        line.push_str(" (");
        line.push_str(&place);
        line.push(')');
        line
    }

    /// Why a question was put: `About Python: Duration, Depth (gap 0.9, probe 1 of 3)`.
    pub(super) fn why(&self, gap: &GapQuestion) -> String {
        let labels: Vec<&str> = gap.attributes.iter().map(|a| self.attribute(*a)).collect();
        let key = if gap.skill.is_empty() {
            "gap_why_skills"
        } else {
            "gap_why"
        };
        self.fill(
            key,
            &[
                ("skill", &gap.skill),
                ("attributes", &labels.join(", ")),
                ("severity", &self.share(gap.severity)),
                ("probe", &gap.probe.to_string()),
                ("probes", &gap.probes.to_string()),
            ],
        )
    }

    /// Name of an attribute in the session's language.
    fn attribute(&self, attribute: Attribute) -> &str {
        let words = self.attributes.get(attribute as usize);
        words.map_or(attribute.name(), |words| &words.label)
    }

    /// A number from 0 to 1 with at most two decimals: `0.9`.
    fn share(&self, value: f64) -> String {
        let hundredths = (value.clamp(0.0, 1.0) * 100.0 + 0.5) as u64;
        let decimals = (hundredths % 100 + 100).to_string();
        let decimals = decimals[1..].trim_end_matches('0');
        let whole = (hundredths / 100).to_string();
        if decimals.is_empty() {
            return whole;
        }
        [&whole, self.label("decimal"), decimals].concat()
    }

    /// Appends the skills in Markdown: a table, then the words that show what stands in it.
    pub(super) fn skills_markdown(&self, out: &mut String) {
        let Some(section) = self.skills_section() else {
            return;
        };
        paragraph(out, &["## ", &inline(self.label("skills_table"))]);
        let row = |cells: &mut dyn Iterator<Item = &str>, out: &mut String| {
            out.push('|');
            for cell in cells {
                out.push_str(&[" ", &rest_of_line(cell), " |"].concat());
            }
            out.push('\n');
        };
        if section.rows.is_empty() {
            paragraph(out, &["*", &inline(self.label("none")), "*"]);
        } else {
            row(&mut section.head.iter().copied(), out);
            out.push_str(&["|", &" --- |".repeat(section.head.len()), "\n"].concat());
            for cells in &section.rows {
                row(&mut cells.iter().map(String::as_str), out);
            }
            out.push('\n');
        }
        list(&section.summary, out);
        if !section.evidence.is_empty() {
            paragraph(out, &["### ", &inline(self.label("evidence"))]);
            list(&section.evidence, out);
        }
    }

    /// Appends why a question was put, as a line of its own.
    pub(super) fn why_markdown(&self, gap: Option<&GapQuestion>, out: &mut String) {
        if let Some(gap) = gap {
            out.push_str(&["\n*", &inline(&self.why(gap)), "*\n"].concat());
        }
    }

    /// Appends the skills as a section of a page.
    pub(super) fn skills_html(&self, out: &mut String) {
        use super::html::element;
        let Some(section) = self.skills_section() else {
            return;
        };
        out.push_str("<section>\n");
        element("h2", "", self.label("skills_table"), out);
        if section.rows.is_empty() {
            element("p", " class=\"n\"", self.label("none"), out);
        } else {
            out.push_str("<div class=\"w\">\n<table>\n<thead>\n<tr>\n");
            for name in &section.head {
                element("th", " scope=\"col\"", &one_line(name), out);
            }
            out.push_str("</tr>\n</thead>\n<tbody>\n");
            for cells in &section.rows {
                out.push_str("<tr>\n");
                for (i, cell) in cells.iter().enumerate() {
                    let (name, scope) = if i == 0 {
                        ("th", " scope=\"row\"")
                    } else {
                        ("td", "")
                    };
                    element(name, scope, &one_line(cell), out);
                }
                out.push_str("</tr>\n");
            }
            out.push_str("</tbody>\n</table>\n</div>\n");
        }
        let list = |lines: &[String], out: &mut String| {
            out.push_str("<ul>\n");
            for line in lines {
                element("li", "", &one_line(line), out);
            }
            out.push_str("</ul>\n");
        };
        list(&section.summary, out);
        if !section.evidence.is_empty() {
            element("h3", "", self.label("evidence"), out);
            list(&section.evidence, out);
        }
        out.push_str("</section>\n");
    }
}

fn list(lines: &[String], out: &mut String) {
    for line in lines {
        out.push_str(&["- ", &inline(line), "\n"].concat());
    }
    out.push('\n');
}

fn string(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}
