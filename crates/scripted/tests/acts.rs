//! What answers do, in words that were written for this test. Each line of the cases is the acts that count, the question, and the
//! answer; `-` stands for none.

use colloquy_scripted::acts::{Act, hear};

const CASES: &str = include_str!("acts.txt");
/// Acts that decide what comes next whatever the answer is about.
const DECIDING: [Act; 15] = [
    Act::Crisis,
    Act::Moment,
    Act::Stop,
    Act::Refusal,
    Act::Command,
    Act::AlreadySaid,
    Act::Complaint,
    Act::Correction,
    Act::Setting,
    Act::QuestionBack,
    Act::OtherSubject,
    Act::Distress,
    Act::Empty,
    Act::List,
    Act::OtherLanguage,
];

/// The case's number of line, acts, question and answer.
fn cases() -> impl Iterator<Item = (usize, Vec<&'static str>, &'static str, &'static str)> {
    let lines = CASES.lines().enumerate();
    let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    lines.map(|(at, line)| {
        let mut parts = line.split(" | ");
        let mut part = || parts.next().expect("three parts");
        let acts = part().split(' ').filter(|act| *act != "-").collect();
        (at + 1, acts, part(), part())
    })
}

#[test]
fn an_answer_is_heard_for_what_it_does() {
    let mut wrong = Vec::new();
    for (line, acts, question, answer) in cases() {
        let heard = hear(question, answer);
        for act in DECIDING {
            if heard.has(act) != acts.contains(&act.name()) {
                let has = if heard.has(act) { "heard" } else { "missed" };
                wrong.push(format!("{line}: {has} {}: {answer}", act.name()));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} faults:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

#[test]
fn there_are_enough_cases_of_what_hurts() {
    let count = |name: &str| cases().filter(|(_, acts, ..)| acts.contains(&name)).count();
    assert!(cases().count() >= 150);
    for act in [
        "crisis",
        "distress",
        "stop",
        "refusal",
        "correction",
        "language",
    ] {
        assert!(count(act) >= 8, "{act}");
    }
    assert!(cases().filter(|(_, acts, ..)| acts.is_empty()).count() >= 40);
}
