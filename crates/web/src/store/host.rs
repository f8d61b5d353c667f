//! A store of the host's: operations cross to JavaScript as data, and what it answers comes back the same way.

use super::{Batch, Contents, Draft, FileChange, Listed, Op, Reply, Row, Running};
use crate::bridge::json;
use crate::{env, supervised};
use colloquy_core::SaveError;
use colloquy_schema::codec::Encode;
use js_sys::{Array, Promise};
use serde_json::Value;
use std::rc::Rc;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

/// Longest time for one operation, in milliseconds: the core goes on without a store long before, and this one is tried again.
const LIMIT_MS: u32 = 60_000;

/// Has the host's store with a name carry out one operation.
pub(crate) fn run(name: Rc<str>, op: Op<'_>) -> Running<'_> {
    Box::pin(async move {
        let asked = env::within(LIMIT_MS, ask(&name, &op)).await;
        Ok(reply(&op, asked.ok_or(SaveError::Silent)??))
    })
}

/// Asks by the name of the method, its argument as JSON text, and files. The promise gives JSON text, for a file its metadata
/// and its bytes; it is rejected with the code of an error as text.
async fn ask(name: &str, op: &Op<'_>) -> Result<JsValue, SaveError> {
    let (method, argument, files) = written(op);
    let stores = supervised::stores().ok_or(SaveError::Lost)?;
    let arguments = Array::of4(
        &name.into(),
        &method.into(),
        &argument.into(),
        &files.into(),
    );
    let promise = stores
        .apply(&JsValue::UNDEFINED, &arguments)
        .map_err(|_| SaveError::Lost)?;
    let promise: Promise = promise.unchecked_into();
    JsFuture::from(promise)
        .await
        .map_err(|code| match code.as_string().as_deref() {
            Some("taken_over") => SaveError::TakenOver,
            Some("deleted") => SaveError::Deleted,
            Some("storage_full") => SaveError::Full,
            Some("storage_refused") => SaveError::Refused,
            _ => SaveError::Lost,
        })
}

#[derive(Encode)]
struct Asked<'a> {
    session: Option<&'a str>,
    id: Option<&'a str>,
    guide: Option<&'a str>,
    subject: Option<&'a str>,
    epoch: Option<u32>,
    before: Option<u64>,
    draft: Option<Draft>,
}

fn written(op: &Op<'_>) -> (&'static str, String, Array) {
    let mut asked = Asked {
        session: None,
        id: None,
        guide: None,
        subject: None,
        epoch: None,
        before: None,
        draft: None,
    };
    let mut files = Array::new();
    let method = match op {
        Op::Append(batch) => return ("append", text_of(batch), files),
        Op::Rewrite(batch) => return ("rewrite", text_of(batch), array_of(&batch.files)),
        Op::Claim(_) => "claim",
        Op::Read(_) => "read",
        Op::List(query) => {
            asked.guide = query.guide.as_deref();
            asked.subject = query.subject.as_deref();
            "list"
        }
        Op::SaveDraft { epoch, draft, .. } => {
            asked.epoch = Some(*epoch);
            asked.draft = Some((*draft).clone());
            "saveDraft"
        }
        Op::Files { epoch, changes, .. } => {
            asked.epoch = *epoch;
            files = array_of(changes);
            "changeFiles"
        }
        Op::File { id, .. } => {
            asked.id = Some(id);
            "file"
        }
        Op::FileList(_) => "files",
        Op::Remove(_) => "remove",
        Op::Clear => "clear",
        Op::CleanUp { before } => {
            asked.before = Some(*before);
            "cleanUp"
        }
    };
    asked.session = Some(op.session()).filter(|session| !session.is_empty());
    (method, json(&asked), files)
}

fn text_of(batch: &Batch) -> String {
    let flag = |yes: bool| if yes { "true" } else { "false" };
    let parts = [
        "{\"first\":",
        &json(&batch.first),
        ",\"records\":",
        &json(&batch.records),
        ",\"row\":",
        &json(&batch.row),
        ",\"clearDraft\":",
        flag(batch.clear_draft),
        ",\"strict\":",
        flag(batch.strict),
        "}",
    ];
    parts.concat()
}

/// Writes changes as they cross: `[id, about, bytes]` for a file that is kept, the id alone for one that goes.
fn array_of(changes: &[FileChange]) -> Array {
    let write = |change: &FileChange| match change {
        FileChange::Keep(file) => Array::of3(
            &file.id.as_str().into(),
            &file.about.as_str().into(),
            &file.bytes,
        )
        .into(),
        FileChange::Remove(id) => JsValue::from(id.as_str()),
    };
    changes.iter().map(write).collect()
}

fn reply(op: &Op<'_>, answer: JsValue) -> Reply {
    if let Op::File { id, .. } = op {
        let parts: Option<Array> = answer.dyn_into().ok();
        let file = parts.and_then(|parts| {
            Some(Box::new(super::File {
                id: (*id).into(),
                about: parts.get(0).as_string()?,
                bytes: parts.get(1),
            }))
        });
        return Reply::File(file);
    }
    let text = answer.as_string().unwrap_or_default();
    let value = colloquy_jsonstream::parse(&text).unwrap_or_default();
    match op {
        Op::Claim(_) | Op::Read(_) => Reply::Contents(contents(&value).map(Box::new)),
        Op::List(_) => Reply::List(each(&value, |row| {
            Some(Listed {
                row: Row::read(row.get("row")?)?,
                draft_at: row.get("draftAt").and_then(Value::as_u64),
            })
        })),
        Op::FileList(_) => Reply::Files(each(&value, text_in)),
        Op::Remove(_) | Op::CleanUp { .. } => {
            let count = value.as_u64().unwrap_or_default();
            Reply::Count(u32::try_from(count).unwrap_or(u32::MAX))
        }
        _ => Reply::Done,
    }
}

fn contents(value: &Value) -> Option<Contents> {
    Some(Contents {
        row: Row::read(value.get("row")?)?,
        records: each(value.get("records")?, text_in),
        draft: value.get("draft").and_then(Draft::read),
    })
}

/// Anything but a text reads as an empty one, which no restored session accepts.
fn text_in(value: &Value) -> Option<String> {
    Some(value.as_str().unwrap_or_default().into())
}

fn each<T>(value: &Value, read: impl Fn(&Value) -> Option<T>) -> Vec<T> {
    let values = value.as_array().map(Vec::as_slice).unwrap_or_default();
    values.iter().filter_map(read).collect()
}
