//! What both stores keep to with files.

use super::{Verdict, batch, contents, failed, same, texts};
use crate::store::{Bytes, File, FileChange, Store};
use colloquy_core::{SaveError, Status};

/// A file whose bytes say whose it is.
fn file(id: &str, text: &str) -> File {
    File {
        id: id.into(),
        about: format!("{{\"name\":\"{id}\"}}"),
        bytes: bytes(text),
    }
}

#[cfg(target_arch = "wasm32")]
fn bytes(text: &str) -> Bytes {
    js_sys::Uint8Array::from(text.as_bytes()).buffer().into()
}

#[cfg(not(target_arch = "wasm32"))]
fn bytes(text: &str) -> Bytes {
    text.as_bytes().to_vec()
}

#[cfg(target_arch = "wasm32")]
fn text(bytes: &Bytes) -> String {
    use wasm_bindgen::JsCast;
    if !bytes.is_instance_of::<js_sys::ArrayBuffer>() {
        return "no bytes".into();
    }
    String::from_utf8(js_sys::Uint8Array::new(bytes).to_vec()).unwrap_or_default()
}

#[cfg(not(target_arch = "wasm32"))]
fn text(bytes: &Bytes) -> String {
    String::from_utf8(bytes.clone()).unwrap_or_default()
}

async fn keep(store: &Store, session: &str, file: File) -> Result<(), SaveError> {
    let changes = [FileChange::Keep(file)];
    store.change_files(session, Some(1), &changes).await
}

/// Holds what a session has of files: each with its text.
async fn has(store: &Store, session: &str, expected: &[(&str, &str)]) -> Verdict {
    let abouts: Vec<String> = expected
        .iter()
        .map(|(id, text)| file(id, text).about)
        .collect();
    let found = store.files(session).await.map_err(failed)?;
    same(found, abouts, &format!("list of {session}"))?;
    for (id, expected) in expected {
        let found = store.file(session, id).await.map_err(failed)?;
        let found = found.ok_or_else(|| format!("{id} of {session} is not there"))?;
        same(text(&found.bytes), (*expected).into(), "bytes")?;
        same(
            (found.id, found.about),
            (file(id, "").id, file(id, "").about),
            id,
        )?;
    }
    Ok(())
}

pub(super) async fn read_back(store: &Store) -> Verdict {
    for session in ["a", "aa"] {
        store
            .append(&batch(session, 0, 1, 1))
            .await
            .map_err(failed)?;
    }
    has(store, "a", &[]).await?;
    // Lists are in the order of ids, whatever came first; a zero byte and an empty file are files too.
    for (session, id, text) in [
        ("a", "2", "two\0"),
        ("a", "1", "one"),
        ("aa", "1", "another's"),
        ("a", "3", ""),
    ] {
        keep(store, session, file(id, text)).await.map_err(failed)?;
    }
    has(store, "a", &[("1", "one"), ("2", "two\0"), ("3", "")]).await?;
    has(store, "aa", &[("1", "another's")]).await?;
    keep(store, "a", file("1", "in its place"))
        .await
        .map_err(failed)?;
    has(
        store,
        "a",
        &[("1", "in its place"), ("2", "two\0"), ("3", "")],
    )
    .await?;
    same(
        store.file("a", "4").await,
        Ok(None),
        "a file that never was",
    )?;
    same(
        store.file("b", "1").await,
        Ok(None),
        "a file of a session that never was",
    )?;
    // Records go on beside them.
    store.append(&batch("a", 1, 2, 1)).await.map_err(failed)?;
    same(contents(store, "a").await?.records, texts(2), "records")?;
    has(store, "aa", &[("1", "another's")]).await
}

pub(super) async fn without_a_session(store: &Store) -> Verdict {
    let refused = Err(SaveError::Deleted);
    same(
        keep(store, "a", file("1", "x")).await,
        refused,
        "no session",
    )?;
    store.append(&batch("a", 0, 1, 1)).await.map_err(failed)?;
    keep(store, "a", file("1", "x")).await.map_err(failed)?;
    store.claim("a").await.map_err(failed)?;
    same(
        keep(store, "a", file("2", "y")).await,
        Err(SaveError::TakenOver),
        "a file of an older writer",
    )?;
    let gone = [FileChange::Remove("1".into())];
    same(
        store.change_files("a", Some(1), &gone).await,
        Err(SaveError::TakenOver),
        "a removal by an older writer",
    )?;
    has(store, "a", &[("1", "x")]).await?;
    // Who writes no records has no epoch.
    let more = [FileChange::Keep(file("2", "y"))];
    store.change_files("a", None, &more).await.map_err(failed)?;
    has(store, "a", &[("1", "x"), ("2", "y")]).await?;
    store.remove("a").await.map_err(failed)?;
    same(
        store.change_files("a", None, &more).await,
        refused,
        "a late file",
    )?;
    has(store, "a", &[]).await
}

pub(super) async fn deleting(store: &Store) -> Verdict {
    for (session, status) in [
        ("a", Status::Active),
        ("aa", Status::Active),
        ("old", Status::Completed),
        ("z", Status::Active),
    ] {
        let mut one = batch(session, 0, 1, 1);
        one.row.status = status;
        store.append(&one).await.map_err(failed)?;
        for id in ["1", "2"] {
            keep(store, session, file(id, session))
                .await
                .map_err(failed)?;
        }
    }
    let gone = [
        FileChange::Remove("1".into()),
        FileChange::Remove("never".into()),
    ];
    store
        .change_files("a", Some(1), &gone)
        .await
        .map_err(failed)?;
    has(store, "a", &[("2", "a")]).await?;
    same(store.remove("a").await, Ok(true), "the removal")?;
    has(store, "a", &[]).await?;
    same(store.file("a", "2").await, Ok(None), "its bytes")?;
    same(store.clean_up(9).await, Ok(1), "what was cleaned up")?;
    has(store, "old", &[]).await?;
    same(store.file("old", "1").await, Ok(None), "its bytes")?;
    has(store, "aa", &[("1", "aa"), ("2", "aa")]).await?;
    // Begun again under the same id, a session has none of the old files.
    store.append(&batch("a", 0, 1, 1)).await.map_err(failed)?;
    has(store, "a", &[]).await?;
    store.clear().await.map_err(failed)?;
    for session in ["a", "aa", "z"] {
        has(store, session, &[]).await?;
        same(store.file(session, "1").await, Ok(None), "after all")?;
    }
    Ok(())
}

pub(super) async fn rewrite(store: &Store) -> Verdict {
    let mut new = batch("a", 0, 2, 1);
    new.files = ["1", "2"].map(|id| FileChange::Keep(file(id, "a"))).into();
    store.rewrite(&new).await.map_err(failed)?;
    has(store, "a", &[("1", "a"), ("2", "a")]).await?;
    let mut redacted = batch("a", 0, 2, 1);
    redacted.files = vec![FileChange::Remove("1".into())];
    store.rewrite(&redacted).await.map_err(failed)?;
    has(store, "a", &[("2", "a")]).await?;
    // Refused, it changes neither records nor files.
    let mut other = batch("a", 0, 5, 7);
    other.files = vec![FileChange::Remove("2".into())];
    same(
        store.rewrite(&other).await,
        Err(SaveError::TakenOver),
        "another writer's",
    )?;
    same(contents(store, "a").await?.records, texts(2), "records")?;
    has(store, "a", &[("2", "a")]).await
}
