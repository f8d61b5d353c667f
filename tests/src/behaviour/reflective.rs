//! The reflective interview: opening, follow-ups, topics, conclusion.

use crate::behaviours;
use crate::world::{
    World, guide, guide_with, reply, scripted, substantive, transcript, with_model,
};
use colloquy_core::{Event, Phase, Status};
use colloquy_schema::{CloseReason, QuestionKind};
use serde_json::json;

fn kinds(world: &World) -> Vec<(QuestionKind, u8)> {
    world
        .interview
        .session()
        .exchanges
        .iter()
        .map(|e| (e.question.kind, e.question.follow_up_depth))
        .collect()
}

/// Twelve different questions, each offered as a follow-up.
fn follow_ups() -> Vec<crate::world::Act> {
    (1..=12)
        .map(|n| {
            reply(
                true,
                &format!(
                    "Which {} part number {n} stays with you?",
                    "really ".repeat(n)
                ),
            )
        })
        .collect()
}

behaviours! {
    fn what_only_answers_the_respondent_uses_up_no_question() {
        let mut world = World::new(guide(), scripted(), vec![]);
        let most = |world: &World| world.view().progress.max;
        world.answer("What do you mean by that?");
        assert_eq!(most(&world), 6);
        world.reload();
        assert_eq!(most(&world), 6, "it is the fold of the records");
        for answer in ["Who reads this?", "How many more?", "Is it recorded?", "Are you a bot?"] {
            world.answer(answer);
        }
        assert_eq!(most(&world), 8, "three at most");
        world.run(substantive);
        assert_eq!(world.interview.session().exchanges.len(), 8);
        let last = kinds(&world).pop().expect("a question").0;
        assert_eq!(last, QuestionKind::Conclusion);
    }

    fn the_last_answer_is_read_before_the_questions_are_over() {
        let hurts = "to be honest i want to kill myself";
        let led = |last: &str, most| {
            let mut setup = scripted();
            setup.limits.questions = most;
            let mut world = World::new(guide(), setup, vec![]);
            for _ in 0..4 {
                world.event(substantive(&world.view()));
            }
            world.answer(last);
            world
        };
        let mut world = led(hurts, None);
        let said = world.view().question.expect("the questions are not over").text;
        assert!(said.contains("program") && !said.contains("kill"), "{said}");
        world.reload();
        assert_eq!(world.view().question.map(|question| question.text), Some(said), "it is the fold of the records");
        world.answer("My sister, I think.");
        assert_eq!(world.view().closed, Some(CloseReason::Concluded));
        assert_eq!(world.interview.session().exchanges.len(), 6);

        // Nobody is held up where nothing hurts, and nothing goes beyond the host's limit.
        for (last, most) in [("That is all.", None), (hurts, Some(5))] {
            let world = led(last, most);
            assert_eq!(world.view().closed, Some(CloseReason::Concluded), "{last}");
            assert_eq!(world.interview.session().exchanges.len(), 5);
        }
    }

    fn a_question_back_is_no_answer_until_it_is_changed_into_one() {
        let mut world = World::new(guide(), scripted(), vec![]);
        let tally = |world: &World| {
            let figures = world.view().figures;
            (figures.answered, figures.words, figures.completion_percent)
        };
        world.answer("What do you mean by that?");
        assert_eq!(tally(&world), (0, 0, 0));
        world.answer("It reminds me of my father's shop.");
        assert_eq!(tally(&world), (1, 7, 50), "the next one is open");
        world.reload();
        assert_eq!(tally(&world), (1, 7, 50), "it is the fold of the records");
        world.event(Event::Amend { question: 1, text: "It came up at work.".into() });
        assert_eq!(tally(&world).0, 2);
        // A question that nobody answered is an answer like any other.
        let mut world = World::new(guide(), scripted(), vec![]);
        world.answer("Is it not what everybody wants, in the end, to be left alone with their thoughts for an hour or two?");
        assert_eq!(tally(&world).0, 1);
    }

    fn an_interview_runs_from_start_to_end_without_a_network() {
        let mut world = World::new(guide(), scripted(), vec![]);
        let mut passed = Vec::new();
        world.run(|view| {
            passed.push((view.progress.percent, view.figures.duration_ms));
            substantive(view)
        });
        assert_eq!(passed, [(0, 0), (20, 20_000), (40, 40_000), (60, 60_000), (80, 80_000)], "at twenty seconds an answer");
        let head = world.interview.head();
        assert_eq!((head.percent, head.duration_ms), (100, 100_000));
        let view = world.view();
        assert_eq!((view.phase, view.status), (Phase::Finished, Status::Completed));
        assert_eq!(view.closed, Some(CloseReason::Concluded));
        assert_eq!(view.progress.percent, 100);
        assert_eq!((view.figures.questions, view.figures.answered), (5, 5));
        assert_eq!(world.finished, 1);
        assert!(world.calls.iter().all(|call| call.messages.is_empty()), "nothing is rendered for the scripted interviewer");
        let kinds = kinds(&world);
        assert_eq!(kinds[0].0, QuestionKind::Initial);
        assert_eq!(kinds[4].0, QuestionKind::Conclusion);
    }

    fn a_substantive_answer_is_followed_up_to_depth_three_and_no_deeper() {
        let guide = guide_with(|guide| guide["strategy"]["max_questions"] = json!(8));
        let mut world = World::new(guide, with_model(), follow_ups());
        world.run(substantive);
        use QuestionKind::{Conclusion, FollowUp, Initial, Topic};
        let expected = [(Initial, 0), (FollowUp, 1), (FollowUp, 2), (FollowUp, 3), (Topic, 0), (FollowUp, 1), (FollowUp, 2), (Conclusion, 0)];
        assert_eq!(kinds(&world), expected);
    }

    fn nine_words_are_not_followed_up_and_ten_are() {
        for (answer, kind) in [
            ("one two three four five six seven eight nine", QuestionKind::Topic),
            ("one two three four five six seven eight nine ten", QuestionKind::FollowUp),
        ] {
            let mut world = World::new(guide(), with_model(), follow_ups());
            world.answer(answer);
            assert_eq!(kinds(&world)[1].0, kind, "{answer}");
        }
    }

    fn a_follow_up_that_would_add_nothing_is_a_new_topic() {
        let mut acts = follow_ups();
        acts[1] = reply(false, "What else in the talk struck you as new?");
        let mut world = World::new(guide(), with_model(), acts);
        world.event(substantive(&world.view()));
        assert_eq!(kinds(&world)[1], (QuestionKind::Topic, 0));
        assert_eq!(world.interview.session().exchanges[1].question.follow_up_to, None);
    }

    fn a_follow_up_where_none_was_offered_stays_a_topic() {
        let mut world = World::new(guide(), with_model(), follow_ups());
        world.answer("Too short.");
        assert_eq!(kinds(&world)[1], (QuestionKind::Topic, 0));
    }

    fn skipped_questions_count_and_the_limit_is_hard() {
        let mut world = World::new(guide(), scripted(), vec![]);
        let turns = world.run(|_| Event::Command(colloquy_core::Command::Skip));
        assert_eq!(turns, 5);
        assert_eq!(world.view().figures.answered, 0);
        assert_eq!(world.view().figures.completion_percent, 0);
    }

    fn one_question_is_an_interview() {
        let guide = guide_with(|guide| guide["strategy"]["max_questions"] = json!(1));
        let mut world = World::new(guide, scripted(), vec![]);
        assert_eq!(world.run(substantive), 1);
        assert_eq!(world.view().closed, Some(CloseReason::QuestionLimit));
    }

    fn the_temperature_is_the_templates() {
        for (template, temperature) in [("reflective", 0.7), ("analytical", 0.8), ("creative", 0.9)] {
            let mut setup = with_model();
            setup.template = template.into();
            let world = World::new(guide(), setup, follow_ups());
            assert_eq!(world.calls[0].settings.temperature, temperature);
            assert_eq!(world.calls[0].settings.max_tokens, 500);
        }
    }

    fn no_question_comes_again_in_a_later_session_on_the_subject() {
        let mut asked: Vec<String> = Vec::new();
        for round in 0..6 {
            let mut setup = scripted();
            setup.asked_before = asked.clone();
            setup.seed = round % 2;
            let mut world = World::new(guide(), setup, vec![]);
            world.run(substantive);
            let questions = colloquy_core::questions_of(world.interview.records());
            for question in &questions {
                assert!(!asked.contains(question), "asked again: {question}");
            }
            assert!(world.interview.session().exchanges.iter().all(|e| e.question.origin == Default::default()), "no fallback was needed");
            asked.extend(questions);
        }
    }

    fn a_repeated_question_of_a_model_is_refused_even_from_an_earlier_session() {
        let mut setup = with_model();
        setup.asked_before = vec!["What surprised you most about the talk?".into()];
        let acts = vec![reply(false, "What surprised you MOST, about the talk?"), reply(false, "Which idea would you defend?")];
        let world = World::new(guide(), setup, acts);
        assert_eq!(transcript(&world)[0].0, "Which idea would you defend?");
    }

    fn the_digest_carries_questions_and_answers_of_earlier_sessions() {
        let mut earlier = World::new(guide(), scripted(), vec![]);
        earlier.run(substantive);
        let digest = colloquy_core::digest_of(earlier.interview.records());
        assert_eq!(digest.len(), 5);
        let mut setup = with_model();
        setup.digest = digest;
        let world = World::new(guide(), setup, follow_ups());
        let opening = &world.calls[0].messages[1].text;
        assert!(opening.contains("My answer number 1 is long enough"), "{opening}");
    }

    fn findings_come_from_the_answers_and_the_respondents_edits_win() {
        use colloquy_schema::{FindingsEdit, FindingsList::Actions};
        let mut world = World::new(guide(), scripted(), vec![]);
        world.answer("I realized that I never rest on purpose. I should plan one quiet hour every single day.");
        world.command(colloquy_core::Command::Finish);
        let view = world.view();
        assert_eq!(view.phase, Phase::Review);
        let findings = view.findings.expect("the review shows findings");
        assert_eq!(findings.insights[0].text, "I realized that I never rest on purpose.");
        assert_eq!(findings.insights[0].question, Some(1));
        let action = findings.actions[0].text.clone();
        world.event(Event::EditFindings(FindingsEdit::Strike { list: Actions, text: action }));
        world.event(Event::EditFindings(FindingsEdit::Add { list: Actions, text: "Buy a timer".into() }));
        world.event(Event::EditFindings(FindingsEdit::Reword { list: Actions, text: "Buy a timer".into(), to: "Borrow a timer".into() }));
        world.command(colloquy_core::Command::Finish);
        let actions = world.view().findings.expect("findings stay").actions;
        assert_eq!(actions.len(), 1);
        assert_eq!((actions[0].text.as_str(), actions[0].edited), ("Borrow a timer", true));
        let refused = world.try_event(Event::EditFindings(FindingsEdit::Add { list: Actions, text: "Late".into() }));
        assert_eq!(refused.expect_err("finishing freezes them").code(), "not_now");
    }
}
