//! Profile and timeline: from a document, from a contact card, or by hand.

use super::act::{Act, object, text};
use super::approval::{Draft, approve};
use super::phase::labelled;
use super::phase::{PhaseContext, answer, titled};
use super::words::merge;
use colloquy_schema::{
    DataType, ToolRun, Turn,
    tools::{CONTACT, EXTRACT, UPLOAD, VALIDATION},
};
use serde_json::Value;

/// The ways to begin, by the ids of their options.
const WAYS: [&str; 3] = ["resume", "contact", "hand"];

pub(super) fn step(phase: &PhaseContext, place: usize, kind: DataType) -> Option<Act> {
    let untouched = phase.of_kind(VALIDATION, kind).next().is_none();
    let mut draft = draft(phase, kind);
    if untouched && draft.data.is_null() {
        if let Some(act) = source(phase, kind) {
            return Some(act);
        }
        draft.data = object(&mut []);
        let since = phase.since(place);
        let is_way = |id: &str, turn: &Turn| {
            phase.is_form(turn) && answer(turn).is_some_and(|text| phase.names(id, text))
        };
        // Who would rather write it here is not shown the form first.
        let mut all = phase.turns(phase.wanted.first_question.saturating_sub(1));
        let writes = all.any(|turn| is_way("write", turn));
        let asked = phase.turns(since).any(|turn| phase.is_worded(turn));
        if writes && !asked && phase.wanted.turns_left > 0 {
            let name = ["onboarding.words.", kind.name()].concat();
            return Some(phase.say(&name, &labelled("")));
        }
        // A way to begin that was typed is no fact.
        let ways = || WAYS.iter().copied().chain(["write"]);
        let mut turns = phase.turns(since);
        let typed = turns.rfind(|turn| {
            let way = ways().any(|id| is_way(id, turn));
            !way && phase.told(turn).is_some()
        });
        if let Some(text) = typed.and_then(answer) {
            merge(&mut draft.data, kind, text);
        }
    }
    approve(phase, place, kind, draft)
}

/// What is known, and where it is from; null where nothing is.
fn draft(phase: &PhaseContext, kind: DataType) -> Draft {
    let read = phase.runs(EXTRACT).next_back();
    let derived = read.map_or(&Value::Null, |run| &run.result["derived"][kind.name()]);
    let card = phase.runs(CONTACT).next_back();
    let of_card = card.filter(|_| kind == DataType::ApplicantProfile);
    let of_card = of_card.map_or(&Value::Null, |run| &run.result["data"]);
    let whole = read.is_some_and(|run| run.result["status"] == "ok");
    let (data, lead) = if derived.is_object() {
        let lead = if whole {
            "onboarding.show.read"
        } else {
            "onboarding.show.partial"
        };
        (derived, lead)
    } else if of_card.is_object() {
        (of_card, "onboarding.show.card")
    } else if read.is_some() {
        let lead = if whole {
            "onboarding.show.nothing"
        } else {
            "onboarding.show.unread"
        };
        (&Value::Null, lead)
    } else if card.is_some() && kind == DataType::ApplicantProfile {
        (&Value::Null, "onboarding.show.no_card")
    } else {
        (&Value::Null, "onboarding.show.hand")
    };
    Draft {
        data: data.clone(),
        lead,
        title: read.map_or(String::new(), |run| name(phase, run)),
    }
}

