//! Rules across the places of a study whose shape is sound.

use super::conditions;
use crate::compile::{answer, needed, plan};
use crate::study::{Accept, HandedIn, OptionText, ProbesText, Study, TopicText, Translation};
use crate::words;
use colloquy_core::kinds::topics::SIMULATED;
use colloquy_findings::normal_form;
use colloquy_schema::{Issue, TOPICS_SAYS, Typed, is_date};
use serde_json::Value;
use std::collections::BTreeMap;

/// Most points of a scale.
const POINTS: i64 = 101;
/// Most questions of an interview.
const QUESTIONS: u32 = 500;

/// Reports an issue with a value.
fn report(issues: &mut Vec<Issue>, path: &str, rule: &str, message: &str, value: Option<Value>) {
    Issue::report(issues, path, rule, message, value.as_ref());
}

/// Path of a question by its place among all.
fn path_of(study: &Study, place: usize) -> String {
    match place.checked_sub(study.screening.len()) {
        None => format!("screening[{place}]"),
        Some(place) => format!("topics[{place}]"),
    }
}

pub(super) fn judge(study: &Study, issues: &mut Vec<Issue>) {
    let before = issues.len();
    values(study, issues);
    ids(study, issues);
    for (place, (_, topic, _)) in study.questions().enumerate() {
        let path = path_of(study, place);
        bounds(topic, &path, issues);
        options(&topic.options, &path, issues);
        texts(topic, &path, issues);
    }
    repeated(study, issues);
    // What follows names types and ids: without those there is nothing to say.
    if issues.len() > before {
        return;
    }
    let mut known: BTreeMap<String, Typed> = BTreeMap::new();
    for value in &study.values {
        known.insert(value.name.clone(), handed_in(value));
    }
    for (place, (id, topic, screening)) in study.questions().enumerate() {
        let path = path_of(study, place);
        if let Some(when) = &topic.when {
            conditions::judge(when, &format!("{path}.when"), &known, issues);
        }
        let typed = answer(topic);
        if screening && let Some(given) = &topic.accept {
            acceptable(given, &typed, &format!("{path}.accept"), issues);
        }
        known.insert(id, typed);
        let last_of_screening = place + 1 == study.screening.len();
        if last_of_screening && let Some(when) = &study.full_when {
            conditions::judge(when, "full_when", &known, issues);
        }
    }
    if study.screening.is_empty()
        && let Some(when) = &study.full_when
    {
        let handed: BTreeMap<String, Typed> = study
            .values
            .iter()
            .map(|value| (value.name.clone(), handed_in(value)))
            .collect();
        conditions::judge(when, "full_when", &handed, issues);
    }
    for (tag, translation) in &study.translations {
        translated(study, tag, translation, issues);
    }
    for (name, end) in &study.ends {
        let slots = end
            .redirect
            .iter()
            .flat_map(|address| words::slots(address));
        for slot in slots {
            let value = slot.strip_prefix("value.");
            let sound = slot == "session"
                || value.is_some_and(|name| study.values.iter().any(|value| value.name == name));
            if !sound {
                let message = "has a slot that is neither {session} nor {value.<name>} of a value that is handed in";
                report(
                    issues,
                    &format!("ends.{name}.redirect"),
                    "unknown_slot",
                    message,
                    Some(slot.into()),
                );
            }
        }
    }
    replaced(&study.words, "words", issues);
    for (tag, translation) in &study.translations {
        let path = format!("translations.{tag}.words");
        replaced(&translation.words, &path, issues);
    }
    limits(study, issues);
}

/// Sentences that replace the engine's have names that it knows, and the slots that it fills in.
fn replaced(words: &BTreeMap<String, String>, path: &str, issues: &mut Vec<Issue>) {
    for (name, text) in words {
        let path = format!("{path}.{name}");
        let Some(slots) = words::replaceable(name) else {
            let known = words::REPLACEABLE.map(|(name, _)| name).join(", ");
            report(
                issues,
                &path,
                "unknown_key",
                &format!("is none of {known}"),
                None,
            );
            continue;
        };
        let lacks = |slot: &&&str| !text.contains(&["{", slot, "}"].concat());
        if let Some(slot) = slots.iter().find(lacks) {
            let message = ["must have the slot {", slot, "}"].concat();
            let found = Some(text.as_str().into());
            report(issues, &path, "missing_slot", &message, found);
        }
    }
}

