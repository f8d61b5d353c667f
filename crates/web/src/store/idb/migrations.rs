//! The versions of the database, each with the one migration that leads to it. A database of any earlier version is
//! brought forward step by step; a step that was published is never changed.

use super::bindings::{Database, Transaction};
use super::value;
use wasm_bindgen::JsValue;

/// Sessions as rows: key `session`.
pub(super) const HEADS: &str = "heads";
/// Records as JSON text in UTF-8, one or more to a value (see `value::pieces`), of before version 4 one string each: key `[session, seq]` of
/// the first.
pub(super) const RECORDS: &str = "records";
/// What was not sent: key `session`.
pub(super) const DRAFTS: &str = "drafts";
/// The metadata of files, as JSON text: key `[session, id]`. Apart from their bytes, so that a list reads none.
pub(super) const FILES: &str = "files";
/// The bytes of files: key `[session, id]`.
pub(super) const BYTES: &str = "bytes";
/// What is known about the database itself: key `key`.
pub(super) const META: &str = "meta";
/// Indexes of heads in versions 1 to 3: by `guide`, by `[subject, guide]`, by `[status, updatedAt]`.
const INDEXES: [&str; 3] = ["guide", "subject", "status"];

type Migration = fn(&Database, &Transaction) -> Result<(), JsValue>;

/// What leads from each version to the next.
const STEPS: [Migration; 4] = [sessions, drafts, files, pieces];
/// The version that this code reads and writes.
pub(super) const VERSION: u32 = STEPS.len() as u32;

/// The version in which an object store came.
pub(super) fn since(store: &str) -> u32 {
    match store {
        HEADS | RECORDS => 1,
        DRAFTS | META => 2,
        _ => 3,
    }
}

/// Brings a database from one version to another and notes where it came from.
pub(super) fn run(
    database: &Database,
    transaction: &Transaction,
    from: u32,
    to: u32,
) -> Result<(), JsValue> {
    for step in STEPS.iter().take(to as usize).skip(from as usize) {
        step(database, transaction)?;
    }
    if to >= 2 {
        let note = value::object(
            &["key", "version", "from"],
            &["schema".into(), to.into(), from.into()],
        );
        transaction.object_store(META)?.put(&note)?;
    }
    Ok(())
}

fn sessions(database: &Database, _: &Transaction) -> Result<(), JsValue> {
    let heads =
        database.create_object_store(HEADS, &value::object(&["keyPath"], &["session".into()]))?;
    let [guide, subject, status] = INDEXES;
    heads.create_index(guide, &"guide".into())?;
    heads.create_index(subject, &value::array(&["subject".into(), "guide".into()]))?;
    heads.create_index(
        status,
        &value::array(&["status".into(), "updatedAt".into()]),
    )?;
    database.create_object_store(RECORDS, &JsValue::UNDEFINED)?;
    Ok(())
}

/// Unsent texts left the page's own memory.
fn drafts(database: &Database, _: &Transaction) -> Result<(), JsValue> {
    database.create_object_store(DRAFTS, &value::object(&["keyPath"], &["session".into()]))?;
    database.create_object_store(META, &value::object(&["keyPath"], &["key".into()]))?;
    Ok(())
}

/// Respondents hand in files. An `ArrayBuffer` each and not a `Blob`, which a private window of Safari does not store.
fn files(database: &Database, _: &Transaction) -> Result<(), JsValue> {
    for name in [FILES, BYTES] {
        database.create_object_store(name, &JsValue::UNDEFINED)?;
    }
    Ok(())
}

/// Records of one append share a value, which is bytes. An earlier version of this code would take that for one record, so it must not open
/// this database any more. The indexes go: the few sessions of a browser are read whole, and every append had to write them.
fn pieces(_: &Database, transaction: &Transaction) -> Result<(), JsValue> {
    let heads = transaction.object_store(HEADS)?;
    INDEXES.iter().try_for_each(|name| heads.delete_index(name))
}
