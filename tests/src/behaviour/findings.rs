//! Findings a model adds to those of the rules, once the questions are over.

use crate::behaviours;
use crate::world::{Act, REFLECTIVE, World, reply, scripted, staged_guide, with_model};
use colloquy_archive::{Format, export, redact};
use colloquy_core::kinds::session;
use colloquy_core::{Command, Event, Phase};
use colloquy_schema::{CallErrorKind, Contract, FindingsEdit, FindingsList, Setup};
use serde_json::{Value, json};

const ANSWER: &str = "I realized that rest needs a plan of its own. My sister says so too, and the garden is where I rest.";

fn guide() -> Value {
    let mut guide: Value = serde_json::from_str(REFLECTIVE).expect("the built-in guide is JSON");
    guide["strategy"]["max_questions"] = json!(1);
    guide
}

fn item(text: &str, quote: &str) -> Value {
    json!({"text": text, "question": 1, "quote": quote})
}

fn found() -> Value {
    json!({
        "insights": [
            item("Rest wants planning", "rest needs a plan"),
            item("The garden is the place of rest", "the garden is where I rest"),
            item("Made up", "words that nobody said"),
        ],
        "actions": [],
        "themes": [{"text": "places of rest", "count": 2}],
    })
}

fn reviewed(acts: Vec<Act>) -> World {
    let mut all = vec![reply(false, "What stayed with you from the talk?")];
    all.extend(acts);
    let mut world = World::new(guide(), with_model(), all);
    world.answer(ANSWER);
    world
}

fn insights(world: &World) -> Vec<String> {
    let findings = world.view().findings.expect("the review shows them");
    findings
        .insights
        .into_iter()
        .map(|entry| entry.text)
        .collect()
}

/// A staged interview without a network, ended by the respondent after some answers.
fn answered(answers: &[&str]) -> World {
    let setup = Setup {
        material: Default::default(),
        ..scripted()
    };
    let mut world = World::new(staged_guide(), setup, vec![]);
    for answer in answers {
        world.answer(answer);
    }
    world.command(Command::Finish);
    assert_eq!(world.view().phase, Phase::Review);
    world
}

fn recommendations(world: &World) -> Vec<(String, Option<u32>, bool)> {
    let findings = world.view().findings.expect("the review shows them");
    let entries = findings.recommendations.into_iter();
    entries
        .map(|entry| (entry.text, entry.question, entry.edited))
        .collect()
}

