//! What an interview's first question does not need: speaking to models, reading texts for skills and résumés, transcripts,
//! session files, redaction, and the functions without a session. A module of its own, loaded after the engine or beside it.
//!
//! The two modules share nothing but text: this one is handed the records of a session and writes what is wanted of them.
//! It keeps nothing but the replies and readers that are being read, and the lexicon of skills that was read last.

// What calls these functions is there in a browser only; natively they are there to be tested.
#![cfg_attr(not(target_arch = "wasm32"), allow(dead_code))]

mod call;
mod contracts;
mod error;
mod findings;
mod instructions;
mod records;
mod resume;
mod skills;
mod told;

#[cfg(target_arch = "wasm32")]
mod model;
#[cfg(target_arch = "wasm32")]
mod pure;
#[cfg(target_arch = "wasm32")]
mod reader;
#[cfg(target_arch = "wasm32")]
mod session;

#[cfg(target_arch = "wasm32")]
pub use model::{ModelReply, dialect_path, model_body, model_failure};
#[cfg(target_arch = "wasm32")]
pub use pure::{
    FoundInTexts, check_guide, contract_instructions, contract_schema, extract_findings,
    merge_parts, read_candidates, read_reply, restore_value, schema_for, validate,
};
#[cfg(target_arch = "wasm32")]
pub use reader::{JsonReader, reader_memory};
#[cfg(target_arch = "wasm32")]
pub use resume::read_resume;
#[cfg(target_arch = "wasm32")]
pub use session::{calls, export, read_file, redact, renamed};
#[cfg(target_arch = "wasm32")]
pub use skills::read_skills;
