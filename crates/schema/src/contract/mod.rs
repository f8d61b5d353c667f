//! What a model's reply must look like: one published JSON Schema per contract, and the one small walker that judges values
//! by it.
//!
//! The walker knows the keywords that the published files use and no others, because it ships to every browser. A guide's own
//! schema is judged by `colloquy-validator`, which reports the same issues: both word them with [`fault`], sort and bound them
//! with [`settle`], and explain alternatives with [`any_of`].

mod issues;
mod merge;
mod profile;
pub mod rules;
mod shapes;
pub(crate) mod text;
mod walk;

use crate::codec::Codec;
pub use issues::{MOST_FOUND, MOST_REPORTED, any_of, below, fault, item, settle};
pub use merge::{merge_parts, merge_parts_by};
pub use profile::{Moved, OverLimit, ProfileReport, Profiled, Provider, profile, restore};
pub use shapes::error_shape;

use crate::Issue;
use serde_json::Value;

/// What a reply must look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Codec)]
pub enum Contract {
    /// One question of a conversation, and whether it goes deeper: `question`.
    Question,
    /// One turn of a staged interview with the model's view of how far it is: `envelope`.
    Envelope,
    /// A recommendation with its action, whole: `advice`.
    Advice,
    /// Its first part, the recommendation and whether there is an action: `advice-part-1`.
    #[codec(rename = "advice-part-1")]
    AdvicePart1,
    /// Its second part, the role: `advice-part-2`.
    #[codec(rename = "advice-part-2")]
    AdvicePart2,
    /// Its third part, the prompt and kind of model: `advice-part-3`.
    #[codec(rename = "advice-part-3")]
    AdvicePart3,
    /// Insights, actions and themes with quotes from the answers: `findings`.
    Findings,
    /// Skills with the words that show them, and how an answer meets its question: `skills`.
    Skills,
    /// What the guide's own JSON Schema describes: `outcome`.
    Outcome,
}

/// The built-in contracts. [`Contract::Outcome`] is not among them: its schema is the guide's own.
pub const BUILT_IN: [Contract; 8] = [
    Contract::Question,
    Contract::Envelope,
    Contract::Advice,
    Contract::AdvicePart1,
    Contract::AdvicePart2,
    Contract::AdvicePart3,
    Contract::Findings,
    Contract::Skills,
];

/// What to report of keys that a schema does not know where it allows no others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unknown {
    /// Unknown keys are faults, by the rule `unknown_key`.
    Refused,
    /// Nothing.
    Ignored,
}

/// Returns the published JSON Schema of a contract as text; none for [`Contract::Outcome`].
pub fn schema_text(contract: Contract) -> Option<&'static str> {
    Some(match contract {
        Contract::Question | Contract::Findings => return common_schema_text(contract),
        Contract::Envelope => include_str!("../../../../pkg/schemas/contracts/envelope.json"),
        Contract::Advice => include_str!("../../../../pkg/schemas/contracts/advice.json"),
        Contract::AdvicePart1 => {
            include_str!("../../../../pkg/schemas/contracts/advice-part-1.json")
        }
        Contract::AdvicePart2 => {
            include_str!("../../../../pkg/schemas/contracts/advice-part-2.json")
        }
        Contract::AdvicePart3 => {
            include_str!("../../../../pkg/schemas/contracts/advice-part-3.json")
        }
        Contract::Skills => include_str!("../../../../pkg/schemas/contracts/skills.json"),
        Contract::Outcome => return None,
    })
}

/// Returns the same where interviews of every kind ask for the contract. Each kind brings those that it alone asks for.
pub fn common_schema_text(contract: Contract) -> Option<&'static str> {
    match contract {
        Contract::Question => Some(include_str!(
            "../../../../pkg/schemas/contracts/question.json"
        )),
        Contract::Findings => Some(include_str!(
            "../../../../pkg/schemas/contracts/findings.json"
        )),
        _ => None,
    }
}

/// Returns the published JSON Schema of a contract; none for [`Contract::Outcome`].
pub fn schema(contract: Contract) -> Option<Value> {
    schema_text(contract).map(parse_schema)
}

/// Reads the text of a published schema. It knows as much of JSON as those files use.
pub fn parse_schema(text: &str) -> Value {
    text::parse(text)
}

/// Judges a value by a schema that uses no other keywords than the published files do; others are passed over. A guide's own
/// schema goes to `colloquy-validator` instead.
///
/// Every fault is reported, up to [`MOST_REPORTED`], in the order of their paths. Empty when the value satisfies the schema.
/// Lengths are in Unicode code points; `2.0` is a whole number, as JSON Schema has it, `2.5` and `true` are none.
pub fn validate(schema: &Value, value: &Value, unknown: Unknown) -> Vec<Issue> {
    let mut issues = walk::walk(schema, value, unknown);
    settle(&mut issues);
    issues
}

/// Judges a value by a built-in contract as strictly as there is: its schema, unknown keys refused, and the [`rules`] that
/// look at the value alone. A missing question is not among them, as a closing has none.
///
/// Empty for [`Contract::Outcome`], which has no schema here.
pub fn check(contract: Contract, value: &Value) -> Vec<Issue> {
    schema(contract).map_or_else(Vec::new, |schema| check_by(&schema, contract, value))
}

/// Judges as [`check`] does, by a schema of the contract that is at hand already.
pub fn check_by(schema: &Value, contract: Contract, value: &Value) -> Vec<Issue> {
    let mut issues = walk::walk(schema, value, Unknown::Refused);
    let mut ruled = rules::of(contract, value);
    ruled.retain(|issue| issue.rule != rules::NO_QUESTION);
    issues.append(&mut ruled);
    settle(&mut issues);
    issues
}

/// Reads a value by a schema as [`validate`] does, but takes unknown keys out, each reported by the rule `unknown_key`.
/// The value that is returned satisfies the schema unless [`faults`] is true.
pub fn read(schema: &Value, mut value: Value) -> (Value, Vec<Issue>) {
    let mut issues = walk::walk(schema, &value, Unknown::Refused);
    issues.retain(|issue| issue.rule == rules::UNKNOWN_KEY);
    settle(&mut issues);
    if !issues.is_empty() {
        walk::drop_unknown(schema, &mut value);
    }
    // A flood of unknown keys must not hide what else is wrong, so the rest is judged without them.
    let mut rest = validate(schema, &value, Unknown::Refused);
    rest.append(&mut issues);
    (value, rest)
}

/// Returns a value without the nulls that stand for optional keys: a provider that enforces a schema asks for every key, and
/// what is left out comes as null. It knows the published files and what they use; [`restore`] knows any schema.
pub fn without_nulls(schema: &Value, mut value: Value) -> Value {
    walk::drop_nulls(schema, &mut value);
    value
}

/// True when something is wrong that makes a value unusable: anything but unknown keys, which are taken out, and what is only
/// reported of a question that can be put all the same ([`rules::ONE_QUESTION`], [`rules::NO_QUESTION`]).
pub fn faults(issues: &[Issue]) -> bool {
    let usable = [rules::UNKNOWN_KEY, rules::ONE_QUESTION, rules::NO_QUESTION];
    issues
        .iter()
        .any(|issue| !usable.contains(&issue.rule.as_str()))
}

/// Returns a number that JSON Schema calls whole, `2.0` included; none for other values and beyond 2^53.
pub fn whole(value: &Value) -> Option<i64> {
    let number = value.as_f64()?;
    let exact = number.fract() == 0.0 && number.abs() <= 9_007_199_254_740_992.0;
    exact.then_some(number as i64)
}
