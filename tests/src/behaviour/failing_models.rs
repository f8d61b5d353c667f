//! Models that fail, and models that reply with something else than was asked for.

use crate::behaviours;
use crate::world::{Act, World, guide, reply, substantive, transcript, with_model};
use colloquy_core::{Command, Event, Phase};
use colloquy_schema::{CallErrorKind, Fact, Interviewer, QuestionOrigin, Verdict};

const QUESTION: &str = "What stayed with you from the talk?";

fn failing(kind: CallErrorKind, times: usize) -> Vec<Act> {
    let mut acts = vec![Act::Fail(kind, None); times];
    acts.push(reply(false, QUESTION));
    acts
}

fn say(text: &str) -> Act {
    Act::Reply(text.into())
}

fn verdicts(world: &World) -> Vec<Verdict> {
    let judged = world
        .interview
        .records()
        .iter()
        .filter_map(|record| match &record.fact {
            Fact::ReplyJudged(judged) => Some(judged.verdict),
            _ => None,
        });
    judged.collect()
}

behaviours! {
    fn an_overloaded_model_is_tried_again_with_growing_waits() {
        let mut world = World::new(guide(), with_model(), failing(CallErrorKind::Overloaded, 3));
        let view = world.view();
        assert_eq!(view.phase, Phase::Retrying);
        let problem = view.problem.expect("it is said");
        assert_eq!((problem.code, problem.attempt, problem.attempts), ("API_ERROR", 1, 4));
        let mut waits = Vec::new();
        while world.view().phase == Phase::Retrying {
            let at = world.view().problem.and_then(|p| p.retry_at).expect("a countdown");
            waits.push(at - world.now);
            let left = at - world.now;
            world.wait(left);
        }
        assert_eq!(waits.len(), 3);
        assert!((1_000..=1_250).contains(&waits[0]) && (2_000..=2_500).contains(&waits[1]) && (4_000..=5_000).contains(&waits[2]), "{waits:?}");
        assert_eq!(transcript(&world)[0].0, QUESTION);
        assert!(world.view().problem.is_none());
    }

    fn retry_after_is_honoured() {
        let acts = vec![Act::Fail(CallErrorKind::RateLimited, Some(17_000)), reply(false, QUESTION)];
        let mut world = World::new(guide(), with_model(), acts);
        world.wait(16_999);
        assert_eq!((world.view().phase, world.calls.len()), (Phase::Retrying, 1));
        world.wait(1);
        assert_eq!(world.view().phase, Phase::Answering);
    }

    fn after_four_attempts_it_is_given_up_and_nothing_is_lost() {
        let mut world = World::new(guide(), with_model(), failing(CallErrorKind::Network, 4));
        world.settle();
        assert_eq!(world.calls.len(), 4);
        let view = world.view();
        assert_eq!((view.phase, view.problem.map(|p| p.code)), (Phase::GivenUp, Some("API_RETRY_FAILED")));
        assert!(view.can.retry && view.can.finish && !view.can.answer);
        world.reload();
        assert_eq!(world.view().phase, Phase::GivenUp, "a reload does not reset the attempts");
        assert_eq!(world.calls.len(), 4);
        world.command(Command::Retry);
        assert_eq!(world.view().phase, Phase::Answering);
        world.reload();
        assert_eq!(world.view().phase, Phase::Answering);
    }

    fn a_refused_key_is_not_tried_again() {
        let mut world = World::new(guide(), with_model(), failing(CallErrorKind::Unauthorized, 1));
        world.settle();
        assert_eq!((world.calls.len(), world.view().phase), (1, Phase::GivenUp));
    }

    fn waiting_can_be_cancelled_and_stays_cancelled() {
        let mut world = World::new(guide(), with_model(), failing(CallErrorKind::Overloaded, 1));
        world.command(Command::Cancel);
        world.wait(600_000);
        assert_eq!((world.view().phase, world.view().problem.map(|p| p.code)), (Phase::GivenUp, Some("CANCELLED")));
        world.reload();
        assert_eq!((world.view().phase, world.calls.len()), (Phase::GivenUp, 1));
        world.command(Command::Retry);
        assert_eq!(world.view().phase, Phase::Answering);
    }

    fn a_given_up_interview_can_be_finished_with_what_there_is() {
        let mut acts = vec![reply(false, QUESTION)];
        acts.extend(vec![Act::Fail(CallErrorKind::Overloaded, None); 9]);
        let mut world = World::new(guide(), with_model(), acts);
        world.answer("I realized how rarely I rest, which surprised me.");
        world.settle();
        world.command(Command::Finish);
        world.command(Command::Finish);
        assert_eq!(world.view().phase, Phase::Finished);
        assert_eq!(world.view().findings.expect("findings").insights.len(), 1);
    }

    fn the_respondent_may_go_on_with_the_built_in_interviewer() {
        let mut world = World::new(guide(), with_model(), vec![Act::Fail(CallErrorKind::Network, None)]);
        world.settle();
        world.event(Event::ChangeInterviewer(Interviewer::Scripted));
        assert_eq!(world.view().interviewer, Interviewer::Scripted);
        world.run(substantive);
        assert_eq!(world.view().figures.answered, 5);
        world.reload();
        assert_eq!(world.view().interviewer, Interviewer::Scripted);
    }

    fn offline_is_no_error_and_it_goes_on_by_itself() {
        let mut world = World::new(guide(), with_model(), vec![reply(false, QUESTION), reply(false, "And what was new in it for you?")]);
        world.event(Event::Network { online: false });
        world.answer("Rest as something that is planned.");
        world.wait(7_200_000);
        let view = world.view();
        assert_eq!((view.phase, view.problem.is_none(), world.calls.len()), (Phase::Offline, true, 1));
        world.event(Event::Network { online: true });
        assert_eq!(world.view().phase, Phase::Answering);
    }

    fn offline_changes_nothing_with_the_built_in_interviewer() {
        let mut world = World::new(guide(), crate::world::scripted(), vec![]);
        world.event(Event::Network { online: false });
        world.run(substantive);
        assert_eq!(world.view().phase, Phase::Finished);
    }

    fn an_unusable_reply_is_asked_for_again_with_what_was_wrong() {
        let acts = vec![say("{\"question\": \"Hm?\", \"follow_up\": \"maybe\"}"), reply(false, QUESTION)];
        let world = World::new(guide(), with_model(), acts);
        let retry = &world.calls[1].messages.last().expect("a prompt").text;
        assert!(retry.contains("• follow_up: must be true or false"), "{retry}");
        assert!(retry.contains("• question: must have at least 10 characters"), "{retry}");
        assert_eq!(verdicts(&world), [Verdict::AskedAgain, Verdict::Accepted]);
        assert_eq!(transcript(&world)[0].0, QUESTION);
    }

    fn plain_prose_that_is_a_question_is_put_at_once() {
        let acts = vec![say("Welcome! What would you like to take away from this talk?"), Act::Hang];
        let world = World::new(guide(), with_model(), acts);
        assert_eq!(world.calls.len(), 1);
        let exchange = &world.interview.session().exchanges[0];
        assert_eq!(exchange.question.origin, QuestionOrigin::Prose);
        assert_eq!(exchange.question.text, "Welcome! What would you like to take away from this talk?");
        assert_eq!(verdicts(&world).last(), Some(&Verdict::FellBack));
    }

    fn after_three_retries_of_garbage_the_built_in_interviewer_asks_something_new() {
        let mut acts = vec![reply(false, QUESTION)];
        acts.extend(vec![say("{\"oops\": [1, 2"); 4]);
        acts.push(reply(false, "And what was new in it for you?"));
        let mut world = World::new(guide(), with_model(), acts);
        world.event(substantive(&world.view()));
        let exchange = world.interview.session().exchanges[1].clone();
        assert_eq!(exchange.question.origin, QuestionOrigin::BuiltIn);
        assert!(!exchange.question.text.contains(QUESTION), "{}", exchange.question.text);
        assert_eq!(world.calls.len(), 6, "the model was asked four times, the built-in interviewer once");
        world.answer("Once more then.");
        assert_eq!(transcript(&world)[2].0, "And what was new in it for you?");
    }

    fn a_skipped_question_is_never_put_again_by_the_fallback() {
        let acts = vec![reply(false, QUESTION), say("nothing usable")];
        let mut world = World::new(guide(), with_model(), acts);
        world.command(Command::Skip);
        assert!(!transcript(&world)[1].0.contains(QUESTION));
        world.command(Command::Decline);
        assert!(!transcript(&world)[2].0.contains(QUESTION));
    }

    fn attempts_at_a_reply_survive_a_reload() {
        let mut world = World::new(guide(), with_model(), vec![say("no"), say("no"), Act::Hang, say("no")]);
        world.reload();
        world.settle();
        let replied = world.interview.records().iter().filter(|r| matches!(r.fact, Fact::ReplyJudged(_))).count();
        assert_eq!(replied, 5, "two before the reload, two after it, and what stood in");
        assert_eq!(world.interview.session().exchanges[0].question.origin, QuestionOrigin::BuiltIn);
    }

    fn two_questions_that_cannot_be_parted_are_asked_again_unless_they_were_shown() {
        let two = r#"{"follow_up": false, "question": "How so? And what was old to you?"}"#;
        let world = World::new(guide(), with_model(), vec![say(two), reply(false, QUESTION)]);
        assert_eq!(transcript(&world)[0].0, QUESTION);
        let shown = Act::Stream(two.chars().map(String::from).collect());
        let world = World::new(guide(), with_model(), vec![shown, reply(false, QUESTION)]);
        assert_eq!(transcript(&world)[0].0, "How so? And what was old to you?");
    }

    fn a_repaired_reply_is_accepted_and_the_repairs_are_recorded() {
        let text = "Sure!\n```json\n{\"follow_up\": false, \"question\": \"What stayed with you from the talk?\",}\n```";
        let world = World::new(guide(), with_model(), vec![say(text)]);
        assert_eq!(transcript(&world)[0].0, QUESTION);
        let repairs = world.interview.records().iter().find_map(|r| match &r.fact {
            Fact::ReplyJudged(judged) => Some(judged.repairs.clone()),
            _ => None,
        });
        assert!(repairs.expect("judged").contains(&"trailing_comma".to_string()));
    }

    fn an_echoed_schema_is_not_an_answer() {
        let text = r#"{"type":"object","properties":{"question":{"type":"string"}}} {"follow_up":false,"question":"What stayed with you from the talk?"}"#;
        let world = World::new(guide(), with_model(), vec![say(text)]);
        assert_eq!(transcript(&world)[0].0, QUESTION);
    }

    fn the_question_grows_while_it_streams_and_only_the_accepted_one_is_recorded() {
        let mut world = World::new(guide(), with_model(), vec![Act::Hang]);
        let id = world.hanging.expect("the model was asked");
        for (piece, shown) in [("{\"follow_up\":false,\"que", None), ("stion\":\"What st", Some("What st")), ("ayed\\", Some("What stayed")), ("u0020with you?\"", Some("What stayed with you?"))] {
            world.event(Event::ModelChunk { id, text: piece.into() });
            assert_eq!(world.view().live.as_deref(), shown);
            assert!(world.view().question.is_none() && !world.view().can.answer);
        }
        let text = "{\"follow_up\":false,\"question\":\"What stayed with you?\"}".to_string();
        world.event(Event::ModelDone { id, reply: colloquy_schema::RawReply { text, ..Default::default() } });
        assert_eq!(world.view().question.map(|q| q.text).as_deref(), Some("What stayed with you?"));
        assert!(world.view().live.is_none());
    }

    fn late_and_unknown_completions_are_ignored_and_counted() {
        let mut world = World::new(guide(), with_model(), vec![reply(false, QUESTION)]);
        let before = world.interview.records().len();
        world.event(Event::ModelChunk { id: 1, text: "late".into() });
        world.event(Event::ModelDone { id: 99, reply: Default::default() });
        assert_eq!(world.interview.ignored(), 2);
        assert_eq!(world.interview.records().len(), before);
    }
}
