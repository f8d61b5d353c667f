//! Reading a hostile JSON object field by field: each accessor checks type and range, reports an [`Issue`] with the
//! path when the value does not fit, and goes on, so that one reading reports every fault.

use crate::Issue;
use serde_json::{Map, Value};

/// One JSON object that is being read, its path, and the keys that were asked for so far.
pub struct Fields<'a> {
    map: Option<&'a Map<String, Value>>,
    path: String,
    known: Vec<&'static str>,
}

impl<'a> Fields<'a> {
    /// Opens `value` at `path`; anything but an object is reported and reads as an empty object.
    pub fn open(value: &'a Value, path: impl Into<String>, issues: &mut Vec<Issue>) -> Self {
        let path = path.into();
        let map = value.as_object();
        if map.is_none() {
            issues.push(Issue::new(
                path.clone(),
                "type",
                "must be an object",
                Some(value),
            ));
        }
        Fields {
            map,
            path,
            known: Vec::new(),
        }
    }

    /// Path of `key` below this object.
    pub fn path_of(&self, key: &str) -> String {
        if self.path.is_empty() {
            key.into()
        } else {
            [&self.path, ".", key].concat()
        }
    }

    /// Returns the raw value under `key`; `null` counts as absent.
    pub fn raw(&mut self, key: &'static str) -> Option<&'a Value> {
        self.known.push(key);
        self.map.and_then(|m| m.get(key)).filter(|v| !v.is_null())
    }

    fn fault(
        &self,
        key: &str,
        rule: &str,
        message: &str,
        value: Option<&Value>,
        issues: &mut Vec<Issue>,
    ) {
        issues.push(Issue::new(self.path_of(key), rule, message, value));
    }

    /// Returns the raw value under `key`, or reports that it is missing.
    pub fn required(&mut self, key: &'static str, issues: &mut Vec<Issue>) -> Option<&'a Value> {
        let value = self.raw(key);
        // Not an object at all was reported when it was opened.
        if value.is_none() && self.map.is_some() {
            self.fault(key, "required", "is required", None, issues);
        }
        value
    }

    /// Reads an optional text of `min` to `max` characters (Unicode code points).
    pub fn text_opt(
        &mut self,
        key: &'static str,
        min: usize,
        max: usize,
        issues: &mut Vec<Issue>,
    ) -> Option<String> {
        let value = self.raw(key)?;
        self.check_text(key, value, min, max, issues)
    }

    /// Reads a required text of `min` to `max` characters; a faulty one reads as empty.
    pub fn text(
        &mut self,
        key: &'static str,
        min: usize,
        max: usize,
        issues: &mut Vec<Issue>,
    ) -> String {
        let Some(value) = self.required(key, issues) else {
            return String::new();
        };
        self.check_text(key, value, min, max, issues)
            .unwrap_or_default()
    }

    fn check_text(
        &self,
        key: &str,
        value: &Value,
        min: usize,
        max: usize,
        issues: &mut Vec<Issue>,
    ) -> Option<String> {
        let Some(text) = value.as_str() else {
            self.fault(key, "type", "must be a string", Some(value), issues);
            return None;
        };
        let count = text.trim().chars().count();
        if count < min || count > max {
            let message = [
                "must have ",
                &min.to_string(),
                " to ",
                &max.to_string(),
                " characters",
            ]
            .concat();
            self.fault(key, "length", &message, Some(value), issues);
            return None;
        }
        Some(text.trim().into())
    }

    /// Reads an optional integer from `min` to `max`. 2.5, true and "2" are refused.
    pub fn int_opt(
        &mut self,
        key: &'static str,
        min: u64,
        max: u64,
        issues: &mut Vec<Issue>,
    ) -> Option<u64> {
        let value = self.raw(key)?;
        match value.as_u64() {
            Some(n) if (min..=max).contains(&n) => Some(n),
            Some(_) => {
                let message =
                    ["must be from ", &min.to_string(), " to ", &max.to_string()].concat();
                self.fault(key, "range", &message, Some(value), issues);
                None
            }
            None => {
                self.fault(
                    key,
                    "type",
                    "must be a whole number, 0 or more",
                    Some(value),
                    issues,
                );
                None
            }
        }
    }

    /// Reads a number from `min` to `max` inclusive.
    pub fn number_opt(
        &mut self,
        key: &'static str,
        min: f64,
        max: f64,
        issues: &mut Vec<Issue>,
    ) -> Option<f64> {
        let value = self.raw(key)?;
        match value.as_f64() {
            Some(n) if n >= min && n <= max => Some(n),
            Some(_) => {
                self.fault(key, "range", "is outside of its range", Some(value), issues);
                None
            }
            None => {
                self.fault(key, "type", "must be a number", Some(value), issues);
                None
            }
        }
    }

    /// Reads an optional true or false.
    pub fn flag(&mut self, key: &'static str, default: bool, issues: &mut Vec<Issue>) -> bool {
        let Some(value) = self.raw(key) else {
            return default;
        };
        value.as_bool().unwrap_or_else(|| {
            self.fault(key, "type", "must be true or false", Some(value), issues);
            default
        })
    }

    /// Reads an optional array of at most `max` items; each item comes with its path.
    pub fn items(
        &mut self,
        key: &'static str,
        max: usize,
        issues: &mut Vec<Issue>,
    ) -> Vec<(String, &'a Value)> {
        let Some(value) = self.raw(key) else {
            return Vec::new();
        };
        let Some(items) = value.as_array() else {
            self.fault(key, "type", "must be an array", Some(value), issues);
            return Vec::new();
        };
        if items.len() > max {
            let message = ["must have at most ", &max.to_string(), " items"].concat();
            self.fault(key, "length", &message, Some(value), issues);
        }
        let path = self.path_of(key);
        items
            .iter()
            .take(max)
            .enumerate()
            .map(|(i, v)| ([&path, "[", &i.to_string(), "]"].concat(), v))
            .collect()
    }

    /// Reads an optional array of texts of 1 to `max_chars` characters each.
    pub fn texts(
        &mut self,
        key: &'static str,
        max_items: usize,
        max_chars: usize,
        issues: &mut Vec<Issue>,
    ) -> Vec<String> {
        let mut out = Vec::new();
        for (path, value) in self.items(key, max_items, issues) {
            match value.as_str() {
                Some(text) if !text.trim().is_empty() && text.chars().count() <= max_chars => {
                    out.push(text.trim().into())
                }
                _ => {
                    let message = [
                        "must be a text of 1 to ",
                        &max_chars.to_string(),
                        " characters",
                    ]
                    .concat();
                    issues.push(Issue::new(path, "length", message, Some(value)));
                }
            }
        }
        out
    }

    /// Reads the entries of the object under `key`, each with its path.
    pub fn entries(
        &mut self,
        key: &'static str,
        issues: &mut Vec<Issue>,
    ) -> Vec<(&'a String, String, &'a Value)> {
        let Some(value) = self.required(key, issues) else {
            return Vec::new();
        };
        let Some(map) = value.as_object() else {
            self.fault(key, "type", "must be an object", Some(value), issues);
            return Vec::new();
        };
        let path = self.path_of(key);
        map.iter()
            .map(|(k, v)| (k, [&path, ".", k].concat(), v))
            .collect()
    }

    /// Reports every key that nobody asked for: a misspelt setting must not be ignored in silence.
    pub fn refuse_unknown(&self, issues: &mut Vec<Issue>) {
        for (key, value) in self.map.into_iter().flatten() {
            if !self.known.contains(&key.as_str()) {
                self.fault(
                    key,
                    "unknown_key",
                    "is not a known key",
                    Some(value),
                    issues,
                );
            }
        }
    }
}
