//! Models that keep to the format and not to the rules: two questions, farewells, invented quotations.

use crate::behaviours;
use crate::world::{Act, World, guide, reply, with_model};
use colloquy_core::Event;
use colloquy_schema::RawReply;

const ANSWER: &str =
    "I don’t think it’s about the hoover. As long as it is broken she is not gone.";

/// The question that is open.
fn asked(world: &World) -> String {
    world
        .view()
        .question
        .map(|question| question.text)
        .unwrap_or_default()
}

/// Answers the first question, and returns the world after the model has replied to that.
fn after(second: Act) -> World {
    let acts = vec![
        reply(false, "What stayed with you from the talk?"),
        second,
        reply(true, "What would you tell her about it?"),
    ];
    let mut world = World::new(guide(), with_model(), acts);
    world.answer(ANSWER);
    world
}

behaviours! {
    fn of_two_questions_the_first_is_put() {
        let world = after(reply(true, "You say it is not about the hoover. What is it about, then? And what happens when you pass it?"));
        assert_eq!(asked(&world), "You say it is not about the hoover. What is it about, then?");
        assert_eq!(world.calls.len(), 2, "nothing is asked for again");
    }

    fn a_second_question_is_not_shown_while_it_streams() {
        let mut world = after(Act::Hang);
        let id = world.hanging.expect("the model was asked");
        let reply = r#"{"follow_up": true, "question": "What is it about, then? And what happens next?"}"#;
        let mut shown = String::new();
        for piece in reply.chars() {
            world.event(Event::ModelChunk { id, text: piece.into() });
            let live = world.view().live.unwrap_or_default();
            assert!(live.starts_with(&shown), "{live}");
            shown = live;
        }
        assert_eq!(shown, "What is it about, then?");
        world.event(Event::ModelDone { id, reply: RawReply { text: reply.into(), ..RawReply::default() } });
        assert_eq!(asked(&world), shown);
    }

    fn a_question_of_a_word_or_two_is_not_put_alone() {
        let world = after(reply(true, "Why? What made you keep it in the hallway?"));
        assert_eq!(asked(&world), "What would you tell her about it?");
    }

    fn a_farewell_is_no_question() {
        let world = after(reply(false, "Thank you so much, I think we have everything we need. Take care!"));
        assert_eq!(asked(&world), "What would you tell her about it?");
    }

    fn a_request_without_a_question_mark_is_put() {
        let text = "Tell me about the last time you walked past it.";
        assert_eq!(asked(&after(reply(true, text))), text);
    }

    fn words_that_nobody_wrote_are_not_quoted() {
        let world = after(reply(true, "You said “I have always hated her and her things”. Since when?"));
        assert_eq!(asked(&world), "What would you tell her about it?");
    }

    fn the_respondents_words_are_quoted_whatever_their_marks_are() {
        for text in [
            "You wrote “I don't think it's about the hoover”. What is it about?",
            "What does “as long as it is broken … she is not gone” keep alive for you?",
            "Where does “the hoover” stand now?",
        ] {
            assert_eq!(asked(&after(reply(true, text))), text);
        }
    }
}
