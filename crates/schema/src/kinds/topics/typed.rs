//! Typed answers: what a value must be, and what words come to as one.

use super::file;
use super::value::{ValueFault, chosen, is_date};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// What the answer to a question is. As a value: `single` an option's id; `multiple` a list of them, in the order of the options;
/// `ranking` a list of all, the first one first; `scale` and `number` a number; `date` a text such as `2026-01-31`; `yes_no` true or false;
/// `short` a text; `file` an object with its address, name, kind, size and text. `open` is answered in words and has no value.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Typed {
    /// Words.
    #[default]
    Open,
    /// One option.
    Single {
        /// Ids of the options.
        options: Vec<String>,
    },
    /// Several options.
    Multiple {
        /// Ids of the options.
        options: Vec<String>,
        /// Fewest that must be chosen.
        least: u32,
        /// Most that may be chosen.
        most: u32,
    },
    /// A whole number on a scale.
    Scale {
        /// The lowest number of the scale.
        from: i64,
        /// The highest number of the scale.
        to: i64,
    },
    /// All options in an order.
    Ranking {
        /// Ids of the options.
        options: Vec<String>,
    },
    /// A number.
    Number {
        /// Least.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        min: Option<f64>,
        /// Greatest.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        max: Option<f64>,
        /// True for whole numbers only.
        #[serde(default)]
        whole: bool,
    },
    /// A day.
    Date {
        /// First.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        earliest: Option<String>,
        /// Last.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        latest: Option<String>,
    },
    /// True or false.
    YesNo,
    /// A line of text.
    Short {
        /// Most characters.
        max_chars: u32,
    },
    /// A file that is handed in.
    File {
        /// Kinds that are taken, by the names of [`FILE_FORMATS`](crate::FILE_FORMATS).
        formats: Vec<String>,
        /// Largest file, in bytes.
        max_bytes: u32,
    },
}

impl Typed {
    /// True when it has a value.
    pub fn has_value(&self) -> bool {
        *self != Typed::Open
    }

