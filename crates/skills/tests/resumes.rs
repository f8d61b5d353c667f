//! Precision and recall of the names that are taken from whole résumés, most of people outside of IT.
//! `cargo test -p colloquy-skills --test resumes -- --nocapture` prints them, with what is missed or wrong in the tuned part.

use colloquy_findings::fold;
use colloquy_schema::SkillsAsk;
use colloquy_skills::{LEXICON, Lexicon, reply};
use serde_json::Value;

/// The texts, and the least precision and recall of each in percent rounded down; raise them when the rules get better.
const PARTS: [(&str, &str, u32, u32); 2] = [
    (
        "tuned",
        include_str!("../../../tests/cases/skills/resumes-tuned.txt"),
        99,
        96,
    ),
    (
        "held-out",
        include_str!("../../../tests/cases/skills/resumes-held-out.txt"),
        97,
        94,
    ),
];

/// The names under a heading of a case, each with the others under which it may be taken.
fn names<'a>(case: &'a str, heading: &str) -> Vec<Vec<&'a str>> {
    let from = case.split_once(heading).map_or("", |(_, rest)| rest);
    let part = from.split("\n-- ").next().unwrap_or_default();
    let lines = part.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.map(|line| line.split('|').collect()).collect()
}

#[test]
fn names_are_taken_from_resumes() {
    let lexicon = Lexicon::read(LEXICON);
    for (part, texts, precision, recall) in PARTS {
        // The held-out part is listed on request only, so that nobody tunes on it by accident.
        let list = part == "tuned" || option_env!("LIST_HELD_OUT").is_some();
        let (mut right, mut wrong, mut missed, mut never, mut cases) = (0_u32, 0, 0, 0, 0);
        for case in texts.split("== ").filter(|case| !case.trim().is_empty()) {
            cases += 1;
            let (title, rest) = case.split_once('\n').expect("a title");
            let (text, labels) = rest.split_once("\n-- yes").expect("names that count");
            let labels = ["\n-- yes", labels].concat();
            let (yes, maybe, no) = (
                names(&labels, "\n-- yes"),
                names(&labels, "\n-- maybe"),
                names(&labels, "\n-- never"),
            );
            let ask = SkillsAsk {
                resume: true,
                text: text.into(),
                year: 2026,
                ..SkillsAsk::default()
            };
            let read: Value = serde_json::from_str(&reply(&lexicon, &ask)).expect("JSON");
            let mut open = yes;
            for name in read["skills"].as_array().expect("a list") {
                let name = name["name"].as_str().expect("a name");
                let is = |names: &Vec<&str>| names.iter().any(|one| fold(one) == fold(name));
                if let Some(at) = open.iter().position(is) {
                    open.remove(at);
                    right += 1;
                } else if !maybe.iter().any(is) {
                    wrong += 1;
                    let bad = no.iter().any(is);
                    never += u32::from(bad);
                    if list {
                        println!("{title} | wrong {}{name}", if bad { "NEVER " } else { "" });
                    }
                }
            }
            missed += open.len() as u32;
            if list && !open.is_empty() {
                println!("{title} | missed {open:?}");
            }
        }
        let percent = |other: u32| (100 * right).checked_div(right + other).unwrap_or(0);
        let (p, r) = (percent(wrong), percent(missed));
        println!(
            "{part:8} {cases} résumés: precision {p} % recall {r} % ({right} right, {wrong} wrong of them {never} never, {missed} missed)"
        );
        assert!(p >= precision && r >= recall, "{part}: {p} %, {r} %");
    }
}
