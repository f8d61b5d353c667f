//! Precision and recall on labelled sentences. `cargo test -p colloquy-findings --test labelled -- --nocapture` prints them.

use colloquy_findings::extract;

const SENTENCES: &str = include_str!("../../../tests/cases/findings/sentences.tsv");

/// What is reached, in percent rounded down. Lower is a regression; raise it when the rules get better.
const FLOORS: [(&str, &str, u32, u32); 4] = [
    ("tuned", "insight", 100, 100),
    ("tuned", "action", 98, 100),
    ("held-out", "insight", 100, 97),
    ("held-out", "action", 94, 94),
];

struct Case {
    part: &'static str,
    label: &'static str,
    difficulty: &'static str,
    category: &'static str,
    text: &'static str,
}

fn cases() -> Vec<Case> {
    SENTENCES
        .lines()
        .skip(1)
        .map(|line| {
            let fields: Vec<&str> = line.split('\t').collect();
            let [part, label, difficulty, category, text] = fields[..] else {
                panic!("five columns: {line}")
            };
            assert!(
                ["insight", "action", "both", "none"].contains(&label),
                "{line}"
            );
            Case {
                part,
                label,
                difficulty,
                category,
                text,
            }
        })
        .collect()
}

#[derive(Default)]
struct Score {
    right: u32,
    wrong: u32,
    missed: u32,
}

impl Score {
    fn precision(&self) -> u32 {
        100 * self.right / (self.right + self.wrong).max(1)
    }

    fn recall(&self) -> u32 {
        100 * self.right / (self.right + self.missed).max(1)
    }
}

fn shows(label: &str, kind: &str) -> bool {
    label == kind || label == "both"
}

#[test]
fn precision_and_recall_hold() {
    let cases = cases();
    assert!(cases.len() >= 240, "the set has {} sentences", cases.len());
    let hard = cases
        .iter()
        .filter(|case| case.difficulty == "hard")
        .count();
    assert!(hard * 2 >= cases.len(), "half are hard");
    let mut failed = Vec::new();
    for (part, kind, precision, recall) in FLOORS {
        let mut all = Score::default();
        let mut hard = Score::default();
        for case in cases.iter().filter(|case| case.part == part) {
            let found = extract(&[case.text], None);
            let list = if kind == "insight" {
                &found.insights
            } else {
                &found.actions
            };
            let (expected, got) = (shows(case.label, kind), !list.is_empty());
            let scores = [
                Some(&mut all),
                (case.difficulty == "hard").then_some(&mut hard),
            ];
            for score in scores.into_iter().flatten() {
                match (expected, got) {
                    (true, true) => score.right += 1,
                    (false, true) => score.wrong += 1,
                    (true, false) => score.missed += 1,
                    (false, false) => {}
                }
            }
            // The held-out part is listed on request only, so that nobody tunes on it by accident.
            if expected != got && (part == "tuned" || option_env!("LIST_HELD_OUT").is_some()) {
                println!(
                    "{part} {kind} {}: {} | {}",
                    if got { "wrong " } else { "missed" },
                    case.category,
                    case.text
                );
            }
        }
        println!(
            "{part:8} {kind:7} precision {:3} % recall {:3} %   ({} right, {} wrong, {} missed); hard only: precision {:3} % recall {:3} %",
            all.precision(),
            all.recall(),
            all.right,
            all.wrong,
            all.missed,
            hard.precision(),
            hard.recall(),
        );
        if all.precision() < precision || all.recall() < recall {
            failed.push((part, kind, all.precision(), all.recall()));
        }
    }
    assert!(failed.is_empty(), "below the floor: {failed:?}");
}
