//! A contract in words, for a model whose provider does not enforce it: its rules and an example. Never the bare schema, which
//! models send back as if it were the answer.

use colloquy_schema::Contract;
use serde_json::{Map, Value, json};

/// How deep a schema is described, and how many references are followed on the way; what is deeper is in the example alone.
const DEPTH: usize = 6;

/// Writes the rules of a contract and an example of it.
pub(crate) fn instructions(contract: Option<Contract>, schema: &Value) -> String {
    let mut out = String::from(
        "How to reply\nReply with one JSON object and nothing else: no code fence, no words before or after it.",
    );
    let mut rules = String::new();
    describe(schema, schema, 0, &mut rules);
    if !rules.is_empty() {
        out.push_str(" It has these keys:\n");
        out.push_str(&rules);
    }
    out.push_str("\nA reply looks like this, with your own content in the place of this:\n");
    let example = contract
        .and_then(example)
        .unwrap_or_else(|| sample(schema, schema, 0));
    colloquy_jsonstream::write(&example, &mut out);
    out
}

/// Follows references within the schema, and takes of several forms the one that is an object.
fn resolved<'a>(root: &'a Value, mut schema: &'a Value) -> &'a Value {
    for _ in 0..DEPTH {
        let referred = schema.get("$ref").and_then(Value::as_str);
        if let Some(target) = referred
            .and_then(|at| at.strip_prefix('#'))
            .and_then(|at| root.pointer(at))
        {
            schema = target;
            continue;
        }
        let forms = ["anyOf", "oneOf", "allOf"]
            .iter()
            .find_map(|key| schema.get(*key)?.as_array());
        let Some(forms) = forms else { break };
        let object = |form: &&Value| !properties(root, form).is_empty();
        match forms.iter().find(object).or(forms.first()) {
            Some(form) => schema = form,
            None => break,
        }
    }
    schema
}

fn properties<'a>(root: &'a Value, schema: &'a Value) -> Vec<(&'a String, &'a Value)> {
    let target = schema
        .get("$ref")
        .and_then(Value::as_str)
        .and_then(|at| root.pointer(at.strip_prefix('#')?))
        .unwrap_or(schema);
    let map = target.get("properties").and_then(Value::as_object);
    map.into_iter().flatten().collect()
}

/// Tells the keys of an object, one a line, those of inner objects indented below.
fn describe(root: &Value, schema: &Value, depth: usize, out: &mut String) {
    if depth >= DEPTH {
        return;
    }
    let schema = resolved(root, schema);
    let required = schema.get("required").and_then(Value::as_array);
    for (key, field) in properties(root, schema) {
        for _ in 0..depth {
            out.push_str("  ");
        }
        let must = required.is_some_and(|required| required.iter().any(|name| name == key));
        let optional = if must { "" } else { ", may be left out" };
        out.push_str(&["- `", key, "` (", &kinds(root, field), optional, ")"].concat());
        let said = field
            .get("description")
            .or(resolved(root, field).get("description"));
        if let Some(said) = said.and_then(Value::as_str) {
            out.push_str(": ");
            out.push_str(&said.split_whitespace().collect::<Vec<_>>().join(" "));
        }
        out.push('\n');
        let inner = resolved(root, field);
        let inner = inner
            .get("items")
            .map_or(inner, |items| resolved(root, items));
        describe(root, inner, depth + 1, out);
    }
}

/// Names what a field may be: its types, or the values it may have.
fn kinds(root: &Value, field: &Value) -> String {
    if let Some(forms) = ["anyOf", "oneOf"]
        .iter()
        .find_map(|key| field.get(*key)?.as_array())
    {
        let kinds: Vec<String> = forms.iter().map(|form| kinds(root, form)).collect();
        return kinds.join(" or ");
    }
    let field = resolved(root, field);
    if let Some(only) = field.get("const") {
        return only.to_string();
    }
    if let Some(Value::Array(values)) = field.get("enum") {
        let values: Vec<String> = values.iter().map(Value::to_string).collect();
        return values.join(", ");
    }
    match field.get("type") {
        Some(Value::String(kind)) => kind.clone(),
        Some(Value::Array(kinds)) => {
            let kinds: Vec<&str> = kinds.iter().filter_map(Value::as_str).collect();
            kinds.join(" or ")
        }
        _ if field.get("properties").is_some() => "object".into(),
        _ => "any value".into(),
    }
}

/// Makes a value that shows the shape of a schema; where it has to be text, the text describes what belongs there.
fn sample(root: &Value, schema: &Value, depth: usize) -> Value {
    let field = resolved(root, schema);
    let first = |key: &str| field.get(key)?.as_array()?.first().cloned();
    if let Some(value) = field
        .get("const")
        .cloned()
        .or_else(|| first("examples"))
        .or_else(|| first("enum"))
    {
        return value;
    }
    let kind = match field.get("type") {
        Some(Value::String(kind)) => kind.as_str(),
        Some(Value::Array(kinds)) => kinds.first().and_then(Value::as_str).unwrap_or_default(),
        _ if field.get("properties").is_some() => "object",
        _ => "string",
    };
    let number = |key: &str| field.get(key).cloned();
    match kind {
        "object" if depth < DEPTH => {
            let fields = properties(root, field).into_iter();
            let sampled: Map<String, Value> = fields
                .map(|(key, inner)| (key.clone(), sample(root, inner, depth + 1)))
                .collect();
            Value::Object(sampled)
        }
        "object" => json!({}),
        "array" if depth < DEPTH => match field.get("items") {
            Some(items) => json!([sample(root, items, depth + 1)]),
            None => json!([]),
        },
        "array" => json!([]),
        "integer" | "number" => number("minimum").unwrap_or_else(|| 1.into()),
        "boolean" => true.into(),
        "null" => Value::Null,
        _ => {
            let said = schema
                .get("description")
                .or(field.get("description"))
                .and_then(Value::as_str);
            let said = said.map_or("text", |said| said.split(". ").next().unwrap_or(said));
            ["(", said, ")"].concat().into()
        }
    }
}

