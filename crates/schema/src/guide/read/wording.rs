//! Reads the words of a guide in one locale.

use super::Frame;
use super::gaps::gap_wording;
use super::onboarding::onboarding_wording;
use crate::guide::{
    Bank, BankUse, Consent, OutcomePrompts, Prompts, Stage, StageWording, Strategy,
    TemplateWording, Wording,
};
use crate::{Fields, Issue, Item};
use serde_json::Value;
use std::rc::Rc;

/// Longest prompt or other long text of a guide, in characters.
pub(super) const LONG: usize = 20_000;
/// Longest sentence shown to a respondent, in characters.
pub(super) const SHORT: usize = 2_000;
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
    if let Some(Strategy::Staged(staged)) = frame.strategy {
        let value = fields.required("stages", issues);
        let path = fields.path_of("stages");
        let stages = value.map(|value| stage_wording(value, &path, &staged.stages, issues));
        wording.stages = Rc::new(stages.unwrap_or_default());
    }
    if let Some(Strategy::Gaps(_)) = frame.strategy {
        let value = fields.required("gaps", issues);
        let path = fields.path_of("gaps");
        let words = value.map(|value| gap_wording(value, &path, issues));
        wording.gaps = Rc::new(words.unwrap_or_default());
    }
    if let Some(Strategy::Onboarding(onboarding)) = frame.strategy {
        let value = fields.required("onboarding", issues);
        let path = fields.path_of("onboarding");
        let phases = &onboarding.phases;
        let words = value.map(|value| onboarding_wording(value, &path, phases, issues));
        wording.onboarding = Rc::new(words.unwrap_or_default());
    }
    if let Some(value) = fields.required("prompts", issues) {
        let path = fields.path_of("prompts");
        prompts(value, &path, frame, &mut wording.prompts, issues);
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

/// Reads title, purpose and objectives of every stage.
fn stage_wording(
    value: &Value,
    path: &str,
    stages: &[Stage],
    issues: &mut Vec<Issue>,
) -> Vec<StageWording> {
    let mut out = Vec::new();
    let empty = Value::Null;
    let Some(map) = value.as_object() else {
        Issue::report(issues, path, "type", "must be an object", Some(value));
        return out;
    };
    for key in map.keys() {
        if !stages.iter().any(|stage| stage.id == *key) {
            let message = "is no stage of the strategy";
            Issue::report(
                issues,
                &[path, ".", key].concat(),
                "unknown_key",
                message,
                None,
            );
        }
    }
    for stage in stages {
        let path = [path, ".", &stage.id].concat();
        let value = value.get(&stage.id).unwrap_or(&empty);
        let mut fields = Fields::open(value, &path, issues);
        let mut wording = StageWording::default();
        fields.texts_into(
            &mut [
                ("title", 100, &mut wording.title),
                ("purpose", SHORT, &mut wording.purpose),
            ],
            issues,
        );
        wording.objectives = fields.texts("objectives", 10, SHORT, issues);
        if wording.objectives.is_empty() && value.is_object() {
            let path = fields.path_of("objectives");
            let message = "must have at least one objective";
            Issue::report(issues, &path, "length", message, value.get("objectives"));
        }
        fields.refuse_unknown(issues);
        out.push(wording);
    }
    out
}

fn prompts(
    value: &Value,
    path: &str,
    frame: &Frame,
    prompts: &mut Prompts,
    issues: &mut Vec<Issue>,
) {
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
    if let Some(Strategy::Staged(_)) = frame.strategy
        && let Some(value) = fields.required("stages", issues)
    {
        let stages = &mut prompts.stages;
        let list = &mut [
            ("state", LONG, &mut stages.state),
            ("ready", LONG, &mut stages.ready),
            ("not_ready", LONG, &mut stages.not_ready),
            (
                "missing_completeness",
                SHORT,
                &mut stages.missing_completeness,
            ),
            ("missing_depth", SHORT, &mut stages.missing_depth),
            ("missing_objectives", SHORT, &mut stages.missing_objectives),
            ("missing_examples", SHORT, &mut stages.missing_examples),
            ("missing_follow_up", SHORT, &mut stages.missing_follow_up),
            ("engagement_high", SHORT, &mut stages.engagement_high),
            ("engagement_medium", SHORT, &mut stages.engagement_medium),
            ("engagement_low", SHORT, &mut stages.engagement_low),
        ];
        texts(value, &fields.path_of("stages"), list, issues);
    }
    let advice = matches!(frame.strategy, Some(Strategy::Advice(_)));
    if (advice || frame.outcome)
        && let Some(value) = fields.required("outcome", issues)
    {
        let path = fields.path_of("outcome");
        prompts.outcome = outcome_prompts(value, &path, advice, issues);
    }
    if let Some(value) = fields.raw("findings") {
        let path = fields.path_of("findings");
        prompts.findings = outcome_prompts(value, &path, false, issues);
    }
    fields.refuse_unknown(issues);
}

fn outcome_prompts(
    value: &Value,
    path: &str,
    in_parts: bool,
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
    if in_parts {
        prompts.parts = fields.texts("parts", 3, LONG, issues);
        if prompts.parts.len() != 3 {
            let (path, value) = (fields.path_of("parts"), value.get("parts"));
            Issue::report(issues, &path, "length", "must have three texts", value);
        }
    }
    fields.refuse_unknown(issues);
    prompts
}

/// Reads an object that has required texts and nothing else.
#[inline(never)]
pub(super) fn texts(
    value: &Value,
    path: &str,
    list: &mut [(&'static str, usize, &mut String)],
    issues: &mut Vec<Issue>,
) {
    let mut fields = Fields::open(value, path, issues);
    fields.texts_into(list, issues);
    fields.refuse_unknown(issues);
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
