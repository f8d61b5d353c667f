//! The sessions of a store, as lists and one by one without opening them for writing.

use crate::channel::{self, Listening};
use crate::driver::{self, read_records, restore};
use crate::error::{Code, Error};
use crate::handle::{json, promise};
use crate::pure::argument;
use crate::store::{Batch, Draft, Listed, Query, Row, Store};
use crate::{env, locks, opened};
use colloquy_core::session_file::{self, SessionFile};
use colloquy_core::{Format, Interview, Opening, Status, status_at};
use colloquy_schema::{Fact, Record};
use js_sys::{Function, Promise};
use serde_json::{Value, json as value};
use std::cell::RefCell;
use std::collections::BTreeSet;
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
    Ok(Library { store, listening: RefCell::new(Some(listening)) })
}

#[wasm_bindgen]
impl Library {
    /// Lists sessions, newest first.
    pub fn list(&self, filter: &str) -> Promise {
        let (store, filter) = (self.store.clone(), argument(filter));
        promise(async move {
            let filter = filter?;
            let text = |key: &str| filter.get(key).and_then(Value::as_str);
            let query = Query { guide: text("guide").map(Into::into), subject: text("subject").map(Into::into) };
            let wanted = text("status").map(String::from);
            let rows = rows(&store, &query).await?;
            let matching = rows.iter().filter(|row| wanted.as_deref().is_none_or(|wanted| row["status"] == wanted));
            Ok(Value::from_iter(matching.cloned()).to_string())
        })
    }

    /// Finds the session to go on with: the newest active, then the newest paused, then the newest abandoned one.
    #[wasm_bindgen(js_name = findResumable)]
    pub fn find_resumable(&self, guide: String, subject: String) -> Promise {
        let store = self.store.clone();
        promise(async move {
            let query = Query { guide: Some(guide), subject: Some(subject) };
            let rows = rows(&store, &query).await?;
            let newest = |status: &str| rows.iter().find(|row| row["status"] == status);
            let found = newest("active").or_else(|| newest("paused")).or_else(|| newest("abandoned"));
            Ok(json(&found))
        })
    }

    /// Reads the finished exchanges of a session.
    pub fn exchanges(&self, session: String) -> Promise {
        self.look(session, |interview, _| Ok(json(&interview.exchanges(0, usize::MAX))))
    }

    /// Reads the calls of a session.
    pub fn calls(&self, session: String) -> Promise {
        self.look(session, |interview, _| Ok(json(&interview.calls())))
    }

    /// Writes a session in a format; `session` is the file that [`Library::import`] reads.
    pub fn result(&self, session: String, format: String) -> Promise {
        self.look(session, move |interview, draft| write(interview, draft, &format))
    }

    /// Deletes one session and says whether it was there.
    pub fn remove(&self, session: String) -> Promise {
        let store = self.store.clone();
        promise(async move {
            let there = store.remove(&session).await?;
            channel::changed();
            Ok(there)
        })
    }

    /// Deletes every session.
    #[wasm_bindgen(js_name = removeAll)]
    pub fn remove_all(&self) -> Promise {
        let store = self.store.clone();
        promise(async move {
            store.clear().await?;
            channel::changed();
            Ok(JsValue::UNDEFINED)
        })
    }

    /// Deletes completed sessions older than so many days and says how many.
    #[wasm_bindgen(js_name = cleanUp)]
    pub fn clean_up(&self, days: u32) -> Promise {
        let store = self.store.clone();
        promise(async move {
            let count = store.clean_up(env::now().saturating_sub(u64::from(days) * DAY_MS)).await?;
            channel::changed();
            Ok(count)
        })
    }

    /// Reads a session file and keeps the session, under a new id where another one has its own.
    pub fn import(&self, text: String) -> Promise {
        let store = self.store.clone();
        promise(async move {
            let session = import(&store, &text).await?;
            channel::changed();
            let rows = rows(&store, &Query::default()).await?;
            Ok(json(&rows.iter().find(|row| row["session"] == session.as_str())))
        })
    }

    /// Keeps a session whose records outlived a crash of the module before, unless the store has as many.
    pub fn adopt(&self, records: Vec<String>) -> Promise {
        let store = self.store.clone();
        promise(async move {
            let read = read_records(&records)?;
            let Some(session) = session_of(&read) else { return Ok(JsValue::UNDEFINED) };
            let there = store.claim(session).await?;
            if there.as_ref().is_none_or(|there| there.records.len() < records.len()) {
                let epoch = there.map_or(1, |there| there.row.epoch);
                put(&store, read, epoch).await?;
            }
            Ok(JsValue::UNDEFINED)
        })
    }

    /// Removes one answer of a session that is open nowhere.
    pub fn redact(&self, session: String, question: u32) -> Promise {
        let store = self.store.clone();
        promise(async move {
            let Some(_lock) = locks::acquire(&session, false, || ()).await else {
                return Err(Error::new(Code::SessionOpen, "the session is open: use redact() of the interview that has it"));
            };
            let contents = store.claim(&session).await?.ok_or_else(driver::no_such_session)?;
            let records = driver::redacted(&read_records(&contents.records)?, question);
            put(&store, records, contents.row.epoch).await?;
            channel::changed();
            Ok(JsValue::UNDEFINED)
        })
    }

