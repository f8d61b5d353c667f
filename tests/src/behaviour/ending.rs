//! It always ends: for any guide that is accepted and any model output, reloads included.

use crate::behaviours;
use crate::pieces::PIECES;
use crate::random::Random;
use crate::world::{
    Act, World, advice_guide, gaps_guide, guide, guide_with, onboarding_guide, scripted,
    staged_guide, with_model,
};
use colloquy_core::{Command, Event, Phase, Validate, View, check_guide};
use colloquy_schema::{CallErrorKind, Interviewer, Issue, Material, ReplyMode, Setup};
use serde_json::{Value, json};
use std::rc::Rc;

fn garbage(random: &mut Random) -> String {
    let length = random.below(12);
    (0..length).map(|_| *random.pick(&PIECES)).collect()
}

fn act(random: &mut Random) -> Act {
    match random.below(10) {
        0 => Act::Fail(
            *random.pick(&[
                CallErrorKind::Overloaded,
                CallErrorKind::RateLimited,
                CallErrorKind::Invalid,
                CallErrorKind::Timeout,
            ]),
            None,
        ),
        1 => Act::Reply(
            json!({"follow_up": true, "question": format!("What about {}?", random.next_number())})
                .to_string(),
        ),
        2 => {
            let text = garbage(random);
            Act::Stream(text.chars().map(String::from).collect())
        }
        _ => Act::Reply(garbage(random)),
    }
}

fn respond(random: &mut Random, view: &View) -> Event {
    match random.below(8) {
        0 => Event::Command(Command::Skip),
        1 => Event::Command(Command::Decline),
        2 => Event::Answer {
            text: garbage(random),
        },
        3 if view.can.pause => Event::Command(Command::Pause),
        _ => Event::Answer {
            text: "some words that are long enough to be followed up on here "
                .repeat(1 + random.below(3)),
        },
    }
}

/// Runs an interview whose model says anything, with reloads, to its end, within what [`check_guide`] prints.
fn ends(seed: u64, guide: Value, mut setup: Setup, mut random: Random) {
    setup.limits.tokens = None;
    let longest = check_guide(&guide, &setup.limits, None).expect("a sound guide");
    let acts = (0..3_000).map(|_| act(&mut random)).collect();
    let validator: Option<Rc<dyn Validate>> = match guide.get("outcome") {
        Some(_) => Some(Rc::new(Picky)),
        None => None,
    };
    let mut world = World::with_validator(guide, setup, acts, validator);
    let mut events = 0;
    loop {
        events += 1;
        assert!(events < 4_000, "seed {seed} does not end");
        if random.below(6) == 0 {
            world.reload();
        }
        world.settle();
        let view = world.view();
        assert!(
            view.question
                .as_ref()
                .is_none_or(|q| !q.text.trim_start().starts_with('{')),
            "raw JSON is shown"
        );
        match view.phase {
            Phase::Answering => {
                world.now += 5_000;
                let event = respond(&mut random, &view);
                world.event(event);
            }
            Phase::GivenUp => world.command(Command::Retry),
            Phase::Paused => world.command(Command::Resume),
            Phase::Proposal => world.command(Command::Accept),
            Phase::Review => world.command(Command::Finish),
            Phase::Finished => break,
            Phase::Asking | Phase::Retrying | Phase::Offline | Phase::Consent => {
                panic!("seed {seed} hangs in {:?}", view.phase)
            }
        }
    }
    assert!(
        world.view().figures.questions <= longest.questions,
        "seed {seed}"
    );
    let replies = world.replies();
    assert!(
        replies <= longest.replies,
        "seed {seed}: {replies} replies of {}",
        longest.replies
    );
}

macro_rules! guides {
    ($($file:literal $claims:expr),*) => {
        [$((include_str!(concat!("../../../pkg/guides/", $file, ".json")), $claims)),*]
    };
}

