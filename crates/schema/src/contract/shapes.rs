//! The error shapes of the contract `envelope`: older programs read them beside our issues.

use crate::Issue;
use crate::codec;
use crate::contract::Contract;
use serde_json::{Map, Value};

/// Stages of the expert interview in their order, as the envelope's schema names them.
const STAGES: [&str; 9] = [
    "greeting",
    "profiling",
    "essence",
    "operations",
    "expertise_map",
    "failure_modes",
    "mastery",
    "growth_path",
    "wrap_up",
];

/// Returns the keys of the error shape for a fault of an envelope; none for other faults and contracts.
///
/// - `invalid_stage_code`: `error`, `message`, `valid_stages` for an `interview_stage` that is none of the nine.
/// - `missing_required_fields`: `error`, `message`, `missing_fields` for every missing field, each time with all of them, as
///   they are found in `all`.
/// - `invalid_question_depth`: `error`, `message`, `received_value` for a depth that is no whole number from 1 to 4. Of a text or
///   a collection the received value is the bounded form that an issue carries.
///
/// The `message` is the shape's own; merged into an issue it takes the place of ours.
pub fn error_shape(
    contract: Contract,
    issue: &Issue,
    all: &[Issue],
    value: &Value,
) -> Option<Map<String, Value>> {
    if contract != Contract::Envelope {
        return None;
    }
    let rule = issue.rule.as_str();
    let found = || issue.value.clone().unwrap_or_default();
    let (error, message, key, detail) = match (issue.path.as_str(), rule) {
        (_, "required") => {
            let missing = all.iter().filter(|other| other.rule == "required");
            (
                "missing_required_fields",
                String::from("Response missing required fields"),
                "missing_fields",
                missing
                    .map(|other| Value::from(other.path.as_str()))
                    .collect(),
            )
        }
        ("interview_stage", "enum" | "type") => {
            let stage = match found() {
                Value::String(stage) if value["interview_stage"].is_string() => stage,
                other => codec::text(&other),
            };
            (
                "invalid_stage_code",
                ["Stage '", &stage, "' not in valid enum"].concat(),
                "valid_stages",
                STAGES.into_iter().map(Value::from).collect(),
            )
        }
        ("metadata.question_depth", "type" | "minimum" | "maximum") => (
            "invalid_question_depth",
            String::from("question_depth must be 1-4"),
            "received_value",
            found(),
        ),
        _ => return None,
    };
    let mut shape = Map::new();
    shape.insert("error".into(), error.into());
    shape.insert("message".into(), message.into());
    shape.insert(key.into(), detail);
    Some(shape)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::{check, schema};
    use serde_json::json;

    fn shapes(value: Value) -> Vec<Value> {
        let issues = check(Contract::Envelope, &value);
        let shape =
            |issue| error_shape(Contract::Envelope, issue, &issues, &value).map(Value::Object);
        issues.iter().filter_map(shape).collect()
    }

    #[test]
    fn faults_of_an_envelope_have_their_error_shapes() {
        let metadata = json!({"question_depth": 6, "completeness": 10, "engagement_level": "low"});
        assert_eq!(
            shapes(
                json!({"interview_stage": "interviewing", "response": "What do you do?", "metadata": metadata})
            ),
            [
                json!({
                    "error": "invalid_stage_code",
                    "message": "Stage 'interviewing' not in valid enum",
                    "valid_stages": STAGES,
                }),
                json!({
                    "error": "invalid_question_depth",
                    "message": "question_depth must be 1-4",
                    "received_value": 6,
                }),
            ]
        );
        let missing = json!({
            "error": "missing_required_fields",
            "message": "Response missing required fields",
            "missing_fields": ["metadata", "response"],
        });
        assert_eq!(
            shapes(json!({"interview_stage": "greeting"})),
            [missing.clone(), missing]
        );
    }

    #[test]
    fn other_faults_and_other_contracts_have_no_error_shape() {
        let value = json!({"interview_stage": "greeting", "response": "What?", "metadata": {"question_depth": 2.5}});
        let shapes = shapes(value.clone());
        assert_eq!(shapes.len(), 3, "{shapes:?}");
        let depth = shapes
            .iter()
            .find(|shape| shape["error"] == "invalid_question_depth");
        assert_eq!(depth.unwrap()["received_value"], 2.5);
        let issues = check(Contract::Advice, &value);
        assert!(!issues.is_empty());
        assert!(
            issues
                .iter()
                .all(|issue| error_shape(Contract::Advice, issue, &issues, &value).is_none())
        );
    }

    #[test]
    fn a_stage_that_is_no_text_is_shown_as_json() {
        let shape =
            shapes(json!({"interview_stage": 7, "response": "What do you do?", "metadata": null}));
        assert_eq!(shape[0]["message"], "Stage '7' not in valid enum");
    }

    #[test]
    fn the_stages_are_those_of_the_schema() {
        let schema = schema(Contract::Envelope).unwrap();
        assert_eq!(
            schema["properties"]["interview_stage"]["enum"],
            json!(STAGES)
        );
    }
}
