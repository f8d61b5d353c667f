//! Reads a guide document, reporting every fault with its path, rule and value.

mod wording;

use super::{
    Advice, GUIDE_SCHEMA, Guide, Limits, ModelSettings, Reflective, Stage, StageWording, Staged,
    Strategy, Template, Wording,
};
use crate::{Fields, Issue, Item, Named};
use serde_json::{Map, Value};
use std::rc::Rc;

pub(super) fn guide(value: &Value) -> Result<Guide, Vec<Issue>> {
    let mut issues = Vec::new();
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
        .and_then(|value| strategy(value, &mut issues));
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
    if let (Some(Strategy::Advice(_)), Some(schema)) = (&frame.strategy, &outcome) {
        let message = "must be left out: the advice strategy has an outcome of its own";
        Issue::report(&mut issues, "outcome", "unknown_key", message, Some(schema));
    }
    let mut locales = Named::default();
    for item in fields.entries("locales", &mut issues) {
        let wording = wording::wording(&item, &frame, &mut issues);
        locales.set(item.name, Rc::new(wording));
    }
    same_objectives(&locales, &mut issues);
    let found = value.get("locales").filter(|value| value.is_object());
    if locales.is_empty() && found.is_some() {
        let message = "must have at least one locale";
        Issue::report(&mut issues, "locales", "length", message, found);
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

fn strategy(value: &Value, issues: &mut Vec<Issue>) -> Option<(Strategy, Vec<Template>)> {
    let mut fields = Fields::open(value, "strategy", issues);
    let kind = fields.text("kind", 1, 32, issues);
    let strategy = match kind.as_str() {
        "" => return None,
        "reflective" => {
            let (mut max_questions, mut max_follow_up_depth, mut substantive_words) = (5, 3, 10);
            fields.ints_into(
                &mut [
                    ("max_questions", 1, 50, &mut max_questions),
                    ("max_follow_up_depth", 0, 3, &mut max_follow_up_depth),
                    ("substantive_words", 1, 500, &mut substantive_words),
                ],
                issues,
            );
            Strategy::Reflective(Reflective {
                max_questions,
                max_follow_up_depth: max_follow_up_depth as u8,
                substantive_words,
            })
        }
        "staged" => {
            let mut refusals = 3;
            fields.ints_into(&mut [("refusals", 1, 10, &mut refusals)], issues);
            let stages = Rc::new(stages(&mut fields, value, issues));
            Strategy::Staged(Staged { stages, refusals })
        }
        "advice" => {
            let mut max_questions = 4;
            fields.ints_into(&mut [("max_questions", 1, 20, &mut max_questions)], issues);
            Strategy::Advice(Advice { max_questions })
        }
        _ => {
            let message = "must be reflective, staged or advice";
            Issue::report(issues, "strategy.kind", "enum", message, value.get("kind"));
            return None;
        }
    };
    let mut templates: Vec<Template> = Vec::new();
    for item in fields.items("templates", 10, issues) {
        let mut fields = Fields::open(item.value, &item.path, issues);
        let id = fields.text("id", 1, 64, issues);
        let temperature = fields.number_opt("temperature", 0.0, 2.0, issues);
        fields.refuse_unknown(issues);
        unique(
            templates.iter().any(|template| template.id == id),
            &fields,
            &item,
            issues,
        );
        let temperature = temperature.unwrap_or(0.7);
        // An id that could not be read was reported; without it there is nothing to compare or to look for in the wording.
        if !id.is_empty() {
            templates.push(Template { id, temperature });
        }
    }
    at_least_one(value, "templates", "template", issues);
    fields.refuse_unknown(issues);
    Some((strategy, templates))
}

/// Reports an id that another entry of the same list has.
fn unique(taken: bool, fields: &Fields, item: &Item, issues: &mut Vec<Issue>) {
    if taken {
        let (path, value) = (fields.path_of("id"), item.value.get("id"));
        Issue::report(issues, &path, "unique", "is used twice", value);
    }
}

/// Reports a list of the strategy that is absent or empty.
fn at_least_one(strategy: &Value, key: &str, what: &str, issues: &mut Vec<Issue>) {
    let given = strategy.get(key).filter(|value| !value.is_null());
    if given.is_none_or(|value| value.as_array().is_some_and(Vec::is_empty)) {
        let message = ["must have at least one ", what].concat();
        let path = ["strategy.", key].concat();
        Issue::report(issues, &path, "length", &message, given);
    }
}

fn stages(fields: &mut Fields, strategy: &Value, issues: &mut Vec<Issue>) -> Vec<Stage> {
    let mut stages: Vec<Stage> = Vec::new();
    for item in fields.items("stages", 20, issues) {
        let mut fields = Fields::open(item.value, &item.path, issues);
        let mut stage = Stage {
            id: fields.text("id", 1, 64, issues),
            max_questions: 6,
            ..Stage::default()
        };
        let (mut least, mut most) = (5, 5);
        fields.ints_into(
            &mut [
                ("minutes_least", 1, 240, &mut least),
                ("minutes_most", 1, 240, &mut most),
                ("examples", 0, 20, &mut stage.examples),
                ("max_questions", 1, 50, &mut stage.max_questions),
            ],
            issues,
        );
        stage.minutes = (least.min(most), most.max(least));
        fields.refuse_unknown(issues);
        unique(
            stages.iter().any(|other| other.id == stage.id),
            &fields,
            &item,
            issues,
        );
        if !stage.id.is_empty() {
            stages.push(stage);
        }
    }
    at_least_one(strategy, "stages", "stage", issues);
    stages
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

/// Objectives are told apart by their place: every locale has as many of a stage.
fn same_objectives(locales: &Named<Rc<Wording>>, issues: &mut Vec<Issue>) {
    let mut first: Option<&Wording> = None;
    for (tag, wording) in locales.iter() {
        let other = first.get_or_insert(wording);
        let differs =
            |(a, b): (&StageWording, &StageWording)| a.objectives.len() != b.objectives.len();
        if wording.stages.iter().zip(other.stages.iter()).any(differs) {
            let path = ["locales.", tag, ".stages"].concat();
            let message = "must have as many objectives of each stage as the first locale";
            Issue::report(issues, &path, "length", message, None);
        }
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
