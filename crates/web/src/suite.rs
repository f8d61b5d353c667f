//! Exports the store's suite to the page that runs it. Built with the feature `store-suite` only.

use crate::bridge::promise;
use crate::store::suite::{self, CHECKS, batch, typed};
use crate::store::{File, FileChange, Idb, Query, Store};
use crate::{env, opened};
use js_sys::Promise;
use std::rc::Rc;
use wasm_bindgen::prelude::*;

/// Returns the names of all checks as JSON text.
#[wasm_bindgen(js_name = suiteChecks)]
pub fn checks() -> String {
    let mut names: Vec<&str> = CHECKS.to_vec();
    names.extend([
        "a_database_of_version_1_is_brought_forward",
        "a_database_of_version_2_is_brought_forward",
        "a_database_of_version_3_is_brought_forward",
        "a_newer_page_gets_the_database",
        "a_connection_that_was_closed_is_opened_again",
    ]);
    crate::bridge::json(&names)
}

/// Runs one check; the promise gives `null`, or a sentence that describes what did not hold. `kind` is `memory`, `indexeddb`
/// or the name of a store of the host's.
#[wasm_bindgen(js_name = suiteRun)]
pub fn run(name: String, kind: String) -> Promise {
    promise(async move {
        let database = ["suite-", &env::uuid()].concat();
        let verdict = match name.as_str() {
            "a_database_of_version_1_is_brought_forward" => migration(&database, 1).await,
            "a_database_of_version_2_is_brought_forward" => migration(&database, 2).await,
            "a_database_of_version_3_is_brought_forward" => migration(&database, 3).await,
            "a_newer_page_gets_the_database" => version_change(&database).await,
            "a_connection_that_was_closed_is_opened_again" => reopened(&database).await,
            _ if kind == "memory" => suite::run(&name, &Store::memory()).await,
            _ if kind != "indexeddb" => suite::run(&name, &opened::store(Some(&kind))?).await,
            _ => suite::run(&name, &Store::Idb(Rc::new(Idb::new(&database)))).await,
        };
        Ok(verdict.err().map_or(JsValue::NULL, |text| text.into()))
    })
}

fn at(database: &str, version: u32) -> Store {
    Store::Idb(Rc::new(Idb::at_version(database, version)))
}

/// Brings a database of an earlier version to this one: what is in it stays, and what came since can be kept.
async fn migration(database: &str, from: u32) -> suite::Verdict {
    let said = |error| format!("{error:?}");
    let old = Rc::new(Idb::at_version(database, from));
    let before = Store::Idb(old.clone());
    // One by one: each was a value of its own.
    for seq in 0..3 {
        let appended = before.append(&batch("a", seq, seq + 1, 1)).await;
        appended.map_err(said)?;
    }
    let draft = Some(typed("typed before", 1)).filter(|_| from >= 2);
    if let Some(draft) = &draft {
        before.save_draft("a", 1, draft).await.map_err(said)?;
    }
    old.close();
    let new = Rc::new(Idb::new(database));
    let store = Store::Idb(new.clone());
    let found = store
        .read("a")
        .await
        .map_err(said)?
        .ok_or("the session is gone")?;
    if found.records != batch("a", 0, 3, 1).records
        || found.row.records != 3
        || found.draft != draft
    {
        return Err(format!("the session changed: {found:?}"));
    }
    let more = store.append(&batch("a", 3, 90, 1)).await;
    more.map_err(said)?;
    let grown = store.read("a").await.map_err(said)?;
    if grown.is_none_or(|found| found.records != batch("a", 0, 90, 1).records) {
        return Err("the session did not go on".into());
    }
    let typed = typed("new here", 1);
    store.save_draft("a", 1, &typed).await.map_err(said)?;
    let file = FileChange::Keep(File {
        id: "f".into(),
        about: "{}".into(),
        bytes: js_sys::ArrayBuffer::new(8).into(),
    });
    let changed = store.change_files("a", Some(1), &[file]).await;
    changed.map_err(said)?;
    if store.files("a").await.map_err(said)?.len() != 1 {
        return Err("the file is gone".into());
    }
    match new.migrated().await {
        Some((was, 4)) if was == u64::from(from) => Ok(()),
        other => Err(format!("the migration noted {other:?}")),
    }
}

async fn version_change(database: &str) -> suite::Verdict {
    let said = |error| format!("{error:?}");
    let old = at(database, 1);
    old.append(&batch("a", 0, 1, 1)).await.map_err(said)?;
    // The old connection is open: unless it lets go by itself, this waits until it is silent.
    let list = Store::Idb(Rc::new(Idb::new(database)))
        .list(&Query::default())
        .await
        .map_err(said)?;
    if list.len() != 1 {
        return Err("the session is gone".into());
    }
    // The older page cannot come back, and says so instead of harming anything.
    match old.append(&batch("a", 1, 2, 1)).await {
        Err(colloquy_core::SaveError::Lost) => Ok(()),
        other => Err(format!("the older page got {other:?}")),
    }
}

async fn reopened(database: &str) -> suite::Verdict {
    let said = |error| format!("{error:?}");
    let idb = Rc::new(Idb::new(database));
    let store = Store::Idb(idb.clone());
    store.append(&batch("a", 0, 1, 1)).await.map_err(said)?;
    idb.break_connection();
    store.append(&batch("a", 1, 2, 1)).await.map_err(said)?;
    let found = store
        .read("a")
        .await
        .map_err(said)?
        .ok_or("the session is gone")?;
    if found.records.len() == 2 {
        Ok(())
    } else {
        Err(format!("found {} records", found.records.len()))
    }
}

/// Times appends one after the other, in milliseconds; the promise gives them as JSON text.
#[wasm_bindgen(js_name = suiteTime)]
pub fn time(durability: String, count: u32) -> Promise {
    promise(async move {
        let idb = Idb::new(&["suite-", &env::uuid()].concat()).with_durability(
            if durability == "strict" {
                "strict"
            } else {
                "relaxed"
            },
        );
        let store = Store::Idb(Rc::new(idb));
        let clock = || {
            env::call(&env::global("performance").unwrap_or_default(), "now", &[])
                .and_then(|now| now.as_f64())
        };
        let mut times = Vec::new();
        for seq in 0..count {
            let began = clock().unwrap_or_default();
            store.append(&batch("a", seq, seq + 1, 1)).await?;
            times.push(clock().unwrap_or_default() - began);
        }
        Ok(crate::bridge::json(&times).into())
    })
}
