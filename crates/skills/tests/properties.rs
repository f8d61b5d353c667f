//! What holds for any text.

use std::sync::LazyLock;

use colloquy_schema::contract::check;
use colloquy_schema::{Attribute, Contract, KnownSkill, SkillsAsk};
use colloquy_skills::{LEXICON, Lexicon, reply};
use proptest::prelude::*;
use serde_json::Value;

static WORDS: LazyLock<Lexicon> = LazyLock::new(|| Lexicon::read(LEXICON));

/// Pieces that mean something to some rule, so that random texts reach the corners.
fn piece() -> impl Strategy<Value = String> {
    let known = prop::sample::select(vec![
        "Python ",
        "Java",
        "JavaScript, ",
        "Go ",
        "R",
        "C",
        "C++",
        "C#",
        ".NET",
        "Node.js ",
        "React Native",
        "CI/CD",
        "Excel at ",
        "Experience\n",
        "Skills\n",
        "Education:\n",
        "Jan 2019 – Mar 2022",
        "2018-2021\n",
        "since 2019 ",
        "seit 03/2018 ",
        "2018–21 ",
        "present ",
        "for ",
        "5 ",
        "3 years ",
        "five ",
        "a year and a half ",
        "18 months",
        "10k ",
        "2 million users ",
        "40 TB ",
        "1,000.50",
        "99.9 % uptime ",
        "under 50 ms ",
        "24/7 ",
        "led a team of ",
        "alone ",
        "in production ",
        "prototype ",
        "not ",
        "both ",
        "never ",
        "same as ",
        "likewise ",
        "no experience with ",
        "exposure to ",
        "wrote a compiler ",
        "designed ",
        "tuned ",
        "expert",
        "from scratch ",
        "I don't know",
        "what do you mean?",
        "NDA",
        "example",
        "asdf",
        "yes",
        "no",
        "it ",
        "and ",
        "or ",
        ",",
        ";",
        ".",
        "?",
        "!",
        "(",
        ")",
        ":",
        "/",
        "&",
        "+",
        "#",
        "-",
        "–",
        "•",
        "|",
        "\t",
        "    ",
        "\n",
        "\r\n",
        "\n\n",
        "\u{2028}",
        "'",
        "’s ",
        "@",
        "https://a.b/c ",
        "a@b.c ",
        " ",
        "\u{0}",
        "e\u{301}",
        "ß",
        "学",
        "👍",
        "\u{200d}",
        "½",
        "٣ ",
        "x",
    ])
    .prop_map(str::to_owned);
    prop_oneof![8 => known, 1 => any::<String>(), 1 => "[a-zA-Z0-9 ]{0,12}"]
}

fn text() -> impl Strategy<Value = String> {
    prop::collection::vec(piece(), 0..40).prop_map(|pieces| pieces.concat())
}

fn ask() -> impl Strategy<Value = SkillsAsk> {
    let skill = prop_oneof![
        Just(String::new()),
        Just("Python".to_owned()),
        Just("Underwater basket weaving".to_owned()),
        any::<String>()
    ];
    let attributes = prop::sample::subsequence(Attribute::ALL.to_vec(), 0..=6);
    (
        text(),
        any::<bool>(),
        skill,
        attributes,
        prop::collection::vec(any::<String>(), 0..3),
    )
        .prop_map(|(text, resume, skill, attributes, known)| SkillsAsk {
            resume,
            text,
            skill,
            attributes,
            known: known
                .into_iter()
                .map(|skill| KnownSkill {
                    skill,
                    unknown: Vec::new(),
                })
                .collect(),
            year: 2026,
            ..SkillsAsk::default()
        })
}

/// Holds a reply to what is promised of it.
fn holds(ask: &SkillsAsk, told: &str) {
    let value: Value = serde_json::from_str(told).expect("a reply is JSON");
    assert_eq!(check(Contract::Skills, &value), [], "{told}");
    assert_eq!(value.get("answer").is_some(), !ask.resume);
    let mut names = Vec::new();
    for skill in value["skills"].as_array().expect("there is a list") {
        names.push(skill["name"].as_str());
        let entries = skill.as_object().expect("a skill is an object").values();
        let quotes = entries
            .filter_map(|entry| entry.get("quote"))
            .chain([&skill["quote"]]);
        for quote in quotes {
            let quote = quote.as_str().expect("a quote is text");
            assert!(
                ask.text.contains(quote),
                "{quote:?} is not in {:?}",
                ask.text
            );
        }
    }
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count, "each skill once: {told}");
}

proptest! {
    #[test]
    fn any_text_gives_what_the_contract_says(ask in ask()) {
        let told = reply(&WORDS, &ask);
        holds(&ask, &told);
        prop_assert_eq!(reply(&WORDS, &ask), told);
    }

    #[test]
    fn any_text_is_a_lexicon(text in text(), ask in ask()) {
        let lexicon = Lexicon::read(&text);
        holds(&ask, &reply(&lexicon, &ask));
    }
}
