//! Reads the words of a guide in one locale.

use super::Frame;
use crate::guide::{
    Bank, BankUse, Consent, OutcomePrompts, TemplateWording, Wording, is_language_tag,
};
use crate::guide_fields::{LONG, SHORT, texts};
use crate::{Fields, Issue, Item};
use serde_json::Value;
use std::rc::Rc;

/// Most sentences of one use and template.
const BANK_SENTENCES: usize = 100;

pub(super) fn wording(item: &Item, frame: &Frame, issues: &mut Vec<Issue>) -> Wording {
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
    if let Some(tag) = fields.text_opt("asks_in", 2, 35, issues) {
        if !is_language_tag(&tag) {
            let path = fields.path_of("asks_in");
            let message = "must be a language tag such as `en` or `pt-BR`";
            Issue::report(
                issues,
                &path,
                "pattern",
                message,
                Some(&tag.as_str().into()),
            );
        }
        wording.asks_in = tag;
    }
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
    for template in frame.templates {
        if worded && wording.templates.get(&template.id).is_none() {
            let path = [&fields.path_of("templates"), ".", &template.id].concat();
            let message = "has no wording in this locale";
            Issue::report(issues, &path, "required", message, None);
        }
    }
    if let Some(strategy) = frame.strategy {
        wording.kind = strategy.read_wording(&mut fields, issues);
    }
    if let Some(value) = fields.required("prompts", issues) {
        let path = fields.path_of("prompts");
        prompts(value, &path, frame, &mut wording, issues);
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

fn prompts(
    value: &Value,
    path: &str,
    frame: &Frame,
    wording: &mut Wording,
    issues: &mut Vec<Issue>,
) {
    let prompts = &mut wording.prompts;
    let mut fields = Fields::open(value, path, issues);
    fields.texts_into(
        &mut [
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
        ],
        issues,
    );
    if let Some(strategy) = frame.strategy {
        strategy.read_prompts(&mut fields, &mut wording.kind, issues);
    }
    let parts = frame.outcome_parts();
    if (parts > 0 || frame.outcome)
        && let Some(value) = fields.required("outcome", issues)
    {
        let path = fields.path_of("outcome");
        prompts.outcome = outcome_prompts(value, &path, parts, issues);
    }
    if let Some(value) = fields.raw("findings") {
        let path = fields.path_of("findings");
        prompts.findings = outcome_prompts(value, &path, 0, issues);
    }
    fields.refuse_unknown(issues);
}

fn outcome_prompts(
    value: &Value,
    path: &str,
    parts: usize,
    issues: &mut Vec<Issue>,
) -> OutcomePrompts {
    let mut fields = Fields::open(value, path, issues);
    let mut prompts = OutcomePrompts::default();
    fields.texts_into(
        &mut [
            ("whole", LONG, &mut prompts.whole),
            ("retry", LONG, &mut prompts.retry),
        ],
        issues,
    );
    if parts > 0 {
        prompts.parts = fields.texts("parts", parts, LONG, issues);
        if prompts.parts.len() != parts {
            let (path, value) = (fields.path_of("parts"), value.get("parts"));
            Issue::report(issues, &path, "length", "must have three texts", value);
        }
    }
    fields.refuse_unknown(issues);
    prompts
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
