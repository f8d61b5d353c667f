//! Which names count, and which are something else.

use colloquy_schema::{KnownSkill, SkillsAsk};
use colloquy_skills::{LEXICON, Lexicon, alias_groups, reply};
use serde_json::Value;

fn named(ask: &SkillsAsk) -> Vec<String> {
    let told: Value =
        serde_json::from_str(&reply(&Lexicon::read(LEXICON), ask)).expect("a reply is JSON");
    let skills = told["skills"].as_array().expect("there is a list");
    let name = |one: &Value| one["name"].as_str().expect("a skill has a name").to_owned();
    skills.iter().map(name).collect()
}

/// The skills that a line of a résumé names.
fn line(text: &str) -> Vec<String> {
    named(&SkillsAsk {
        resume: true,
        text: text.to_owned(),
        year: 2026,
        ..SkillsAsk::default()
    })
}

#[track_caller]
fn names(text: &str, expected: &[&str]) {
    assert_eq!(line(text), expected, "{text}");
}

#[test]
fn a_name_counts_whole() {
    names("Java developer", &["Java"]);
    names("JavaScript developer", &["JavaScript"]);
    names("Wrote React Native apps", &["React Native"]);
    names("C++, C# and .NET", &["C++", "C#", ".NET"]);
    names("Node.js with TypeScript", &["Node.js", "TypeScript"]);
    names("ASP.NET Core", &["ASP.NET Core"]);
    names("scikit learn and PL/SQL", &["scikit-learn", "PL/SQL"]);
    names("CI / CD pipelines", &["CI/CD"]);
    names("Python3, HTML5", &["Python", "HTML"]);
    names("mail me: jane@python.org, https://java.example/docker", &[]);
    names("A Java-based service", &["Java"]);
    names("Javanese, Pythonic, Dockerised", &[]);
}

#[test]
fn where_nothing_is_known_what_is_listed_counts() {
    let listed = named(&SkillsAsk {
        text: "I cook, I plan shifts and I repair ovens.".into(),
        year: 2026,
        ..SkillsAsk::default()
    });
    assert_eq!(listed.len(), 3, "{listed:?}");
}

#[test]
fn tools_count_beside_known_ones_where_tools_are_asked_for() {
    let answer = |text: &str| {
        named(&SkillsAsk {
            text: text.into(),
            year: 2026,
            ..SkillsAsk::default()
        })
    };
    assert_eq!(
        answer("The spreadsheet, Excel, the scanner system."),
        ["spreadsheet", "Microsoft Excel", "scanner system"]
    );
    assert_eq!(
        answer("When a lorry is late they come to me because I have my spreadsheet."),
        ["spreadsheet"]
    );
    assert_eq!(
        answer("Die Bestellliste, Excel und die Kasse"),
        ["Bestellliste", "Microsoft Excel", "Kasse"]
    );
    assert!(answer("People trust me, that is all.").is_empty());
}

#[test]
fn an_ordinary_word_counts_in_clear_company() {
    names("Our go to market plan", &[]);
    names("Go to market strategy", &[]);
    names("Let's go and see", &[]);
    names("Wrote services in Go", &["Go"]);
    names("Python, Go and R", &["Python", "Go", "R"]);
    names("Languages: Go, R, C", &["Go", "R", "C"]);
    names("Led R&D for a year", &[]);
    names("C-level advice and vitamin C", &[]);
    names("I excel at teamwork", &[]);
    names("Excel at teamwork", &[]);
    names("EXCEL AT TEAMWORK", &[]);
    names("Built Excel macros", &["Microsoft Excel"]);
    names(
        "We had to react quickly to the rest of the express orders",
        &[],
    );
    names("React components, REST services", &["React", "REST"]);
    names("Access control for the spark plug scheme", &[]);
}

#[test]
fn what_is_denied_is_no_skill() {
    names("No experience with Kubernetes, but Docker", &["Docker"]);
    names("Want to learn Rust", &[]);
}

#[test]
fn what_a_resume_lists_stands_beside_what_is_known() {
    names(
        "Marta Olsen, RN\n- Ventilation, triage, wound care\n- Rosters in Excel since 2015",
        &["Ventilation", "triage", "wound care", "Microsoft Excel"],
    );
    // An item with a known name in it is that name, not another one.
    names(
        "- Python scripting, Git, bread baking",
        &["Python", "Git", "bread baking"],
    );
}

#[test]
fn a_skill_of_the_session_has_its_name_there() {
    let known = |skill: &str| KnownSkill {
        skill: skill.to_owned(),
        unknown: Vec::new(),
    };
    let ask = SkillsAsk {
        text: "Postgres and Loom weaving".to_owned(),
        known: vec![
            known("postgres 16"),
            known("Postgres"),
            known("Loom Weaving"),
        ],
        ..SkillsAsk::default()
    };
    assert_eq!(named(&ask), ["Postgres", "Loom Weaving"]);
}

#[test]
fn the_lexicon_is_read() {
    let lexicon = Lexicon::read(LEXICON);
    assert!(lexicon.len() >= 1_000, "{} skills", lexicon.len());
    let groups = alias_groups(LEXICON);
    assert!(
        groups.len() >= 300 && groups.len() <= 2_000,
        "{}",
        groups.len()
    );
    for group in &groups {
        assert!((2..=20).contains(&group.len()), "{group:?}");
        assert!(
            group
                .iter()
                .all(|name| (1..=80).contains(&name.chars().count()))
        );
    }
    assert!(groups.contains(&vec![
        "Go".to_owned(),
        "Golang".to_owned(),
        "Go lang".to_owned()
    ]));
}

#[test]
fn any_text_is_a_lexicon() {
    for text in [
        "",
        "|||",
        "!",
        "=",
        "\n\n#\n!|=|x",
        "\u{0}|\u{301}|👍",
        &"a|".repeat(10_000),
        &"x\n".repeat(10_000),
    ] {
        let lexicon = Lexicon::read(text);
        assert!(lexicon.len() <= 1);
        assert!(lexicon.is_empty() != (lexicon.len() == 1));
    }
}
