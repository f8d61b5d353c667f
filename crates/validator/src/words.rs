//! Words the validator's errors as the issues that the walker reports.

use colloquy_schema::Issue;
use colloquy_schema::contract::{any_of, below, fault, item};
use jsonschema::ValidationError;
use jsonschema::error::{TypeKind, ValidationErrorKind as Kind};
use serde_json::Value;

/// Longest text that a message takes over from a schema, in characters.
const DETAIL_CHARS: usize = 200;

/// Adds one error to the issues. Paths are those in `root`.
pub(crate) fn explain(root: &Value, error: &ValidationError, issues: &mut Vec<Issue>) {
    let (mut path, _) = place(root, error.instance_path().as_str());
    let instance: &Value = error.instance();
    let value = Some(instance);
    // A keyword that the walker knows too, with its limit.
    let mut known = |keyword: &str, limit: &Value| issues.push(fault(&path, keyword, limit, value));
    match error.kind() {
        Kind::Type { kind } => return known("type", &types(kind)),
        Kind::Constant { expected_value } => return known("const", expected_value),
        Kind::Enum { options } => return known("enum", options),
        Kind::MinLength { limit } => return known("minLength", &Value::from(*limit)),
        Kind::MaxLength { limit } => return known("maxLength", &Value::from(*limit)),
        Kind::MinItems { limit } => return known("minItems", &Value::from(*limit)),
        Kind::MaxItems { limit } => return known("maxItems", &Value::from(*limit)),
        Kind::Minimum { limit } => return known("minimum", limit),
        Kind::Maximum { limit } => return known("maximum", limit),
        _ => {}
    }
    match error.kind() {
        Kind::Required { property } => {
            below(&mut path, property.as_str().unwrap_or_default());
            issues.push(fault(&path, "required", property, None));
        }
        Kind::AdditionalProperties { unexpected } | Kind::UnevaluatedProperties { unexpected } => {
            for key in unexpected {
                let end = below(&mut path, key);
                issues.push(fault(
                    &path,
                    "additionalProperties",
                    &Value::Null,
                    instance.get(key),
                ));
                path.truncate(end);
            }
        }
        Kind::AnyOf { context } => issues.append(&mut alternatives(root, &path, instance, context)),
        Kind::OneOfNotValid { context } => {
            for mut issue in alternatives(root, &path, instance, context) {
                if issue.rule == "any_of" && issue.path == path {
                    issue.rule = "one_of".into();
                }
                issues.push(issue);
            }
        }
        Kind::PropertyNames { error } => {
            let name = error.instance().as_str().unwrap_or_default();
            let mut named = Vec::new();
            explain(error.instance(), error, &mut named);
            below(&mut path, name);
            for inner in named {
                let message = ["has a name that ", &inner.message].concat();
                issues.push(Issue::new(
                    &path,
                    "property_names",
                    message,
                    instance.get(name),
                ));
            }
        }
        _ => {
            let (rule, message) = other(error);
            issues.push(Issue::new(path, rule, message, value));
        }
    }
}

fn alternatives(
    root: &Value,
    path: &str,
    value: &Value,
    context: &[Vec<ValidationError>],
) -> Vec<Issue> {
    let explained = |errors: &Vec<ValidationError>| {
        let mut found = Vec::new();
        errors
            .iter()
            .for_each(|error| explain(root, error, &mut found));
        found
    };
    any_of(path, value, context.iter().map(explained).collect())
}

