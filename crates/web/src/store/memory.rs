//! The store of a page without a database, and of Node.

use super::{Batch, Contents, Draft, Listed, Op, Reply, Row};
use colloquy_core::{SaveError, Status};

/// Sessions in no order: there are few, and a map weighs more than it saves.
#[derive(Default)]
pub struct Memory {
    sessions: Vec<Contents>,
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
                let contents = self.find(session).map(|contents| {
                    contents.row.epoch += 1;
                    Box::new(contents.clone())
                });
                return Ok(Reply::Contents(contents));
            }
            Op::Read(session) => {
                return Ok(Reply::Contents(self.find(session).cloned().map(Box::new)));
            }
            Op::List(query) => {
                let matching = self
                    .sessions
                    .iter()
                    .filter(|contents| query.matches(&contents.row));
                return Ok(Reply::List(matching.map(listed).collect()));
            }
            Op::SaveDraft {
                session,
                epoch,
                draft,
            } => self.save_draft(session, *epoch, draft)?,
            Op::Remove(session) => {
                return Ok(Reply::Count(self.drop_where(|row| row.session == *session)));
            }
            Op::Clear => self.sessions.clear(),
            Op::CleanUp { before } => {
                return Ok(Reply::Count(self.drop_where(|row| is_old(row, *before))));
            }
        }
        Ok(Reply::Done)
    }

    fn find(&mut self, session: &str) -> Option<&mut Contents> {
        self.sessions
            .iter_mut()
            .find(|kept| kept.row.session == session)
    }

    fn drop_where(&mut self, gone: impl Fn(&Row) -> bool) -> u32 {
        let there = self.sessions.len();
        self.sessions.retain(|kept| !gone(&kept.row));
        (there - self.sessions.len()) as u32
    }

    fn append(&mut self, batch: &Batch) -> Result<(), SaveError> {
        let Some(kept) = self.find(&batch.row.session) else {
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
        let known = there
            .checked_sub(batch.first as usize)
            .ok_or(SaveError::Lost)?;
        kept.records
            .extend(batch.records.iter().skip(known).cloned());
        if kept.records.len() > there {
            kept.row = batch.row.clone();
        }
        if batch.clear_draft {
            kept.draft = None;
        }
        Ok(())
    }

    fn rewrite(&mut self, batch: &Batch) -> Result<(), SaveError> {
        let kept = self.find(&batch.row.session);
        if kept
            .as_ref()
            .is_some_and(|kept| kept.row.epoch != batch.row.epoch)
        {
            return Err(SaveError::TakenOver);
        }
        let draft = kept.and_then(|kept| kept.draft.clone());
        self.put(batch, draft)
    }

    fn put(&mut self, batch: &Batch, draft: Option<Draft>) -> Result<(), SaveError> {
        let draft = draft.filter(|_| !batch.clear_draft);
        let contents = Contents {
            row: batch.row.clone(),
            records: batch.records.clone(),
            draft,
        };
        self.drop_where(|row| row.session == batch.row.session);
        self.sessions.push(contents);
        Ok(())
    }

    fn save_draft(&mut self, session: &str, epoch: u32, draft: &Draft) -> Result<(), SaveError> {
        let kept = self
            .find(session)
            .filter(|kept| kept.row.epoch == epoch)
            .ok_or(SaveError::TakenOver)?;
        kept.draft = Some(draft.clone()).filter(|draft| !draft.text.is_empty());
        Ok(())
    }
}

fn listed(contents: &Contents) -> Listed {
    Listed {
        row: contents.row.clone(),
        draft_at: contents.draft.as_ref().map(|draft| draft.at),
    }
}

/// True for a completed session whose last record is older than `before`.
pub(super) fn is_old(row: &Row, before: u64) -> bool {
    row.status == Status::Completed && row.updated_at < before
}
