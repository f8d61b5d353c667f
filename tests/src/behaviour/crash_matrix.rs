//! Every interview, led by a model and by what is built in, met by every fault at every effect: nothing submitted is lost,
//! nothing is asked twice, and it goes on to the end it would have come to.

use super::{advice, gaps_agent, gaps_rules::with_resume, onboarding_built_in, staged};
use crate::behaviours;
use crate::faults::Fault;
use crate::onboarding::{agrees, diligent, led, small_guide, unled};
use crate::reader::obliging;
use crate::world::{
    Act, Run, World, advice_guide, assert_valid_histories, gaps_guide, guide, guide_with,
    onboarding_guide, scripted, staged_guide, substantive, with_model,
};
use colloquy_core::{Event, Phase, View, questions_of};
use colloquy_schema::{Call, Fact, Material, Setup};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// One kind of interview with who leads it and who answers.
struct Kind {
    begin: fn() -> World,
    respond: fn(&View) -> Event,
    /// Every so many effects each fault happens; where it is more than one, another fault at each.
    every: usize,
    /// True where a question follows from where the interview stands alone, and not from how often its model was called.
    same_words: bool,
}

/// How an interview ended.
fn end(world: &World, words: bool) -> Value {
    let view = world.view();
    let result = world.interview.summary();
    let exchanges = world.interview.session().exchanges.iter();
    let said: Vec<_> = exchanges
        .map(|exchange| {
            let question = words.then(|| exchange.question.text.clone());
            (question, exchange.answer_text().to_string())
        })
        .collect();
    let mut outcome = result.outcome.unwrap_or_default();
    if !words {
        forget_ids(&mut outcome);
    }
    json!({ "closed": view.closed, "said": said, "outcome": outcome })
}

/// Ids that count calls, and times, differ where something was done again.
fn forget_ids(value: &mut Value) {
    match value {
        Value::Object(map) => {
            map.retain(|key, _| !matches!(key.as_str(), "id" | "at" | "createdAt" | "updatedAt"));
            map.values_mut().for_each(forget_ids);
        }
        Value::Array(list) => list.iter_mut().for_each(forget_ids),
        _ => {}
    }
}

/// Takes an interview to its end, and holds what the respondent submitted against what is left of it.
fn run(world: &mut World, respond: fn(&View) -> Event, place: &str) {
    let mut given: BTreeMap<u32, (usize, String)> = BTreeMap::new();
    world.run(|view| {
        let question = view.question.as_ref().expect("something is asked");
        let event = respond(view);
        let entry = given.entry(question.number).or_default();
        entry.0 += 1;
        if let Event::Answer { text } = &event {
            entry.1.clone_from(text);
        }
        event
    });
    world.mend_now();
    assert_eq!(world.view().phase, Phase::Finished, "{place}");
    // What was on its way to the store when the page died is the draft; sent once more it is no second question.
    let may = usize::from(world.append_struck && world.fault.reopens());
    assert!(
        (1..=1 + may).contains(&world.finished),
        "{place}: it ends {} times",
        world.finished
    );
    let again: usize = given.values().map(|(times, _)| times - 1).sum();
    assert!(again <= may, "{place}: {again} questions were put again");
    for exchange in &world.interview.session().exchanges {
        let (_, text) = &given[&exchange.question.number];
        assert!(
            text.is_empty() || exchange.answer_text() == text,
            "{place}: the answer to question {} is lost",
            exchange.question.number
        );
    }
    let questions = questions_of(world.interview.records());
    for (number, question) in questions.iter().enumerate() {
        assert!(
            !questions[..number].contains(question),
            "{place}: asked twice: {question}"
        );
    }
    let answers = world
        .stored
        .iter()
        .filter(|record| matches!(record.fact, Fact::Answered { .. }));
    let submitted = given.values().filter(|(_, text)| !text.is_empty());
    assert_eq!(
        answers.count(),
        submitted.count(),
        "{place}: each answer is stored once"
    );
    // Records with their guide are too long to be shown.
    assert!(
        world.stored == world.interview.records(),
        "{place}: everything is stored"
    );
    gaps_agent::assert_settled(world);
}

/// Every fault at every effect of an interview.
fn every_fault_at_every_effect(kind: &Kind) {
    let mut whole = (kind.begin)();
    run(&mut whole, kind.respond, "undisturbed");
    let expected = end(&whole, kind.same_words);
    for (number, fault) in Fault::ALL.into_iter().enumerate() {
        let mut struck = 0;
        for at in (number % kind.every..whole.effects).step_by(kind.every) {
            let place = format!("{fault:?} before effect {at} of {}", whole.effects);
            let mut world = (kind.begin)();
            world.fault = fault;
            world.crash_before = Some(at);
            run(&mut world, kind.respond, &place);
            assert_eq!(end(&world, kind.same_words), expected, "{place}");
            if world.calls.iter().any(|call| !call.tools.is_empty()) {
                assert_valid_histories(&world);
            }
            struck += world.crashes;
        }
        // Before anything is stored there is nothing to open again.
        assert!(
            struck + 2 >= whole.effects / kind.every,
            "{fault:?}: {struck}"
        );
    }
}