pub(super) fn handed_in(value: &HandedIn) -> Typed {
    let topic = TopicText {
        kind: Some(value.kind.clone()),
        options: value.options.clone(),
        max_chars: Some(500),
        ..TopicText::default()
    };
    answer(&topic)
}

fn values(study: &Study, issues: &mut Vec<Issue>) {
    for (place, value) in study.values.iter().enumerate() {
        let path = format!("values[{place}]");
        if study.values[..place]
            .iter()
            .any(|other| other.name == value.name)
        {
            report(
                issues,
                &format!("{path}.name"),
                "unique",
                "is used twice",
                Some(value.name.as_str().into()),
            );
        }
        if value.name == SIMULATED {
            let message = "is what marks an interview that a program gives";
            let name = format!("{path}.name");
            report(
                issues,
                &name,
                "reserved",
                message,
                Some(value.name.as_str().into()),
            );
        }
        let single = value.kind == "single";
        if single && value.options.is_empty() {
            report(
                issues,
                &format!("{path}.options"),
                "required",
                "is required of a single one",
                None,
            );
        }
        if !single && !value.options.is_empty() {
            report(
                issues,
                &format!("{path}.options"),
                "unknown_key",
                "is for a single one only",
                None,
            );
        }
        options(&value.options, &path, issues);
    }
}

fn ids(study: &Study, issues: &mut Vec<Issue>) {
    let mut seen: Vec<String> = study
        .values
        .iter()
        .map(|value| value.name.clone())
        .collect();
    for (place, (id, _, _)) in study.questions().enumerate() {
        if seen.contains(&id) {
            let path = format!("{}.id", path_of(study, place));
            report(
                issues,
                &path,
                "unique",
                "is used twice, or is the name of a value",
                Some(id.as_str().into()),
            );
        }
        seen.push(id);
    }
}

fn options(options: &[OptionText], path: &str, issues: &mut Vec<Issue>) {
    for (place, option) in options.iter().enumerate() {
        let path = format!("{path}.options[{place}]");
        let id = option.id();
        if id.is_empty() {
            report(
                issues,
                &path,
                "pattern",
                "has no letter or digit: give it an id",
                Some(option.label().into()),
            );
        } else if options[..place]
            .iter()
            .any(|other| other.id() == id || other.label() == option.label())
        {
            report(issues, &path, "unique", "is there twice", Some(id.into()));
        }
    }
}

fn bounds(topic: &TopicText, path: &str, issues: &mut Vec<Issue>) {
    let mut order = |key: &str, wrong: bool, message: &str| {
        if wrong {
            report(issues, &format!("{path}.{key}"), "order", message, None);
        }
    };
    if let (Some(from), Some(to)) = (topic.from, topic.to) {
        order("to", from >= to, "must be greater than from");
        order(
            "to",
            to.saturating_sub(from) >= POINTS,
            "must be 100 more than from at most",
        );
    }
    if let (Some(min), Some(max)) = (topic.min, topic.max) {
        order("max", min > max, "must be min or more");
    }
    let count = topic.options.len() as u32;
    let most = topic.most.unwrap_or(count);
    order(
        "most",
        topic.kind.as_deref() == Some("multiple") && (most == 0 || most > count),
        "must be from 1 to the number of options",
    );
    order(
        "least",
        topic.least.is_some_and(|least| least > most),
        "must be most or less",
    );
    if let (Some(first), Some(last)) = (&topic.earliest, &topic.latest) {
        order("latest", first > last, "must be earliest or later");
    }
    for (key, day) in [("earliest", &topic.earliest), ("latest", &topic.latest)] {
        if let Some(day) = day.as_ref().filter(|day| !is_date(day)) {
            report(
                issues,
                &format!("{path}.{key}"),
                "format",
                "is no day that there is",
                Some(day.as_str().into()),
            );
        }
    }
    for point in topic.labels.keys() {
        let number: Option<i64> = point.parse().ok();
        let on_scale =
            number.is_some_and(|number| topic.from <= Some(number) && Some(number) <= topic.to);
        if !on_scale {
            report(
                issues,
                &format!("{path}.labels.{point}"),
                "range",
                "is no point of the scale",
                None,
            );
        }
    }
}

