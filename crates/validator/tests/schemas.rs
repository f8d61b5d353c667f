//! Schemas of others: every draft, every keyword, and those that are written to do harm.

use colloquy_schema::Issue;
use colloquy_validator::{Compiled, MOST_SCHEMA_BYTES, MOST_VALUES};
use serde_json::{Value, json};

fn compiled(schema: Value) -> Compiled {
    Compiled::new(&schema).unwrap_or_else(|issues| panic!("{schema}: {issues:?}"))
}

fn refused(schema: &Value) -> Vec<Issue> {
    Compiled::new(schema)
        .err()
        .unwrap_or_else(|| panic!("{schema} was accepted"))
}

fn places(issues: &[Issue]) -> Vec<String> {
    issues
        .iter()
        .map(|issue| [&issue.path, " ", &issue.rule].concat())
        .collect()
}

#[test]
fn every_keyword_is_reported_by_its_own_rule() {
    let cases = [
        (
            json!({"exclusiveMinimum": 3}),
            json!(3),
            " exclusive_minimum",
            "must be more than 3",
        ),
        (
            json!({"exclusiveMaximum": 3}),
            json!(3),
            " exclusive_maximum",
            "must be less than 3",
        ),
        (
            json!({"multipleOf": 2}),
            json!(3),
            " multiple_of",
            "must be a multiple of 2",
        ),
        (
            json!({"pattern": "^a"}),
            json!("b"),
            " pattern",
            "must match the pattern ^a",
        ),
        (
            json!({"format": "date"}),
            json!("yesterday"),
            " format",
            "must have the format date",
        ),
        (
            json!({"uniqueItems": true}),
            json!([1, 1]),
            " unique_items",
            "must not have an item twice",
        ),
        (
            json!({"contains": {"type": "string"}}),
            json!([1]),
            " contains",
            "must have as many items of the required form as are asked for",
        ),
        (
            json!({"minProperties": 2}),
            json!({"a": 1}),
            " min_properties",
            "must have at least 2 keys, not 1",
        ),
        (
            json!({"maxProperties": 1}),
            json!({"a": 1, "b": 2}),
            " max_properties",
            "must have at most 1 key, not 2",
        ),
        (
            json!({"propertyNames": {"maxLength": 2}}),
            json!({"long": 1}),
            "long property_names",
            "has a name that must have at most 2 characters, not 4",
        ),
        (
            json!({"patternProperties": {"^n": {"type": "number"}}}),
            json!({"n1": "x"}),
            "n1 type",
            "must be a number",
        ),
        (
            json!({"additionalProperties": {"type": "number"}}),
            json!({"a": "x"}),
            "a type",
            "must be a number",
        ),
        (
            json!({"dependentRequired": {"a": ["b"]}}),
            json!({"a": 1}),
            "b required",
            "is required",
        ),
        (
            json!({"not": {"type": "string"}}),
            json!("x"),
            " not",
            "has a form that is not allowed",
        ),
        (
            json!({"oneOf": [{"minimum": 1}, {"minimum": 2}]}),
            json!(3),
            " one_of",
            "must have exactly one of the allowed forms, not several",
        ),
        (
            json!({"oneOf": [{"minimum": 4}, {"minimum": 5}]}),
            json!(3),
            " one_of",
            "must have one of the allowed forms",
        ),
        (
            json!({"oneOf": [{"type": "string"}, {"type": "null"}]}),
            json!(3),
            " type",
            "must be a string or null",
        ),
        (
            json!({"oneOf": [{"type": "object", "required": ["a"]}, {"type": "null"}]}),
            json!({}),
            "a required",
            "is required",
        ),
        (
            json!({"anyOf": [{"minimum": 4}, {"minimum": 5}]}),
            json!(3),
            " any_of",
            "must have one of the allowed forms",
        ),
        (
            json!({"prefixItems": [{"type": "string"}], "items": false}),
            json!(["a", 2]),
            "[1] false_schema",
            "must not be there",
        ),
        (
            json!({"properties": {"a": true}, "unevaluatedProperties": false}),
            json!({"a": 1, "b": 2}),
            "b unknown_key",
            "is not a known key",
        ),
        (
            json!({"if": {"properties": {"a": {"const": 1}}}, "then": {"required": ["b"]}}),
            json!({"a": 1}),
            "b required",
            "is required",
        ),
        (
            json!({"const": {"a": [1, 2.0]}}),
            json!(1),
            " const",
            "must be {\"a\":[1,2.0]}",
        ),
        (
            json!({"enum": [1, "a", null]}),
            json!(2),
            " enum",
            "must be one of 1, \"a\", null",
        ),
        (
            json!({"type": ["number", "integer", "null"]}),
            json!("x"),
            " type",
            "must be a number or null",
        ),
        (
            json!({"minLength": 1}),
            json!(""),
            " min_length",
            "must have at least 1 character, not 0",
        ),
        (
            json!({"properties": {"0": {"items": {"type": "string"}}}}),
            json!({"0": [0]}),
            "0[0] type",
            "must be a string",
        ),
    ];
    for (schema, value, place, message) in cases {
        let compiled = compiled(schema.clone());
        let issues = compiled.check(&value);
        assert_eq!(places(&issues), [place], "{schema}");
        assert_eq!(issues[0].message, message, "{schema}");
        assert!(!compiled.is_valid(&value));
    }
}

