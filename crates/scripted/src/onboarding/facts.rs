//! Profile and timeline: from a document, from a contact card, or by hand.

use super::approval::{Draft, approve};
use super::here::{Here, answer, titled};
use super::words::merge;
use super::{Act, here::labelled, object, text};
use colloquy_schema::{
    DataType, ToolRun,
    tools::{CONTACT, EXTRACT, UPLOAD, VALIDATION},
};
use serde_json::Value;

/// The ways to begin, by the ids of their options.
const WAYS: [&str; 3] = ["resume", "contact", "hand"];

pub(super) fn step(here: &Here, place: usize, kind: DataType) -> Option<Act> {
    let untouched = here.of_kind(VALIDATION, kind).next().is_none();
    let mut draft = draft(here, kind);
    if untouched && draft.data.is_null() {
        if let Some(act) = source(here, kind) {
            return Some(act);
        }
        draft.data = object(&mut []);
        let mut said = here.turns(here.since(place));
        // A way to begin that was typed is no fact.
        let told = said.rfind(|turn| {
            let way = |text| WAYS.iter().any(|id| here.names(id, text));
            answer(turn).is_some_and(|text| !(here.is_form(turn) && way(text)))
        });
        if let Some(text) = told.and_then(answer) {
            merge(&mut draft.data, kind, text, false);
        }
    }
    approve(here, place, kind, draft)
}

/// What is known, and where it is from; null where nothing is.
fn draft(here: &Here, kind: DataType) -> Draft {
    let read = here.runs(EXTRACT).next_back();
    let derived = read.map_or(&Value::Null, |run| &run.result["derived"][kind.name()]);
    let card = here.runs(CONTACT).next_back();
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
        title: read.map_or(String::new(), |run| name(here, run)),
    }
}

/// The next step to something that can be read; nothing when it is to be filled in by hand.
fn source(here: &Here, kind: DataType) -> Option<Act> {
    if let Some(act) = read(here, "resume_timeline") {
        return Some(act);
    }
    let upload = here.can(UPLOAD) && here.can(EXTRACT) && here.runs(UPLOAD).next().is_none();
    let contact = kind == DataType::ApplicantProfile
        && here.can(CONTACT)
        && here.runs(CONTACT).next().is_none();
    let offered = here.offers(&WAYS).count();
    match here.chosen(&WAYS) {
        Some("resume") if upload => return Some(hand_in(here, "onboarding.upload")),
        Some("contact") if contact => return Some(Act::Call(CONTACT, object(&mut []))),
        Some("hand") => return None,
        // They would rather not choose.
        None if offered > 0 => return None,
        _ => {}
    }
    let mut ways = Vec::new();
    for (way, open) in WAYS.into_iter().zip([upload, contact, true]) {
        if open {
            ways.push(way);
        }
    }
    let (mut prompt, mut title) = ("onboarding.begin", String::new());
    if offered > 0 {
        prompt = "onboarding.other_way";
    }
    if let Some(run) = here.runs(EXTRACT).next_back() {
        (prompt, title) = ("onboarding.other_way.unread", name(here, run));
    }
    let slots = titled("", &title);
    let offer = (offered < 2)
        .then(|| here.offer(prompt, &slots, &ways))
        .flatten();
    // Where nothing can be offered, a file is asked for without a choice.
    offer.or_else(|| (upload && offered == 0).then(|| hand_in(here, "onboarding.upload")))
}

/// Brings in a document: asks for it, and has it read and kept.
pub(super) fn document(here: &Here) -> Option<Act> {
    let asked = here.runs(UPLOAD).next().is_some() || !here.can(UPLOAD);
    read(here, "generic").or_else(|| (!asked).then(|| hand_in(here, "onboarding.upload")))
}

/// Asks for a file.
pub(super) fn hand_in(here: &Here, name: &str) -> Act {
    let mut arguments = object(&mut []);
    if let Some(prompt) = here.line(name, &labelled("")) {
        arguments["prompt"] = prompt.into();
    }
    Act::Call(UPLOAD, arguments)
}

/// Address of the file that was handed in last in this phase.
pub(super) fn file<'a>(here: &Here<'a>) -> Option<&'a str> {
    let mut uploads = here.runs(UPLOAD);
    uploads.rfind(|run| run.result["status"] == "ok")?.result["files"][0]["storageUrl"].as_str()
}

/// Has a file read that was handed in and not read yet.
pub(super) fn read(here: &Here, purpose: &str) -> Option<Act> {
    let url = file(here)?;
    let mut read = here.runs(EXTRACT);
    let done = read.any(|run| run.arguments["file_url"] == url);
    let types: &[&str] = match purpose {
        "generic" => &["artifact_record"],
        _ => &["artifact_record", "applicant_profile", "skeleton_timeline"],
    };
    (!done && here.can(EXTRACT)).then(|| {
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
fn name(here: &Here, run: &ToolRun) -> String {
    let url = run.arguments["file_url"].as_str().unwrap_or_default();
    let mut files = here.wanted.files.iter();
    let file = files.find(|file| file.storage_url == url);
    file.map_or(String::new(), |file| super::here::quoted(&file.name))
}
