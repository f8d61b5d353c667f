//! A turn of the skills interview with a model: two calls, the engine's own words at once and only once, what a respondent wishes for or
//! asks back, and answers in another language.

use super::gaps_agent::{RESUME, steps};
use super::gaps_rules::{gap, with_resume};
use crate::behaviours;
use crate::reader::{obliging, question, read, text};
use crate::world::{Act, World, assert_valid_histories, gaps_guide};
use colloquy_core::{Event, Phase};
use colloquy_schema::{AnswerKind, Call, Purpose, RawReply, Role};
use serde_json::json;

/// Says everything about Python.
const EVERYTHING: &str = "[Python duration=3y depth=wrote_one autonomy=alone scale=40_users constraints=cost production_vs_prototype=production]";

fn world(agent: fn(&Call) -> RawReply) -> World {
    World::new(gaps_guide(), with_resume(RESUME), vec![Act::Agent(agent)])
}

fn shown(world: &World) -> String {
    world
        .view()
        .question
        .map_or(String::new(), |question| question.text)
}

/// A model that says the words before its question once more.
fn parrot(call: &Call) -> RawReply {
    let Purpose::Gap(_) = &call.ask.purpose else {
        return obliging(call);
    };
    let prompt = &call.messages.last().expect("a message").text;
    let lead = prompt
        .split_once("<lead>\n")
        .and_then(|(_, rest)| rest.split_once("\n</lead>"));
    let lead = lead.map_or("", |(lead, _)| lead);
    let words = format!("{lead} What of number {} would be new?", call.ask.number);
    text(&json!({ "follow_up": false, "question": words.trim() }).to_string())
}

