//! Models that keep to the format and not to the rules: two questions, farewells, invented quotations.

use crate::behaviours;
use crate::world::{Act, World, guide, reply, with_model};
use colloquy_core::{Command, Event};
use colloquy_core::{Phase, Problem};
use colloquy_schema::{Call, CallErrorKind, RawReply, StopReason};

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

/// Answers the first question of a model that goes on in this way.
fn led_by(agent: fn(&Call) -> RawReply) -> World {
    let acts = vec![
        reply(false, "What stayed with you from the talk?"),
        Act::Agent(agent),
    ];
    let mut world = World::new(guide(), with_model(), acts);
    world.answer(ANSWER);
    world
}

/// A model that uses up whatever limit it is given on thinking.
fn only_thinks(_: &Call) -> RawReply {
    RawReply {
        stop: StopReason::MaxTokens,
        ..RawReply::default()
    }
}

/// A model that thinks for 2,000 tokens before it writes.
fn thinks(call: &Call) -> RawReply {
    if call.settings.max_tokens < 2_000 {
        return only_thinks(call);
    }
    let question = match call.number {
        0..4 => "What would you tell her about it?",
        _ => "Where does that thing stand now, of all places?",
    };
    RawReply {
        text: serde_json::json!({ "follow_up": true, "question": question }).to_string(),
        ..RawReply::default()
    }
}

behaviours! {
    fn a_model_that_thinks_through_its_limit_gets_more_room_from_then_on() {
        let mut world = led_by(thinks);
        assert_eq!(asked(&world), "What would you tell her about it?");
        world.answer(ANSWER);
        let limits: Vec<u32> = world.calls.iter().map(|call| call.settings.max_tokens).collect();
        let given = limits[0];
        assert_eq!(limits, [given, given, given * 8, given * 8], "the limit is found out once");
    }

    fn a_model_that_never_stops_thinking_is_reported_as_a_problem() {
        let mut world = led_by(only_thinks);
        assert_eq!(world.view().phase, Phase::GivenUp);
        let Some(Problem { code, kind, .. }) = world.view().problem else { panic!("it is said") };
        assert_eq!((code, kind), ("API_RETRY_FAILED", Some(CallErrorKind::ReplyLimit)));
        assert_eq!(world.calls.len(), 3, "one attempt with more room, and no more");
        world.acts = vec![reply(true, "What would you tell her about it?")];
        world.event(Event::Command(Command::Retry));
        assert_eq!(asked(&world), "What would you tell her about it?");
    }

    fn the_host_gives_room_and_sets_the_effort() {
        let mut setup = with_model();
        if let colloquy_schema::Interviewer::Model { max_tokens, effort, .. } = &mut setup.interviewer {
            (*max_tokens, *effort) = (Some(3_000), Some("low".into()));
        }
        let world = World::new(guide(), setup, vec![reply(false, "What stayed with you from the talk?")]);
        let settings = &world.calls[0].settings;
        assert_eq!((settings.max_tokens, settings.effort.as_deref()), (3_000, Some("low")));
    }

    fn where_a_model_gives_nothing_of_use_the_built_in_interviewer_asks_something_new() {
        let mut world = after(Act::Reply("{}".into()));
        world.acts = vec![Act::Reply("{}".into())];
        let mut questions = vec!["What stayed with you from the talk?".to_owned(), asked(&world)];
        world.answer("My brother said nothing at all on the phone, and I noticed that I was relieved.");
        questions.push(asked(&world));
        let all: std::collections::BTreeSet<&String> = questions.iter().collect();
        assert_eq!(all.len(), 3, "none is put twice: {questions:?}");
        assert!(!questions[1].is_empty() && !questions[2].is_empty());
    }

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

    fn an_object_in_one_key_and_quotes_that_are_not_escaped_are_read() {
        let question = "You say \"she is not gone\". What would you tell her about the hallway?";
        for text in [
            r#"{"reply": {"follow_up": true, "question": "You say \"she is not gone\". What would you tell her about the hallway?"}}"#,
            r#"{"follow_up": true, "question": "You say "she is not gone". What would you tell her about the hallway?"}"#,
            r#"{"question": "You say "she is not gone". What would you tell her about the hallway?", "follow_up": true}"#,
        ] {
            let world = after(Act::Reply(text.into()));
            assert_eq!(asked(&world), question, "{text}");
            assert_eq!((world.calls.len(), world.view().question.map(|question| question.follow_up_depth)), (2, Some(1)));
            // It streams, too, and nothing of what was broken stays.
            let world = after(Act::Stream(text.chars().map(String::from).collect()));
            assert_eq!(asked(&world), question, "{text}");
        }
    }
}
