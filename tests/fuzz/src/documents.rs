//! Documents once they are text: the bytes are a résumé, an answer about skills, and a lexicon.

use colloquy_resume::read;
use colloquy_schema::contract::{Unknown, check as issues, validate};
use colloquy_schema::{Attribute, Contract, DataType, KnownSkill, SkillsAsk, tools::schema};
use colloquy_skills::{LEXICON, Lexicon, reply};
use serde_json::Value;
use std::sync::LazyLock;

static WORDS: LazyLock<Lexicon> = LazyLock::new(|| Lexicon::read(LEXICON));

/// What is read satisfies its schema, and every quote stands in the text.
pub(crate) fn check(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes).into_owned();
    check_resume(&text);
    let first = text.lines().next().unwrap_or_default();
    let mut ask = SkillsAsk {
        resume: true,
        text: text.clone(),
        year: 2026,
        ..SkillsAsk::default()
    };
    check_skills(&ask, &reply(&WORDS, &ask));
    ask.resume = false;
    ask.question = "How long have you used it, and for what?".into();
    ask.skill = first.chars().take(80).collect();
    ask.attributes = Attribute::ALL.to_vec();
    ask.known = vec![KnownSkill {
        skill: "Python".into(),
        unknown: Vec::new(),
    }];
    check_skills(&ask, &reply(&WORDS, &ask));
    if text.len() < 4_000 {
        check_skills(&ask, &reply(&Lexicon::read(&text), &ask));
    }
}

fn check_resume(text: &str) {
    let reading = read(text, 2026);
    assert!((0.0..=1.0).contains(&reading.confidence));
    assert!(reading.resume || (reading.profile.is_none() && reading.timeline.is_none()));
    let parts = [
        (&reading.profile, DataType::ApplicantProfile),
        (&reading.timeline, DataType::SkeletonTimeline),
    ];
    for (data, kind) in parts {
        if let Some(data) = data {
            let faults = validate(&schema(kind.schema_text()), data, Unknown::Refused);
            assert_eq!(faults, [], "{data}");
        }
    }
}

fn check_skills(ask: &SkillsAsk, reply: &str) {
    let value: Value = serde_json::from_str(reply).expect("a reply is JSON");
    assert_eq!(issues(Contract::Skills, &value), [], "{reply}");
    assert_eq!(value.get("answer").is_some(), !ask.resume);
    let skills = value["skills"].as_array().expect("there is a list");
    assert!(skills.len() <= 60);
    let mut names = Vec::new();
    for skill in skills {
        names.push(skill["name"].as_str());
        let entries = skill.as_object().expect("a skill is an object").values();
        for quote in entries
            .filter_map(|entry| entry.get("quote"))
            .chain([&skill["quote"]])
        {
            let quote = quote.as_str().expect("a quote is text");
            assert!(ask.text.contains(quote), "{quote:?} is not in the text");
        }
    }
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count, "each skill once: {reply}");
}
