//! The studies that ship as examples: sound, well worded, and led to their ends by personas.

use colloquy_study::personas::PERSONAS;
use colloquy_study::simulate::{fixed_probes, repeated, simulate};
use colloquy_study::{Study, compile, lint, longest, read_text};

macro_rules! studies {
    ($($name:literal),+) => { [$(($name, include_str!(concat!("../studies/", $name, ".json")))),+] };
}

const STUDIES: [(&str, &str); 10] = studies![
    "churn",
    "course-feedback",
    "discovery",
    "exit-interview",
    "onboarding-experience",
    "oral-history",
    "patient-experience",
    "product-market-fit",
    "retrospective",
    "usability-debrief"
];

fn study(name: &str, text: &str) -> Study {
    let study = read_text(text).unwrap_or_else(|faults| panic!("{name}: {faults:?}"));
    assert_eq!(study.id, name);
    study
}

#[test]
fn every_example_is_without_advice() {
    for (name, text) in STUDIES {
        let study = study(name, text);
        // An oral history takes its time, and that question is asked in these words everywhere.
        let known = |code: &str| match name {
            "oral-history" => ["long_interview", "late_must_ask"].contains(&code),
            "product-market-fit" => code == "hypothetical",
            _ => false,
        };
        let lints: Vec<_> = lint(&study)
            .into_iter()
            .filter(|lint| !known(lint.code))
            .collect();
        assert!(lints.is_empty(), "{name}: {lints:#?}");
        assert!(longest(&study, None).questions <= 50, "{name}");
    }
}

#[test]
fn the_examples_are_led_to_their_ends_by_personas() {
    for (place, (name, text)) in STUDIES.into_iter().enumerate() {
        let study = study(name, text);
        let fixed = fixed_probes(&compile(&study), "en");
        let bound = longest(&study, None).questions;
        // Four of the ten, others for each study.
        let personas = [0, 3, 5, 8].map(|step| PERSONAS[(place + step) % PERSONAS.len()]);
        for run in simulate(&study, 4, 11 + place as u64, &personas) {
            let label = format!("{name} {:?} {}", run.persona, run.seed);
            assert!(run.ended && run.turns.len() as u32 <= bound, "{label}");
            assert_eq!(repeated(&run, &fixed), Vec::<String>::new(), "{label}");
            if run.outcome["end"]["kind"] != "screened_out" {
                let card = &run.outcome["report"]["mustAsks"];
                assert_eq!(card["asked"], card["of"], "{label}");
            }
        }
    }
}
