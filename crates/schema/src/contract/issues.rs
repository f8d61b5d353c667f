//! How faults are worded, placed, sorted and bounded: the same for the walker and for the run-time validator.

use crate::Issue;
use crate::codec::text;
use serde_json::Value;
use std::cmp::Ordering;

/// Faults after which judging a value stops: a hostile reply must not cost memory without end.
pub const MOST_FOUND: usize = 1_000;

/// Most faults that are reported of one value, the first by path: nobody mends more at once.
pub const MOST_REPORTED: usize = 100;

/// Longest part of a path that comes from the value itself, in characters.
const KEY_CHARS: usize = 80;

/// Longest list of choices in a message, in bytes.
const CHOICES_BYTES: usize = 600;

/// Words the fault that `value` does not satisfy `keyword` of a schema, whose value there is `limit`.
///
/// The rule is the keyword in snake_case, except `additionalProperties`, which is `unknown_key`. For `required` and
/// `additionalProperties` the path is that of the key.
#[inline(never)]
pub fn fault(path: &str, keyword: &str, limit: &Value, value: Option<&Value>) -> Issue {
    let count = match value {
        Some(Value::String(text)) => text.chars().count(),
        Some(Value::Array(items)) => items.len(),
        _ => 0,
    };
    let message = match keyword {
        "required" => "is required".into(),
        "additionalProperties" => "is not a known key".into(),
        "type" => ["must be ", &types(limit)].concat(),
        "const" => ["must be ", &text(limit)].concat(),
        "enum" => ["must be one of ", &choices(limit)].concat(),
        "minLength" => counted("least", limit, "character", count),
        "maxLength" => counted("most", limit, "character", count),
        "minItems" => counted("least", limit, "item", count),
        "maxItems" => counted("most", limit, "item", count),
        "minimum" => ["must be at least ", &text(limit)].concat(),
        "maximum" => ["must be at most ", &text(limit)].concat(),
        _ => "must have one of the allowed forms".into(),
    };
    Issue::new(path, &rule(keyword), message, value)
}

/// Writes a keyword as the rule of an issue: `minLength` is `min_length`.
fn rule(keyword: &str) -> String {
    if keyword == "additionalProperties" {
        return super::rules::UNKNOWN_KEY.into();
    }
    let mut out = String::new();
    for c in keyword.chars() {
        if c.is_ascii_uppercase() {
            out.push('_');
        }
        out.push(c.to_ascii_lowercase());
    }
    out
}

/// `must have at least 10 characters, not 4`.
fn counted(which: &str, limit: &Value, unit: &str, count: usize) -> String {
    let limit = (limit.as_f64().unwrap_or_default() as u64).to_string();
    let plural = if limit == "1" { "" } else { "s" };
    let count = count.to_string();
    [
        "must have at ",
        which,
        " ",
        &limit,
        " ",
        unit,
        plural,
        ", not ",
        &count,
    ]
    .concat()
}

/// Names the types of a `type` keyword in an order of its own, as schemas list them in any.
fn types(kinds: &Value) -> String {
    let named = |name: &str| match kinds {
        Value::Array(kinds) => kinds.iter().any(|kind| kind == name),
        kind => kind == name,
    };
    let mut out = String::new();
    for (name, words) in [
        ("string", "a string"),
        ("number", "a number"),
        ("integer", "a whole number"),
        ("boolean", "true or false"),
        ("object", "an object"),
        ("array", "an array"),
        ("null", "null"),
    ] {
        if named(name) && !(name == "integer" && named("number")) {
            alternative(&mut out, words);
        }
    }
    out
}

fn alternative(list: &mut String, words: &str) {
    if !list.is_empty() {
        list.push_str(" or ");
    }
    list.push_str(words);
}

fn choices(limit: &Value) -> String {
    let mut out = String::new();
    for choice in limit.as_array().into_iter().flatten() {
        if !out.is_empty() {
            out.push_str(", ");
        }
        if out.len() > CHOICES_BYTES {
            out.push('…');
            break;
        }
        out.push_str(&text(choice));
    }
    out
}

