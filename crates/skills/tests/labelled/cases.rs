//! The format of the labelled cases; `tests/cases/skills/README.md` tells of it.

use std::collections::BTreeMap;

use colloquy_schema::{Attribute, KnownSkill, SkillsAsk};

/// A text with what a careful reader takes from it.
pub(crate) struct Case {
    pub(crate) title: String,
    pub(crate) ask: SkillsAsk,
    pub(crate) expected: Vec<Expected>,
    /// Kinds that are right, and `engaged` or `idle`; absent for résumés.
    pub(crate) answer: Option<(Vec<String>, Vec<String>)>,
}

/// A skill that is expected.
#[derive(Default)]
pub(crate) struct Expected {
    /// Names under which it may be told.
    pub(crate) names: Vec<String>,
    /// What each value must contain, one of several; an empty one says that nothing is right too.
    pub(crate) values: BTreeMap<String, Vec<String>>,
}

/// Reads the cases of a file.
pub(crate) fn cases(text: &str) -> Vec<Case> {
    text.split("== ")
        .filter(|part| !part.trim().is_empty())
        .map(case)
        .collect()
}

fn alternatives(text: &str) -> Vec<String> {
    text.split('|').map(|one| one.trim().to_owned()).collect()
}

fn case(text: &str) -> Case {
    let (title, rest) = text.split_once('\n').expect("a title");
    let (body, expected) = rest.split_once("\n-- expect").expect("an expectation");
    let mut ask = SkillsAsk {
        resume: title.starts_with("resume"),
        year: 2026,
        ..SkillsAsk::default()
    };
    let mut body = body;
    while let Some((line, rest)) = body.split_once('\n') {
        if let Some(asked) = line.strip_prefix("ask:") {
            let (skill, attributes) = asked.rsplit_once(':').unwrap_or((asked, ""));
            ask.skill = skill.trim().to_owned();
            let wanted =
                |one: &&Attribute| attributes.split(',').any(|name| name.trim() == one.name());
            ask.attributes = Attribute::ALL.iter().filter(wanted).copied().collect();
        } else if let Some(known) = line.strip_prefix("known:") {
            let known = known.split(',').map(|skill| KnownSkill {
                skill: skill.trim().to_owned(),
                unknown: Vec::new(),
            });
            ask.known = known.collect();
        } else {
            break;
        }
        body = rest;
    }
    ask.text = body.to_owned();
    let mut lines = expected
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty());
    let answer = (!ask.resume).then(|| {
        let (kinds, engaged) = lines
            .next()
            .and_then(|line| line.split_once(' '))
            .expect("a kind");
        (alternatives(kinds), alternatives(engaged))
    });
    Case {
        title: title.trim().to_owned(),
        ask,
        expected: lines.map(skill).collect(),
        answer,
    }
}

/// `Name|other name: attribute=part of the value|or another; attribute=…`
fn skill(line: &str) -> Expected {
    let (names, values) = line.split_once(':').expect("a colon behind the name");
    let values = values
        .split(';')
        .filter_map(|one| one.trim().split_once('='));
    Expected {
        names: alternatives(names),
        values: values
            .map(|(attribute, value)| {
                assert!(
                    Attribute::ALL.iter().any(|known| known.name() == attribute),
                    "{line}"
                );
                (attribute.to_owned(), alternatives(value))
            })
            .collect(),
    }
}
