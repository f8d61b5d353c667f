//! What a reading is unsure of, as short stable codes.

use serde_json::Value;

/// Codes, each once, in the order in which they came.
#[derive(Clone, Debug, Default)]
pub(crate) struct Issues(Vec<&'static str>);

impl Issues {
    /// Notes a code.
    pub(crate) fn add(&mut self, code: &'static str) {
        if !self.0.contains(&code) {
            self.0.push(code);
        }
    }

    /// Returns them as JSON. There are fewer codes than the schemas allow.
    pub(crate) fn json(&self) -> Value {
        Value::from_iter(self.0.iter().copied())
    }
}
