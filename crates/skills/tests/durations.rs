//! How long somebody has had a skill, in whatever form it is given, and that somebody has none of it.

use colloquy_schema::{Attribute, KnownSkill, SkillsAsk};
use colloquy_skills::{LEXICON, Lexicon, reply};
use serde_json::Value;

/// Reads an answer to how long it is, about Kafka, where Docker is known too.
fn read(text: &str, attributes: &[Attribute]) -> Value {
    let known = |skill: &str| KnownSkill {
        skill: skill.to_owned(),
        unknown: Attribute::ALL.to_vec(),
    };
    let ask = SkillsAsk {
        text: text.to_owned(),
        skill: "Kafka".to_owned(),
        known: vec![known("Kafka"), known("Docker")],
        attributes: attributes.to_vec(),
        year: 2026,
        ..SkillsAsk::default()
    };
    serde_json::from_str(&reply(&Lexicon::read(LEXICON), &ask)).expect("a reply is JSON")
}

fn duration(read: &Value, skill: &str) -> Option<String> {
    let mut skills = read["skills"].as_array()?.iter();
    let skill = skills.find(|one| {
        one["name"]
            .as_str()
            .is_some_and(|name| name.contains(skill))
    })?;
    skill["duration"]["value"].as_str().map(str::to_owned)
}

const TIMED: [Attribute; 2] = [Attribute::Duration, Attribute::Autonomy];

#[test]
fn a_start_or_a_length_without_a_figure_before_it_is_how_long_it_is() {
    for (text, expected) in [
        (
            "In January 2024, at home, when I was studying.",
            "In January 2024",
        ),
        ("2021.", "2021"),
        ("Back in 2015, for a thesis.", "in 2015"),
        ("spring 2019", "spring 2019"),
        ("I said 2023, so it is not that much.", "2023"),
        (
            "So months: about eight of them, on and off.",
            "months: about eight",
        ),
        ("Years.", "Years"),
        ("Rather months.", "months"),
        ("since 2019", "since 2019 (7 years)"),
        ("Just at home, on weekends.", "Just at home"),
        ("Only for fun.", "Only for fun"),
        ("I did a course, two evenings.", "did a course"),
    ] {
        let read = read(text, &TIMED);
        assert_eq!(
            duration(&read, "Kafka").as_deref(),
            Some(expected),
            "{text}"
        );
    }
    for text in [
        "I left in 2019.",
        "I have not touched it since 2019.",
        "The cluster had 2021 topics.",
        "It was hard.",
    ] {
        assert_eq!(duration(&read(text, &TIMED), "Kafka"), None, "{text}");
    }
}

#[test]
fn none_of_it_is_a_length_of_time_too() {
    for text in [
        "None. Zero years. As I said, one tutorial, in March.",
        "none",
        "Never, really.",
        "You ask me this for the third time and the answer is the same: none.",
        "No years at all.",
        "I have no experience with it.",
        "I've never used it.",
        "I never really worked with Kafka, sorry.",
        "Zero. I followed the team's chat, that is all.",
        "I only watched a video.",
        "Just one online course, nothing else.",
        "I have only done it from a tutorial.",
        "I only read about it.",
        "I can't say that I have ever worked with it.",
        "I did a course, two evenings. I can't say that I have worked with it.",
        "Keine.",
        "Nunca.",
        "Jamais.",
    ] {
        let value = duration(&read(text, &TIMED), "Kafka").unwrap_or_default();
        assert!(
            value.starts_with("none (") || value == "0 years",
            "{text}: {value}"
        );
    }
    for text in [
        "I have never used it in a company.",
        "I never used it without a colleague beside me.",
        "My boss never used it.",
        "None of your business.",
        "No experience is needed for that.",
        "I wrote a course on it.",
        "Never a dull day, three years of it.",
    ] {
        let value = duration(&read(text, &TIMED), "Kafka").unwrap_or_default();
        assert!(
            !value.starts_with("none (") && value != "0 years",
            "{text}: {value}"
        );
    }
    // “None” answers how long; who helped, or what was hard, it answers otherwise.
    let other = read("None.", &[Attribute::Constraints]);
    assert_eq!(duration(&other, "Kafka"), None);
}

#[test]
fn what_is_said_in_confidence_is_not_read() {
    for text in [
        "Three years, but please don't put that into the record.",
        "Three years, off the record.",
        "Drei Jahre, schreiben Sie das bitte nicht auf.",
    ] {
        let read = read(text, &TIMED);
        assert_eq!(
            read["skills"].as_array().map(Vec::len),
            Some(0),
            "{text}: {read}"
        );
    }
    let told = read("Three years. I don't write that down anywhere.", &TIMED);
    assert_eq!(duration(&told, "Kafka").as_deref(), Some("Three years"));
}

#[test]
fn none_of_another_skill_is_that_skills() {
    let value = read(
        "Two years. Docker I have only done from a tutorial.",
        &TIMED,
    );
    assert_eq!(duration(&value, "Kafka").as_deref(), Some("Two years"));
    let comma = read(
        "Two years, and Docker I have only done from a tutorial.",
        &TIMED,
    );
    assert_eq!(duration(&comma, "Kafka").as_deref(), Some("Two years"));
    assert!(duration(&comma, "Docker").is_some_and(|value| value.starts_with("none (")));
    let docker = duration(&value, "Docker").expect("it was named");
    assert!(docker.starts_with("none ("), "{docker}");
    let denied = read("Two years, but I have never used Docker.", &TIMED);
    assert!(duration(&denied, "Docker").is_some_and(|value| value.starts_with("none (")));
    let asked = [Attribute::Autonomy];
    let docker = duration(&read("Docker? Zero. I saw it once.", &asked), "Docker");
    assert_eq!(docker.as_deref(), Some("0 years"));
    // Nobody asks about what is named only to be denied.
    let unknown = read("Two years, but I have never used Ansible.", &TIMED);
    assert_eq!(
        unknown["skills"].as_array().map(Vec::len),
        Some(1),
        "{unknown}"
    );
}

#[test]
fn the_dates_of_a_heading_in_bold_count_for_what_stands_below_it() {
    let text = "# Darren\n\n## Experience\n**Electrician, Midland Fit-Out** (2014 - 2018)\n- Shop fit-outs, three-phase distribution, emergency lighting\n- Fire alarm installation\n\n\
        ### Head Baker, Amaral & Sons, 2019 - 2024\n- Order flour, sugar and packaging; keep the supplier accounts\n- Production baking, cake orders, stocktaking\n";
    let ask = SkillsAsk {
        resume: true,
        text: text.to_owned(),
        year: 2026,
        ..SkillsAsk::default()
    };
    let read: Value =
        serde_json::from_str(&reply(&Lexicon::read(LEXICON), &ask)).expect("a reply is JSON");
    for (skill, value) in [
        ("emergency lighting", "2014 - 2018 (4 years)"),
        ("Fire alarm installation", "2014 - 2018 (4 years)"),
        ("Production baking", "2019 - 2024 (5 years)"),
    ] {
        assert_eq!(duration(&read, skill).as_deref(), Some(value), "{read:#}");
    }
    // A duty is no name of a skill.
    let names: Vec<&str> = read["skills"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|one| one["name"].as_str())
        .collect();
    assert!(
        !names
            .iter()
            .any(|name| name.contains("flour") || name.contains("accounts")),
        "{names:?}"
    );
}
