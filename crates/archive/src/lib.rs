//! What is made of a session's records once they are there: transcripts in every format, the session file, the list of
//! calls, and the same records without one answer. Reads sessions and decides nothing about what is asked next.
//!
//! What a kind of interview adds to any of that is in its room (`kinds/`), behind one trait (`kind.rs`).
//!
//! ```
//! use colloquy_archive::{Format, export_of, redact};
//! use colloquy_schema::Record;
//! use serde_json::json;
//!
//! // Records as a session file has them, one fact each.
//! let guide: serde_json::Value =
//!     serde_json::from_str(include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../pkg/guides/reflective.json"))).unwrap();
//! let facts = [
//!     json!({ "began": {
//!         "session": "6f1c0f5e-3b0a-4a53-9b41-0d6f2f3e8a11", "guide": guide, "guide_hash": "", "engine": "0.1.0",
//!         "setup": {
//!             "subject": "", "locale": "en", "template": "", "material": { "title": "", "texts": [] }, "guidelines": { "tone": "" },
//!             "interviewer": "scripted", "limits": {}, "prices": null, "metadata": {}, "seed": 0, "digest": [], "asked_before": [],
//!         },
//!     } }),
//!     json!({ "asked": { "number": 1, "text": "What did you not expect?", "kind": "initial", "follow_up_depth": 0, "origin": "reply" } }),
//!     json!({ "answered": { "question": 1, "text": "How quiet it was." } }),
//! ];
//! let records: Vec<Record> = (0u32..)
//!     .zip(facts)
//!     .map(|(seq, fact)| Record::read(json!({ "seq": seq, "at": 1_767_225_600_000_u64, "v": 1, "fact": fact })).unwrap())
//!     .collect();
//! let transcript = export_of(&records, Format::Qa).unwrap();
//! assert!(transcript.contains("How quiet it was."));
//!
//! // What is redacted is nowhere any more: these are the records that have changed.
//! let changed = redact(&records, 1);
//! assert!(!format!("{changed:?}").contains("quiet"));
//! ```

mod calls;
mod copies;
mod fields;
mod hashes;
mod kind;
mod kinds;
mod labels;
mod lines;
mod redact;
mod section;
pub mod session_file;
mod table;
mod transcript;
mod values;

pub use calls::{CallView, calls_of};
pub use copies::REDACTED;
pub use redact::redact;
pub use transcript::{Format, export, export_of, export_with};
