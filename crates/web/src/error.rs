//! How errors reach JavaScript: as JSON text, which the package's TypeScript turns into `ColloquyError`.

use colloquy_core::{Misuse, SaveError};
use colloquy_schema::Issue;
use serde::Serialize;
use wasm_bindgen::JsValue;

/// An error a host can act on.
#[derive(Serialize)]
pub(crate) struct Error {
    code: &'static str,
    message: String,
    details: Vec<Issue>,
}

impl Error {
    /// Describes an error of this crate; `message` holds the remedy.
    #[inline(never)]
    pub(crate) fn new(code: Code, message: &str) -> Error {
        Error {
            code: code.text(),
            message: message.into(),
            details: Vec::new(),
        }
    }
}

/// The codes that this crate adds to those of [`Misuse`].
#[derive(Clone, Copy)]
pub(crate) enum Code {
    /// An argument is no JSON of the right shape.
    InvalidOptions,
    /// There is no session with that id in this store.
    NoSuchSession,
    /// Another tab writes the session.
    SessionOpen,
    /// This environment has no such storage.
    StorageUnavailable,
    /// The store failed.
    Store(SaveError),
}

impl Code {
    fn text(self) -> &'static str {
        match self {
            Code::InvalidOptions => "invalid_options",
            Code::NoSuchSession => "no_such_session",
            Code::SessionOpen => "session_open",
            Code::StorageUnavailable => "storage_unavailable",
            Code::Store(SaveError::Refused) => "storage_refused",
            Code::Store(SaveError::Full) => "storage_full",
            Code::Store(SaveError::Lost) => "storage_lost",
            Code::Store(SaveError::Silent) => "storage_silent",
            Code::Store(SaveError::TakenOver) => "taken_over",
        }
    }
}

impl From<Misuse> for Error {
    // Converted at every `?`: one copy of the code is enough, here and below.
    #[inline(never)]
    fn from(misuse: Misuse) -> Error {
        Error {
            code: misuse.code(),
            message: misuse.message().into(),
            details: misuse.details().to_vec(),
        }
    }
}

impl From<SaveError> for Error {
    #[inline(never)]
    fn from(error: SaveError) -> Error {
        let message = match error {
            SaveError::Refused => {
                "the browser refuses storage here, as in some private windows: use `storage: \"memory\"` and export"
            }
            SaveError::Full => {
                "the device or this site's share of it is full: delete old sessions, or export this one"
            }
            SaveError::Lost => {
                "the connection to the browser's storage was lost: try again, or reload the page"
            }
            SaveError::Silent => "the browser's storage did not answer in time: try again",
            SaveError::TakenOver => {
                "another tab writes this session, or it was deleted: open it again"
            }
        };
        Error::new(Code::Store(error), message)
    }
}

impl From<Error> for JsValue {
    #[inline(never)]
    fn from(error: Error) -> JsValue {
        JsValue::from_str(&serde_json::to_string(&error).unwrap_or_default())
    }
}
