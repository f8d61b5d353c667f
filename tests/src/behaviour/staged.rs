//! The expert interview in stages: the model proposes, the engine decides.

use crate::behaviours;
use crate::random::Random;
use crate::sections::section;
use crate::world::{Act, World, scripted, staged_guide, substantive, with_model};
use colloquy_core::kinds::staged::{Band, StagedView};
use colloquy_core::{Command, Event, Phase, StageState};
use colloquy_schema::{
    Call, CloseReason, Contract, Engagement, Fact, KindFact, Purpose, QuestionOrigin, Setup,
    StageAsk, StageEnd, StagedFact, StagedQuestion, Verdict,
};
use serde_json::{Value, json};

/// What the model of a behaviour knows of its call.
pub(super) fn stage(call: &Call) -> &StageAsk {
    match &call.ask.purpose {
        Purpose::Stage(stage) => stage,
        _ => panic!("a staged interview asks for stages"),
    }
}

/// A sound envelope for a call: each with another question, one example an answer.
pub(super) fn envelope(call: &Call) -> Value {
    let ask = stage(call);
    let number = call.ask.number;
    let depth = if (1..4).contains(&ask.depth) && ask.deepest < 3 {
        ask.depth + 1
    } else {
        1
    };
    json!({
        "interview_stage": ask.stages[ask.current].id,
        "response": format!("How did the {number}th thing in your work come about{}?", " really".repeat(number as usize % 7)),
        "metadata": {"question_depth": depth, "completeness": (ask.asked_in_stage * 30).min(85), "engagement_level": "medium"},
        "internal_tracking": {
            "key_insights": [format!("insight {number}")],
            "examples_collected": ask.examples + u32::from(ask.asked_in_stage > 0),
            "follow_up_needed": [],
            "stage_transition_ready": false,
        },
    })
}

/// A model that keeps to the rules: ready as soon as nothing but completeness is missing.
pub fn honest(call: &Call) -> String {
    let ask = stage(call);
    let mut reply = envelope(call);
    let examples = ask.examples + 1 - ask.examples_before.min(ask.examples + 1);
    let enough = examples >= ask.stages[ask.current].examples;
    let lacking = ask
        .missing
        .iter()
        .any(|name| !matches!(*name, "completeness" | "examples"));
    if !lacking && enough && ask.asked_in_stage > 0 {
        reply["metadata"]["completeness"] = json!(88);
        reply["metadata"]["question_depth"] = json!(1);
        reply["internal_tracking"]["stage_transition_ready"] = json!(true);
        if ask.current + 1 == ask.stages.len() {
            reply["response"] =
                json!("Thank you for all of this; it was a pleasure to listen to you.");
        }
    }
    reply.to_string()
}

fn always_ready(call: &Call) -> String {
    let mut reply = envelope(call);
    reply["internal_tracking"]["stage_transition_ready"] = json!(true);
    reply["internal_tracking"]["examples_collected"] = json!(0);
    reply.to_string()
}

fn never_ready(call: &Call) -> String {
    let mut reply = envelope(call);
    reply["metadata"]["completeness"] = json!(100);
    reply["internal_tracking"]["examples_collected"] = json!(4_000_000);
    reply.to_string()
}

fn liar(call: &Call) -> String {
    let mut random = Random::new(u64::from(call.number));
    let mut reply = envelope(call);
    let stages = [
        "greeting",
        "profiling",
        "essence",
        "operations",
        "failure_modes",
        "wrap_up",
        "nowhere",
    ];
    reply["interview_stage"] = json!(random.pick(&stages));
    reply["metadata"]["question_depth"] = json!(random.below(7));
    reply["metadata"]["completeness"] = json!(random.below(130));
    reply["internal_tracking"]["examples_collected"] = json!(random.below(50));
    reply["internal_tracking"]["stage_transition_ready"] = json!(random.below(2) == 0);
    reply.to_string()
}

