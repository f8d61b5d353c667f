//! Schemas and values that nobody would write: nothing brings the validator down.

use colloquy_validator::Compiled;
use proptest::prelude::*;
use serde_json::{Value, json};

/// JSON that looks like a schema, right or wrong.
fn any_schema() -> impl Strategy<Value = Value> {
    let words = vec![
        "#",
        "#/$defs/a",
        "#/properties/a",
        "#a",
        "string",
        "object",
        "array",
        "^a+$",
        "(",
        "date-time",
        "https://json-schema.org/draft/2020-12/schema",
        "http://json-schema.org/draft-04/schema#",
        "a",
        "",
    ];
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-2i64..5).prop_map(Value::from),
        Just(json!(1e308)),
        prop::sample::select(words).prop_map(Value::from),
    ];
    let keywords = vec![
        "$ref",
        "$dynamicRef",
        "$recursiveRef",
        "$id",
        "$anchor",
        "$dynamicAnchor",
        "$schema",
        "$defs",
        "definitions",
        "type",
        "enum",
        "const",
        "allOf",
        "anyOf",
        "oneOf",
        "not",
        "if",
        "then",
        "else",
        "properties",
        "patternProperties",
        "additionalProperties",
        "propertyNames",
        "required",
        "dependentRequired",
        "dependentSchemas",
        "dependencies",
        "items",
        "prefixItems",
        "additionalItems",
        "contains",
        "minContains",
        "unevaluatedItems",
        "unevaluatedProperties",
        "minLength",
        "maxLength",
        "minItems",
        "maxItems",
        "minimum",
        "exclusiveMinimum",
        "multipleOf",
        "pattern",
        "format",
        "uniqueItems",
        "contentEncoding",
        "a",
        "",
    ];
    leaf.prop_recursive(5, 40, 6, move |inner| {
        prop_oneof![
            4 => prop::collection::btree_map(prop::sample::select(keywords.clone()).prop_map(String::from), inner.clone(), 0..6)
                .prop_map(|map| Value::Object(map.into_iter().collect())),
            1 => prop::collection::vec(inner, 0..4).prop_map(Value::from),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3_000, ..ProptestConfig::default() })]

    #[test]
    fn no_schema_and_no_value_brings_it_down(schema in any_schema(), value in any_schema()) {
        match Compiled::new(&schema) {
            Err(issues) => prop_assert!(!issues.is_empty()),
            Ok(compiled) => {
                let issues = compiled.check(&value);
                prop_assert_eq!(issues.is_empty(), compiled.is_valid(&value));
                let (kept, rest) = compiled.read(value);
                let faulty = rest.iter().any(|issue| issue.rule != "unknown_key");
                prop_assert_eq!(compiled.is_valid(&kept), !faulty);
            }
        }
    }
}
