//! What a store is asked and what it answers, as data.

use super::Row;

/// Something a store does whole or not at all.
pub enum Op<'a> {
    /// Adds records after those that are there, in one transaction with the session's row.
    ///
    /// Refused as taken over when the row's epoch is not the batch's, or when the row is gone and the batch does not begin
    /// with the first record. Records that are there already are left as they are.
    Append(&'a Batch),
    /// Puts records in the place of all that are there. Refused as taken over when a row with another epoch is there.
    Rewrite(&'a Batch),
    /// Raises the epoch of a session, which refuses whoever wrote it before, and reads it.
    Claim(&'a str),
    /// Reads a session.
    Read(&'a str),
    /// Reads the rows that may match; [`super::Store::list`] filters and sorts.
    List(&'a Query),
    /// Keeps the unsent text; refused as taken over like an append.
    SaveDraft {
        /// UUID of the session.
        session: &'a str,
        /// The writer's epoch.
        epoch: u32,
        /// The text; an empty one removes the draft.
        draft: &'a Draft,
    },
    /// Deletes one session.
    Remove(&'a str),
    /// Deletes every session.
    Clear,
    /// Deletes completed sessions.
    CleanUp {
        /// Those whose last record is older than this, in milliseconds since 1970.
        before: u64,
    },
}

#[cfg(target_arch = "wasm32")]
impl Op<'_> {
    /// Names the one session it is about; empty for an operation on many.
    pub(super) fn session(&self) -> &str {
        match self {
            Op::Append(batch) | Op::Rewrite(batch) => &batch.row.session,
            Op::Claim(session) | Op::Read(session) | Op::Remove(session) => session,
            Op::SaveDraft { session, .. } => session,
            Op::List(_) | Op::Clear | Op::CleanUp { .. } => "",
        }
    }
}

/// What a store answers; each operation has its own variant, and the accessors take the empty value for any other.
pub enum Reply {
    /// It is done.
    Done,
    /// How many were deleted.
    Count(u32),
    /// A session, if it is there.
    Contents(Option<Box<Contents>>),
    /// Rows with their drafts' times.
    List(Vec<Listed>),
}

impl Reply {
    /// Returns the session that was read.
    pub fn contents(self) -> Option<Contents> {
        match self {
            Reply::Contents(contents) => contents.map(|contents| *contents),
            _ => None,
        }
    }

    /// Returns the rows that were read.
    pub fn list(self) -> Vec<Listed> {
        match self {
            Reply::List(list) => list,
            _ => Vec::new(),
        }
    }

    /// Returns how many sessions were deleted.
    pub fn count(self) -> u32 {
        match self {
            Reply::Count(count) => count,
            _ => 0,
        }
    }
}

/// Records of one session with the row after them.
#[derive(Clone)]
pub struct Batch {
    /// Place of the first record.
    pub first: u32,
    /// JSON text of each, contiguous.
    pub records: Vec<String>,
    /// The row after them; its epoch is the writer's.
    pub row: Row,
    /// True when the unsent text goes in the same transaction, because these records hold it as an answer.
    pub clear_draft: bool,
}

/// A session as it is stored.
#[derive(Clone, Debug, PartialEq)]
pub struct Contents {
    /// Its row; after a claim with the new epoch.
    pub row: Row,
    /// JSON text of every record, in order.
    pub records: Vec<String>,
    /// The unsent text.
    pub draft: Option<Draft>,
}

/// Text that was typed and not sent.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Draft {
    /// As typed.
    pub text: String,
    /// When, in milliseconds since 1970.
    pub at: u64,
}

/// A row with the time of the session's draft.
#[derive(Clone, Debug, PartialEq)]
pub struct Listed {
    /// The row.
    pub row: Row,
    /// When the draft was saved, in milliseconds since 1970.
    pub draft_at: Option<u64>,
}

/// Which sessions are wanted; absent means any.
#[derive(Clone, Debug, Default)]
pub struct Query {
    /// Id of the guide.
    pub guide: Option<String>,
    /// Subject.
    pub subject: Option<String>,
}

impl Query {
    /// Keeps the rows that are wanted, newest first.
    pub fn sorted(&self, mut list: Vec<Listed>) -> Vec<Listed> {
        list.retain(|listed| self.matches(&listed.row));
        list.sort_by(|a, b| {
            b.row
                .updated_at
                .cmp(&a.row.updated_at)
                .then_with(|| a.row.session.cmp(&b.row.session))
        });
        list
    }

    /// True for a row that is wanted.
    pub fn matches(&self, row: &Row) -> bool {
        let fits = |wanted: &Option<String>, value: &String| {
            wanted.as_ref().is_none_or(|wanted| wanted == value)
        };
        fits(&self.guide, &row.guide) && fits(&self.subject, &row.subject)
    }
}
