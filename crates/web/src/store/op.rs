//! What a store is asked and what it answers, as data.

use super::{File, FileChange, Row};
use colloquy_schema::codec::Encode;
use serde_json::Value;

/// Something a store does whole or not at all.
pub enum Op<'a> {
    /// Adds records after those that are there, in one transaction with the session's row.
    ///
    /// Refused as taken over when the row's epoch is not the batch's, as deleted when the row is gone and the batch does not begin
    /// with the first record. Records that are there already are left as they are.
    Append(&'a Batch),
    /// Puts records in the place of all that are there, with the changes of files that go with them. Refused as taken over
    /// when a row with another epoch is there.
    Rewrite(&'a Batch),
    /// Raises the epoch of a session, which refuses whoever wrote it before, and reads it.
    Claim(&'a str),
    /// Reads a session.
    Read(&'a str),
    /// Reads the rows that match, in no order.
    List(&'a Query),
    /// Keeps what was not sent; refused like an append.
    SaveDraft {
        /// UUID of the session.
        session: &'a str,
        /// The writer's epoch.
        epoch: u32,
        /// The draft; an empty one removes what is there.
        draft: &'a Draft,
    },
    /// Keeps and deletes files of a session. Refused as deleted when the session is not there, as taken over when its row
    /// has another epoch than is named.
    Files {
        /// UUID of the session.
        session: &'a str,
        /// The writer's epoch; absent for one that writes no records.
        epoch: Option<u32>,
        /// What is kept and what goes.
        changes: &'a [FileChange],
    },
    /// Reads one file of a session.
    File {
        /// UUID of the session.
        session: &'a str,
        /// UUID of the file.
        id: &'a str,
    },
    /// Reads the metadata of each file of a session, in the order of their ids.
    FileList(&'a str),
    /// Deletes one session with its files.
    Remove(&'a str),
    /// Deletes every session with its files.
    Clear,
    /// Deletes completed sessions with their files.
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
            Op::SaveDraft { session, .. } | Op::Files { session, .. } => session,
            Op::File { session, .. } | Op::FileList(session) => session,
            Op::List(_) | Op::Clear | Op::CleanUp { .. } => "",
        }
    }
}

/// What a store answers; each operation has its own variant, and the accessors take the empty value for any other.
pub enum Reply {
    /// The operation is done.
    Done,
    /// How many were deleted.
    Count(u32),
    /// A session, if it is there.
    Contents(Option<Box<Contents>>),
    /// Rows with their drafts' times.
    List(Vec<Listed>),
    /// A file, if it is there.
    File(Option<Box<File>>),
    /// The metadata of each file.
    Files(Vec<String>),
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

    /// Returns the file that was read.
    pub fn file(self) -> Option<File> {
        match self {
            Reply::File(file) => file.map(|file| *file),
            _ => None,
        }
    }

    /// Returns the metadata of the files.
    pub fn files(self) -> Vec<String> {
        match self {
            Reply::Files(files) => files,
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
    /// True when the draft goes in the same transaction, because these records hold it as an answer.
    pub clear_draft: bool,
    /// True when the disk is to be waited for: a power cut takes nothing then.
    pub strict: bool,
    /// What becomes of files in the same transaction; only a rewrite has any.
    pub files: Vec<FileChange>,
}

/// A session as it is stored.
#[derive(Clone, Debug, PartialEq)]
pub struct Contents {
    /// Its row; after a claim with the new epoch.
    pub row: Row,
    /// JSON text of every record, in order.
    pub records: Vec<String>,
    /// What was not sent.
    pub draft: Option<Draft>,
}

/// What was typed or filled in and not sent; one row, so that a list has one time to look at.
#[derive(Clone, Debug, Default, PartialEq, Encode)]
pub struct Draft {
    /// As typed.
    pub text: String,
    /// What was changed in the form that waits, as JSON text; empty when nothing was.
    pub form: String,
    /// When, in milliseconds since 1970.
    pub at: u64,
}

impl Draft {
    /// Reads a draft that came out of a store; `None` for anything that this code did not write.
    pub fn read(value: &Value) -> Option<Draft> {
        // Drafts of earlier versions have no form.
        let form = value.get("form").and_then(Value::as_str);
        Some(Draft {
            text: value.get("text")?.as_str()?.into(),
            form: form.unwrap_or_default().into(),
            at: value.get("at")?.as_u64()?,
        })
    }

    /// True when there is nothing to keep.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty() && self.form.is_empty()
    }
}

/// A row with the time of the session's draft.
#[derive(Clone, Debug, PartialEq)]
pub struct Listed {
    /// The row.
    pub row: Row,
    /// When the draft was saved, in milliseconds since 1970.
    pub draft_at: Option<u64>,
}

/// Puts rows in the order of lists: newest first.
pub fn newest_first(mut list: Vec<Listed>) -> Vec<Listed> {
    list.sort_by(|a, b| {
        let newest = b.row.updated_at.cmp(&a.row.updated_at);
        newest.then_with(|| a.row.session.cmp(&b.row.session))
    });
    list
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
    /// True for a row that is wanted.
    pub fn matches(&self, row: &Row) -> bool {
        let fits = |wanted: &Option<String>, value: &String| {
            wanted.as_ref().is_none_or(|wanted| wanted == value)
        };
        fits(&self.guide, &row.guide) && fits(&self.subject, &row.subject)
    }
}
