//! What is asked of the interviewer in the middle of something else, and what only looks like a wish: whole conversations of the staged kind
//! and of advice.

mod common;

use colloquy_schema::{Bank, Context, QuestionKind, Reaction};
use colloquy_scripted::Hearing;
use colloquy_scripted::acts::{Act, hear};
use common::expert::{Expert, asked_after};
use common::{Talk, advice, material};
use std::rc::Rc;

fn talk(context: Rc<Context>, seed: u64) -> Talk {
    let bank = advice().wording("en").1.bank.clone();
    Talk::with(bank, context, "advice", 4, seed)
}

#[test]
fn what_is_asked_by_the_way_is_answered_before_the_next_question() {
    for answer in [
        "I counted the ticks until they let me out of the cab. Who reads this, by the way? I would not want it going to the depot, they know me there.",
        "I carried the rope badly, in the wrong boots, and was sick behind a boulder, and on Thursday I came back. You haven't told me who reads it.",
    ] {
        let asked = asked_after(&[answer], 3, 2);
        let next = asked.get(1).map_or("", String::as_str);
        assert!(next.starts_with("I'm a program"), "{next}");
        assert_eq!(next.matches('?').count(), 1, "{next}");
        assert!(!next.contains("Shall we go on"), "{next}");
    }
}

#[test]
fn whoever_keeps_back_a_name_goes_on_with_the_subject() {
    let heard = |answer: &str| asked_after(&[answer], 5, 2).swap_remove(1);
    let next = heard(
        "He had told her off in front of a full waiting room because of one slot in the diary. I'd rather not put his name in here.",
    );
    assert!(
        next.contains("make no use")
            || next.contains("stays out")
            || next.contains("leave that out"),
        "{next}"
    );
    let next = heard(
        "I'd rather leave the funeral. But I'll talk about the pear tree, it has cankered this year and I can't decide whether to cut it hard.",
    );
    assert!(
        next.ends_with("What should I know about the pear tree?"),
        "{next}"
    );
}

#[test]
fn who_complains_that_a_question_was_passed_over_gets_the_answer() {
    let asked = asked_after(&["You didn't answer me. Who reads this?"], 4, 2);
    assert!(
        asked[1].starts_with("Sorry, I had not answered that. I'm a program"),
        "{asked:?}"
    );
}

#[test]
fn who_asks_at_the_end_of_an_advice_interview_who_reads_it_is_told() {
    let mut talk = talk(material(&[]), 3);
    for answer in [
        "Every Thursday one or two pallets end up on the wrong lorry, and it has cost us a farm shop chain.",
        "The checker was on the forklift because we were one short, so nobody looked at the labels.",
        "Coloured tape, red and blue, which lasted two weeks until we ran out of blue.",
        "Who's going to read this, by the way? Because two of my people don't speak to each other since the shift lead job.",
    ] {
        talk.turn(|_| Reaction::Answered(answer.into()));
    }
    talk.ask.kind = QuestionKind::Conclusion;
    talk.ask.max_questions = talk.ask.history.len() as u32;
    talk.ask.number = talk.ask.max_questions + 1;
    let reply = colloquy_scripted::reply(&talk.ask, &Hearing::new());
    assert!(
        reply.contains("I'm a program") && reply.contains("add, or to take back"),
        "{reply}"
    );
}

#[test]
fn what_was_told_as_a_story_is_not_asked_for_as_the_experience_that_shaped_somebody() {
    let story = "A wedding in 2009. I hurried the neck because the player had a concert, used the glue too hot, and it came off on stage in the slow \
        movement. She looked at me and nobody said a word, and I drove home at night.";
    for seed in 0..6 {
        let mut talk = Expert::new(seed);
        let shaped: Vec<String> = talk
            .ask
            .bank
            .sentences("profiling.2", "expert")
            .map(String::from)
            .collect();
        let asks = |question: &str, name: &str, bank: &Bank| {
            bank.sentences(name, "expert")
                .any(|line| question.ends_with(line))
        };
        let bank = talk.ask.bank.clone();
        let mut told = false;
        for _ in 0..16 {
            let Some(question) = talk.turn(|question| {
                let over = asks(question, "profiling.1", &bank) || asks(question, "profiling.1.probe", &bank);
                Reaction::Answered(if over { story } else { "I file the reed until it speaks, and I note the hour in the book, as he did." }.into())
            }) else {
                break;
            };
            assert!(
                !told || !shaped.iter().any(|line| question.ends_with(line.as_str())),
                "{question}"
            );
            told |= asks(&question, "profiling.1", &bank);
        }
        assert!(told);
    }
}

