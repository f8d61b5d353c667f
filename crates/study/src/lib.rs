#![doc = include_str!("../README.md")]
//!
//! # From a study to a guide
//! ```
//! use colloquy_schema::{Guide, Limits};
//!
//! let study = serde_json::json!({
//!     "id": "leaving", "language": "en", "title": "Why people leave", "goal": "Find out what made people leave.",
//!     "topics": [{ "ask": "What made you leave?" }, { "ask": "Why?" , "type": "scale", "from": 0, "too": 10 }]
//! });
//! let faults = colloquy_study::read(&study).unwrap_err();
//! let found: Vec<_> = faults.iter().map(|fault| (fault.path.as_str(), fault.rule.as_str())).collect();
//! assert_eq!(found, [("topics[1].to", "required"), ("topics[1].too", "unknown_key")]);
//!
//! let study = include_str!("../studies/churn.json");
//! let study = colloquy_study::read(&serde_json::from_str(study).unwrap()).unwrap();
//! let guide = Guide::read(&colloquy_study::compile(&study)).unwrap();
//! assert!(guide.longest(&Limits::default(), None).questions > 5);
//! ```

mod compile;
mod lint;
pub mod personas;
mod read;
mod reading;
mod shape;
pub mod simulate;
mod study;
#[cfg(target_arch = "wasm32")]
mod wasm;
mod words;

pub use compile::compile;
pub use lint::{Lint, Longest, lint, longest};
pub use read::{STUDY_BYTES, read, read_text};
pub use reading::{compiled, reading};
pub use shape::schema;
pub use study::*;