#[test]
fn a_schema_is_read_by_the_draft_it_names() {
    let schema = |draft: &str, schema: Value| {
        let mut schema = schema;
        schema["$schema"] = draft.into();
        compiled(schema)
    };
    let four = schema(
        "http://json-schema.org/draft-04/schema#",
        json!({"minimum": 3, "exclusiveMinimum": true}),
    );
    assert_eq!(places(&four.check(&json!(3))), [" exclusive_minimum"]);
    let tuple = json!({"items": [{"type": "string"}], "additionalItems": false});
    for draft in [
        "http://json-schema.org/draft-06/schema#",
        "http://json-schema.org/draft-07/schema",
        "https://json-schema.org/draft/2019-09/schema",
    ] {
        assert_eq!(
            places(&schema(draft, tuple.clone()).check(&json!(["a", "b"]))),
            [" additional_items"],
            "{draft}"
        );
    }
    let newest = schema(
        "https://json-schema.org/draft/2020-12/schema",
        json!({"prefixItems": [{"type": "string"}]}),
    );
    assert_eq!(places(&newest.check(&json!([1]))), ["[0] type"]);
    for draft in [
        json!("https://example.org/my-draft"),
        json!("draft-07"),
        json!(7),
    ] {
        assert_eq!(
            places(&refused(&json!({"$schema": draft}))),
            ["$schema draft"]
        );
    }
}

#[test]
fn a_reference_that_leaves_the_schema_is_refused_where_it_stands() {
    for uri in [
        "https://example.org/a.json",
        "http://127.0.0.1/a",
        "file:///etc/passwd",
        "other.json#/a",
        "//example.org/a",
        "urn:x:y",
    ] {
        let schema =
            json!({"properties": {"a": {"items": {"$ref": uri}}, "b": {"$dynamicRef": uri}}});
        assert_eq!(
            places(&refused(&schema)),
            [
                "properties.a.items.$ref ref",
                "properties.b.$dynamicRef ref"
            ],
            "{uri}"
        );
    }
    assert_eq!(
        places(&refused(&json!({"$ref": "#/$defs/nowhere"})))[0]
            .rsplit(' ')
            .next(),
        Some("ref")
    );
    let data =
        compiled(json!({"enum": [{"$ref": "https://example.org/a.json"}], "default": {"$ref": 1}}));
    assert!(data.is_valid(&json!({"$ref": "https://example.org/a.json"})));
    let within = compiled(json!({
        "$id": "https://example.org/root.json",
        "$ref": "part.json#/$defs/name",
        "$defs": {"part": {"$id": "part.json", "$defs": {"name": {"type": "string"}}}},
    }));
    assert_eq!(places(&within.check(&json!(1))), [" type"]);
    let meta = compiled(json!({"$ref": "https://json-schema.org/draft/2020-12/schema"}));
    assert!(meta.is_valid(&json!({"type": "string"})) && !meta.is_valid(&json!({"type": "text"})));
}

#[test]
fn every_fault_of_a_schema_is_reported_at_once() {
    let schema = json!({"type": "text", "required": "a", "properties": {"a": {"minLength": -1, "pattern": "("}}});
    let issues = refused(&schema);
    let found = places(&issues);
    for place in ["properties.a.minLength minimum", "required type"] {
        assert!(
            found.iter().any(|found| found == place),
            "{place} is not in {found:?}"
        );
    }
    assert!(
        found.iter().any(|found| found.starts_with("type ")),
        "{found:?}"
    );
    assert!(refused(&json!({"properties": {"a": {"pattern": "("}}})).len() == 1);
    for no_schema in [json!(7), json!("x"), json!([]), json!(null)] {
        assert!(!refused(&no_schema).is_empty());
    }
    assert!(compiled(json!(true)).is_valid(&json!(1)));
    assert_eq!(
        places(&compiled(json!(false)).check(&json!(1))),
        [" false_schema"]
    );
}

