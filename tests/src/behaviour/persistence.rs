//! Append before act, crashes, reloads, stores that fail, and other tabs.

use crate::behaviours;
use crate::world::{
    Act, BEGIN, Storing, World, guide, guide_with, opening, reply, scripted, substantive,
    transcript, with_model,
};
use colloquy_archive::{Format, export};
use colloquy_core::{
    Command, Event, Interview, Opening, Phase, SaveError, SavingState, questions_of,
};
use colloquy_schema::{CallErrorKind, Fact, Record};
use serde_json::json;

const QUESTION: &str = "What stayed with you from the talk?";

/// A model with its own views: follow-ups, an unusable reply, a failure, prose.
fn eventful() -> Vec<Act> {
    vec![
        reply(false, QUESTION),
        Act::Reply("{\"broken\"".into()),
        reply(true, "Which moment of it do you still see before you?"),
        Act::Fail(CallErrorKind::Overloaded, None),
        reply(false, "What would you tell a friend about deep rest?"),
        Act::Stream(vec![
            "{\"follow_up\":true,".into(),
            "\"question\":\"Who else should hear this?\"}".into(),
        ]),
        reply(false, "What do you take with you after all this?"),
    ]
}

/// The facts that respondents and hosts care about; how often a call had to be made may differ after a crash.
fn facts(world: &World) -> Vec<String> {
    let lasting = |record: &Record| match &record.fact {
        Fact::CallStarted(_) | Fact::CallEnded { .. } | Fact::ReplyJudged(_) => None,
        fact => Some(serde_json::to_string(fact).expect("a fact is JSON")),
    };
    world
        .interview
        .records()
        .iter()
        .filter_map(lasting)
        .collect()
}

