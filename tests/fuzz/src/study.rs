//! Studies: the bytes are one as JSON, or one that is sound and damage to it.

use crate::input::{Input, random};
use colloquy_core::kinds;
use colloquy_schema::{Call, Guide, Prices, RawReply, TopicPlan};
use colloquy_study::personas::PERSONAS;
use colloquy_study::simulate::{Lead, builtin, fixed_probes, led, repeated};
use colloquy_study::{Study, compile, lint, longest, read, read_text};
use colloquy_tests::random::Random;
use serde_json::Value;
use std::sync::LazyLock;

/// One that uses every key, and two as owners write them.
static STUDIES: LazyLock<[Value; 3]> = LazyLock::new(|| {
    [
        include_str!("../../../crates/study/tests/whole.json"),
        include_str!("../../../crates/study/studies/churn.json"),
        include_str!("../../../crates/study/studies/patient-experience.json"),
    ]
    .map(|text| serde_json::from_str(text).expect("a study is JSON"))
});

/// Interviews of more questions are not led: they say nothing new, and take their time.
const LED: u32 = 60;

/// Judges a study; one that is accepted compiles, has a bound, and an interview over it ends within that.
pub(crate) fn check(bytes: &[u8]) {
    let study = if bytes.first() == Some(&b'{') {
        read_text(&String::from_utf8_lossy(bytes))
    } else {
        let mut input = Input::new(bytes);
        let mut study = input.pick(&*STUDIES).clone();
        crate::edits::edit(&mut study, &mut input);
        read(&study)
    };
    match study {
        Ok(study) => accepted(&study, &mut random(bytes)),
        Err(faults) => {
            assert!(!faults.is_empty(), "a refusal says why");
            let said = |text: &str| !text.is_empty();
            assert!(
                faults
                    .iter()
                    .all(|fault| said(&fault.rule) && said(&fault.message))
            );
        }
    }
}

fn accepted(study: &Study, random: &mut Random) {
    let written = serde_json::to_value(study).expect("a study is JSON");
    assert_eq!(read(&written).as_ref(), Ok(study), "it is read as written");
    let guide = compile(study);
    let sound = Guide::read(&guide).unwrap_or_else(|faults| panic!("{faults:?}"));
    assert_eq!(compile(study), guide);
    let prices = Prices {
        input: 3.0,
        output: 15.0,
        ..Prices::default()
    };
    let bound = longest(study, Some(prices));
    assert!(bound.questions > 0 && bound.cost_usd.is_some_and(f64::is_finite));
    for lint in lint(study) {
        assert!(!lint.path.is_empty() && !lint.message.is_empty());
    }
    if bound.questions > LED {
        return;
    }
    let plan = TopicPlan::read(&guide["strategy"]["plan"]).expect("a plan");
    let tags: Vec<&str> = sound.locales.iter().map(|(tag, _)| &**tag).collect();
    let lead = Lead {
        locale: tags[random.below(tags.len())],
        persona: PERSONAS[random.below(PERSONAS.len())],
        seed: random.below(1_000) as u64,
        by_model: random.below(3) == 0,
        ..Lead::new(&guide, &plan)
    };
    let by_chance = random.below(2) == 0;
    let mut scripted = builtin("en");
    let mut interviewer = |call: &Call| match by_chance {
        true => says(random),
        false => scripted(call),
    };
    let run = led(&lead, &mut interviewer);
    assert!(run.ended, "it stands still");
    assert!(
        run.turns.len() as u32 <= bound.questions,
        "it is longer than its bound"
    );
    let fixed = fixed_probes(&guide, lead.locale);
    assert_eq!(repeated(&run, &fixed), Vec::<String>::new());
    let end = run.outcome["end"]["kind"].as_str().unwrap_or_default();
    if ["complete", "stopped"].contains(&end) {
        let card = &run.outcome["report"]["mustAsks"];
        assert_eq!(card["asked"], card["of"], "a must-ask is missing");
    }
    let session = kinds::session(&run.records, None).expect("the records open");
    assert_eq!(session.summary().outcome, Some(run.outcome));
}

/// What a model says that keeps to nothing.
fn says(random: &mut Random) -> RawReply {
    let texts = [
        "",
        "{",
        "[]",
        r#"{"covered": [], "enough": true}"#,
        r#"{"covered": [], "enough": false, "kind": "explanatory", "question": "Which part of it was the hardest one?"}"#,
        r#"{"covered": [{"topic": "last", "quote": "the"}], "enough": false, "say": "Thank you for saying so."}"#,
        r#"{"refused": true, "enough": true, "covered": []}"#,
        r#"{"covered": [], "enough": false, "question": "Why?? And how?"}"#,
    ];
    RawReply {
        text: texts[random.below(texts.len())].into(),
        ..RawReply::default()
    }
}
