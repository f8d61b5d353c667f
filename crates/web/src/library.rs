//! The sessions of a store, as lists and one by one without opening them for writing.

use crate::channel::{self, Listening};
use crate::driver::{self, read_records, restore};
use crate::error::{Code, Error};
use crate::handle::{json, promise};
use crate::pure::argument;
use crate::store::{Batch, Contents, Draft, Listed, Query, Row, Store};
use crate::{env, locks, opened};
use colloquy_core::session_file::{self, SessionFile};
use colloquy_core::{Format, Interview, Opening, Status, status_at};
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
    /// Does what `what` names; the promise gives JSON text, except for `result`, which gives the text itself.
    ///
    /// One method for all: each would bring its own promise and its own glue.
    pub fn run(&self, what: String, first: String, second: String) -> Promise {
        let store = self.store.clone();
        promise(async move { run(&store, &what, first, second).await })
    }

    /// Keeps a session whose records outlived a crash of the module before, unless the store has as many.
    pub fn adopt(&self, records: Vec<String>) -> Promise {
        let store = self.store.clone();
        promise(async move {
            adopt(&store, records).await?;
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
        "exchanges" | "calls" | "result" => {
            let contents = store
                .read(&first)
                .await?
                .ok_or_else(driver::no_such_session)?;
            return look(&contents, what, &second);
        }
        "storage" => return storage(store).await,
        "remove" => json(&store.remove(&first).await?),
        "removeAll" => {
            store.clear().await?;
            "null".into()
        }
        "cleanUp" => {
            let days = argument(&first)?.as_u64().unwrap_or(u64::MAX / DAY_MS);
            json(
                &store
                    .clean_up(env::now().saturating_sub(days.saturating_mul(DAY_MS)))
                    .await?,
            )
        }
        "import" => {
            let session = import(store, &first).await?;
            let rows = rows(store, &Query::default()).await?;
            rows.into_iter()
                .find(|row| row.session == session)
                .map_or("null".into(), |row| row.text)
        }
        _ => {
            let question = argument(&second)?
                .as_u64()
                .and_then(|number| u32::try_from(number).ok())
                .unwrap_or(0);
            redact(store, &first, question).await?;
            "null".into()
        }
    };
    channel::changed();
    Ok(answer)
}

/// Reads something out of a stored session. Not a part of the future above, which would carry the whole interview.
fn look(contents: &Contents, what: &str, format: &str) -> Result<String, Error> {
    let interview = restore(contents, true)?;
    match what {
        "exchanges" => Ok(json(&interview.exchanges(0, usize::MAX))),
        "calls" => Ok(json(&interview.calls())),
        _ => write(
            &interview,
            contents.draft.as_ref().map_or("", |draft| &draft.text),
            format,
        ),
    }
}

/// A row as lists show it.
struct Shown {
    session: String,
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
        session: row.session,
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

async fn redact(store: &Store, session: &str, question: u32) -> Result<(), Error> {
    let Some(_lock) = locks::acquire(session, false, || ()).await else {
        return Err(Error::new(
            Code::SessionOpen,
            "the session is open: use redact() of the interview that has it",
        ));
    };
    let contents = store
        .claim(session)
        .await?
        .ok_or_else(driver::no_such_session)?;
    let records = driver::redacted(&read_records(&contents.records)?, question);
    put(store, records, contents.row.epoch).await
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

/// Writes an interview in a format a host named.
pub(crate) fn write(interview: &Interview, draft: &str, format: &str) -> Result<String, Error> {
    if format == "session" {
        return Ok(session_file::write(
            interview.records(),
            Some(draft).filter(|draft| !draft.is_empty()),
        ));
    }
    let wrong = "`format` must be markdown, narrative, qa, html, csv, json or session";
    let format = Format::parse(format).ok_or_else(|| Error::new(Code::InvalidOptions, wrong))?;
    Ok(interview.export(format))
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

async fn import(store: &Store, text: &str) -> Result<String, Error> {
    let (session, texts, records, draft) = file(text)?;
    let there = store.read(&session).await?;
    let records = match there {
        Some(there) if there.records == texts => return Ok(session),
        // Another session has this id: the file's gets a new one.
        Some(_) => renamed(records, &env::uuid()),
        None => records,
    };
    let batch = whole(records, 1)?;
    store.rewrite(&batch).await?;
    if let Some(text) = draft {
        store
            .save_draft(
                &batch.row.session,
                1,
                &Draft {
                    text,
                    at: env::now(),
                },
            )
            .await?;
    }
    Ok(batch.row.session)
}

type File = (String, Vec<String>, Vec<Record>, Option<String>);

/// Reads a session file: its session, the records as text and as values, the draft.
fn file(text: &str) -> Result<File, Error> {
    let wrong = |faults| {
        Error::with_details(
            Code::InvalidSession,
            "this is no whole session file: every fault is listed",
            faults,
        )
    };
    let SessionFile { records, draft } = session_file::read(text).map_err(wrong)?;
    let session = session_of(&records).unwrap_or_default().to_owned();
    Ok((session, records.iter().map(json).collect(), records, draft))
}

fn renamed(mut records: Vec<Record>, session: &str) -> Vec<Record> {
    if let Some(Fact::Began(began)) = records.first_mut().map(|first| &mut first.fact) {
        began.session = session.into();
    }
    records
}