#[test]
fn a_schema_or_value_that_is_too_much_is_refused() {
    let long = "a".repeat(MOST_SCHEMA_BYTES);
    assert_eq!(places(&refused(&json!({"description": long}))), [" size"]);
    let nested = |levels: usize| (0..levels).fold(json!({}), |inner, _| json!({"items": inner}));
    assert!(Compiled::new(&nested(60)).is_ok());
    assert_eq!(places(&refused(&nested(70))), [" depth"]);
    let any = compiled(json!({}));
    assert_eq!(
        places(&any.check(&json!(vec![0; MOST_VALUES + 1]))),
        [" size"]
    );
    let deep = (0..200).fold(json!(1), |inner, _| json!([inner]));
    assert_eq!(places(&any.check(&deep)), [" depth"]);
    assert!(!any.is_valid(&deep));
    let (kept, issues) = any.read(deep.clone());
    assert_eq!((kept, places(&issues)), (deep, vec![" depth".into()]));
}

#[test]
fn a_schema_that_leads_back_to_itself_ends() {
    let mut doubling = serde_json::Map::new();
    for level in 0..60 {
        let next = json!({"$ref": format!("#/$defs/d{}", level + 1)});
        doubling.insert(format!("d{level}"), json!({"allOf": [next, next]}));
    }
    let step = |n: usize| {
        (
            format!("d{n}"),
            json!({"$ref": format!("#/$defs/d{}", (n + 1).min(5_000))}),
        )
    };
    let mut long: serde_json::Map<String, Value> = (0..5_000).map(step).collect();
    long.insert("d5000".into(), json!({"type": "string"}));
    doubling.insert("d60".into(), json!({"type": "string"}));
    for schema in [
        json!({"$ref": "#"}),
        json!({"allOf": [{"$ref": "#"}, {"type": "string"}]}),
        json!({"anyOf": [{"$ref": "#"}, {"type": "string"}]}),
        json!({"not": {"$ref": "#"}}),
        json!({"oneOf": [{"$ref": "#/$defs/a"}], "$defs": {"a": {"if": {"$ref": "#"}, "then": {"$ref": "#/$defs/a"}}}}),
        json!({"$dynamicRef": "#x", "$dynamicAnchor": "x"}),
        json!({"$ref": "#/$defs/d0", "$defs": doubling}),
        json!({"$ref": "#/$defs/d0", "$defs": long}),
    ] {
        let found = refused(&schema);
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(
            ["ref", "size"].contains(&found[0].rule.as_str()),
            "{found:?}"
        );
    }
    let list = compiled(
        json!({"type": "object", "properties": {"next": {"$ref": "#"}}, "additionalProperties": false}),
    );
    let mut chain = json!({"end": 1});
    (0..120).for_each(|_| chain = json!({"next": chain}));
    let (kept, issues) = list.read(chain);
    assert_eq!(issues.len(), 1);
    assert!(issues[0].path.ends_with("next.end") && !kept.to_string().contains("end"));
}

#[test]
fn a_pattern_that_takes_for_ever_is_given_up() {
    let schema = json!({"type": "string", "pattern": "^(?=(a+)+$)\\1b"});
    match Compiled::new(&schema) {
        Ok(compiled) => assert_eq!(
            places(&compiled.check(&json!(["a".repeat(5_000), "c".into()].concat()))),
            [" pattern"]
        ),
        Err(issues) => panic!("{issues:?}"),
    }
    let issues = refused(&json!({"pattern": "((a{1,1000}){1,1000}){1,1000}"}));
    assert_eq!(issues.len(), 1, "{issues:?}");
}

#[test]
fn reading_takes_out_what_no_part_of_a_schema_knows() {
    let schema = compiled(json!({
        "type": "object",
        "properties": {
            "a": {"type": "object", "properties": {"x": {}}, "additionalProperties": false},
            "b": {"anyOf": [{"type": "object", "properties": {"y": {"type": "integer"}}, "additionalProperties": false}, {"type": "null"}]},
        },
        "unevaluatedProperties": false,
    }));
    let value = json!({"a": {"x": 1, "z/~": 2}, "b": {"y": "no", "w": 1}, "c": 3});
    let (kept, issues) = schema.read(value);
    assert_eq!(kept, json!({"a": {"x": 1}, "b": {"y": "no"}}));
    assert_eq!(
        places(&issues),
        [
            "b.y type",
            "a.z/~ unknown_key",
            "b.w unknown_key",
            "c unknown_key"
        ]
    );
}

#[test]
fn the_same_value_has_the_same_issues_in_the_same_order() {
    let schema = json!({"properties": {"b": {"type": "string"}, "a": {"minimum": 3, "multipleOf": 2}}, "required": ["z", "y"], "maxProperties": 1});
    let value = json!({"b": 1, "a": 1});
    let first = compiled(schema.clone()).check(&value);
    assert_eq!(
        places(&first),
        [
            " max_properties",
            "a minimum",
            "a multiple_of",
            "b type",
            "y required",
            "z required"
        ]
    );
    for _ in 0..20 {
        assert_eq!(compiled(schema.clone()).check(&value), first);
    }
}
