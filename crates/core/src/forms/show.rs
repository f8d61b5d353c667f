//! The form of a call: whether it can be shown, the words above it, and what it shows.

use super::view::{FormKind, OptionView};
use super::{FORM_BYTES, data_type, faults};
use crate::kind::Dispatch;
use crate::session::Session;
use crate::tools;
use crate::wording::fill;
use colloquy_schema::{
    DataType, FILE_FORMATS, ToolCall,
    contract::{Unknown, validate, without_nulls},
    json_size,
    tools::{CONTACT, OPTION, UPLOAD, VALIDATION, read_arguments, schema},
};
use serde_json::Value;

/// Largest file where the page sets no limit, in bytes.
const MAX_BYTES: u32 = 10 * 1024 * 1024;

/// Decides what is done about the call of a form: it waits for the respondent, or it is refused with the reason.
pub fn dispatch(session: &Session, call: &ToolCall) -> Dispatch {
    let arguments = match tools::arguments(call) {
        Ok(arguments) => arguments,
        Err(error) => return Dispatch::Result(error),
    };
    if session.kind.forms_left(session) == 0 {
        let message = "There is no form left: work with what there is.";
        return Dispatch::error(call, "tool_not_available", message);
    }
    match unsound(&call.name, &arguments) {
        Some(message) => Dispatch::error(call, "invalid_parameters", &message),
        None => Dispatch::Form,
    }
}

/// What keeps a form from being shown, beyond the schema of the tool's arguments.
fn unsound(tool: &str, arguments: &Value) -> Option<String> {
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
        return (!issues.is_empty()).then(|| faults(&schema, &issues));
    }
    None
}

/// The words above a form: the call's own, else the guide's.
pub(super) fn lead(session: &Session, call: &ToolCall, form: Option<&Value>) -> String {
    let words = session.kind.form_words(session);
    let own = ["prompt", "message"]
        .into_iter()
        .find_map(|key| call.arguments[key].as_str());
    let own = own.or_else(|| form.and_then(|form| form["title"].as_str()));
    if let Some(own) = own.filter(|own| !own.trim().is_empty()) {
        return own.trim().chars().take(1_000).collect();
    }
    match call.name.as_str() {
        UPLOAD => words.upload.into(),
        CONTACT => words.contact.into(),
        _ => {
            let label = data_type(&call.arguments).map_or("", |kind| words.label(kind));
            fill(words.validation, &[("label", label)])
        }
    }
}

/// What the form of a call shows.
pub(super) fn form(session: &Session, call: &ToolCall, own: Option<&Value>) -> FormKind {
    let (arguments, _) = read_arguments(&call.name, &call.arguments);
    let flag = |key: &str, default: bool| arguments[key].as_bool().unwrap_or(default);
    let text = |value: &Value| value.as_str().unwrap_or_default().to_string();
    match (call.name.as_str(), own) {
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
            max_bytes: max_bytes(session, MAX_BYTES),
            multiple: flag("multiple", false),
            question: None,
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
        FILE_FORMATS.map(String::from).into()
    } else {
        wanted
    }
}

/// Largest file that is taken: as the page sets it, or `usual` bytes where it sets nothing.
pub fn max_bytes(session: &Session, usual: u32) -> u32 {
    match session.capabilities.max_bytes {
        0 => usual,
        bytes => bytes,
    }
}