behaviours! {
    fn one_exchange_costs_small_appends_however_long_the_session_is() {
        let guide = guide_with(|guide| guide["strategy"]["max_questions"] = json!(50));
        let mut world = World::new(guide, scripted(), vec![]);
        world.run(substantive);
        let largest = world.appends.iter().skip(1).max().copied();
        assert!(largest <= Some(4), "{:?}", world.appends);
        assert!(world.appends.len() <= 50 * 2 + 4, "{}", world.appends.len());
    }

    fn the_model_is_not_asked_before_the_answer_is_stored() {
        let mut world = World::new(guide(), with_model(), vec![reply(false, QUESTION), reply(false, "And what was new in it?")]);
        world.storing = Storing::Silent;
        world.answer("The part about rest.");
        world.wait(2_999);
        assert_eq!((world.calls.len(), world.view().saving.state), (1, SavingState::Saving));
        world.wait(1);
        assert_eq!((world.calls.len(), world.view().saving.state), (2, SavingState::Memory));
        assert_eq!(world.view().saving.reason, Some(SaveError::Silent));
    }

    fn a_store_that_fails_is_reported_and_what_is_missing_is_written_when_it_returns() {
        for reason in [SaveError::Refused, SaveError::Full, SaveError::Lost, SaveError::Deleted] {
            let mut world = World::new(guide(), scripted(), vec![]);
            world.storing = Storing::Fails(reason);
            world.answer("I realized that rest needs a plan of its own.");
            assert_eq!(world.view().phase, Phase::Answering, "it goes on in memory");
            let saving = world.view().saving;
            assert_eq!((saving.state, saving.reason), (SavingState::Memory, Some(reason)));
            world.answer("And another answer that nobody stores.");
            world.storing = Storing::Works;
            world.event(Event::StoreReturned);
            assert_eq!(world.view().saving.state, SavingState::Saved);
            assert_eq!(world.stored, world.interview.records());
        }
    }

    fn a_deletion_is_believed_at_any_time_once_something_is_stored() {
        let gone = || Event::SaveFailed { id: 0, reason: SaveError::Deleted };
        let mut world = World::before_consent(guide(), scripted(), vec![]).expect("sound");
        world.event(gone());
        assert_eq!(world.view().saving.reason, None, "nothing is there to be deleted");
        world.event(Event::Consent);
        world.answer("I realized that rest needs a plan of its own.");
        world.event(Event::SaveFailed { id: 0, reason: SaveError::Full });
        assert_eq!(world.view().saving.reason, None, "of no append");
        world.event(gone());
        let saving = world.view().saving;
        assert_eq!((saving.state, saving.reason), (SavingState::Memory, Some(SaveError::Deleted)));
        assert!(world.view().can.answer, "it goes on in memory");
    }

    fn a_store_refused_from_the_beginning_holds_nothing_up() {
        let mut world = World::before_consent(guide(), scripted(), vec![]).expect("sound");
        world.storing = Storing::Fails(SaveError::Refused);
        world.event(Event::Consent);
        world.run(substantive);
        assert_eq!(world.view().phase, Phase::Finished);
        assert!(world.stored.is_empty());
    }

    fn a_tab_that_was_taken_over_may_only_read() {
        let mut world = World::new(guide(), scripted(), vec![]);
        world.storing = Storing::Fails(SaveError::TakenOver);
        world.answer("This is refused by the store.");
        assert_eq!(world.view().saving.state, SavingState::ReadOnly);
        assert!(!world.view().can.answer && !world.view().can.finish);
        let refused = world.try_event(Event::Answer { text: "More".into() });
        assert_eq!(refused.expect_err("read only").code(), "read_only");
    }

    fn a_session_opened_read_only_writes_nothing() {
        let mut world = World::new(guide(), with_model(), vec![reply(false, QUESTION), Act::Hang]);
        world.answer("Something that matters to me.");
        let opening = Opening { read_only: true, ..opening() };
        let mut second = colloquy_core::kinds::restore(world.stored.clone(), opening, world.now).expect("restores");
        assert!(second.poll_effect().is_none() && second.poll_timeout().is_none());
        assert_eq!(second.view().exchanges, 1);
        second.handle(world.now + 10, Event::Tick).expect("harmless");
        assert!(second.poll_effect().is_none());
    }

    fn a_crash_before_any_effect_loses_nothing_and_comes_to_the_same_end() {
        let whole = {
            let mut world = World::new(guide(), scripted(), vec![]);
            world.run(substantive);
            world
        };
        for at in 0..whole.effects {
            let mut world = World::before_consent(guide(), scripted(), vec![]).expect("sound");
            world.crash_before = Some(at);
            let mut submitted = Vec::new();
            world.run(|view| {
                let event = substantive(view);
                if let Event::Answer { text } = &event { submitted.push(text.clone()) }
                event
            });
            assert!(world.crashes <= 1);
            assert_eq!(transcript(&world), transcript(&whole), "crash before effect {at}");
            // An answer is submitted once its append is on its way; the page may die before that and the draft has it then.
            let answers: Vec<_> = transcript(&world).into_iter().map(|(_, answer)| answer).collect();
            submitted.dedup();
            assert_eq!(answers, submitted, "crash before effect {at}");
        }
    }

    fn a_crash_with_an_eventful_model_comes_to_the_same_end() {
        let effects = {
            let mut world = World::new(guide(), with_model(), eventful());
            world.run(substantive);
            world.effects
        };
        for at in 1..effects {
            let mut world = World::before_consent(guide(), with_model(), eventful()).expect("sound");
            world.crash_before = Some(at);
            world.run(substantive);
            assert_eq!(world.view().figures.answered, 5, "crash before effect {at}");
            let questions = questions_of(world.interview.records());
            assert_eq!(questions.len(), 5);
            for (number, question) in questions.iter().enumerate() {
                assert!(!questions[..number].contains(question), "asked twice after a crash before effect {at}: {question}");
            }
        }
    }

    fn restoring_at_every_record_leaves_the_same_remaining_interview() {
        let mut whole = World::new(guide(), with_model(), eventful());
        whole.run(substantive);
        let records = whole.interview.records().to_vec();
        for length in 1..records.len() {
            let prefix = records[..length].to_vec();
            let once = colloquy_core::kinds::restore(prefix.clone(), opening(), whole.now).expect("every prefix restores");
            let twice = colloquy_core::kinds::restore(prefix, opening(), whole.now).expect("every prefix restores");
            assert_eq!(json_of(&once), json_of(&twice), "restoring is deterministic");
            assert_eq!(&once.records()[..length], &records[..length], "restoring changes no record");
        }
        let again = colloquy_core::kinds::restore(records.clone(), opening(), whole.now).expect("restores");
        assert_eq!(again.records(), records);
        assert_eq!(export(again.session(), Format::Structured), export(whole.interview.session(), Format::Structured));
    }

    fn the_same_events_at_the_same_times_give_the_same_records() {
        let run = || {
            let mut world = World::new(guide(), with_model(), eventful());
            world.run(substantive);
            world
        };
        let (once, twice) = (run(), run());
        assert_eq!(once.interview.records(), twice.interview.records());
        assert_eq!(facts(&once), facts(&twice));
    }

    fn a_changed_guide_on_the_page_changes_no_running_interview() {
        let mut world = World::new(guide(), scripted(), vec![]);
        world.answer("A first answer, short.");
        // The page's guide is not even consulted: everything comes from the records.
        world.reload();
        world.run(substantive);
        assert_eq!(world.view().progress.max, 5);
    }

    fn time_that_jumps_back_is_clamped() {
        let mut world = World::new(guide(), scripted(), vec![]);
        world.now = BEGIN - 86_400_000;
        world.answer("An answer from yesterday, it seems.");
        let times: Vec<u64> = world.stored.iter().map(|record| record.at).collect();
        assert!(times.windows(2).all(|pair| pair[0] <= pair[1]), "{times:?}");
    }

    fn a_clock_that_is_turned_back_holds_up_no_wait() {
        for reopened in [false, true] {
            let failing = vec![Act::Fail(CallErrorKind::Overloaded, None), reply(false, QUESTION)];
            let mut world = World::new(guide(), with_model(), failing);
            assert_eq!(world.view().phase, Phase::Retrying);
            world.now -= 86_400_000;
            if reopened { world.reload() }
            // A timer that was set before goes off when it would have; it is told how long is left by the clock as it is now.
            world.event(Event::Tick);
            let retry_at = world.view().problem.and_then(|problem| problem.retry_at).expect("when");
            assert!((world.now..world.now + 5_000).contains(&retry_at), "{retry_at}");
            world.wait(5_000);
            assert_eq!(world.view().phase, Phase::Answering);
            world.storing = Storing::Silent;
            world.now -= 86_400_000;
            world.answer("An answer that nobody stores.");
            world.wait(3_000);
            assert_eq!(world.view().saving.state, SavingState::Memory);
        }
    }

    fn facts_of_a_later_version_are_kept_untouched() {
        let mut world = World::new(guide(), scripted(), vec![]);
        world.answer("A first answer, short.");
        let unknown = json!({"seq": world.stored.len(), "at": world.now, "v": 9, "fact": {"sang": {"song": "la"}}});
        world.stored.push(Record::read(unknown.clone()).expect("an unknown fact is no fault"));
        world.reload();
        let kept = serde_json::to_value(&world.interview.records()[world.stored.len() - 1]);
        assert!(world.interview.records().iter().any(|record| matches!(record.fact, Fact::Unknown(_))), "{kept:?}");
        let written = world.interview.records().iter().find(|r| matches!(r.fact, Fact::Unknown(_))).map(|r| serde_json::to_value(r).ok());
        assert_eq!(written, Some(Some(unknown)));
        world.run(substantive);
        assert_eq!(world.view().phase, Phase::Finished);
    }

    fn broken_records_are_refused_with_a_reason() {
        let world = World::new(guide(), scripted(), vec![]);
        let mut gap = world.stored.clone();
        gap.remove(1);
        let mut numbered = world.stored.clone();
        numbered.iter_mut().for_each(|record| {
            if let Fact::Asked(question) = &mut record.fact {
                question.number += 1;
            }
        });
        assert_ne!(numbered, world.stored, "a question was asked");
        for records in [Vec::new(), gap, numbered, world.stored[1..].to_vec()] {
            let refused = colloquy_core::kinds::restore(records, opening(), world.now);
            assert_eq!(refused.err().map(|misuse| misuse.code()), Some("invalid_session"));
        }
    }

    fn a_paused_call_is_offered_again_after_a_reload() {
        let mut world = World::new(guide(), with_model(), vec![Act::Hang, reply(false, QUESTION)]);
        world.reload();
        assert_eq!(world.view().phase, Phase::Answering, "the turn that was cut off is offered again");
        world.command(Command::Pause);
        world.reload();
        assert_eq!(world.view().phase, Phase::Paused);
    }
}

fn json_of(interview: &Interview) -> String {
    serde_json::to_string(&interview.view()).expect("a view is JSON")
}
