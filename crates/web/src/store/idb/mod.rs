//! The store of a browser. One operation is one transaction; success is its `complete` event, and nothing but IndexedDB
//! is awaited inside one.

mod bindings;
mod connection;
mod fault;
mod migrations;
mod value;

use super::memory::is_old;
use super::{Batch, Contents, Draft, Listed, Op, Query, Reply, Row};
use crate::env;
use bindings::{Event, Source, Transaction, either};
use colloquy_core::SaveError;
use connection::{Slot, settle};
use fault::Failure;
use js_sys::{Array, Promise};
#[cfg(feature = "store-suite")]
use migrations::META;
use migrations::{BY_GUIDE, BY_STATUS, BY_SUBJECT, DRAFTS, HEADS, RECORDS, VERSION};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

/// How often a connection that breaks is opened again within one operation: Safari loses it now and then and the next
/// one works; a device whose storage is broken stays broken.
const TRIES: u32 = 3;
/// Longest time for one operation, in milliseconds: a blocked upgrade or a hung browser process shows up as silence.
const LIMIT_MS: u32 = 8_000;

/// One database.
pub struct Idb {
    name: String,
    version: u32,
    slot: Slot,
    /// How sure a submitted record is to be on the disk when its transaction is complete.
    durability: &'static str,
}

impl Idb {
    /// Names a database; it is opened by the first operation.
    pub fn new(name: &str) -> Idb {
        Idb::at_version(name, VERSION)
    }

    /// Names a database as an earlier version of this code would have left it.
    pub(crate) fn at_version(name: &str, version: u32) -> Idb {
        Idb {
            name: name.into(),
            version,
            slot: Slot::default(),
            durability: "strict",
        }
    }

    /// Carries out one operation, with another connection where one breaks.
    pub(super) async fn run(&self, op: &Op<'_>) -> Result<Reply, SaveError> {
        for _ in 0..TRIES {
            match env::within(LIMIT_MS, self.once(op)).await {
                Some(Ok(reply)) => return Ok(reply),
                Some(Err(Failure::For(error))) => return Err(error),
                Some(Err(Failure::Connection)) => self.close(),
                None => {
                    self.close();
                    return Err(SaveError::Silent);
                }
            }
        }
        Err(SaveError::Lost)
    }

    /// Lets the connection go; the next operation opens another.
    pub fn close(&self) {
        let gone = self.slot.borrow_mut().take();
        drop(gone);
    }

    async fn once(&self, op: &Op<'_>) -> Result<Reply, Failure> {
        let connection = connection::open(&self.name, self.version, &self.slot)
            .await
            .map_err(Failure::For)?;
        let (mode, durability) = match op {
            Op::Read(_) | Op::List(_) => ("readonly", "default"),
            // A draft is written again a moment later: not worth a flush of the disk each time.
            Op::SaveDraft { .. } => ("readwrite", "relaxed"),
            // What was submitted is on the disk when `complete` fires, for a power cut too.
            _ => ("readwrite", self.durability),
        };
        let stores: &[JsValue] = match op {
            Op::SaveDraft { .. } => &[HEADS.into(), DRAFTS.into()],
            Op::List(_) => &[HEADS.into(), DRAFTS.into()],
            _ => &[HEADS.into(), RECORDS.into(), DRAFTS.into()],
        };
        // A database of version 1 has no drafts; only the migration's test opens one.
        let stores = &stores[..stores.len() - usize::from(self.version < 2)];
        let options = value::object(&["durability"], &[durability.into()]);
        let transaction = connection
            .database
            .transaction(&value::array(stores), mode, &options)?;
        let work = Work {
            ends: ends(&transaction),
            transaction,
            drafts: self.version >= 2,
        };
        match work.carry_out(op).await {
            Ok(reply) => work.complete().await.map(|()| reply),
            Err(failure) => {
                // Whatever was asked for before the failure must not be committed alone.
                let _ = work.transaction.abort();
                Err(failure)
            }
        }
    }

    /// Compares durabilities, for the suite.
    #[cfg(feature = "store-suite")]
    pub fn with_durability(self, durability: &'static str) -> Idb {
        Idb { durability, ..self }
    }

