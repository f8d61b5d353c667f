//! A session as one file: everything there is of it, to be kept, moved and replayed.

mod files;

pub use files::{ALL_FILE_BYTES, FILE_BYTES, FILES, File};

use crate::kinds;
use colloquy_schema::{Fact, Issue, RECORD_VERSION, Record};
use serde_json::{Map, Value};

/// Value of the `schema` key of a session file that this version reads and writes.
pub const SESSION_SCHEMA: &str = "colloquy.session/1";
/// Most bytes of a session file without those of its files, 64 MiB: a long interview with a model is about 5 MB.
pub const SESSION_BYTES: usize = 64 << 20;
/// Most records of a session: an interview of 500 questions that all fail and are asked again has about 20,000.
pub const SESSION_RECORDS: usize = 200_000;
/// Longest draft in characters, as long as the longest answer a guide can allow.
const DRAFT_CHARS: usize = 1_000_000;
/// Latest time a JavaScript date can hold, in milliseconds since 1970.
const LATEST_MS: u64 = 8_640_000_000_000_000;
/// Issues after which reading stops: a file with so many is of another kind.
const ISSUES: usize = 20;

/// What a session file holds.
#[derive(Clone, Debug, PartialEq)]
pub struct SessionFile {
    /// Every record, oldest first.
    pub records: Vec<Record>,
    /// What the respondent had typed and not sent.
    pub draft: Option<String>,
    /// The files that its records name.
    pub files: Vec<File>,
}

/// Writes a session file without files; see [`write_whole`].
pub fn write(records: &[Record], draft: Option<&str>) -> String {
    write_whole(records, draft, &[])
}

/// Writes a session file, one record and one file per line, so that two of them can be compared by any tool.
///
/// What [`read`] returns is written back to the same bytes. A number with a fraction of more than 15 digits can lose
/// its last digit on reading.
pub fn write_whole(records: &[Record], draft: Option<&str>, files: &[File]) -> String {
    let (session, engine) = match records.first().map(|record| &record.fact) {
        Some(Fact::Began(began)) => (began.session.as_str(), began.engine.as_str()),
        _ => ("", ""),
    };
    let mut out = String::from("{\n");
    for (key, value) in [
        ("schema", SESSION_SCHEMA),
        ("engine", engine),
        ("session", session),
    ] {
        for part in ["\"", key, "\": ", &text(value), ",\n"] {
            out.push_str(part);
        }
    }
    out.push_str("\"records\": [");
    for (i, record) in records.iter().enumerate() {
        out.push_str(if i == 0 { "\n" } else { ",\n" });
        out.push_str(&serde_json::to_string(record).unwrap_or_default());
    }
    out.push_str("\n],\n\"draft\": ");
    out.push_str(&draft.map_or("null".into(), text));
    out.push_str(",\n\"artifacts\": [],\n\"files\": ");
    files::write(files, &mut out);
    out.push_str("\n}\n");
    out
}

fn text(value: &str) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// Reads a session file and checks it whole: bounds, places without gaps, a beginning, times that do not go back.
///
/// Facts of kinds that this version does not know are kept; records of older versions are brought up to this one.
///
/// # Errors
/// Every fault with path, rule and value, up to twenty. A file with a fault is never read in part: half a session would
/// pass for a whole one. Whether the guide inside is whole is for [`colloquy_core::Interview::restore`] to judge.
pub fn read(text: &str) -> Result<SessionFile, Vec<Issue>> {
    read_text(text, false)
}

/// Reads a session file out of whose files the bytes were taken, each described without its `base64`: they are not to pass
/// through the memory of this engine. Whoever took them judges them.
///
/// # Errors
/// The faults of [`read`], and for a text of more than 64 MiB.
pub fn read_apart(text: &str) -> Result<SessionFile, Vec<Issue>> {
    read_text(text, true)
}

