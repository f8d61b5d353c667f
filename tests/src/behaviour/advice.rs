//! Advice: a short conversation, then a recommendation in one piece or in three parts.

use crate::behaviours;
use crate::sections::section;
use crate::world::{Act, World, advice_guide, limits, reply, scripted, substantive, with_model};
use colloquy_core::kinds::advice::{AdviceView, ProposalStatus};
use colloquy_core::{Command, Event, Phase};
use colloquy_schema::{
    Call, CallErrorKind, CloseReason, Contract, Fact, Interviewer, Material, NamedText, ReplyMode,
    Setup,
};
use serde_json::{Value, json};

const RECOMMENDATION: &str = "I think you need to hire a Database Administrator for this.";

fn actor() -> Value {
    json!({
        "title": "Database Administrator",
        "reason": "Nobody in the team can read a query plan, and releases wait for it.",
        "skills": ["PostgreSQL", "Query plans", "Index design"],
        "prompt": "You are an experienced database administrator who measures before changing anything.",
        "model": "reasoning",
    })
}

fn whole() -> Value {
    json!({"recommendation": RECOMMENDATION, "action": {"type": "create_actor", "actor": actor()}})
}

fn parts() -> [Value; 3] {
    let actor = actor();
    [
        json!({"recommendation": RECOMMENDATION, "action": "create_actor"}),
        json!({"title": actor["title"], "reason": actor["reason"], "skills": actor["skills"]}),
        json!({"prompt": actor["prompt"], "model": actor["model"]}),
    ]
}

fn say(value: &Value) -> Act {
    Act::Reply(value.to_string())
}

fn questions() -> Vec<Act> {
    (1..=4)
        .map(|n| {
            reply(
                n > 1,
                &format!("What {} makes it slow in week {n}?", "really ".repeat(n)),
            )
        })
        .collect()
}

/// A setup whose material says it all, so that no question is put.
fn handed_in(mode: ReplyMode) -> Setup {
    let mut setup = with_model();
    setup.interviewer = Interviewer::Model {
        dialect: "anthropic".into(),
        name: "m".into(),
        reply_mode: mode,
        max_tokens: None,
        effort: None,
    };
    setup.material = Material {
        texts: vec![NamedText {
            name: "conversation.md".into(),
            text:
                "Ana: the report takes nine minutes again. Ben: nobody here can read a query plan."
                    .into(),
        }],
        ..Material::default()
    };
    setup
}

/// What a model says that keeps to the contracts, its questions by their numbers.
pub fn sensible(call: &Call) -> String {
    let [one, two, three] = parts();
    match call.contract {
        Contract::AdvicePart1 => one,
        Contract::AdvicePart2 => two,
        Contract::AdvicePart3 => three,
        _ => {
            let number = call.ask.number;
            let really = "really ".repeat(number as usize);
            let question = format!("What {really} makes it slow in week {number}?");
            json!({"follow_up": number > 1, "question": question})
        }
    }
    .to_string()
}

/// A setup whose recommendation is asked for in three parts.
pub fn in_parts() -> Setup {
    let mut setup = alone();
    setup.interviewer = Interviewer::Model {
        dialect: "anthropic".into(),
        name: "m".into(),
        reply_mode: ReplyMode::Sequential,
        max_tokens: None,
        effort: None,
    };
    setup
}

fn alone() -> Setup {
    Setup {
        material: Material::default(),
        ..with_model()
    }
}

fn asked(world: &World) -> Vec<Contract> {
    world.calls.iter().map(|call| call.contract).collect()
}

