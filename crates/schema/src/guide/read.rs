//! Reads a guide document, reporting every fault with its path, rule and value.

use super::{
    Bank, Consent, GUIDE_SCHEMA, Guide, Limits, ModelSettings, Prompts, Reflective, Strategy,
    Template, TemplateWording, Wording,
};
use crate::Issue;
use crate::fields::Fields;
use serde_json::Value;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Longest prompt or other long text of a guide, in characters.
const LONG: usize = 20_000;
/// Longest sentence shown to a respondent, in characters.
const SHORT: usize = 2_000;

pub(super) fn guide(value: &Value) -> Result<Guide, Vec<Issue>> {
    let mut issues = Vec::new();
    let mut fields = Fields::open(value, "", &mut issues);
    let schema = fields.text("schema", 1, 100, &mut issues);
    if !schema.is_empty() && schema != GUIDE_SCHEMA {
        issues.push(Issue::new(
            "schema",
            "enum",
            ["must be ", GUIDE_SCHEMA].concat(),
            value.get("schema"),
        ));
    }
    let id = fields.text("id", 1, 64, &mut issues);
    if !id
        .bytes()
        .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
    {
        issues.push(Issue::new(
            "id",
            "pattern",
            "must be lower-case letters, digits and hyphens",
            value.get("id"),
        ));
    }
    let version = fields.text("version", 1, 32, &mut issues);
    let strategy = fields
        .required("strategy", &mut issues)
        .and_then(|v| strategy(v, &mut issues));
    let limits = match fields.raw("limits") {
        Some(value) => limits(value, "limits", &mut issues),
        None => Limits::default(),
    };
    let model = model(
        fields
            .raw("model")
            .unwrap_or(&Value::Object(Default::default())),
        &mut issues,
    );
    let templates: Vec<Template> = match &strategy {
        Some(Strategy::Reflective(reflective)) => reflective.templates.clone(),
        None => Vec::new(),
    };
    let mut locales = BTreeMap::new();
    for (tag, path, value) in fields.entries("locales", &mut issues) {
        locales.insert(
            tag.clone(),
            Rc::new(wording(value, path, &templates, &mut issues)),
        );
    }
    if locales.is_empty() && value.get("locales").is_some_and(Value::is_object) {
        issues.push(Issue::new(
            "locales",
            "length",
            "must have at least one locale",
            value.get("locales"),
        ));
    }
    fields.raw("$schema");
    fields.refuse_unknown(&mut issues);
    match strategy {
        Some(strategy) if issues.is_empty() => Ok(Guide {
            id,
            version,
            strategy,
            limits,
            model,
            locales,
        }),
        _ => Err(issues),
    }
}

fn strategy(value: &Value, issues: &mut Vec<Issue>) -> Option<Strategy> {
    let mut fields = Fields::open(value, "strategy", issues);
    let kind = fields.text("kind", 1, 32, issues);
    if kind.is_empty() {
        return None;
    }
    if kind != "reflective" {
        issues.push(Issue::new(
            "strategy.kind",
            "enum",
            "must be reflective, the one strategy of this version",
            value.get("kind"),
        ));
        return None;
    }
    let max_questions = fields.int_opt("max_questions", 1, 50, issues).unwrap_or(5) as u32;
    let max_follow_up_depth = fields
        .int_opt("max_follow_up_depth", 0, 3, issues)
        .unwrap_or(3) as u8;
    let substantive_words = fields
        .int_opt("substantive_words", 1, 500, issues)
        .unwrap_or(10) as u32;
    let mut templates: Vec<Template> = Vec::new();
    for (path, value) in fields.items("templates", 10, issues) {
        let mut item = Fields::open(value, path.clone(), issues);
        let id = item.text("id", 1, 64, issues);
        let temperature = item
            .number_opt("temperature", 0.0, 2.0, issues)
            .unwrap_or(0.7);
        item.refuse_unknown(issues);
        if templates.iter().any(|t| t.id == id) {
            issues.push(Issue::new(
                [&path, ".id"].concat(),
                "unique",
                "is used by another template",
                value.get("id"),
            ));
        }
        // An id that could not be read was reported; without it there is nothing to compare or to look for in the wording.
        if !id.is_empty() {
            templates.push(Template { id, temperature });
        }
    }
    let given = value.get("templates").filter(|v| !v.is_null());
    if given.is_none_or(|v| v.as_array().is_some_and(Vec::is_empty)) {
        issues.push(Issue::new(
            "strategy.templates",
            "length",
            "must have at least one template",
            value.get("templates"),
        ));
    }
    fields.refuse_unknown(issues);
    Some(Strategy::Reflective(Reflective {
        max_questions,
        max_follow_up_depth,
        substantive_words,
        templates,
    }))
}

