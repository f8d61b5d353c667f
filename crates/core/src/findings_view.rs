//! The findings of a session: drawn from the answers, then edited by the respondent, whose word wins.

use std::cell::OnceCell;

use crate::quotes::Text;
use crate::session::Session;
use colloquy_findings::normal_form;
use colloquy_schema::{
    Contract, Finding, FindingView, FindingsEdit, FindingsList, FindingsView, Reaction, Turn,
};

/// The lists, with how many entries that the rules found are shown of each.
const LISTS: [(FindingsList, usize); 4] = [
    (FindingsList::Insights, 5),
    (FindingsList::Actions, 10),
    (FindingsList::Recommendations, 5),
    (FindingsList::Themes, 8),
];
/// Most entries of one list that are taken of a model.
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
    // All of them first: what the respondent strikes makes room for what comes after.
    let found = session.found_by_rules();
    let themes = found.themes.iter().map(|theme| FindingView {
        text: theme.text.clone(),
        count: theme.count,
        ..FindingView::default()
    });
    let mut view = FindingsView {
        insights: placed(&found.insights, &session.totals.turns),
        actions: placed(&found.actions, &session.totals.turns),
        recommendations: placed(&found.recommendations, &session.totals.turns),
        themes: themes.collect(),
    };
    let edits = &session.edits;
    // Looked up in once for all lists, and only where a model has quoted them.
    let texts = OnceCell::new();
    for (list, limit) in LISTS {
        let entries = entries(&mut view, list);
        let mut limit = limit;
        let texts = || {
            let of = |(_, answer): &(u32, &str)| Text::of(answer);
            texts.get_or_init(|| answered.iter().map(of).collect::<Vec<_>>())
        };
        // A model reads better than rules do. What the respondent has worded of the rules' list stays all the same.
        let mut kept = entries.clone();
        kept.retain(|entry| is_reworded(edits, list, &entry.text));
        if let Some(found) = of_model(session, &answered, texts, list, &kept) {
            *entries = [kept, found].concat();
            limit = entries.len();
        }
        apply(entries, edits, list, limit);
    }
    view
}

/// Turns findings in the answers into entries with the number of their question and places in UTF-16 units.
fn placed(found: &[Finding], turns: &[Turn]) -> Vec<FindingView> {
    let mut out = Vec::new();
    for finding in found {
        let Some(turn) = turns.get(finding.answer) else {
            continue;
        };
        let Reaction::Answered(text) = &turn.reaction else {
            continue;
        };
        let units = |end: usize| text.get(..end).unwrap_or(text).encode_utf16().count() as u32;
        out.push(FindingView {
            question: Some(turn.number),
            start: units(finding.start),
            end: units(finding.end),
            text: finding.text.clone(),
            ..FindingView::default()
        });
    }
    out
}

/// What a model found, held to the answers: a quote that is not in them is dropped with its entry. `None` where no model was asked, where
/// its reply was of no use, or where nothing of its list could be held: then the rules' findings are better than none. What is among those
/// `kept` already is not taken again. A model is not asked for recommendations; the rules' are left out beside its insights, which may
/// tell the same in other words.
fn of_model<'a>(
    session: &Session,
    answered: &[(u32, &str)],
    texts: impl Fn() -> &'a Vec<Text>,
    list: FindingsList,
    kept: &[FindingView],
) -> Option<Vec<FindingView>> {
    let mut out: Vec<FindingView> = Vec::new();
    let value = session.parts.get(Contract::Findings.name())?.as_ref()?;
    let items = value[list.name()].as_array().map_or(&[][..], Vec::as_slice);
    let mut held = 0;
    for item in items {
        let text = item["text"].as_str().unwrap_or_default().trim();
        let mut entry = FindingView {
            text: text.into(),
            ..FindingView::default()
        };
        if list != FindingsList::Themes {
            let quote = item["quote"].as_str().unwrap_or_default().trim();
            let number = item["question"].as_u64();
            let found_in = |((question, answer), text): (&(u32, &str), &Text)| {
                let range = text.find(quote)?;
                let units = |end: usize| answer[..end].encode_utf16().count() as u32;
                Some((*question, units(range.start), units(range.end)))
            };
            // Where the model miscounted the questions, the quote itself shows where it stands.
            let mut named = answered
                .iter()
                .zip(texts())
                .filter(|((q, _), _)| number == Some(u64::from(*q)));
            let place = named.find_map(found_in);
            let place = place.or_else(|| answered.iter().zip(texts()).find_map(found_in));
            let Some((question, start, end)) = place else {
                continue;
            };
            entry.question = Some(question);
            (entry.start, entry.end) = (start, end);
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
        held += 1;
        if !text.is_empty() && !kept.iter().chain(&out).any(known) && out.len() < MOST_OF_MODEL {
            out.push(entry);
        }
    }
    (items.is_empty() || held > 0).then_some(out)
}

/// True when the respondent has put a finding into other words.
fn is_reworded(edits: &[FindingsEdit], list: FindingsList, found: &str) -> bool {
    edits.iter().any(|edit| {
        matches!(edit, FindingsEdit::Reword { list: of, text, .. } if *of == list && text == found)
    })
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
        FindingsList::Recommendations => &mut view.recommendations,
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
