//! Advice on conditions: topics that nobody comes to, and choices that lead some people nowhere.

use super::Say;
use crate::compile::plan;
use crate::study::Study;
use colloquy_schema::{Condition, TopicPlan, Typed};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// Most combinations of values that are tried.
const TRIED: usize = 20_000;

pub(super) fn judge(study: &Study, say: &mut Say<'_>) {
    let plan = plan(study);
    let screening = study.screening.len();
    // Values of a topic that nobody comes to are never there.
    let mut never: BTreeSet<String> = BTreeSet::new();
    for (place, topic) in plan.topics.iter().enumerate() {
        if let Some(when) = &topic.when
            && !possible(&plan, when, &never)
        {
            never.insert(topic.id.clone());
            let path = format!("topics[{}].when", place - screening);
            say(
                "unreachable_topic",
                path,
                "can never hold: nobody is asked this".into(),
            );
        }
    }
    if let Some(when) = &study.full_when
        && !possible(&plan, when, &never)
    {
        say(
            "unreachable_topic",
            "full_when".into(),
            "can never hold: no quota is ever full".into(),
        );
    }
    defaults(&plan, screening, say);
}

/// Values that tell conditions apart: those that are named, and those beside them.
fn candidates(
    plan: &TopicPlan,
    name: &str,
    condition: &Condition,
    never: &BTreeSet<String>,
) -> Vec<Option<Value>> {
    let mut out = vec![None];
    if never.contains(name) {
        return out;
    }
    let topic = plan.topics.iter().find(|topic| topic.id == name);
    let Some(typed) = topic
        .map(|topic| &topic.answer)
        .or_else(|| plan.values.get(name))
    else {
        return out;
    };
    let mut named: Vec<Value> = Vec::new();
    condition.tests("", &mut |_, test| {
        if test.value == name {
            named.extend(
                test.is
                    .iter()
                    .chain(&test.is_not)
                    .chain(&test.at_least)
                    .chain(&test.at_most)
                    .cloned(),
            );
            named.extend(test.any_of.iter().chain(&test.none_of).flatten().cloned());
        }
    });
    let mut values: Vec<Value> = match typed {
        Typed::Open => return out,
        Typed::YesNo => vec![json!(true), json!(false)],
        Typed::Single { options } => options.iter().map(|id| json!(id)).collect(),
        Typed::Scale { from, to } => (*from..=*to).map(Value::from).collect(),
        Typed::Ranking { options } => vec![json!(options)],
        Typed::Multiple {
            options,
            least,
            most,
        } => {
            let of_size = |size: usize| json!(options.iter().take(size).collect::<Vec<_>>());
            let mut lists: Vec<Value> = (*least as usize..=*most as usize).map(of_size).collect();
            lists.extend(options.iter().map(|id| json!([id])));
            lists
        }
        Typed::Number { min, max, whole } => {
            let mut numbers: Vec<f64> = named.iter().filter_map(Value::as_f64).collect();
            let step = if *whole { 1.0 } else { 0.5 };
            let around = numbers.clone();
            numbers.extend(
                around
                    .iter()
                    .flat_map(|number| [number - step, number + step]),
            );
            numbers.extend(min.iter().chain(max).copied());
            numbers.push(0.0);
            numbers.into_iter().map(|number| json!(number)).collect()
        }
        Typed::Date { .. } => {
            let days = ["1900-01-01", "2999-12-31"].map(Value::from);
            named.iter().cloned().chain(days).collect()
        }
        Typed::Short { .. } => named
            .iter()
            .cloned()
            .chain([json!("another text")])
            .collect(),
        // Conditions ask whether it is there.
        Typed::File { .. } => vec![json!({})],
    };
    let accept = topic.and_then(|topic| topic.accept.as_ref());
    let soundly = matches!(
        typed,
        Typed::Multiple { .. } | Typed::Ranking { .. } | Typed::File { .. }
    );
    values.retain(|value| {
        let sound = soundly || typed.value(value).is_ok();
        sound && accept.is_none_or(|accept| accept.holds(&|_| Some(value.clone())))
    });
    if accept.is_some() {
        // Nobody comes past a screening question without one of these.
        out.clear();
    }
    out.extend(values.into_iter().map(Some));
    out
}

/// True unless no values whatever make a condition hold. Of too many combinations none is tried.
fn possible(plan: &TopicPlan, condition: &Condition, never: &BTreeSet<String>) -> bool {
    let mut names: BTreeSet<String> = BTreeSet::new();
    condition.tests("", &mut |_, test| {
        names.insert(test.value.clone());
    });
    let names: Vec<String> = names.into_iter().collect();
    let all: Vec<Vec<Option<Value>>> = names
        .iter()
        .map(|name| candidates(plan, name, condition, never))
        .collect();
    let count = all
        .iter()
        .map(Vec::len)
        .try_fold(1_usize, |count, more| count.checked_mul(more));
    let Some(count) = count.filter(|count| *count <= TRIED) else {
        return true;
    };
    (0..count).any(|mut place| {
        let mut values: BTreeMap<&str, Option<Value>> = BTreeMap::new();
        for (name, candidates) in names.iter().zip(&all) {
            values.insert(name, candidates[place % candidates.len()].clone());
            place /= candidates.len();
        }
        condition.holds(&|name| values.get(name).cloned().flatten())
    })
}

/// A choice on which several topics depend, and an option that leads to none of them.
fn defaults(plan: &TopicPlan, screening: usize, say: &mut Say<'_>) {
    for topic in &plan.topics {
        let options: Vec<Value> = match &topic.answer {
            Typed::Single { options } => options.iter().map(|id| json!(id)).collect(),
            Typed::YesNo => vec![json!(true), json!(false)],
            _ => continue,
        };
        let mut branches: Vec<(usize, &Condition)> = Vec::new();
        for (place, other) in plan.topics.iter().enumerate() {
            if let Some(when) = &other.when {
                let mut alone = true;
                when.tests("", &mut |_, test| alone &= test.value == topic.id);
                if alone {
                    branches.push((place, when));
                }
            }
        }
        if branches.len() < 2 {
            continue;
        }
        let leads = |option: &&Value| {
            branches
                .iter()
                .any(|(_, when)| when.holds(&|_| Some((*option).clone())))
        };
        let nowhere: Vec<String> = options
            .iter()
            .filter(|option| !leads(option))
            .map(|option| option.to_string())
            .collect();
        if !nowhere.is_empty() {
            let path = format!("topics[{}].when", branches[0].0 - screening);
            let message = format!(
                "is one of {} branches on {}, and {} leads to none of them",
                branches.len(),
                topic.id,
                nowhere.join(", ")
            );
            say("branch_without_default", path, message);
        }
    }
}
