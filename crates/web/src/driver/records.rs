//! Stored texts as records, and the one change that is ever made to them.

use super::Driver;
use crate::env;
use crate::error::Error;
use crate::parts;
use crate::store::{Batch, Contents, FileChange, Row};
use colloquy_core::{Interview, Opening, SaveError, Validate, read_records};
use std::rc::Rc;

impl Driver {
    /// Puts records in the place of the session's own, in the store and here: the same ones without an answer, and with what
    /// becomes of the files that it named.
    pub(crate) async fn rewrite(
        self: Rc<Self>,
        texts: Vec<String>,
        files: Vec<FileChange>,
    ) -> Result<(), Error> {
        if self.interview().read_only() {
            return Err(SaveError::TakenOver.into());
        }
        let records = read_records(&texts)?;
        // Before anything is changed: it may not come.
        let notes = parts::notes_in(&records).await?;
        let maker = parts::kind_in(&records).await?;
        let length = self.interview().records().len();
        let epoch = self.state.borrow().epoch;
        let row = Row::new(&self.interview().head(), epoch);
        let batch = Batch {
            first: 0,
            records: texts.clone(),
            row,
            clear_draft: false,
            strict: true,
            files,
        };
        if length == texts.len() {
            self.store.rewrite(&batch).await?;
        }
        if self.interview().records().len() != texts.len() {
            // Something was recorded meanwhile; the next try has it.
            return Err(SaveError::Silent.into());
        }
        let opening = self.opening(false, notes);
        let interview = Interview::restore(records, opening, maker, env::now())?;
        self.replace(interview, &texts);
        self.drain();
        Ok(())
    }
}

/// Reads a stored session back; what reads its notes is waited for.
pub(crate) async fn restore(
    contents: &Contents,
    read_only: bool,
    validator: Option<Rc<dyn Validate>>,
) -> Result<Interview, Error> {
    let records = read_records(&contents.records)?;
    let opening = Opening {
        draft_at: contents.draft.as_ref().map(|draft| draft.at),
        read_only,
        validator,
        notes: parts::notes_in(&records).await?,
    };
    let maker = parts::kind_in(&records).await?;
    Ok(Interview::restore(records, opening, maker, env::now())?)
}