    /// Says where sessions are kept, and how much room there is.
    pub fn storage(&self) -> Promise {
        let store = self.store.clone();
        promise(async move {
            let found = store.list(&Query::default()).await;
            let number = |of: &Option<JsValue>, key: &str| of.as_ref().and_then(|of| env::property(of, key)?.as_f64());
            let (mut estimate, mut persisted) = (None, None);
            let state = match &store {
                Store::Memory(_) => "memory",
                Store::Idb(_) => {
                    estimate = env::ask(env::navigator("storage"), "estimate", &[]).await;
                    persisted = env::ask(env::navigator("storage"), "persisted", &[]).await;
                    if found.is_ok() { "indexeddb" } else { "memory" }
                }
            };
            let answer = value!({
                "state": state,
                "reason": found.as_ref().err(),
                "sessions": found.as_ref().map_or(0, Vec::len),
                "bytes": number(&estimate, "usage"),
                "quota": number(&estimate, "quota"),
                "persisted": persisted.and_then(|persisted| persisted.as_bool()),
            });
            Ok(answer.to_string())
        })
    }

    /// Stops listening to changes.
    pub fn close(&self) {
        let listening = self.listening.borrow_mut().take();
        drop(listening);
    }

    fn look(&self, session: String, read: impl FnOnce(&Interview, &str) -> Result<String, Error> + 'static) -> Promise {
        let store = self.store.clone();
        promise(async move {
            let contents = store.read(&session).await?.ok_or_else(driver::no_such_session)?;
            let draft = contents.draft.as_ref().map_or("", |draft| &draft.text);
            read(&restore(&contents, true)?, draft)
        })
    }
}

/// Writes an interview in a format a host named.
pub(crate) fn write(interview: &Interview, draft: &str, format: &str) -> Result<String, Error> {
    if format == "session" {
        return Ok(session_file::write(interview.records(), Some(draft).filter(|draft| !draft.is_empty())));
    }
    let wrong = "`format` must be markdown, narrative, qa, html, csv, json or session";
    let format = Format::parse(format).ok_or_else(|| Error::new(Code::InvalidOptions, wrong))?;
    Ok(interview.export(format))
}

/// Reads rows as lists show them: the head with the status derived for now.
async fn rows(store: &Store, query: &Query) -> Result<Vec<Value>, Error> {
    let list = store.list(query).await?;
    let (here, anywhere) = locks::open_sessions().await;
    let now = env::now();
    Ok(list.iter().filter_map(|listed| row(listed, &here, &anywhere, now)).collect())
}

fn row(listed: &Listed, here: &BTreeSet<String>, anywhere: &BTreeSet<String>, now: u64) -> Option<Value> {
    let Listed { row, draft_at } = listed;
    let mut head: Value = serde_json::from_str(&row.head).ok()?;
    let map = head.as_object_mut()?;
    let open = anywhere.contains(&row.session);
    let last_sign = row.updated_at.max(draft_at.unwrap_or(0));
    let status = status_at(row.status, row.offline, last_sign, open, now);
    let name = match status {
        Status::Active => "active",
        Status::Paused => "paused",
        Status::Completed => "completed",
        Status::Abandoned => "abandoned",
    };
    map.insert("status".into(), name.into());
    map.insert("openElsewhere".into(), (open && !here.contains(&row.session)).into());
    map.insert("draftAt".into(), (*draft_at).into());
    Some(head)
}

fn session_of(records: &[Record]) -> Option<&str> {
    match &records.first()?.fact {
        Fact::Began(began) => Some(&began.session),
        _ => None,
    }
}

/// Puts records in the place of a session's own.
async fn put(store: &Store, records: Vec<Record>, epoch: u32) -> Result<(), Error> {
    let texts = records.iter().map(json).collect();
    // Read as the store's own sessions are: what does not restore is never kept.
    let interview = Interview::restore(records, Opening { draft_at: None, read_only: true }, env::now())?;
    let row = Row::new(&interview.head(), epoch);
    Ok(store.rewrite(&Batch { first: 0, records: texts, row, clear_draft: false }).await?)
}

async fn import(store: &Store, text: &str) -> Result<String, Error> {
    let wrong = |faults| Error::with_details(Code::InvalidSession, "this is no whole session file: every fault is listed", faults);
    let SessionFile { mut records, draft } = session_file::read(text).map_err(wrong)?;
    let mut session = session_of(&records).unwrap_or_default().to_owned();
    if let Some(there) = store.read(&session).await? {
        let same = there.records.len() == records.len() && there.records.iter().zip(&records).all(|(a, b)| *a == json(b));
        if same {
            return Ok(session);
        }
        session = env::uuid();
        if let Some(Fact::Began(began)) = records.first_mut().map(|first| &mut first.fact) {
            began.session.clone_from(&session);
        }
    }
    put(store, records, 1).await?;
    if let Some(text) = draft {
        store.save_draft(&session, 1, &Draft { text, at: env::now() }).await?;
    }
    Ok(session)
}
