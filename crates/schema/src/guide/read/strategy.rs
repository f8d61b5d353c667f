//! Reads the strategy of a guide with its parameters.

use crate::guide::{Advice, Gaps, Onboarding, Reflective, Stage, Staged, Strategy, Template};
use crate::{Fields, Issue, Item};
use serde_json::Value;
use std::rc::Rc;

/// Most lists of names of the same skill: three times what the built-in lexicon has.
const MOST_ALIASES: usize = 2_000;
/// Most names of one skill.
const MOST_NAMES: usize = 20;
/// Longest name of a skill, in characters.
const NAME_CHARS: usize = 80;

pub(super) fn strategy(
    value: &Value,
    issues: &mut Vec<Issue>,
) -> Option<(Strategy, Vec<Template>)> {
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
        "gaps" => {
            let mut gaps = Gaps {
                max_questions: 60,
                complete: 60,
                disengaged: 3,
                probes: 3,
                aliases: Rc::new(aliases(&mut fields, issues)),
            };
            fields.ints_into(
                &mut [
                    ("max_questions", 1, 500, &mut gaps.max_questions),
                    ("complete", 1, 100, &mut gaps.complete),
                    ("disengaged", 1, 10, &mut gaps.disengaged),
                    ("probes", 1, 10, &mut gaps.probes),
                ],
                issues,
            );
            Strategy::Gaps(gaps)
        }
        "onboarding" => {
            let phases = Rc::new(super::onboarding::phases(&mut fields, value, issues));
            Strategy::Onboarding(Onboarding { phases })
        }
        _ => {
            let message = "must be reflective, staged, advice, gaps or onboarding";
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
pub(super) fn unique(taken: bool, fields: &Fields, item: &Item, issues: &mut Vec<Issue>) {
    if taken {
        let (path, value) = (fields.path_of("id"), item.value.get("id"));
        Issue::report(issues, &path, "unique", "is used twice", value);
    }
}

/// Reports a list of the strategy that is absent or empty.
pub(super) fn at_least_one(strategy: &Value, key: &str, what: &str, issues: &mut Vec<Issue>) {
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

/// Reads the names of the same skill.
fn aliases(fields: &mut Fields, issues: &mut Vec<Issue>) -> Vec<Vec<String>> {
    let mut out = Vec::new();
    for item in fields.items("aliases", MOST_ALIASES, issues) {
        let list = item.value.as_array();
        let Some(list) = list.filter(|list| (2..=MOST_NAMES).contains(&list.len())) else {
            let rule = if list.is_some() { "length" } else { "type" };
            let message = "must be a list of 2 to 20 names";
            Issue::report(issues, &item.path, rule, message, Some(item.value));
            continue;
        };
        let mut names = Vec::new();
        for value in list {
            let name = value.as_str().unwrap_or_default();
            if name.trim().is_empty() || name.chars().count() > NAME_CHARS {
                let path = [&item.path, "[", &names.len().to_string(), "]"].concat();
                let message = "must be a text of 1 to 80 characters";
                Issue::report(issues, &path, "length", message, Some(value));
            }
            names.push(name.trim().into());
        }
        out.push(names);
    }
    out
}
