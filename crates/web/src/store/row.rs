//! The row of a session: what lists and the one-writer rule need, beside the head that screens are shown.

use colloquy_core::{Head, Status};
use colloquy_schema::codec;
use colloquy_schema::codec::Encode;
use serde_json::Value;

/// One row of the object store `heads`, rewritten with every append.
#[derive(Clone, Debug, Default, PartialEq, Encode)]
pub struct Row {
    /// UUID of the session.
    pub session: String,
    /// Id of the guide.
    pub guide: String,
    /// What the session is about.
    pub subject: String,
    /// Status by the records alone.
    pub status: Status,
    /// True when the network was away by the last record of it.
    pub offline: bool,
    /// Last record, in milliseconds since 1970.
    #[codec(rename = "updatedAt")]
    pub updated_at: u64,
    /// How many records there are.
    pub records: u32,
    /// Raised whenever a writer opens the session; an older writer is refused by it.
    pub epoch: u32,
    /// JSON text of the head, for lists.
    pub head: String,
}

impl Row {
    /// Makes the row of a head for a writer of `epoch`.
    pub fn new(head: &Head, epoch: u32) -> Row {
        Row {
            session: head.session.clone(),
            guide: head.guide.clone(),
            subject: head.subject.clone(),
            status: head.status,
            offline: head.offline,
            updated_at: head.updated_at,
            records: head.records,
            epoch,
            head: codec::text(head),
        }
    }

    /// Reads a row that came out of a database; `None` for anything that this code did not write.
    pub fn read(value: &Value) -> Option<Row> {
        let text = |key: &str| value.get(key).and_then(Value::as_str).map(String::from);
        let number = |key: &str| value.get(key).and_then(Value::as_u64);
        let small = |key: &str| number(key).and_then(|n| u32::try_from(n).ok());
        Some(Row {
            session: text("session")?,
            guide: text("guide")?,
            subject: text("subject")?,
            status: match value.get("status")?.as_str()? {
                "active" => Status::Active,
                "paused" => Status::Paused,
                "completed" => Status::Completed,
                _ => return None,
            },
            offline: value.get("offline")?.as_bool()?,
            updated_at: number("updatedAt")?,
            records: small("records")?,
            epoch: small("epoch")?,
            head: text("head")?,
        })
    }
}
