//! Reads the strategy of a guide with its templates.

use crate::guide::Template;
use crate::guide_fields::{at_least_one, unique};
use crate::kinds::{self, Strategy};
use crate::{Fields, Issue};
use serde_json::Value;

pub(super) fn strategy(
    value: &Value,
    issues: &mut Vec<Issue>,
) -> Option<(Strategy, Vec<Template>)> {
    let mut fields = Fields::open(value, "strategy", issues);
    let kind = fields.text("kind", 1, 32, issues);
    if kind.is_empty() {
        return None;
    }
    let Some(strategy) = kinds::read(&kind, &mut fields, value, issues) else {
        let message = ["must be ", kinds::NAMES].concat();
        Issue::report(issues, "strategy.kind", "enum", &message, value.get("kind"));
        return None;
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
