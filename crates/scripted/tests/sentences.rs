//! Every sentence that ships: it asks one thing, and what cannot be understood is there in plain words.

mod common;

use colloquy_schema::{Guide, Wording};
use common::{advice, guide, staged};

/// Words with which a second question begins, and others that do so behind a comma.
const SECOND: &str = "how what why who whom whose when where which";
const BEHIND_COMMA: &str = "did do does was were is are has have would could should";

/// Uses of the banks whose sentences are no questions.
fn is_question(name: &str) -> bool {
    !["role", "lead", "angle", "close", "told", "known", "near"]
        .iter()
        .any(|other| name.split('.').any(|part| part == *other))
}

/// True for a sentence that asks two things.
fn is_double(sentence: &str) -> bool {
    let lower = sentence.to_lowercase();
    let second = |joint: &str, words: &str| {
        lower.split(joint).skip(1).any(|rest| {
            let first = rest.split(' ').next().unwrap_or_default();
            words.split(' ').any(|word| word == first)
        })
    };
    let begins = [", and ", " and ", ", or "]
        .iter()
        .any(|joint| second(joint, SECOND));
    sentence.matches('?').count() > 1 || begins || second(", and ", BEHIND_COMMA)
}

fn guides() -> [(&'static str, Guide); 3] {
    [
        ("reflective", guide()),
        ("staged", staged()),
        ("advice", advice()),
    ]
}

fn wording(guide: &Guide) -> &Wording {
    guide.wording("en").1
}

#[test]
fn no_sentence_asks_two_things() {
    assert!(is_double("What came of it, and how did it end?"));
    assert!(is_double("What came of it? What next?"));
    assert!(!is_double(
        "If you could go back and change one thing, what would it be?"
    ));
    let mut number = 0;
    for (id, guide) in &guides() {
        for entry in wording(guide)
            .bank
            .uses
            .iter()
            .filter(|entry| is_question(&entry.name))
        {
            // Signs by which a slot is known to be told, or a follow-up to fit, stand before its questions.
            let first = usize::from(matches!(entry.name.as_str(), "slot" | "follow"));
            for line in &entry.sentences[first..] {
                assert!(!is_double(line), "{id}, {}: {line}", entry.name);
                number += 1;
            }
        }
    }
    assert!(number > 400, "{number}");
    for (id, guide) in &guides() {
        let words = wording(guide);
        for line in [&words.again_first, &words.again_last] {
            assert!(!is_double(line), "{id}: {line}");
        }
    }
}

#[test]
fn sentences_are_short_and_end_in_their_question() {
    for (id, guide) in &guides() {
        for entry in wording(guide)
            .bank
            .uses
            .iter()
            .filter(|entry| is_question(&entry.name))
        {
            let plain = entry.name.ends_with(".plain");
            let first = usize::from(matches!(entry.name.as_str(), "slot" | "follow"));
            for line in &entry.sentences[first..] {
                let words = line.split_whitespace().count();
                let most = if plain { 30 } else { 20 };
                assert!(words <= most, "{id}, {}: {words} words: {line}", entry.name);
                assert!(line.ends_with('?'), "{id}, {}: {line}", entry.name);
                assert!(
                    line.matches("{x}").count() <= 1,
                    "{id}, {}: {line}",
                    entry.name
                );
            }
        }
    }
}

#[test]
fn probes_name_nothing_and_are_of_few_words() {
    for (id, guide) in &guides() {
        for entry in &wording(guide).bank.uses {
            let is_probe = entry.name.starts_with("probe.")
                || entry.name.ends_with(".probe") && entry.name != "lead.probe";
            if is_probe && !entry.name.ends_with(".plain") {
                for line in &entry.sentences {
                    let words = line.split_whitespace().count();
                    assert!(
                        (2..=11).contains(&words) && !line.contains('{'),
                        "{id}: {line}"
                    );
                }
            }
        }
    }
}

#[test]
fn every_objective_has_questions_and_one_in_plain_words_with_an_example() {
    let guide = staged();
    let words = wording(&guide);
    let colloquy_schema::Strategy::Staged(parameters) = &guide.strategy else {
        panic!("a staged guide");
    };
    for (stage, wording) in parameters.stages.iter().zip(words.kind.stages.iter()) {
        for place in 0..wording.objectives.len() {
            let name = format!("{}.{place}", stage.id);
            let of = |name: &str| words.bank.sentences(name, "expert").count();
            assert!(of(&name) >= 3, "{name}");
            assert_eq!(of(&format!("{name}.plain")), 1, "{name}");
        }
    }
}

#[test]
fn nothing_brushes_an_answer_off() {
    let brush_offs = [
        "noted, thank you",
        "i have that",
        "that helps",
        "that is clear",
        "something else then",
        "short answers are fine",
        "good enough",
        "that gives me a picture",
        "keep “",
        "i see. something else",
    ];
    for (id, guide) in &guides() {
        for entry in &wording(guide).bank.uses {
            for line in &entry.sentences {
                let lower = line.to_lowercase();
                assert!(
                    !brush_offs.iter().any(|words| lower.contains(words)),
                    "{id}: {line}"
                );
            }
        }
    }
}
