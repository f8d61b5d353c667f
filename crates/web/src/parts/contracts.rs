//! Replies and values judged by a contract, without a session.

use super::reader::{self, Incoming};
use super::{guides, instructions};
use crate::bridge::{argument, text};
use crate::error::Error;
use colloquy_jsonstream::{Candidate, Limits, Repair, read};
use colloquy_schema::contract::{self, BUILT_IN, Provider};
use colloquy_schema::{Contract, Issue};
use serde_json::{Value, json};
use std::sync::OnceLock;

/// What this part gives out.
pub(crate) struct Table {
    pub(crate) check_guide: fn(&str, &str) -> Result<String, Error>,
    pub(crate) validate: fn(&str, &str) -> Result<String, Error>,
    pub(crate) read_reply: fn(&str, &str) -> Result<String, Error>,
    pub(crate) candidates: fn(&str, &str) -> Result<String, Error>,
    pub(crate) schema_for: fn(&str, &str) -> Result<String, Error>,
    pub(crate) instructions: fn(&str, &str) -> Result<String, Error>,
    pub(crate) merge: fn(&str) -> Result<String, Error>,
    pub(crate) schema: fn(&str) -> Result<String, Error>,
    pub(crate) reader: fn() -> Box<dyn Incoming>,
}

/// What is made of a schema that somebody else wrote: loaded by those few sessions that have one, or hold a provider to one.
pub(crate) struct SchemaTable {
    /// Rewrites it to what a provider accepts.
    pub(crate) rewrite: fn(&Value, Provider) -> Value,
    /// Puts a value back that was given under the rewritten one.
    pub(crate) restore: fn(&Value, Value) -> Value,
}

pub(crate) static SCHEMA_TABLE: SchemaTable = SchemaTable {
    rewrite: |schema, provider| contract::profile(schema, provider).schema,
    restore: contract::restore,
};

pub(crate) static TABLE: Table = Table {
    check_guide: guides::check,
    validate,
    read_reply,
    candidates,
    schema_for,
    instructions,
    merge,
    schema,
    reader: reader::start,
};

/// A built-in contract, made ready to judge by.
struct Known {
    contract: Contract,
    schema: Value,
}

/// Finds a built-in contract by its name. What is made of its schema is kept: it takes longer than judging a reply.
///
/// # Errors
/// For any other word, and for `outcome`, which has no schema here: a contract of one's own is compiled.
fn named(name: &str) -> Result<&'static Known, Error> {
    static KNOWN: [OnceLock<Known>; BUILT_IN.len()] = [const { OnceLock::new() }; BUILT_IN.len()];
    let wrong = "there is no built-in contract of that name: envelope, advice, advice-part-1, advice-part-2, \
                 advice-part-3, findings, question and skills are; any other comes from compileContract()";
    let place = BUILT_IN
        .iter()
        .position(|contract| contract.name() == name)
        .ok_or_else(|| Error::argument(wrong))?;
    Ok(KNOWN[place].get_or_init(|| {
        let contract = BUILT_IN[place];
        let schema = contract::schema(contract).unwrap_or_default();
        Known { contract, schema }
    }))
}

impl Known {
    /// What is wrong beyond the schema; a question that is missing is not, as a closing has none.
    fn ruled(&self, value: &Value) -> Vec<Issue> {
        let mut issues = contract::rules::of(self.contract, value);
        issues.retain(|issue| issue.rule != contract::rules::NO_QUESTION);
        issues
    }
}

/// Judges a value as strictly as there is: the issues as a JSON array, each with the error shape of its contract, where there is one.
fn validate(name: &str, value: &str) -> Result<String, Error> {
    let known = named(name)?;
    let value = argument(value)?;
    let issues = contract::check_by(&known.schema, known.contract, &value);
    Ok(text(&shown(known.contract, &issues, &value)))
}

