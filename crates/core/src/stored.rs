//! Records as a store gives them back: the JSON text of each.

use crate::misuse::{Misuse, MisuseCode};
use colloquy_schema::Record;

const UNREADABLE: &str = "a record of this session cannot be read: a later version wrote it, or the store was changed from outside";

/// Reads stored texts as records.
///
/// # Errors
/// `invalid_session` for the first that is none, with what is wrong with it where it is JSON at all.
pub fn read_records(texts: &[String]) -> Result<Vec<Record>, Misuse> {
    texts.iter().map(|text| read_record(text)).collect()
}

fn read_record(text: &str) -> Result<Record, Misuse> {
    if let Some(record) = Record::read_text(text) {
        return Ok(record);
    }
    let unreadable = |issues| Misuse::with_details(MisuseCode::InvalidSession, UNREADABLE, issues);
    let value = colloquy_jsonstream::parse(text).ok_or_else(|| unreadable(Vec::new()))?;
    Record::read(value).map_err(|issue| unreadable(vec![issue]))
}
