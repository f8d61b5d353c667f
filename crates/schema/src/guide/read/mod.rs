//! Reads a guide document, reporting every fault with its path, rule and value.

mod strategy;
mod wording;

use super::{GUIDE_BYTES, GUIDE_SCHEMA, Guide, Limits, ModelSettings, Template, Wording};
use crate::kinds::Strategy;
use crate::{Fields, Issue, Named, json_size, too_deep};
use serde_json::{Map, Value};
use std::rc::Rc;

pub(super) fn guide(value: &Value) -> Result<Guide, Vec<Issue>> {
    let mut issues = Vec::new();
    let size = json_size(value);
    if size > GUIDE_BYTES {
        let message = "must have 512 kB as JSON at most: it is kept with each session";
        Issue::report(&mut issues, "", "too_large", message, Some(&size.into()));
        return Err(issues);
    }
    let mut fields = Fields::open(value, "", &mut issues);
    let (mut schema, mut id, mut version) = <(String, String, String)>::default();
    fields.texts_into(
        &mut [
            ("schema", 100, &mut schema),
            ("id", 64, &mut id),
            ("version", 32, &mut version),
        ],
        &mut issues,
    );
    if !schema.is_empty() && schema != GUIDE_SCHEMA {
        let message = ["must be ", GUIDE_SCHEMA].concat();
        Issue::report(&mut issues, "schema", "enum", &message, value.get("schema"));
    }
    let plain = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
    if !id.bytes().all(plain) {
        let message = "must be lower-case letters, digits and hyphens";
        Issue::report(&mut issues, "id", "pattern", message, value.get("id"));
    }
    let strategy = fields
        .required("strategy", &mut issues)
        .and_then(|value| strategy::strategy(value, &mut issues));
    let empty = Value::Object(Map::new());
    let limits = fields.raw("limits").unwrap_or(&empty);
    let limits = Limits::read(limits, "limits", &mut issues);
    let model = model(fields.raw("model").unwrap_or(&empty), &mut issues);
    let outcome = fields
        .raw("outcome")
        .and_then(|value| outcome(value, &mut issues));
    let (strategy, templates) = match strategy {
        Some((strategy, templates)) => (Some(strategy), templates),
        None => (None, Vec::new()),
    };
    let frame = Frame {
        templates: &templates,
        strategy: strategy.as_ref(),
        outcome: outcome.is_some(),
    };
    if let Some(schema) = &outcome
        && frame.outcome_parts() > 0
    {
        let message = "must be left out: this kind of interview has an outcome of its own";
        Issue::report(&mut issues, "outcome", "unknown_key", message, Some(schema));
    }
    let mut locales = Named::default();
    for item in fields.entries("locales", &mut issues) {
        let wording = wording::wording(&item, &frame, &mut issues);
        locales.set(item.name, Rc::new(wording));
    }
    compare_locales(&locales, &mut issues);
    let found = value.get("locales").filter(|value| value.is_object());
    if locales.is_empty() && found.is_some() {
        let message = "must have at least one locale";
        Issue::report(&mut issues, "locales", "length", message, found);
    }
    if too_deep(value) {
        let message = "must be nested 100 deep at most: it is kept with each session";
        Issue::report(&mut issues, "", "depth", message, None);
    }
    fields.raw("$schema");
    fields.refuse_unknown(&mut issues);
    match strategy {
        Some(strategy) if issues.is_empty() => Ok(Guide {
            id,
            version,
            strategy,
            templates: Rc::new(templates),
            outcome,
            limits,
            model,
            locales,
        }),
        _ => Err(issues),
    }
}

/// What the wording of every locale is held to.
struct Frame<'a> {
    templates: &'a [Template],
    strategy: Option<&'a Strategy>,
    outcome: bool,
}

impl Frame<'_> {
    fn outcome_parts(&self) -> usize {
        self.strategy.map_or(0, Strategy::outcome_parts)
    }
}

/// Reads the guide's own contract: any JSON Schema, compiled by the validator that is loaded with such a guide.
fn outcome(value: &Value, issues: &mut Vec<Issue>) -> Option<Rc<Value>> {
    let mut fields = Fields::open(value, "outcome", issues);
    let schema = fields.required("schema", issues);
    fields.refuse_unknown(issues);
    let schema = schema?;
    if schema.is_object() {
        return Some(Rc::new(schema.clone()));
    }
    let message = "must be a JSON Schema, an object";
    Issue::report(issues, "outcome.schema", "type", message, Some(schema));
    None
}

/// Reports locales whose words for the kind do not fit those of the first.
fn compare_locales(locales: &Named<Rc<Wording>>, issues: &mut Vec<Issue>) {
    let mut first: Option<&Wording> = None;
    for (tag, wording) in locales.iter() {
        let first = first.get_or_insert(wording);
        let path = ["locales.", tag].concat();
        wording.kind.compare(&first.kind, &path, issues);
    }
}

impl Limits {
    /// Reads limits, a guide's or a host's, at `path`.
    pub fn read(value: &Value, path: &str, issues: &mut Vec<Issue>) -> Limits {
        let mut fields = Fields::open(value, path, issues);
        let mut limits = Limits::default();
        for (key, max, slot) in [
            ("questions", 500, &mut limits.questions),
            ("tokens", u32::MAX, &mut limits.tokens),
            ("answer_chars", 1_000_000, &mut limits.answer_chars),
            ("duration_minutes", 10_080, &mut limits.duration_minutes),
        ] {
            let number = fields.int_opt(key, 1, u64::from(max), issues);
            *slot = number.map(|number| number as u32);
        }
        limits.cost_usd = fields.number_opt("cost_usd", 0.0, 1e6, issues);
        fields.refuse_unknown(issues);
        limits
    }
}

fn model(value: &Value, issues: &mut Vec<Issue>) -> ModelSettings {
    let mut fields = Fields::open(value, "model", issues);
    let mut model = ModelSettings {
        max_tokens: 500,
        top_p: fields.number_opt("top_p", 0.0, 1.0, issues),
        history_tokens: 24_000,
        material_tokens: 32_000,
    };
    fields.ints_into(
        &mut [
            ("max_tokens", 50, 8_000, &mut model.max_tokens),
            (
                "history_tokens",
                1_000,
                1_000_000,
                &mut model.history_tokens,
            ),
            (
                "material_tokens",
                1_000,
                1_000_000,
                &mut model.material_tokens,
            ),
        ],
        issues,
    );
    fields.refuse_unknown(issues);
    model
}