    /// The name of the type.
    pub fn name(&self) -> &'static str {
        match self {
            Typed::Open => "open",
            Typed::Single { .. } => "single",
            Typed::Multiple { .. } => "multiple",
            Typed::Scale { .. } => "scale",
            Typed::Ranking { .. } => "ranking",
            Typed::Number { .. } => "number",
            Typed::Date { .. } => "date",
            Typed::YesNo => "yes_no",
            Typed::Short { .. } => "short",
            Typed::File { .. } => "file",
        }
    }

    /// Ids of its options; none for a type without.
    pub fn options(&self) -> &[String] {
        match self {
            Typed::Single { options }
            | Typed::Multiple { options, .. }
            | Typed::Ranking { options } => options,
            _ => &[],
        }
    }

    /// Judges a value, and returns it as it is kept.
    ///
    /// # Errors
    /// The rule that it breaks.
    ///
    /// ```
    /// use colloquy_schema::Typed;
    /// use serde_json::json;
    ///
    /// let scale = Typed::Scale { from: 0, to: 10 };
    /// assert_eq!(scale.value(&json!(9.0)), Ok(json!(9)));
    /// assert_eq!(scale.value(&json!(11)).unwrap_err().0, "range");
    /// ```
    pub fn value(&self, value: &Value) -> Result<Value, ValueFault> {
        match self {
            Typed::Open => Err(("type", "is answered in words".into())),
            Typed::Single { options } => match value.as_str() {
                Some(id) if options.iter().any(|option| option == id) => Ok(value.clone()),
                _ => Err(("enum", "must be the id of an option".into())),
            },
            Typed::Multiple {
                options,
                least,
                most,
            } => {
                let chosen = chosen(options, value)?;
                let fits = (*least as usize..=*most as usize).contains(&chosen.len());
                if !fits {
                    return Err(("length", format!("must be {least} to {most} options")));
                }
                // In the order of the options, whatever the order of the clicks was.
                let kept = options.iter().filter(|id| chosen.contains(&id.as_str()));
                Ok(kept.map(|id| Value::from(id.as_str())).collect())
            }
            Typed::Ranking { options } => {
                let chosen = chosen(options, value)?;
                if chosen.len() != options.len() {
                    return Err(("length", "must have every option once".into()));
                }
                Ok(value.clone())
            }
            Typed::Scale { from, to } => match crate::contract::whole(value) {
                Some(number) if (*from..=*to).contains(&number) => Ok(number.into()),
                Some(_) => Err(("range", format!("must be from {from} to {to}"))),
                None => Err(("type", "must be a whole number".into())),
            },
            Typed::Number { min, max, whole } => {
                let Some(number) = value.as_f64() else {
                    return Err(("type", "must be a number".into()));
                };
                if *whole && crate::contract::whole(value).is_none() {
                    return Err(("type", "must be a whole number".into()));
                }
                if min.is_some_and(|min| number < min) || max.is_some_and(|max| number > max) {
                    return Err(("range", "is outside of its range".into()));
                }
                match crate::contract::whole(value) {
                    Some(whole) => Ok(whole.into()),
                    None => Ok(value.clone()),
                }
            }
            Typed::Date { earliest, latest } => {
                let text = value.as_str().unwrap_or_default();
                if !is_date(text) {
                    return Err(("format", "must be a day such as 2026-01-31".into()));
                }
                let early = earliest.as_deref().is_some_and(|day| text < day);
                let late = latest.as_deref().is_some_and(|day| text > day);
                if early || late {
                    return Err(("range", "is outside of its range".into()));
                }
                Ok(value.clone())
            }
            Typed::YesNo => match value.as_bool() {
                Some(_) => Ok(value.clone()),
                None => Err(("type", "must be true or false".into())),
            },
            Typed::Short { max_chars } => {
                let text = value.as_str().map(str::trim).unwrap_or_default();
                let chars = text.chars().count();
                if chars == 0 || chars > *max_chars as usize || text.contains(char::is_control) {
                    let message = format!("must be a line of 1 to {max_chars} characters");
                    return Err(("length", message));
                }
                Ok(text.into())
            }
            Typed::File { formats, max_bytes } => file::kept(value, formats, *max_bytes),
        }
    }

    /// Reads words that are a value and nothing else.
    pub(super) fn of_exact_words(
        &self,
        words: &str,
        labels: &BTreeMap<String, String>,
        yes_no: &[String; 2],
    ) -> Option<Value> {
        let plain = |text: &str| -> String {
            let text = text.trim().trim_end_matches(['.', '!', ',', ';']);
            text.trim().to_lowercase()
        };
        let words = words.trim();
        let option = |words: &str| -> Option<String> {
            let found = self.options().iter().find(|id| {
                let label = labels.get(*id).map_or(id.as_str(), String::as_str);
                plain(label) == plain(words) || plain(id) == plain(words)
            });
            found.cloned()
        };
        let value = match self {
            Typed::Open | Typed::File { .. } => return None,
            Typed::Single { .. } => option(words)?.into(),
            Typed::Multiple { .. } | Typed::Ranking { .. } => {
                let whole = option(words).map(|id| vec![Value::from(id)]);
                let listed = || -> Option<Vec<Value>> {
                    let parts = words
                        .split([',', ';', '\n'])
                        .filter(|part| !part.trim().is_empty());
                    parts.map(|part| option(part).map(Value::from)).collect()
                };
                // Labels may have commas: those as they stand are looked for first.
                let exact = || {
                    let mut found = Vec::new();
                    let mut rest = words;
                    while !rest.is_empty() {
                        let starts = |id: &&String| {
                            let label = labels.get(*id).map_or(id.as_str(), String::as_str);
                            let after = rest.strip_prefix(label)?;
                            (after.is_empty() || after.starts_with(", ")).then_some(label.len())
                        };
                        let ids = self.options().iter();
                        let longest = ids
                            .filter_map(|id| Some((starts(&id)?, id)))
                            .max_by_key(|(length, _)| *length);
                        let (length, id) = longest?;
                        found.push(Value::from(id.as_str()));
                        rest = rest[length..].trim_start_matches(", ");
                    }
                    Some(found)
                };
                Value::Array(whole.or_else(exact).or_else(listed)?)
            }
            Typed::Scale { .. } => {
                let label = labels
                    .iter()
                    .find(|(_, label)| plain(label) == plain(words));
                // “10 (Very likely)” is a point with its label, as it is written.
                let written = labels.iter().find(|(point, label)| {
                    words.strip_prefix(point.as_str()) == Some(&[" (", label, ")"].concat())
                });
                let number = label
                    .or(written)
                    .map_or(plain(words), |(point, _)| point.clone());
                json!(number.parse::<f64>().ok()?)
            }
            Typed::Number { .. } => {
                let number: f64 = plain(words).replace(',', ".").parse().ok()?;
                json!(number)
            }
            Typed::Date { .. } => plain(words).into(),
            Typed::YesNo => {
                let [yes, no] = yes_no;
                match plain(words) {
                    given if given == plain(yes) => true.into(),
                    given if given == plain(no) => false.into(),
                    _ => return None,
                }
            }
            Typed::Short { .. } => words.into(),
        };
        self.value(&value).ok()
    }

    /// Writes a value in words.
    pub fn in_words(
        &self,
        value: &Value,
        labels: &BTreeMap<String, String>,
        yes_no: &[String; 2],
    ) -> String {
        let label = |id: &str| labels.get(id).cloned().unwrap_or_else(|| id.into());
        match (self, value) {
            (_, Value::Bool(yes)) => yes_no[usize::from(!yes)].clone(),
            (Typed::Single { .. }, Value::String(id)) => label(id),
            (_, Value::Array(ids)) => {
                let ids: Vec<String> = ids.iter().filter_map(Value::as_str).map(label).collect();
                ids.join(", ")
            }
            (Typed::Scale { .. }, _) => match labels.get(&value.to_string()) {
                Some(label) => format!("{value} ({label})"),
                None => value.to_string(),
            },
            (_, Value::String(text)) => text.clone(),
            (Typed::File { .. }, _) => value["name"].as_str().unwrap_or_default().into(),
            _ => value.to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn yes_no() -> [String; 2] {
        ["Yes".into(), "No".into()]
    }

    fn ids(ids: &[&str]) -> Vec<String> {
        ids.iter().map(|id| id.to_string()).collect()
    }

    #[test]
    fn a_value_is_judged_by_its_type() {
        let options = ids(&["a", "b", "c"]);
        let single = Typed::Single {
            options: options.clone(),
        };
        let multiple = Typed::Multiple {
            options: options.clone(),
            least: 1,
            most: 2,
        };
        let ranking = Typed::Ranking { options };
        let number = Typed::Number {
            min: Some(0.0),
            max: Some(10.0),
            whole: false,
        };
        let whole = Typed::Number {
            min: None,
            max: None,
            whole: true,
        };
        let date = Typed::Date {
            earliest: Some("2020-01-01".into()),
            latest: None,
        };
        let short = Typed::Short { max_chars: 3 };
        for (typed, value, expected) in [
            (&single, json!("b"), Ok(json!("b"))),
            (&single, json!("d"), Err("enum")),
            (&multiple, json!(["c", "a"]), Ok(json!(["a", "c"]))),
            (&multiple, json!(["a", "a"]), Err("enum")),
            (&multiple, json!([]), Err("length")),
            (&multiple, json!(["a", "b", "c"]), Err("length")),
            (&ranking, json!(["c", "a", "b"]), Ok(json!(["c", "a", "b"]))),
            (&ranking, json!(["c", "a"]), Err("length")),
            (&number, json!(2.5), Ok(json!(2.5))),
            (&number, json!(11), Err("range")),
            (&number, json!("2"), Err("type")),
            (&whole, json!(2.5), Err("type")),
            (&date, json!("2024-02-29"), Ok(json!("2024-02-29"))),
            (&date, json!("2023-02-29"), Err("format")),
            (&date, json!("2019-12-31"), Err("range")),
            (&Typed::YesNo, json!(true), Ok(json!(true))),
            (&Typed::YesNo, json!("yes"), Err("type")),
            (&short, json!(" ab "), Ok(json!("ab"))),
            (&short, json!("abcd"), Err("length")),
            (&Typed::Open, json!("words"), Err("type")),
        ] {
            let found = typed.value(&value).map_err(|(rule, _)| rule);
            assert_eq!(found, expected, "{typed:?} {value}");
        }
    }

    #[test]
    fn words_are_a_value_where_they_are_one() {
        let labels = BTreeMap::from([
            ("a".to_string(), "Every day".to_string()),
            ("10".into(), "Very likely".into()),
            ("milk".into(), "Milk".into()),
            ("cold".into(), "Milk, cold".into()),
        ]);
        let single = Typed::Single {
            options: ids(&["a", "b"]),
        };
        let ranking = Typed::Ranking {
            options: ids(&["a", "b"]),
        };
        let commas = Typed::Ranking {
            options: ids(&["milk", "cold"]),
        };
        let scale = Typed::Scale { from: 0, to: 10 };
        let number = Typed::Number {
            min: None,
            max: None,
            whole: false,
        };
        for (typed, words, expected) in [
            (&single, "every DAY.", Some(json!("a"))),
            (&single, "now and then", None),
            (&ranking, "b, every day", Some(json!(["b", "a"]))),
            (&ranking, "b", None),
            (&commas, "Milk, cold, Milk", Some(json!(["cold", "milk"]))),
            (&scale, "10 (Very likely)", Some(json!(10))),
            (&scale, " 7 ", Some(json!(7))),
            (&scale, "very likely", Some(json!(10))),
            (&scale, "seven or so", Some(json!(7))),
            (&scale, "11", None),
            (&number, "2,5", Some(json!(2.5))),
            (&number, "inf", None),
            (&Typed::YesNo, "Yes!", Some(json!(true))),
            (&Typed::YesNo, "well", None),
        ] {
            assert_eq!(
                typed.of_words(words, &labels, &yes_no()),
                expected,
                "{typed:?} {words}"
            );
        }
        assert_eq!(
            scale.in_words(&json!(10), &labels, &yes_no()),
            "10 (Very likely)"
        );
    }
}
