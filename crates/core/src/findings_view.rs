//! The findings of a session: drawn from the answers, then edited by the respondent, whose word wins.

use crate::session::Session;
use colloquy_findings::{Limits, extract, normal_form};
use colloquy_schema::{Contract, Finding, FindingView, FindingsEdit, FindingsList, FindingsView};

/// Most entries of one list that a model adds.
const MOST_OF_MODEL: usize = 10;

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
    let limits = Limits::default();
    let mut themes = Vec::new();
    for theme in found.themes {
        themes.push(FindingView {
            text: theme.text,
            count: theme.count,
            ..FindingView::default()
        });
    }
    let mut view = FindingsView {
        insights: placed(found.insights, &answered),
        actions: placed(found.actions, &answered),
        themes,
    };
    let edits = &session.edits;
    for (list, limit) in [
        (FindingsList::Insights, limits.insights),
        (FindingsList::Actions, limits.actions),
        (FindingsList::Themes, limits.themes),
    ] {
        let entries = entries(&mut view, list);
        let added = of_model(session, &answered, list, entries);
        let limit_of_rules = limit.min(entries.len());
        let limit = limit + added.len();
        // What the rules found comes first, as much of it as is shown; what a model adds follows.
        entries.splice(limit_of_rules..limit_of_rules, added);
        apply(entries, edits, list, limit);
    }
    view
}

/// Turns findings in the texts into entries with the number of their question and places in UTF-16 units.
fn placed(found: Vec<Finding>, answered: &[(u32, &str)]) -> Vec<FindingView> {
    let mut out = Vec::new();
    for finding in found {
        let (question, text) = answered[finding.answer];
        let units = |end: usize| text[..end].encode_utf16().count() as u32;
        out.push(FindingView {
            question: Some(question),
            start: units(finding.start),
            end: units(finding.end),
            text: finding.text,
            ..FindingView::default()
        });
    }
    out
}

