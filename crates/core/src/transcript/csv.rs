//! One row per exchange, or per skill and attribute, for spreadsheets and statistics programs.

use super::{Transcript, date, lines, seconds};
use crate::material::is_invisible;
use colloquy_schema::Attribute;
use serde_json::Value;

/// Names of the columns: machine names, the same in every language.
const COLUMNS: &str = "session,number,kind,follow_up_depth,asked_at,question,reaction,answer,amended,redacted,words,thinking_seconds\r\n";
/// The same of the table of skills.
const SKILL_COLUMNS: &str = "skill,confidence,attribute,value,quote,source,question\r\n";

impl Transcript<'_> {
    /// RFC 4180 with CRLF, every text in quotes.
    pub(super) fn csv(&self) -> String {
        let mut out = String::from(COLUMNS);
        for exchange in self.exchanges {
            let question = &exchange.question;
            let flag = |set: bool| if set { "true" } else { "false" };
            text(self.session, &mut out);
            for value in [
                question.number.to_string().as_str(),
                question.kind.name(),
                &question.follow_up_depth.to_string(),
                &date::moment(question.asked_at),
            ] {
                plain(value, &mut out);
            }
            out.push(',');
            text(&question.text, &mut out);
            plain(exchange.reaction.name(), &mut out);
            out.push(',');
            text(&self.said(exchange), &mut out);
            for value in [
                flag(exchange.amended),
                flag(exchange.redacted),
                &exchange.words.to_string(),
            ] {
                plain(value, &mut out);
            }
            plain(&seconds(u64::from(exchange.thinking_ms)), &mut out);
            out.push_str("\r\n");
        }
        out
    }

    /// One row per skill and attribute, known or not. Before them one whose attribute is `named`: where the skill itself
    /// comes from.
    pub(super) fn skills_csv(&self) -> String {
        let mut out = String::from(SKILL_COLUMNS);
        let skills = self
            .skills_outcome()
            .and_then(|outcome| outcome["skills"].as_array());
        for skill in skills.into_iter().flatten() {
            skill_row(skill, "named", "", skill, &mut out);
            for attribute in Attribute::ALL {
                let known = &skill["attributes"][attribute.name()];
                let value = known["value"].as_str().unwrap_or_default();
                skill_row(skill, attribute.name(), value, known, &mut out);
            }
        }
        out
    }
}

/// Appends what is known of one attribute; `evidence` is null where nothing is.
fn skill_row(skill: &Value, attribute: &str, value: &str, evidence: &Value, out: &mut String) {
    let string = |value: &Value| String::from(value.as_str().unwrap_or_default());
    let number = |value: &Value| match value {
        Value::Number(number) => number.to_string(),
        _ => String::new(),
    };
    text(&string(&skill["skill"]), out);
    plain(&number(&skill["confidence"]), out);
    plain(attribute, out);
    out.push(',');
    text(value, out);
    out.push(',');
    text(&string(&evidence["quote"]), out);
    plain(&string(&evidence["source"]), out);
    plain(&number(&evidence["question"]), out);
    out.push_str("\r\n");
}

/// Appends a value of the engine's own.
fn plain(value: &str, out: &mut String) {
    out.push(',');
    out.push_str(value);
}

/// Appends a text in quotes; one that a spreadsheet would run as a formula is led in by an apostrophe (OWASP, "CSV
/// Injection": `=`, `+`, `-`, `@`, tab, carriage return, and the full-width forms). Where lists are separated by semicolons,
/// as in most of Europe, a spreadsheet takes a comma for nothing and a quote within a cell for itself: there a cell begins
/// behind every line break, tab and semicolon of a text, so a formula behind one is led in, too.
fn text(value: &str, out: &mut String) {
    let mut cell = lines(value).join("\n");
    cell.retain(|c| !is_invisible(c));
    out.push('"');
    let leads = cell.starts_with('\t') || value.starts_with(['\r', '\n']);
    if leads
        || cell
            .trim_start()
            .starts_with(['=', '@', '+', '-', '＝', '＠', '＋', '－'])
    {
        out.push('\'');
    }
    for (at, c) in cell.char_indices() {
        out.push(c);
        match c {
            '"' => out.push(c),
            '\n' | '\t' | ';' if is_formula(&cell[at + 1..]) => out.push('\''),
            _ => {}
        }
    }
    out.push('"');
}

/// True where what begins here would be run as a cell of its own. The items of a list have signs as well: behind one, only what
/// calls, or names another sheet or program, can do anything.
fn is_formula(part: &str) -> bool {
    let part = part.split(['\n', '\t', ';']).next().unwrap_or_default();
    let part = part.trim_start_matches(|c: char| c.is_whitespace() || c == '"');
    match part.chars().next() {
        Some('=' | '@' | '＝' | '＠') => true,
        Some('+' | '-' | '＋' | '－') => part.contains(['(', '|', '!']),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::text;

    #[test]
    fn formulas_stay_text() {
        for (value, expected) in [
            ("plain", "\"plain\""),
            ("say \"a, b\"\r\nnext", "\"say \"\"a, b\"\"\nnext\""),
            ("=1+1", "\"'=1+1\""),
            ("+1", "\"'+1\""),
            ("-1", "\"'-1\""),
            ("@x", "\"'@x\""),
            ("\t=1", "\"'\t'=1\""),
            ("\rx", "\"'x\""),
            (" \u{feff}=1", "\"' =1\""),
            ("＝1", "\"'＝1\""),
            ("a\u{202e}b", "\"ab\""),
            ("\u{202e}\tx", "\"'\tx\""),
            ("", "\"\""),
            ("a\n- b\n- c", "\"a\n- b\n- c\""),
            ("a\n=1", "\"a\n'=1\""),
            ("a; \"=1", "\"a;' \"\"=1\""),
            ("a;-1+cmd|x!A0;b", "\"a;'-1+cmd|x!A0;b\""),
            ("a\t＠x", "\"a\t'＠x\""),
            ("; =;", "\";' =;\""),
        ] {
            let mut out = String::new();
            text(value, &mut out);
            assert_eq!(out, expected, "{value:?}");
        }
    }
}