    /// Closes the connection and keeps it, as a browser that lost its database process does.
    #[cfg(feature = "store-suite")]
    pub fn break_connection(&self) {
        if let Some(connection) = &*self.slot.borrow() {
            connection.database.close();
        }
    }

    /// Reads the row that the last migration left, for the suite: version before and after.
    #[cfg(feature = "store-suite")]
    pub async fn migrated(&self) -> Option<(u64, u64)> {
        let connection = connection::open(&self.name, self.version, &self.slot)
            .await
            .ok()?;
        let stores = value::array(&[META.into()]);
        let transaction = connection
            .database
            .transaction(&stores, "readonly", &JsValue::UNDEFINED)
            .ok()?;
        let request = transaction
            .object_store(META)
            .ok()?
            .get(&"schema".into())
            .ok()?;
        let note = value::read(&settle(&request).await.ok()?);
        Some((note.get("from")?.as_u64()?, note.get("version")?.as_u64()?))
    }
}

/// Resolves with the `complete` or the `abort` event of a transaction; asked for before the first request is made.
fn ends(transaction: &Transaction) -> Promise {
    either(&mut |resolve| {
        transaction.set_oncomplete(resolve);
        transaction.set_onabort(resolve);
    })
}

/// One operation in its transaction.
struct Work {
    transaction: Transaction,
    ends: Promise,
    drafts: bool,
}

impl Work {
    async fn carry_out(&self, op: &Op<'_>) -> Result<Reply, Failure> {
        match op {
            Op::Append(batch) => self.append(batch).await?,
            Op::Rewrite(batch) => self.rewrite(batch).await?,
            Op::Claim(session) => return self.contents(session, true).await,
            Op::Read(session) => return self.contents(session, false).await,
            Op::List(query) => return self.list(query).await,
            Op::SaveDraft {
                session,
                epoch,
                draft,
            } => self.save_draft(session, *epoch, draft).await?,
            Op::Remove(session) => {
                let there = self.row(session).await?.is_some();
                self.delete(session)?;
                return Ok(Reply::Count(there.into()));
            }
            Op::Clear => {
                for name in [HEADS, RECORDS, DRAFTS] {
                    self.store(name)?.clear()?;
                }
            }
            Op::CleanUp { before } => {
                let range = value::completed_until(*before)?;
                let rows = self
                    .rows(&self.store(HEADS)?.index(BY_STATUS)?, &range)
                    .await?;
                let old: Vec<&Row> = rows.iter().filter(|row| is_old(row, *before)).collect();
                for row in &old {
                    self.delete(&row.session)?;
                }
                return Ok(Reply::Count(old.len() as u32));
            }
        }
        Ok(Reply::Done)
    }

    async fn complete(self) -> Result<(), Failure> {
        let event: Event = JsFuture::from(self.ends).await?.unchecked_into();
        if event.kind() == "complete" {
            Ok(())
        } else {
            Err(self.transaction.abort_reason().into())
        }
    }

    fn store(&self, name: &str) -> Result<Source, JsValue> {
        self.transaction.object_store(name)
    }

    async fn row(&self, session: &str) -> Result<Option<Row>, JsValue> {
        let found = settle(&self.store(HEADS)?.get(&session.into())?).await?;
        Ok(Row::read(&value::read(&found)))
    }

