//! What comes of a form that the respondent filled in.

use super::show::form;
use super::view::{FilledView, FormKind};
use super::{FORM_BYTES, approvable, data_type};
use crate::misuse::{Misuse, MisuseCode};
use crate::session::Session;
use colloquy_schema::{
    DataType, FileRef, Issue, ToolCall, codec,
    contract::{Unknown, validate, without_nulls},
    json_size, too_deep,
    tools::{UPLOAD, schema},
};
use serde_json::{Map, Value, json};

/// Most files of one form.
const FILES: usize = 20;
/// Longest note of the respondent, in characters.
const NOTES_CHARS: usize = 4_000;
/// Most changes that are listed one by one.
const CHANGES: usize = 200;

fn invalid(issues: Vec<Issue>) -> Misuse {
    Misuse::with_details(
        MisuseCode::InvalidForm,
        "mend what was filled in: every fault is listed with its path, rule and value; the form still waits",
        issues,
    )
}

fn fault(path: &str, rule: &str, message: &str, value: &Value) -> Misuse {
    invalid(vec![Issue::new(path, rule, message, Some(value))])
}

/// Turns what was filled in into the result of the call.
///
/// # Errors
/// `invalid_form` with every fault: the form still waits.
pub(super) fn settle(
    session: &Session,
    call: &ToolCall,
    own: Option<&Value>,
    value: &Value,
) -> Result<Value, Misuse> {
    if too_deep(value) || json_size(value) > FORM_BYTES {
        return Err(fault(
            "",
            "length",
            "is too large, or nested too deep",
            &Value::Null,
        ));
    }
    match form(session, call, own) {
        FormKind::Options {
            options,
            multiple,
            required,
        } => {
            let known = |id: &Value| options.iter().any(|option| *id == option.id.as_str());
            let chosen = value["selectedIds"]
                .as_array()
                .filter(|ids| ids.iter().all(known));
            let Some(chosen) = chosen else {
                return Err(fault(
                    "selectedIds",
                    "enum",
                    "must be ids of the options",
                    &value["selectedIds"],
                ));
            };
            let twice = chosen
                .iter()
                .enumerate()
                .any(|(at, id)| chosen[..at].contains(id));
            let least = usize::from(required);
            if twice || chosen.len() < least || (!multiple && chosen.len() > 1) {
                let message = if multiple {
                    "must be at least one, each once"
                } else {
                    "must be one"
                };
                return Err(fault(
                    "selectedIds",
                    "length",
                    message,
                    &value["selectedIds"],
                ));
            }
            Ok(json!({ "status": "ok", "selectedIds": chosen }))
        }
        FormKind::Upload {
            accepts,
            max_bytes,
            multiple,
            ..
        } => files(session, value, &accepts, max_bytes, multiple),
        FormKind::Validation {
            data_type, data, ..
        } => {
            let mut out = decided(data_type, &data, value)?;
            // By its token the data is named again, and need not be written out once more.
            if let Some((_, waiting)) = session.tools.waiting_for(&call.id)
                && out["status"] != "rejected"
            {
                out["approval"] = waiting.token.as_str().into();
            }
            Ok(out)
        }
        FormKind::Contact { .. } => {
            let data = sound(DataType::ApplicantProfile, &value["data"])?;
            Ok(json!({ "status": "ok", "data": data }))
        }
        FormKind::Host { schema, .. } => {
            let data = &value["data"];
            let issues = validate(&schema, data, Unknown::Ignored);
            if !issues.is_empty() {
                return Err(invalid(issues));
            }
            Ok(json!({ "status": "ok", "data": data }))
        }
    }
}

fn files(
    session: &Session,
    value: &Value,
    accepts: &[String],
    max_bytes: u32,
    multiple: bool,
) -> Result<Value, Misuse> {
    let given = value["files"].as_array();
    let most = if multiple { FILES } else { 1 };
    let Some(given) = given.filter(|files| (1..=most).contains(&files.len())) else {
        let message = if multiple {
            "must be 1 to 20 files"
        } else {
            "must be one file"
        };
        return Err(fault("files", "length", message, &Value::Null));
    };
    let mut out: Vec<Value> = Vec::new();
    for (place, file) in given.iter().enumerate() {
        let path = ["files.", &place.to_string()].concat();
        let read = match FileRef::judged(file, accepts, max_bytes) {
            Ok(read) => read,
            Err((rule, message)) => return Err(fault(&path, rule, &message, file)),
        };
        let again = super::file(session, &read.storage_url).is_some()
            || out
                .iter()
                .any(|other| other["storageUrl"] == read.storage_url.as_str());
        if again {
            let message = "must be a new file of this session";
            return Err(fault(&path, "unique", message, file));
        }
        out.push(codec::value(&read));
    }
    Ok(json!({ "status": "ok", "files": out }))
}

/// Data of a kind as the respondent left it: without empty fields.
fn sound(kind: DataType, data: &Value) -> Result<Value, Misuse> {
    let schema = schema(kind.schema_text());
    let data = without_empty(&without_nulls(&schema, data.clone())).unwrap_or_else(|| json!({}));
    let issues = validate(&schema, &data, Unknown::Refused);
    if issues.is_empty() {
        Ok(data)
    } else {
        let below = |mut issue: Issue| {
            issue.path = [
                "data",
                if issue.path.is_empty() { "" } else { "." },
                &issue.path,
            ]
            .concat();
            issue
        };
        Err(invalid(issues.into_iter().map(below).collect()))
    }
}