/// The guide without a limit on tokens: the models here report none, so that their upper bounds would count.
pub fn guide() -> Value {
    let mut guide = staged_guide();
    guide["limits"] = json!({});
    guide
}

pub(super) fn world(think: fn(&Call) -> String) -> World {
    World::new(guide(), with_model(), vec![Act::Think(think)])
}

/// Stages that ended, with the reason.
pub(super) fn ended(world: &World) -> Vec<(String, StageEnd)> {
    let facts = world.interview.records().iter();
    facts
        .filter_map(|record| match &record.fact {
            Fact::Kind(KindFact::Staged(StagedFact::StageEnded { stage, reason })) => {
                Some((stage.clone(), *reason))
            }
            _ => None,
        })
        .collect()
}

/// Where each question was put.
pub(super) fn places(world: &World) -> Vec<StagedQuestion> {
    let exchanges = world.interview.session().exchanges.iter();
    exchanges
        .map(|exchange| {
            exchange
                .question
                .of_kind
                .staged
                .clone()
                .expect("it has a stage")
        })
        .collect()
}

/// Ids of the guide's stages.
fn ids() -> Vec<String> {
    let guide = staged_guide();
    let stages = guide["strategy"]["stages"]
        .as_array()
        .expect("stages")
        .iter();
    stages
        .map(|stage| stage["id"].as_str().expect("an id").to_string())
        .collect()
}

/// Holds what must be true of any staged interview that has ended.
fn holds(world: &World) {
    let ids = ids();
    let mut at = 0;
    for place in places(world) {
        let here = ids
            .iter()
            .position(|id| *id == place.stage)
            .expect("a stage of the guide");
        assert!(
            here == at || here == at + 1,
            "one stage forward at most: {at} to {here}"
        );
        at = here;
        assert!((1..=4).contains(&place.depth));
    }
    for pair in world.interview.session().exchanges.windows(2) {
        let (before, now) = (
            pair[0].question.of_kind.staged.as_ref().unwrap(),
            pair[1].question.of_kind.staged.as_ref().unwrap(),
        );
        if before.stage == now.stage {
            assert!(now.depth == 1 || now.depth == before.depth || now.depth == before.depth + 1);
        } else {
            assert_eq!(now.depth, 1);
        }
    }
    assert!(world.view().figures.questions <= world.view().progress.max);
}

/// How a model comes to its reply.
type Think = fn(&Call) -> String;

/// A first stage with one rule of interest; every reply is as `think` says.
fn one_stage(examples: u32, limit: u32, think: fn(&Call) -> String) -> World {
    let mut guide = guide();
    guide["strategy"]["stages"][0]["examples"] = json!(examples);
    guide["strategy"]["stages"][0]["depth"] = json!(3);
    guide["strategy"]["stages"][0]["max_questions"] = json!(limit);
    World::new(guide, with_model(), vec![Act::Think(think)])
}