/// Reads a whole reply: `{value, issues, repairs}`, the value null when none in it satisfies the contract. Unknown keys
/// are taken out and reported.
fn read_reply(name: &str, reply: &str) -> Result<String, Error> {
    let known = named(name)?;
    let (contract, schema) = (known.contract, &known.schema);
    let mut first = None;
    for candidate in read(reply, Limits::default()).candidates {
        let value = contract::restore(schema, candidate.value.clone());
        let (value, mut issues) = contract::read(schema, value);
        issues.extend(known.ruled(&value));
        let sound = !contract::faults(&issues);
        let issues = shown(contract, &issues, &candidate.value);
        let repairs = repairs(&candidate);
        if sound {
            return Ok(text(
                &json!({ "value": value, "issues": issues, "repairs": repairs }),
            ));
        }
        // The best reading's faults are the ones to mend.
        first.get_or_insert((issues, repairs));
    }
    let (issues, repairs) = first.unwrap_or_else(|| (json!([no_json()]), json!([])));
    Ok(text(
        &json!({ "value": null, "issues": issues, "repairs": repairs }),
    ))
}

/// Reads every value that a reply holds, best reading first: a JSON array of `{value, repairs}`, for a contract that is
/// judged elsewhere.
fn candidates(reply: &str, schema: &str) -> Result<String, Error> {
    let schema = argument(schema)?;
    let found = read(reply, Limits::default()).candidates;
    let list = found.into_iter().map(|candidate| {
        let repairs = repairs(&candidate);
        json!({ "value": contract::restore(&schema, candidate.value), "repairs": repairs })
    });
    Ok(text(&list.collect()))
}

/// Rewrites a schema to what a provider accepts: `{schema, report}`.
fn schema_for(schema: &str, provider: &str) -> Result<String, Error> {
    let wrong = "there is no such provider: openai, anthropic and generic are";
    let provider = Provider::from_name(provider).ok_or_else(|| Error::argument(wrong))?;
    Ok(text(&json!(contract::profile(
        &argument(schema)?,
        provider
    ))))
}

/// Writes a contract in words; `name` is empty for one that is not built in.
fn instructions(name: &str, schema: &str) -> Result<String, Error> {
    let contract = match name {
        "" => None,
        name => Some(named(name)?.contract),
    };
    Ok(instructions::instructions(contract, &argument(schema)?))
}

/// What is wrong with a reply that holds no value at all.
fn no_json() -> Issue {
    let message = "must be one JSON object and nothing else";
    Issue::new("", "json", message, None)
}

/// Puts the parts of a recommendation together: `{value, issues}`. A part that is not there is null.
fn merge(parts: &str) -> Result<String, Error> {
    let parts = argument(parts)?;
    let there = |place: usize| parts.get(place).filter(|part| !part.is_null());
    let first = there(0).unwrap_or(&Value::Null);
    let (value, issues) = match contract::merge_parts(first, there(1), there(2)) {
        Ok(value) => (value, Vec::new()),
        Err(issues) => (Value::Null, issues),
    };
    Ok(text(&json!({ "value": value, "issues": issues })))
}

/// Returns the published schema of a contract.
fn schema(name: &str) -> Result<String, Error> {
    Ok(contract::schema_text(named(name)?.contract)
        .unwrap_or_default()
        .into())
}

fn shown(contract: Contract, issues: &[Issue], value: &Value) -> Value {
    let one = |issue: &Issue| {
        let mut out = json!(issue);
        if let (Value::Object(out), Some(shape)) = (
            &mut out,
            contract::error_shape(contract, issue, issues, value),
        ) {
            out.extend(shape);
        }
        out
    };
    issues.iter().map(one).collect()
}

fn repairs(candidate: &Candidate) -> Value {
    candidate.repairs.list.iter().map(repair).collect()
}

/// Shows what was mended.
pub(crate) fn repair(repair: &Repair) -> Value {
    json!({ "code": repair.kind.code(), "note": repair.note })
}

#[cfg(test)]
mod tests {
    use super::*;

    const QUESTION: &str = r#"{"follow_up": false, "question": "What stayed with you?"}"#;

    fn value(text: Result<String, Error>) -> Value {
        serde_json::from_str(&text.unwrap()).unwrap()
    }

    #[test]
    fn the_first_value_that_satisfies_the_contract_is_read() {
        let reply = ["Sure: {\"a\": 1} or rather ```json\n", QUESTION, "\n```"].concat();
        let read = value(read_reply("question", &reply));
        assert_eq!(read["value"]["question"], "What stayed with you?");
        assert_eq!(read["issues"], json!([]));
    }

