//! A text of the respondent's own, and the dossier that ties everything together.

use super::act::{Act, object};
use super::approval::keep;
use super::detail;
use super::facts::{file, hand_in, read};
use super::phase::{PhaseContext, answer, quoted, titled};
use super::words::{NAME, add, short};
use crate::pattern::{X, Y, fill, things};
use colloquy_findings::word_count;
use colloquy_schema::{
    DataType,
    tools::{EXTRACT, UPLOAD},
};
use serde_json::Value;

/// The ways to a text, by the ids of their options.
const WAYS: [&str; 3] = ["upload", "write", "answer"];
/// Fewest words of a text that was asked for, and of an answer that can stand for one.
const WRITTEN: usize = 12;
const LONG_ANSWER: usize = 40;
/// Most questions that ask for a text.
const ASKS: usize = 2;

/// The next step to a text of the respondent's own.
pub(super) fn sample(phase: &PhaseContext, place: usize) -> Option<Act> {
    if let Some(act) = read(phase, "generic") {
        return Some(act);
    }
    if let Some(url) = file(phase) {
        let mut data = of_file(phase, url);
        if data["text"].is_null() {
            let upload = phase
                .runs(UPLOAD)
                .next_back()
                .map_or(0, PhaseContext::number);
            let next = phase.turns(upload).find(|turn| phase.is_worded(turn));
            match next.map(|turn| phase.told(turn)) {
                None if phase.wanted.turns_left > 0 => {
                    let title = quoted(data["title"].as_str().unwrap_or_default());
                    return Some(phase.say("onboarding.unread", &titled("", &title)));
                }
                Some(Some(text)) if word_count(text) >= WRITTEN => {
                    data["text"] = text.into();
                    data["words"] = word_count(text).into();
                }
                _ => {}
            }
        }
        return keep(phase, DataType::WritingSample, data);
    }
    let since = phase.since(place);
    let way = phase.chosen(&WAYS);
    if way == Some("answer")
        && let Some(text) = longest(phase)
    {
        return keep(phase, DataType::WritingSample, of_words(text));
    }
    let asked: Vec<_> = phase.turns(since).collect();
    let mut answers = asked.iter().copied().filter(|turn| {
        // A sentence typed in place of a choice is a remark; a text is longer.
        let least = if phase.is_form(turn) {
            LONG_ANSWER
        } else {
            WRITTEN
        };
        phase
            .told(turn)
            .is_some_and(|text| word_count(text) >= least)
    });
    if let Some(text) = answers.next_back().and_then(answer) {
        return keep(phase, DataType::WritingSample, of_words(text));
    }
    let uploaded = phase.runs(UPLOAD).next().is_some() || !phase.can(UPLOAD);
    if way == Some("upload") && !uploaded {
        return Some(hand_in(phase, "onboarding.upload.sample"));
    }
    if phase.offers(&WAYS).next().is_none() {
        let can = [!uploaded, true, longest(phase).is_some()];
        let mut ways = Vec::new();
        for (way, open) in WAYS.into_iter().zip(can) {
            if open {
                ways.push(way);
            }
        }
        if let Some(act) = phase.offer("onboarding.sample", &things("", ""), &ways) {
            return Some(act);
        }
    }
    let asked = asked.iter().filter(|turn| phase.is_worded(turn)).count();
    (asked < ASKS && phase.wanted.turns_left > 0)
        .then(|| phase.say("onboarding.write", &things("", "")))
}

/// The longest answer of the interview, where it is long enough to show how somebody writes.
fn longest<'a>(phase: &PhaseContext<'a>) -> Option<&'a str> {
    let answers = phase.turns(0).filter_map(|turn| phase.told(turn));
    let longest = answers.max_by_key(|text| text.len());
    longest.filter(|text| word_count(text) >= LONG_ANSWER)
}

fn of_words(text: &str) -> Value {
    object(&mut [
        ("title", Value::String(quoted(text))),
        ("text", super::act::text(text)),
        ("words", word_count(text).into()),
    ])
}