/// An example of a built-in contract that satisfies it.
fn example(contract: Contract) -> Option<Value> {
    let title = "Database Administrator";
    let reason = "Your slow queries need somebody who reads query plans and owns the indexes.";
    let skills = json!(["SQL tuning", "Index design", "Query plan analysis"]);
    let prompt = "You are a database administrator. You look at query plans first, name the cost of every change, and \
                  propose the smallest one that helps.";
    let recommendation = "I think you need to hire a database administrator, because nobody on the team owns the queries \
                          that slow everybody down.";
    Some(match contract {
        Contract::Question => {
            json!({ "follow_up": true, "question": "You call it “borrowed urgency”. Where do you meet it in your week?" })
        }
        Contract::Envelope => json!({
            "interview_stage": "operations",
            "response": "You said the night shift decides by feel. What did that look like the last time it went wrong?",
            "metadata": { "question_depth": 2, "objective": 1, "completeness": 40, "engagement_level": "high" },
            "internal_tracking": {
                "key_insights": ["The night shift overrides the alarm by feel"],
                "examples_collected": 2,
                "follow_up_needed": ["What happens when the feel is wrong"],
                "objectives_told": [3],
                "stage_transition_ready": false,
            },
        }),
        Contract::Advice => json!({
            "recommendation": recommendation,
            "action": {
                "type": "create_actor",
                "actor": { "title": title, "reason": reason, "skills": skills, "prompt": prompt, "model": "reasoning" },
            },
        }),
        Contract::AdvicePart1 => {
            json!({ "recommendation": recommendation, "action": "create_actor" })
        }
        Contract::AdvicePart2 => json!({ "title": title, "reason": reason, "skills": skills }),
        Contract::AdvicePart3 => json!({ "prompt": prompt, "model": "reasoning" }),
        Contract::Findings => return None,
        Contract::Skills => json!({
            "skills": [{
                "name": "PostgreSQL",
                "quote": "tuned PostgreSQL on my own",
                "confidence": 0.9,
                "autonomy": { "value": "alone", "quote": "on my own" },
            }],
            "answer": { "kind": "partial", "engaged": true },
        }),
        Contract::Outcome => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use colloquy_schema::contract::{self, BUILT_IN};

    #[test]
    fn examples_satisfy_their_contracts() {
        for contract in BUILT_IN {
            if let Some(example) = example(contract) {
                assert_eq!(contract::check(contract, &example), [], "{contract:?}");
            }
        }
    }

    #[test]
    fn every_key_is_described_and_no_schema_is_shown() {
        for contract in BUILT_IN {
            let schema = contract::schema(contract).unwrap();
            let rules = instructions(Some(contract), &schema);
            for (key, _) in properties(&schema, &schema) {
                assert!(rules.contains(&["- `", key, "` ("].concat()), "{rules}");
            }
            assert!(!rules.contains("$schema") && !rules.contains("\"properties\""));
        }
    }

    #[test]
    fn inner_keys_stand_below_their_object() {
        let rules = instructions(
            Some(Contract::Advice),
            &contract::schema(Contract::Advice).unwrap(),
        );
        assert!(rules.contains("\n- `action` (object or null)"), "{rules}");
        assert!(rules.contains("\n  - `actor` (object)"), "{rules}");
        assert!(rules.contains("\n    - `skills` (array)"), "{rules}");
    }

    #[test]
    fn a_schema_of_ones_own_gets_an_example_of_its_shape() {
        let schema = json!({
            "$defs": { "day": { "type": "object", "properties": { "name": { "enum": ["Monday"] } } } },
            "type": "object",
            "required": ["days"],
            "properties": {
                "days": { "type": "array", "items": { "$ref": "#/$defs/day" } },
                "count": { "type": "integer", "minimum": 3 },
                "note": { "type": ["string", "null"], "description": "What else. Briefly." },
                "open": { "type": "boolean" },
            },
        });
        let rules = instructions(None, &schema);
        let shape = r#"{"count":3,"days":[{"name":"Monday"}],"note":"(What else)","open":true}"#;
        assert!(rules.ends_with(shape), "{rules}");
        assert!(rules.contains("- `note` (string or null, may be left out): What else. Briefly."));
    }

    #[test]
    fn a_schema_that_contains_itself_comes_to_an_end() {
        let schema = json!({
            "type": "object",
            "properties": { "inner": { "$ref": "#" }, "both": { "anyOf": [{ "$ref": "#/properties/both" }] } },
        });
        assert!(instructions(None, &schema).len() < 100_000);
    }
}