    async fn rows(&self, source: &Source, range: &JsValue) -> Result<Vec<Row>, JsValue> {
        let found = value::read(&settle(&source.get_all(range)?).await?);
        Ok(found
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Row::read)
            .collect())
    }

    async fn append(&self, batch: &Batch) -> Result<(), Failure> {
        let there = match self.row(&batch.row.session).await? {
            Some(row) if row.epoch == batch.row.epoch => row.records,
            None if batch.first == 0 => 0,
            _ => return Err(Failure::For(SaveError::TakenOver)),
        };
        // A gap would be a session with a hole in it; nothing that writes in order makes one.
        let known = there
            .checked_sub(batch.first)
            .ok_or(Failure::For(SaveError::Lost))?;
        self.add(batch, known)?;
        if batch.row.records > there {
            self.store(HEADS)?.put(&value::row(&batch.row)?)?;
        }
        if batch.clear_draft && self.drafts {
            self.store(DRAFTS)?
                .delete(&batch.row.session.as_str().into())?;
        }
        Ok(())
    }

    async fn rewrite(&self, batch: &Batch) -> Result<(), Failure> {
        let row = self.row(&batch.row.session).await?;
        if row.is_some_and(|row| row.epoch != batch.row.epoch) {
            return Err(Failure::For(SaveError::TakenOver));
        }
        self.store(RECORDS)?
            .delete(&value::prefix(&batch.row.session)?)?;
        self.add(batch, 0)?;
        self.store(HEADS)?.put(&value::row(&batch.row)?)?;
        if batch.clear_draft {
            self.store(DRAFTS)?
                .delete(&batch.row.session.as_str().into())?;
        }
        Ok(())
    }

    /// Adds the records of a batch but for the first `known`. Requests of one transaction are carried out in order, so only
    /// its end is waited for.
    fn add(&self, batch: &Batch, known: u32) -> Result<(), JsValue> {
        let records = self.store(RECORDS)?;
        for (seq, record) in (batch.first..).zip(&batch.records).skip(known as usize) {
            records.add_at(
                &record.as_str().into(),
                &value::record_key(&batch.row.session, seq),
            )?;
        }
        Ok(())
    }

    async fn contents(&self, session: &str, claim: bool) -> Result<Reply, Failure> {
        let Some(mut row) = self.row(session).await? else {
            return Ok(Reply::Contents(None));
        };
        if claim {
            row.epoch += 1;
            self.store(HEADS)?.put(&value::row(&row)?)?;
        }
        let records =
            value::texts(settle(&self.store(RECORDS)?.get_all(&value::prefix(session)?)?).await?);
        let mut draft = None;
        if self.drafts {
            draft = value::read_draft(&settle(&self.store(DRAFTS)?.get(&session.into())?).await?);
        }
        Ok(Reply::Contents(Some(Box::new(Contents {
            row,
            records,
            draft,
        }))))
    }

    async fn list(&self, query: &Query) -> Result<Reply, Failure> {
        let heads = self.store(HEADS)?;
        let rows = match (&query.subject, &query.guide) {
            (Some(subject), _) => {
                self.rows(&heads.index(BY_SUBJECT)?, &value::prefix(subject)?)
                    .await?
            }
            (None, Some(guide)) => {
                self.rows(&heads.index(BY_GUIDE)?, &guide.as_str().into())
                    .await?
            }
            (None, None) => self.rows(&heads, &JsValue::UNDEFINED).await?,
        };
        let drafts: Array = settle(&self.store(DRAFTS)?.get_all(&JsValue::UNDEFINED)?)
            .await?
            .unchecked_into();
        let drafts = value::read(&drafts);
        let draft_at = |session: &str| {
            let of = |draft: &&serde_json::Value| {
                draft.get("session").and_then(|s| s.as_str()) == Some(session)
            };
            drafts.as_array()?.iter().find(of)?.get("at")?.as_u64()
        };
        Ok(Reply::List(
            rows.into_iter()
                .map(|row| Listed {
                    draft_at: draft_at(&row.session),
                    row,
                })
                .collect(),
        ))
    }

    async fn save_draft(&self, session: &str, epoch: u32, draft: &Draft) -> Result<(), Failure> {
        let writes = self
            .row(session)
            .await?
            .is_some_and(|row| row.epoch == epoch);
        if !writes {
            return Err(Failure::For(SaveError::TakenOver));
        }
        let drafts = self.store(DRAFTS)?;
        if draft.text.is_empty() {
            drafts.delete(&session.into())?;
        } else {
            drafts.put(&value::draft(session, draft))?;
        }
        Ok(())
    }

    fn delete(&self, session: &str) -> Result<(), JsValue> {
        self.store(HEADS)?.delete(&session.into())?;
        self.store(RECORDS)?.delete(&value::prefix(session)?)?;
        self.store(DRAFTS)?.delete(&session.into())?;
        Ok(())
    }
}
