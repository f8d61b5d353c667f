//! Limits of guide and host: checked before a call, reached politely, keeping everything.

use crate::behaviours;
use crate::world::{
    Act, World, guide, guide_with, limits, reply, scripted, substantive, with_model,
};
use colloquy_core::{Begin, Options, Phase, check_guide};
use colloquy_schema::{CloseReason, Limits, Prices, RawReply, Usage};
use serde_json::json;

fn questions() -> Vec<crate::world::Act> {
    (1..=60)
        .map(|n| {
            reply(
                false,
                &format!(
                    "What about part number {n} of the {}talk?",
                    "long ".repeat(n)
                ),
            )
        })
        .collect()
}

/// A model whose provider had most of the prompt cached.
fn cached(call: &colloquy_schema::Call) -> RawReply {
    let question = format!("What comes to mind about matter {}?", call.number * 7_919);
    RawReply {
        text: json!({ "follow_up": false, "question": question }).to_string(),
        usage: Usage {
            input_tokens: 3_000,
            output_tokens: 100,
            cached_tokens: 2_400,
            written_tokens: 300,
        },
        ..RawReply::default()
    }
}

behaviours! {
    fn the_tighter_limit_on_questions_holds() {
        for (host, asked) in [(3, 3), (500, 5)] {
            let mut setup = scripted();
            setup.limits = limits(|limits| limits.questions = Some(host));
            let mut world = World::new(guide(), setup, vec![]);
            world.run(substantive);
            assert_eq!(world.view().figures.questions, asked);
            assert_eq!(world.view().closed, Some(CloseReason::Concluded));
        }
    }

    fn a_token_limit_is_checked_before_the_call_and_never_passed() {
        let mut setup = with_model();
        setup.limits = limits(|limits| limits.tokens = Some(9_000));
        let mut world = World::new(guide(), setup, questions());
        world.run(substantive);
        let view = world.view();
        assert_eq!(view.closed, Some(CloseReason::TokenLimit));
        assert!(view.figures.input_tokens + view.figures.output_tokens <= 9_000, "{:?}", view.figures);
        assert!(!view.closing.is_empty());
        assert_eq!(view.phase, Phase::Finished, "everything is kept");
    }

    fn a_cost_limit_needs_prices_and_holds() {
        let mut setup = with_model();
        setup.limits = limits(|limits| limits.cost_usd = Some(0.15));
        let begin = Begin { session: "s".into(), guide: guide(), setup: setup.clone(), validator: None, notes: None };
        assert_eq!(colloquy_core::kinds::begin(begin, 0).err().map(|misuse| misuse.code()), Some("invalid_options"));
        setup.prices = Some(Prices { input: 15.0, output: 75.0, ..Prices::default() });
        let mut world = World::new(guide(), setup, questions());
        world.run(substantive);
        assert_eq!(world.view().closed, Some(CloseReason::CostLimit));
        assert!(world.view().figures.cost_usd <= Some(0.15));
    }

    fn tokens_of_a_cache_have_their_own_price() {
        let priced = |prices: Prices| {
            let mut setup = with_model();
            setup.prices = Some(prices);
            let mut world = World::new(guide(), setup, vec![Act::Agent(cached)]);
            world.answer("The hoover has been broken since February.");
            world.view().figures.cost_usd.expect("prices were given")
        };
        let full = Prices { input: 3.0, output: 15.0, ..Prices::default() };
        // Two calls of 3,000 tokens, of which 2,400 were cached and 300 are written.
        assert!((priced(full) - 0.021).abs() < 1e-9, "no price is made up: {}", priced(full));
        let cached = Prices { cached_input: Some(0.3), cache_write: Some(3.75), ..full };
        assert!((priced(cached) - 0.00849).abs() < 1e-9, "{}", priced(cached));
        let options = json!({ "prices": { "input": 3, "output": 15, "cachedInput": 0.3, "cacheWrite": 3.75 } });
        let read = Options::read(&json!({ "guide": guide(), "prices": options["prices"] })).expect("sound");
        assert_eq!(read.setup.prices, Some(cached));
        let faulty = Options::read(&json!({ "guide": guide(), "prices": { "input": 3, "output": 15, "cachedInput": -1 } }));
        assert!(faulty.is_err_and(|refused| refused.details().iter().any(|issue| issue.path == "prices.cachedInput")));
    }

    fn a_limit_on_cost_counts_what_was_cached_and_is_kept_where_nothing_is() {
        let ends = |prices: Prices| {
            let mut setup = with_model();
            setup.limits = limits(|limits| limits.cost_usd = Some(0.055));
            setup.prices = Some(prices);
            let mut world = World::new(guide(), setup, vec![Act::Agent(cached)]);
            world.run(substantive);
            assert!(world.view().figures.cost_usd <= Some(0.055));
            (world.view().figures.questions, world.view().closed)
        };
        let full = Prices { input: 3.0, output: 15.0, ..Prices::default() };
        let (few, closed) = ends(full);
        assert_eq!(closed, Some(CloseReason::CostLimit));
        let (many, closed) = ends(Prices { cached_input: Some(0.3), cache_write: Some(3.75), ..full });
        assert!(many > few && closed != Some(CloseReason::CostLimit), "{few} then {many}");
        // What is still to be spent is reckoned as if nothing of it were cached.
        let dear = Prices { cache_write: Some(300.0), ..full };
        let cost = |prices| check_guide(&guide(), &Limits::default(), Some(prices)).expect("sound").cost_usd;
        assert!(cost(dear) > cost(full));
    }

    fn a_limit_on_duration_leaves_pauses_out() {
        let mut setup = scripted();
        setup.limits = limits(|limits| limits.duration_minutes = Some(10));
        let mut world = World::new(guide(), setup, vec![]);
        world.answer("A first answer, short.");
        world.command(colloquy_core::Command::Pause);
        world.wait(3_600_000);
        world.command(colloquy_core::Command::Resume);
        world.answer("A second answer, short.");
        assert_eq!(world.view().phase, Phase::Answering);
        world.wait(601_000);
        world.answer("A third answer, late.");
        assert_eq!(world.view().closed, Some(CloseReason::DurationLimit));
        assert_eq!(world.view().figures.answered, 3, "the late answer is kept");
    }

    fn the_cost_of_a_turn_stays_flat_in_a_long_interview() {
        let guide = guide_with(|guide| {
            guide["strategy"]["max_questions"] = json!(50);
            guide["model"]["history_tokens"] = json!(1_000);
            guide["limits"]["tokens"] = json!(1_000_000);
        });
        let mut world = World::new(guide, with_model(), questions());
        world.run(substantive);
        let size = |call: &colloquy_schema::Call| call.messages.iter().map(|m| m.text.len()).sum::<usize>();
        let sizes: Vec<usize> = world.calls.iter().map(size).collect();
        let first = sizes[0];
        assert!(sizes.iter().all(|size| *size <= first + 4_000 + 2_000), "{sizes:?}");
        assert_eq!(sizes.len(), 50);
    }

    fn a_guide_prints_its_longest_interview() {
        let longest = check_guide(&guide(), &Limits::default(), Some(Prices { input: 3.0, output: 15.0, ..Prices::default() })).expect("sound");
        assert_eq!((longest.questions, longest.replies), (5, 20));
        assert_eq!(longest.output_tokens, 20 * 500);
        let cost = longest.cost_usd.expect("prices were given");
        assert!(cost > 0.0 && cost < 10.0, "{cost}");
    }

    fn no_interview_is_longer_than_the_guide_prints() {
        let longest = check_guide(&guide(), &Limits::default(), None).expect("sound");
        let mut world = World::new(guide(), with_model(), vec![crate::world::Act::Reply("garbage".into())]);
        let turns = world.run(substantive);
        let replies = world.calls.iter().filter(|call| !call.messages.is_empty()).count() as u32;
        assert!(turns as u32 <= longest.questions && replies <= longest.replies, "{replies}");
        let input: u64 = world.calls.iter().flat_map(|c| &c.messages).map(|m| m.text.len() as u64).sum();
        assert!(input <= longest.input_tokens, "{input} {longest:?}");
    }

    fn a_hosts_options_are_refused_with_every_fault() {
        let options = json!({"guide": {}, "material": {"texts": [{"name": 5}]}, "limits": {"questions": 0, "tokens": 2.5}, "colour": "red", "guidelines": {"focus": "x"}});
        let refused = Options::read(&options).expect_err("faulty");
        let paths: Vec<&str> = refused.details().iter().map(|issue| issue.path.as_str()).collect();
        for path in ["material.texts[0].name", "material.texts[0].text", "limits.questions", "limits.tokens", "guidelines.focus", "colour"] {
            assert!(paths.contains(&path), "{path} is missing from {paths:?}");
        }
        assert!(refused.details().iter().all(|issue| !issue.rule.is_empty() && !issue.message.is_empty()));
    }
}
