//! The findings of a session: drawn from the answers, then edited by the respondent, whose word wins.

use crate::session::Session;
use colloquy_findings::{Limits, extract};
use colloquy_schema::{Finding, FindingView, FindingsEdit, FindingsList, FindingsView};

/// Draws the findings as they stand: frozen ones of a complete session, else those of the answers with every edit.
pub(crate) fn draw(session: &Session) -> FindingsView {
    if let Some(frozen) = &session.finished {
        return frozen.clone();
    }
    let answered: Vec<(u32, &str)> = session
        .exchanges
        .iter()
        .filter(|exchange| !exchange.answer_text().is_empty())
        .map(|exchange| (exchange.question.number, exchange.answer_text()))
        .collect();
    let texts: Vec<&str> = answered.iter().map(|(_, text)| *text).collect();
    // All of them first: what the respondent strikes makes room for what comes after.
    let found = extract(&texts, None);
    let place = |finding: Finding| {
        let (question, text) = answered[finding.answer];
        let units = |end: usize| text[..end].encode_utf16().count() as u32;
        let (start, end) = (units(finding.start), units(finding.end));
        FindingView {
            text: finding.text,
            question: Some(question),
            start,
            end,
            ..FindingView::default()
        }
    };
    let mut view = FindingsView {
        insights: found.insights.into_iter().map(place).collect(),
        actions: found.actions.into_iter().map(place).collect(),
        themes: found
            .themes
            .into_iter()
            .map(|t| FindingView {
                text: t.text,
                count: t.count,
                ..FindingView::default()
            })
            .collect(),
    };
    let limits = Limits::default();
    let edits = |list: FindingsList| {
        session
            .edits
            .iter()
            .filter(move |edit| list_of(edit) == list)
    };
    apply(
        &mut view.insights,
        edits(FindingsList::Insights),
        limits.insights,
    );
    apply(
        &mut view.actions,
        edits(FindingsList::Actions),
        limits.actions,
    );
    apply(&mut view.themes, edits(FindingsList::Themes), limits.themes);
    view
}

/// True when a finding with that text is shown.
pub(crate) fn contains(session: &Session, list: FindingsList, text: &str) -> bool {
    let view = draw(session);
    let entries = match list {
        FindingsList::Insights => view.insights,
        FindingsList::Actions => view.actions,
        FindingsList::Themes => view.themes,
    };
    entries.iter().any(|entry| entry.text == text)
}

fn list_of(edit: &FindingsEdit) -> FindingsList {
    match edit {
        FindingsEdit::Strike { list, .. }
        | FindingsEdit::Add { list, .. }
        | FindingsEdit::Reword { list, .. } => *list,
    }
}

fn apply<'a>(
    entries: &mut Vec<FindingView>,
    edits: impl Iterator<Item = &'a FindingsEdit>,
    limit: usize,
) {
    for edit in edits {
        match edit {
            FindingsEdit::Strike { text, .. } => entries.retain(|entry| entry.text != *text),
            FindingsEdit::Add { text, .. } => {
                let entry = FindingView {
                    text: text.trim().into(),
                    edited: true,
                    ..FindingView::default()
                };
                if !entries.iter().any(|e| e.text == entry.text) {
                    entries.push(entry);
                }
            }
            FindingsEdit::Reword { text, to, .. } => {
                for entry in entries.iter_mut().filter(|entry| entry.text == *text) {
                    entry.text = to.trim().into();
                    entry.edited = true;
                }
            }
        }
    }
    // The respondent's own entries always stay; of the others the first ones do.
    let mut drawn = 0;
    entries.retain(|entry| {
        drawn += usize::from(!entry.edited);
        entry.edited || drawn <= limit
    });
}
