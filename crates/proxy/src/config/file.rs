//! The settings as they were written, wherever that was.

use std::collections::{BTreeMap, BTreeSet};

use toml::{Table, Value};

use super::Fault;

/// What every variable of ours begins with.
pub(super) const PREFIX: &str = "COLLOQUY_";

/// Environment and file together, with the faults found so far. The environment wins.
pub(super) struct Settings {
    env: BTreeMap<String, String>,
    pub(super) file: Table,
    read_env: BTreeSet<String>,
    pub(super) faults: Vec<Fault>,
}

impl Settings {
    pub(super) fn new(env: BTreeMap<String, String>, file: Option<&str>) -> Self {
        let mut settings = Self {
            env,
            file: Table::new(),
            read_env: BTreeSet::new(),
            faults: Vec::new(),
        };
        match file.map(str::parse::<Table>) {
            None => {}
            Some(Ok(table)) => settings.file = table,
            Some(Err(error)) => {
                // The parser quotes the line; a key that was put there by mistake must not be shown.
                let at = error.span().map_or(0, |span| span.start);
                let line = file.map_or(1, |text| {
                    text.bytes().take(at).filter(|byte| *byte == b'\n').count() + 1
                });
                settings.fault(
                    "the file",
                    format!("is no TOML: line {line}: {}", error.message()),
                );
            }
        }
        settings
    }

    pub(super) fn fault(&mut self, name: impl Into<String>, message: impl Into<String>) {
        self.faults.push(Fault {
            name: name.into(),
            message: message.into(),
        });
    }

    /// A variable by its whole name; an empty one counts as absent.
    pub(super) fn env(&mut self, name: &str) -> Option<String> {
        self.read_env.insert(name.to_owned());
        self.env
            .get(name)
            .filter(|value| !value.is_empty())
            .cloned()
    }

    /// A secret from a variable, or from the file that the variable with `_FILE` names.
    pub(super) fn secret(&mut self, name: &str) -> Option<String> {
        let file = format!("{name}_FILE");
        match (self.env(name), self.env(&file)) {
            (Some(_), Some(_)) => {
                self.fault(name, format!("is set, and {file} too; set one of them"));
                None
            }
            (Some(value), None) => Some(value),
            (None, Some(path)) => match std::fs::read_to_string(&path) {
                Ok(text) => Some(text.trim_end_matches(['\n', '\r']).to_owned()),
                Err(error) => {
                    self.fault(file, format!("names a file that cannot be read ({error})"));
                    None
                }
            },
            (None, None) => None,
        }
    }

    /// A setting that the environment or the file may give; the name of where it was found comes with it.
    fn raw(&mut self, key: &str) -> Option<(String, Value)> {
        let from_file = self.file.remove(key);
        let name = format!("{PREFIX}{}", key.to_uppercase());
        match self.env(&name) {
            Some(text) => Some((name, Value::String(text))),
            None => from_file.map(|value| (key.to_owned(), value)),
        }
    }

    /// A text.
    pub(super) fn text(&mut self, key: &str) -> Option<(String, String)> {
        match self.raw(key)? {
            (name, Value::String(text)) => Some((name, text)),
            (name, _) => {
                self.fault(name, "must be a text");
                None
            }
        }
    }

    /// A list of texts; in the environment parted by commas.
    pub(super) fn list(&mut self, key: &str) -> Option<(String, Vec<String>)> {
        match self.raw(key)? {
            (name, Value::String(text)) => Some((name, parted(&text))),
            (name, Value::Array(items)) => {
                let texts: Option<Vec<String>> = items
                    .iter()
                    .map(|item| item.as_str().map(str::to_owned))
                    .collect();
                if texts.is_none() {
                    self.fault(&name, "must be a list of texts");
                }
                texts.map(|texts| (name, texts))
            }
            (name, _) => {
                self.fault(name, "must be a list of texts");
                None
            }
        }
    }

    /// A whole number within bounds.
    pub(super) fn number(&mut self, key: &str, least: u64, most: u64) -> Option<u64> {
        let (name, value) = self.raw(key)?;
        let number = match &value {
            Value::Integer(number) => u64::try_from(*number).ok(),
            Value::String(text) => text.replace('_', "").parse().ok(),
            _ => None,
        };
        let number = number.filter(|number| (least..=most).contains(number));
        if number.is_none() {
            self.fault(
                name,
                format!("must be a whole number from {least} to {most}"),
            );
        }
        number
    }

    /// An amount of money: 0 or more, with or without a fraction.
    pub(super) fn amount(&mut self, key: &str) -> Option<(String, f64)> {
        let (name, value) = self.raw(key)?;
        let amount = amount(&value);
        if amount.is_none() {
            self.fault(&name, "must be a number of USD from 0 to 1000000");
        }
        amount.map(|amount| (name, amount))
    }

    /// Yes or no.
    pub(super) fn flag(&mut self, key: &str) -> Option<bool> {
        let (name, value) = self.raw(key)?;
        match value {
            Value::Boolean(flag) => Some(flag),
            Value::String(text) if text == "true" => Some(true),
            Value::String(text) if text == "false" => Some(false),
            _ => {
                self.fault(name, "must be true or false");
                None
            }
        }
    }

    /// Faults for keys of the file that nobody read, and remarks for such variables: others may own those.
    pub(super) fn leftovers(&mut self) -> Vec<String> {
        let unknown: Vec<String> = self.file.keys().cloned().collect();
        for key in unknown {
            let secret = key.contains("key") || key.contains("secret");
            let hint = if secret {
                "is no setting; keys and secrets come from the environment only"
            } else {
                "is no setting; `colloquy-proxy check` lists them all"
            };
            self.fault(key, hint);
        }
        self.env
            .keys()
            .filter(|name| name.starts_with(PREFIX) && !self.read_env.contains(*name))
            .map(|name| format!("{name} is set and no setting of the proxy; it is ignored"))
            .collect()
    }
}

/// A number of USD from 0 to a million.
pub(super) fn amount(value: &Value) -> Option<f64> {
    let amount = match value {
        Value::Float(amount) => *amount,
        Value::Integer(amount) => f64::from(i32::try_from(*amount).ok()?),
        Value::String(text) => text.parse().ok()?,
        _ => return None,
    };
    (0.0..=1_000_000.0).contains(&amount).then_some(amount)
}

/// Parts a list at its commas.
pub(super) fn parted(text: &str) -> Vec<String> {
    text.split(',')
        .map(str::trim)
        .filter(|one| !one.is_empty())
        .map(str::to_owned)
        .collect()
}
