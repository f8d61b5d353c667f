//! Sessions that are in the store: opened, taken over from another tab, looked back at, put in, changed; and stores of the host.

use crate::bridge::json;
use crate::driver::{Driver, Setting, restore};
use crate::error::{Code, Error};
use crate::parts;
use crate::store::{
    Batch, Contents, Draft, FileChange, Listed, Row, RunHost, Store, changes, host,
};
use crate::{channel, env, locks};
use colloquy_core::{
    DIGEST_SESSIONS, Interview, Opening, SaveError, Status, digest_of, questions_of,
};
use colloquy_schema::{DigestEntry, Fact, Record};
use js_sys::{Array, Function};
use std::pin::Pin;
use std::rc::Rc;

/// What is waited for: a future whose code is in this part.
type Later<T> = Pin<Box<dyn Future<Output = Result<T, Error>>>>;

/// Takes a store, what is to be done, records, an unsent text and files.
type Keep = fn(Store, String, Vec<String>, Option<String>, Option<Array>) -> Later<()>;

/// What this part gives out.
pub(crate) struct Table {
    pub(crate) open: fn(Setting, bool, Function) -> Later<Rc<Driver>>,
    pub(crate) take_over: fn(Rc<Driver>) -> Later<()>,
    pub(crate) follow: fn(Rc<Driver>) -> Later<()>,
    pub(crate) rewrite: fn(Rc<Driver>, Vec<String>, Vec<FileChange>) -> Later<()>,
    pub(crate) look_back: fn(Store, Vec<Listed>) -> Later<LookBack>,
    pub(crate) read: fn(Contents, bool) -> Later<String>,
    pub(crate) keep: Keep,
    pub(crate) host: RunHost,
}

pub(crate) static TABLE: Table = Table {
    open: |setting, read_only, judges| {
        Box::pin(async move { Driver::open(setting, read_only, &judges).await })
    },
    take_over: |driver| Box::pin(driver.take_over()),
    follow: |driver| Box::pin(driver.follow()),
    rewrite: |driver, records, files| Box::pin(driver.rewrite(records, files)),
    look_back: |store, sessions| Box::pin(look_back(store, sessions)),
    read: |contents, artifacts| Box::pin(async move { read(&contents, artifacts).await }),
    keep: |store, what, records, draft, files| Box::pin(keep(store, what, records, draft, files)),
    host: host::run,
};

/// What earlier sessions on the same subject asked and came to.
#[derive(Default)]
pub(crate) struct LookBack {
    pub(crate) asked: Vec<String>,
    pub(crate) digest: Vec<DigestEntry>,
}

async fn look_back(store: Store, sessions: Vec<Listed>) -> Result<LookBack, Error> {
    let mut found = LookBack::default();
    let mut digests = 0;
    for listed in sessions {
        let Some(contents) = store.read(&listed.row.session).await? else {
            continue;
        };
        // One unreadable session must not keep a new one from beginning.
        let Ok(records) = colloquy_core::read_records(&contents.records) else {
            continue;
        };
        found.asked.extend(questions_of(&records));
        if listed.row.status == Status::Completed && digests < DIGEST_SESSIONS {
            digests += 1;
            found.digest.extend(digest_of(&records));
        }
    }
    Ok(found)
}

/// Reads a stored session's exchanges, or what it kept, as JSON text.
async fn read(contents: &Contents, artifacts: bool) -> Result<String, Error> {
    let interview = restore(contents, true, None).await?;
    Ok(if artifacts {
        json(&interview.details())
    } else {
        json(&interview.exchanges(0, usize::MAX))
    })
}

/// Puts a whole session into the store: see [`Library::keep`](crate::library::Library::keep).
async fn keep(
    store: Store,
    what: String,
    texts: Vec<String>,
    draft: Option<String>,
    files: Option<Array>,
) -> Result<(), Error> {
    let records = colloquy_core::read_records(&texts)?;
    let session = session_of(&records).unwrap_or_default().to_owned();
    let (adopts, redacts) = (what == "adopt", what == "redact");
    if adopts && session.is_empty() {
        return Ok(());
    }
    let mut lock = None;
    if redacts {
        lock = locks::acquire(&session, false, || ()).await;
        if lock.is_none() {
            return Err(Error::new(
                Code::SessionOpen,
                "the session is open: use redact() of the interview that has it",
            ));
        }
    }
    let mut epoch = 1;
    if adopts || redacts {
        let there = store.claim(&session).await?;
        let there = there.map(|there| (there.row.epoch, there.records.len()));
        match there {
            None if redacts => return Err(Error::no_such_session()),
            // Something was recorded since it was read; the next try has it.
            Some((_, count)) if redacts && count != texts.len() => {
                return Err(SaveError::Silent.into());
            }
            Some((_, count)) if adopts && count >= texts.len() => {
                channel::changed();
                return Ok(());
            }
            _ => {}
        }
        epoch = there.map_or(1, |(epoch, _)| epoch);
    }
    let batch = Batch {
        files: changes(files),
        ..batch(records, epoch).await?
    };
    store.rewrite(&batch).await?;
    if let Some(text) = draft {
        let at = env::now();
        let form = String::new();
        let draft = Draft { text, form, at };
        store.save_draft(&batch.row.session, epoch, &draft).await?;
    }
    drop(lock);
    channel::changed();
    Ok(())
}

fn session_of(records: &[Record]) -> Option<&str> {
    match &records.first()?.fact {
        Fact::Began(began) => Some(&began.session),
        _ => None,
    }
}

/// Makes a batch of a whole session, reading it as the store's own are read: what does not restore is never kept.
async fn batch(records: Vec<Record>, epoch: u32) -> Result<Batch, Error> {
    let records_texts = records.iter().map(|record| json(record)).collect();
    let opening = Opening {
        draft_at: None,
        read_only: true,
        validator: None,
        notes: parts::notes_in(&records).await?,
    };
    let maker = parts::kind_in(&records).await?;
    let interview = Interview::restore(records, opening, maker, env::now())?;
    let row = Row::new(&interview.head(), epoch);
    Ok(Batch {
        first: 0,
        records: records_texts,
        row,
        clear_draft: false,
        strict: true,
        files: Vec::new(),
    })
}
