//! The session file: what is exported replays to the same result; what is redacted is gone everywhere.

use crate::behaviours;
use crate::onboarding::{calls, led, question, small_guide};
use crate::world::{Act, Run, World, guide, opening, reply, scripted, substantive, with_model};
use colloquy_archive::{Format, export, redact, session_file};
use colloquy_core::{Command, Event, Interview};
use colloquy_schema::{Call, Fact, HostTool, RawReply};
use serde_json::{Value, json};

const FORMATS: [&str; 6] = ["markdown", "narrative", "qa", "html", "csv", "json"];

fn exports(interview: &Interview) -> Vec<String> {
    FORMATS
        .iter()
        .filter_map(|name| Format::parse(name))
        .map(|format| export(interview.session(), format))
        .collect()
}

/// A value of so many arrays inside one another.
fn nested(deep: usize) -> Value {
    (1..deep).fold(json!([]), |inner, _| json!([inner]))
}

behaviours! {
    fn an_exported_session_replays_to_the_same_result_bit_for_bit() {
        let mut world = World::new(guide(), scripted(), vec![]);
        world.answer("I realized that rest needs a plan of its own, with a place and a time.");
        world.command(Command::Skip);
        world.run(substantive);
        let file = session_file::write(world.interview.records(), Some("a draft\nwith two lines"));
        let read = session_file::read(&file).expect("an exported file is read");
        assert_eq!(read.draft.as_deref(), Some("a draft\nwith two lines"));
        assert_eq!(read.records, world.interview.records());
        let again = colloquy_core::kinds::restore(read.records, opening(), world.now + 86_400_000).expect("it restores");
        assert_eq!(exports(&again), exports(&world.interview));
        assert_eq!(session_file::write(again.records(), Some("a draft\nwith two lines")), file);
    }

    fn an_unfinished_session_goes_on_from_its_file() {
        let mut world = World::new(guide(), scripted(), vec![]);
        world.event(substantive(&world.view()));
        let file = session_file::write(world.interview.records(), None);
        world.stored = session_file::read(&file).expect("an exported file is read").records;
        world.reload();
        world.run(substantive);
        assert_eq!(world.view().figures.answered, 5);
    }

    fn nothing_is_kept_that_is_nested_too_deep_to_be_read_back() {
        let agent: fn(&Call) -> RawReply = |call| match call.number {
            1 => calls(call, &[("get_user_option", nested(127)), ("lookup", json!({ "deep": nested(90) }))]),
            _ => question(call),
        };
        let mut setup = led();
        setup.metadata.insert("deep".into(), nested(101));
        let refused = World::before_consent(small_guide(), setup.clone(), Vec::new()).err();
        assert_eq!(refused.map(|misuse| misuse.code()), Some("invalid_options"));
        setup.metadata.insert("deep".into(), nested(100));
        let mut guide = small_guide();
        guide["strategy"]["phases"][0]["tools"][0] = "lookup".into();
        setup.tools = vec![HostTool { name: "lookup".into(), parameters: json!({ "type": "object" }), ..HostTool::default() }];
        let mut world = World::before_consent(guide, setup, vec![Act::Agent(agent)]).expect("a sound setup");
        world.tools = Run::Gives(|_| nested(127));
        world.event(Event::Consent);
        let refused = |id: &str| world.interview.records().iter().any(|record| {
            matches!(&record.fact, Fact::ToolEnded { id: ended, result } if ended == id && result["status"] == "error")
        });
        assert!(refused("t1-0") && refused("t1-1"), "{:?}", world.interview.records());
        let file = session_file::write(world.interview.records(), None);
        assert_eq!(session_file::read(&file).expect("it is read back").records, world.stored);
        world.reload();
    }

    fn a_redacted_answer_is_in_no_record_message_finding_or_export() {
        let secret = "I should tell my sister Henrietta about the quarry before autumn comes";
        let echo = "You said \"tell my sister Henrietta about the quarry\". What makes you wait?";
        let acts = vec![reply(false, "What stayed with you from it?"), reply(true, echo), reply(false, "Which idea was new to you?"), reply(false, "What would you tell a friend?"), reply(false, "What do you take with you?")];
        let mut world = World::new(guide(), with_model(), acts);
        world.answer(secret);
        world.run(substantive);
        assert!(session_file::write(world.interview.records(), None).contains("Henrietta"));
        let mut records = world.interview.records().to_vec();
        for changed in redact(&records, 1) {
            let seq = changed.seq as usize;
            records[seq] = changed;
        }
        let redacted = colloquy_core::kinds::restore(records, opening(), world.now).expect("it restores");
        let file = session_file::write(redacted.records(), None);
        for word in ["Henrietta", "quarry", "sister"] {
            assert!(!file.contains(word), "{word} is still in the records");
            assert!(exports(&redacted).iter().all(|text| !text.contains(word)), "{word} is still in an export");
        }
        let exchange = &redacted.exchanges(0, 1)[0];
        assert!(exchange.redacted && exchange.answer.is_empty(), "a tombstone stays");
        assert_eq!(redacted.records().len(), world.interview.records().len());
    }
}