/// The next step to something that can be read; nothing when it is to be filled in by hand.
fn source(phase: &PhaseContext, kind: DataType) -> Option<Act> {
    if let Some(act) = read(phase, "resume_timeline") {
        return Some(act);
    }
    let upload = phase.can(UPLOAD) && phase.can(EXTRACT) && phase.runs(UPLOAD).next().is_none();
    let contact = kind == DataType::ApplicantProfile
        && phase.can(CONTACT)
        && phase.runs(CONTACT).next().is_none();
    let offered = phase.offers(&WAYS).count();
    // What was asked back in place of a choice is no choice yet.
    let last = phase.offers(&WAYS).next_back();
    let last = last.and_then(|run| phase.turn_of(run));
    let asked_back = last.is_some_and(|turn| answer(turn).is_some() && phase.told(turn).is_none());
    match phase.chosen(&WAYS) {
        Some("resume") if upload => return Some(hand_in(phase, "onboarding.upload")),
        Some("contact") if contact => return Some(Act::Call(CONTACT, object(&mut []))),
        Some("hand") => return None,
        // They would rather not choose.
        None if offered > 0 && !asked_back => return None,
        _ => {}
    }
    let (mut prompt, mut title) = ("onboarding.begin", String::new());
    if offered > 0 && !asked_back {
        prompt = "onboarding.other_way";
    }
    if let Some(run) = phase.runs(EXTRACT).next_back() {
        (prompt, title) = ("onboarding.other_way.unread", name(phase, run));
    }
    let offer = (offered < 2)
        .then(|| ways(phase, upload, contact, prompt, &title))
        .flatten();
    // Where nothing can be offered, a file is asked for without a choice.
    offer.or_else(|| (upload && offered == 0).then(|| hand_in(phase, "onboarding.upload")))
}

/// The first step, as [`source`] has it while nothing was called but what describes the device.
pub(super) fn begin(phase: &PhaseContext, kind: DataType) -> Option<Act> {
    let has_ways = matches!(
        kind,
        DataType::ApplicantProfile | DataType::SkeletonTimeline
    );
    if !has_ways {
        return None;
    }
    let upload = phase.can(UPLOAD) && phase.can(EXTRACT);
    let contact = kind == DataType::ApplicantProfile && phase.can(CONTACT);
    let offer = ways(phase, upload, contact, "onboarding.begin", "");
    offer.or_else(|| upload.then(|| hand_in(phase, "onboarding.upload")))
}

/// Offers the ways to begin that are open.
fn ways(
    phase: &PhaseContext,
    upload: bool,
    contact: bool,
    prompt: &str,
    title: &str,
) -> Option<Act> {
    let mut ways = Vec::new();
    for (way, open) in WAYS.into_iter().zip([upload, contact, true]) {
        if open {
            ways.push(way);
        }
    }
    phase.offer(prompt, &titled("", title), &ways)
}

/// Brings in a document: asks for it, and has it read and kept.
pub(super) fn document(phase: &PhaseContext) -> Option<Act> {
    let asked = phase.runs(UPLOAD).next().is_some() || !phase.can(UPLOAD);
    read(phase, "generic").or_else(|| (!asked).then(|| hand_in(phase, "onboarding.upload")))
}

/// Asks for a file.
pub(super) fn hand_in(phase: &PhaseContext, name: &str) -> Act {
    let mut arguments = object(&mut []);
    if let Some(prompt) = phase.line(name, &labelled("")) {
        arguments["prompt"] = prompt.into();
    }
    Act::Call(UPLOAD, arguments)
}

/// Address of the file that was handed in last in this phase.
pub(super) fn file<'a>(phase: &PhaseContext<'a>) -> Option<&'a str> {
    let mut uploads = phase.runs(UPLOAD);
    uploads.rfind(|run| run.result["status"] == "ok")?.result["files"][0]["storageUrl"].as_str()
}

/// Has a file read that was handed in and not read yet.
pub(super) fn read(phase: &PhaseContext, purpose: &str) -> Option<Act> {
    let url = file(phase)?;
    let mut read = phase.runs(EXTRACT);
    let done = read.any(|run| run.arguments["file_url"] == url);
    let types: &[&str] = match purpose {
        "generic" => &["artifact_record"],
        _ => &["artifact_record", "applicant_profile", "skeleton_timeline"],
    };
    (!done && phase.can(EXTRACT)).then(|| {
        let fields = &mut [
            ("file_url", text(url)),
            ("purpose", text(purpose)),
            ("return_types", types.iter().copied().map(text).collect()),
            ("auto_persist", true.into()),
        ];
        Act::Call(EXTRACT, object(fields))
    })
}

/// Name of the file that a reading was of, as it can stand in a question.
fn name(phase: &PhaseContext, run: &ToolRun) -> String {
    let url = run.arguments["file_url"].as_str().unwrap_or_default();
    let mut files = phase.wanted.files.iter();
    let file = files.find(|file| file.storage_url == url);
    file.map_or(String::new(), |file| super::phase::quoted(&file.name))
}
