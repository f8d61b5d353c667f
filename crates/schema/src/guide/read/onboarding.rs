//! Reads the phases of an onboarding interview, and their words. A phase that could never end well is refused here.

use super::wording::{LONG, SHORT, texts};
use crate::guide::{DataWording, OnboardingWording, Phase, PhaseWording};
use crate::tools::{PERSIST, TOOLS, VALIDATION};
use crate::{DataType, Fields, Issue, Item};
use serde_json::Value;

/// Most phases of a guide.
const PHASES: usize = 10;
/// Most tools of a phase.
const PHASE_TOOLS: usize = 30;

pub(super) fn phases(fields: &mut Fields, strategy: &Value, issues: &mut Vec<Issue>) -> Vec<Phase> {
    let mut phases: Vec<Phase> = Vec::new();
    for item in fields.items("phases", PHASES, issues) {
        let mut fields = Fields::open(item.value, &item.path, issues);
        let mut phase = Phase {
            id: fields.text("id", 1, 64, issues),
            max_turns: 12,
            max_forms: 8,
            tools: fields.texts("tools", PHASE_TOOLS, 64, issues),
            ..Phase::default()
        };
        fields.ints_into(
            &mut [
                ("max_turns", 1, 50, &mut phase.max_turns),
                ("max_forms", 0, 50, &mut phase.max_forms),
            ],
            issues,
        );
        let names = fields.texts("objectives", DataType::ALL.len(), 64, issues);
        fields.refuse_unknown(issues);
        super::strategy::unique(
            phases.iter().any(|other| other.id == phase.id),
            &fields,
            &item,
            issues,
        );
        let path = fields.path_of("objectives");
        if names.is_empty() && item.value.is_object() {
            let message = "must have at least one objective";
            Issue::report(
                issues,
                &path,
                "length",
                message,
                item.value.get("objectives"),
            );
        }
        for (place, name) in names.iter().enumerate() {
            let at = [&path, "[", &place.to_string(), "]"].concat();
            let value = Value::from(name.as_str());
            let Some(objective) = DataType::ALL.iter().find(|kind| kind.name() == name) else {
                let message = "must be a kind of data, such as applicant_profile";
                Issue::report(issues, &at, "enum", message, Some(&value));
                continue;
            };
            let taken = |phase: &Phase| phase.objectives.contains(objective);
            if taken(&phase) || phases.iter().any(taken) {
                Issue::report(issues, &at, "unique", "is an objective twice", Some(&value));
                continue;
            }
            lacks_tool(&phase, *objective, &at, &value, issues);
            phase.objectives.push(*objective);
        }
        if !phase.id.is_empty() {
            phases.push(phase);
        }
    }
    super::strategy::at_least_one(strategy, "phases", "phase", issues);
    phases
}

/// Reports an objective that its phase has no tool, or no form, for: the phase could only run into its limits.
fn lacks_tool(
    phase: &Phase,
    objective: DataType,
    at: &str,
    value: &Value,
    issues: &mut Vec<Issue>,
) {
    let needs = [
        (objective.can_be_validated(), VALIDATION),
        (objective.can_be_persisted(), PERSIST),
    ];
    for (needed, tool) in needs {
        if needed && !phase.tools.iter().any(|has| has == tool) {
            let message = ["cannot be met: the tools of its phase lack ", tool].concat();
            Issue::report(issues, at, "reachable", &message, Some(value));
        }
    }
    if objective.can_be_validated() && (phase.max_forms as usize) <= phase.objectives.len() {
        let message = "cannot be met: max_forms of its phase leaves no form for it";
        Issue::report(issues, at, "reachable", message, Some(value));
    }
}

pub(super) fn onboarding_wording(
    value: &Value,
    path: &str,
    phases: &[Phase],
    issues: &mut Vec<Issue>,
) -> OnboardingWording {
    let mut fields = Fields::open(value, path, issues);
    let mut words = OnboardingWording::default();
    fields.texts_into(
        &mut [
            ("begin", LONG, &mut words.begin),
            ("state", LONG, &mut words.state),
            ("ask_now", LONG, &mut words.ask_now),
            ("lead_upload", SHORT, &mut words.lead_upload),
            ("lead_validation", SHORT, &mut words.lead_validation),
            ("lead_contact", SHORT, &mut words.lead_contact),
            ("no_form", SHORT, &mut words.no_form),
            ("plain", SHORT, &mut words.plain),
            ("closing_partial", SHORT, &mut words.closing_partial),
        ],
        issues,
    );
    words.announces = fields.texts("announces", 50, 100, issues);
    let ids: Vec<&str> = phases.iter().map(|phase| phase.id.as_str()).collect();
    let kinds: Vec<&str> = DataType::ALL.iter().map(|kind| kind.name()).collect();
    for (value, path) in parts(&mut fields, "phases", &ids, issues) {
        let mut phase = PhaseWording::default();
        let list = &mut [
            ("title", 100, &mut phase.title),
            ("purpose", SHORT, &mut phase.purpose),
            ("instructions", LONG, &mut phase.instructions),
        ];
        texts(value, &path, list, issues);
        words.phases.push(phase);
    }
    for (value, path) in parts(&mut fields, "data", &kinds, issues) {
        let mut data = DataWording::default();
        let list = &mut [
            ("label", 100, &mut data.label),
            ("about", SHORT, &mut data.about),
        ];
        texts(value, &path, list, issues);
        words.data.push(data);
    }
    for (value, path) in parts(&mut fields, "tools", &TOOLS, issues) {
        let text = value.as_str().filter(|text| text.chars().count() <= SHORT);
        if text.is_none() {
            let message = "must be a text of at most 2000 characters";
            Issue::report(issues, &path, "type", message, Some(value));
        }
        words.tools.push(text.unwrap_or_default().into());
    }
    fields.refuse_unknown(issues);
    words
}

/// Reads the entries of a required object that has these names and no others, in this order, each with its path.
fn parts<'a>(
    fields: &mut Fields<'a>,
    key: &'static str,
    names: &[&str],
    issues: &mut Vec<Issue>,
) -> Vec<(&'a Value, String)> {
    let entries = fields.entries(key, issues);
    // Where it is missing as a whole, or no object, that was reported once and is enough.
    if !fields.raw(key).is_some_and(Value::is_object) {
        return Vec::new();
    }
    let unknown = |item: &&Item| !names.is_empty() && !names.contains(&item.name);
    for item in entries.iter().filter(unknown) {
        Issue::report(issues, &item.path, "unknown_key", "is not known", None);
    }
    let mut out = Vec::new();
    for name in names {
        match entries.iter().find(|item| item.name == *name) {
            Some(item) => out.push((item.value, item.path.clone())),
            None => {
                let path = [&fields.path_of(key), ".", name].concat();
                Issue::report(issues, &path, "required", "is required", None);
            }
        }
    }
    out
}
