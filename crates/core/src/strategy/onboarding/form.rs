//! The forms of the tools that wait: what they show, and what comes of what the respondent filled in.

use super::words;
use crate::misuse::{Misuse, MisuseCode};
use crate::onboarding_view::{FormKind, OptionView};
use crate::session::{Session, Waiting, approvable, data_type};
use colloquy_schema::{
    DataType, FileRef, Issue, ToolCall, codec,
    contract::{Unknown, validate, without_nulls},
    json_size, too_deep,
    tools::{CONTACT, OPTION, UPLOAD, VALIDATION, read_arguments, schema},
};
use serde_json::{Map, Value, json};

/// Kinds of files that are taken where a call names none.
pub(super) const FORMATS: [&str; 4] = ["pdf", "docx", "txt", "md"];
/// Largest file where the page has not said, in bytes (seed 004).
const MAX_BYTES: u32 = 10 * 1024 * 1024;
/// Most files of one form.
const FILES: usize = 20;
/// Longest note of the respondent, in characters.
const NOTES_CHARS: usize = 4_000;
/// Most changes that are listed one by one.
const CHANGES: usize = 200;
/// Most bytes of a filled form, about.
const FORM_BYTES: usize = 100_000;

/// What keeps a form from being shown, beyond the schema of the tool's arguments.
pub(super) fn unsound(tool: &str, arguments: &Value) -> Option<String> {
    if tool == OPTION {
        let options = arguments["options"].as_array()?;
        let ids: Vec<&Value> = options.iter().map(|option| &option["id"]).collect();
        let twice = ids
            .iter()
            .enumerate()
            .any(|(at, id)| ids[..at].contains(id));
        return twice.then(|| "options: two have the same id".into());
    }
    if tool == VALIDATION {
        let data = &arguments["data"];
        if json_size(data) > FORM_BYTES {
            return Some("data: is too large for a form".into());
        }
        // A form can be filled in where something is missing, but not where a list stands for a text.
        let kind = data_type(arguments)?;
        let schema = schema(kind.schema_text());
        let data = without_nulls(&schema, data.clone());
        let mut issues = validate(&schema, &data, Unknown::Refused);
        issues.retain(|issue| ["type", "unknown_key"].contains(&issue.rule.as_str()));
        let lines: Vec<String> = issues
            .iter()
            .map(|issue| ["data.", &issue.line()].concat())
            .collect();
        return (!lines.is_empty()).then(|| lines.join("\n"));
    }
    None
}

/// The words above a form: the call's own, else the guide's.
pub(crate) fn lead(session: &Session, call: &ToolCall, form: Option<&Value>) -> String {
    let wording = &session.wording.onboarding;
    let own = ["prompt", "message"]
        .into_iter()
        .find_map(|key| call.arguments[key].as_str());
    let own = own.or_else(|| form.and_then(|form| form["title"].as_str()));
    if let Some(own) = own.filter(|own| !own.trim().is_empty()) {
        return own.trim().chars().take(1_000).collect();
    }
    match call.name.as_str() {
        UPLOAD => wording.lead_upload.clone(),
        CONTACT => wording.lead_contact.clone(),
        _ => {
            let label = data_type(&call.arguments).map_or("", |kind| words::label(session, kind));
            crate::wording::fill(&wording.lead_validation, &[("label", label)])
        }
    }
}

/// What the form of a waiting call shows.
pub(crate) fn form(session: &Session, call: &ToolCall, waiting: &Waiting) -> FormKind {
    let (arguments, _) = read_arguments(&call.name, &call.arguments);
    let flag = |key: &str, default: bool| arguments[key].as_bool().unwrap_or(default);
    let text = |value: &Value| value.as_str().unwrap_or_default().to_string();
    match (call.name.as_str(), &waiting.form) {
        (_, Some(form)) => FormKind::Host {
            title: text(&form["title"]),
            schema: form["schema"].clone(),
            data: form["data"].clone(),
        },
        (OPTION, _) => {
            let options = arguments["options"].as_array().into_iter().flatten();
            let options = options.map(|option| OptionView {
                id: text(&option["id"]),
                label: text(&option["label"]),
                description: text(&option["description"]),
            });
            FormKind::Options {
                options: options.collect(),
                multiple: flag("multiple", false),
                required: flag("required", true),
            }
        }
        (UPLOAD, _) => FormKind::Upload {
            accepts: accepts(&arguments),
            max_bytes: max_bytes(session),
            multiple: flag("multiple", false),
        },
        (CONTACT, _) => FormKind::Contact {
            picker: session.capabilities.contact_picker,
        },
        _ => {
            let kind = data_type(&arguments).unwrap_or(DataType::ApplicantProfile);
            let schema = schema(kind.schema_text());
            let data = without_nulls(&schema, arguments["data"].clone());
            FormKind::Validation {
                data_type: kind,
                issues: validate(&schema, &data, Unknown::Refused),
                data,
            }
        }
    }
}

fn accepts(arguments: &Value) -> Vec<String> {
    let wanted = arguments["acceptedFormats"]
        .as_array()
        .into_iter()
        .flatten();
    let wanted: Vec<String> = wanted.filter_map(Value::as_str).map(String::from).collect();
    if wanted.is_empty() {
        FORMATS.map(String::from).into()
    } else {
        wanted
    }
}

fn max_bytes(session: &Session) -> u32 {
    match session.capabilities.max_bytes {
        0 => MAX_BYTES,
        bytes => bytes,
    }
}

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
pub(crate) fn settle(
    session: &Session,
    call: &ToolCall,
    waiting: &Waiting,
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
    match form(session, call, waiting) {
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
        } => files(session, value, &accepts, max_bytes, multiple),
        FormKind::Validation {
            data_type, data, ..
        } => decided(data_type, &data, value),
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
        let Ok(mut read) = codec::read::<FileRef>(file.clone()) else {
            return Err(fault(
                &path,
                "type",
                "must be { storageUrl, name, mimeType, size }",
                file,
            ));
        };
        let again = session.onboarding.file(&read.storage_url).is_some()
            || out
                .iter()
                .any(|other| other["storageUrl"] == read.storage_url.as_str());
        if again || !is_file_url(&read.storage_url) {
            return Err(fault(
                &path,
                "unique",
                "must be a new file of this session",
                file,
            ));
        }
        if read.size > max_bytes {
            return Err(fault(&path, "maximum", "is larger than max_bytes", file));
        }
        if !accepts.iter().any(|kind| mime_of(kind) == read.mime_type) {
            return Err(fault(
                &path,
                "enum",
                "is of a kind that is not asked for",
                file,
            ));
        }
        read.name = read
            .name
            .chars()
            .filter(|c| !c.is_control())
            .take(200)
            .collect();
        out.push(serde_json::to_value(&read).unwrap_or_default());
    }
    Ok(json!({ "status": "ok", "files": out }))
}

fn is_file_url(url: &str) -> bool {
    let id = url.strip_prefix("colloquy-file:").unwrap_or_default();
    id.len() == 36 && id.bytes().all(|b| b.is_ascii_hexdigit() || b == b'-')
}

fn mime_of(format: &str) -> &'static str {
    match format {
        "pdf" => "application/pdf",
        "docx" => "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        "md" => "text/markdown",
        _ => "text/plain",
    }
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

/// Leaves out what is empty: a field that nothing was written into says nothing.
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

/// Takes out what a reading said of itself, and keeps the id: what comes back can be handed to `persist_data` as it is.
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
