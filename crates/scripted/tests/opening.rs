//! The first question takes a small part of the interviewer, and is the one that all of it would put.

mod common;

use colloquy_core::{Begin, Effect, Event, kinds};
use colloquy_schema::tools::{CAPABILITIES, OPTION};
use colloquy_schema::{Ask, Capabilities, Guide, Material, NamedText, Purpose, RawReply, Setup};
use colloquy_scripted::{
    FRENCH, GERMAN, Hearing, Opening, SPANISH, open_advice, open_onboarding, open_question, respond,
};
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

/// Replies to an ask as the part for its opening does.
fn open(ask: &Ask) -> Option<RawReply> {
    match Opening::of(ask)? {
        Opening::Question => open_question(ask),
        Opening::Advice => open_advice(ask),
        Opening::Onboarding => open_onboarding(ask),
    }
}

/// Holds what opens an interview to the reply of the whole interviewer, whether that hears or not; true where something does.
fn opens_as_the_whole(ask: &Ask, name: &str) -> bool {
    let Some(reply) = open(ask) else {
        return false;
    };
    for hearing in [
        Hearing::default(),
        Hearing::with(&[&GERMAN, &SPANISH, &FRENCH]),
    ] {
        assert_eq!(reply, respond(ask, &hearing), "{name}");
    }
    true
}

fn opens(ask: &Ask) -> bool {
    Opening::of(ask).is_some()
}

/// The asks of an interview until the respondent is asked something, as the core makes them.
fn asks(guide: &str, template: &str, setup: Setup) -> Vec<Ask> {
    asks_on(guide, template, setup, Capabilities::default())
}

/// The same on a device that can do this.
fn asks_on(guide: &str, template: &str, setup: Setup, can: Capabilities) -> Vec<Ask> {
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
    interview.handle(0, Event::Capabilities(can)).unwrap();
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
    let material = |title: &str, name: &str, text: &str| Material {
        title: Some(title.into()),
        texts: vec![NamedText {
            name: name.into(),
            text: text.into(),
        }],
        ..Material::default()
    };
    let notes = material(
        "A talk about bread",
        "notes.md",
        "# A talk about bread\n\n- Baked with Python for three years.\n- Sourdough wants time, not skill.\n- “You cannot hurry a starter,” she said.\n",
    );
    let talk = material(
        "Mondays",
        "talk.txt",
        "Ada: On Mondays the slow queries hold up everybody, and the database has timed out twice.\nBen: Nobody here can read a query plan, so the missing index stays missing.\n",
    );
    let mut setups = Vec::new();
    for seed in 0..20 {
        for material in [Material::default(), notes.clone(), talk.clone()] {
            setups.push(Setup {
                seed,
                material,
                ..Setup::default()
            });
        }
    }
    setups
}

/// What devices can do: nothing is known of it, no document can be read, everything can.
fn devices() -> [Capabilities; 3] {
    let reads_nothing = Capabilities {
        max_bytes: 10 << 20,
        ..Capabilities::default()
    };
    [Capabilities::default(), reads_nothing, common::desk::able()]
}

#[test]
fn an_interview_opens_as_the_whole_interviewer_would_open_it() {
    for (name, text) in GUIDES {
        let guide = Guide::read(&serde_json::from_str(text).unwrap()).unwrap();
        let (mut opened, mut begun) = (0, 0);
        for template in guide.templates.iter() {
            for (at, setup) in setups().into_iter().enumerate() {
                let can = devices()[at % 3].clone();
                for ask in asks_on(text, &template.id, setup, can) {
                    begun += usize::from(opens(&ask));
                    opened += usize::from(opens_as_the_whole(&ask, name));
                }
            }
        }
        // The guides that ship have a sentence for each of them.
        assert_eq!(opened, begun, "{name}");
        assert!(begun > 0, "{name}");
    }
}

#[test]
fn a_conversation_that_is_handed_in_opens_with_the_role_that_it_speaks_of() {
    let (name, text) = GUIDES[2];
    let talk = setups().remove(2);
    let ask = asks(text, "advice", talk).remove(0);
    assert_eq!(Opening::of(&ask), Some(Opening::Advice));
    let reply = open(&ask).unwrap().text;
    assert!(reply.contains("Database Administrator"), "{name}: {reply}");
    assert!(reply.contains("slow queries"), "{name}: {reply}");
}

#[test]
fn a_conversation_that_is_handed_in_is_not_quoted_where_somebody_weeps() {
    let (name, text) = GUIDES[2];
    let mut setup = setups().remove(2);
    setup.material.texts[0].text = "Ada: I cried over the slow queries again, the database has timed out and no index was there.\nBen: The database needs an index.\n".into();
    let ask = asks(text, "advice", setup).remove(0);
    let reply = open(&ask).unwrap().text;
    assert!(reply.contains("Database Administrator"), "{name}: {reply}");
    assert!(!reply.contains("cried"), "{name}: {reply}");
}

#[test]
fn an_onboarding_interview_opens_with_what_the_device_can_do_and_a_form() {
    let (name, text) = GUIDES[4];
    let all: &[&str] = &["resume", "contact", "hand"];
    // A page that has not described itself yet may read files.
    for (can, ways) in devices().into_iter().zip([all, &all[1..], all]) {
        let asks = asks_on(text, "onboarding", Setup::default(), can);
        let calls = asks
            .iter()
            .map(|ask| open(ask).unwrap().tool_calls.remove(0));
        let calls: Vec<_> = calls.collect();
        let names: Vec<&str> = calls.iter().map(|call| call.name.as_str()).collect();
        assert_eq!(names, [CAPABILITIES, OPTION], "{name}");
        let options = calls[1].arguments["options"].as_array().unwrap();
        let ids: Vec<&str> = options
            .iter()
            .filter_map(|one| one["id"].as_str())
            .collect();
        assert_eq!(ids, ways, "{name}");
    }
}

#[test]
fn a_translated_guide_opens_by_words_of_its_own() {
    for (name, text) in translated() {
        let guide = Guide::read(&serde_json::from_str(&text).unwrap()).unwrap();
        let mut opened = 0;
        for template in guide.templates.iter() {
            for (at, setup) in setups().into_iter().take(30).enumerate() {
                let can = devices()[at % 3].clone();
                for ask in asks_on(&text, &template.id, setup, can)
                    .iter()
                    .filter(|ask| opens(ask))
                {
                    let own = name.ends_with(&[".", &ask.locale].concat());
                    assert!(
                        own || text.contains("\"asks_in\":\"en\"") && ask.locale == "en",
                        "{name}"
                    );
                    assert!(opens_as_the_whole(ask, &name), "{name} has no sentence");
                    opened += 1;
                }
            }
        }
        assert!(opened > 0, "{name}");
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
