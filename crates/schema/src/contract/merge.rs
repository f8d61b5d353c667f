//! Puts the three parts of a recommendation together.

use super::{check_by, rules, schema};
use crate::Issue;
use crate::contract::Contract;
use serde_json::{Value, json};

/// Merges the parts of [`Contract::Advice`]. Each part is judged on its own and the whole is judged again. When the first part's
/// action is null, the others are not looked at.
///
/// # Errors
/// What is wrong with the parts, each path led by `part1`, `part2` or `part3`; a part that is needed and not there by the rule
/// `required`. Unknown keys are refused: parts that come from a model are [read](super::read) before.
pub fn merge_parts(
    part1: &Value,
    part2: Option<&Value>,
    part3: Option<&Value>,
) -> Result<Value, Vec<Issue>> {
    let known = |contract| schema(contract).unwrap_or_default();
    merge_parts_by(&known, part1, part2, part3)
}

/// Merges as [`merge_parts`] does, by schemas of the contracts that are at hand already.
///
/// # Errors
/// As [`merge_parts`].
pub fn merge_parts_by(
    schema: &dyn Fn(Contract) -> Value,
    part1: &Value,
    part2: Option<&Value>,
    part3: Option<&Value>,
) -> Result<Value, Vec<Issue>> {
    let mut issues = Vec::new();
    let check = |contract, value: &Value| check_by(&schema(contract), contract, value);
    let mut part = |name: &str, contract, value: Option<&Value>| {
        let Some(value) = value else {
            return Issue::report(&mut issues, name, rules::REQUIRED, "is required", None);
        };
        for mut issue in check(contract, value) {
            let dot = if issue.path.is_empty() { "" } else { "." };
            issue.path = [name, dot, &issue.path].concat();
            issues.push(issue);
        }
    };
    part("part1", Contract::AdvicePart1, Some(part1));
    let mut action = Value::Null;
    if !part1["action"].is_null() {
        part("part2", Contract::AdvicePart2, part2);
        part("part3", Contract::AdvicePart3, part3);
        let (part2, part3) = (part2.unwrap_or(&Value::Null), part3.unwrap_or(&Value::Null));
        action = json!({
            "type": part1["action"],
            "actor": {
                "title": part2["title"],
                "reason": part2["reason"],
                "skills": part2["skills"],
                "prompt": part3["prompt"],
                "model": part3["model"],
            },
        });
    }
    if issues.is_empty() {
        let whole = json!({"recommendation": part1["recommendation"], "action": action});
        issues = check(Contract::Advice, &whole);
        if issues.is_empty() {
            return Ok(whole);
        }
    }
    Err(issues)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::check;

    fn parts() -> (Value, Value, Value) {
        (
            json!({"recommendation": "I think you need to hire a database administrator.", "action": "create_actor"}),
            json!({"title": "Database Administrator", "reason": "Your queries are slow and nobody knows why.", "skills": ["SQL", "Indexes", "Query plans"]}),
            json!({"prompt": "You are an experienced database administrator.", "model": "reasoning"}),
        )
    }

    fn places(merged: Result<Value, Vec<Issue>>) -> Vec<(String, String)> {
        let issues = merged.expect_err("the parts were merged");
        issues
            .into_iter()
            .map(|issue| (issue.path, issue.rule))
            .collect()
    }

    #[test]
    fn three_valid_parts_make_a_valid_whole() {
        let (one, two, three) = parts();
        let whole = merge_parts(&one, Some(&two), Some(&three)).unwrap();
        assert_eq!(check(Contract::Advice, &whole), []);
        assert_eq!(whole["action"]["actor"]["skills"], two["skills"]);
        assert_eq!(whole["action"]["type"], "create_actor");
    }

    #[test]
    fn with_a_null_action_the_other_parts_are_not_looked_at() {
        let one =
            json!({"recommendation": "Your team has everybody it needs for this.", "action": null});
        let whole = merge_parts(&one, Some(&json!("garbage")), None).unwrap();
        assert_eq!(whole["action"], Value::Null);
        assert_eq!(whole["recommendation"], one["recommendation"]);
    }

    #[test]
    fn every_part_reports_its_own_issues() {
        let (mut one, mut two, _) = parts();
        one["recommendation"] = "Hire.".into();
        two["skills"] = json!(["SQL"]);
        two["salary"] = json!(1);
        let expected = [
            ("part1.recommendation", "min_length"),
            ("part2.salary", "unknown_key"),
            ("part2.skills", "min_items"),
            ("part3", "required"),
        ];
        let expected = expected.map(|(path, rule)| (path.into(), rule.into()));
        assert_eq!(places(merge_parts(&one, Some(&two), None)), expected);
    }

    #[test]
    fn a_missing_action_is_not_a_null_one() {
        let (mut one, two, three) = parts();
        one.as_object_mut().unwrap().remove("action");
        let found = places(merge_parts(&one, Some(&two), Some(&three)));
        assert_eq!(found, [("part1.action".into(), "required".into())]);
    }

    #[test]
    fn parts_that_are_no_objects_are_refused() {
        let found = places(merge_parts(&json!([]), None, None));
        assert_eq!(found, [("part1".into(), "type".into())]);
    }
}
