//! How errors reach JavaScript: as JSON text, which the package's TypeScript turns into `ColloquyError`.

use colloquy_core::{Misuse, SaveError};
use colloquy_schema::Issue;
use colloquy_schema::codec::Encode;

/// An error a host can act on.
#[derive(Debug, PartialEq, Encode)]
pub(crate) struct Error {
    /// A stable code.
    pub(crate) code: &'static str,
    /// What was wrong and what to do.
    pub(crate) message: String,
    /// Faults of data one by one, where there are several.
    pub(crate) details: Vec<Issue>,
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

    /// Describes a session that is not in the store.
    #[cfg_attr(not(target_arch = "wasm32"), allow(dead_code))]
    #[inline(never)]
    pub(crate) fn no_such_session() -> Error {
        Error::new(
            Code::NoSuchSession,
            "there is no such session in this store: list() names those that are",
        )
    }

    /// Describes an argument that cannot be used.
    #[inline(never)]
    pub(crate) fn argument(message: &str) -> Error {
        Error::new(Code::InvalidOptions, message)
    }

    /// Describes a call that needs a part which nobody waited for.
    #[cfg(target_arch = "wasm32")]
    pub(crate) fn not_loaded() -> Error {
        Error::new(
            Code::NotInitialised,
            "this part of the engine is not loaded yet: `await init()` first",
        )
    }

    /// Describes records that make no session.
    #[inline(never)]
    pub(crate) fn session(message: &str, details: Vec<Issue>) -> Error {
        Error {
            details,
            ..Error::new(Code::InvalidSession, message)
        }
    }
}

/// The codes that this crate adds to those of [`Misuse`].
#[derive(Clone, Copy)]
pub(crate) enum Code {
    /// An argument is not valid JSON, or has the wrong shape.
    InvalidOptions,
    /// A session file or its records are malformed.
    InvalidSession,
    /// Something was called before what it needs was loaded.
    NotInitialised,
    /// A part of the program could not be loaded.
    PartUnavailable,
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
            Code::InvalidSession => "invalid_session",
            Code::NotInitialised => "not_initialised",
            Code::PartUnavailable => "part_unavailable",
            Code::NoSuchSession => "no_such_session",
            Code::SessionOpen => "session_open",
            Code::StorageUnavailable => "storage_unavailable",
            Code::Store(SaveError::Refused) => "storage_refused",
            Code::Store(SaveError::Full) => "storage_full",
            Code::Store(SaveError::Lost) => "storage_lost",
            Code::Store(SaveError::Silent) => "storage_silent",
            Code::Store(SaveError::TakenOver) => "taken_over",
            Code::Store(SaveError::Deleted) => "deleted",
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
            SaveError::TakenOver => "another tab writes this session: open it again",
            SaveError::Deleted => "this session was deleted from the store: export it to keep it",
        };
        Error::new(Code::Store(error), message)
    }
}

#[cfg(target_arch = "wasm32")]
impl From<wasm_split_helpers::SplitLoaderError> for Error {
    // The package knows which part and why: it says so before anything here needs one.
    #[inline(never)]
    fn from(_: wasm_split_helpers::SplitLoaderError) -> Error {
        Error::new(
            Code::PartUnavailable,
            "a part of the engine could not be loaded: try again",
        )
    }
}

#[cfg(target_arch = "wasm32")]
impl From<Error> for wasm_bindgen::JsValue {
    #[inline(never)]
    fn from(error: Error) -> wasm_bindgen::JsValue {
        colloquy_schema::codec::text(&error).into()
    }
}