/// A file as it was handed in, with its text where that could be read.
fn of_file(phase: &PhaseContext, url: &str) -> Value {
    let mut files = phase.wanted.files.iter();
    let named = files.find(|file| file.storage_url == url);
    let name = named.map_or(url, |file| &file.name);
    let mut data = object(&mut [
        ("title", short(name, NAME)),
        ("file_url", super::act::text(url)),
    ]);
    let mut reads = phase.runs(EXTRACT);
    let text = reads.rfind(|run| run.arguments["file_url"] == url);
    let text = text.and_then(|run| run.result["artifact_record"]["text"].as_str());
    if let Some(text) = text.filter(|text| !text.is_empty()) {
        data["text"] = text.into();
        data["words"] = word_count(text).into();
    }
    data
}

/// The dossier: ids of what was kept, a summary that claims nothing beyond it, and what is still unknown.
pub(super) fn dossier(phase: &PhaseContext) -> Option<Act> {
    let mut data = object(&mut []);
    let mut summary = Vec::new();
    let mut named = |list: &str, x: &str, y: &str| {
        let mut slots = things("", "");
        (slots[X], slots[Y]) = (x, y);
        let mut lines = phase.ask.bank.sentences("onboarding.dossier", list);
        let line = lines.find_map(|line| fill(line, &slots));
        // What ends in a mark of its own needs no full stop.
        summary.extend(line.map(|line| {
            let marks = [("..", "."), ("….", "…"), ("?.", "?"), ("!.", "!")];
            let doubled = marks.iter().find(|(doubled, _)| line.ends_with(doubled));
            doubled.map_or(line.clone(), |(doubled, mark)| {
                [line.trim_end_matches(doubled), mark].concat()
            })
        }));
    };
    for kept in &phase.wanted.artifacts {
        let text = |value: &Value| {
            value
                .as_str()
                .map(|text| text.trim().to_string())
                .unwrap_or_default()
        };
        let id = Value::from(kept.id.as_str());
        let of = &kept.data;
        match kept.data_type {
            DataType::ApplicantProfile => {
                let basics = &of["basics"];
                named("person", &text(&basics["name"]), &text(&basics["label"]));
                if let Some(name) = basics["name"].as_str() {
                    data["name"] = short(name, NAME);
                }
                data["profile"] = id;
            }
            DataType::SkeletonTimeline => {
                let work = of["work"].as_array().into_iter().flatten();
                let work: Vec<String> =
                    work.take(5).map(|entry| text(&entry["position"])).collect();
                named("work", &work.join(", "), "");
                data["timeline"] = id;
            }
            DataType::Experience => {
                let first = of["highlights"].as_array().and_then(|all| all.first());
                let first = first.map(text).unwrap_or_default();
                let first = first.trim_end_matches('.');
                named("position", &detail::named(of), first);
            }
            DataType::KnowledgeCard => {
                named("card", &text(&of["title"]), "");
                add(&mut data, "knowledge_cards", id);
            }
            DataType::WritingSample => {
                named("sample", &text(&of["title"]), "");
                add(&mut data, "writing_samples", id);
            }
            DataType::ArtifactRecord => add(&mut data, "documents", id),
            _ => {}
        }
    }
    let document = DataType::ArtifactRecord;
    let mut kept = phase.wanted.artifacts.iter();
    if kept.all(|kept| kept.data_type == document) {
        named("empty", "", "");
    }
    let parts = ["profile", "timeline", "knowledge_cards", "writing_samples"];
    for part in parts {
        let mut lines = phase.ask.bank.sentences("onboarding.unknown", part);
        if data[part].is_null()
            && let Some(line) = lines.next()
        {
            add(&mut data, "open_questions", line.into());
        }
    }
    // A guide without sentences for it: the ids are what it is about.
    let summary = if summary.is_empty() {
        "…".into()
    } else {
        summary.join(" ")
    };
    data["summary"] = short(&summary, 8_000);
    keep(phase, DataType::CandidateDossier, data)
}