behaviours! {
    fn advice_to_others_is_shown_edited_and_written_out_as_a_list_of_its_own() {
        let smoker = "Make sure the smoker is lit before you lift the lid.";
        let warm = "You should never trust one warm day.";
        let mut world = answered(&[
            &format!("I have kept bees in a hill village for twelve years. {smoker} I will write my checks down this week."),
            &format!("I learned that you should never open a hive in wind. {warm}"),
        ]);
        assert_eq!(recommendations(&world), [(smoker.into(), Some(1), false), (warm.into(), Some(2), false)]);
        let findings = world.view().findings.expect("findings");
        assert!(findings.insights.iter().any(|entry| entry.text.contains("in wind")), "an insight is not shown twice");
        assert!(findings.actions.iter().any(|entry| entry.text.contains("my checks")));

        let list = FindingsList::Recommendations;
        world.event(Event::EditFindings(FindingsEdit::Add { list, text: "Ask a neighbour".into() }));
        world.event(Event::EditFindings(FindingsEdit::Reword { list, text: warm.into(), to: "Wait for three warm days.".into() }));
        world.event(Event::EditFindings(FindingsEdit::Strike { list, text: smoker.into() }));
        let edited = [("Wait for three warm days.".into(), Some(2), true), ("Ask a neighbour".into(), None, true)];
        assert_eq!(recommendations(&world), edited);
        world.event(Event::EditFindings(FindingsEdit::Add { list, text: smoker.into() }));
        world.command(Command::Finish);
        assert_eq!(recommendations(&world).len(), 3, "what was struck can be put back");
        let written = export(world.interview.session(), Format::Structured);
        assert!(written.contains(&format!("## Advice to others\n\n- {smoker}\n- Wait for three warm days.\n- Ask a neighbour\n")), "{written}");
        let again = world.reopened();
        assert_eq!(again.view().findings, world.view().findings, "they are frozen");

        let mut records = world.interview.records().to_vec();
        for changed in redact(&records, 1) {
            let place = changed.seq as usize;
            records[place] = changed;
        }
        let left = session(&records, None).expect("a session").summary().findings.recommendations;
        let left: Vec<&str> = left.iter().map(|entry| entry.text.as_str()).collect();
        assert_eq!(left, ["Wait for three warm days.", "Ask a neighbour"], "those of a removed answer go");
    }

    fn advice_that_was_told_in_pain_or_refused_is_not_shown() {
        for answer in [
            "My brother died in May and I can't sleep. You should call your brother while he is alive.",
            "I don't want to talk about my sister. You should never lend a sister money.",
            "Das ist eine lange Geschichte, und ich erzähle sie nicht gern. You should ask somebody else about the hives.",
        ] {
            let world = answered(&[answer]);
            assert_eq!(recommendations(&world), [], "{answer}");
            let written = export(world.interview.session(), Format::Structured);
            assert!(!written.contains("Advice to others"), "no heading without any");
        }
    }

    fn a_models_findings_leave_the_rules_advice_out() {
        let advice = "I realized that rest needs a plan of its own. You should never trust one warm day.";
        for (act, expected) in [(Act::Reply(found().to_string()), 0), (Act::Fail(CallErrorKind::Invalid, None), 1)] {
            let mut world = World::new(guide(), with_model(), vec![reply(false, "What stayed with you from the talk?"), act]);
            world.answer(advice);
            assert_eq!(recommendations(&world).len(), expected);
        }
    }

    fn findings_are_asked_for_with_every_answer_however_long_the_interview_was() {
        let mut guide = guide();
        guide["strategy"]["max_questions"] = json!(30);
        guide["model"]["history_tokens"] = json!(1_000);
        guide["limits"] = json!({});
        let asks = |call: &colloquy_schema::Call| match call.contract {
            Contract::Findings => colloquy_schema::RawReply { text: found().to_string(), ..Default::default() },
            _ => colloquy_schema::RawReply {
                text: json!({ "follow_up": false, "question": format!("What of matter {}, if anything?", call.number * 7_919) }).to_string(),
                ..Default::default()
            },
        };
        let mut world = World::new(guide, with_model(), vec![Act::Agent(asks)]);
        while world.view().phase == Phase::Answering {
            let number = world.view().progress.asked;
            world.answer(&format!("The answer about knot {number}: {}", "it was a long day on the boat. ".repeat(12)));
        }
        let last = world.calls.last().expect("a call");
        assert_eq!(last.contract, Contract::Findings);
        for number in 1..=30 {
            let of = last.messages.iter().filter(|message| message.answers == [number]);
            let texts: Vec<&str> = of.map(|message| message.text.as_str()).collect();
            assert_eq!(texts.len(), 1, "answer {number} once");
            assert!(texts[0].contains(&format!("knot {number}:")), "{}", texts[0]);
        }
        let first = last.messages.iter().find(|message| message.answers == [1]).expect("the first answer");
        assert!(first.text.starts_with("1.\n<answer>"), "with its number: {}", first.text);
        let before = &world.calls[world.calls.len() - 2];
        assert!(before.messages.iter().all(|message| message.answers != [1]), "questions are asked without it");
        crate::world::assert_valid_histories(&world);
    }

    fn what_a_model_found_takes_the_place_of_what_the_rules_found() {
        let world = reviewed(vec![Act::Reply(found().to_string())]);
        assert_eq!(world.view().phase, Phase::Review);
        assert_eq!(world.calls.last().map(|call| call.contract), Some(Contract::Findings));
        let expected = ["Rest wants planning", "The garden is the place of rest"];
        assert_eq!(insights(&world), expected, "a quote nobody wrote is dropped");
        let findings = world.view().findings.expect("findings");
        let garden = &findings.insights[1];
        let units: Vec<u16> = ANSWER.encode_utf16().collect();
        let place = String::from_utf16(&units[garden.start as usize..garden.end as usize]).expect("text");
        assert_eq!((garden.question, place.as_str()), (Some(1), "the garden is where I rest"));
        assert!(findings.themes.iter().any(|theme| theme.text == "places of rest"));
    }

    fn what_was_told_in_pain_or_refused_is_no_finding_of_the_rules() {
        let mut world = World::new(guide(), with_model(), vec![
            reply(false, "What stayed with you from the talk?"),
            Act::Fail(CallErrorKind::Invalid, None),
        ]);
        world.answer(
            "My brother died in May and I realised that I had never rung him back. I need to ring my mother every day now, I can't sleep.",
        );
        assert_eq!(world.view().phase, Phase::Review);
        let findings = world.view().findings.expect("the review shows them");
        assert_eq!((findings.insights.len(), findings.actions.len(), findings.themes.len()), (0, 0, 0), "{findings:?}");
        assert!(!world.interview.session().summary().findings.insights.iter().any(|entry| entry.text.contains("brother")));
    }

    fn a_review_waits_for_what_finds_by_rules() {
        let world = reviewed(vec![Act::Fail(CallErrorKind::Invalid, None)]);
        let mut again = world.reopened();
        assert!(again.wants_rules() && again.view().findings.is_none());
        let records = again.records().len();
        let refused = again.handle(world.now, Event::Command(Command::Finish)).expect_err("it cannot be completed yet");
        assert_eq!((refused.code(), again.records().len()), ("part_unavailable", records));
        again.find_by(colloquy_scripted::find_by_rules);
        assert_eq!(again.view().findings, world.view().findings);
        again.handle(world.now, Event::Command(Command::Finish)).expect("now it can");
        assert_eq!(again.view().phase, Phase::Finished);
        assert!(!again.wants_rules());
    }

    fn the_review_is_open_while_the_model_is_asked() {
        let mut world = reviewed(vec![Act::Hang]);
        let view = world.view();
        assert_eq!((view.phase, view.can.finish, view.can.edit_findings, view.can.pause), (Phase::Review, true, true, false));
        assert_eq!(insights(&world).len(), 1);
        world.event(Event::EditFindings(FindingsEdit::Add { list: FindingsList::Actions, text: "Plan a rest".into() }));
        world.command(Command::Finish);
        assert_eq!(world.view().phase, Phase::Finished);
        assert!(world.cancelled.is_some());
    }

    fn the_respondents_word_wins_over_the_models() {
        let list = FindingsList::Insights;
        let of_rules = "I realized that rest needs a plan of its own.";
        let strike = |text: &str| Event::EditFindings(FindingsEdit::Strike { list, text: text.into() });
        let reword = Event::EditFindings(FindingsEdit::Reword { list, text: of_rules.into(), to: "Plan to rest.".into() });
        for (edit, expected) in [(strike(of_rules), vec!["Rest wants planning"]), (reword, vec!["Plan to rest."])] {
            let mut world = reviewed(vec![Act::Hang]);
            world.event(edit);
            world.acts = vec![Act::Reply(found().to_string())];
            world.reload();
            world.settle();
            world.event(strike("The garden is the place of rest"));
            world.command(Command::Finish);
            assert_eq!(insights(&world), expected);
        }
    }

    fn a_quote_is_found_whatever_its_marks_and_letters_are() {
        let answer = "I don’t think it’s about the hoover – as long as it's broken she is not gone.";
        let found = json!({
            "insights": [item("It is not about the hoover", "I don't think it's about the hoover"), item("It keeps her", "As long as it’s broken")],
            "actions": [],
            "themes": [],
        });
        let acts = vec![reply(false, "What stayed with you from the talk?"), Act::Reply(found.to_string())];
        let mut world = World::new(guide(), with_model(), acts);
        world.answer(answer);
        assert_eq!(insights(&world), ["It is not about the hoover", "It keeps her"]);
    }

    fn of_a_model_that_quotes_nothing_that_was_written_nothing_is_taken() {
        let found = json!({"insights": [item("Made up", "words that nobody wrote")], "actions": [], "themes": []});
        let world = reviewed(vec![Act::Reply(found.to_string())]);
        assert_eq!(insights(&world), ["I realized that rest needs a plan of its own."]);
        assert_eq!(world.view().findings.expect("findings").actions.len(), 0);
    }

    fn a_model_that_brings_none_is_not_missed() {
        for acts in [
            vec![Act::Reply("Sorry.".into())],
            vec![Act::Fail(CallErrorKind::Overloaded, None)],
            vec![Act::Fail(CallErrorKind::Unauthorized, None)],
        ] {
            let mut world = reviewed(acts);
            world.wait(120_000);
            let view = world.view();
            assert_eq!((view.phase, view.problem.is_none()), (Phase::Review, true));
            assert!(world.calls.len() <= 1 + 4);
            world.command(Command::Finish);
            assert_eq!(world.view().phase, Phase::Finished);
        }
    }

    fn nobody_is_asked_where_nothing_was_answered() {
        let mut world = World::new(guide(), with_model(), vec![reply(false, "What stayed with you from the talk?")]);
        world.command(Command::Skip);
        assert_eq!((world.view().phase, world.calls.len()), (Phase::Review, 1));
    }

    fn the_built_in_interviewer_is_not_asked_for_them() {
        let mut world = World::new(guide(), crate::world::scripted(), vec![]);
        world.answer(ANSWER);
        let asked = |call: &colloquy_schema::Call| matches!(call.ask.purpose, colloquy_schema::Purpose::Question);
        assert!(world.view().phase == Phase::Review && world.calls.iter().all(asked));
    }
}
