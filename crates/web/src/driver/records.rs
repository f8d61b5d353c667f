//! Stored texts as records, and the one change that is ever made to them.

use super::Driver;
use crate::env;
use crate::error::Error;
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
        let interview = Interview::restore(records, self.opening(false), env::now())?;
        self.replace(interview, &texts);
        self.drain();
        Ok(())
    }
}

/// Reads a stored session back.
pub(crate) fn restore(
    contents: &Contents,
    read_only: bool,
    validator: Option<Rc<dyn Validate>>,
) -> Result<Interview, Error> {
    let opening = Opening {
        draft_at: contents.draft.as_ref().map(|draft| draft.at),
        read_only,
        validator,
    };
    Ok(Interview::restore(
        read_records(&contents.records)?,
        opening,
        env::now(),
    )?)
}