/// An interview that somebody is about to agree to.
fn begins(guide: Value, setup: Setup, acts: Vec<Act>) -> World {
    World::before_consent(guide, setup, acts).expect("the guide and the setup are sound")
}

/// The staged guide with one question for each stage.
fn short_stages(mut guide: Value) -> Value {
    for stage in guide["strategy"]["stages"].as_array_mut().expect("stages") {
        stage["max_questions"] = json!(1);
    }
    guide
}

fn about_skills(view: &View) -> Event {
    let gap = view
        .question
        .as_ref()
        .and_then(|question| question.of_kind.gap.as_ref());
    let skill = gap.map_or("", |gap| gap.skill.as_str());
    let number = view.question.as_ref().map_or(0, |question| question.number);
    let text = format!(
        "I used {skill} for {number} years in production, alone, for 300 users, and had to answer in under 50 ms."
    );
    Event::Answer { text }
}

behaviours! {
    fn reflective_with_a_model() {
        fn think(call: &Call) -> String {
            let number = call.ask.number;
            let question = format!("What {}stayed with you of part {number}?", "really ".repeat(number as usize));
            json!({ "follow_up": number.is_multiple_of(2), "question": question }).to_string()
        }
        every_fault_at_every_effect(&Kind {
            begin: || begins(guide(), with_model(), vec![Act::Think(think)]),
            respond: substantive,
            every: 1,
            same_words: true,
        });
    }

    fn reflective_built_in() {
        let begin = || begins(guide_with(|guide| guide["strategy"]["max_questions"] = json!(4)), scripted(), vec![]);
        every_fault_at_every_effect(&Kind { begin, respond: substantive, every: 3, same_words: true });
    }

    fn staged_with_a_model() {
        let begin = || begins(short_stages(staged::guide()), with_model(), vec![Act::Think(staged::honest)]);
        every_fault_at_every_effect(&Kind { begin, respond: substantive, every: 1, same_words: true });
    }

    fn staged_built_in() {
        let begin = || begins(short_stages(staged_guide()), scripted(), vec![]);
        every_fault_at_every_effect(&Kind { begin, respond: substantive, every: 3, same_words: true });
    }

    fn advice_with_a_model_in_three_parts() {
        let begin = || begins(advice_guide(), advice::in_parts(), vec![Act::Think(advice::sensible)]);
        every_fault_at_every_effect(&Kind { begin, respond: substantive, every: 1, same_words: true });
    }

    fn advice_built_in() {
        let begin = || begins(advice_guide(), Setup { material: Material::default(), ..scripted() }, vec![]);
        every_fault_at_every_effect(&Kind { begin, respond: substantive, every: 3, same_words: true });
    }

    fn gaps_with_a_model() {
        let begin = || {
            let mut guide = gaps_guide();
            guide["strategy"]["max_questions"] = json!(3);
            begins(guide, with_resume(gaps_agent::RESUME), vec![Act::Agent(obliging)])
        };
        every_fault_at_every_effect(&Kind { begin, respond: gaps_agent::answer, every: 1, same_words: true });
    }

    fn gaps_built_in() {
        let begin = || {
            let mut guide = gaps_guide();
            guide["strategy"]["max_questions"] = json!(4);
            let setup = with_resume("Worked with Python and PostgreSQL.\nKnows Docker and Kafka.");
            begins(guide, Setup { material: setup.material, ..scripted() }, vec![])
        };
        every_fault_at_every_effect(&Kind { begin, respond: about_skills, every: 3, same_words: true });
    }

    fn onboarding_with_a_model() {
        let begin = || begins(small_guide(), led(), vec![Act::Agent(diligent)]);
        every_fault_at_every_effect(&Kind { begin, respond: agrees, every: 1, same_words: false });
    }

    fn onboarding_built_in() {
        let begin = || {
            let mut world = begins(onboarding_guide(), unled(), Vec::new());
            world.tools = Run::Gives(onboarding_built_in::readable);
            world
        };
        let respond = |view: &View| onboarding_built_in::willing(view, &mut 0);
        every_fault_at_every_effect(&Kind { begin, respond, every: 3, same_words: true });
    }
}
