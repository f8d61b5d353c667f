//! Judges conditions: they name typed values that are there by then, and fit their types.

use colloquy_schema::{Condition, Issue, Typed, ValueTest};
use serde_json::Value;
use std::collections::BTreeMap;

/// Deepest nesting.
const DEPTH: usize = 5;

pub(super) fn judge(
    condition: &Condition,
    path: &str,
    known: &BTreeMap<String, Typed>,
    issues: &mut Vec<Issue>,
) {
    if depth(condition) > DEPTH {
        Issue::report(issues, path, "depth", "must be nested 5 deep at most", None);
    }
    let mut faults = Vec::new();
    condition.tests(path, &mut |path, test| one(path, test, known, &mut faults));
    issues.append(&mut faults);
}

fn depth(condition: &Condition) -> usize {
    match condition {
        Condition::All { all: many } | Condition::Any { any: many } => {
            1 + many.iter().map(depth).max().unwrap_or(0)
        }
        Condition::Not { not } => 1 + depth(not),
        Condition::Test(_) => 0,
    }
}

fn one(path: &str, test: &ValueTest, known: &BTreeMap<String, Typed>, issues: &mut Vec<Issue>) {
    let name = Value::from(test.value.as_str());
    let Some(typed) = known.get(&test.value) else {
        let message = "must be a typed question before this one, or a value that the host hands in";
        return Issue::report(
            issues,
            &format!("{path}.value"),
            "unknown_value",
            message,
            Some(&name),
        );
    };
    if !typed.has_value() {
        let message = "is answered in words: conditions look at typed values only";
        return Issue::report(
            issues,
            &format!("{path}.value"),
            "untyped",
            message,
            Some(&name),
        );
    }
    let lists = matches!(typed, Typed::Multiple { .. } | Typed::Ranking { .. });
    let ordered = matches!(
        typed,
        Typed::Scale { .. } | Typed::Number { .. } | Typed::Date { .. }
    );
    let Some(operator) = test.operators().first().copied() else {
        return;
    };
    let fits = match operator {
        "answered" => true,
        "includes" => lists,
        "at_least" | "at_most" => ordered,
        // Of a file it is known that it is there: what is in it decides nothing.
        _ => !lists && !matches!(typed, Typed::File { .. }),
    };
    if !fits {
        let message = ["does not fit a value of type ", typed.name()].concat();
        return Issue::report(
            issues,
            &format!("{path}.{operator}"),
            "operator",
            &message,
            None,
        );
    }
    let mut judge = |path: String, value: &Value| {
        let fault = match typed {
            Typed::Multiple { options, .. } | Typed::Ranking { options } => {
                let known = options.iter().any(|option| value == option.as_str());
                (!known).then(|| ("enum", String::from("must be the id of an option")))
            }
            typed => typed.value(value).err(),
        };
        if let Some((rule, message)) = fault {
            Issue::report(issues, &path, rule, &message, Some(value));
        }
    };
    for (key, value) in [
        ("is", &test.is),
        ("is_not", &test.is_not),
        ("at_least", &test.at_least),
        ("at_most", &test.at_most),
        ("includes", &test.includes),
    ] {
        if let Some(value) = value {
            judge(format!("{path}.{key}"), value);
        }
    }
    for (key, values) in [("any_of", &test.any_of), ("none_of", &test.none_of)] {
        for (place, value) in values.iter().flatten().enumerate() {
            judge(format!("{path}.{key}[{place}]"), value);
        }
    }
}
