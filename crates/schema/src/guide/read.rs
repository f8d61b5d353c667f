//! Reads a guide document, reporting every fault with its path, rule and value.

use super::{
    Bank, BankUse, Consent, GUIDE_SCHEMA, Guide, Limits, ModelSettings, Prompts, Reflective,
    Strategy, Template, TemplateWording, Wording,
};
use crate::{Fields, Issue, Item, Named};
use serde_json::{Map, Value};
use std::rc::Rc;

/// Longest prompt or other long text of a guide, in characters.
const LONG: usize = 20_000;
/// Longest sentence shown to a respondent, in characters.
const SHORT: usize = 2_000;
/// Most sentences of one use and template.
const BANK_SENTENCES: usize = 100;

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
    let templates = match &strategy {
        Some(Strategy::Reflective(reflective)) => reflective.templates.as_slice(),
        None => &[],
    };
    let mut locales = Named::default();
    for item in fields.entries("locales", &mut issues) {
        let wording = wording(&item, templates, &mut issues);
        locales.set(item.name, Rc::new(wording));
    }
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
        let message = "must be reflective, the one strategy of this version";
        Issue::report(issues, "strategy.kind", "enum", message, value.get("kind"));
        return None;
    }
    let (mut max_questions, mut max_follow_up_depth, mut substantive_words) = (5, 3, 10);
    fields.ints_into(
        &mut [
            ("max_questions", 1, 50, &mut max_questions),
            ("max_follow_up_depth", 0, 3, &mut max_follow_up_depth),
            ("substantive_words", 1, 500, &mut substantive_words),
        ],
        issues,
    );
    let mut templates: Vec<Template> = Vec::new();
    for item in fields.items("templates", 10, issues) {
        let mut fields = Fields::open(item.value, &item.path, issues);
        let id = fields.text("id", 1, 64, issues);
        let temperature = fields.number_opt("temperature", 0.0, 2.0, issues);
        fields.refuse_unknown(issues);
        if templates.iter().any(|template| template.id == id) {
            let message = "is used by another template";
            let value = item.value.get("id");
            Issue::report(issues, &fields.path_of("id"), "unique", message, value);
        }
        let temperature = temperature.unwrap_or(0.7);
        // An id that could not be read was reported; without it there is nothing to compare or to look for in the wording.
        if !id.is_empty() {
            templates.push(Template { id, temperature });
        }
    }
    let given = value.get("templates").filter(|value| !value.is_null());
    if given.is_none_or(|value| value.as_array().is_some_and(Vec::is_empty)) {
        let message = "must have at least one template";
        Issue::report(issues, "strategy.templates", "length", message, given);
    }
    fields.refuse_unknown(issues);
    Some(Strategy::Reflective(Reflective {
        max_questions,
        max_follow_up_depth: max_follow_up_depth as u8,
        substantive_words,
        templates,
    }))
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

