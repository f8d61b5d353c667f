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

/// One item of an array, or one entry of an object.
pub struct Item<'a> {
    /// Its key in an object; empty in an array.
    pub name: &'a str,
    /// Path of the item.
    pub path: String,
    /// Value of the item.
    pub value: &'a Value,
}

impl<'a> Fields<'a> {
    /// Opens `value` at `path`; anything but an object is reported and reads as an empty object.
    pub fn open(value: &'a Value, path: &str, issues: &mut Vec<Issue>) -> Self {
        let map = value.as_object();
        if map.is_none() {
            Issue::report(issues, path, "type", "must be an object", Some(value));
        }
        Fields {
            map,
            path: path.into(),
            known: Vec::new(),
        }
    }

    /// Path of `key` below this object.
    pub fn path_of(&self, key: &str) -> String {
        let dot = if self.path.is_empty() { "" } else { "." };
        [&self.path, dot, key].concat()
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
        Issue::report(issues, &self.path_of(key), rule, message, value);
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
    #[inline(never)]
    pub fn text_opt(
        &mut self,
        key: &'static str,
        min: usize,
        max: usize,
        issues: &mut Vec<Issue>,
    ) -> Option<String> {
        let value = self.raw(key)?;
        let Some(text) = value.as_str() else {
            self.fault(key, "type", "must be a string", Some(value), issues);
            return None;
        };
        let text = text.trim();
        let count = text.chars().count();
        if count < min || count > max {
            let message = between("must have ", min as u64, max as u64, " characters");
            self.fault(key, "length", &message, Some(value), issues);
            return None;
        }
        Some(text.into())
    }

    /// Reads a required text of `min` to `max` characters; a faulty one reads as empty.
    #[inline(never)]
    pub fn text(
        &mut self,
        key: &'static str,
        min: usize,
        max: usize,
        issues: &mut Vec<Issue>,
    ) -> String {
        if self.required(key, issues).is_none() {
            return String::new();
        }
        self.text_opt(key, min, max, issues).unwrap_or_default()
    }

    /// Reads required texts of one to so many characters: key, most characters, and where the text goes.
    #[inline(never)]
    pub fn texts_into(
        &mut self,
        list: &mut [(&'static str, usize, &mut String)],
        issues: &mut Vec<Issue>,
    ) {
        for (key, max, slot) in list {
            **slot = self.text(key, 1, *max, issues);
        }
    }

    /// Reads an optional integer from `min` to `max`. 2.5, true and "2" are refused.
    #[inline(never)]
    pub fn int_opt(
        &mut self,
        key: &'static str,
        min: u64,
        max: u64,
        issues: &mut Vec<Issue>,
    ) -> Option<u64> {
        let value = self.raw(key)?;
        let Some(number) = value.as_u64() else {
            let message = "must be a whole number, 0 or more";
            self.fault(key, "type", message, Some(value), issues);
            return None;
        };
        if (min..=max).contains(&number) {
            return Some(number);
        }
        let message = between("must be from ", min, max, "");
        self.fault(key, "range", &message, Some(value), issues);
        None
    }

    /// Reads optional integers: key, least, most, and where the number goes, which keeps its value without one.
    #[inline(never)]
    pub fn ints_into(
        &mut self,
        list: &mut [(&'static str, u32, u32, &mut u32)],
        issues: &mut Vec<Issue>,
    ) {
        for (key, min, max, slot) in list {
            if let Some(number) = self.int_opt(key, u64::from(*min), u64::from(*max), issues) {
                **slot = number as u32;
            }
        }
    }

    /// Reads a number from `min` to `max` inclusive.
    #[inline(never)]
    pub fn number_opt(
        &mut self,
        key: &'static str,
        min: f64,
        max: f64,
        issues: &mut Vec<Issue>,
    ) -> Option<f64> {
        let value = self.raw(key)?;
        let number = value.as_f64();
        let within = number.filter(|n| *n >= min && *n <= max);
        if within.is_none() {
            let (rule, message) = match number {
                Some(_) => ("range", "is outside of its range"),
                None => ("type", "must be a number"),
            };
            self.fault(key, rule, message, Some(value), issues);
        }
        within
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

    /// Reads an optional array of at most `max` items.
    #[inline(never)]
    pub fn items(
        &mut self,
        key: &'static str,
        max: usize,
        issues: &mut Vec<Issue>,
    ) -> Vec<Item<'a>> {
        let mut out = Vec::new();
        let Some(value) = self.raw(key) else {
            return out;
        };
        let Some(items) = value.as_array() else {
            self.fault(key, "type", "must be an array", Some(value), issues);
            return out;
        };
        if items.len() > max {
            let message = ["must have at most ", &max.to_string(), " items"].concat();
            self.fault(key, "length", &message, Some(value), issues);
        }
        for value in items.iter().take(max) {
            let place = out.len().to_string();
            out.push(Item {
                name: "",
                path: [&self.path_of(key), "[", &place, "]"].concat(),
                value,
            });
        }
        out
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
        for item in self.items(key, max_items, issues) {
            match item.value.as_str() {
                Some(text) if !text.trim().is_empty() && text.chars().count() <= max_chars => {
                    out.push(text.trim().into())
                }
                _ => {
                    let message = between("must be a text of ", 1, max_chars as u64, " characters");
                    Issue::report(issues, &item.path, "length", &message, Some(item.value));
                }
            }
        }
        out
    }

    /// Reads the entries of the required object under `key`.
    #[inline(never)]
    pub fn entries(&mut self, key: &'static str, issues: &mut Vec<Issue>) -> Vec<Item<'a>> {
        let mut out = Vec::new();
        let Some(value) = self.required(key, issues) else {
            return out;
        };
        let Some(map) = value.as_object() else {
            self.fault(key, "type", "must be an object", Some(value), issues);
            return out;
        };
        for (name, value) in map {
            out.push(Item {
                name,
                path: [&self.path_of(key), ".", name].concat(),
                value,
            });
        }
        out
    }

    /// Reports every key that nobody asked for: a misspelt setting must not be ignored in silence.
    pub fn refuse_unknown(&self, issues: &mut Vec<Issue>) {
        for (key, value) in self.map.into_iter().flatten() {
            if !self.known.contains(&key.as_str()) {
                let message = "is not a known key";
                self.fault(key, "unknown_key", message, Some(value), issues);
            }
        }
    }
}

fn between(what: &str, min: u64, max: u64, unit: &str) -> String {
    [what, &min.to_string(), " to ", &max.to_string(), unit].concat()
}
