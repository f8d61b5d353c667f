//! An answer to a direct question for one attribute is its value, in whatever words.

use colloquy_schema::{Attribute, SkillsAsk};
use colloquy_skills::{LEXICON, Lexicon, reply};
use serde_json::Value;

const AUTONOMY: Attribute = Attribute::Autonomy;
const SCALE: Attribute = Attribute::Scale;
const CONSTRAINTS: Attribute = Attribute::Constraints;
const DEPTH: Attribute = Attribute::Depth;
const USE: Attribute = Attribute::ProductionVsPrototype;
const DURATION: Attribute = Attribute::Duration;

/// Reads an answer to a question for one attribute of a skill: the kind of answer and all that is read of the skill.
fn read(attribute: Attribute, text: &str) -> (String, Value) {
    let ask = SkillsAsk {
        text: text.to_owned(),
        skill: "rota planning".to_owned(),
        attributes: vec![attribute],
        year: 2026,
        ..SkillsAsk::default()
    };
    let lexicon = Lexicon::read(LEXICON);
    let read: Value = serde_json::from_str(&reply(&lexicon, &ask)).expect("a reply is JSON");
    let kind = read["answer"]["kind"]
        .as_str()
        .unwrap_or_default()
        .to_owned();
    let skills = read["skills"].as_array().expect("a list");
    let skill = skills.iter().find(|one| one["name"] == "rota planning");
    (kind, skill.cloned().unwrap_or_default())
}

#[test]
fn whoever_takes_part_has_answered() {
    for (attribute, text, part) in [
        (
            AUTONOMY,
            "The owner on paper; in practice me, because she slept at night",
            "me",
        ),
        (
            AUTONOMY,
            "The owner, on paper. In practice it was me, as she was asleep and I was not.",
            "The owner",
        ),
        (
            AUTONOMY,
            "Each section writes its own line at ten to six, and Marta draws the weather on it.",
            "own line",
        ),
        (
            AUTONOMY,
            "Nobody showed me. I had it from a book.",
            "Nobody",
        ),
        (
            AUTONOMY,
            "Meistens ich, die Chefin hat nur unterschrieben.",
            "ich",
        ),
        (AUTONOMY, "Lo decidía yo con la jefa de planta.", "yo"),
        (AUTONOMY, "Surtout moi, la patronne signait.", "moi"),
        (
            CONSTRAINTS,
            "Nobody may work more than five nights in a row, the union is strict about it.",
            "five nights",
        ),
        (
            CONSTRAINTS,
            "Getting the holidays in. A Thursday before a long weekend is not a Thursday.",
            "holidays",
        ),
        (
            CONSTRAINTS,
            "Am Sonntag darf keiner allein sein.",
            "darf keiner",
        ),
        (
            CONSTRAINTS,
            "No podía haber dos nuevas en el mismo turno.",
            "dos nuevas",
        ),
        (
            CONSTRAINTS,
            "Il faut deux personnes par étage, toujours.",
            "deux personnes",
        ),
        (SCALE, "All sixty-four of them, every night.", "sixty-four"),
        (SCALE, "Das ganze Haus, drei Etagen.", "drei Etagen"),
        (
            DEPTH,
            "It hangs by the door and everybody looks at it before they take their coat off.",
            "by the door",
        ),
        (
            DEPTH,
            "Ich habe damit zwei Stationen zusammengelegt, ohne dass jemand ging.",
            "zwei Stationen",
        ),
        (
            DEPTH,
            "Al principio copiaba la del mes anterior, ahora la hago desde cero.",
            "desde cero",
        ),
    ] {
        let (kind, skill) = read(attribute, text);
        let found = &skill[attribute.name()];
        let value = found["value"].as_str().unwrap_or_default();
        assert!(value.contains(part), "{text}: {skill}");
        assert!(
            text.contains(found["quote"].as_str().unwrap_or("?")),
            "{text}: {skill}"
        );
        assert_eq!(kind, "full", "{text}");
    }
    for (text, value) in [
        (
            "It is on the wall and they go by it every morning.",
            "production",
        ),
        ("Wir arbeiten jeden Tag danach.", "production"),
        ("We only tried it for a week, as a test.", "prototype"),
        ("Era una prueba, nada más.", "prototype"),
    ] {
        assert_eq!(read(USE, text).1[USE.name()]["value"], value, "{text}");
    }
}

#[test]
fn who_declines_asks_back_or_speaks_of_something_else_has_not() {
    for text in [
        "What do you mean?",
        "Who wants to know that?",
        "I'd rather not talk about that.",
        "No idea.",
        "I don't know.",
        "Keine Ahnung, ehrlich gesagt.",
        "Weiß ich nicht mehr.",
        "Das geht Sie nichts an.",
        "Was meinen Sie damit?",
        "No lo sé.",
        "Prefiero no decirlo.",
        "Je ne sais pas.",
        "Je préfère ne pas répondre.",
        "Skip this.",
        "whatever",
        "ok",
        "asdf",
        "The weather was terrible and the train came late.",
        "I'm sorry, my mother died in March and we had her on that ward.",
        "As I said.",
    ] {
        for attribute in [AUTONOMY, CONSTRAINTS, SCALE, DEPTH, USE] {
            let (kind, skill) = read(attribute, text);
            assert!(skill[attribute.name()].is_null(), "{text}: {skill}");
            assert_ne!(kind, "full", "{text}");
        }
    }
}

#[test]
fn a_length_of_time_has_a_time_in_it() {
    assert!(read(DURATION, "Since I was a picker.").1["duration"].is_null());
    let (_, skill) = read(DURATION, "Seven years, since I was a picker.");
    assert_eq!(skill["duration"]["value"], "Seven years");
}

#[test]
fn what_is_said_by_the_way_is_read_too() {
    let (_, skill) = read(
        DEPTH,
        "I led a team of 5 and moved all of the nights to it, for 64 people, without downtime.",
    );
    assert!(
        skill["autonomy"]["value"]
            .as_str()
            .is_some_and(|value| value.contains("team of 5")),
        "{skill}"
    );
    assert!(
        skill["scale"]["value"]
            .as_str()
            .is_some_and(|value| value.contains("64 people")),
        "{skill}"
    );
    assert!(
        skill["constraints"]["value"]
            .as_str()
            .is_some_and(|value| value.contains("downtime")),
        "{skill}"
    );
}

#[test]
fn what_is_about_another_skill_is_no_value_of_this_one() {
    let (_, skill) = read(AUTONOMY, "Python I learned with a colleague.");
    assert!(skill["autonomy"].is_null(), "{skill}");
}
