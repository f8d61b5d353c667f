//! What providers are sent of a schema, and that a reply reads as one of the full schema again.

mod providers;

use colloquy_schema::Contract;
use colloquy_schema::contract::{BUILT_IN, Profiled, Provider, profile, restore, schema};
use providers::breaches;
use serde_json::{Value, json};

const ALL: [Provider; 3] = [Provider::OpenAi, Provider::Anthropic, Provider::Generic];

fn moved(profiled: &Profiled) -> Vec<String> {
    let place =
        |moved: &colloquy_schema::contract::Moved| [&moved.path, " ", &moved.keyword].concat();
    profiled.report.moved.iter().map(place).collect()
}

#[test]
fn the_built_in_contracts_keep_to_every_providers_rules() {
    for contract in BUILT_IN {
        for provider in ALL {
            let profiled = profile(&schema(contract).unwrap(), provider);
            assert_eq!(
                breaches(provider, &profiled.schema),
                Vec::<String>::new(),
                "{} {}",
                contract.name(),
                provider.name()
            );
            assert_eq!(
                profiled.report.over_limits,
                [],
                "{} {}",
                contract.name(),
                provider.name()
            );
            assert!(!profiled.report.wrapped);
        }
    }
}

#[test]
fn advice_has_three_levels_and_nine_properties_everywhere() {
    for provider in ALL {
        let report = profile(&schema(Contract::Advice).unwrap(), provider).report;
        assert_eq!(
            (report.depth, report.properties),
            (3, 9),
            "{}",
            provider.name()
        );
    }
}

#[test]
fn what_openai_does_not_take_is_in_the_description() {
    let envelope = profile(&schema(Contract::Envelope).unwrap(), Provider::OpenAi);
    let response = envelope.schema["properties"]["response"]["description"]
        .as_str()
        .unwrap();
    assert!(response.ends_with("(10 to 2000 characters)"), "{response}");
    assert_eq!(
        moved(&envelope),
        [
            "internal_tracking.follow_up_needed[] maxLength",
            "internal_tracking.key_insights[] maxLength",
            "response maxLength",
            "response minLength"
        ]
    );
    assert_eq!(
        envelope.report.nullable,
        [
            "error",
            "internal_tracking.examples_collected",
            "internal_tracking.follow_up_needed",
            "internal_tracking.key_insights",
            "internal_tracking.objectives_told",
            "internal_tracking.stage_transition_ready",
            "internal_tracking",
            "metadata.objective"
        ]
    );
    let error = &envelope.schema["properties"]["error"];
    assert_eq!(error["type"], json!(["string", "null"]));
    assert_eq!(
        error["enum"],
        json!(["JSON_PARSE_FAILED", "API_ERROR", "API_RETRY_FAILED", null])
    );
    assert_eq!(
        envelope.schema["required"],
        json!([
            "interview_stage",
            "response",
            "metadata",
            "error",
            "internal_tracking"
        ])
    );
    assert_eq!(
        envelope.schema["properties"]["metadata"]["properties"]["question_depth"]["maximum"],
        4
    );
}

#[test]
fn what_anthropic_does_not_take_is_in_the_description() {
    let advice = profile(&schema(Contract::Advice).unwrap(), Provider::Anthropic);
    let actor = &advice.schema["properties"]["action"]["anyOf"][0]["properties"]["actor"];
    let skills = &actor["properties"]["skills"];
    assert!(
        skills["description"]
            .as_str()
            .unwrap()
            .ends_with("(3 to 7 items)"),
        "{skills}"
    );
    assert_eq!(
        (skills.get("minItems"), skills.get("maxItems")),
        (None, None)
    );
    let envelope = profile(&schema(Contract::Envelope).unwrap(), Provider::Anthropic);
    let depth = &envelope.schema["properties"]["metadata"]["properties"]["question_depth"];
    assert!(
        depth["description"].as_str().unwrap().ends_with("(1 to 4)"),
        "{depth}"
    );
    assert_eq!(
        envelope.schema["required"],
        json!(["interview_stage", "response", "metadata"])
    );
    assert!(envelope.report.nullable.is_empty());
}

