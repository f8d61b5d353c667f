//! The store of a browser. One operation is one transaction; success is its `complete` event, and nothing but IndexedDB
//! is awaited inside one.

mod bindings;
mod connection;
mod fault;
mod leaving;
mod migrations;
mod value;

use super::memory::is_old;
use super::{Batch, Contents, Draft, File, FileChange, Listed, Op, Reply, Row};
use crate::env;
use bindings::{Database, Event, Request, Source, Transaction, either};
use colloquy_core::SaveError;
use connection::{Slot, settle};
use fault::Failure;
use js_sys::{Array, Promise};
use leaving::Running;
#[cfg(feature = "store-suite")]
use migrations::META;
use migrations::{BYTES, DRAFTS, FILES, HEADS, RECORDS, VERSION, since};
use serde_json::Value;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

/// How often a connection that breaks is opened again within one operation: Safari loses it now and then and the next
/// one works; a device whose storage is broken stays broken.
const TRIES: u32 = 3;
/// Longest time for one operation, in milliseconds: a blocked upgrade or a hung browser process shows up as silence.
const LIMIT_MS: u32 = 8_000;
/// The same for an operation that writes or reads the bytes of files, which a slow disk needs time for.
const LONG_MS: u32 = 60_000;

/// Everything that a session consists of.
const ALL: [&str; 5] = [HEADS, RECORDS, DRAFTS, FILES, BYTES];

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
        leaving::watch();
        Idb {
            name: name.into(),
            version,
            slot: Slot::default(),
            durability: "strict",
        }
    }

    /// Carries out one operation, with another connection where one breaks.
    pub(super) async fn run(&self, op: &Op<'_>) -> Result<Reply, SaveError> {
        let limit = match op {
            Op::Files { .. } | Op::File { .. } | Op::Rewrite(_) => LONG_MS,
            _ => LIMIT_MS,
        };
        // A frozen page finishes nothing; what was typed last needs no answer.
        let is_draft = matches!(op, Op::SaveDraft { .. });
        if !is_draft {
            leaving::back().await;
        }
        let mut follows = true;
        for _ in 0..TRIES {
            match env::within(limit, self.once(op, follows)).await {
                Some(Ok(reply)) => return Ok(reply),
                Some(Err(Failure::Unlike)) => follows = false,
                Some(Err(Failure::For(error))) => return Err(error),
                // It was saved once more as the page went, and is not to replace what is typed when the page is back.
                Some(Err(Failure::Connection)) if is_draft && leaving::away() => {
                    return Ok(Reply::Done);
                }
                Some(Err(Failure::Connection)) if leaving::away() => leaving::back().await,
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

    async fn once(&self, op: &Op<'_>, follows: bool) -> Result<Reply, Failure> {
        let connection = connection::open(&self.name, self.version, &self.slot).await?;
        let work = self.begin(&connection.database, op)?;
        let ends = ends(&work.transaction);
        if let Op::SaveDraft { session, draft, .. } = op
            && leaving::last_chance()
        {
            // No answer of the database would be read any more, so what is there is not asked for.
            work.write_draft(session, draft)?;
            work.transaction.commit()?;
            return Ok(Reply::Done);
        }
        let _running = Running::new(&work.transaction);
        let done = match op {
            Op::Append(batch) if follows => work.follow(batch).await,
            _ => work.carry_out(op).await,
        };
        match done {
            Ok(reply) => {
                let event: Event = JsFuture::from(ends).await?.unchecked_into();
                if event.kind() == "complete" {
                    Ok(reply)
                } else {
                    Err(work.transaction.abort_reason().into())
                }
            }
            Err(failure) => {
                // Whatever was asked for before the failure must not be committed alone.
                let _ = work.transaction.abort();
                Err(failure)
            }
        }
    }

    fn begin(&self, database: &Database, op: &Op<'_>) -> Result<Work, JsValue> {
        let (mode, durability) = match op {
            Op::Read(_) | Op::List(_) | Op::File { .. } | Op::FileList(_) => {
                ("readonly", "default")
            }
            // A draft is written again a moment later: not worth a flush of the disk each time.
            Op::SaveDraft { .. } => ("readwrite", "relaxed"),
            Op::Append(batch) if !batch.strict => ("readwrite", "relaxed"),
            // What was submitted is on the disk when `complete` fires, for a power cut too.
            _ => ("readwrite", self.durability),
        };
        let stores: &[&str] = match op {
            Op::SaveDraft { .. } | Op::List(_) => &[HEADS, DRAFTS],
            Op::Append(_) | Op::Claim(_) | Op::Read(_) => &[HEADS, RECORDS, DRAFTS],
            Op::Files { .. } | Op::File { .. } | Op::FileList(_) => &[HEADS, FILES, BYTES],
            _ => &ALL,
        };
        // A database of an earlier version lacks some; only the migration's tests open one.
        let stores = stores.iter().filter(|name| since(name) <= self.version);
        let stores: Array = stores.map(|name| JsValue::from(*name)).collect();
        let options = value::object(&["durability"], &[durability.into()]);
        Ok(Work {
            transaction: database.transaction(&stores, mode, &options)?,
            version: self.version,
        })
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

/// One operation in its transaction. All that it has to know is asked for at once; then, without another wait, it decides
/// what to write. Requests of one transaction are carried out in order, so the last one answered is the sign for all.
struct Work {
    transaction: Transaction,
    version: u32,
}

impl Work {
    /// Appends a batch that follows on what is stored, as nearly all do: it is written behind the question for the row, which
    /// saves the way to the database and back. Where the row has another epoch the transaction is aborted with all of it.
    async fn follow(&self, batch: &Batch) -> Result<Reply, Failure> {
        let asked = self.store(HEADS)?.get(&batch.row.session.as_str().into())?;
        self.add(batch, 0, true)?;
        let row = Row::read(&value::read(&settle(&asked).await?));
        if stored(batch, row.as_ref())? != batch.first {
            return Err(Failure::Unlike);
        }
        self.join(batch).await?;
        Ok(Reply::Done)
    }

    /// Makes one piece of those that a batch completes, so that a long session is few values and not one for each append.
    async fn join(&self, batch: &Batch) -> Result<(), JsValue> {
        let (session, count) = (&batch.row.session, batch.records.len() as u32);
        if let Some((key, range)) = value::completed(session, batch.first, count)? {
            let records = self.store(RECORDS)?;
            let pieces = settle(&records.get_all(&range)?).await?;
            records.delete(&range)?;
            records.put_at(&value::joined(pieces), &key)?;
        }
        Ok(())
    }

    async fn carry_out(&self, op: &Op<'_>) -> Result<Reply, Failure> {
        let requests = self.ask(op)?;
        if let Some(last) = requests.last() {
            settle(last).await?;
        }
        self.decide(op, &requests)
    }

    /// Asks for what an operation has to know: its row or rows first, then what belongs to them.
    fn ask(&self, op: &Op<'_>) -> Result<Vec<Request>, JsValue> {
        let heads = self.store(HEADS)?;
        let mut requests = Vec::new();
        match op {
            Op::Clear => {}
            Op::CleanUp { .. } => requests.push(heads.get_all(&JsValue::UNDEFINED)?),
            Op::List(_) => {
                requests.push(heads.get_all(&JsValue::UNDEFINED)?);
                requests.push(self.store(DRAFTS)?.get_all(&JsValue::UNDEFINED)?);
            }
            _ => requests.push(heads.get(&op.session().into())?),
        }
        if let Op::Claim(session) | Op::Read(session) = op {
            requests.push(self.store(RECORDS)?.get_all(&value::prefix(session)?)?);
            if self.has_drafts() {
                requests.push(self.store(DRAFTS)?.get(&(*session).into())?);
            }
        }
        if let Op::File { session, id } = op {
            let key = value::file_key(session, id);
            requests.push(self.store(FILES)?.get(&key)?);
            requests.push(self.store(BYTES)?.get(&key)?);
        }
        if let Op::FileList(session) = op {
            requests.push(self.store(FILES)?.get_all(&value::prefix(session)?)?);
        }
        Ok(requests)
    }

    /// Decides by what was found, and asks for every change.
    fn decide(&self, op: &Op<'_>, requests: &[Request]) -> Result<Reply, Failure> {
        let found = |place: usize| {
            requests
                .get(place)
                .map_or(Ok(JsValue::NULL), Request::result)
        };
        let first = value::read(&found(0)?);
        let row = Row::read(&first);
        match op {
            Op::Append(batch) => self.append(batch, row)?,
            Op::Rewrite(batch) => self.rewrite(batch, row)?,
            Op::Claim(_) | Op::Read(_) => {
                let Some(mut row) = row else {
                    return Ok(Reply::Contents(None));
                };
                if let Op::Claim(_) = op {
                    row.epoch += 1;
                    self.store(HEADS)?.put(&value::row(&row)?)?;
                }
                return Ok(Reply::Contents(Some(Box::new(Contents {
                    row,
                    records: value::records(found(1)?),
                    draft: value::read_draft(&found(2)?),
                }))));
            }
            Op::List(query) => {
                let drafts = value::read(&found(1)?);
                let draft_at = |session: &str| {
                    let of = |draft: &&Value| {
                        draft.get("session").and_then(Value::as_str) == Some(session)
                    };
                    drafts.as_array()?.iter().find(of)?.get("at")?.as_u64()
                };
                let matching = rows(&first).filter(|row| query.matches(row));
                let listed = matching.map(|row| Listed {
                    draft_at: draft_at(&row.session),
                    row,
                });
                return Ok(Reply::List(listed.collect()));
            }
            Op::SaveDraft { epoch, draft, .. } => self.save_draft(draft, *epoch, row)?,
            Op::Files {
                session,
                epoch,
                changes,
            } => {
                written_by(row.as_ref(), *epoch)?;
                self.change_files(session, changes)?;
            }
            Op::File { id, .. } => {
                let (about, bytes) = (found(1)?.as_string(), found(2)?);
                let id = String::from(*id);
                let file = about.map(|about| Box::new(File { id, about, bytes }));
                return Ok(Reply::File(file));
            }
            Op::FileList(_) => return Ok(Reply::Files(value::texts(found(1)?))),
            Op::Remove(session) => {
                self.delete(session)?;
                return Ok(Reply::Count(row.is_some().into()));
            }
            Op::Clear => {
                for name in ALL {
                    self.store(name)?.clear()?;
                }
            }
            Op::CleanUp { before } => {
                let mut count = 0;
                for row in rows(&first).filter(|row| is_old(row, *before)) {
                    self.delete(&row.session)?;
                    count += 1;
                }
                return Ok(Reply::Count(count));
            }
        }
        Ok(Reply::Done)
    }

    fn has_drafts(&self) -> bool {
        self.version >= since(DRAFTS)
    }

    fn store(&self, name: &str) -> Result<Source, JsValue> {
        self.transaction.object_store(name)
    }

    fn append(&self, batch: &Batch, row: Option<Row>) -> Result<(), Failure> {
        let there = stored(batch, row.as_ref())?;
        // A gap would be a session with a hole in it; nothing that writes in order makes one.
        let known = there
            .checked_sub(batch.first)
            .ok_or(Failure::For(SaveError::Lost))?;
        Ok(self.add(batch, known, batch.row.records > there)?)
    }

    fn rewrite(&self, batch: &Batch, row: Option<Row>) -> Result<(), Failure> {
        if row.is_some_and(|row| row.epoch != batch.row.epoch) {
            return Err(Failure::For(SaveError::TakenOver));
        }
        let session = &batch.row.session;
        self.store(RECORDS)?.delete(&value::prefix(session)?)?;
        self.add(batch, 0, true)?;
        Ok(self.change_files(session, &batch.files)?)
    }

    /// Adds the records of a batch but for the first `known`, and the row with them where it is news.
    fn add(&self, batch: &Batch, known: u32, news: bool) -> Result<(), JsValue> {
        let session = &batch.row.session;
        let records = self.store(RECORDS)?;
        let new = batch.records.get(known as usize..).unwrap_or_default();
        for (key, piece) in value::pieces(session, batch.first + known, new) {
            // As a database of before version 4 has it; only the migration's tests write one.
            let as_string = cfg!(feature = "store-suite") && self.version < 4;
            let piece = if as_string {
                piece.into()
            } else {
                value::piece(&piece)
            };
            records.add_at(&piece, &key)?;
        }
        if news {
            self.store(HEADS)?.put(&value::row(&batch.row)?)?;
        }
        if batch.clear_draft && self.has_drafts() {
            self.store(DRAFTS)?.delete(&session.as_str().into())?;
        }
        Ok(())
    }

    fn save_draft(&self, draft: &Draft, epoch: u32, row: Option<Row>) -> Result<(), Failure> {
        let session = &written_by(row.as_ref(), Some(epoch))?.session;
        Ok(self.write_draft(session, draft)?)
    }

    fn write_draft(&self, session: &str, draft: &Draft) -> Result<(), JsValue> {
        let drafts = self.store(DRAFTS)?;
        if draft.is_empty() {
            drafts.delete(&session.into())?;
        } else {
            drafts.put(&value::draft(session, draft))?;
        }
        Ok(())
    }

    fn change_files(&self, session: &str, changes: &[FileChange]) -> Result<(), JsValue> {
        for change in changes {
            let (FileChange::Keep(File { id, .. }) | FileChange::Remove(id)) = change;
            let key = value::file_key(session, id);
            match change {
                FileChange::Keep(file) => {
                    self.store(FILES)?
                        .put_at(&file.about.as_str().into(), &key)?;
                    self.store(BYTES)?.put_at(&file.bytes, &key)?;
                }
                FileChange::Remove(_) => {
                    self.store(FILES)?.delete(&key)?;
                    self.store(BYTES)?.delete(&key)?;
                }
            }
        }
        Ok(())
    }

    fn delete(&self, session: &str) -> Result<(), JsValue> {
        for name in [HEADS, DRAFTS] {
            self.store(name)?.delete(&session.into())?;
        }
        for name in [RECORDS, FILES, BYTES] {
            self.store(name)?.delete(&value::prefix(session)?)?;
        }
        Ok(())
    }
}

/// How many records of a batch's session are stored, by its row; another writer's session is refused.
fn stored(batch: &Batch, row: Option<&Row>) -> Result<u32, Failure> {
    if row.is_none() && batch.first == 0 {
        return Ok(0);
    }
    Ok(written_by(row, Some(batch.row.epoch))?.records)
}

/// The row of a session, where it is there and nobody else has come to write it.
fn written_by(row: Option<&Row>, epoch: Option<u32>) -> Result<&Row, Failure> {
    match row {
        Some(row) if epoch.is_none_or(|epoch| epoch == row.epoch) => Ok(row),
        Some(_) => Err(Failure::For(SaveError::TakenOver)),
        None => Err(Failure::For(SaveError::Deleted)),
    }
}

/// Reads an array of rows.
fn rows(found: &Value) -> impl Iterator<Item = Row> {
    found.as_array().into_iter().flatten().filter_map(Row::read)
}