/// Reads limits, a guide's or a host's.
pub(crate) fn limits(value: &Value, path: &str, issues: &mut Vec<Issue>) -> Limits {
    let mut fields = Fields::open(value, path, issues);
    let limits = Limits {
        questions: fields
            .int_opt("questions", 1, 500, issues)
            .map(|n| n as u32),
        tokens: fields
            .int_opt("tokens", 1, u64::from(u32::MAX), issues)
            .map(|n| n as u32),
        cost_usd: fields.number_opt("cost_usd", 0.0, 1e6, issues),
        answer_chars: fields
            .int_opt("answer_chars", 1, 1_000_000, issues)
            .map(|n| n as u32),
        duration_minutes: fields
            .int_opt("duration_minutes", 1, 10_080, issues)
            .map(|n| n as u32),
    };
    fields.refuse_unknown(issues);
    limits
}

fn model(value: &Value, issues: &mut Vec<Issue>) -> ModelSettings {
    let mut fields = Fields::open(value, "model", issues);
    let model = ModelSettings {
        max_tokens: fields
            .int_opt("max_tokens", 50, 8_000, issues)
            .unwrap_or(500) as u32,
        top_p: fields.number_opt("top_p", 0.0, 1.0, issues),
        history_tokens: fields
            .int_opt("history_tokens", 1_000, 1_000_000, issues)
            .unwrap_or(24_000) as u32,
        material_tokens: fields
            .int_opt("material_tokens", 1_000, 1_000_000, issues)
            .unwrap_or(32_000) as u32,
    };
    fields.refuse_unknown(issues);
    model
}

fn wording(
    value: &Value,
    path: String,
    templates: &[Template],
    issues: &mut Vec<Issue>,
) -> Wording {
    let mut fields = Fields::open(value, path, issues);
    let mut wording = Wording {
        title: fields.text("title", 1, 200, issues),
        description: fields.text("description", 1, SHORT, issues),
        welcome: fields.text("welcome", 1, SHORT, issues),
        closing: fields.text("closing", 1, SHORT, issues),
        closing_limit: fields.text("closing_limit", 1, SHORT, issues),
        again: fields.text("again", 1, SHORT, issues),
        again_first: fields.text("again_first", 1, SHORT, issues),
        again_last: fields.text("again_last", 1, SHORT, issues),
        ..Wording::default()
    };
    if let Some(value) = fields.raw("consent") {
        let mut consent = Fields::open(value, fields.path_of("consent"), issues);
        wording.consent = Some(Consent {
            asked: consent.text("asked", 1, SHORT, issues),
            recipients: consent.text("recipients", 1, SHORT, issues),
            kept: consent.text("kept", 1, SHORT, issues),
        });
        consent.refuse_unknown(issues);
    }
    for (id, path, value) in fields.entries("templates", issues) {
        wording
            .templates
            .insert(id.clone(), template(value, path, issues));
    }
    // Where the wording of templates is missing as a whole, that was reported once and is enough.
    let worded = value.get("templates").is_some_and(Value::is_object);
    for template in templates
        .iter()
        .filter(|t| worded && !wording.templates.contains_key(&t.id))
    {
        let path = [&fields.path_of("templates"), ".", &template.id].concat();
        issues.push(Issue::new(
            path,
            "required",
            "has no wording in this locale",
            None,
        ));
    }
    if let Some(value) = fields.required("prompts", issues) {
        wording.prompts = prompts(value, fields.path_of("prompts"), issues);
    }
    let uses = fields.entries("bank", issues);
    let uses = uses
        .into_iter()
        .map(|(name, path, value)| (name.clone(), bank_use(value, &path, issues)))
        .collect();
    wording.bank = Rc::new(Bank { uses });
    for (name, path, value) in fields.entries("transcript", issues) {
        match value.as_str() {
            Some(text) if text.chars().count() <= SHORT => {
                drop(wording.transcript.insert(name.clone(), text.into()))
            }
            _ => issues.push(Issue::new(
                path,
                "type",
                "must be a text of at most 2000 characters",
                Some(value),
            )),
        }
    }
    fields.refuse_unknown(issues);
    wording
}