/// Explains why a value fits none of several alternatives, whose faults are given one list for each.
///
/// When its type fits one alternative alone, that one's faults are meant: an object where an object or null may stand is a
/// faulty object. When its type fits none, the types are named. Else it `must have one of the allowed forms`.
pub fn any_of(path: &str, value: &Value, mut branches: Vec<Vec<Issue>>) -> Vec<Issue> {
    let wrong_type = |issue: &&Issue| issue.path == path && issue.rule == "type";
    let fits = |found: &Vec<Issue>| !found.iter().any(|issue| wrong_type(&issue));
    let mut fitting = (0..branches.len()).filter(|place| fits(&branches[*place]));
    match (fitting.next(), fitting.next()) {
        (Some(only), None) => branches.swap_remove(only),
        (Some(_), Some(_)) => vec![fault(path, "anyOf", &Value::Null, Some(value))],
        (None, _) => {
            let mut named = Vec::new();
            let mut types = String::new();
            for issue in branches
                .iter()
                .flat_map(|found| found.iter().find(wrong_type))
            {
                let words = issue.message.trim_start_matches("must be ");
                if !named.contains(&words) {
                    named.push(words);
                    alternative(&mut types, words);
                }
            }
            vec![Issue::new(
                path,
                "type",
                ["must be ", &types].concat(),
                Some(value),
            )]
        }
    }
}

/// Appends a key to a path, cut to a bounded length, and returns where the path ended before.
pub fn below(path: &mut String, key: &str) -> usize {
    let end = path.len();
    if end > 0 {
        path.push('.');
    }
    path.extend(key.chars().take(KEY_CHARS));
    end
}

/// Appends the place of an array's item, from 0, to a path and returns where the path ended before.
pub fn item(path: &mut String, place: usize) -> usize {
    let end = path.len();
    path.push('[');
    path.push_str(&place.to_string());
    path.push(']');
    end
}

/// Brings faults into the order of their paths, `skills[2]` before `skills[10]`, takes out what another one reports better, and
/// keeps the first [`MOST_REPORTED`]. Of more than [`MOST_FOUND`] only the first that were found are looked at.
///
/// A value of the wrong type is no choice and no constant either; the type alone is reported.
pub fn settle(issues: &mut Vec<Issue>) {
    // The library's sort weighs more than the walker, and there are never more than MOST_FOUND.
    let mut sorted: Vec<Issue> = Vec::new();
    for issue in issues.drain(..).take(MOST_FOUND) {
        let before = |other: &Issue| {
            in_order(&other.path, &issue.path)
                .then_with(|| other.rule.cmp(&issue.rule))
                .then_with(|| other.message.cmp(&issue.message))
                .is_le()
        };
        let place = sorted.partition_point(before);
        sorted.insert(place, issue);
    }
    *issues = sorted;
    issues.dedup();
    let typed: Vec<String> = issues
        .iter()
        .filter(|issue| issue.rule == "type")
        .map(|issue| issue.path.clone())
        .collect();
    issues.retain(|issue| {
        !matches!(issue.rule.as_str(), "enum" | "const" | "any_of" | "one_of")
            || !typed.contains(&issue.path)
    });
    issues.truncate(MOST_REPORTED);
}

/// Compares paths byte by byte, but numbers by their value.
fn in_order(a: &str, b: &str) -> Ordering {
    let (mut a, mut b) = (a.as_bytes(), b.as_bytes());
    while let ([x, ..], [y, ..]) = (a, b) {
        if x.is_ascii_digit() && y.is_ascii_digit() {
            let digits = |text: &[u8]| text.iter().take_while(|b| b.is_ascii_digit()).count();
            let (left, right) = (digits(a), digits(b));
            let order = left.cmp(&right).then_with(|| a[..left].cmp(&b[..right]));
            if order.is_ne() {
                return order;
            }
            (a, b) = (&a[left..], &b[right..]);
        } else if x == y {
            (a, b) = (&a[1..], &b[1..]);
        } else {
            return x.cmp(y);
        }
    }
    a.len().cmp(&b.len())
}
