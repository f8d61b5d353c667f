//! The material as a model reads it: its texts as they are, with their lines, headings and list marks. What is taken out of them for the
//! built-in interviewer's sentences has lost all that.

use crate::session::Session;
use crate::wording::cut;
use colloquy_findings::letters::is_invisible;
use colloquy_schema::NamedText;

/// Least room for a text that is shortened, in bytes.
const LEAST: usize = 200;

/// The material in at most about `budget` bytes. Texts that do not fit together are shortened in their middle, each in proportion.
pub fn material(session: &Session, budget: usize) -> String {
    let context = &session.context;
    let mut out = String::new();
    for (label, value) in [
        ("Title: ", &context.title),
        ("By: ", &context.creator),
        ("Source: ", &context.source_url),
    ] {
        if !value.is_empty() && out.len() + label.len() + value.len() < budget {
            out.extend([label, value, "\n"]);
        }
    }
    let texts = session.setup.material.texts.iter();
    let texts: Vec<(&str, String)> = texts
        .filter(|text| !is_metadata(text))
        .map(|text| (text.name.as_str(), visible(&text.text)))
        .filter(|(_, text)| !text.is_empty())
        .collect();
    let all: usize = texts
        .iter()
        .map(|(name, text)| name.len() + text.len())
        .sum();
    for (name, text) in texts {
        let left = budget.saturating_sub(out.len());
        let share = if all > budget {
            (text.len() * (budget / 100) / (all / 100).max(1)).max(LEAST)
        } else {
            text.len()
        };
        if left < LEAST.min(text.len()) {
            break;
        }
        out.extend(["\n", name, ":\n", &cut(&text, share.min(left)), "\n"]);
    }
    out
}

/// True for a file that describes the material, and that is read for its title and address alone.
fn is_metadata(text: &NamedText) -> bool {
    let name = text.name.rsplit(['/', '\\']).next().unwrap_or_default();
    name.split('.').next().unwrap_or_default() == "metadata"
}

/// A text without what nobody sees: comments, controls, characters without a shape, more than one empty line in a row.
fn visible(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, comment)) = rest.split_once("<!--") {
        out.push_str(before);
        rest = comment.split_once("-->").map_or("", |(_, after)| after);
    }
    out.push_str(rest);
    let lines = out.lines().map(|line| {
        let seen = |c: &char| (*c == '\t' || !c.is_control()) && !is_invisible(*c);
        line.chars().filter(seen).collect::<String>()
    });
    let mut kept: Vec<String> = Vec::new();
    for line in lines {
        let line = line.trim_end();
        if !line.is_empty() || kept.last().is_some_and(|last| !last.is_empty()) {
            kept.push(line.into());
        }
    }
    kept.join("\n").trim_end().into()
}

#[cfg(test)]
mod tests {
    use super::visible;

    #[test]
    fn what_nobody_sees_is_left_out_and_lines_stay() {
        let text = "# A talk\r\n\r\n\r\n\r\n- one\u{200b}\n  - two <!-- and\nnot this -->\n\tthree\u{7}\n\n<!-- open";
        assert_eq!(visible(text), "# A talk\n\n- one\n  - two\n\tthree");
    }
}
