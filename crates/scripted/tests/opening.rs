//! The first question takes a small part of the interviewer, and is the one that all of it would put.

mod common;

use colloquy_core::{Begin, Effect, Event, kinds};
use colloquy_schema::{Ask, Guide, Material, NamedText, Purpose, RawReply, Setup};
use colloquy_scripted::{Hearing, open, opens, respond};
use colloquy_skills::Lexicon;
use serde_json::Value;
use std::rc::Rc;

const GUIDES: [(&str, &str); 5] = [
    (
        "reflective",
        include_str!("../../../pkg/guides/reflective.json"),
    ),
    ("staged", include_str!("../../../pkg/guides/staged.json")),
    ("advice", include_str!("../../../pkg/guides/advice.json")),
    ("gaps", include_str!("../../../pkg/guides/gaps.json")),
    (
        "onboarding",
        include_str!("../../../pkg/guides/onboarding.json"),
    ),
];

/// The guides in other languages, by the names of their files.
#[allow(clippy::disallowed_methods)]
fn translated() -> Vec<(String, String)> {
    let folder = [env!("CARGO_MANIFEST_DIR"), "/../../pkg/guides"].concat();
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        if name.contains('.') {
            found.push((name, std::fs::read_to_string(&path).unwrap()));
        }
    }
    found
}

/// The asks of an interview until the respondent is asked something, as the core makes them.
fn asks(guide: &str, template: &str, setup: Setup) -> Vec<Ask> {
    let guide: Value = serde_json::from_str(guide).unwrap();
    let setup = Setup {
        locale: "en".into(),
        template: template.into(),
        ..setup
    };
    let begin = Begin {
        session: "6f1c0f5e-3b0a-4a53-9b41-0d6f2f3e8a11".into(),
        guide,
        setup,
        validator: None,
        notes: Some(colloquy_notes::context),
    };
    let mut interview = kinds::begin(begin, 0).unwrap();
    interview.handle(0, Event::Consent).unwrap();
    let lexicon = Lexicon::read(colloquy_skills::LEXICON);
    let mut asks = Vec::new();
    while let Some(effect) = interview.poll_effect() {
        match effect {
            Effect::Append { id, .. } => interview.handle(0, Event::Saved { id }).unwrap(),
            Effect::AskModel { id, call, .. } => {
                asks.push((*call.ask).clone());
                let reply = match &call.ask.purpose {
                    Purpose::Skills(ask) => RawReply {
                        text: colloquy_skills::reply(&lexicon, ask),
                        ..RawReply::default()
                    },
                    _ => respond(&call.ask, &Hearing::new()),
                };
                interview.handle(0, Event::ModelDone { id, reply }).unwrap();
            }
            _ => {}
        }
    }
    asks
}

fn setups() -> Vec<Setup> {
    let texts = vec![NamedText {
        name: "notes.md".into(),
        text: "# A talk about bread\n\n- Baked with Python for three years.\n- Sourdough wants time, not skill.\n- “You cannot hurry a starter,” she said.\n".into(),
    }];
    let notes = Material {
        title: Some("A talk about bread".into()),
        texts,
        ..Material::default()
    };
    let mut setups = Vec::new();
    for seed in 0..40 {
        for material in [Material::default(), notes.clone()] {
            setups.push(Setup {
                seed,
                material,
                ..Setup::default()
            });
        }
    }
    setups
}

#[test]
fn the_first_question_is_the_whole_interviewers_own() {
    for (name, text) in GUIDES {
        let guide = Guide::read(&serde_json::from_str(text).unwrap()).unwrap();
        let (mut opened, mut begun) = (0, 0);
        for template in guide.templates.iter() {
            for setup in setups() {
                for ask in asks(text, &template.id, setup) {
                    begun += usize::from(opens(&ask));
                    if let Some(reply) = open(&ask) {
                        opened += 1;
                        assert_eq!(reply.text, respond(&ask, &Hearing::new()).text, "{name}");
                    }
                }
            }
        }
        // The guides that ship have a sentence for each of them.
        assert_eq!(opened, begun, "{name}");
        assert_eq!(begun > 0, name != "onboarding", "{name}");
    }
}

#[test]
fn a_translated_guide_opens_by_a_sentence_of_its_own() {
    for (name, text) in translated() {
        let guide = Guide::read(&serde_json::from_str(&text).unwrap()).unwrap();
        let mut opened = 0;
        for template in guide.templates.iter() {
            for setup in setups().into_iter().take(10) {
                for ask in asks(&text, &template.id, setup)
                    .iter()
                    .filter(|ask| opens(ask))
                {
                    let own = name.ends_with(&[".", &ask.locale].concat());
                    assert!(
                        own || text.contains("\"asks_in\":\"en\"") && ask.locale == "en",
                        "{name}"
                    );
                    let reply = open(ask).unwrap_or_else(|| panic!("{name} has no sentence"));
                    assert_eq!(reply.text, respond(ask, &Hearing::new()).text, "{name}");
                    opened += 1;
                }
            }
        }
        assert_eq!(opened > 0, !name.starts_with("onboarding"), "{name}");
    }
}

#[test]
fn what_follows_an_answer_is_no_opening() {
    for (_, text) in GUIDES.iter().take(2) {
        let template = Guide::read(&serde_json::from_str(text).unwrap())
            .unwrap()
            .templates[0]
            .id
            .clone();
        let first = asks(text, &template, Setup::default()).remove(0);
        assert!(opens(&first));
        let mut later = first.clone();
        later.issues.push(colloquy_schema::Issue::new(
            "",
            "repeated",
            "it was asked before",
            None,
        ));
        assert!(!opens(&later) && open(&later).is_none());
        let mut later = first.clone();
        later.bank = Rc::default();
        assert!(
            open(&later).is_none(),
            "without a sentence all of the interviewer is needed"
        );
    }
}

#[test]
fn a_title_is_named_by_the_first_question_of_a_staged_interview() {
    const TITLE: &str = "Tuning and repairing pianos";
    let english = ("staged".to_string(), GUIDES[1].1.to_string());
    let others = translated().into_iter();
    let staged = others.filter(|(name, _)| name.starts_with("staged."));
    for (name, text) in staged.chain([english]) {
        let guide = Guide::read(&serde_json::from_str(&text).unwrap()).unwrap();
        for seed in 0..10 {
            let material = Material {
                title: Some(TITLE.into()),
                ..Material::default()
            };
            let setup = Setup {
                seed,
                material,
                ..Setup::default()
            };
            let first = asks(&text, &guide.templates[0].id, setup).remove(0);
            let question = open(&first).unwrap().text;
            assert!(question.contains(TITLE), "{name}: {question}");
        }
    }
}