behaviours! {
    fn an_answer_takes_a_reading_and_a_question() {
        let mut world = world(obliging);
        let before = world.calls.len();
        world.answer("[Python duration=3y]");
        assert_eq!(steps(&world), ["resume:1", "question:1", "analysis:1", "question:2"]);
        assert_eq!(world.calls.len() - before, 2);
        assert!(world.calls.iter().all(|call| call.tools.is_empty()), "no tool has to be called");
        let rules = &world.calls.last().expect("a call").messages[0].text;
        assert!(!rules.contains("analyze_technical_skills"));
        while world.view().phase == Phase::Answering {
            let (before, asked) = (world.calls.len(), world.view().progress.asked);
            let event = super::gaps_agent::answer(&world.view());
            world.event(event);
            let most = if world.view().progress.asked > asked { 2 } else { 1 };
            assert!(world.calls.len() - before <= most);
        }
        assert_valid_histories(&world);
    }

    fn the_engines_words_are_shown_while_the_question_is_still_to_come() {
        let mut world = world(obliging);
        world.acts = vec![Act::Agent(obliging), Act::Hang];
        world.answer(EVERYTHING);
        let lead = world.view().live.expect("words at once");
        assert!(lead.contains("Python") && lead.contains("Docker"), "{lead}");
        let id = world.hanging.expect("a call");
        // A model that repeats them does not have them shown twice, at any moment.
        let reply = json!({ "follow_up": false, "question": format!("{lead} What was hard about it?") }).to_string();
        let mut before = lead.clone();
        for piece in reply.chars() {
            world.event(Event::ModelChunk { id, text: piece.to_string() });
            let live = world.view().live.expect("a text");
            assert!(live.starts_with(&before), "{before} then {live}");
            before = live;
        }
        world.event(Event::ModelDone { id, reply: text(&reply) });
        assert_eq!(shown(&world), format!("{lead} What was hard about it?"));
    }

    fn words_that_a_reply_repeats_stand_there_once() {
        let mut world = world(parrot);
        world.answer(EVERYTHING);
        let question = shown(&world);
        assert!(question.ends_with(" What of number 2 would be new?"), "{question}");
        assert_eq!(question.matches("Docker").count(), 1, "{question}");
    }

    fn the_engines_words_are_in_no_message_of_the_model() {
        let mut world = world(obliging);
        world.answer(EVERYTHING);
        let put = shown(&world);
        world.answer("[Docker depth=wrote_one]");
        let last = world.calls.last().expect("a call");
        let said: Vec<&str> = last.messages.iter().filter(|message| message.role == Role::Assistant).map(|message| message.text.as_str()).collect();
        assert_eq!(said.len(), 2);
        let own = said[1].split("\"question\":\"").nth(1).expect("a question").trim_end_matches("\"}");
        assert!(put.ends_with(own) && put.len() > own.len(), "{own} of {put}");
        assert!(own.starts_with("Question number 2"), "{own}");
    }

    fn an_answer_in_another_language_is_not_led_on_from_in_english() {
        let mut world = world(obliging);
        world.answer(&format!("Das ist nicht so leicht zu sagen, ich war mit zwei anderen im Team und habe die Dienste betreut. {EVERYTHING}"));
        assert_eq!(gap(&world)["skill"], "Docker");
        let question = shown(&world);
        assert!(question.starts_with("Question number 2"), "{question}");
        let prompt = &world.calls.last().expect("a call").messages.last().expect("a message").text;
        assert!(!prompt.contains("<lead>"), "{prompt}");
    }

    fn a_skill_that_somebody_wishes_for_comes_next_with_a_model_too() {
        let mut world = world(obliging);
        assert_eq!(gap(&world)["skill"], "Python");
        world.answer("Can we talk about SQL at some point, that is what I actually do. [Python duration=3y]");
        assert_eq!(gap(&world)["skill"], "SQL");
        // One that is asked in an answer about something else, too.
        let mut off = self::world(obliging);
        off.answer("{off_topic} What about SQL?");
        assert_eq!(gap(&off)["skill"], "SQL");
    }

    fn a_question_back_inside_an_answer_is_recognised() {
        let mut full = world(obliging);
        full.answer(&format!("{{clarification}} {EVERYTHING} What do you mean by leading?"));
        let standing = standings(&full);
        assert_eq!(standing, [(AnswerKind::Full, true)]);
        let question = shown(&full);
        assert!(question.starts_with("Question number 2"), "the reply answers first: {question}");
        let mut part = world(obliging);
        let asked = gap(&part)["attributes"].as_array().map_or(0, Vec::len);
        assert_eq!(asked, 2, "duration and autonomy");
        part.answer("{clarification} [Python duration=3y] Alone in which sense?");
        assert_eq!(standings(&part), [(AnswerKind::Partial, true)]);
        let next = gap(&part);
        assert_eq!((next["intent"].as_str(), next["attributes"][0].as_str()), (Some("explanation"), Some("autonomy")));
        let mut only = world(obliging);
        only.answer("{clarification} What do you mean?");
        assert_eq!(standings(&only), [(AnswerKind::Clarification, false)]);
    }

    fn a_reading_that_was_cut_off_goes_on_after_what_it_has() {
        let cut: fn(&Call) -> RawReply = |call| match &call.ask.purpose {
            Purpose::Skills(ask) if call.messages.len() < 4 => {
                let whole = read(ask).to_string();
                let end = whole.rfind("\"quote\"").expect("a second skill");
                RawReply { stop: colloquy_schema::StopReason::MaxTokens, ..text(&whole[..end]) }
            }
            Purpose::Skills(_) => text(&json!({ "skills": [{ "name": "SQL", "quote": "SQL", "confidence": 0.5 }] }).to_string()),
            _ => text(&question(call)),
        };
        let world = world(cut);
        let skills = crate::sections::skills_of(&world.interview);
        let names: Vec<_> = skills.iter().map(|skill| skill.skill.as_str()).collect();
        assert_eq!(names, ["Python", "Docker", "SQL"], "what was read before the cut is not lost");
        assert_eq!(steps(&world).iter().filter(|step| *step == "resume:1").count(), 2);
        let asked = &world.calls[1].messages.last().expect("a message").text;
        assert!(asked.contains("after Docker"), "{asked}");
    }
}

/// How the answers stand to their questions.
fn standings(world: &World) -> Vec<(AnswerKind, bool)> {
    super::gaps_agent::facts(world, |fact| match fact {
        colloquy_schema::Fact::Kind(colloquy_schema::KindFact::Gaps(
            colloquy_schema::GapsFact::SkillsRead(read),
        )) => read.answer.map(|answer| (answer.kind, answer.asks_back)),
        _ => None,
    })
}
