//! Judges values by any JSON Schema, for contracts that a guide or a host brings. It is a module of its own that a page loads
//! when such a contract is there, as the validator weighs more than everything else.
//!
//! It reports the same issues as the walker in `colloquy_schema::contract` for the keywords that one knows. It fetches nothing:
//! a reference that leaves the schema is a fault of the schema.
//!
//! ```
//! use colloquy_validator::Compiled;
//! use serde_json::json;
//!
//! let schema = json!({ "type": "object", "required": ["team"], "properties": { "team": { "type": "integer", "minimum": 1 } } });
//! let contract = Compiled::new(&schema).unwrap();
//! assert!(contract.is_valid(&json!({ "team": 3 })));
//! let issues = contract.check(&json!({ "team": 0 }));
//! assert_eq!((issues[0].path.as_str(), issues[0].rule.as_str()), ("team", "minimum"));
//! ```

mod cycles;
mod limits;
mod read;
mod schema;
#[cfg(target_arch = "wasm32")]
mod wasm;
mod words;

pub use limits::{
    MOST_SCHEMA_BYTES, MOST_SCHEMA_DEPTH, MOST_VALUE_DEPTH, MOST_VALUES, PATTERN_BYTES,
    PATTERN_STEPS,
};

use colloquy_schema::Issue;
use colloquy_schema::contract::{MOST_FOUND, settle};
use jsonschema::Validator;
use serde_json::Value;

/// A JSON Schema that is ready to judge values.
#[derive(Debug)]
pub struct Compiled {
    validator: Validator,
}

impl Compiled {
    /// Makes a schema ready: draft 2020-12, or the draft from 4 on that `$schema` names. Formats are enforced; unknown ones are
    /// passed over, as the specification has it.
    ///
    /// # Errors
    /// Everything that is wrong with the schema, with paths into the schema: it is larger than [`MOST_SCHEMA_BYTES`] or deeper
    /// than [`MOST_SCHEMA_DEPTH`] (`size`, `depth`), names a draft nobody knows (`draft`), refers to something outside of itself
    /// or to nothing (`ref`), has a pattern that cannot be compiled within [`PATTERN_BYTES`], or breaks the rules of its draft.
    pub fn new(schema: &Value) -> Result<Compiled, Vec<Issue>> {
        schema::compile(schema).map(|validator| Compiled { validator })
    }

    /// Judges a value. Empty when it satisfies the schema; else every fault, in the order of their paths and as bounded as the
    /// walker reports them. A value with more than [`MOST_VALUES`] parts or deeper than [`MOST_VALUE_DEPTH`] is refused as a
    /// whole (`size`, `depth`).
    pub fn check(&self, value: &Value) -> Vec<Issue> {
        if let Some(issue) = limits::exceeded(value) {
            return vec![issue];
        }
        let mut found = Vec::new();
        for error in self.validator.iter_errors(value) {
            if found.len() >= MOST_FOUND {
                break;
            }
            words::explain(value, &error, &mut found);
        }
        settle(&mut found);
        found
    }

    /// Returns whether a value satisfies the schema, without the reason.
    pub fn is_valid(&self, value: &Value) -> bool {
        limits::exceeded(value).is_none() && self.validator.is_valid(value)
    }

    /// Reads a value as [`check`](Self::check) does, but takes keys out that the schema does not know, each reported by the rule
    /// `unknown_key`. What is returned satisfies the schema when there are no other issues.
    pub fn read(&self, mut value: Value) -> (Value, Vec<Issue>) {
        if let Some(issue) = limits::exceeded(&value) {
            return (value, vec![issue]);
        }
        let mut unknown = read::take_unknown(&self.validator, &mut value);
        settle(&mut unknown);
        let mut issues = self.check(&value);
        issues.append(&mut unknown);
        (value, issues)
    }
}