/// Rule and message of the keywords that the walker does not know.
fn other(error: &ValidationError) -> (&'static str, String) {
    let counted = |which: &str, limit: u64| {
        let plural = if limit == 1 { "" } else { "s" };
        let count = error
            .instance()
            .as_object()
            .map_or(0, serde_json::Map::len)
            .to_string();
        [
            "must have at ",
            which,
            " ",
            &limit.to_string(),
            " key",
            plural,
            ", not ",
            &count,
        ]
        .concat()
    };
    match error.kind() {
        Kind::AdditionalItems { limit } => (
            "additional_items",
            ["must have at most ", &limit.to_string(), " items"].concat(),
        ),
        Kind::UnevaluatedItems { .. } => {
            ("unevaluated_items", "has items that are not allowed".into())
        }
        Kind::UniqueItems => ("unique_items", "must not have an item twice".into()),
        Kind::Contains => (
            "contains",
            "must have as many items of the required form as are asked for".into(),
        ),
        Kind::MinProperties { limit } => ("min_properties", counted("least", *limit)),
        Kind::MaxProperties { limit } => ("max_properties", counted("most", *limit)),
        Kind::ExclusiveMinimum { limit } => (
            "exclusive_minimum",
            ["must be more than ", &limit.to_string()].concat(),
        ),
        Kind::ExclusiveMaximum { limit } => (
            "exclusive_maximum",
            ["must be less than ", &limit.to_string()].concat(),
        ),
        Kind::MultipleOf { multiple_of } => {
            let number = Value::from(*multiple_of).to_string();
            let number = number.trim_end_matches(".0");
            ("multiple_of", ["must be a multiple of ", number].concat())
        }
        Kind::Pattern { pattern } => (
            "pattern",
            ["must match the pattern ", &bounded(pattern)].concat(),
        ),
        Kind::BacktrackLimitExceeded { .. } | Kind::RegexEngineFailure { .. } => (
            "pattern",
            "takes too long to match with this pattern; simplify the pattern".into(),
        ),
        Kind::Format { format } => (
            "format",
            ["must have the format ", &bounded(format)].concat(),
        ),
        Kind::ContentEncoding { content_encoding } => (
            "content_encoding",
            ["must be encoded as ", &bounded(content_encoding)].concat(),
        ),
        Kind::ContentMediaType { content_media_type } => (
            "content_media_type",
            ["must be of the media type ", &bounded(content_media_type)].concat(),
        ),
        Kind::FromUtf8 { .. } => ("content_encoding", "must be text once it is decoded".into()),
        Kind::FalseSchema => ("false_schema", "must not be there".into()),
        Kind::Not { .. } => ("not", "has a form that is not allowed".into()),
        Kind::OneOfMultipleValid { .. } => (
            "one_of",
            "must have exactly one of the allowed forms, not several".into(),
        ),
        Kind::Referencing(_) => (
            "ref",
            "cannot be judged, as a reference leads nowhere".into(),
        ),
        _ => ("schema", bounded(&error.to_string())),
    }
}

fn types(kind: &TypeKind) -> Value {
    match kind {
        TypeKind::Single(kind) => Value::from(kind.as_str()),
        TypeKind::Multiple(kinds) => kinds
            .iter()
            .map(|kind| Value::from(kind.as_str()))
            .collect(),
    }
}

/// Takes over so much of a text that does not come from us.
pub(crate) fn bounded(text: &str) -> String {
    let mut out: String = text.chars().take(DETAIL_CHARS).collect();
    if out.len() < text.len() {
        out.push('…');
    }
    out
}

/// Writes a JSON Pointer the way issues do, `a.b[0]`, and returns what is there. Whether a number is a place or a key can be
/// known only from what it points into.
pub(crate) fn place<'a>(root: &'a Value, pointer: &str) -> (String, Option<&'a Value>) {
    let mut path = String::new();
    let mut at = Some(root);
    for part in pointer.split('/').skip(1) {
        let part = part.replace("~1", "/").replace("~0", "~");
        let index = at
            .filter(|value| value.is_array())
            .and_then(|_| part.parse::<usize>().ok());
        match index {
            Some(index) => {
                item(&mut path, index);
                at = at.and_then(|value| value.get(index));
            }
            None => {
                below(&mut path, &part);
                at = at.and_then(|value| value.get(&part));
            }
        }
    }
    (path, at)
}
