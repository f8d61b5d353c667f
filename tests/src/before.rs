//! Sessions stored by an earlier version (`tests/cases/before`), and all that this version makes of them.
//!
//! What depends on the names of the engine's interfaces stands in this file and nowhere else: [`engine`] calls them, [`take`]
//! puts together what a case holds, and the behaviours in `behaviour/before.rs` compare.

use crate::onboarding::filled;
use crate::world::{Run, World, guide, scripted, substantive};
use colloquy_core::{Event, FormKind, Phase, Validate, View};
use colloquy_schema::{Issue, Record, ToolCall};
use serde_json::{Map, Value, json};
use std::io::Read;
use std::rc::Rc;

/// The kinds of interview, each with one file of cases.
pub const KINDS: [(&str, &[u8]); 5] = [
    (
        "reflective",
        include_bytes!("../cases/before/reflective.json.br"),
    ),
    ("staged", include_bytes!("../cases/before/staged.json.br")),
    ("advice", include_bytes!("../cases/before/advice.json.br")),
    ("gaps", include_bytes!("../cases/before/gaps.json.br")),
    (
        "onboarding",
        include_bytes!("../cases/before/onboarding.json.br"),
    ),
];

/// Every format of a transcript.
pub const FORMATS: [&str; 7] = [
    "markdown",
    "narrative",
    "qa",
    "html",
    "csv",
    "skills-csv",
    "json",
];

/// How many answers are taken back, one at a time, of a session with more.
const TAKEN_BACK: usize = 8;

/// The file of one kind: `{ "guides": […], "cases": […] }`.
///
/// # Panics
/// When it is not what the generator wrote.
pub fn read(compressed: &[u8]) -> Value {
    let mut text = String::new();
    let mut file = brotli_decompressor::Decompressor::new(compressed, 1 << 16);
    file.read_to_string(&mut text)
        .expect("the cases are Brotli and UTF-8");
    serde_json::from_str(&text).expect("the cases are JSON")
}

/// The texts of the records in a session file: one a line.
pub fn record_lines(session_file: &str) -> Vec<&str> {
    let lines = session_file
        .lines()
        .skip_while(|line| !line.starts_with("\"records\": ["));
    lines
        .skip(1)
        .take_while(|line| *line != "],")
        .map(|line| line.trim_end_matches(','))
        .collect()
}

/// Everything that is made of a session: its file, its view, its results, what taking back each answer would change, and how it
/// goes on. The names of these keys and what they hold stay as they are, whatever the engine's interfaces are called.
pub fn take(
    records: &[Record],
    now: u64,
    draft: Option<&str>,
    files: &[engine::File],
) -> Map<String, Value> {
    let interview = engine::open(records, now);
    let exports = FORMATS
        .iter()
        .map(|name| (name.to_string(), json!(engine::export(records, name))));
    let questions = engine::questions(records);
    let redactions = (1..=questions.len().min(TAKEN_BACK))
        .map(|number| json!(engine::redaction(records, number as u32)));
    let taken = json!({
        "now": now,
        "session": engine::write(records, draft, files),
        "view": engine::view(&interview),
        "details": engine::details(&interview),
        "result": engine::result(&interview),
        "calls": engine::calls(records),
        "exports": exports.collect::<Map<_, _>>(),
        "questions": questions,
        "digest": engine::digest(records),
        "redactions": redactions.collect::<Vec<_>>(),
        "goes_on": goes_on(records, now),
    });
    match taken {
        Value::Object(taken) => taken,
        _ => Map::new(),
    }
}

/// Takes an open session to its end, and names what was recorded on the way. A model's part is played by what is built in.
fn goes_on(records: &[Record], now: u64) -> Vec<String> {
    let anything: Rc<dyn Validate> = Rc::new(Anything);
    let mut world = World::with_validator(guide(), scripted(), Vec::new(), Some(anything));
    world.tools = Run::Gives(document);
    world.stored = records.to_vec();
    world.now = now;
    world.reload();
    if world.view().phase != Phase::Finished {
        world.event(Event::Network { online: true });
        world.run(answer);
    }
    assert_eq!(
        &world.stored[..records.len()],
        records,
        "what was stored stays as it is"
    );
    let asked = engine::questions(&world.stored);
    for (place, question) in asked
        .iter()
        .enumerate()
        .skip(engine::questions(records).len())
    {
        assert!(
            !asked[..place].contains(question),
            "asked twice: {question}"
        );
    }
    world.stored[records.len()..].iter().map(step).collect()
}

/// The name of a fact with what tells it from others of its name.
fn step(record: &Record) -> String {
    let fact = serde_json::to_value(&record.fact).expect("a fact is JSON");
    let Some((name, fact)) = fact.as_object().and_then(|fact| fact.iter().next()) else {
        return fact.to_string();
    };
    let detail = [
        "step", "question", "stage", "phase", "verdict", "reason", "part", "skill", "id",
    ]
    .iter()
    .find_map(|key| fact.get(key));
    match detail {
        Some(Value::String(detail)) => format!("{name} {detail}"),
        Some(detail) => format!("{name} {detail}"),
        None => name.clone(),
    }
}

