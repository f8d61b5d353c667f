//! Where sessions are kept: IndexedDB in a browser, memory elsewhere, or a store of the host's. Every access is one [`Op`], which
//! each store carries out whole or not at all, so that one suite of tests holds all of them to the same behaviour.

mod file;
#[cfg(target_arch = "wasm32")]
pub(crate) mod host;
#[cfg(target_arch = "wasm32")]
mod idb;
mod memory;
mod op;
mod row;
#[cfg(any(test, feature = "store-suite"))]
pub mod suite;

#[cfg(target_arch = "wasm32")]
pub(crate) use file::changes;
pub use file::{Bytes, File, FileChange};
#[cfg(target_arch = "wasm32")]
pub use idb::Idb;
pub use memory::Memory;
pub use op::{Batch, Contents, Draft, Listed, Op, Query, Reply, newest_first};
pub use row::Row;

use colloquy_core::SaveError;
use std::cell::RefCell;
use std::future::ready;
use std::pin::Pin;
use std::rc::Rc;

/// Stands between records in a text of several. No JSON text has it: in a string it is escaped (RFC 7464 uses it likewise).
#[cfg(target_arch = "wasm32")]
pub(crate) const SEPARATOR: &str = "\u{1e}";

/// An operation on its way.
pub type Running<'a> = Pin<Box<dyn Future<Output = Result<Reply, SaveError>> + 'a>>;

/// Carries out one operation of the host's store with a name.
#[cfg(target_arch = "wasm32")]
pub type RunHost = for<'a> fn(Rc<str>, Op<'a>) -> Running<'a>;

/// One of the stores; clones share it.
#[derive(Clone)]
pub enum Store {
    /// Gone with the page, or with the process in Node.
    Memory(Rc<RefCell<Memory>>),
    /// The browser's database.
    #[cfg(target_arch = "wasm32")]
    Idb(Rc<Idb>),
    /// A store of the host's, in JavaScript.
    #[cfg(target_arch = "wasm32")]
    Host {
        /// What JavaScript knows it by.
        name: Rc<str>,
        /// What speaks with it.
        run: RunHost,
    },
}

impl Store {
    /// Opens a new store in memory.
    pub fn memory() -> Store {
        Store::Memory(Rc::default())
    }

    /// Carries out one operation.
    ///
    /// # Errors
    /// Why nothing was changed or read. After [`SaveError::Silent`] the outcome of a change is unknown; repeating it is safe.
    ///
    /// Boxed: a future that waits for this one would carry all of its states otherwise, and so would what waits for that.
    pub fn run<'a>(&'a self, op: Op<'a>) -> Running<'a> {
        match self {
            Store::Memory(memory) => Box::pin(ready(memory.borrow_mut().run(&op))),
            #[cfg(target_arch = "wasm32")]
            Store::Idb(idb) => Box::pin(async move { idb.run(&op).await }),
            #[cfg(target_arch = "wasm32")]
            Store::Host { name, run } => run(name.clone(), op),
        }
    }

    /// Adds records after those that are there; see [`Op::Append`].
    ///
    /// # Errors
    /// Those of [`Store::run`], [`SaveError::TakenOver`] when somebody else writes the session, [`SaveError::Deleted`] when it is gone.
    pub async fn append(&self, batch: &Batch) -> Result<(), SaveError> {
        self.run(Op::Append(batch)).await.map(drop)
    }

    /// Puts records in the place of all that are there, or where there is nothing; see [`Op::Rewrite`].
    ///
    /// # Errors
    /// Those of [`Store::append`].
    pub async fn rewrite(&self, batch: &Batch) -> Result<(), SaveError> {
        self.run(Op::Rewrite(batch)).await.map(drop)
    }

    /// Becomes the one writer of a session and reads it; `None` when there is no such session.
    ///
    /// # Errors
    /// Those of [`Store::run`].
    pub async fn claim(&self, session: &str) -> Result<Option<Contents>, SaveError> {
        Ok(self.run(Op::Claim(session)).await?.contents())
    }

    /// Reads a session without becoming its writer.
    ///
    /// # Errors
    /// Those of [`Store::run`].
    pub async fn read(&self, session: &str) -> Result<Option<Contents>, SaveError> {
        Ok(self.run(Op::Read(session)).await?.contents())
    }

    /// Lists sessions, newest first.
    ///
    /// # Errors
    /// Those of [`Store::run`].
    pub async fn list(&self, query: &Query) -> Result<Vec<Listed>, SaveError> {
        Ok(newest_first(self.run(Op::List(query)).await?.list()))
    }

    /// Keeps what was not sent of a session; an empty draft is removed.
    ///
    /// # Errors
    /// Those of [`Store::append`].
    pub async fn save_draft(
        &self,
        session: &str,
        epoch: u32,
        draft: &Draft,
    ) -> Result<(), SaveError> {
        self.run(Op::SaveDraft {
            session,
            epoch,
            draft,
        })
        .await
        .map(drop)
    }

    /// Keeps and deletes files of a session; see [`Op::Files`].
    ///
    /// # Errors
    /// Those of [`Store::append`].
    pub async fn change_files(
        &self,
        session: &str,
        epoch: Option<u32>,
        changes: &[FileChange],
    ) -> Result<(), SaveError> {
        let op = Op::Files {
            session,
            epoch,
            changes,
        };
        self.run(op).await.map(drop)
    }

    /// Reads one file of a session; `None` when it is not there.
    ///
    /// # Errors
    /// Those of [`Store::run`].
    pub async fn file(&self, session: &str, id: &str) -> Result<Option<File>, SaveError> {
        Ok(self.run(Op::File { session, id }).await?.file())
    }

    /// Reads the metadata of each file of a session, in the order of their ids.
    ///
    /// # Errors
    /// Those of [`Store::run`].
    pub async fn files(&self, session: &str) -> Result<Vec<String>, SaveError> {
        Ok(self.run(Op::FileList(session)).await?.files())
    }

    /// Deletes one session and returns whether it was there.
    ///
    /// # Errors
    /// Those of [`Store::run`].
    pub async fn remove(&self, session: &str) -> Result<bool, SaveError> {
        Ok(self.run(Op::Remove(session)).await?.count() > 0)
    }

    /// Deletes every session.
    ///
    /// # Errors
    /// Those of [`Store::run`].
    pub async fn clear(&self) -> Result<(), SaveError> {
        self.run(Op::Clear).await.map(drop)
    }

    /// Deletes the completed sessions whose last record is older than `before`, and returns how many.
    ///
    /// # Errors
    /// Those of [`Store::run`].
    pub async fn clean_up(&self, before: u64) -> Result<u32, SaveError> {
        Ok(self.run(Op::CleanUp { before }).await?.count())
    }
}
