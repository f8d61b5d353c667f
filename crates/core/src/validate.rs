//! How a value of a contract that a guide carries is judged.

use colloquy_schema::Issue;
use serde_json::Value;

/// Judges values by one JSON Schema. The engine knows no validator of any schema: whoever begins the interview brings one,
/// compiled from the guide's `outcome.schema`.
pub trait Validate: std::fmt::Debug {
    /// Returns everything that is wrong with a value; nothing when it satisfies the schema.
    fn check(&self, value: &Value) -> Vec<Issue>;

    /// Judges a value as a provider gave it, which may hold nulls in the place of optional keys: returns it without them, and
    /// what is wrong with it.
    fn read(&self, value: Value) -> (Value, Vec<Issue>) {
        let issues = self.check(&value);
        (value, issues)
    }
}
