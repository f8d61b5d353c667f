//! The shared vocabulary of guides, materials, calls, records and findings, and the rules on each of
//! them alone. Knows no order of events.
//!
//! ```
//! use colloquy_schema::{Contract, Guide, contract};
//! use serde_json::json;
//!
//! // Every fault of a guide is reported at once, with its place, its rule and its value.
//! let mut guide: serde_json::Value =
//!     serde_json::from_str(include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../pkg/guides/reflective.json"))).unwrap();
//! assert_eq!(Guide::read(&guide).unwrap().id, "reflective");
//! guide["strategy"]["max_questions"] = 0.into();
//! let issues = Guide::read(&guide).unwrap_err();
//! assert_eq!((issues[0].path.as_str(), issues[0].rule.as_str()), ("strategy.max_questions", "range"));
//!
//! // So is every fault of a value that a contract is for.
//! let value = json!({ "follow_up": "maybe", "question": "What did you not expect?" });
//! let issues = contract::check(Contract::Question, &value);
//! assert_eq!((issues[0].path.as_str(), issues[0].rule.as_str()), ("follow_up", "type"));
//! ```

// What is derived names this crate as every other crate does.
extern crate self as colloquy_schema;

mod bounds;
mod call;
pub mod codec;
pub mod contract;
#[cfg(test)]
mod declared;
mod fields;
mod files;
mod findings;
mod guide;
mod guide_fields;
mod hash;
mod issue;
mod kinds;
mod material;
mod named;
mod record;
mod scan;
pub mod tools;

pub use bounds::{json_size, too_deep};
pub use call::*;
pub use contract::Contract;
pub use fields::{Fields, Item};
pub use files::{FILE_FORMATS, mime_of};
pub use findings::{Finding, FindingView, Findings, FindingsView, Theme};
pub use guide::*;
pub use hash::{Fnv, hash_hex};
pub use issue::Issue;
pub use kinds::*;
pub use material::*;
pub use named::Named;
pub use record::*;
pub use tools::{
    Capabilities, FileRef, HostTool, TOOL_CALLS, TOOL_ROUNDS, TOOL_TURN_BYTES, ToolCall,
    ToolResult, ToolRun, ToolSpec,
};
