//! Stored texts as records, and the one change that is ever made to them.

use super::Driver;
use crate::env;
use crate::error::{Code, Error};
use crate::handle;
use crate::store::{Batch, Contents, Row};
use colloquy_core::{Interview, Opening, SaveError};
use colloquy_schema::Record;
use std::rc::Rc;

impl Driver {
    /// Removes one answer from the store and from here; a tombstone stays.
    pub(crate) async fn redact(self: Rc<Self>, question: u32) -> Result<(), Error> {
        if self.interview().read_only() {
            return Err(SaveError::TakenOver.into());
        }
        let records = redacted(self.interview().records(), question);
        let texts: Vec<String> = records.iter().map(handle::json).collect();
        let epoch = self.state.borrow().epoch;
        let row = Row::new(&self.interview().head(), epoch);
        let batch = Batch {
            first: 0,
            records: texts.clone(),
            row,
            clear_draft: false,
        };
        self.store.rewrite(&batch).await?;
        let length = self.interview().records().len();
        if length != texts.len() {
            // Something was recorded while the store wrote; the next try has it.
            return Err(SaveError::Silent.into());
        }
        let interview = Interview::restore(records, Opening::default(), env::now())?;
        self.replace(interview, &texts);
        self.drain();
        Ok(())
    }
}

const UNREADABLE: &str = "a record of this session cannot be read: a later version wrote it, or the store was changed from outside";

/// Returns all records with one answer removed.
pub(crate) fn redacted(records: &[Record], question: u32) -> Vec<Record> {
    let mut all = records.to_vec();
    for changed in colloquy_core::redact(records, question) {
        if let Some(place) = all.get_mut(changed.seq as usize) {
            *place = changed;
        }
    }
    all
}

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
pub(crate) fn restore(contents: &Contents, read_only: bool) -> Result<Interview, Error> {
    let opening = Opening {
        draft_at: contents.draft.as_ref().map(|draft| draft.at),
        read_only,
    };
    Ok(Interview::restore(
        read_records(&contents.records)?,
        opening,
        env::now(),
    )?)
}
