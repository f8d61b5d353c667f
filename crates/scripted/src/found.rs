//! Insights, actions and themes, drawn from the answers by cues, in the form in which a model is asked for them.

use crate::ask::Ask;
use crate::said::said;
use colloquy_findings::{Limits, extract};
use colloquy_schema::{Finding, codec};
use serde_json::{Map, Value};

/// Longest text and quote, and longest theme, in characters: what the contract `findings` allows.
const TEXT_CHARS: usize = 500;
const THEME_CHARS: usize = 200;

/// Returns what the answers show as the JSON text of a value that satisfies [`colloquy_schema::Contract::Findings`].
pub(crate) fn found(ask: &Ask) -> String {
    // Nothing is found in what was refused, nor in pain, complaints and courtesies.
    let (answers, _) = said(ask);
    let (mut texts, mut numbers) = (Vec::new(), Vec::new());
    for said in &answers {
        texts.push(said.telling.as_str());
        numbers.push(said.turn.number);
    }
    let found = extract(&texts, Some(Limits::default()));
    let list = |findings: &[Finding]| {
        let mut out = Vec::new();
        for finding in findings {
            let text = first(&finding.text, TEXT_CHARS);
            let mut entry = Map::new();
            entry.insert("text".into(), text.clone().into());
            entry.insert("question".into(), numbers[finding.answer].into());
            entry.insert("quote".into(), text.into());
            out.push(Value::Object(entry));
        }
        Value::Array(out)
    };
    let mut themes = Vec::new();
    for theme in &found.themes {
        let mut entry = Map::new();
        entry.insert("text".into(), first(&theme.text, THEME_CHARS).into());
        entry.insert("count".into(), theme.count.into());
        themes.push(Value::Object(entry));
    }
    let mut out = Map::new();
    out.insert("insights".into(), list(&found.insights));
    out.insert("actions".into(), list(&found.actions));
    out.insert("themes".into(), Value::Array(themes));
    codec::text(&out)
}

fn first(text: &str, most: usize) -> String {
    text.chars().take(most).collect()
}
