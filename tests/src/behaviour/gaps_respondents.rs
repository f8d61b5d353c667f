//! Sessions of up to 60 questions with every kind of respondent, by a model and by rules: each ends for the right reason,
//! within the limits of its gaps, and none goes round in circles.

use super::gaps_rules::with_resume;
use crate::behaviours;
use crate::reader::obliging;
use crate::sections::skills_of;
use crate::world::{Act, World, gaps_guide};
use colloquy_core::{Event, Phase, View};
use colloquy_schema::{CloseReason, Interviewer, Setup};
use serde_json::json;

const SKILLS: [&str; 20] = [
    "Python",
    "JavaScript",
    "TypeScript",
    "React",
    "Docker",
    "Kubernetes",
    "PostgreSQL",
    "Redis",
    "Kafka",
    "Terraform",
    "Ansible",
    "Jenkins",
    "GraphQL",
    "MongoDB",
    "Linux",
    "Django",
    "Angular",
    "Scala",
    "Hadoop",
    "Tableau",
];

/// A respondent: what a model is told of the answer, and what the person says.
struct Person {
    name: &'static str,
    says: fn(u32) -> &'static str,
    /// How the answer is marked for the model's reader.
    mark: &'static str,
    /// Reasons for which the session may end, by a model and by rules.
    by_model: &'static [CloseReason],
    by_rules: &'static [CloseReason],
    /// Most questions there may be.
    most: u32,
}

const PERSONS: &[Person] = &[
    Person {
        name: "terse",
        says: |n| {
            [
                "3 years",
                "alone",
                "production",
                "500 users",
                "two years",
                "in a team of four",
            ][n as usize % 6]
        },
        mark: "",
        by_model: &[
            CloseReason::NoGaps,
            CloseReason::Complete,
            CloseReason::QuestionLimit,
        ],
        by_rules: &[
            CloseReason::NoGaps,
            CloseReason::Complete,
            CloseReason::QuestionLimit,
        ],
        most: 60,
    },
    Person {
        name: "chatty",
        says: |_| "Oh, I could talk about that for hours. I used it for 6 years, in production, for 2 million users, and led a team of five with it. We had to stay under 100 ms a request. I wrote the plug-ins everybody in the house builds on.",
        mark: "",
        by_model: &[
            CloseReason::NoGaps,
            CloseReason::QuestionLimit,
            CloseReason::Complete,
        ],
        by_rules: &[CloseReason::Complete],
        most: 60,
    },
    Person {
        name: "evasive",
        says: |n| {
            [
                "It depends, really.",
                "Hard to say.",
                "Well, this and that.",
                "You know how it is.",
            ][n as usize % 4]
        },
        mark: "{empty!}",
        by_model: &[CloseReason::Disengaged],
        by_rules: &[CloseReason::Disengaged, CloseReason::NoGaps],
        most: 60,
    },
    Person {
        name: "confused",
        says: |n| {
            [
                "What do you mean by that?",
                "I don't understand the question.",
                "Which one do you mean?",
            ][n as usize % 3]
        },
        mark: "{clarification}",
        by_model: &[CloseReason::QuestionLimit],
        by_rules: &[CloseReason::QuestionLimit],
        most: 60,
    },
    Person {
        name: "off topic",
        says: |n| {
            [
                "My neighbour has a new dog, and it barks the whole night long, so nobody sleeps.",
                "Yesterday the weather was so fine that we all went to the lake for a swim together.",
            ][n as usize % 2]
        },
        mark: "{off_topic}",
        by_model: &[CloseReason::NoGaps],
        // Rules take what “we” did for an answer, so it lasts as long as with somebody who answers.
        by_rules: &[CloseReason::NoGaps, CloseReason::QuestionLimit],
        most: 60,
    },
    Person {
        name: "hostile",
        says: |n| ["Stupid question.", "Leave me alone.", "Whatever."][n as usize % 3],
        mark: "{empty!}",
        by_model: &[CloseReason::Disengaged],
        by_rules: &[CloseReason::Disengaged],
        most: 6,
    },
    Person {
        name: "in another language",
        says: |n| {
            [
                "Das habe ich seit 2019 jeden Tag bei der Arbeit benutzt.",
                "Ungefähr drei Jahre, zusammen mit zwei Kollegen.",
                "Wir hatten etwa fünfhundert Nutzer im ganzen Haus.",
            ][n as usize % 3]
        },
        mark: "{partial}",
        by_model: &[CloseReason::NoGaps, CloseReason::QuestionLimit],
        by_rules: &[
            CloseReason::NoGaps,
            CloseReason::Complete,
            CloseReason::QuestionLimit,
        ],
        most: 60,
    },
];

fn setup(model: bool) -> Setup {
    let resume: Vec<String> = SKILLS
        .iter()
        .map(|skill| {
            if model {
                format!("[{skill}]")
            } else {
                format!("- {skill}")
            }
        })
        .collect();
    let mut setup = with_resume(&format!("Skills\n{}", resume.join("\n")));
    if !model {
        setup.interviewer = Interviewer::Scripted;
    }
    setup
}