/// Fills in forms with new files, and answers questions.
fn answer(view: &View) -> Event {
    match &view.form {
        None => substantive(view),
        Some(form) => {
            let value = match form.kind {
                FormKind::Host { .. } => json!({ "data": { "floor": 2 } }),
                _ => filled(&form.kind, 900 + view.exchanges as usize),
            };
            Event::SettleForm {
                token: form.token.clone(),
                value,
            }
        }
    }
}

/// A document that says who somebody is and where they worked; for any other tool, a plain result.
pub fn document(call: &ToolCall) -> Value {
    if call.name != "extract_document" {
        return json!({ "status": "ok", "skills": [] });
    }
    json!({
        "status": "ok",
        "artifact_record": { "status": "parsed", "pages": 1, "text": "Ada Example\nMiller at the Mill, 2019 to 2023" },
        "derived": {
            "applicant_profile": { "basics": { "name": "Ada Example", "email": "ada@example.com" }, "confidence": 0.9 },
            "skeleton_timeline": {
                "confidence": 0.8,
                "work": [
                    { "name": "Mill", "position": "Miller", "startDate": "2019", "endDate": "2023" },
                    { "name": "Bäckerei „Zum Mühlrad“", "position": "Baker", "startDate": "2015", "endDate": "2018" },
                ],
            },
        },
        "quality": { "extraction_confidence": 0.9, "issues": [] },
    })
}

/// Finds nothing wrong with any value of a guide's own contract.
#[derive(Debug)]
pub struct Anything;

impl Validate for Anything {
    fn check(&self, _: &Value) -> Vec<Issue> {
        Vec::new()
    }
}

/// The engine's interfaces.
pub mod engine {
    pub use colloquy_archive::session_file::File;

    use super::Anything;
    use colloquy_archive::{Format, session_file};
    use colloquy_core::{Interview, Opening, kinds};
    use colloquy_schema::{Limits, Record};
    use colloquy_scripted::find_by_rules;
    use serde_json::Value;
    use std::rc::Rc;

    fn text(value: &impl serde::Serialize) -> String {
        serde_json::to_string(value).expect("it is JSON")
    }

    fn value(of: &impl serde::Serialize) -> Value {
        serde_json::to_value(of).expect("it is JSON")
    }

    /// Reads a session file.
    pub fn read(text: &str) -> (Vec<Record>, Option<String>, Vec<File>) {
        let file = session_file::read(text).unwrap_or_else(|issues| panic!("{issues:?}"));
        (file.records, file.draft, file.files)
    }

    /// Writes a session file.
    pub fn write(records: &[Record], draft: Option<&str>, files: &[File]) -> String {
        session_file::write_whole(records, draft, files)
    }

    /// Reads one stored record in both ways: as text in one pass, and as any JSON.
    pub fn record(text: &str) -> (Option<Record>, Record) {
        let value = serde_json::from_str(text).expect("a record is JSON");
        let slow = Record::read(value).unwrap_or_else(|issue| panic!("{issue:?}"));
        (Record::read_text(text), slow)
    }

    /// Opens a session for writing.
    pub fn open(records: &[Record], now: u64) -> Interview {
        let validator: Rc<dyn colloquy_core::Validate> = Rc::new(Anything);
        let opening = Opening {
            validator: Some(validator),
            notes: Some(colloquy_notes::context),
            ..Opening::default()
        };
        let mut interview = colloquy_core::kinds::restore(records.to_vec(), opening, now)
            .unwrap_or_else(|misuse| panic!("{} {}", misuse.code(), misuse.message()));
        if interview.wants_rules() {
            interview.find_by(find_by_rules);
        }
        interview
    }

    /// Writes a transcript.
    pub fn export(records: &[Record], format: &str) -> String {
        let format = Format::parse(format).expect("a format");
        let maker = kinds::find(kinds::name_of(records)).expect("a kind");
        colloquy_archive::export_with(records, maker, Some(Rc::new(find_by_rules)), format)
            .unwrap_or_else(|misuse| panic!("{} {}", misuse.code(), misuse.message()))
    }

    /// The view, with the section of the kind under `kind`.
    pub fn view(interview: &Interview) -> Value {
        value(&interview.view())
    }

    /// What is read beside the view.
    pub fn details(interview: &Interview) -> Value {
        value(&interview.details())
    }

    /// What an interview hands back.
    pub fn result(interview: &Interview) -> String {
        let session = interview.session();
        let mut result = session.summary();
        result.transcript = colloquy_archive::export(session, Format::Structured);
        text(&result)
    }

    /// Every call with its messages and its reply.
    pub fn calls(records: &[Record]) -> String {
        text(&colloquy_archive::calls_of(records))
    }

    /// The questions that were put.
    pub fn questions(records: &[Record]) -> Vec<String> {
        colloquy_core::questions_of(records)
    }

    /// What a later session on the same subject is given of this one.
    pub fn digest(records: &[Record]) -> String {
        text(&colloquy_core::digest_of(records))
    }

    /// The records that change when an answer is taken back.
    pub fn redaction(records: &[Record], question: u32) -> Vec<String> {
        colloquy_archive::redact(records, question)
            .iter()
            .map(text)
            .collect()
    }

    /// Checks a guide, and computes the longest interview that it allows.
    pub fn longest(guide: &Value) -> Value {
        let longest = colloquy_core::check_guide(guide, &Limits::default(), None);
        value(&longest.unwrap_or_else(|issues| panic!("{issues:?}")))
    }
}
