//! The store of a page without a database, and of Node.

use super::{Batch, Contents, Draft, Listed, Op, Reply, Row};
use colloquy_core::{SaveError, Status};
use std::collections::BTreeMap;

/// Sessions by UUID.
#[derive(Default)]
pub struct Memory {
    sessions: BTreeMap<String, Contents>,
}

impl Memory {
    /// Carries out one operation.
    ///
    /// # Errors
    /// [`SaveError::TakenOver`] as [`Op`] says; never anything else.
    pub(super) fn run(&mut self, op: &Op<'_>) -> Result<Reply, SaveError> {
        match op {
            Op::Append(batch) => self.append(batch)?,
            Op::Rewrite(batch) => self.rewrite(batch)?,
            Op::Claim(session) => {
                let contents = self.sessions.get_mut(*session).map(|contents| {
                    contents.row.epoch += 1;
                    Box::new(contents.clone())
                });
                return Ok(Reply::Contents(contents));
            }
            Op::Read(session) => return Ok(Reply::Contents(self.sessions.get(*session).cloned().map(Box::new))),
            Op::List(query) => {
                let matching = self.sessions.values().filter(|contents| query.matches(&contents.row));
                return Ok(Reply::List(matching.map(listed).collect()));
            }
            Op::SaveDraft { session, epoch, draft } => self.save_draft(session, *epoch, draft)?,
            Op::Remove(session) => return Ok(Reply::Count(self.sessions.remove(*session).is_some().into())),
            Op::Clear => self.sessions.clear(),
            Op::CleanUp { before } => {
                let there = self.sessions.len();
                self.sessions.retain(|_, kept| !is_old(&kept.row, *before));
                return Ok(Reply::Count((there - self.sessions.len()) as u32));
            }
        }
        Ok(Reply::Done)
    }

    fn append(&mut self, batch: &Batch) -> Result<(), SaveError> {
        let Some(kept) = self.sessions.get_mut(&batch.row.session) else {
            if batch.first > 0 {
                return Err(SaveError::TakenOver);
            }
            return self.put(batch, None);
        };
        if kept.row.epoch != batch.row.epoch {
            return Err(SaveError::TakenOver);
        }
        let there = kept.records.len();
        // A gap would be a session with a hole in it; nothing that writes in order makes one.
        let known = there.checked_sub(batch.first as usize).ok_or(SaveError::Lost)?;
        kept.records.extend(batch.records.iter().skip(known).cloned());
        if kept.records.len() > there {
            kept.row = batch.row.clone();
        }
        if batch.clear_draft {
            kept.draft = None;
        }
        Ok(())
    }

    fn rewrite(&mut self, batch: &Batch) -> Result<(), SaveError> {
        let kept = self.sessions.get(&batch.row.session);
        if kept.is_some_and(|kept| kept.row.epoch != batch.row.epoch) {
            return Err(SaveError::TakenOver);
        }
        let draft = kept.and_then(|kept| kept.draft.clone());
        self.put(batch, draft)
    }

    fn put(&mut self, batch: &Batch, draft: Option<Draft>) -> Result<(), SaveError> {
        let draft = draft.filter(|_| !batch.clear_draft);
        let contents = Contents { row: batch.row.clone(), records: batch.records.clone(), draft };
        self.sessions.insert(batch.row.session.clone(), contents);
        Ok(())
    }

    fn save_draft(&mut self, session: &str, epoch: u32, draft: &Draft) -> Result<(), SaveError> {
        let kept = self.sessions.get_mut(session).filter(|kept| kept.row.epoch == epoch).ok_or(SaveError::TakenOver)?;
        kept.draft = Some(draft.clone()).filter(|draft| !draft.text.is_empty());
        Ok(())
    }
}

fn listed(contents: &Contents) -> Listed {
    Listed { row: contents.row.clone(), draft_at: contents.draft.as_ref().map(|draft| draft.at) }
}

/// True for a completed session whose last record is older than `before`.
pub(super) fn is_old(row: &Row, before: u64) -> bool {
    row.status == Status::Completed && row.updated_at < before
}
