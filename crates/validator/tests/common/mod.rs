//! The shared cases, and three judges of one contract.

use colloquy_schema::Contract;
use colloquy_schema::contract::BUILT_IN;
use colloquy_validator::Compiled;
use serde_json::Value;

/// The validators that are made from the published files when this test is compiled.
mod fixed {
    #[jsonschema::validator(path = "../../pkg/schemas/contracts/question.json")]
    pub(super) struct Question;
    #[jsonschema::validator(path = "../../pkg/schemas/contracts/envelope.json")]
    pub(super) struct Envelope;
    #[jsonschema::validator(path = "../../pkg/schemas/contracts/advice.json")]
    pub(super) struct Advice;
    #[jsonschema::validator(path = "../../pkg/schemas/contracts/advice-part-1.json")]
    pub(super) struct Part1;
    #[jsonschema::validator(path = "../../pkg/schemas/contracts/advice-part-2.json")]
    pub(super) struct Part2;
    #[jsonschema::validator(path = "../../pkg/schemas/contracts/advice-part-3.json")]
    pub(super) struct Part3;
    #[jsonschema::validator(path = "../../pkg/schemas/contracts/findings.json")]
    pub(super) struct Findings;
    #[jsonschema::validator(path = "../../pkg/schemas/contracts/skills.json")]
    pub(super) struct Skills;
}

/// A built-in contract with everything that judges it.
pub(crate) struct Judged {
    pub(crate) contract: Contract,
    pub(crate) schema: Value,
    pub(crate) compiled: Compiled,
    pub(crate) fixed: fn(&Value) -> bool,
    pub(crate) valid: Value,
    pub(crate) cases: Vec<Value>,
}

/// All built-in contracts with their cases.
pub(crate) fn contracts() -> Vec<Judged> {
    let judged = |contract: Contract| {
        let file = json(&["tests/cases/contracts/", contract.name(), ".json"].concat());
        let schema = colloquy_schema::contract::schema(contract).unwrap();
        Judged {
            contract,
            compiled: Compiled::new(&schema).unwrap_or_else(|issues| panic!("{issues:?}")),
            schema,
            fixed: match contract {
                Contract::Question => fixed::Question::is_valid,
                Contract::Envelope => fixed::Envelope::is_valid,
                Contract::Advice => fixed::Advice::is_valid,
                Contract::AdvicePart1 => fixed::Part1::is_valid,
                Contract::AdvicePart2 => fixed::Part2::is_valid,
                Contract::AdvicePart3 => fixed::Part3::is_valid,
                Contract::Findings => fixed::Findings::is_valid,
                Contract::Skills => fixed::Skills::is_valid,
                Contract::Outcome => panic!("a guide's own"),
            },
            valid: file["valid"].clone(),
            cases: file["cases"].as_array().unwrap().clone(),
        }
    };
    BUILT_IN.map(judged).into()
}

fn json(path: &str) -> Value {
    let path = [env!("CARGO_MANIFEST_DIR"), "/../../", path].concat();
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{path}: {error}"))
}

impl Judged {
    /// The value of a case: its own, or the valid one with what it changes. `set`, `remove` and `repeat` (a text so many times)
    /// name places by JSON Pointer.
    pub(crate) fn value(&self, case: &Value) -> Value {
        if case["schema_echoed"] == true {
            return self.schema.clone();
        }
        let mut value = case.get("value").unwrap_or(&self.valid).clone();
        let entries = |key: &str| {
            case.get(key)
                .and_then(Value::as_object)
                .cloned()
                .unwrap_or_default()
        };
        for (pointer, new) in entries("set") {
            put(&mut value, &pointer, new);
        }
        for (pointer, repeat) in entries("repeat") {
            let text = repeat[0]
                .as_str()
                .unwrap()
                .repeat(repeat[1].as_u64().unwrap() as usize);
            put(&mut value, &pointer, text.into());
        }
        for pointer in case
            .get("remove")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
        {
            let (parent, key) = pointer.as_str().unwrap().rsplit_once('/').unwrap();
            let removed = value
                .pointer_mut(parent)
                .unwrap()
                .as_object_mut()
                .unwrap()
                .remove(key);
            assert!(removed.is_some(), "{pointer} is not there");
        }
        value
    }
}

fn put(value: &mut Value, pointer: &str, new: Value) {
    let (parent, key) = pointer.rsplit_once('/').unwrap();
    match value
        .pointer_mut(parent)
        .unwrap_or_else(|| panic!("{pointer} has no parent"))
    {
        Value::Object(map) => drop(map.insert(key.into(), new)),
        Value::Array(list) => list[key.parse::<usize>().unwrap()] = new,
        _ => panic!("{pointer} is in no collection"),
    }
}
