//! What a stage of the expert interview asks for: its objectives, asked about or told, and its depth.

use super::staged::{ended, envelope, honest, places, stage, world};
use crate::behaviours;
use crate::world::substantive;
use colloquy_core::Command;
use colloquy_schema::{Call, Role, StageEnd};
use serde_json::{Value, json};

behaviours! {
    fn a_stage_goes_as_deep_as_its_guide_allows() {
        // One question for each objective, none of them deeper.
        fn flat(call: &Call) -> String {
            let mut reply: Value = serde_json::from_str(&honest(call)).unwrap();
            reply["metadata"]["question_depth"] = json!(1);
            reply.to_string()
        }
        let mut world = world(flat);
        let objectives = stage(&world.calls[0]).wording[0].objectives.len();
        for _ in 0..objectives {
            assert_eq!(ended(&world), []);
            world.event(substantive(&world.view()));
        }
        assert_eq!(ended(&world), [("greeting".to_string(), StageEnd::Ready)]);
    }

    fn a_question_counts_for_the_objective_that_it_names() {
        let mut world = world(|call| {
            let mut reply = envelope(call);
            reply["metadata"]["question_depth"] = json!(1);
            // The first question opens the second objective; the answer to it tells the third; what there is not is passed over.
            match call.ask.number {
                1 => reply["metadata"]["objective"] = json!(2),
                2 => reply["internal_tracking"]["objectives_told"] = json!([3, 3, 10]),
                _ => {}
            }
            reply.to_string()
        });
        for _ in 0..2 {
            world.event(substantive(&world.view()));
        }
        let asked: Vec<u8> = places(&world).iter().map(|place| place.objective).collect();
        let done = &stage(&world.calls[2]).done;
        assert_eq!((asked[0], asked[1], done.as_slice()), (1, 0, [1, 2, 0].as_slice()));
        let state = &world.calls[2].messages.last().expect("a message").text;
        assert!(state.contains("3. [x] "), "{state}");
        // The model is shown what it said, with the number.
        let history = world.calls[2].messages.iter().find(|message| message.role == Role::Assistant);
        assert!(history.is_some_and(|message| message.text.contains("\"objective\": 2")));
    }

    fn a_refused_objective_is_closed_and_not_gone_deeper_into() {
        let mut world = world(honest);
        world.command(Command::Decline);
        let places = places(&world);
        assert_eq!((places[1].depth, places[1].objective), (1, 1));
        let last = world.calls.last().expect("a call");
        assert!(last.messages.iter().any(|message| message.text.contains("rather not say")));
    }

    fn depth_goes_up_by_one_stays_or_returns_to_one() {
        let mut world = world(|call| {
            let mut reply = envelope(call);
            reply["metadata"]["question_depth"] = json!([1, 2, 4, 2, 3, 1][(call.ask.number as usize - 1) % 6]);
            reply.to_string()
        });
        for _ in 0..4 {
            world.event(substantive(&world.view()));
        }
        let depths: Vec<u8> = places(&world).iter().map(|place| place.depth).collect();
        // Without a stream nothing was shown, so each breach was asked for again three times, then the engine's view won.
        assert_eq!(depths, [1, 2, 3, 3, 3]);
        assert_eq!(world.calls.len(), 1 + 1 + 4 + 4 + 1);
    }
}
