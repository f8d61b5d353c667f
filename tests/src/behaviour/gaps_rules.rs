//! The rules of the skills interview (requirements.md#skills-interviews),
//! each with its boundaries: `tests/cases/gaps/rules.json`. A case is a résumé,
//! the questions that must come of it with what is answered, and how it ends.

use crate::behaviours;
use crate::reader::obliging;
use crate::sections::{section, skills_of};
use crate::world::{Act, World, gaps_guide, with_model};
use colloquy_core::kinds::gaps::GapsView;
use colloquy_core::{Command, Phase};
use colloquy_schema::{Limits, Material, NamedText, Setup};
use serde_json::{Value, json};

const CASES: &str = include_str!("../../cases/gaps/rules.json");

/// A setup with a model and a résumé.
pub fn with_resume(resume: &str) -> Setup {
    Setup {
        material: Material {
            texts: vec![NamedText {
                name: "resume.md".into(),
                text: resume.into(),
            }],
            ..Material::default()
        },
        limits: Limits::default(),
        ..with_model()
    }
}

/// The open question's gap, as JSON; null without one.
pub fn gap(world: &World) -> Value {
    let view = world.view();
    let gap = view.question.and_then(|question| question.of_kind.gap);
    serde_json::to_value(gap).expect("JSON")
}

fn run(case: &Value) {
    let name = case["name"].as_str().expect("a name");
    let mut guide = gaps_guide();
    for (key, value) in case["strategy"].as_object().into_iter().flatten() {
        guide["strategy"][key] = value.clone();
    }
    let resume = case["resume"].as_str().unwrap_or_default();
    let mut world = World::new(guide, with_resume(resume), vec![Act::Agent(obliging)]);
    for (at, turn) in case["turns"].as_array().expect("turns").iter().enumerate() {
        let place = format!("{name}, turn {}", at + 1);
        assert_eq!(
            world.view().phase,
            Phase::Answering,
            "{place}: {:?}",
            world.view().closed
        );
        let found = gap(&world);
        for (key, expected) in turn["asks"].as_object().into_iter().flatten() {
            assert_eq!(&found[key], expected, "{place}: {key}");
        }
        match turn["says"].as_str().expect("says") {
            "/skip" => world.command(Command::Skip),
            "/decline" => world.command(Command::Decline),
            answer => world.answer(answer),
        }
    }
    let end = &case["end"];
    let found = gap(&world);
    let is_last = found["skill"] == "" && found["topic"] == "back";
    if is_last && end["closed"].is_string() {
        world.answer("No, that is all.");
    }
    let view = world.view();
    let closed = json!(view.closed.map(|reason| reason.name()));
    assert_eq!(closed, end["closed"], "{name}: why it ended");
    if let Some(expected) = end.get("asks") {
        let found = gap(&world);
        for (key, expected) in expected.as_object().into_iter().flatten() {
            assert_eq!(&found[key], expected, "{name}, the end: {key}");
        }
    }
    let summary = serde_json::to_value(section::<GapsView>(&view)).expect("JSON");
    for (key, expected) in end["summary"].as_object().into_iter().flatten() {
        assert_eq!(&summary[key], expected, "{name}: {key}");
    }
    let skills = serde_json::to_value(skills_of(&world.interview)).expect("JSON");
    for (skill, expected) in end["skills"].as_object().into_iter().flatten() {
        let mut found = skills.as_array().expect("a list").iter();
        let found = found.find(|found| found["skill"] == skill.as_str());
        let Some(found) = found else {
            assert!(
                expected.is_null(),
                "{name}: there is no {skill} in {skills}"
            );
            continue;
        };
        for (key, expected) in expected
            .as_object()
            .unwrap_or_else(|| panic!("{name}: there is {skill}"))
        {
            let mut attributes = found["attributes"].as_array().expect("six").iter();
            let attribute = attributes.find(|attribute| attribute["attribute"] == key.as_str());
            let value = attribute.map_or(&found[key], |attribute| &attribute["value"]);
            assert_eq!(value, expected, "{name}: {key} of {skill}");
        }
    }
}

behaviours! {
    fn every_rule_holds_at_its_boundaries() {
        let cases: Value = serde_json::from_str(CASES).expect("JSON");
        let cases = cases.as_array().expect("a list");
        assert!(cases.len() >= 40, "{} cases", cases.len());
        for case in cases {
            run(case);
        }
    }
}