/// Guides, each with what it must not claim.
const GUIDES: [(&str, &[&str]); 12] = guides![
    "reflective" & ["your answers showed"],
    "reflective.de" & ["Antworten gezeigt haben", "Antworten bisher gezeigt"],
    "reflective.es" & ["mostraron sus respuestas", "respuestas han mostrado"],
    "reflective.fr" & ["vos réponses ont montré"],
    "staged" & ["your answers showed"],
    "staged.de" & ["Antworten gezeigt haben", "Antworten bisher gezeigt"],
    "staged.es" & ["mostraron sus respuestas", "respuestas han mostrado"],
    "staged.fr" & ["vos réponses ont montré"],
    "gaps" & ["echnical skill"],
    "gaps.de" & ["echnischen Fähigkeit", "echnische Fähigkeit"],
    "gaps.es" & ["habilidades técnicas"],
    "gaps.fr" & ["ompétences techniques"]
];

/// A guide's own contract that random replies satisfy now and then.
#[derive(Debug)]
struct Picky;

impl Validate for Picky {
    fn check(&self, value: &Value) -> Vec<Issue> {
        if value.get("question").is_some() {
            return Vec::new();
        }
        vec![Issue::new("question", "required", "is required", None)]
    }
}

behaviours! {
    fn a_closing_is_true_however_the_interview_came_to_its_end() {
        let guides = [guide(), staged_guide(), advice_guide(), gaps_guide(), onboarding_guide()];
        for guide in guides {
            let words = &guide["locales"]["en"];
            for key in ["closing", "closing_limit"] {
                let text = words[key].as_str().expect("a text").to_lowercase();
                let said = ["time and", "the care", "last part", "last question", "thank", "enough"];
                let said = said.iter().find(|said| text.contains(**said));
                assert!(said.is_none(), "{said:?} in {text}");
            }
        }
        // Somebody who refuses twice and then stops has taken no care and reached no last part.
        let mut world = World::new(staged_guide(), scripted(), Vec::new());
        world.answer("I'd rather not talk about that.");
        world.answer("No. That is private as well.");
        world.command(Command::Finish);
        assert!(world.view().closing.starts_with("The interview ends here."), "{}", world.view().closing);
        // Whoever stops at the first step is not told what all of it would have brought.
        let mut world = World::new(onboarding_guide(), scripted(), Vec::new());
        world.command(Command::Finish);
        let closing = world.view().closing;
        assert!(closing.contains("Not reached: ") && !closing.contains("This is what there is"), "{closing}");
        // Words that stand above any recommendation speak of a role as of what may be there; those of skills claim no more than that
        // there is no question.
        let closing = |guide: &Value, words: &str| guide.pointer(words).and_then(Value::as_str).expect("a text").to_lowercase();
        assert!(closing(&advice_guide(), "/locales/en/closing").contains("where it names a role"));
        assert!(!closing(&gaps_guide(), "/locales/en/gaps/closing_no_gaps").contains("nothing"));
    }

    fn what_people_read_claims_no_findings_and_calls_no_skill_technical() {
        for (text, claims) in GUIDES {
            let guide: Value = serde_json::from_str(text).expect("a guide");
            let words = guide["locales"].as_object().and_then(|all| all.values().next()).expect("a language");
            let mut read = vec![&words["closing"], &words["closing_limit"]];
            // What only a model reads may say it.
            read.extend(["again_first", "consent", "transcript", "bank"].map(|key| &words[key]));
            read.push(&words["gaps"]["plain_skills"]);
            let read = serde_json::to_string(&read).expect("JSON");
            assert!(!claims.iter().any(|claim| read.contains(claim)), "{claims:?} in {}", &words["closing"]);
        }
        // Somebody in whose answers nothing was found looks over what there is.
        let mut world = World::new(guide(), scripted(), Vec::new());
        world.answer("It was a walk along the river, with rain.");
        world.command(Command::Finish);
        let view = world.view();
        let findings = view.findings.as_ref().expect("findings");
        assert!(findings.insights.is_empty() && findings.actions.is_empty() && findings.themes.is_empty());
        assert!(view.closing.contains("Look over what stands below"), "{}", view.closing);
    }

    fn any_model_output_comes_to_an_end_within_the_printed_bound() {
        for seed in 0..150 {
            let mut random = Random::new(seed);
            let max = 1 + random.below(9) as u32;
            let depth = random.below(4);
            let guide = guide_with(|guide| {
                guide["strategy"]["max_questions"] = json!(max);
                guide["strategy"]["max_follow_up_depth"] = json!(depth);
                if seed % 3 == 0 {
                    guide["outcome"] = json!({"schema": {"type": "object"}});
                    guide["locales"]["en"]["prompts"]["outcome"] = json!({"whole": "Sum up as JSON.", "retry": "Again: {issues}"});
                }
            });
            ends(seed, guide, with_model(), random);
        }
    }

    fn any_model_output_ends_a_staged_interview() {
        for seed in 0..12 {
            let mut random = Random::new(seed);
            let stages = 1 + random.below(4);
            let mut guide = staged_guide();
            guide["limits"] = json!({});
            let list = guide["strategy"]["stages"].as_array_mut().expect("stages");
            list.truncate(stages);
            let ids: Vec<String> = list.iter().map(|stage| stage["id"].as_str().expect("an id").into()).collect();
            guide["locales"]["en"]["stages"].as_object_mut().expect("wording").retain(|id, _| ids.contains(id));
            ends(seed, guide, with_model(), random);
        }
    }

    fn any_model_output_ends_an_advice_interview() {
        for seed in 0..60 {
            let mut random = Random::new(seed);
            let mut setup = with_model();
            let modes = [ReplyMode::Strict, ReplyMode::Instructed, ReplyMode::Sequential];
            setup.interviewer = Interviewer::Model { dialect: "anthropic".into(), name: "m".into(), reply_mode: *random.pick(&modes), max_tokens: None, effort: None };
            if random.below(2) == 0 {
                setup.material = Material::default();
            }
            ends(seed, advice_guide(), setup, random);
        }
    }

    fn a_model_that_repeats_itself_for_ever_comes_to_an_end() {
        let same = Act::Reply(json!({"follow_up": true, "question": "What stayed with you from it?"}).to_string());
        let mut world = World::new(crate::world::guide(), with_model(), vec![same]);
        world.run(crate::world::substantive);
        assert_eq!(world.view().phase, Phase::Finished);
    }

    fn a_guides_own_contract_is_asked_for_when_the_questions_are_over() {
        let guide = guide_with(|guide| {
            guide["strategy"]["max_questions"] = json!(1);
            guide["outcome"] = json!({"schema": {"type": "object", "required": ["question"]}});
            guide["locales"]["en"]["prompts"]["outcome"] = json!({"whole": "Sum up as JSON.", "retry": "Again: {issues}"});
        });
        let refused = World::before_consent(guide.clone(), with_model(), vec![]);
        assert_eq!(refused.err().map(|misuse| misuse.code()), Some("invalid_options"), "it needs a validator");
        let question = Act::Reply(json!({"follow_up": false, "question": "What stayed with you from it?"}).to_string());
        let acts = vec![question, Act::Reply("{\"a\": 1}".into()), Act::Reply("{\"question\": [1, 2]}".into())];
        let mut world = World::with_validator(guide, with_model(), acts, Some(Rc::new(Picky)));
        world.event(crate::world::substantive(&world.view()));
        assert_eq!(world.view().phase, Phase::Review);
        let retry = &world.calls[2].messages.last().expect("a message").text;
        assert_eq!(retry, "Again: • question: is required");
        world.reload();
        world.command(Command::Finish);
        assert_eq!(world.interview.summary().outcome, Some(json!({"question": [1, 2]})));
    }
}
