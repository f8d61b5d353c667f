//! How half a reply becomes a value.
//!
//! A model is asked for JSON and streams text: often strict JSON, sometimes JSON in a code fence, between sentences,
//! with a comma too many, or cut off. [`Reader`] takes that text in pieces of any size, reports what each piece changed,
//! and ends with every value the text can be read as, best reading first, with each repair that was needed.
//! [`read`] does the same for a text that is already whole, [`parse`] takes strict JSON only.
//!
//! ```
//! use colloquy_jsonstream::{ChangeKind, Limits, Reader};
//!
//! let mut reader = Reader::new(Limits::default());
//! let changes = reader.push(r#"Sure! {"response": "What hap"#);
//! assert_eq!(changes[0].path.to_string(), "response");
//! assert_eq!(changes[0].kind, ChangeKind::Append("What hap".into()));
//! reader.push(r#"pened?", "depth": 2,}"#);
//! let reply = reader.finish();
//! assert_eq!(reply.value().unwrap()["depth"], 2);
//! assert_eq!(reply.candidates[0].repairs.codes(), ["surrounding_text", "trailing_comma"]);
//! ```
//!
//! # How it reads
//!
//! One pass with a tolerant parser whose grammar contains strict JSON: from a given opening bracket a strict text is
//! read exactly as a strict parser reads it, and every departure is a recorded [`Repair`]. Where even the tolerant
//! grammar fails, the attempt is given up (see [`ChangeKind::Withdrawn`]) and the text after its first bracket is read
//! again, so that a brace in prose never swallows the real object. The bytes read again are limited to twice the bytes
//! seen, so the whole stays linear on any input ([`ReadReply::steps`] counts).
//!
//! This crate knows no interview and no contract: whoever does takes the first candidate that fits.

mod attempt;
mod bytes;
mod change;
mod class;
mod event;
mod lex;
mod limits;
mod machine;
mod number;
mod path;
mod prose;
mod reader;
mod repair;
mod reply;
mod strict;
mod structure;
mod tree;
mod write;

pub use change::{Change, ChangeKind};
pub use event::Event;
pub use limits::Limits;
pub use path::{Path, Segment};
pub use reader::{Reader, read};
pub use repair::{Repair, RepairKind, Repairs};
pub use reply::{Candidate, ReadReply, Reading};
pub use strict::parse;
pub use write::{write, write_float, write_number, write_string};
