//! It always ends: for any guide that is accepted and any model output, reloads included.

use crate::behaviours;
use crate::random::Random;
use crate::world::{Act, World, guide_with, with_model};
use colloquy_core::{Command, Event, Phase, View};
use colloquy_schema::CallErrorKind;
use serde_json::json;

const PIECES: &[&str] = &[
    "{\"follow_up\":true,\"question\":\"",
    "{\"follow_up\":",
    "false",
    "true",
    ",",
    "}",
    "]",
    "{",
    "[",
    "\"question\":",
    "\"",
    "?",
    "Why so?",
    "What do you make of that today",
    "```json\n",
    "```",
    "null",
    "\\u12",
    "\\",
    "\n",
    "\u{0}",
    "é",
    "🙂",
    "12",
    "-",
    "<b>",
    "\"}",
    "{\"error\":\"x\"}",
];

fn garbage(random: &mut Random) -> String {
    let length = random.below(12);
    (0..length).map(|_| *random.pick(PIECES)).collect()
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

behaviours! {
    fn any_model_output_comes_to_an_end_within_the_printed_bound() {
        for seed in 0..150 {
            let mut random = Random::new(seed);
            let max = 1 + random.below(9) as u32;
            let depth = random.below(4);
            let guide = guide_with(|guide| {
                guide["strategy"]["max_questions"] = json!(max);
                guide["strategy"]["max_follow_up_depth"] = json!(depth);
            });
            let acts = (0..400).map(|_| act(&mut random)).collect();
            let mut world = World::new(guide, with_model(), acts);
            let mut events = 0;
            loop {
                events += 1;
                assert!(events < 3_000, "seed {seed} does not end");
                if random.below(6) == 0 {
                    world.reload();
                }
                world.settle();
                let view = world.view();
                assert!(view.question.as_ref().is_none_or(|q| !q.text.trim_start().starts_with('{')), "raw JSON is shown");
                match view.phase {
                    Phase::Answering => {
                        world.now += 5_000;
                        let event = respond(&mut random, &view);
                        world.event(event);
                    }
                    Phase::GivenUp => world.command(Command::Retry),
                    Phase::Paused => world.command(Command::Resume),
                    Phase::Review => world.command(Command::Finish),
                    Phase::Finished => break,
                    Phase::Asking | Phase::Retrying | Phase::Offline | Phase::Consent => panic!("seed {seed} hangs in {:?}", view.phase),
                }
            }
            assert!(world.view().figures.questions <= max, "seed {seed}");
            let replies = world.interview.calls().iter().filter(|call| call.outcome == "replied").count() as u32;
            assert!(replies <= max * 4, "seed {seed}: {replies} replies for {max} questions");
        }
    }

    fn a_model_that_repeats_itself_for_ever_comes_to_an_end() {
        let same = Act::Reply(json!({"follow_up": true, "question": "What stayed with you from it?"}).to_string());
        let mut world = World::new(crate::world::guide(), with_model(), vec![same]);
        world.run(crate::world::substantive);
        assert_eq!(world.view().phase, Phase::Finished);
    }
}
