//! What answers to one question about one skill show, in the words that people use when they are asked.

use colloquy_schema::{Attribute, SkillsAsk};
use colloquy_skills::{LEXICON, Lexicon, reply};

/// Reads an answer to a question for the depth of a skill: the kind of answer, and the depth if it shows one.
fn depth(text: &str) -> (String, Option<String>) {
    let ask = SkillsAsk {
        text: text.to_owned(),
        skill: "Kafka".to_owned(),
        attributes: vec![Attribute::Depth],
        year: 2026,
        ..SkillsAsk::default()
    };
    let read: serde_json::Value =
        serde_json::from_str(&reply(&Lexicon::read(LEXICON), &ask)).expect("a reply is JSON");
    let kind = read["answer"]["kind"].as_str().unwrap_or_default();
    let value = read["skills"][0]["depth"]["value"].as_str();
    (kind.to_owned(), value.map(str::to_owned))
}

#[test]
fn the_words_of_the_question_introduce_its_answer() {
    for text in [
        "Hardest was getting delivery to hold when a broker died.",
        "The hardest part was the migration to three data centres.",
        "The most difficult thing I built with it was a replay tool for lost events.",
        "Trickiest: keeping consumer groups alive during an upgrade",
        "keeping consumer groups alive during an upgrade",
        "Well, the toughest one was a cutover at night.",
    ] {
        let (kind, value) = depth(text);
        assert_eq!(kind, "full", "{text}");
        assert!(value.is_some_and(|value| text.contains(&value)), "{text}");
    }
}

#[test]
fn what_is_about_something_else_shows_nothing() {
    for (text, expected) in [
        (
            "The weather was terrible and the train came late.",
            "off_topic",
        ),
        ("I'd rather not talk about that.", "refusal"),
        ("What do you mean?", "clarification"),
        (
            "I'm sorry, my mother died in March and we had her on that ward.",
            "off_topic",
        ),
    ] {
        assert_eq!(depth(text), (expected.to_owned(), None), "{text}");
    }
}

#[test]
fn whatever_was_done_is_depth_where_that_was_asked() {
    for text in [
        "Query plans for indexes nobody understood.",
        "We had one incident where a migration locked the orders table overnight.",
        "Getting the yields of 120 hives into one sheet so that I could see which queens were worth keeping.",
        "Nothing hard really, standard dashboards",
        "Untangling the partitioning after we doubled the load.",
    ] {
        let (kind, value) = depth(text);
        assert_eq!(kind, "full", "{text}");
        assert!(value.is_some_and(|value| text.contains(&value)), "{text}");
    }
}

#[test]
fn what_was_said_already_is_not_off_topic() {
    for text in [
        "I already told you that.",
        "As I said.",
        "Same as before, really",
    ] {
        assert_eq!(depth(text), ("unknown".to_owned(), None), "{text}");
    }
}

#[test]
fn whom_one_worked_with_is_not_cut_in_the_middle() {
    let ask = SkillsAsk {
        text: "together with our platform team".to_owned(),
        skill: "Kafka".to_owned(),
        attributes: vec![Attribute::Autonomy],
        ..SkillsAsk::default()
    };
    let read: serde_json::Value =
        serde_json::from_str(&reply(&Lexicon::read(LEXICON), &ask)).expect("a reply is JSON");
    let value = &read["skills"][0]["autonomy"]["value"];
    assert_eq!(value, "together with our platform team");
}

#[test]
fn as_i_said_is_looked_up_in_what_was_said() {
    let ask = SkillsAsk {
        text: "I already told you that.".to_owned(),
        skill: "Kafka".to_owned(),
        attributes: vec![Attribute::Autonomy],
        earlier: "Four years, mostly alone.\nThe replay tool was the hardest.".to_owned(),
        ..SkillsAsk::default()
    };
    let read: serde_json::Value =
        serde_json::from_str(&reply(&Lexicon::read(LEXICON), &ask)).expect("a reply is JSON");
    let skill = &read["skills"][0];
    assert_eq!(skill["autonomy"]["value"], "mostly alone");
    assert_eq!(skill["autonomy"]["quote"], "Four years, mostly alone.");
    assert!(skill["duration"].is_null(), "it was not asked: {skill}");
}
