//! Has the respondent approve data, and keeps what was approved. A form is shown twice at most, the second time with what the
//! respondent said about the first.

use super::act::{Act, object, text};
use super::phase::{PhaseContext, labelled, quoted, titled};
use super::words::merge;
use crate::pattern::X;
use colloquy_schema::{
    DataType,
    tools::{PERSIST, VALIDATION},
};
use serde_json::Value;

/// What is shown for approval.
pub(super) struct Draft {
    pub(super) data: Value,
    /// The use of the bank that says where it is from.
    pub(super) lead: &'static str,
    /// Name of the document it is from, or empty.
    pub(super) title: String,
}

/// Shows data, or asks what should be different, or how it is in the respondent's own words. Nothing when that was done.
pub(super) fn approve(
    phase: &PhaseContext,
    place: usize,
    kind: DataType,
    draft: Draft,
) -> Option<Act> {
    if !phase.can(VALIDATION) {
        return None;
    }
    let label = phase.wanted.objectives[place].label.as_str();
    let mut shown = phase.of_kind(VALIDATION, kind);
    let Some(first) = shown.next() else {
        let lead = phase.line(draft.lead, &titled(label, &draft.title));
        return Some(show(kind, draft.data, lead));
    };
    if shown.next().is_some() {
        return None;
    }
    let result = &first.result;
    if result["reason"] == "invalid_parameters" {
        // What was put together fits no form: it is filled in by hand.
        let lead = phase.line("onboarding.show.hand", &labelled(label));
        return Some(show(kind, object(&mut []), lead));
    }
    let rejected = result["status"] == "rejected";
    let mut later = phase.turns(PhaseContext::number(first));
    let next = later.find(|turn| phase.is_worded(turn));
    let typed = phase.turn_of(first).and_then(|turn| phase.told(turn));
    let comment = typed.or_else(|| next.and_then(|turn| phase.told(turn)));
    // What is wrong with data is the respondent's to say, in any words: it is shown above the form and read for nothing.
    let noted = result["userNotes"].as_str().filter(|_| rejected);
    // “No” is no answer that a form could be filled with.
    let long = |text: &&str| text.trim().contains([' ', '@', '\n']);
    let mut data = first.arguments["data"].clone();
    let comment = comment.filter(long).filter(|comment| {
        if !rejected {
            merge(&mut data, kind, comment);
        }
        // “I'd rather write it here” fills nothing: then it is asked for in words.
        rejected || next.is_some() || data.as_object().is_some_and(|data| !data.is_empty())
    });
    if let Some(comment) = comment.or(noted.filter(long)) {
        let quote = quoted(comment);
        let mut slots = labelled(label);
        slots[X] = &quote;
        let told = data != first.arguments["data"];
        let name = if told {
            "onboarding.show.told"
        } else {
            "onboarding.show.again"
        };
        return Some(show(kind, data, phase.line(name, &slots)));
    }
    if next.is_some() || phase.wanted.turns_left == 0 {
        return None;
    }
    let name = if rejected {
        "onboarding.change".into()
    } else {
        ["onboarding.words.", kind.name()].concat()
    };
    Some(phase.say(&name, &labelled(label)))
}

fn show(kind: DataType, data: Value, lead: Option<String>) -> Act {
    let mut arguments = object(&mut [("dataType", text(kind.name())), ("data", data)]);
    if let Some(lead) = lead {
        arguments["message"] = lead.into();
    }
    Act::Call(VALIDATION, arguments)
}

/// Keeps exactly what was approved.
pub(super) fn keep_approved(phase: &PhaseContext, kind: DataType) -> Option<Act> {
    let (_, data) = phase
        .wanted
        .approved
        .iter()
        .rev()
        .find(|(of, _)| *of == kind)?;
    keep(phase, kind, data.clone())
}

/// Keeps data, unless that was done or refused.
pub(super) fn keep(phase: &PhaseContext, kind: DataType, data: Value) -> Option<Act> {
    let mut tried = phase.of_kind(PERSIST, kind);
    let over = tried.any(|run| run.result["status"] == "error" || run.arguments["data"] == data);
    (phase.can(PERSIST) && !over).then(|| {
        Act::Call(
            PERSIST,
            object(&mut [("dataType", text(kind.name())), ("data", data)]),
        )
    })
}