fn read_text(text: &str, apart: bool) -> Result<SessionFile, Vec<Issue>> {
    let fault = |path: &str, rule: &str, message: &str, value: Option<&Value>| {
        vec![Issue::new(path, rule, message, value)]
    };
    let of_files = if apart { 0 } else { ALL_FILE_BYTES / 3 * 4 };
    if text.len() as u64 > SESSION_BYTES as u64 + of_files {
        return Err(fault(
            "",
            "length",
            "must have at most 64 MiB beside its files",
            None,
        ));
    }
    let value =
        colloquy_jsonstream::parse(text.trim_start_matches('\u{feff}')).ok_or_else(|| {
            fault(
                "",
                "json",
                "must be JSON, whole and without additions",
                None,
            )
        })?;
    let Value::Object(mut file) = value else {
        return Err(fault("", "type", "must be an object", Some(&value)));
    };
    if file.get("schema").and_then(Value::as_str) != Some(SESSION_SCHEMA) {
        let message = ["must be ", SESSION_SCHEMA].concat();
        return Err(fault("schema", "enum", &message, file.get("schema")));
    }
    let Some(Value::Array(values)) = file.remove("records") else {
        return Err(fault(
            "records",
            "type",
            "must be an array of records",
            None,
        ));
    };
    if values.is_empty() || values.len() > SESSION_RECORDS {
        let message = ["must have 1 to ", &SESSION_RECORDS.to_string(), " records"].concat();
        return Err(fault(
            "records",
            "length",
            &message,
            Some(&Value::Array(values)),
        ));
    }
    let mut issues = Vec::new();
    let mut records: Vec<Record> = Vec::with_capacity(values.len());
    let bounds = kinds::ALL.iter().filter_map(|kind| kind.bounds());
    let mut bounds: Vec<_> = bounds.collect();
    for value in values {
        let place = records.len();
        let earliest = records.last().map_or(0, |before| before.at);
        let read = record(value, place, earliest).and_then(|record| {
            let mut bounds = bounds.iter_mut();
            let checked = bounds.try_for_each(|one| one.check(&record.fact));
            let inside = |path: &str| ["records[", &place.to_string(), "].fact.", path].concat();
            let checked = checked.map_err(|issue| Issue {
                path: inside(&issue.path),
                ..issue
            });
            checked.map(|()| record)
        });
        match read {
            Ok(record) => records.push(record),
            Err(issue) => {
                issues.push(issue);
                // The places of the records behind a broken one are not to be judged.
                break;
            }
        }
    }
    if let Some(Fact::Began(began)) = records.first().map(|record| &record.fact) {
        let named = file.get("session");
        if named.is_some_and(|named| named.as_str() != Some(&began.session)) {
            issues.push(Issue::new(
                "session",
                "session",
                "must be the session of the first record",
                named,
            ));
        }
    }
    let draft = draft(&file, &mut issues);
    let artifacts = file
        .get("artifacts")
        .filter(|value| value.as_array().is_none_or(|items| !items.is_empty()));
    if artifacts.is_some() {
        let message = "must be empty: what was kept is in the records";
        issues.push(Issue::new("artifacts", "unsupported", message, artifacts));
    }
    let read = file
        .remove("files")
        .map(|files| files::read(files, text, apart));
    let files = read.unwrap_or(Ok(Vec::new())).unwrap_or_else(|issue| {
        issues.push(issue);
        Vec::new()
    });
    issues.truncate(ISSUES);
    if issues.is_empty() {
        Ok(SessionFile {
            records,
            draft,
            files,
        })
    } else {
        Err(issues)
    }
}

fn draft(file: &Map<String, Value>, issues: &mut Vec<Issue>) -> Option<String> {
    match file.get("draft") {
        None | Some(Value::Null) => None,
        Some(Value::String(draft)) if draft.chars().count() <= DRAFT_CHARS => Some(draft.clone()),
        value => {
            issues.push(Issue::new(
                "draft",
                "type",
                "must be null or a text of at most 1,000,000 characters",
                value,
            ));
            None
        }
    }
}

/// Reads the record that belongs at `place`, at `earliest` or later.
fn record(value: Value, place: usize, earliest: u64) -> Result<Record, Issue> {
    let path = |key: &str| {
        let dot = if key.is_empty() { "" } else { "." };
        ["records[", &place.to_string(), "]", dot, key].concat()
    };
    let value =
        upcast(value, STEPS).map_err(|message| Issue::new(path("v"), "version", message, None))?;
    let record = Record::read(value).map_err(|issue| Issue {
        path: path(&issue.path),
        ..issue
    })?;
    if record.seq as usize != place {
        return Err(Issue::new(
            path("seq"),
            "sequence",
            "must be the record's place, from 0 without gaps",
            Some(&record.seq.into()),
        ));
    }
    if record.at < earliest || record.at > LATEST_MS {
        let message = "must be a time not earlier than that of the record before";
        return Err(Issue::new(
            path("at"),
            "time",
            message,
            Some(&record.at.into()),
        ));
    }
    if matches!(record.fact, Fact::Began(_)) != (place == 0) {
        return Err(Issue::new(
            path("fact"),
            "first",
            "the first record, and no other, must be `began`",
            None,
        ));
    }
    Ok(record)
}

/// Brings a stored record from one format version to the next.
type Step = fn(&mut Map<String, Value>);

/// The steps from version 1 to 2, from 2 to 3, and so on up to [`RECORD_VERSION`].
const STEPS: &[Step] = &[];

/// Brings a stored record up to this version's format. Frames without a version are left for [`Record::read`] to refuse.
fn upcast(mut value: Value, steps: &[Step]) -> Result<Value, &'static str> {
    let Some(map) = value.as_object_mut() else {
        return Ok(value);
    };
    let Some(version) = map.get("v").and_then(Value::as_u64) else {
        return Ok(value);
    };
    if version == 0 || version > steps.len() as u64 + 1 {
        return Err("must be a version of records that this version of the engine reads");
    }
    for (step, next) in steps.iter().zip(2u64..).skip(version as usize - 1) {
        step(map);
        map.insert("v".into(), next.into());
    }
    Ok(value)
}

const _: () = assert!(
    STEPS.len() as u32 + 1 == RECORD_VERSION,
    "each format version needs the step that leads to it"
);

#[cfg(test)]
mod tests;
