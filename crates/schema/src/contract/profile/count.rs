//! Measures a rewritten schema against the provider's limits.

use super::{OverLimit, ProfileReport, Provider};
use serde_json::Value;

/// Most schemas that are entered for the depth: definitions that refer to each other can be entered any number of times.
const MOST_VISITS: usize = 50_000;

/// What is counted in the whole schema.
#[derive(Default)]
struct Count {
    properties: usize,
    optional: usize,
    unions: usize,
    enum_values: usize,
    /// Characters of the largest list of texts to choose from that has more than 250 of them.
    enum_chars: usize,
    /// Characters of all names of properties and definitions, choices and constants.
    chars: usize,
}

/// OpenAI measures a list of choices by its characters when it is longer than this.
const LONG_ENUM: usize = 250;

/// Deepest nesting that is followed; far past every provider's limit.
const MOST_DEPTH: usize = 64;

pub(super) fn measure(schema: &Value, provider: Provider, report: &mut ProfileReport) {
    let mut count = Count::default();
    count.add(schema);
    let mut visits = MOST_VISITS;
    let depth = depth(schema, schema, MOST_DEPTH, &mut Vec::new(), &mut visits);
    report.depth = depth as u32;
    report.properties = count.properties as u32;
    let limits: &[(&str, usize, usize)] = match provider {
        Provider::OpenAi => &[
            ("depth", depth, 10),
            ("properties", count.properties, 5_000),
            ("enum_values", count.enum_values, 1_000),
            ("enum_chars", count.enum_chars, 15_000),
            ("chars", count.chars, 120_000),
        ],
        Provider::Anthropic => &[
            ("optional", count.optional, 24),
            ("unions", count.unions, 16),
        ],
        Provider::Generic => &[],
    };
    for (limit, found, most) in limits.iter().filter(|(_, found, most)| found > most) {
        report.over_limits.push(OverLimit {
            limit: String::from(*limit),
            found: *found as u32,
            most: *most as u32,
        });
    }
}

impl Count {
    fn add(&mut self, schema: &Value) {
        let Some(map) = schema.as_object() else {
            return;
        };
        for (keyword, value) in map {
            match (keyword.as_str(), value) {
                ("properties" | "$defs", Value::Object(schemas)) => {
                    for (name, schema) in schemas {
                        self.chars += name.chars().count();
                        if keyword == "properties" {
                            self.properties += 1;
                            let required = map.get("required").and_then(Value::as_array);
                            let is = required
                                .is_some_and(|names| names.iter().any(|other| other == name));
                            self.optional += usize::from(!is);
                        }
                        self.add(schema);
                    }
                }
                ("anyOf", Value::Array(schemas)) => {
                    self.unions += 1;
                    schemas.iter().for_each(|schema| self.add(schema));
                }
                ("type", Value::Array(_)) => self.unions += 1,
                ("items" | "additionalProperties", schema) => self.add(schema),
                ("enum", Value::Array(choices)) => {
                    let chars: usize = choices
                        .iter()
                        .filter_map(Value::as_str)
                        .map(|text| text.chars().count())
                        .sum();
                    self.enum_values += choices.len();
                    self.chars += chars;
                    if choices.len() > LONG_ENUM {
                        self.enum_chars = self.enum_chars.max(chars);
                    }
                }
                ("const", Value::String(text)) => self.chars += text.chars().count(),
                _ => {}
            }
        }
    }
}

/// Counts objects within objects. A definition that is being counted already is not entered again.
fn depth<'a>(
    root: &'a Value,
    schema: &'a Value,
    left: usize,
    open: &mut Vec<&'a str>,
    visits: &mut usize,
) -> usize {
    *visits = visits.saturating_sub(1);
    let Some(map) = schema.as_object().filter(|_| left > 0 && *visits > 0) else {
        return 0;
    };
    let mut deepest = 0;
    if let Some(reference) = map.get("$ref").and_then(Value::as_str)
        && !open.contains(&reference)
        && let Some(target) = super::refs::target(root, reference)
    {
        open.push(reference);
        deepest = depth(root, target, left - 1, open, visits);
        open.pop();
    }
    let object = map.get("properties").and_then(Value::as_object);
    let mut within = 0;
    for schema in object.into_iter().flat_map(|schemas| schemas.values()) {
        within = depth(root, schema, left - 1, open, visits).max(within);
    }
    deepest = deepest.max(within + usize::from(object.is_some()));
    let forms = map
        .get("anyOf")
        .and_then(Value::as_array)
        .into_iter()
        .flatten();
    for schema in forms
        .chain(map.get("items"))
        .chain(map.get("additionalProperties"))
    {
        deepest = depth(root, schema, left - 1, open, visits).max(deepest);
    }
    deepest
}
