//! What answers do: in words that were written for this test, each line of which is the acts that count, the question, and the answer
//! (`-` stands for none), and in answers by authors who had seen neither the cues nor what the model was trained on.

mod common;

use colloquy_scripted::acts::{Act, hear, learned};
use common::deciding;
use serde_json::Value;

const CASES: &str = include_str!("acts.txt");
const HELD_OUT: &str = include_str!("../../../tests/cases/acts/held-out.jsonl");
const SECOND: &str = include_str!("../../../tests/cases/acts/held-out-2.jsonl");
const THIRD: &str = include_str!("../../../tests/cases/acts/held-out-3.jsonl");
const INTERVIEWS: &str = include_str!("../../../tests/cases/acts/interviews.jsonl");
const CRISES: &str = include_str!("../../../tests/cases/acts/crises.jsonl");
const IDIOMS: &str = include_str!("../../../tests/cases/acts/idioms.jsonl");

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

#[test]
fn cues_that_are_certain_decide_whatever_the_network_takes_a_sentence_for() {
    for (answer, act) in [
        ("I said fourteen, not forty.", Act::Correction),
        ("Wait, it was Maria who said it, not Paul.", Act::Correction),
        ("That isn't right, I asked three times.", Act::Correction),
        ("I misquoted.", Act::Correction),
        ("That's between me and him.", Act::Refusal),
        ("I said, I'm 38 and I have a son.", Act::AlreadySaid),
        ("I don't know. You tell me.", Act::Empty),
    ] {
        let heard = hear("What happened after that?", answer);
        assert!(heard.has(act), "{answer}: {:?}", heard.acts());
    }
    for answer in [
        "It's between 20 and 30 an hour.",
        "She said fourteen, and he said forty.",
        "I said yes, and nobody laughed.",
        "She turns seventy in May and says then it closes. She won't hire anybody, it has to be family.",
    ] {
        let heard = hear("How did it go?", answer);
        let acts = [Act::Correction, Act::Refusal, Act::AlreadySaid];
        assert!(!acts.iter().any(|act| heard.has(*act)), "{answer}");
    }
    let heard = hear(
        "What is it really claiming?",
        "That money should move slower. Queue theory in reverse, he says: the longer the line, the better the bread.",
    );
    assert!(!heard.has(Act::Command));
    // Somebody is left out of it, and the interview goes on.
    let heard = hear(
        "What did you conclude?",
        "I don't want to conclude anything yet, and I'd rather leave my wife out of it from here.",
    );
    assert!(heard.has(Act::Refusal) && !heard.has(Act::Stop));
}

/// What a set of labelled answers shows: answers, heard exactly, with all acts heard, without an act, and false alarms in these.
struct Score {
    all: usize,
    exact: usize,
    heard_all: usize,
    plain: usize,
    alarms: usize,
}

/// Scores a set, each question behind the words that an interviewer put before it.
fn score(set: &str, lead: &str) -> Score {
    let mut score = Score {
        all: 0,
        exact: 0,
        heard_all: 0,
        plain: 0,
        alarms: 0,
    };
    for line in set.lines() {
        let line: Value = serde_json::from_str(line).expect("a JSON object a line");
        let text = |key: &str| line[key].as_str().expect("a text");
        let acts = line["acts"].as_array().expect("acts");
        let heard = hear(&[lead, text("question")].concat(), text("answer"));
        let does = |act: &Act| acts.iter().any(|name| name == act.name());
        let missed = learned::ACTS
            .iter()
            .any(|act| does(act) && !heard.has(*act));
        let invented = learned::ACTS
            .iter()
            .any(|act| !does(act) && heard.has(*act));
        score.all += 1;
        score.exact += usize::from(!missed && !invented);
        score.heard_all += usize::from(!missed);
        if !learned::ACTS.iter().any(does) {
            score.plain += 1;
            score.alarms += usize::from(invented);
        }
    }
    score
}

/// A model that was trained on words alone would pass the test above by heart; this one it can only pass by hearing.
#[test]
fn answers_of_unknown_authors_are_heard() {
    let percent = |part: usize, whole: usize| 100 * part / whole;
    for (set, lead, least, exact, heard_all, alarms) in [
        (HELD_OUT, "", 600, 86, 90, 6),
        (SECOND, "", 290, 80, 84, 6),
        (THIRD, "", 230, 91, 93, 5),
        (INTERVIEWS, "", 1_950, 93, 97, 5),
        (HELD_OUT, "I see, thank you. ", 600, 86, 90, 7),
        (SECOND, "I see, thank you. ", 290, 80, 84, 6),
        (THIRD, "I see, thank you. ", 230, 90, 93, 5),
    ] {
        let found = score(set, lead);
        let line = format!(
            "exact {}, all heard {} of {}; {} false alarms in {}",
            found.exact, found.heard_all, found.all, found.alarms, found.plain
        );
        println!("{line}");
        assert!(found.all > least, "{line}");
        assert!(percent(found.exact, found.all) >= exact, "{line}");
        assert!(percent(found.heard_all, found.all) >= heard_all, "{line}");
        assert!(percent(found.alarms, found.plain) <= alarms, "{line}");
    }
}

#[test]
fn a_crisis_without_its_words_is_heard_and_no_figure_of_speech_is_one() {
    let crises = |set: &str| {
        let lines = set.lines().map(|line| {
            let line: Value = serde_json::from_str(line).expect("a JSON object a line");
            let text = |key: &str| line[key].as_str().expect("a text");
            hear(text("question"), text("answer")).has(Act::Crisis)
        });
        let lines: Vec<bool> = lines.collect();
        (lines.iter().filter(|heard| **heard).count(), lines.len())
    };
    let (heard, all) = crises(CRISES);
    assert!(heard >= 26 && all == 60, "{heard} of {all} crises");
    let (invented, all) = crises(IDIOMS);
    assert!(invented <= 3 && all == 60, "{invented} of {all} idioms");
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