#[test]
fn nobody_is_asked_for_an_example_twice_running() {
    for seed in 0..8 {
        let asked = asked_after(
            &[
                "I make rings, mostly, and some brooches, and a lot of mending for people who lost one.",
            ],
            seed,
            30,
        );
        for two in asked.windows(2) {
            let example = |question: &String| question.contains("example");
            assert!(!two.iter().all(example), "{two:?}");
        }
    }
}

#[test]
fn an_order_book_is_no_crisis_and_a_wish_to_leave_it_there_is_one_to_stop() {
    for answer in [
        "Two apprentices, one of whom is my own son. I sign each bell off myself with the fork, nobody else does that.",
        "I top it off myself and check the bag off myself in the evening.",
    ] {
        assert!(
            !hear("What are you responsible for?", answer).has(Act::Crisis),
            "{answer}"
        );
    }
    assert!(hear("", "I want to off myself.").has(Act::Crisis));
    for answer in [
        "PVA glue never comes off. Paste does. I'd like to leave it there, I've a press to see to.",
        "That it's got a Bible in it and I said I'd like to stop.",
    ] {
        assert!(hear("", answer).has(Act::Stop), "{answer}");
    }
    for answer in [
        "My doctor says I would like to stop smoking.",
        "He said he would like to stop the mill.",
    ] {
        assert!(!hear("", answer).has(Act::Stop), "{answer}");
    }
}

#[test]
fn what_was_not_asked_answers_the_question_for_it() {
    let mut talk = talk(material(&[]), 2);
    for answer in [
        "A third of the tickets that my service desk closes come back within a fortnight.",
        "I'd take two people off the phones for six weeks and have them do nothing but repeats.",
        "The ward sisters have stopped ringing, and that is what frightens me.",
    ] {
        talk.turn(|_| Reaction::Answered(answer.into()));
    }
    let next = talk.turn(|_| {
        Reaction::Answered("You haven't asked whose money it is. And you haven't asked whether the consultant has ever set foot on a ward. He hasn't, I asked him.".into())
    });
    assert!(!next.contains("your question is"), "{next}");
}

#[test]
fn who_reads_it_is_heard_in_the_middle_of_a_long_answer() {
    let answer = "The specials with Jo, always. Joanna Pryce, she has got her own place in Ludlow now. At the Hare it is me and Sal and whoever is on \
        larder. Can I ask who actually reads this? Because Gareth does not know that I am looking.";
    assert!(hear("Were you on your own with that?", answer).has(Act::Setting));
    let story = "She asked the nurse who reads this at night, and nobody knew, so we pinned it to the door and went home, and in the morning it was gone.";
    assert!(!hear("What happened then?", story).has(Act::Setting));
}

#[test]
fn who_does_not_want_to_stop_goes_on() {
    assert!(
        !hear(
            "Where did you disagree with it?",
            "The end. She has the farmer mend it. He wouldn't."
        )
        .has(Act::Stop)
    );
    let asked = asked_after(
        &[
            "I want to stop here.",
            "I meant the poem. I don't want to stop.",
        ],
        3,
        3,
    );
    assert!(asked[1].contains("we can end here"), "{asked:?}");
    assert!(!asked[2].contains("leave it here"), "{asked:?}");
    let heard = hear("What do you do most?", "Shaving. Old men, mostly.");
    assert!(!heard.has(Act::OtherLanguage));
}
