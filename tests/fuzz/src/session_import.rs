//! Session files from elsewhere: the bytes are one, or a real one and damage to it.

use crate::course;
use crate::edits::edit;
use crate::guides::FORMATS;
use crate::input::{Input, random};
use crate::model;
use crate::sessions::SESSIONS;
use colloquy_archive::session_file::{SessionFile, read, read_apart, write_whole};
use colloquy_archive::{calls_of, export, export_of, redact};
use colloquy_core::{Interview, Opening, Phase, digest_of, questions_of};
use colloquy_schema::{Fact, Record};
use colloquy_tests::sections::skills_of;
use colloquy_tests::world::{Act, World, guide, opening, scripted};

/// A file is refused with its faults, or is a session: it is written back the same, shown, exported, redacted, and goes on.
pub(crate) fn check(bytes: &[u8]) {
    let text = if bytes.first() == Some(&b'{') {
        String::from_utf8_lossy(bytes).into_owned()
    } else {
        let mut input = Input::new(bytes);
        let mut file = input.pick(&SESSIONS).clone();
        // Most of a file is its guide; damage to that is another target's matter.
        let part = match input.below(5) {
            0 => &mut file,
            _ => &mut file["records"],
        };
        edit(part, &mut input);
        file.to_string()
    };
    let _ = read_apart(&text);
    let file = match read(&text) {
        Ok(file) => file,
        Err(faults) => {
            assert!(!faults.is_empty() && faults.len() <= 20);
            return;
        }
    };
    check_written(&file);
    let records = file.records;
    let _ = (
        questions_of(&records),
        digest_of(&records),
        calls_of(&records),
    );
    let now = records
        .last()
        .map_or(0, |record| record.at)
        .saturating_add(1_000);
    let opening = Opening {
        read_only: true,
        ..opening()
    };
    let Ok(interview) = colloquy_core::kinds::restore(records.clone(), opening, now) else {
        return;
    };
    shown(&interview);
    let mut random = random(bytes);
    let redacted = without(&records, 1 + random.below(4) as u32);
    go_on(
        if random.below(3) == 0 {
            redacted
        } else {
            records
        },
        now,
        bytes,
    );
}

/// What was read is written, and read again the same.
fn check_written(file: &SessionFile) {
    let written = write_whole(&file.records, file.draft.as_deref(), &file.files);
    let again = read(&written).unwrap_or_else(|faults| panic!("{faults:?} in what was written"));
    let written_again = write_whole(&again.records, again.draft.as_deref(), &again.files);
    assert!(same(&written, &written_again), "{written}\n{written_again}");
}

/// The same text, but for the last digit of long fractions, which reading may lose.
fn same(a: &str, b: &str) -> bool {
    let digits = |text: &str| {
        let number = |c: char| c.is_ascii_digit() || matches!(c, '.' | 'e' | '-');
        text.split(|c| !number(c))
            .any(|run| run.contains(['.', 'e']) && run.len() > 15)
    };
    a == b || digits(a)
}

/// Everything that is made of a session for somebody to see.
fn shown(interview: &Interview) {
    let view = interview.view();
    assert!(view.progress.percent <= 100);
    serde_json::to_string(&view).expect("a view is JSON");
    for format in FORMATS {
        export(interview.session(), format);
    }
    interview.exchanges(0, usize::MAX);
    let _ = (
        skills_of(interview),
        calls_of(interview.records()),
        interview.head(),
        interview.summary(),
    );
}

/// The records without one answer; a second time changes nothing more, and what is left is a session.
fn without(records: &[Record], question: u32) -> Vec<Record> {
    let mut left = records.to_vec();
    for changed in redact(records, question) {
        let place = changed.seq as usize;
        left[place] = changed;
    }
    assert_eq!(redact(&left, question), [], "a second time changes nothing");
    for format in FORMATS {
        let _ = export_of(&left, format);
    }
    if let Err(misuse) = colloquy_core::kinds::restore(left.clone(), opening(), 0) {
        panic!(
            "cannot be restored without answer {question}: {} {}",
            misuse.code(),
            misuse.message()
        );
    }
    left
}

/// Goes on with a session for some turns, with a model that says anything.
fn go_on(records: Vec<Record>, now: u64, bytes: &[u8]) {
    model::reads(bytes);
    let mut world = World::new(guide(), scripted(), vec![Act::Agent(model::says)]);
    world.now = now;
    world.stored = records;
    world.reload();
    for _ in 0..12 {
        world.settle();
        let view = world.view();
        let before = world.interview.records().len();
        let answering = view.phase == Phase::Answering && view.form.is_none();
        if !course::goes_on(&mut world, &view) {
            break;
        }
        let recorded = world.interview.records()[before..].iter();
        let answered = recorded
            .filter(|record| matches!(record.fact, Fact::Answered { .. }))
            .count();
        assert!(
            !answering || answered == 1 || world.view().notice.is_some(),
            "an answer was lost"
        );
    }
    shown(&world.interview);
}