fn template(value: &Value, path: String, issues: &mut Vec<Issue>) -> TemplateWording {
    let mut fields = Fields::open(value, path, issues);
    let template = TemplateWording {
        name: fields.text("name", 1, 100, issues),
        description: fields.text("description", 1, SHORT, issues),
        system: fields.text("system", 1, LONG, issues),
        initial: fields.text("initial", 1, LONG, issues),
        topic: fields.text("topic", 1, LONG, issues),
        follow_up: fields.text("follow_up", 1, LONG, issues),
        conclusion: fields.text("conclusion", 1, LONG, issues),
    };
    fields.refuse_unknown(issues);
    template
}

fn prompts(value: &Value, path: String, issues: &mut Vec<Issue>) -> Prompts {
    let mut fields = Fields::open(value, path, issues);
    let prompts = Prompts {
        instructed: fields.text("instructed", 1, LONG, issues),
        strict: fields.text("strict", 1, LONG, issues),
        material: fields.text("material", 1, LONG, issues),
        guidelines: fields.text("guidelines", 1, LONG, issues),
        digest: fields.text("digest", 1, LONG, issues),
        asked_before: fields.text("asked_before", 1, LONG, issues),
        dropped: fields.text("dropped", 1, LONG, issues),
        retry: fields.text("retry", 1, LONG, issues),
        state: fields.text("state", 1, LONG, issues),
        skipped: fields.text("skipped", 1, SHORT, issues),
        declined: fields.text("declined", 1, SHORT, issues),
    };
    fields.refuse_unknown(issues);
    prompts
}

/// Most sentences of one use and template.
const BANK_SENTENCES: usize = 100;

fn bank_use(value: &Value, path: &str, issues: &mut Vec<Issue>) -> BTreeMap<String, Vec<String>> {
    let mut out = BTreeMap::new();
    let Some(map) = value.as_object() else {
        issues.push(Issue::new(
            path,
            "type",
            "must be an object of template id, or `any`, and sentences",
            Some(value),
        ));
        return out;
    };
    for (template, value) in map {
        let path = [path, ".", template].concat();
        let sentences: Option<Vec<String>> = value
            .as_array()
            .filter(|a| a.len() <= BANK_SENTENCES)
            .and_then(|a| a.iter().map(|v| v.as_str().map(String::from)).collect());
        match sentences {
            Some(sentences) => drop(out.insert(template.clone(), sentences)),
            None => issues.push(Issue::new(
                path,
                "type",
                "must be an array of at most 100 sentences",
                Some(value),
            )),
        }
    }
    out
}

/// Reads limits handed in by a host.
impl Limits {
    /// Reads limits from a host's value at `path`.
    pub fn read(value: &Value, path: &str, issues: &mut Vec<Issue>) -> Limits {
        limits(value, path, issues)
    }
}