fn texts(topic: &TopicText, path: &str, issues: &mut Vec<Issue>) {
    if let Some(check) = topic
        .check
        .as_ref()
        .filter(|check| !check.contains("{quote}"))
    {
        report(
            issues,
            &format!("{path}.check"),
            "missing_slot",
            "must have the slot {quote}",
            Some(check.as_str().into()),
        );
    }
    if let Some(ProbesText::Fixed(probes)) = &topic.probes {
        for (place, probe) in probes.iter().enumerate() {
            if probes[..place]
                .iter()
                .any(|other| normal_form(other) == normal_form(probe))
            {
                report(
                    issues,
                    &format!("{path}.probes[{place}]"),
                    "unique",
                    "is there twice",
                    Some(probe.as_str().into()),
                );
            }
        }
    }
}

/// No question is asked twice, in any words that differ by case and punctuation alone.
fn repeated(study: &Study, issues: &mut Vec<Issue>) {
    let mut seen: Vec<String> = Vec::new();
    for (place, (_, topic, _)) in study.questions().enumerate() {
        let form = normal_form(&topic.ask);
        if seen.contains(&form) {
            let path = format!("{}.ask", path_of(study, place));
            report(
                issues,
                &path,
                "unique",
                "is asked before",
                Some(topic.ask.as_str().into()),
            );
        }
        seen.push(form);
    }
}

fn acceptable(given: &Accept, typed: &Typed, path: &str, issues: &mut Vec<Issue>) {
    let judge = |path: String, value: &Value, issues: &mut Vec<Issue>| {
        if let Err((rule, message)) = typed.value(value) {
            report(issues, &path, rule, &message, Some(value.clone()));
        }
    };
    match given {
        Accept::Values(values) => {
            for (place, value) in values.iter().enumerate() {
                judge(format!("{path}[{place}]"), value, issues);
            }
        }
        Accept::Range { at_least, at_most } => {
            let ordered = matches!(
                typed,
                Typed::Scale { .. } | Typed::Number { .. } | Typed::Date { .. }
            );
            for (key, bound) in [("at_least", at_least), ("at_most", at_most)] {
                match bound {
                    Some(bound) if ordered => judge(format!("{path}.{key}"), bound, issues),
                    Some(bound) => report(
                        issues,
                        &format!("{path}.{key}"),
                        "operator",
                        "is for numbers and days only",
                        Some(bound.clone()),
                    ),
                    None => {}
                }
            }
        }
    }
}

fn translated(study: &Study, tag: &str, translation: &Translation, issues: &mut Vec<Issue>) {
    let path = format!("translations.{tag}");
    if tag.eq_ignore_ascii_case(&study.language) {
        report(
            issues,
            &path,
            "unique",
            "is the language of the study itself",
            None,
        );
    }
    for (id, words) in &translation.topics {
        let path = format!("{path}.topics.{id}");
        let Some((_, topic, _)) = study.questions().find(|(own, _, _)| own == id) else {
            report(
                issues,
                &path,
                "unknown_id",
                "is no topic and no screening question",
                None,
            );
            continue;
        };
        let fixed = match &topic.probes {
            Some(ProbesText::Fixed(probes)) => probes.len(),
            _ => 0,
        };
        if !words.probes.is_empty() && words.probes.len() != fixed {
            report(
                issues,
                &format!("{path}.probes"),
                "length",
                &format!("must be as many as in the first language: {fixed}"),
                None,
            );
        }
        if words
            .check
            .as_ref()
            .is_some_and(|check| !check.contains("{quote}"))
        {
            report(
                issues,
                &format!("{path}.check"),
                "missing_slot",
                "must have the slot {quote}",
                None,
            );
        }
        for key in words.labels.keys() {
            let known = topic.labels.contains_key(key)
                || topic.options.iter().any(|option| option.id() == *key);
            if !known {
                report(
                    issues,
                    &format!("{path}.labels.{key}"),
                    "unknown_id",
                    "is no option and no labelled point",
                    None,
                );
            }
        }
    }
}

fn limits(study: &Study, issues: &mut Vec<Issue>) {
    let longest = plan(study).longest(TOPICS_SAYS);
    if longest > QUESTIONS {
        let message = format!("come to {longest} questions at most; {QUESTIONS} are possible");
        report(issues, "topics", "too_long", &message, None);
    }
    let needed = needed(study);
    if let Some(most) = study.stop.questions.filter(|most| *most < needed) {
        let message = format!("must be {needed} or more: so many must be asked");
        report(
            issues,
            "stop.questions",
            "range",
            &message,
            Some(most.into()),
        );
    }
}
