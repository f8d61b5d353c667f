//! Conditions over typed values: true or false for anything that a respondent does, and blind to what a model thinks.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// When something holds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Condition {
    /// Every one holds.
    All {
        /// The conditions.
        all: Vec<Condition>,
    },
    /// One of them holds.
    Any {
        /// The conditions.
        any: Vec<Condition>,
    },
    /// A condition does not hold.
    Not {
        /// The condition.
        not: Box<Condition>,
    },
    /// A test of one value.
    Test(Box<ValueTest>),
}

/// A test of one value, with one of the keys beside `value`. A value that is not there satisfies no test but `answered: false`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ValueTest {
    /// Id of a typed topic, or name of a value that the host hands in.
    pub value: String,
    /// The value is this one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub is: Option<Value>,
    /// The value is another one than this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub is_not: Option<Value>,
    /// The value is one of these.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub any_of: Option<Vec<Value>>,
    /// The value is none of these.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub none_of: Option<Vec<Value>>,
    /// The value is this number or more, or this date or later.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_least: Option<Value>,
    /// The value is this number or less, or this date or earlier.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_most: Option<Value>,
    /// The value is a list with this in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub includes: Option<Value>,
    /// True: there is a value. False: there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answered: Option<bool>,
}

impl Condition {
    /// Judges the condition by the values that there are.
    ///
    /// ```
    /// use colloquy_schema::Condition;
    /// use serde_json::json;
    ///
    /// let promoter: Condition = serde_json::from_value(json!({ "value": "nps", "at_least": 9 })).unwrap();
    /// assert!(promoter.holds(&|_| Some(json!(10))));
    /// assert!(!promoter.holds(&|_| None));
    /// ```
    pub fn holds(&self, value: &dyn Fn(&str) -> Option<Value>) -> bool {
        match self {
            Condition::All { all } => all.iter().all(|one| one.holds(value)),
            Condition::Any { any } => any.iter().any(|one| one.holds(value)),
            Condition::Not { not } => !not.holds(value),
            Condition::Test(test) => test.holds(value(&test.value).as_ref()),
        }
    }

    /// Hands every test in it to `visit`, with its path behind `path`.
    pub fn tests<'a>(&'a self, path: &str, visit: &mut dyn FnMut(&str, &'a ValueTest)) {
        match self {
            Condition::All { all: many } | Condition::Any { any: many } => {
                let key = if matches!(self, Condition::All { .. }) {
                    "all"
                } else {
                    "any"
                };
                for (place, one) in many.iter().enumerate() {
                    let path = [path, ".", key, "[", &place.to_string(), "]"].concat();
                    one.tests(&path, visit);
                }
            }
            Condition::Not { not } => not.tests(&[path, ".not"].concat(), visit),
            Condition::Test(test) => visit(path, test),
        }
    }
}

impl ValueTest {
    /// The names of the keys that say what is tested.
    pub fn operators(&self) -> Vec<&'static str> {
        let all = [
            ("is", self.is.is_some()),
            ("is_not", self.is_not.is_some()),
            ("any_of", self.any_of.is_some()),
            ("none_of", self.none_of.is_some()),
            ("at_least", self.at_least.is_some()),
            ("at_most", self.at_most.is_some()),
            ("includes", self.includes.is_some()),
            ("answered", self.answered.is_some()),
        ];
        let given = all.iter().filter(|(_, given)| *given);
        given.map(|(name, _)| *name).collect()
    }

    fn holds(&self, value: Option<&Value>) -> bool {
        if let Some(answered) = self.answered {
            return answered == value.is_some();
        }
        let Some(value) = value else { return false };
        let ordered = |bound: &Value| match (value, bound) {
            (Value::String(a), Value::String(b)) => Some(a.cmp(b)),
            _ => value.as_f64()?.partial_cmp(&bound.as_f64()?),
        };
        let is = |other: &Value| match (value.as_f64(), other.as_f64()) {
            (Some(a), Some(b)) => a == b,
            _ => value == other,
        };
        let or_true = |holds: Option<bool>| holds.unwrap_or(true);
        or_true(self.is.as_ref().map(is))
            && or_true(self.is_not.as_ref().map(|other| !is(other)))
            && or_true(self.any_of.as_ref().map(|list| list.iter().any(is)))
            && or_true(self.none_of.as_ref().map(|list| !list.iter().any(is)))
            && or_true(
                self.at_least
                    .as_ref()
                    .map(|bound| ordered(bound).is_some_and(|o| o.is_ge())),
            )
            && or_true(
                self.at_most
                    .as_ref()
                    .map(|bound| ordered(bound).is_some_and(|o| o.is_le())),
            )
            && or_true(
                self.includes
                    .as_ref()
                    .map(|item| value.as_array().is_some_and(|list| list.contains(item))),
            )
    }
}
