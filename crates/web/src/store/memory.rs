//! The store of a page without a database, and of Node.

use super::{Batch, Contents, Draft, File, FileChange, Listed, Op, Reply, Row};
use colloquy_core::{SaveError, Status};

/// Sessions in no order: there are few, and a map weighs more than it saves.
#[derive(Default)]
pub struct Memory {
    sessions: Vec<Contents>,
    /// Files with the session each belongs to.
    files: Vec<(String, File)>,
}

impl Memory {
    /// Carries out one operation.
    ///
    /// # Errors
    /// [`SaveError::TakenOver`] and [`SaveError::Deleted`] as [`Op`] describes them; never anything else.
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
            Op::Files {
                session,
                epoch,
                changes,
            } => {
                self.written_by(session, *epoch)?;
                self.change_files(session, changes);
            }
            Op::File { session, id } => {
                let file = self.files_of(session).find(|file| file.id == *id);
                return Ok(Reply::File(file.cloned().map(Box::new)));
            }
            Op::FileList(session) => {
                let mut files: Vec<&File> = self.files_of(session).collect();
                files.sort_by(|a, b| a.id.cmp(&b.id));
                let about = files.into_iter().map(|file| file.about.clone());
                return Ok(Reply::Files(about.collect()));
            }
            Op::Remove(session) => {
                return Ok(Reply::Count(self.drop_where(|row| row.session == *session)));
            }
            Op::Clear => *self = Memory::default(),
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

    /// What there is of a session, where it is there and nobody else has come to write it.
    fn written_by(
        &mut self,
        session: &str,
        epoch: Option<u32>,
    ) -> Result<&mut Contents, SaveError> {
        let kept = self.find(session).ok_or(SaveError::Deleted)?;
        if epoch.is_none_or(|epoch| epoch == kept.row.epoch) {
            Ok(kept)
        } else {
            Err(SaveError::TakenOver)
        }
    }

    fn files_of<'a>(&'a self, session: &'a str) -> impl Iterator<Item = &'a File> {
        let of = self.files.iter().filter(move |(of, _)| of == session);
        of.map(|(_, file)| file)
    }

    fn drop_where(&mut self, gone: impl Fn(&Row) -> bool) -> u32 {
        let mut count = 0;
        let files = &mut self.files;
        self.sessions.retain(|kept| {
            let goes = gone(&kept.row);
            if goes {
                count += 1;
                files.retain(|(of, _)| *of != kept.row.session);
            }
            !goes
        });
        count
    }

    fn change_files(&mut self, session: &str, changes: &[FileChange]) {
        for change in changes {
            let (FileChange::Keep(File { id, .. }) | FileChange::Remove(id)) = change;
            self.files
                .retain(|(of, file)| of != session || file.id != *id);
            if let FileChange::Keep(file) = change {
                self.files.push((session.into(), file.clone()));
            }
        }
    }

    fn append(&mut self, batch: &Batch) -> Result<(), SaveError> {
        let Some(kept) = self.find(&batch.row.session) else {
            if batch.first > 0 {
                return Err(SaveError::Deleted);
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
        let session = &batch.row.session;
        let contents = Contents {
            row: batch.row.clone(),
            records: batch.records.clone(),
            draft,
        };
        // Its files stay: what becomes of them is in the batch.
        self.sessions.retain(|kept| kept.row.session != *session);
        self.sessions.push(contents);
        self.change_files(session, &batch.files);
        Ok(())
    }

    fn save_draft(&mut self, session: &str, epoch: u32, draft: &Draft) -> Result<(), SaveError> {
        let kept = self.written_by(session, Some(epoch))?;
        kept.draft = Some(draft.clone()).filter(|draft| !draft.is_empty());
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