behaviours! {
    fn a_short_conversation_ends_in_a_recommendation_that_is_accepted() {
        let mut acts = questions();
        acts.push(say(&whole()));
        let mut world = World::new(advice_guide(), alone(), acts);
        for _ in 0..4 {
            world.event(substantive(&world.view()));
        }
        let view = world.view();
        assert_eq!((view.phase, view.can.accept, view.can.finish), (Phase::Proposal, true, false));
        let proposal = section::<AdviceView>(&view).proposal.expect("there is one");
        assert_eq!((proposal.status, proposal.recommendation.as_str()), (ProposalStatus::Offered, RECOMMENDATION));
        assert_eq!(proposal.actor.expect("a role").skills.len(), 3);
        let call = world.calls.last().expect("a call");
        assert_eq!((call.settings.temperature, call.settings.top_p, call.settings.max_tokens), (0.1, Some(0.95), 1_500));
        world.command(Command::Accept);
        assert_eq!(world.view().phase, Phase::Review);
        world.command(Command::Finish);
        let outcome = world.interview.summary().outcome.expect("one");
        assert_eq!(outcome["accepted"], json!(true));
        assert_eq!(outcome["action"], whole()["action"]);
        assert_eq!(outcome["missing"], json!([]));
    }

    fn a_conversation_that_was_handed_in_needs_no_question() {
        let mut world = World::new(advice_guide(), handed_in(ReplyMode::Instructed), vec![say(&whole())]);
        assert_eq!(world.view().phase, Phase::Proposal);
        assert_eq!(world.view().figures.questions, 0);
        assert!(world.calls[0].messages.iter().any(|message| message.text.contains("query plan")));
        world.command(Command::Decline);
        assert_eq!(section::<AdviceView>(&world.view()).proposal.expect("one").status, ProposalStatus::Declined);
        world.run(substantive);
        assert_eq!(world.interview.summary().outcome.expect("one")["accepted"], json!(false));
    }

    fn a_title_alone_is_asked_about_and_counts_as_said() {
        let mut setup = scripted();
        setup.material = Material { title: Some("Our deployments break on Fridays".into()), ..Material::default() };
        let mut world = World::new(advice_guide(), setup, Vec::new());
        let view = world.view();
        assert_eq!(view.phase, Phase::Answering, "a title is no conversation");
        let first = view.question.expect("a question").text;
        assert!(first.starts_with("You wrote “Our deployments break on Fridays”. "), "{first}");
        for _ in 0..4 {
            world.event(substantive(&world.view()));
        }
        let view = world.view();
        assert_eq!(view.figures.questions, 4);
        assert!(section::<AdviceView>(&view).proposal.is_some());
    }

    fn in_three_parts_the_same_comes_of_it() {
        let acts = parts().iter().map(say).collect();
        let world = World::new(advice_guide(), handed_in(ReplyMode::Sequential), acts);
        assert_eq!(asked(&world), [Contract::AdvicePart1, Contract::AdvicePart2, Contract::AdvicePart3]);
        assert_eq!(world.view().phase, Phase::Proposal);
        let outcome = world.interview.summary().outcome.expect("one");
        assert_eq!(outcome["action"], whole()["action"]);
        let third = &world.calls[2].messages.last().expect("a message").text;
        assert!(third.contains("Database Administrator"), "the parts before are told: {third}");
    }

    fn each_part_is_retried_on_its_own_with_what_was_wrong() {
        let [one, two, three] = parts();
        let bad = json!({"title": "DBA", "reason": "short", "skills": ["a"]});
        let acts = vec![say(&json!({"recommendation": "no"})), say(&one), say(&bad), say(&bad), say(&two), say(&three)];
        let world = World::new(advice_guide(), handed_in(ReplyMode::Sequential), acts);
        assert_eq!(world.view().phase, Phase::Proposal);
        let retry = &world.calls[3].messages.last().expect("a message").text;
        assert!(retry.contains("• reason: ") && retry.contains("• skills: "), "{retry}");
        let missing = &world.calls[1].messages.last().expect("a message").text;
        assert!(missing.contains("• action: is required"), "a missing action is not a null one: {missing}");
    }

    fn part_two_failing_four_times_keeps_part_one() {
        let [one, ..] = parts();
        let mut world = World::new(advice_guide(), handed_in(ReplyMode::Sequential), vec![say(&one), say(&json!({"title": 1}))]);
        assert_eq!(asked(&world).len(), 1 + 4);
        let view = world.view();
        assert_eq!(view.phase, Phase::Review);
        let proposal = section::<AdviceView>(&view).proposal.expect("what there is");
        assert_eq!((proposal.status, proposal.recommendation.as_str()), (ProposalStatus::None, RECOMMENDATION));
        assert_eq!(proposal.missing, ["advice-part-2", "advice-part-3"]);
        world.command(Command::Finish);
        let outcome = world.interview.summary().outcome.expect("one");
        assert_eq!(outcome["partial"], one);
        assert_eq!(outcome["action"], Value::Null);
        assert_eq!(outcome["missing"], json!(["advice-part-2", "advice-part-3"]));
    }

    fn a_null_action_asks_nothing_more() {
        let none = json!({"recommendation": "I would not hire anybody: agree on one plan first.", "action": null});
        for mode in [ReplyMode::Sequential, ReplyMode::Instructed] {
            let world = World::new(advice_guide(), handed_in(mode), vec![say(&none)]);
            assert_eq!(world.calls.len(), 1);
            let view = world.view();
            assert_eq!((view.phase, view.can.accept), (Phase::Review, false));
            let proposal = section::<AdviceView>(&view).proposal.expect("the recommendation");
            assert_eq!((proposal.status, proposal.missing.len()), (ProposalStatus::None, 0));
            assert!(proposal.actor.is_none());
        }
    }

    fn a_recommendation_that_never_comes_is_reported_missing() {
        let mut world = World::new(advice_guide(), handed_in(ReplyMode::Instructed), vec![Act::Reply("I'd hire a DBA.".into())]);
        assert_eq!(world.calls.len(), 4);
        assert_eq!(world.view().phase, Phase::Review);
        assert_eq!(section::<AdviceView>(&world.view()).proposal.expect("one").missing, ["advice"]);
        world.run(substantive);
        assert_eq!(world.interview.summary().outcome.expect("one")["missing"], json!(["advice"]));
    }

    fn finishing_early_still_brings_the_recommendation() {
        let mut acts = vec![reply(false, "What slows your team down the most?")];
        acts.push(say(&whole()));
        let mut world = World::new(advice_guide(), alone(), acts);
        world.command(Command::Finish);
        assert_eq!(world.view().closed, Some(CloseReason::AskedFor));
        assert_eq!(world.view().phase, Phase::Proposal);
    }

    fn finishing_while_it_is_asked_for_goes_on_with_what_there_is() {
        let [one, ..] = parts();
        let mut world = World::new(advice_guide(), handed_in(ReplyMode::Sequential), vec![say(&one), Act::Hang]);
        let view = world.view();
        assert_eq!(view.phase, Phase::Asking);
        assert_eq!(view.parts.map(|parts| (parts.done, parts.of)), Some((1, 3)));
        world.command(Command::Finish);
        assert_eq!(world.view().phase, Phase::Review);
        assert!(world.cancelled.is_some());
        assert_eq!(section::<AdviceView>(&world.view()).proposal.expect("one").recommendation, RECOMMENDATION);
    }

    fn a_failing_model_is_tried_again_and_given_up_resumably() {
        let mut acts = vec![Act::Fail(CallErrorKind::Overloaded, None); 4];
        acts.push(say(&whole()));
        let mut world = World::new(advice_guide(), handed_in(ReplyMode::Instructed), acts);
        assert_eq!(world.view().phase, Phase::Retrying);
        world.settle();
        assert_eq!(world.view().phase, Phase::GivenUp);
        assert!(world.view().can.retry && world.view().can.use_scripted);
        world.reload();
        assert_eq!(world.view().phase, Phase::GivenUp);
        world.command(Command::Retry);
        world.settle();
        assert_eq!(world.view().phase, Phase::Proposal);
    }

    fn the_built_in_interviewer_can_take_over_in_the_middle_of_the_parts() {
        let [one, ..] = parts();
        let mut world = World::new(advice_guide(), handed_in(ReplyMode::Sequential), vec![say(&one), Act::Fail(CallErrorKind::Unauthorized, None)]);
        assert_eq!(world.view().phase, Phase::GivenUp);
        world.event(Event::ChangeInterviewer(Interviewer::Scripted));
        world.settle();
        let view = world.view();
        assert_eq!(view.phase, Phase::Proposal);
        assert_eq!(section::<AdviceView>(&view).proposal.expect("one").recommendation, RECOMMENDATION, "what was accepted stays");
    }

    fn a_reload_between_the_parts_asks_for_none_again() {
        let [one, two, three] = parts();
        let mut world = World::new(advice_guide(), handed_in(ReplyMode::Sequential), vec![say(&one), Act::Hang]);
        world.reload();
        assert_eq!(asked(&world).iter().filter(|contract| **contract == Contract::AdvicePart1).count(), 1);
        world.acts = vec![say(&two), say(&three)];
        world.reload();
        world.settle();
        assert_eq!(world.view().phase, Phase::Proposal);
        world.reload();
        assert_eq!(world.view().phase, Phase::Proposal, "an offer survives a reload");
        let accepted = world.interview.records().iter().filter(|record| matches!(record.fact, Fact::PartEnded { .. })).count();
        assert_eq!(accepted, 3);
    }

    fn a_limit_on_tokens_leaves_the_recommendation_out_politely() {
        let mut setup = handed_in(ReplyMode::Instructed);
        setup.limits = limits(|limits| limits.tokens = Some(100));
        let mut world = World::new(advice_guide(), setup, vec![say(&whole())]);
        assert_eq!(world.calls.len(), 0);
        assert_eq!(world.view().phase, Phase::Review);
        world.run(substantive);
        assert_eq!(world.interview.summary().outcome.expect("one")["missing"], json!(["advice"]));
    }

    fn without_a_network_it_recommends_by_rules() {
        let mut world = World::new(advice_guide(), Setup { material: Material::default(), ..scripted() }, vec![]);
        world.run(|_| Event::Answer {
            text: "Our PostgreSQL queries are slow, the reports time out every Monday, and nobody in the team can read a query plan or knows how to index the orders table.".into(),
        });
        let outcome = world.interview.summary().outcome.expect("one");
        assert_eq!(outcome["missing"], json!([]));
        assert!(outcome["recommendation"].as_str().is_some_and(|text| text.len() >= 20));
        assert_eq!(outcome["accepted"], json!(true));
        let value = json!({"recommendation": outcome["recommendation"], "action": outcome["action"]});
        assert_eq!(colloquy_schema::contract::check(Contract::Advice, &value), []);
    }
}