#[test]
fn nulls_for_optional_keys_are_absent_again() {
    let envelope = schema(Contract::Envelope).unwrap();
    let reply = json!({
        "interview_stage": "greeting", "response": "What do you do all day?", "error": null,
        "metadata": {"question_depth": 1, "completeness": 0, "engagement_level": null},
        "internal_tracking": {"key_insights": null, "examples_collected": 1, "follow_up_needed": [null]},
    });
    let restored = restore(&envelope, reply);
    assert_eq!(restored.get("error"), None);
    assert_eq!(
        restored["internal_tracking"],
        json!({"examples_collected": 1, "follow_up_needed": [null]})
    );
    assert!(
        restored["metadata"]
            .get("engagement_level")
            .is_some_and(Value::is_null),
        "a required key stays"
    );
    let advice = schema(Contract::Advice).unwrap();
    let none = json!({"recommendation": "Nobody is missing in your team.", "action": null});
    assert_eq!(restore(&advice, none.clone()), none);
}

#[test]
fn a_null_that_the_schema_allows_stays() {
    let schema = json!({"type": "object", "properties": {
        "a": {"type": ["string", "null"]}, "b": {"anyOf": [{"type": "integer"}, {"type": "null"}]}, "c": {}, "d": {"enum": [1, null]}, "e": {"type": "string"},
        "f": {"$ref": "#/$defs/maybe"}, "g": {"type": ["string", "null"], "enum": ["x"]},
    }, "$defs": {"maybe": {"type": ["null", "boolean"]}}});
    let nulls = json!({"a": null, "b": null, "c": null, "d": null, "e": null, "f": null, "g": null, "h": null});
    assert_eq!(
        restore(&schema, nulls),
        json!({"a": null, "b": null, "c": null, "d": null, "f": null, "h": null})
    );
}

#[test]
fn a_root_that_is_no_object_is_wrapped_and_unwrapped() {
    for (schema, value) in [
        (
            json!({"type": "array", "items": {"type": "string"}}),
            json!(["a"]),
        ),
        (
            json!({"anyOf": [{"type": "object", "properties": {"a": {"type": "integer"}}}, {"type": "null"}]}),
            json!({"a": 1}),
        ),
        (json!({"enum": ["yes", "no"]}), json!("yes")),
        (json!({}), json!(7)),
    ] {
        for provider in ALL {
            let profiled = profile(&schema, provider);
            assert!(profiled.report.wrapped);
            assert_eq!(
                breaches(provider, &profiled.schema),
                Vec::<String>::new(),
                "{schema}"
            );
            assert_eq!(restore(&schema, json!({"value": value})), value);
        }
        assert_eq!(restore(&schema, value.clone()), value);
    }
    let object = json!({"type": "object", "properties": {"value": {"type": "integer"}}});
    assert_eq!(restore(&object, json!({"value": 1})), json!({"value": 1}));
}

/// A schema with everything that providers refuse.
fn hard() -> Value {
    json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "$id": "https://example.org/team.json",
        "title": "Team",
        "type": "object",
        "definitions": {
            "name": {"type": "string", "minLength": 1, "maxLength": 40, "pattern": "^\\S"},
            "person": {
                "type": "object",
                "properties": {
                    "name": {"$ref": "#/definitions/name", "description": "Full name"},
                    "email": {"type": "string", "format": "email", "default": "none@example.org"},
                    "home": {"type": "string", "format": "iri"},
                    "reports": {"type": "array", "uniqueItems": true, "items": {"$ref": "#/definitions/person"}},
                },
                "required": ["name"],
            },
        },
        "properties": {
            "lead": {"allOf": [{"$ref": "#/definitions/person"}, {"required": ["email"]}]},
            "members": {"type": "array", "minItems": 2, "items": {"$ref": "#/definitions/person"}},
            "kind": {"oneOf": [{"const": "core"}, {"const": "guild"}]},
            "size": {"type": ["integer", "null"], "exclusiveMinimum": 0, "multipleOf": 2},
            "budget": {"type": ["object", "number", "null"], "minimum": 0, "properties": {"amount": {"type": "number"}}},
            "tags": {"type": "object", "additionalProperties": {"type": "string"}},
            "pair": {"type": "array", "items": [{"type": "string"}, {"type": "integer"}]},
            "note": {"not": {"type": "null"}},
            "either": {"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "string"}}, "anyOf": [{"required": ["a"]}, {"required": ["b"]}]},
            "lost": {"$ref": "https://example.org/elsewhere.json"},
            "never": false,
        },
        "required": ["lead", "undeclared"],
        "if": {"properties": {"size": {"const": 2}}},
        "then": {"required": ["pair"]},
    })
}

