//! Has the respondent approve data. A form is shown twice at most, the second time with what was said about the first.

use super::here::{Here, answer, labelled, quoted, titled};
use super::words::merge;
use super::{Act, object, text};
use crate::pattern::X;
use colloquy_schema::{DataType, tools::VALIDATION};
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
pub(super) fn approve(here: &Here, place: usize, kind: DataType, draft: Draft) -> Option<Act> {
    if !here.can(VALIDATION) {
        return None;
    }
    let label = here.wanted.objectives[place].label.as_str();
    let mut shown = here.of_kind(VALIDATION, kind);
    let Some(first) = shown.next() else {
        let lead = here.line(draft.lead, &titled(label, &draft.title));
        return Some(show(kind, draft.data, lead));
    };
    if shown.next().is_some() {
        return None;
    }
    let result = &first.result;
    if result["reason"] == "invalid_parameters" {
        // What was put together fits no form: it is filled in by hand.
        let lead = here.line("onboarding.show.hand", &labelled(label));
        return Some(show(kind, object(&mut []), lead));
    }
    let rejected = result["status"] == "rejected";
    let mut later = here.turns(Here::number(first));
    let next = later.next().filter(|turn| !here.is_form(turn));
    let said = here.typed(first).or_else(|| next.and_then(answer));
    let noted = result["userNotes"].as_str();
    // “No” is no answer that a form could be filled with.
    let telling = |text: &&str| text.trim().contains([' ', '@', '\n']);
    if let Some(said) = said.filter(telling).or(noted.filter(telling)) {
        let mut data = first.arguments["data"].clone();
        merge(&mut data, kind, said, rejected);
        let said = quoted(said);
        let mut slots = labelled(label);
        slots[X] = &said;
        let lead = here.line("onboarding.show.again", &slots);
        return Some(show(kind, data, lead));
    }
    if next.is_some() || here.wanted.turns_left == 0 {
        return None;
    }
    let name = if rejected {
        "onboarding.change".into()
    } else {
        ["onboarding.words.", kind.name()].concat()
    };
    Some(here.say(&name, &labelled(label)))
}

fn show(kind: DataType, data: Value, lead: Option<String>) -> Act {
    let mut arguments = object(&mut [("dataType", text(kind.name())), ("data", data)]);
    if let Some(lead) = lead {
        arguments["message"] = lead.into();
    }
    Act::Call(VALIDATION, arguments)
}
