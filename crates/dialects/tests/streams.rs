//! Recorded responses, cut everywhere. Each `.txt` under `tests/cases/streams/<dialect>` is one response behind a status 200, in the wire
//! format of the provider it is named after; the `.json` beside it is what it must be read as, neighbouring texts joined.

mod support;

use colloquy_dialects::{Dialect, Reply};
use colloquy_schema::{CallErrorKind, ModelEvent, RawReply, Usage};
use proptest::prelude::*;
use support::{Recording, joined, read, recordings, request};

/// Reads `parts` one after the other, then the end.
fn cut<'a>(dialect: Dialect, parts: impl Iterator<Item = &'a [u8]>) -> Vec<ModelEvent> {
    let mut reply = Reply::new(dialect, &request());
    let mut events: Vec<ModelEvent> = parts.flat_map(|part| reply.push(part)).collect();
    events.extend(reply.end());
    joined(events)
}

/// The reply at the end, without what it cost.
fn reply(events: &[ModelEvent]) -> Option<RawReply> {
    match events.last() {
        Some(ModelEvent::Done(reply)) => Some(RawReply {
            usage: Usage::default(),
            ..reply.clone()
        }),
        _ => None,
    }
}

fn text(events: &[ModelEvent]) -> &str {
    match events.first() {
        Some(ModelEvent::Text { text }) => text,
        _ => "",
    }
}

#[test]
fn every_recording_is_read_as_expected() {
    let mut wrong = Vec::new();
    for Recording {
        name,
        dialect,
        bytes,
        expected,
    } in recordings()
    {
        let got = serde_json::to_value(read(*dialect, bytes)).unwrap();
        if std::env::var_os("SHOW").is_some() {
            println!("{name}\n{}\n", serde_json::to_string_pretty(&got).unwrap());
        }
        if got != *expected {
            wrong.push(format!("{name}\n  got      {got}\n  expected {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn each_dialect_has_a_dozen_recordings_or_more() {
    for dialect in Dialect::ALL {
        let count = recordings()
            .iter()
            .filter(|one| one.dialect == dialect)
            .count();
        assert!(count >= 12, "{}: {count}", dialect.name());
    }
}

#[test]
fn a_stream_in_two_pieces_reads_the_same_wherever_it_is_cut() {
    for Recording {
        name,
        dialect,
        bytes,
        ..
    } in recordings()
    {
        let whole = read(*dialect, bytes);
        // All places of a short recording; of a long one as many, and every place is one in the test of single bytes.
        for at in (0..=bytes.len()).step_by(1 + bytes.len() / 300) {
            let (left, right) = bytes.split_at(at);
            let got = cut(*dialect, [left, b"", right].into_iter());
            assert_eq!(got, whole, "{name} cut at {at}");
        }
    }
}

#[test]
fn a_stream_byte_by_byte_reads_the_same() {
    for Recording {
        name,
        dialect,
        bytes,
        ..
    } in recordings()
    {
        assert_eq!(
            cut(*dialect, bytes.chunks(1)),
            read(*dialect, bytes),
            "{name}"
        );
    }
}

#[test]
fn a_stream_that_ends_early_is_no_reply_unless_it_has_a_stop_reason() {
    for Recording {
        name,
        dialect,
        bytes,
        ..
    } in recordings()
    {
        let whole = read(*dialect, bytes);
        let mut ended = false;
        let mut reply_so_far = Reply::new(*dialect, &request());
        let mut events = Vec::new();
        for at in 0..bytes.len() {
            // What the bytes before `at` give when the connection closes here.
            let mut got = events.clone();
            got.extend(reply_so_far.clone().end());
            let got = joined(got);
            events = joined([events, reply_so_far.push(&bytes[at..at + 1])].concat());
            let last = got.last().expect("a response ends with something");
            assert!(text(&whole).starts_with(text(&got)), "{name} ended at {at}");
            match last {
                ModelEvent::Done(_) => {
                    // Nothing but the figures may be missing.
                    assert_eq!(reply(&got), reply(&whole), "{name} ended at {at}");
                    ended = true;
                }
                ModelEvent::Failed(error) if error.kind == CallErrorKind::Network => {
                    assert!(!ended, "{name} had ended before {at}");
                }
                // The recording is one of a failure: of itself, or of one whose reason comes behind it.
                failed => assert!(
                    Some(failed) == whole.last() || name.contains("azure"),
                    "{name} ended at {at}: {failed:?}"
                ),
            }
        }
    }
}

#[test]
fn nothing_is_read_behind_the_end() {
    for Recording {
        name,
        dialect,
        bytes,
        ..
    } in recordings()
    {
        let mut reply = Reply::new(*dialect, &request());
        let mut events = reply.push(bytes);
        events.extend(reply.end());
        assert_eq!(reply.push(bytes), [], "{name}");
        assert_eq!(reply.end(), [], "{name}");
        let ends = events
            .iter()
            .filter(|event| !matches!(event, ModelEvent::Text { .. }));
        assert_eq!(ends.count(), 1, "{name}");
    }
}

#[test]
fn the_text_of_a_reply_is_the_text_that_streamed() {
    for Recording {
        name,
        dialect,
        bytes,
        ..
    } in recordings()
    {
        let events = read(*dialect, bytes);
        if let Some(reply) = reply(&events) {
            let refused = reply.stop == colloquy_schema::StopReason::Refusal;
            assert!(reply.text == text(&events) || refused, "{name}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_cut_gives_the_same_events(which in any::<prop::sample::Index>(), mut cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..40)) {
        let all = recordings();
        let Recording { dialect, bytes, .. } = &all[which.index(all.len())];
        cuts.sort_by_key(|cut| cut.index(bytes.len() + 1));
        let mut parts = Vec::new();
        let mut from = 0;
        for to in cuts.iter().map(|cut| cut.index(bytes.len() + 1)) {
            parts.push(&bytes[from..to]);
            from = to;
        }
        parts.push(&bytes[from..]);
        prop_assert_eq!(cut(*dialect, parts.into_iter()), read(*dialect, bytes));
    }

    #[test]
    fn any_damage_ends_with_one_end_and_never_panics(which in any::<prop::sample::Index>(), at in any::<prop::sample::Index>(), with in prop::collection::vec(any::<u8>(), 0..8), gone in 0usize..60) {
        let all = recordings();
        let Recording { dialect, bytes, .. } = &all[which.index(all.len())];
        let at = at.index(bytes.len());
        let mut damaged = bytes[..at].to_vec();
        damaged.extend(&with);
        damaged.extend(&bytes[(at + gone).min(bytes.len())..]);
        let events = cut(*dialect, damaged.chunks(7));
        let ends = events.iter().filter(|event| !matches!(event, ModelEvent::Text { .. })).count();
        prop_assert_eq!(ends, 1);
        let text_last = matches!(events.last(), Some(ModelEvent::Text { .. }));
        prop_assert!(!text_last);
    }

    #[test]
    fn any_bytes_end_with_one_end(dialect in 0usize..3, bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let events = cut(Dialect::ALL[dialect], bytes.chunks(3));
        prop_assert_eq!(events.iter().filter(|event| !matches!(event, ModelEvent::Text { .. })).count(), 1);
    }
}