#[test]
fn a_hard_schema_keeps_to_every_providers_rules_and_loses_nothing_in_silence() {
    for provider in ALL {
        let profiled = profile(&hard(), provider);
        assert_eq!(
            breaches(provider, &profiled.schema),
            Vec::<String>::new(),
            "{}",
            provider.name()
        );
        let text = profiled.schema.to_string();
        for words in [
            "by default",
            "no item twice",
            "exactly one of the forms",
            "in the format \\\"iri\\\"",
            "by JSON Schema also if",
            "by JSON Schema also then",
            "elsewhere.json",
            "by JSON Schema also not",
        ] {
            assert!(
                text.contains(words),
                "{}: {words} is not in {text}",
                provider.name()
            );
        }
        let moved = moved(&profiled);
        for place in [
            "lead.email default",
            "lead.home format",
            "kind oneOf",
            "pair items",
            " if",
            " then",
            "lost $ref",
            "never not",
            "note not",
        ] {
            assert!(
                moved.iter().any(|moved| moved == place),
                "{}: {place} is not in {moved:?}",
                provider.name()
            );
        }
        assert!(
            !text.contains("\"definitions\"") && !text.contains("\"$id\""),
            "{text}"
        );
        assert_eq!(profiled.schema["required"][0], "lead");
        let budget = &profiled.schema["properties"]["budget"];
        let nulls = budget.to_string().matches("\"null\"").count();
        assert_eq!(
            nulls,
            if provider == Provider::OpenAi { 2 } else { 1 },
            "{budget}"
        );
    }
}

#[test]
fn a_schema_that_contains_itself_is_kept_or_unrolled() {
    let tree = json!({"type": "object", "properties": {"name": {"type": "string"}, "children": {"type": "array", "items": {"$ref": "#"}}}, "required": ["name", "children"]});
    for provider in [Provider::OpenAi, Provider::Generic] {
        let profiled = profile(&tree, provider);
        assert_eq!(
            profiled.schema["properties"]["children"]["items"],
            json!({"$ref": "#"})
        );
        assert!(profiled.report.moved.is_empty());
        assert_eq!(profiled.report.depth, 2, "once around");
    }
    let unrolled = profile(&tree, Provider::Anthropic);
    assert!(
        !unrolled.schema.to_string().contains("$ref"),
        "{}",
        unrolled.schema
    );
    assert_eq!(
        moved(&unrolled),
        ["children[].children[].children[].children[] $ref"]
    );
    assert_eq!(unrolled.report.depth, 5);
    let list = json!({"type": "array", "items": {"$ref": "#"}});
    let wrapped = profile(&list, Provider::OpenAi);
    assert_eq!(
        wrapped.schema["properties"]["value"]["items"]["$ref"],
        "#/$defs/whole"
    );
    assert_eq!(
        wrapped.schema["$defs"]["whole"]["items"]["$ref"],
        "#/$defs/whole"
    );
}