behaviours! {
    fn an_honest_model_leads_through_all_stages_one_after_the_other() {
        let mut world = world(honest);
        let turns = world.run(substantive);
        assert!(turns >= 25, "{turns} turns");
        let expected: Vec<(String, StageEnd)> = ids().into_iter().map(|id| (id, StageEnd::Ready)).collect();
        assert_eq!(ended(&world), expected);
        let view = world.view();
        assert_eq!(view.closed, Some(CloseReason::Concluded));
        assert_eq!(view.closing, "Thank you for all of this; it was a pleasure to listen to you.");
        assert!(section::<StagedView>(&view).stages.iter().all(|stage| stage.state == StageState::Over && stage.band == Band::NearlyComplete));
        holds(&world);
        let outcome = world.interview.summary().outcome.expect("it has one");
        assert_eq!(outcome["stages"].as_array().expect("a list").len(), 9);
        assert_eq!(outcome["stages"][2]["band"], "nearly_complete");
        assert!(outcome["examples"].as_u64() >= Some(15));
        assert!(outcome["insights"].as_array().is_some_and(|list| list.len() > 20));
    }

    fn a_model_that_always_reports_ready_is_not_believed() {
        let mut world = world(always_ready);
        world.run(substantive);
        // Only stages that need no example can end as ready, and only after every rule was met.
        assert!(ended(&world).iter().all(|(id, reason)| *reason == StageEnd::QuestionLimit || matches!(id.as_str(), "greeting" | "wrap_up")));
        assert_eq!(world.view().phase, Phase::Finished);
        holds(&world);
    }

    fn a_model_that_never_reports_ready_ends_by_the_limits_of_the_stages() {
        let mut world = world(never_ready);
        let turns = world.run(substantive);
        assert!(ended(&world).iter().all(|(_, reason)| *reason == StageEnd::QuestionLimit));
        assert_eq!(ended(&world).len(), 9);
        assert_eq!(turns as u32, world.view().progress.max);
        assert!(world.interview.summary().outcome.expect("one")["examples"].as_u64() <= Some(turns as u64 * 3), "claims without measure are not believed");
        holds(&world);
    }

    fn a_model_that_lies_about_stages_moves_nothing() {
        let mut world = world(liar);
        world.run(substantive);
        assert_eq!(world.view().phase, Phase::Finished);
        holds(&world);
    }

    fn each_rule_alone_keeps_a_stage_open() {
        // (what is spoilt, how)
        let spoilt: [(&str, Think); 4] = [
            ("completeness", |call| {
                let mut reply: Value = serde_json::from_str(&honest(call)).unwrap();
                reply["metadata"]["completeness"] = json!(79);
                reply.to_string()
            }),
            ("follow_up", |call| {
                let mut reply: Value = serde_json::from_str(&honest(call)).unwrap();
                reply["internal_tracking"]["follow_up_needed"] = json!(["the promised story"]);
                reply["internal_tracking"]["stage_transition_ready"] = json!(true);
                reply.to_string()
            }),
            ("depth", |call| {
                let mut reply: Value = serde_json::from_str(&always_ready(call)).unwrap();
                reply["metadata"]["question_depth"] = json!(1);
                reply["metadata"]["completeness"] = json!(95);
                reply["internal_tracking"]["examples_collected"] = json!(stage(call).examples + 1);
                reply.to_string()
            }),
            ("examples", |call| {
                let mut reply: Value = serde_json::from_str(&honest(call)).unwrap();
                reply["internal_tracking"]["examples_collected"] = json!(stage(call).examples);
                reply["internal_tracking"]["stage_transition_ready"] = json!(true);
                reply["metadata"]["completeness"] = json!(95);
                reply.to_string()
            }),
        ];
        for (rule, think) in spoilt {
            let mut world = one_stage(1, 12, think);
            for _ in 0..12 {
                assert_eq!(ended(&world), [], "{rule}");
                world.event(substantive(&world.view()));
            }
            assert_eq!(ended(&world), [("greeting".to_string(), StageEnd::QuestionLimit)], "{rule}");
        }
    }

    fn naming_the_next_stage_counts_as_ready() {
        let mut world = world(|call| {
            let mut reply: Value = serde_json::from_str(&honest(call)).unwrap();
            let ask = stage(call);
            if reply["internal_tracking"]["stage_transition_ready"] == json!(true) && ask.current + 1 < ask.stages.len() {
                reply["internal_tracking"]["stage_transition_ready"] = json!(false);
                reply["interview_stage"] = json!(ask.stages[ask.current + 1].id);
            }
            reply.to_string()
        });
        world.run(substantive);
        assert!(ended(&world).iter().all(|(_, reason)| *reason == StageEnd::Ready));
        assert_eq!(ended(&world).len(), 9);
    }

    fn once_a_question_was_shown_the_engines_view_wins() {
        let reply = json!({"interview_stage": "mastery", "response": "Which of your habits would a newcomer find odd?",
            "metadata": {"question_depth": 6, "completeness": 300, "engagement_level": "odd"}}).to_string();
        let pieces = reply.chars().map(String::from).collect();
        let world = World::new(staged_guide(), with_model(), vec![Act::Stream(pieces), Act::Hang]);
        assert_eq!(world.calls.len(), 1);
        let question = world.view().question.expect("it is put");
        assert_eq!(question.text, "Which of your habits would a newcomer find odd?");
        assert_eq!(question.of_kind.staged, Some(StagedQuestion { stage: "greeting".into(), objective: 0, depth: 1 }));
        let judged = world.interview.records().iter().find_map(|record| match &record.fact {
            Fact::ReplyJudged(judged) => Some(judged.clone()),
            _ => None,
        }).expect("it was judged");
        assert_eq!(judged.verdict, Verdict::Accepted);
        let rules: Vec<&str> = judged.issues.iter().map(|issue| issue.path.as_str()).collect();
        for path in ["interview_stage", "metadata.completeness", "metadata.engagement_level", "metadata.question_depth"] {
            assert!(rules.contains(&path), "{path} in {rules:?}");
        }
    }

    fn what_cannot_be_used_keeps_stage_depth_and_progress() {
        let mut acts: Vec<Act> = (0..4).map(|_| Act::Think(honest)).collect();
        acts.extend((0..4).map(|_| Act::Reply("{\"error\": true}".into())));
        acts.push(Act::Think(honest));
        let mut world = World::new(staged_guide(), with_model(), acts);
        for _ in 0..3 {
            world.event(substantive(&world.view()));
        }
        let before = (world.view().progress.percent, places(&world)[3].clone());
        world.event(substantive(&world.view()));
        let question = world.view().question.expect("a question is put all the same");
        assert_eq!(question.origin, QuestionOrigin::BuiltIn);
        assert!(question.of_kind.staged.is_some_and(|place| place.stage >= before.1.stage));
        assert!(world.view().progress.percent >= before.0);
    }

    fn progress_never_moves_backwards() {
        for think in [honest as Think, always_ready, never_ready, liar] {
            let mut world = world(think);
            let mut last = 0;
            let mut completeness = vec![0; 9];
            world.run(|view| {
                assert!(view.progress.percent >= last, "{} after {last}", view.progress.percent);
                last = view.progress.percent;
                for (stage, before) in section::<StagedView>(view).stages.iter().zip(&mut completeness) {
                    assert!(stage.completeness >= *before);
                    *before = stage.completeness;
                }
                substantive(view)
            });
        }
    }

    fn three_refusals_in_a_row_end_it_early() {
        let mut world = world(honest);
        world.command(Command::Decline);
        world.event(substantive(&world.view()));
        world.command(Command::Decline);
        world.command(Command::Decline);
        assert_eq!(world.view().phase, Phase::Answering);
        world.command(Command::Decline);
        assert_eq!(world.view().closed, Some(CloseReason::Declined));
        assert_eq!(world.view().phase, Phase::Review);
    }

    fn engagement_is_counted_in_words() {
        let mut world = world(honest);
        let steered = |world: &World| stage(world.calls.last().expect("a call")).engagement;
        assert_eq!(steered(&world), Engagement::Medium);
        world.answer(&"word ".repeat(49));
        assert_eq!(steered(&world), Engagement::Low);
        world.answer(&"word ".repeat(700));
        assert_eq!(steered(&world), Engagement::High);
        let state = &world.calls.last().expect("a call").messages.last().expect("a message").text;
        let high = staged_guide()["locales"]["en"]["prompts"]["stages"]["engagement_high"].clone();
        assert!(state.ends_with(high.as_str().unwrap()) || state.contains(high.as_str().unwrap()), "{state}");
    }

    fn the_prompt_has_where_the_stage_stands_and_the_system_prompt_stays() {
        let mut world = world(honest);
        for _ in 0..12 {
            world.event(substantive(&world.view()));
        }
        let system = &world.calls[0].messages[0].text;
        assert!(world.calls.iter().all(|call| call.messages[0].text == *system));
        for call in &world.calls {
            assert_eq!(call.contract, Contract::Envelope);
            let last = &call.messages.last().expect("a message").text;
            assert!(last.contains(&stage(call).stages[stage(call).current].id), "{last}");
            assert!(!last.contains("{stage}") && !last.contains("{objective}") && !last.contains("{missing}"), "{last}");
        }
        let said = &world.calls.last().unwrap().messages.iter().find(|m| m.role == colloquy_schema::Role::Assistant).expect("said").text;
        assert!(colloquy_schema::contract::check(Contract::Envelope, &serde_json::from_str(said).expect("an envelope")).is_empty(), "{said}");
    }

    fn the_strict_mode_sends_the_schema() {
        let mut setup = with_model();
        setup.interviewer = colloquy_schema::Interviewer::Model {
            dialect: "openai-chat".into(),
            name: "m".into(),
            reply_mode: colloquy_schema::ReplyMode::Strict, max_tokens: None, effort: None };
        let world = World::new(staged_guide(), setup, vec![Act::Think(honest)]);
        let schema = world.calls[0].schema.clone().expect("a schema");
        assert_eq!(schema["properties"]["interview_stage"]["enum"].as_array().map(Vec::len), Some(9));
        assert_eq!(world.calls[0].request("m").schema.expect("a schema").name, "envelope");
    }

    fn a_null_for_what_is_optional_is_no_fault_in_strict_mode() {
        let reply = json!({"interview_stage": "greeting", "response": "What brought you to this work of yours?",
            "metadata": {"question_depth": 1, "completeness": 5, "engagement_level": "medium"}, "internal_tracking": null, "error": null});
        let world = World::new(guide(), with_model(), vec![Act::Reply(reply.to_string()), Act::Hang]);
        assert_eq!((world.calls.len(), world.view().phase), (1, Phase::Answering));
    }

    fn a_reload_at_every_turn_changes_nothing() {
        let mut whole = world(honest);
        whole.run(substantive);
        let mut broken = world(honest);
        let mut turns = 0;
        while broken.view().phase == Phase::Answering {
            turns += 1;
            broken.now += 20_000;
            broken.event(substantive(&broken.view()));
            broken.reload();
            assert!(turns < 100);
        }
        assert_eq!(places(&broken), places(&whole));
        assert_eq!(ended(&broken), ended(&whole));
    }

    fn without_a_network_it_runs_through_all_stages() {
        let mut world = World::new(staged_guide(), Setup { material: Default::default(), ..scripted() }, vec![]);
        let rich = [
            "I have led the night shift of a paper mill for twelve years. Last Tuesday at four the press stopped, and I found a worn bearing because the hum had changed an hour before; we lost only six minutes.",
            "When I train somebody I always let them listen first. For example, in March a new colleague, Jonas, heard a leak that the sensors had missed, and we wrote it into the log the same night.",
            "I learned that the most important thing is to write down what a good night looks like. Once, in 2019, we had no notes of that and took three weeks to find why the moisture was off by 2 percent.",
        ];
        let turns = world.run(|view| {
            let number = view.question.as_ref().map_or(0, |question| question.number as usize);
            Event::Answer { text: rich[number % rich.len()].into() }
        });
        assert!(turns >= 20, "{turns}");
        assert_eq!(world.view().closed, Some(CloseReason::Concluded));
        holds(&world);
        let accepted = world.interview.records().iter().filter_map(|record| match &record.fact {
            Fact::ReplyJudged(judged) => Some(judged),
            _ => None,
        });
        for judged in accepted {
            assert_eq!(judged.verdict, Verdict::Accepted, "{:?}", judged.issues);
        }
    }

    fn without_a_network_and_with_short_answers_it_ends_all_the_same() {
        let mut world = World::new(staged_guide(), scripted(), vec![]);
        world.run(|_| Event::Answer { text: "Not much.".into() });
        assert_eq!(world.view().phase, Phase::Finished);
        holds(&world);
    }
}
