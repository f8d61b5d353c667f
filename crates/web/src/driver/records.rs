//! Stored texts as records, and the one change that is ever made to them.

use super::Driver;
use crate::env;
use crate::error::{Code, Error};
use crate::store::{Batch, Contents, FileChange, Row};
use colloquy_core::{Interview, Opening, SaveError, Validate};
use colloquy_schema::Record;
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

const UNREADABLE: &str = "a record of this session cannot be read: a later version wrote it, or the store was changed from outside";

/// Reads stored texts as records.
pub(crate) fn read_records(texts: &[String]) -> Result<Vec<Record>, Error> {
    texts
        .iter()
        .map(|text| {
            let value = colloquy_jsonstream::parse(text)
                .ok_or_else(|| Error::new(Code::InvalidSession, UNREADABLE))?;
            Record::read(value)
                .map_err(|fault| Error::with_details(Code::InvalidSession, UNREADABLE, vec![fault]))
        })
        .collect()
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
