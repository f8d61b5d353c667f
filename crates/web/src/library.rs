//! The sessions of a store, as lists and one by one without opening them for writing.

use crate::bridge::{argument, json, promise};
use crate::channel::{self, Listening};
use crate::error::Error;
use crate::store::{Contents, Listed, Op, Query, Reply, Store, newest_first};
use crate::{env, locks, opened, parts};
use colloquy_core::{Status, status_at};
use colloquy_schema::codec::Encode;
use js_sys::{Array, Function, Promise};
use serde_json::Value;
use std::cell::RefCell;
use wasm_bindgen::prelude::*;

/// Milliseconds of a day.
const DAY_MS: u64 = 24 * 60 * 60 * 1000;

/// The sessions of one store.
#[wasm_bindgen]
pub struct Library {
    store: Store,
    listening: RefCell<Option<Listening>>,
}

/// Opens the library of a store; `wake` is called when something changed, here or in another tab.
#[wasm_bindgen(js_name = openLibrary)]
pub fn open_library(options: &str, wake: Function) -> Result<Library, JsValue> {
    let options = argument(options)?;
    let store = opened::store(options.get("storage").and_then(Value::as_str))?;
    let listening = channel::listen(move |_| drop(wake.call0(&JsValue::UNDEFINED)));
    Ok(Library {
        store,
        listening: RefCell::new(Some(listening)),
    })
}

#[wasm_bindgen]
impl Library {
    /// Does what `what` names; the promise gives JSON text.
    ///
    /// One method for all: each would bring its own promise and its own glue.
    pub fn run(&self, what: String, first: String, second: String) -> Promise {
        promise(run(self.store.clone(), what, first, second))
    }

    /// Keeps records: `adopt` those of a session that outlived a crash of the module before, unless the store has as many;
    /// `import` those of a session that is not there, with its unsent text; `redact` the same as there are, without an
    /// answer. What becomes of files is done in the same transaction.
    pub fn keep(
        &self,
        what: String,
        records: Vec<String>,
        draft: Option<String>,
        files: Option<Array>,
    ) -> Promise {
        let store = self.store.clone();
        promise(async move {
            let keep = parts::stored().await?.keep;
            keep(store, what, records, draft, files).await?;
            Ok(JsValue::from(""))
        })
    }

    /// Stops listening to changes.
    pub fn close(&self) {
        let listening = self.listening.borrow_mut().take();
        drop(listening);
    }
}

/// One operation of the store, and what is made of its answer: a future with one state for all of them.
async fn run(store: Store, what: String, first: String, second: String) -> Result<JsValue, Error> {
    let what = what.as_str();
    match what {
        "newId" => return Ok(json(&env::uuid()).into()),
        "storage" => return Ok(storage(&store).await.into()),
        _ => {}
    }
    let (query, status) = match what {
        "list" => wanted(&first)?,
        _ => (
            Query {
                guide: Some(first.clone()),
                subject: Some(second),
            },
            None,
        ),
    };
    let op = match what {
        "list" | "findResumable" => Op::List(&query),
        "exchanges" | "artifacts" | "contents" => Op::Read(&first),
        "remove" => Op::Remove(&first),
        "removeAll" => Op::Clear,
        // cleanUp
        _ => Op::CleanUp {
            before: days_ago(&first)?,
        },
    };
    let text = match store.run(op).await? {
        Reply::List(list) => {
            let list = newest_first(list);
            let (here, anywhere) = locks::open_sessions().await;
            let mut rows = shown(list, &here, &anywhere);
            if what == "list" {
                rows.retain(|row| status.as_ref().is_none_or(|status| status == row.status));
                array(&rows)
            } else {
                let newest = |status: &&str| rows.iter().find(|row| row.status == *status);
                let found = ["active", "paused", "abandoned"].iter().find_map(newest);
                found.map_or("null".into(), |row| row.text.clone())
            }
        }
        Reply::Contents(contents) if what == "contents" => {
            contents.map_or("null".into(), |contents| whole(&contents))
        }
        Reply::Contents(contents) => {
            let contents = contents.ok_or_else(Error::no_such_session)?;
            (parts::stored().await?.read)(*contents, what == "artifacts").await?
        }
        reply => {
            channel::deleted();
            match what {
                "removeAll" => "null".into(),
                "remove" => json(&(reply.count() > 0)),
                _ => json(&reply.count()),
            }
        }
    };
    Ok(text.into())
}