/// Leaves out what is empty: a field that nothing was written into has no value.
fn without_empty(value: &Value) -> Option<Value> {
    match value {
        Value::Null => None,
        Value::String(text) if text.trim().is_empty() => None,
        Value::Array(items) => {
            let items: Vec<Value> = items.iter().filter_map(without_empty).collect();
            Some(Value::Array(items))
        }
        Value::Object(map) => {
            let fields = map
                .iter()
                .filter_map(|(key, value)| Some((key.clone(), without_empty(value)?)));
            let map: Map<String, Value> = fields.collect();
            (!map.is_empty()).then_some(Value::Object(map))
        }
        other => Some(other.clone()),
    }
}

/// What the respondent decided about data.
fn decided(kind: DataType, before: &Value, value: &Value) -> Result<Value, Misuse> {
    let notes: String = value["userNotes"]
        .as_str()
        .unwrap_or_default()
        .trim()
        .chars()
        .take(NOTES_CHARS)
        .collect();
    let mut out = json!({ "status": "rejected", "data": before, "changes": [] });
    if value["status"] != "rejected" {
        let data = approvable_with_id(&sound(kind, &value["data"])?);
        let was = without_empty(before).unwrap_or_else(|| json!({}));
        let mut changes = Vec::new();
        compare(
            &approvable_with_id(&was),
            &data,
            &mut String::new(),
            &mut changes,
        );
        out["status"] = if changes.is_empty() {
            "approved"
        } else {
            "modified"
        }
        .into();
        out["data"] = data;
        out["changes"] = Value::Array(changes);
    }
    if !notes.is_empty() {
        out["userNotes"] = notes.into();
    }
    Ok(out)
}

/// Takes out what describes how the data was read, and keeps the id: what comes back can be handed to `persist_data` as it is.
fn approvable_with_id(data: &Value) -> Value {
    let mut out = approvable(data);
    if let (Some(id), Value::Object(map)) = (data.get("id"), &mut out) {
        map.insert("id".into(), id.clone());
    }
    out
}

/// Lists the fields that differ, by their paths such as `basics.email`.
fn compare(before: &Value, after: &Value, path: &mut String, out: &mut Vec<Value>) {
    if before == after || out.len() >= CHANGES {
        return;
    }
    let mut below = |key: &str, before: &Value, after: &Value| {
        let end = path.len();
        if end > 0 {
            path.push('.');
        }
        path.push_str(key);
        compare(before, after, path, out);
        path.truncate(end);
    };
    let nothing = Value::Null;
    match (before, after) {
        (Value::Object(a), Value::Object(b)) => {
            let new = b.keys().filter(|key| !a.contains_key(*key));
            for key in a.keys().chain(new) {
                below(
                    key,
                    a.get(key).unwrap_or(&nothing),
                    b.get(key).unwrap_or(&nothing),
                );
            }
        }
        (Value::Array(a), Value::Array(b)) => {
            for place in 0..a.len().max(b.len()) {
                let (a, b) = (a.get(place), b.get(place));
                below(
                    &place.to_string(),
                    a.unwrap_or(&nothing),
                    b.unwrap_or(&nothing),
                );
            }
        }
        _ => out.push(json!({ "field": path.clone(), "oldValue": before, "newValue": after })),
    }
}

/// The files that a call brought.
pub(super) fn handed_in(call: &ToolCall, result: &Value) -> Vec<FileRef> {
    if call.name != UPLOAD || result["status"] != "ok" {
        return Vec::new();
    }
    let files = result["files"].as_array().into_iter().flatten();
    let files = files.filter_map(|file| codec::read(file.clone()).ok());
    files.collect()
}

/// Describes how a form was settled by the result of its call.
pub(super) fn filled(call: &ToolCall, result: &Value) -> FilledView {
    FilledView {
        tool: call.name.clone(),
        data_type: data_type(&call.arguments),
        status: result["status"].as_str().unwrap_or_default().into(),
        items: filled_items(call, result),
        notes: result["userNotes"].as_str().unwrap_or_default().into(),
    }
}

/// What was chosen or handed in, or the names of the fields that were changed.
fn filled_items(call: &ToolCall, result: &Value) -> Vec<String> {
    let list = |value: &Value, key: &str| -> Vec<String> {
        let items = value.as_array().into_iter().flatten();
        let texts = items.filter_map(|item| item[key].as_str());
        texts.map(String::from).collect()
    };
    let chosen = result["selectedIds"].as_array().into_iter().flatten();
    let mut out: Vec<String> = chosen
        .filter_map(|id| {
            let mut options = call.arguments["options"].as_array()?.iter();
            let option = options.find(|option| option["id"] == *id)?;
            option["label"].as_str().map(String::from)
        })
        .collect();
    out.extend(list(&result["files"], "name"));
    out.extend(list(&result["changes"], "field"));
    out
}