/// What a model found besides, held to the answers: a quote that is not in them is dropped with its entry, and so is what the
/// rules found at the same place.
fn of_model<'a>(
    session: &Session,
    answered: &[(u32, &'a str)],
    list: FindingsList,
    found: &[FindingView],
) -> Vec<FindingView> {
    let mut out: Vec<FindingView> = Vec::new();
    let Some(Some(value)) = session.parts.get(Contract::Findings.name()) else {
        return out;
    };
    for item in value[list.name()].as_array().into_iter().flatten() {
        let text = item["text"].as_str().unwrap_or_default().trim();
        let mut entry = FindingView {
            text: text.into(),
            ..FindingView::default()
        };
        if list != FindingsList::Themes {
            let quote = item["quote"].as_str().unwrap_or_default().trim();
            let number = item["question"].as_u64();
            let found_in = |(question, answer): &(u32, &'a str)| {
                let at = answer.find(quote).filter(|_| !quote.is_empty())?;
                Some((*question, *answer, at))
            };
            // Where the model miscounted the questions, the quote itself shows where it stands.
            let mut named = answered
                .iter()
                .filter(|(q, _)| number == Some(u64::from(*q)));
            let place = named.find_map(found_in);
            let place = place.or_else(|| answered.iter().find_map(found_in));
            let Some((question, answer, at)) = place else {
                continue;
            };
            let units = |end: usize| answer[..end].encode_utf16().count() as u32;
            entry.question = Some(question);
            entry.start = units(at);
            entry.end = units(at + quote.len());
        } else if session.kind.quotes_themes() {
            let text = normal_form(text);
            let mut answers = answered.iter().map(|(_, answer)| normal_form(answer));
            if !answers.any(|answer| answer.contains(&text)) {
                continue;
            }
        }
        let known = |other: &FindingView| {
            let overlaps = other.start < entry.end && entry.start < other.end;
            let same_place =
                other.question.is_some() && other.question == entry.question && overlaps;
            same_place || normal_form(&other.text) == normal_form(text)
        };
        if !text.is_empty() && !found.iter().chain(&out).any(known) && out.len() < MOST_OF_MODEL {
            out.push(entry);
        }
    }
    out
}

/// True when a finding with that text is shown.
pub(crate) fn contains(session: &Session, list: FindingsList, text: &str) -> bool {
    let mut view = draw(session);
    let list = entries(&mut view, list);
    list.iter().any(|entry| entry.text == text)
}

fn entries(view: &mut FindingsView, list: FindingsList) -> &mut Vec<FindingView> {
    match list {
        FindingsList::Insights => &mut view.insights,
        FindingsList::Actions => &mut view.actions,
        FindingsList::Themes => &mut view.themes,
    }
}

fn apply(entries: &mut Vec<FindingView>, edits: &[FindingsEdit], list: FindingsList, limit: usize) {
    // What was struck, with its place in the list, oldest first.
    let mut struck: Vec<(usize, FindingView)> = Vec::new();
    for edit in edits {
        match edit {
            FindingsEdit::Strike { list: of, text } if *of == list => {
                while let Some(at) = entries.iter().position(|entry| entry.text == *text) {
                    struck.push((at, entries.remove(at)));
                }
            }
            FindingsEdit::Add { list: of, text } if *of == list => {
                let text = text.trim();
                if entries.iter().any(|entry| entry.text == text) {
                    continue;
                }
                // Adding what was struck takes the strike back: the entry has its place in the answers again.
                match struck.iter().rposition(|(_, entry)| entry.text == text) {
                    Some(at) => {
                        let (at, entry) = struck.remove(at);
                        entries.insert(at.min(entries.len()), entry);
                    }
                    None => entries.push(FindingView {
                        text: text.into(),
                        edited: true,
                        ..FindingView::default()
                    }),
                }
            }
            FindingsEdit::Reword { list: of, text, to } if *of == list => {
                for entry in entries.iter_mut().filter(|entry| entry.text == *text) {
                    entry.text = to.trim().into();
                    entry.edited = true;
                }
            }
            _ => {}
        }
    }
    // The respondent's own entries always stay; of the others the first ones do.
    let mut drawn = 0;
    entries.retain(|entry| {
        drawn += usize::from(!entry.edited);
        entry.edited || drawn <= limit
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: FindingsList = FindingsList::Actions;

    fn strike(text: &str) -> FindingsEdit {
        let (list, text) = (LIST, text.into());
        FindingsEdit::Strike { list, text }
    }

    fn add(text: &str) -> FindingsEdit {
        let (list, text) = (LIST, text.into());
        FindingsEdit::Add { list, text }
    }

    fn drawn(text: &str, question: u32) -> FindingView {
        FindingView {
            text: text.into(),
            question: Some(question),
            ..FindingView::default()
        }
    }

    fn after(edits: &[FindingsEdit]) -> Vec<(String, Option<u32>, bool)> {
        let mut entries = vec![drawn("one", 1), drawn("two", 2), drawn("three", 3)];
        apply(&mut entries, edits, LIST, 10);
        let short = |entry: FindingView| (entry.text, entry.question, entry.edited);
        entries.into_iter().map(short).collect()
    }

    #[test]
    fn adding_what_was_struck_brings_it_back_as_it_was() {
        let untouched = after(&[]);
        assert_eq!(after(&[strike("two"), add(" two ")]), untouched);
        let both = [strike("one"), strike("two"), add("two"), add("one")];
        assert_eq!(after(&both), untouched);
        let twice = [strike("two"), add("two"), strike("two"), add("two")];
        assert_eq!(after(&twice), untouched);
        let other = after(&[strike("two"), add("four")]);
        assert_eq!(other[2], ("four".into(), None, true));
        assert_eq!(other.len(), 3);
    }

    #[test]
    fn an_edit_of_one_list_leaves_the_others_alone() {
        let list = FindingsList::Themes;
        let text = "one".into();
        assert_eq!(after(&[FindingsEdit::Strike { list, text }]), after(&[]));
    }
}