/// Reads an object that has required texts and nothing else.
#[inline(never)]
fn texts(
    value: &Value,
    path: &str,
    list: &mut [(&'static str, usize, &mut String)],
    issues: &mut Vec<Issue>,
) {
    let mut fields = Fields::open(value, path, issues);
    fields.texts_into(list, issues);
    fields.refuse_unknown(issues);
}

fn wording(item: &Item, templates: &[Template], issues: &mut Vec<Issue>) -> Wording {
    let mut fields = Fields::open(item.value, &item.path, issues);
    let mut wording = Wording::default();
    fields.texts_into(
        &mut [
            ("title", 200, &mut wording.title),
            ("description", SHORT, &mut wording.description),
            ("welcome", SHORT, &mut wording.welcome),
            ("closing", SHORT, &mut wording.closing),
            ("closing_limit", SHORT, &mut wording.closing_limit),
            ("again", SHORT, &mut wording.again),
            ("again_first", SHORT, &mut wording.again_first),
            ("again_last", SHORT, &mut wording.again_last),
        ],
        issues,
    );
    if let Some(value) = fields.raw("consent") {
        let mut consent = Consent::default();
        let list = &mut [
            ("asked", SHORT, &mut consent.asked),
            ("recipients", SHORT, &mut consent.recipients),
            ("kept", SHORT, &mut consent.kept),
        ];
        texts(value, &fields.path_of("consent"), list, issues);
        wording.consent = Some(consent);
    }
    for item in fields.entries("templates", issues) {
        let template = template(&item, issues);
        wording.templates.set(item.name, template);
    }
    // Where the wording of templates is missing as a whole, that was reported once and is enough.
    let worded = item.value.get("templates").is_some_and(Value::is_object);
    for template in templates {
        if worded && wording.templates.get(&template.id).is_none() {
            let path = [&fields.path_of("templates"), ".", &template.id].concat();
            let message = "has no wording in this locale";
            Issue::report(issues, &path, "required", message, None);
        }
    }
    if let Some(value) = fields.required("prompts", issues) {
        let path = fields.path_of("prompts");
        prompts(value, &path, &mut wording.prompts, issues);
    }
    let mut bank = Bank::default();
    for item in fields.entries("bank", issues) {
        bank_use(&item, &mut bank, issues);
    }
    wording.bank = Rc::new(bank);
    for item in fields.entries("transcript", issues) {
        match item.value.as_str() {
            Some(text) if text.chars().count() <= SHORT => {
                wording.transcript.set(item.name, text.into());
            }
            _ => {
                let message = "must be a text of at most 2000 characters";
                Issue::report(issues, &item.path, "type", message, Some(item.value));
            }
        }
    }
    fields.refuse_unknown(issues);
    wording
}

fn template(item: &Item, issues: &mut Vec<Issue>) -> TemplateWording {
    let mut template = TemplateWording::default();
    let list = &mut [
        ("name", 100, &mut template.name),
        ("description", SHORT, &mut template.description),
        ("system", LONG, &mut template.system),
        ("initial", LONG, &mut template.initial),
        ("topic", LONG, &mut template.topic),
        ("follow_up", LONG, &mut template.follow_up),
        ("conclusion", LONG, &mut template.conclusion),
    ];
    texts(item.value, &item.path, list, issues);
    template
}

fn prompts(value: &Value, path: &str, prompts: &mut Prompts, issues: &mut Vec<Issue>) {
    let list = &mut [
        ("instructed", LONG, &mut prompts.instructed),
        ("strict", LONG, &mut prompts.strict),
        ("material", LONG, &mut prompts.material),
        ("guidelines", LONG, &mut prompts.guidelines),
        ("digest", LONG, &mut prompts.digest),
        ("asked_before", LONG, &mut prompts.asked_before),
        ("dropped", LONG, &mut prompts.dropped),
        ("retry", LONG, &mut prompts.retry),
        ("state", LONG, &mut prompts.state),
        ("skipped", SHORT, &mut prompts.skipped),
        ("declined", SHORT, &mut prompts.declined),
    ];
    texts(value, path, list, issues);
}

fn bank_use(item: &Item, bank: &mut Bank, issues: &mut Vec<Issue>) {
    let Some(map) = item.value.as_object() else {
        let message = "must be an object of template id, or `any`, and sentences";
        return Issue::report(issues, &item.path, "type", message, Some(item.value));
    };
    for (template, value) in map {
        let list = value.as_array().filter(|a| a.len() <= BANK_SENTENCES);
        let mut sentences = Vec::new();
        for text in list.into_iter().flatten().filter_map(Value::as_str) {
            sentences.push(text.into());
        }
        if list.is_none_or(|list| list.len() > sentences.len()) {
            let path = [&item.path, ".", template].concat();
            let message = "must be an array of at most 100 sentences";
            Issue::report(issues, &path, "type", message, Some(value));
            continue;
        }
        bank.uses.push(BankUse {
            name: item.name.into(),
            template: template.clone(),
            sentences,
        });
    }
}