fn talk(person: &Person, model: bool) {
    let mut guide = gaps_guide();
    guide["strategy"]["max_questions"] = json!(60);
    let mut world = World::new(guide, setup(model), vec![Act::Agent(obliging)]);
    let name = format!(
        "{} by {}",
        person.name,
        if model { "a model" } else { "rules" }
    );
    let named = skills_of(&world.interview).len();
    assert_eq!(
        named,
        SKILLS.len(),
        "{name}: every skill of the résumé is read"
    );
    let mut last = String::new();
    let mut count = 0;
    world.run(|view: &View| {
        assert_eq!(view.phase, Phase::Answering);
        let question = view.question.as_ref().expect("a question");
        assert_ne!(
            question.text, last,
            "{name}: the same question twice in a row"
        );
        assert_eq!(
            question.text.matches('?').count(),
            1,
            "{name}: {}",
            question.text
        );
        last = question.text.clone();
        // What is said to the last answer is about no skill.
        if question.of_kind.gap.is_none() && view.progress.asked > 1 {
            return Event::Answer {
                text: (person.says)(count).into(),
            };
        }
        let gap = question
            .of_kind
            .gap
            .as_ref()
            .expect("it says why it was put");
        assert!(
            gap.probe <= gap.probes && gap.probes <= 5,
            "{name}: probe {} of {}",
            gap.probe,
            gap.probes
        );
        let says = (person.says)(count);
        count += 1;
        let text = if model {
            format!("{says} {}", person.mark)
        } else {
            says.into()
        };
        Event::Answer { text }
    });
    let view = world.view();
    let closed = view.closed.expect("it ended");
    let expected = if model {
        person.by_model
    } else {
        person.by_rules
    };
    assert!(
        expected.contains(&closed),
        "{name}: ended as {closed:?} after {count} questions"
    );
    assert!(count <= person.most, "{name}: {count} questions");
    for skill in skills_of(&world.interview) {
        assert!(
            skill.probes <= 5,
            "{name}: {} was asked about {} times",
            skill.skill,
            skill.probes
        );
    }
}

behaviours! {
    fn with_a_model_each_kind_of_respondent_is_met_and_let_go() {
        PERSONS.iter().for_each(|person| talk(person, true));
    }

    fn by_rules_each_kind_of_respondent_is_met_and_let_go() {
        PERSONS.iter().for_each(|person| talk(person, false));
    }

    fn a_reaction_stands_alone_and_costs_nothing() {
        let setup = Setup {
            interviewer: Interviewer::Scripted,
            ..with_resume("Backend engineer, 2019 - 2023\n- Kafka, PostgreSQL and Terraform\n")
        };
        let mut world = World::new(gaps_guide(), setup, Vec::new());
        let question = |world: &World| world.view().question.expect("a question");
        let asked = |world: &World| question(world).of_kind.gap.expect("a gap");
        let first = asked(&world).skill;
        for (answer, heard) in [
            ("My mother died in March, and I am not over it.", "orry"),
            ("Please go on.", ""),
            ("How many more questions?", "more"),
            ("ok", ""),
        ] {
            world.answer(answer);
            let text = question(&world).text;
            if heard.is_empty() {
                assert!(!asked(&world).attributes.is_empty(), "{text}");
                continue;
            }
            assert!(text.contains(heard), "{text}");
            let gap = asked(&world);
            assert!(gap.attributes.is_empty() && gap.skill == first, "{gap:?}");
            for skill in ["Kafka", "PostgreSQL", "Terraform", "Let us", "Thank you, that"] {
                assert!(!text.contains(skill), "{text}");
            }
        }
        let probes = skills_of(&world.interview).iter().map(|skill| skill.probes).sum::<u32>();
        assert_eq!(probes, 2, "what was answered to a reaction counts for no skill");
        let depth = &skills_of(&world.interview)[0].attributes[1];
        assert_eq!(depth.value, "", "pain is no value");
    }

    fn after_two_refusals_it_is_asked_what_can_be_told_and_another_employer_comes_first() {
        let setup = Setup {
            interviewer: Interviewer::Scripted,
            ..with_resume("Engineer at Halden, 2015 - 2020\n- Rust, Terraform\n\nEngineer at Brook, 2010 - 2015\n- Python, Docker\n")
        };
        let mut world = World::new(gaps_guide(), setup, Vec::new());
        let skill = |world: &World| {
            let question = world.view().question.expect("a question");
            question.of_kind.gap.expect("a gap").skill
        };
        assert_eq!(skill(&world), "Rust");
        world.answer("That is under NDA, I can't say.");
        assert_eq!(skill(&world), "Python", "Terraform stands beside what was refused");
        world.answer("I'd rather not say.");
        let text = world.view().question.expect("a question").text;
        assert!(text.contains("free to tell") || text.contains("enjoy talking"), "{text}");
    }
}