    #[test]
    fn a_question_too_many_and_a_key_too_many_are_reported() {
        let read = value(read_reply("question", QUESTION));
        assert_eq!(read["value"]["question"], "What stayed with you?");
        assert_eq!(
            (&read["issues"], &read["repairs"]),
            (&json!([]), &json!([]))
        );
        assert_eq!(validate("question", QUESTION).unwrap(), "[]");
        for (rule, reply) in [
            ("one_question", QUESTION.replace("you?", "you? And why?")),
            ("unknown_key", QUESTION.replace('{', r#"{"mood": 1, "#)),
        ] {
            assert_eq!(
                value(read_reply("question", &reply))["issues"][0]["rule"],
                rule
            );
            assert_eq!(value(validate("question", &reply))[0]["rule"], rule);
        }
    }

    #[test]
    fn unknown_keys_are_taken_out_where_a_reply_is_read_and_refused_where_a_value_is_judged() {
        let more = QUESTION.replace('{', r#"{"mood": 1, "#);
        let read = value(read_reply("question", &more));
        assert!(read["value"].get("mood").is_none());
        assert_eq!(read["issues"][0]["rule"], "unknown_key");
        let judged = value(validate("question", &more));
        assert_eq!(judged[0]["rule"], "unknown_key");
    }

    #[test]
    fn a_reply_without_a_value_reports_what_is_missing() {
        let read = value(read_reply("envelope", "I cannot do that."));
        assert_eq!(read["value"], Value::Null);
        assert_eq!(read["issues"][0]["rule"], "json");
        let wrong = value(read_reply("envelope", r#"{"interview_stage": "lunch"}"#));
        assert_eq!(wrong["value"], Value::Null);
        let codes: Vec<&Value> = wrong["issues"]
            .as_array()
            .unwrap()
            .iter()
            .map(|issue| &issue["error"])
            .collect();
        assert!(codes.contains(&&json!("invalid_stage_code")), "{wrong}");
        assert!(
            codes.contains(&&json!("missing_required_fields")),
            "{wrong}"
        );
    }

    #[test]
    fn repairs_are_reported() {
        let read = value(read_reply("question", &QUESTION.replace('}', ",}")));
        assert!(read["value"].is_object(), "{read}");
        assert!(read["repairs"][0]["code"].is_string(), "{read}");
    }

    #[test]
    fn parts_are_merged_or_say_what_is_wrong() {
        let part = json!({"recommendation": "Your team has everybody it needs.", "action": null});
        let whole = value(merge(&json!([part, null, null]).to_string()));
        assert_eq!(whole["value"]["action"], Value::Null);
        let broken = value(merge("[null, null, null]"));
        assert!(broken["value"].is_null() && broken["issues"][0]["path"] == "part1");
    }

    #[test]
    fn only_contracts_with_a_schema_are_known() {
        for name in ["outcome", "skill", ""] {
            assert_eq!(named(name).err().unwrap().code, "invalid_options");
        }
        assert!(schema("advice-part-2").unwrap().contains("skills"));
    }

    #[test]
    fn every_value_in_a_reply_is_found() {
        let found = value(candidates(r#"{"a": 1} and {"a": 2}"#, "{}"));
        assert_eq!(found[1]["value"], json!({"a": 2}));
    }

    #[test]
    fn a_null_for_an_optional_key_is_none() {
        let schema = r#"{"type": "object", "properties": {"a": {"type": "string"}}}"#;
        let found = value(candidates(r#"{"a": null}"#, schema));
        assert_eq!(found[0]["value"], json!({}));
    }

    #[test]
    fn a_schema_is_rewritten_for_a_provider() {
        let advice = schema("advice").unwrap();
        let rewritten = value(schema_for(&advice, "anthropic"));
        assert!(rewritten["report"]["properties"].as_u64() > Some(5));
        assert!(!rewritten["report"]["moved"].as_array().unwrap().is_empty());
        assert!(schema_for(&advice, "nobody").is_err());
    }
}
