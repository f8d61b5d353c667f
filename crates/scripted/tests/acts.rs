//! What answers do: in words that were written for this test, each line of which is the acts that count, the question, and the answer
//! (`-` stands for none), and in answers by authors who had seen neither the cues nor what the model was trained on.

mod common;

use colloquy_scripted::acts::{Act, hear, learned};
use common::deciding;
use serde_json::Value;

const CASES: &str = include_str!("acts.txt");
const HELD_OUT: &str = include_str!("../../../tests/cases/acts/held-out.jsonl");
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
        for act in deciding() {
            if heard.has(act) != acts.contains(&act.name()) {
                let has = if heard.has(act) { "heard" } else { "missed" };
                wrong.push(format!("{line}: {has} {}: {answer}", act.name()));
            }
        }
    }
    let grave = ["crisis", "stop", "refusal", "language"].map(|act| format!(" missed {act}:"));
    let is_grave = |wrong: &&String| grave.iter().any(|grave| wrong.contains(grave));
    assert!(
        wrong.len() <= cases().count() / 100 && wrong.iter().find(is_grave).is_none(),
        "{} faults:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

/// A model that was trained on words alone would pass the test above by heart; this one it can only pass by hearing.
#[test]
fn answers_of_unknown_authors_are_heard() {
    let (mut all, mut exact, mut heard_all, mut plain, mut alarms) = (0, 0, 0, 0, 0);
    for line in HELD_OUT.lines() {
        let line: Value = serde_json::from_str(line).expect("a JSON object a line");
        let text = |key: &str| line[key].as_str().expect("a text");
        let acts = line["acts"].as_array().expect("acts");
        let heard = hear(text("question"), text("answer"));
        let does = |act: &Act| acts.iter().any(|name| name == act.name());
        let missed = learned::ACTS
            .iter()
            .any(|act| does(act) && !heard.has(*act));
        let invented = learned::ACTS
            .iter()
            .any(|act| !does(act) && heard.has(*act));
        all += 1;
        exact += usize::from(!missed && !invented);
        heard_all += usize::from(!missed);
        if !learned::ACTS.iter().any(does) {
            plain += 1;
            alarms += usize::from(invented);
        }
    }
    let percent = |part: usize, whole: usize| 100 * part / whole;
    let found =
        format!("exact {exact}, all heard {heard_all} of {all}; {alarms} false alarms in {plain}");
    println!("{found}");
    assert!(all > 500, "{found}");
    assert!(percent(exact, all) >= 76, "{found}");
    assert!(percent(heard_all, all) >= 83, "{found}");
    assert!(percent(alarms, plain) <= 12, "{found}");
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