/// Reads a filter: what the store is asked for, and the status, which is derived.
fn wanted(filter: &str) -> Result<(Query, Option<String>), Error> {
    let filter = argument(filter)?;
    let text = |key: &str| filter.get(key).and_then(Value::as_str).map(String::from);
    let query = Query {
        guide: text("guide"),
        subject: text("subject"),
    };
    Ok((query, text("status")))
}

fn days_ago(days: &str) -> Result<u64, Error> {
    let days = argument(days)?.as_u64().unwrap_or(u64::MAX / DAY_MS);
    Ok(env::now().saturating_sub(days.saturating_mul(DAY_MS)))
}

/// Writes a session as it is stored.
fn whole(contents: &Contents) -> String {
    let draft = contents.draft.as_ref().map(|draft| &draft.text);
    let parts = [
        "{\"records\":",
        &json(&contents.records),
        ",\"draft\":",
        &json(&draft),
        "}",
    ];
    parts.concat()
}

/// A row as lists show it.
struct Shown {
    status: &'static str,
    /// JSON text: the head as it is stored, and what is derived for now.
    text: String,
}

fn array(rows: &[Shown]) -> String {
    let texts: Vec<&str> = rows.iter().map(|row| row.text.as_str()).collect();
    ["[", &texts.join(","), "]"].concat()
}

fn shown(list: Vec<Listed>, here: &[String], anywhere: &[String]) -> Vec<Shown> {
    let now = env::now();
    let show = |listed| shown_row(listed, here, anywhere, now);
    list.into_iter().map(show).collect()
}

fn shown_row(listed: Listed, here: &[String], anywhere: &[String], now: u64) -> Shown {
    let Listed { row, draft_at } = listed;
    let open = anywhere.contains(&row.session);
    let last_sign = row.updated_at.max(draft_at.unwrap_or(0));
    let status = match status_at(row.status, row.offline, last_sign, open, now) {
        Status::Active => "active",
        Status::Paused => "paused",
        Status::Completed => "completed",
        Status::Abandoned => "abandoned",
    };
    let elsewhere = json(&(open && !here.contains(&row.session)));
    let parts = [
        "{\"head\":",
        &row.head,
        ",\"status\":\"",
        status,
        "\",\"openElsewhere\":",
        &elsewhere,
        ",\"draftAt\":",
        &json(&draft_at),
        "}",
    ];
    Shown {
        text: parts.concat(),
        status,
    }
}

#[derive(Encode)]
struct Report {
    state: &'static str,
    reason: Option<colloquy_core::SaveError>,
    sessions: usize,
    bytes: Option<u64>,
    quota: Option<u64>,
    persisted: Option<bool>,
}

async fn storage(store: &Store) -> String {
    let found = store.list(&Query::default()).await;
    let sessions = found.as_ref().map_or(0, Vec::len);
    let mut report = Report {
        state: "memory",
        reason: found.as_ref().err().copied(),
        sessions,
        bytes: None,
        quota: None,
        persisted: None,
    };
    if let Store::Host { .. } = store {
        report.state = "host";
    }
    if let Store::Idb(_) = store {
        let estimate = env::ask(env::navigator("storage"), "estimate")
            .await
            .unwrap_or_default();
        let number = |key: &str| {
            env::property(&estimate, key)?
                .as_f64()
                .map(|number| number as u64)
        };
        report.bytes = number("usage");
        report.quota = number("quota");
        let persisted = env::ask(env::navigator("storage"), "persisted").await;
        report.persisted = persisted.and_then(|persisted| persisted.as_bool());
        if found.is_ok() {
            report.state = "indexeddb";
        }
    }
    json(&report)
}
