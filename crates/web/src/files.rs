//! The files of a session, for whoever holds it: an interview, or a library. The metadata of a file and its bytes are handed
//! through; the package has looked at both.

use crate::bridge::{json, promise};
use crate::channel;
use crate::error::Error;
use crate::opened;
use crate::store::{Op, Reply, Store, changes};
use colloquy_core::SaveError;
use js_sys::{Array, Promise};
use wasm_bindgen::prelude::*;

/// Carries one operation on the files of a session out. Without changes it reads: the file `id` as `[about, bytes]` or `null`,
/// or, without an id, the metadata of every file as the text of a JSON array.
///
/// With `epoch` it is the writer of the session that changes them, and refused when another one writes it meanwhile.
#[wasm_bindgen(js_name = sessionFiles)]
pub fn session_files(
    storage: Option<String>,
    session: String,
    id: Option<String>,
    files: Option<Array>,
    epoch: Option<u32>,
) -> Promise {
    let store = opened::store(storage.as_deref());
    promise(async move { run(store?, session, id, files, epoch).await })
}

async fn run(
    store: Store,
    session: String,
    id: Option<String>,
    files: Option<Array>,
    epoch: Option<u32>,
) -> Result<JsValue, Error> {
    let changes = changes(files);
    let op = match &id {
        _ if !changes.is_empty() => Op::Files {
            session: &session,
            epoch,
            changes: &changes,
        },
        Some(id) => Op::File {
            session: &session,
            id,
        },
        None => Op::FileList(&session),
    };
    match store.run(op).await {
        Ok(Reply::File(Some(file))) => {
            Ok(Array::of2(&file.about.as_str().into(), &file.bytes).into())
        }
        Ok(Reply::File(None)) => Ok(JsValue::NULL),
        Ok(Reply::Files(about)) => Ok(["[", &about.join(","), "]"].concat().into()),
        Ok(_) => {
            channel::changed();
            Ok(json(&true).into())
        }
        // Whoever does not write it can only have missed it.
        Err(SaveError::TakenOver | SaveError::Deleted) if epoch.is_none() => {
            Err(Error::no_such_session())
        }
        Err(error) => Err(error.into()),
    }
}
