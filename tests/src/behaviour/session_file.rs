//! The session file: what is exported replays to the same result; what is redacted is gone everywhere.

use crate::behaviours;
use crate::world::{World, guide, reply, scripted, substantive, with_model};
use colloquy_core::{Command, Format, Interview, Opening, redact, session_file};

const FORMATS: [&str; 6] = ["markdown", "narrative", "qa", "html", "csv", "json"];

fn exports(interview: &Interview) -> Vec<String> {
    FORMATS
        .iter()
        .filter_map(|name| Format::parse(name))
        .map(|format| interview.export(format))
        .collect()
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
        let again = Interview::restore(read.records, Opening::default(), world.now + 86_400_000).expect("it restores");
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
        let redacted = Interview::restore(records, Opening::default(), world.now).expect("it restores");
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
