//! Forms, by which the respondent has the last word on data: a capability that any kind of interview may use.
//!
//! A form is asked for by a tool call and leads in by a question, so that it survives a reload, stands in the transcript, and can be
//! answered in words instead, which refuses it. One is open at a time. A kind hands calls of these tools to [`dispatch`], says how
//! many forms are left and in which words they are led in; waiting, settling and refusing is the machine's part.
//!
//! The machine reaches what is here by [`Kind::forms`](crate::kinds::Kind::forms) alone, so that a program whose kinds use no forms has
//! none of it.

mod settle;
mod shapes;
mod show;
mod view;

pub use shapes::{described, faults};
pub use show::{dispatch, max_bytes};
pub use view::*;

use crate::misuse::Misuse;
use crate::session::Session;
use crate::session::ToolState;
use colloquy_schema::tools::{CONTACT, OPTION, UPLOAD, VALIDATION};
use colloquy_schema::{DataType, DataWording, FileRef, ToolCall};
use serde_json::Value;

/// Most bytes of a filled form, about.
const FORM_BYTES: usize = 100_000;
/// Keys of data that describe how a document was read: the respondent does not approve them, and they are not kept.
const READING: [&str; 2] = ["confidence", "issues"];

/// The guide's words for forms whose call brings none.
#[derive(Clone, Copy, Debug, Default)]
pub struct FormWords<'a> {
    /// Above a form for files.
    pub upload: &'a str,
    /// Above a contact card.
    pub contact: &'a str,
    /// Above data to be approved, with the slot `{label}`.
    pub validation: &'a str,
    /// Names of the kinds of data, by their place.
    pub data: &'a [DataWording],
}

impl<'a> FormWords<'a> {
    /// Name of a kind of data in the session's language.
    pub fn label(&self, kind: DataType) -> &'a str {
        let data = self.data.get(kind as usize);
        data.map_or(kind.name(), |data| data.label.as_str())
    }
}

/// What the machine asks of forms. `own` is the form that a tool of the host brought, where it did.
pub trait Forms {
    /// The words above the form of a call.
    fn lead(&self, session: &Session, call: &ToolCall, own: Option<&Value>) -> String;

    /// What the form of a call shows.
    fn shown(&self, session: &Session, call: &ToolCall, own: Option<&Value>) -> FormKind;

    /// Turns what was filled in into the result of the call.
    ///
    /// # Errors
    /// `invalid_form` with every fault: the form still waits.
    fn settle(
        &self,
        session: &Session,
        call: &ToolCall,
        own: Option<&Value>,
        value: &Value,
    ) -> Result<Value, Misuse>;

    /// How a form was settled, by the result of its call.
    fn filled(&self, call: &ToolCall, result: &Value) -> FilledView;

    /// The files that a call brought.
    fn files(&self, call: &ToolCall, result: &Value) -> Vec<FileRef>;
}

/// The forms of the built-in tools, and those that tools of the host bring.
#[derive(Debug)]
pub struct AllForms;

impl Forms for AllForms {
    fn lead(&self, session: &Session, call: &ToolCall, own: Option<&Value>) -> String {
        show::lead(session, call, own)
    }

    fn shown(&self, session: &Session, call: &ToolCall, own: Option<&Value>) -> FormKind {
        show::form(session, call, own)
    }

    fn settle(
        &self,
        session: &Session,
        call: &ToolCall,
        own: Option<&Value>,
        value: &Value,
    ) -> Result<Value, Misuse> {
        settle::settle(session, call, own, value)
    }

    fn filled(&self, call: &ToolCall, result: &Value) -> FilledView {
        settle::filled(call, result)
    }

    fn files(&self, call: &ToolCall, result: &Value) -> Vec<FileRef> {
        settle::handed_in(call, result)
    }
}

/// True for a tool that has the respondent fill a form.
pub fn is_form(tool: &str) -> bool {
    [OPTION, UPLOAD, VALIDATION, CONTACT].contains(&tool)
}

/// A file of the session, by its address.
pub fn file<'a>(session: &'a Session, url: &str) -> Option<&'a FileRef> {
    session.files.iter().find(|file| file.storage_url == url)
}

/// Returns data as it is compared and kept: without its id, and without what describes how it was read.
pub fn approvable(data: &Value) -> Value {
    let mut data = data.clone();
    if let Value::Object(map) = &mut data {
        map.retain(|key, _| key != "id" && !READING.contains(&key.as_str()));
    }
    data
}

/// Reads the kind of data that a tool is called with.
pub fn data_type(arguments: &Value) -> Option<DataType> {
    let name = arguments["dataType"].as_str()?;
    DataType::ALL
        .iter()
        .copied()
        .find(|kind| kind.name() == name)
}

/// The data that the respondent approved in the form of a token, as the form brought it.
pub fn approved<'a>(session: &'a Session, kind: DataType, token: &str) -> Option<&'a Value> {
    session.tools.iter().find_map(|tool| match &tool.state {
        ToolState::Ended(result)
            if tool.call.name == VALIDATION
                && result["approval"] == token
                && data_type(&tool.call.arguments) == Some(kind) =>
        {
            Some(&result["data"])
        }
        _ => None,
    })
}