#[test]
fn schemas_without_an_end_are_cut() {
    let mut doubling = serde_json::Map::new();
    for level in 0..40 {
        let next = format!("#/$defs/d{}", level + 1);
        let both = json!({"type": "object", "description": "Both.", "properties": {"a": {"$ref": next, "description": "a"}, "b": {"$ref": next, "description": "b"}}});
        doubling.insert(format!("d{level}"), both);
    }
    doubling.insert("d40".into(), json!({"type": "string"}));
    let mut merging = serde_json::Map::new();
    for level in 0..40 {
        let next = json!({"$ref": format!("#/$defs/d{}", level + 1)});
        merging.insert(format!("d{level}"), json!({"allOf": [next, next]}));
    }
    merging.insert("d40".into(), json!({"type": "object"}));
    let hostile = [
        json!({"$ref": "#/$defs/d0", "$defs": merging}),
        json!({"$ref": "#"}),
        json!({"allOf": [{"$ref": "#"}]}),
        json!({"anyOf": [{"$ref": "#"}, {"$ref": "#"}], "description": "Itself."}),
        json!({"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}}),
        json!({"$ref": "#/$defs/d0", "$defs": doubling}),
        json!({"type": "object", "properties": {"a": {"allOf": [{"$ref": "#"}, {"$ref": "#"}]}, "b": {"allOf": [{"$ref": "#"}, {"required": ["a"]}]}}}),
        json!({"items": [[[7]]], "properties": 7, "required": "a", "type": {"a": 1}, "enum": "x", "anyOf": {}, "allOf": 3, "$defs": [], "$ref": 7}),
        json!({"type": ["object", "array", "string"], "properties": {"a": {"type": ["array", "object"], "items": {"$ref": "#"}}}, "items": {"$ref": "#"}}),
    ];
    for schema in &hostile {
        for provider in ALL {
            let profiled = profile(schema, provider);
            assert!(
                profiled.schema.to_string().len() < 2_000_000,
                "{}",
                profiled.schema.to_string().len()
            );
            restore(schema, json!({"value": {"a": {"b": null}}}));
            restore(schema, json!({"a": {"b": [null, {"a": null}]}}));
        }
    }
}

#[test]
fn limits_that_are_exceeded_are_reported() {
    let properties = |count: usize| -> serde_json::Map<String, Value> {
        (0..count)
            .map(|n| (format!("k{n}"), json!({"type": "string"})))
            .collect()
    };
    let over = |schema: Value, provider| -> Vec<(String, u32)> {
        let report = profile(&schema, provider).report;
        report
            .over_limits
            .into_iter()
            .map(|over| (over.limit, over.found))
            .collect()
    };
    let wide = json!({"type": "object", "properties": properties(5_001)});
    assert_eq!(over(wide, Provider::OpenAi), [("properties".into(), 5_001)]);
    let optional = json!({"type": "object", "properties": properties(25)});
    assert_eq!(
        over(optional, Provider::Anthropic),
        [("optional".into(), 25)]
    );
    let mut deep = json!({"type": "string"});
    (0..11).for_each(|_| {
        deep = json!({"type": "object", "properties": {"a": deep}, "required": ["a"]})
    });
    assert_eq!(over(deep.clone(), Provider::OpenAi), [("depth".into(), 11)]);
    assert_eq!(over(deep, Provider::Anthropic), []);
    let choices: Vec<String> = (0..1_001)
        .map(|n| format!("choice number {n:04}"))
        .collect();
    let long = json!({"type": "object", "properties": {"a": {"enum": choices}}, "required": ["a"]});
    assert_eq!(
        over(long, Provider::OpenAi),
        [("enum_values".into(), 1_001), ("enum_chars".into(), 18_018)]
    );
    let unions: serde_json::Map<String, Value> = (0..17)
        .map(|n| (format!("k{n}"), json!({"type": ["string", "null"]})))
        .collect();
    let required: Vec<&String> = unions.keys().collect();
    assert_eq!(
        over(
            json!({"type": "object", "required": required, "properties": unions}),
            Provider::Anthropic
        ),
        [("unions".into(), 17)]
    );
}

#[test]
fn providers_are_found_by_their_names() {
    for provider in ALL {
        assert_eq!(Provider::from_name(provider.name()), Some(provider));
    }
    assert_eq!(Provider::from_name("OpenAI"), None);
}
