//! What is wrong with data: found beside a usable value, never instead of one.

use crate::codec::Codec;
use serde_json::Value;

/// One fault in data that came from outside: a guide, a reply, a file, an import.
///
/// A fault names the place, the rule and the value, so that the author of the data can mend it without guessing.
#[derive(Clone, Debug, PartialEq, Codec)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Issue {
    /// Where, as a path such as `strategy.max_questions` or `texts[2].name`; empty for the whole document.
    pub path: String,
    /// Which rule was broken: a stable snake_case code such as `required`, `type`, `range`, `length`, `enum`, `unknown_key`.
    pub rule: String,
    /// What is expected instead, as one English sentence without the path.
    pub message: String,
    /// The value that was found, cut to a bounded size; absent when nothing was there, or null.
    #[codec(skip_empty)]
    #[cfg_attr(feature = "types", ts(type = "unknown", optional))]
    pub value: Option<Value>,
}

/// Longest text kept of a faulty value, in characters: enough to recognise it, too little to flood a log.
const VALUE_CHARS: usize = 120;

impl Issue {
    /// Describes a fault at `path`; `value` is kept in a bounded form.
    pub fn new(
        path: impl Into<String>,
        rule: &str,
        message: impl Into<String>,
        value: Option<&Value>,
    ) -> Self {
        Issue::build(path.into(), rule, message.into(), value)
    }

    /// Adds a fault at `path` to a list.
    #[inline(never)]
    pub fn report(
        issues: &mut Vec<Issue>,
        path: &str,
        rule: &str,
        message: &str,
        value: Option<&Value>,
    ) {
        issues.push(Issue::build(path.into(), rule, message.into(), value));
    }

    #[inline(never)]
    fn build(path: String, rule: &str, message: String, value: Option<&Value>) -> Self {
        Issue {
            path,
            rule: rule.into(),
            message,
            value: value.filter(|value| !value.is_null()).map(bounded),
        }
    }

    /// Writes the fault as a line of the list a model is shown when it is asked again: `• path: message`.
    /// The empty path is written `root`.
    pub fn line(&self) -> String {
        let path = if self.path.is_empty() {
            "root"
        } else {
            &self.path
        };
        ["• ", path, ": ", &self.message].concat()
    }
}

fn bounded(value: &Value) -> Value {
    match value {
        Value::String(s) if s.chars().count() > VALUE_CHARS => {
            let mut cut: String = s.chars().take(VALUE_CHARS).collect();
            cut.push('…');
            Value::String(cut)
        }
        Value::Array(items) => Value::String(["array of ", &items.len().to_string()].concat()),
        Value::Object(map) => {
            Value::String(["object of ", &map.len().to_string(), " keys"].concat())
        }
        other => other.clone(),
    }
}
