//! The sessions of a store, as lists and one by one without opening them for writing.

use crate::channel::{self, Listening};
use crate::driver::{self, read_records, restore};
use crate::error::{Code, Error};
use crate::handle::{json, promise};
use crate::pure::argument;
use crate::store::{Batch, Contents, Draft, Listed, Query, Row, Store};
use crate::{env, locks, opened};
use colloquy_core::{Interview, Opening, SaveError, Status, status_at};
use colloquy_schema::{Fact, Record};
use js_sys::{Function, Promise};
use serde::Serialize;
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
    let listening = channel::listen(move || drop(wake.call0(&JsValue::UNDEFINED)));
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
        let store = self.store.clone();
        promise(async move { run(&store, &what, first, second).await })
    }

    /// Keeps records: `adopt` those of a session that outlived a crash of the module before, unless the store has as many;
    /// `import` those of a session that is not there, with its unsent text; `redact` the same as there are, without an
    /// answer.
    pub fn keep(&self, what: String, records: Vec<String>, draft: Option<String>) -> Promise {
        let store = self.store.clone();
        promise(async move {
            match what.as_str() {
                "adopt" => adopt(&store, records).await?,
                "import" => import(&store, records, draft).await?,
                _ => redact(&store, records).await?,
            }
            channel::changed();
            Ok(String::new())
        })
    }

    /// Stops listening to changes.
    pub fn close(&self) {
        let listening = self.listening.borrow_mut().take();
        drop(listening);
    }
}

async fn run(store: &Store, what: &str, first: String, second: String) -> Result<String, Error> {
    let answer = match what {
        "list" => {
            let filter = argument(&first)?;
            let text = |key: &str| filter.get(key).and_then(Value::as_str).map(String::from);
            let query = Query {
                guide: text("guide"),
                subject: text("subject"),
            };
            let wanted = text("status");
            let mut rows = rows(store, &query).await?;
            rows.retain(|row| wanted.as_ref().is_none_or(|wanted| wanted == row.status));
            return Ok(array(&rows));
        }
        "findResumable" => {
            let query = Query {
                guide: Some(first),
                subject: Some(second),
            };
            let rows = rows(store, &query).await?;
            let newest = |status: &str| rows.iter().find(|row| row.status == status);
            let found = newest("active")
                .or_else(|| newest("paused"))
                .or_else(|| newest("abandoned"));
            return Ok(found.map_or("null".into(), |row| row.text.clone()));
        }
        "exchanges" => {
            let contents = store
                .read(&first)
                .await?
                .ok_or_else(driver::no_such_session)?;
            return exchanges(&contents);
        }
        "contents" => {
            let contents = store.read(&first).await?;
            return Ok(contents.map_or("null".into(), |contents| {
                let draft = contents.draft.map(|draft| draft.text);
                let parts = [
                    "{\"records\":",
                    &json(&contents.records),
                    ",\"draft\":",
                    &json(&draft),
                    "}",
                ];
                parts.concat()
            }));
        }
        "newId" => return Ok(json(&env::uuid())),
        "storage" => return storage(store).await,
        "remove" => json(&store.remove(&first).await?),
        "removeAll" => {
            store.clear().await?;
            "null".into()
        }
        // cleanUp
        _ => {
            let days = argument(&first)?.as_u64().unwrap_or(u64::MAX / DAY_MS);
            json(
                &store
                    .clean_up(env::now().saturating_sub(days.saturating_mul(DAY_MS)))
                    .await?,
            )
        }
    };
    channel::changed();
    Ok(answer)
}

/// Reads a stored session's exchanges. Not a part of the future above, which would carry the whole interview.
fn exchanges(contents: &Contents) -> Result<String, Error> {
    Ok(json(
        &restore(contents, true, None)?.exchanges(0, usize::MAX),
    ))
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

async fn rows(store: &Store, query: &Query) -> Result<Vec<Shown>, Error> {
    let list = store.list(query).await?;
    let (here, anywhere) = locks::open_sessions().await;
    let now = env::now();
    Ok(list
        .into_iter()
        .map(|listed| shown(listed, &here, &anywhere, now))
        .collect())
}

fn shown(listed: Listed, here: &[String], anywhere: &[String], now: u64) -> Shown {
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

#[derive(Serialize)]
struct Report {
    state: &'static str,
    reason: Option<colloquy_core::SaveError>,
    sessions: usize,
    bytes: Option<u64>,
    quota: Option<u64>,
    persisted: Option<bool>,
}

async fn storage(store: &Store) -> Result<String, Error> {
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
    if let Store::Idb(_) = store {
        let estimate = env::ask(env::navigator("storage"), "estimate", &[])
            .await
            .unwrap_or_default();
        let number = |key: &str| {
            env::property(&estimate, key)?
                .as_f64()
                .map(|number| number as u64)
        };
        report.bytes = number("usage");
        report.quota = number("quota");
        let persisted = env::ask(env::navigator("storage"), "persisted", &[]).await;
        report.persisted = persisted.and_then(|persisted| persisted.as_bool());
        if found.is_ok() {
            report.state = "indexeddb";
        }
    }
    Ok(json(&report))
}

async fn redact(store: &Store, records: Vec<String>) -> Result<(), Error> {
    let read = read_records(&records)?;
    let session = session_of(&read).unwrap_or_default().to_owned();
    let Some(_lock) = locks::acquire(&session, false, || ()).await else {
        return Err(Error::new(
            Code::SessionOpen,
            "the session is open: use redact() of the interview that has it",
        ));
    };
    let contents = store
        .claim(&session)
        .await?
        .ok_or_else(driver::no_such_session)?;
    if contents.records.len() != records.len() {
        // Something was recorded since it was read; the next try has it.
        return Err(SaveError::Silent.into());
    }
    put(store, read, contents.row.epoch).await
}

async fn adopt(store: &Store, records: Vec<String>) -> Result<(), Error> {
    let read = read_records(&records)?;
    let Some(session) = session_of(&read) else {
        return Ok(());
    };
    let there = store.claim(session).await?;
    if there
        .as_ref()
        .is_none_or(|there| there.records.len() < records.len())
    {
        let epoch = there.map_or(1, |there| there.row.epoch);
        put(store, read, epoch).await?;
    }
    Ok(())
}

fn session_of(records: &[Record]) -> Option<&str> {
    match &records.first()?.fact {
        Fact::Began(began) => Some(&began.session),
        _ => None,
    }
}

/// Puts records in the place of a session's own.
async fn put(store: &Store, records: Vec<Record>, epoch: u32) -> Result<(), Error> {
    Ok(store.rewrite(&whole(records, epoch)?).await?)
}

/// Makes a batch of a whole session, reading it as the store's own are read: what does not restore is never kept.
fn whole(records: Vec<Record>, epoch: u32) -> Result<Batch, Error> {
    let records_texts = records.iter().map(json).collect();
    let opening = Opening {
        draft_at: None,
        read_only: true,
        validator: None,
    };
    let interview = Interview::restore(records, opening, env::now())?;
    let row = Row::new(&interview.head(), epoch);
    Ok(Batch {
        first: 0,
        records: records_texts,
        row,
        clear_draft: false,
    })
}

async fn import(store: &Store, records: Vec<String>, draft: Option<String>) -> Result<(), Error> {
    let batch = whole(read_records(&records)?, 1)?;
    store.rewrite(&batch).await?;
    if let Some(text) = draft {
        let at = env::now();
        store
            .save_draft(&batch.row.session, 1, &Draft { text, at })
            .await?;
    }
    Ok(())
}
