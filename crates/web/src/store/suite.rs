//! One suite for both stores. Each check takes an empty store and returns what went wrong; the same functions run natively on
//! memory and, built with the feature `store-suite`, on IndexedDB in every browser.

mod files;

use super::{Batch, Contents, Draft, Query, Row, Store};
use colloquy_core::{Head, SaveError, Status};
use std::fmt::Debug;

/// What a check found: nothing, or a sentence.
pub type Verdict = Result<(), String>;

/// Names of all checks.
pub const CHECKS: &[&str] = &[
    "an_append_is_read_back",
    "what_is_there_already_is_skipped",
    "a_long_session_is_read_back",
    "a_gap_is_refused",
    "an_older_writer_is_refused",
    "a_deleted_session_is_not_begun_in_the_middle",
    "a_draft_is_kept_until_it_is_sent",
    "a_draft_of_a_form_is_kept_beside_the_typed_one",
    "lists_are_filtered_and_newest_first",
    "clean_up_takes_old_completed_sessions_only",
    "deleting_leaves_nothing_and_no_neighbour_is_touched",
    "a_rewrite_replaces_every_record",
    "any_text_comes_back_as_it_was",
    "a_file_is_read_back",
    "a_file_needs_its_session",
    "a_file_goes_alone_or_with_its_session",
    "a_rewrite_brings_files_and_takes_them",
];

/// Runs one check by its name on an empty store.
///
/// # Errors
/// What did not hold.
pub async fn run(name: &str, store: &Store) -> Verdict {
    match name {
        "an_append_is_read_back" => read_back(store).await,
        "what_is_there_already_is_skipped" => skipped(store).await,
        "a_long_session_is_read_back" => long(store).await,
        "a_gap_is_refused" => gap(store).await,
        "an_older_writer_is_refused" => older_writer(store).await,
        "a_deleted_session_is_not_begun_in_the_middle" => deleted_in_between(store).await,
        "a_draft_is_kept_until_it_is_sent" => drafts(store).await,
        "a_draft_of_a_form_is_kept_beside_the_typed_one" => form_drafts(store).await,
        "lists_are_filtered_and_newest_first" => lists(store).await,
        "clean_up_takes_old_completed_sessions_only" => clean_up(store).await,
        "deleting_leaves_nothing_and_no_neighbour_is_touched" => deleting(store).await,
        "a_rewrite_replaces_every_record" => rewrite(store).await,
        "any_text_comes_back_as_it_was" => any_text(store).await,
        "a_file_is_read_back" => files::read_back(store).await,
        "a_file_needs_its_session" => files::without_a_session(store).await,
        "a_file_goes_alone_or_with_its_session" => files::deleting(store).await,
        "a_rewrite_brings_files_and_takes_them" => files::rewrite(store).await,
        _ => Err("there is no such check".into()),
    }
}

fn same<T: PartialEq + Debug>(found: T, expected: T, what: &str) -> Verdict {
    if found == expected {
        Ok(())
    } else {
        Err(format!("{what}: found {found:?}, expected {expected:?}"))
    }
}

fn failed(error: SaveError) -> String {
    format!("the store failed: {error:?}")
}

/// A row of a session with so many records, last changed at that number too.
pub fn row(session: &str, records: u32, epoch: u32) -> Row {
    let head = Head {
        session: session.into(),
        guide: "reflective".into(),
        subject: "notes".into(),
        records,
        updated_at: u64::from(records),
        ..Head::default()
    };
    Row::new(&head, epoch)
}

/// Records `first` up to, not including, `upto` of a session.
pub fn batch(session: &str, first: u32, upto: u32, epoch: u32) -> Batch {
    let records = (first..upto)
        .map(|seq| format!("{{\"seq\":{seq}}}"))
        .collect();
    Batch {
        first,
        records,
        row: row(session, upto, epoch),
        clear_draft: false,
        strict: true,
        files: Vec::new(),
    }
}

/// A draft of an answer.
pub fn typed(text: &str, at: u64) -> Draft {
    Draft {
        text: text.into(),
        form: String::new(),
        at,
    }
}

fn texts(upto: u32) -> Vec<String> {
    batch("", 0, upto, 0).records
}

async fn contents(store: &Store, session: &str) -> Result<Contents, String> {
    store
        .read(session)
        .await
        .map_err(failed)?
        .ok_or_else(|| format!("{session} is not there"))
}

async fn read_back(store: &Store) -> Verdict {
    store.append(&batch("a", 0, 2, 1)).await.map_err(failed)?;
    store.append(&batch("a", 2, 5, 1)).await.map_err(failed)?;
    let found = contents(store, "a").await?;
    same(found.records, texts(5), "records")?;
    same(found.row, row("a", 5, 1), "row")?;
    same(found.draft, None, "draft")?;
    same(
        store.read("b").await.map_err(failed)?,
        None,
        "a session that never was",
    )
}

async fn skipped(store: &Store) -> Verdict {
    store.append(&batch("a", 0, 4, 1)).await.map_err(failed)?;
    let mut again = batch("a", 1, 6, 1);
    again.records[0] = "changed".into();
    store.append(&again).await.map_err(failed)?;
    // What comes late and brings nothing new must not turn the row back.
    store.append(&batch("a", 0, 3, 1)).await.map_err(failed)?;
    let found = contents(store, "a").await?;
    same(found.records, texts(6), "records")?;
    same(found.row.records, 6, "count")
}

/// Appends end before, at and after the places where a database may join records, begin there, and go over several of them.
async fn long(store: &Store) -> Verdict {
    let ends = [60, 62, 64, 65, 120, 130, 190, 400, 440, 450];
    let mut first = 0;
    for upto in ends {
        let appended = store.append(&batch("a", first, upto, 1)).await;
        appended.map_err(failed)?;
        first = upto;
    }
    let late = store.append(&batch("a", 440, 455, 1)).await;
    late.map_err(failed)?;
    same(contents(store, "a").await?.records, texts(455), "records")?;
    let rewritten = store.rewrite(&batch("a", 0, 150, 1)).await;
    rewritten.map_err(failed)?;
    let more = store.append(&batch("a", 150, 200, 1)).await;
    more.map_err(failed)?;
    same(
        contents(store, "a").await?.records,
        texts(200),
        "records after a rewrite",
    )
}

async fn gap(store: &Store) -> Verdict {
    store.append(&batch("a", 0, 2, 1)).await.map_err(failed)?;
    same(
        store.append(&batch("a", 3, 4, 1)).await,
        Err(SaveError::Lost),
        "an append after a gap",
    )?;
    same(contents(store, "a").await?.records, texts(2), "records")
}

async fn older_writer(store: &Store) -> Verdict {
    store.append(&batch("a", 0, 2, 1)).await.map_err(failed)?;
    let claimed = store
        .claim("a")
        .await
        .map_err(failed)?
        .ok_or("nothing to claim")?;
    same(claimed.row.epoch, 2, "epoch")?;
    same(claimed.records, texts(2), "claimed records")?;
    same(
        store.append(&batch("a", 2, 3, 1)).await,
        Err(SaveError::TakenOver),
        "an append of the older writer",
    )?;
    let draft = typed("mine", 7);
    same(
        store.save_draft("a", 1, &draft).await,
        Err(SaveError::TakenOver),
        "a draft of the older writer",
    )?;
    same(
        store.rewrite(&batch("a", 0, 1, 1)).await,
        Err(SaveError::TakenOver),
        "a rewrite of the older writer",
    )?;
    store.append(&batch("a", 2, 3, 2)).await.map_err(failed)?;
    let found = contents(store, "a").await?;
    same(
        (found.records, found.draft),
        (texts(3), None),
        "what the newer writer left",
    )?;
    same(
        store.claim("b").await.map_err(failed)?,
        None,
        "a claim of nothing",
    )
}

async fn deleted_in_between(store: &Store) -> Verdict {
    store.append(&batch("a", 0, 2, 1)).await.map_err(failed)?;
    same(store.remove("a").await, Ok(true), "the removal")?;
    same(
        store.append(&batch("a", 2, 3, 1)).await,
        Err(SaveError::Deleted),
        "an append to what is gone",
    )?;
    let draft = typed("late", 7);
    same(
        store.save_draft("a", 1, &draft).await,
        Err(SaveError::Deleted),
        "a draft for what is gone",
    )?;
    same(store.read("a").await, Ok(None), "the session")
}

async fn drafts(store: &Store) -> Verdict {
    store.append(&batch("a", 0, 1, 1)).await.map_err(failed)?;
    let draft = typed("half a th", 70);
    store.save_draft("a", 1, &draft).await.map_err(failed)?;
    same(
        contents(store, "a").await?.draft,
        Some(draft.clone()),
        "draft",
    )?;
    store.append(&batch("a", 1, 2, 1)).await.map_err(failed)?;
    same(
        contents(store, "a").await?.draft,
        Some(draft),
        "draft after another record",
    )?;
    let listed = store.list(&Query::default()).await.map_err(failed)?;
    same(
        listed.iter().map(|listed| listed.draft_at).collect(),
        vec![Some(70)],
        "draft's time in a list",
    )?;
    let sent = Batch {
        clear_draft: true,
        ..batch("a", 2, 3, 1)
    };
    store.append(&sent).await.map_err(failed)?;
    same(
        contents(store, "a").await?.draft,
        None,
        "draft after it was sent",
    )?;
    store
        .save_draft("a", 1, &typed("x", 71))
        .await
        .map_err(failed)?;
    store
        .save_draft("a", 1, &typed("", 72))
        .await
        .map_err(failed)?;
    same(
        contents(store, "a").await?.draft,
        None,
        "draft that was emptied",
    )
}

async fn form_drafts(store: &Store) -> Verdict {
    store.append(&batch("a", 0, 1, 1)).await.map_err(failed)?;
    for (text, form) in [("typed", "{}"), ("", "{\"token\":1}"), ("typed", "")] {
        let draft = Draft {
            form: form.into(),
            ..typed(text, 7)
        };
        store.save_draft("a", 1, &draft).await.map_err(failed)?;
        same(contents(store, "a").await?.draft, Some(draft), "draft")?;
        let listed = store.list(&Query::default()).await.map_err(failed)?;
        same(listed[0].draft_at, Some(7), "draft's time in a list")?;
    }
    let nothing = typed("", 8);
    store.save_draft("a", 1, &nothing).await.map_err(failed)?;
    same(contents(store, "a").await?.draft, None, "an empty draft")
}

async fn lists(store: &Store) -> Verdict {
    for (session, guide, subject, records) in [
        ("a", "reflective", "x", 3),
        ("b", "reflective", "y", 9),
        ("c", "staged", "x", 5),
        ("d", "reflective", "x", 7),
    ] {
        let mut one = batch(session, 0, records, 1);
        one.row.guide = guide.into();
        one.row.subject = subject.into();
        store.append(&one).await.map_err(failed)?;
    }
    for (guide, subject, expected) in [
        (None, None, vec!["b", "d", "c", "a"]),
        (Some("reflective"), None, vec!["b", "d", "a"]),
        (None, Some("x"), vec!["d", "c", "a"]),
        (Some("reflective"), Some("x"), vec!["d", "a"]),
        (Some("none"), None, vec![]),
        (None, Some("xx"), vec![]),
    ] {
        let query = Query {
            guide: guide.map(Into::into),
            subject: subject.map(Into::into),
        };
        let list = store.list(&query).await.map_err(failed)?;
        let found: Vec<&str> = list
            .iter()
            .map(|listed| listed.row.session.as_str())
            .collect();
        same(found, expected, &format!("{guide:?} {subject:?}"))?;
    }
    Ok(())
}

async fn clean_up(store: &Store) -> Verdict {
    for (session, records, status) in [
        ("old", 5, Status::Completed),
        ("new", 9, Status::Completed),
        ("going", 3, Status::Active),
        ("paused", 3, Status::Paused),
    ] {
        let mut one = batch(session, 0, records, 1);
        one.row.status = status;
        store.append(&one).await.map_err(failed)?;
    }
    same(store.clean_up(9).await, Ok(1), "how many went")?;
    let list = store.list(&Query::default()).await.map_err(failed)?;
    let left: Vec<&str> = list
        .iter()
        .map(|listed| listed.row.session.as_str())
        .collect();
    same(left, vec!["new", "going", "paused"], "what is left")?;
    same(store.clean_up(9).await, Ok(0), "a second time")
}

async fn deleting(store: &Store) -> Verdict {
    // A session whose id is the beginning of another's must not take that one along.
    for session in ["a", "aa", "b"] {
        store
            .append(&batch(session, 0, 3, 1))
            .await
            .map_err(failed)?;
        store
            .save_draft(session, 1, &typed(session, 1))
            .await
            .map_err(failed)?;
    }
    same(store.remove("a").await, Ok(true), "the first removal")?;
    same(store.remove("a").await, Ok(false), "the second removal")?;
    same(
        contents(store, "aa").await?.records,
        texts(3),
        "the neighbour's records",
    )?;
    same(
        contents(store, "aa").await?.draft.map(|draft| draft.text),
        Some("aa".into()),
        "the neighbour's draft",
    )?;
    // Begun again under the same id, nothing of the old one shows.
    store.append(&batch("a", 0, 1, 1)).await.map_err(failed)?;
    let again = contents(store, "a").await?;
    same(
        (again.records, again.draft),
        (texts(1), None),
        "a session begun again",
    )?;
    store.clear().await.map_err(failed)?;
    same(
        store.list(&Query::default()).await.map(|list| list.len()),
        Ok(0),
        "sessions after all were deleted",
    )?;
    same(
        store.read("b").await,
        Ok(None),
        "a session after all were deleted",
    )
}

async fn rewrite(store: &Store) -> Verdict {
    store.append(&batch("a", 0, 4, 1)).await.map_err(failed)?;
    let draft = typed("kept", 1);
    store.save_draft("a", 1, &draft).await.map_err(failed)?;
    let mut redacted = batch("a", 0, 3, 1);
    redacted.records[1] = "{\"seq\":1,\"redacted\":true}".into();
    store.rewrite(&redacted).await.map_err(failed)?;
    let found = contents(store, "a").await?;
    same(
        (found.records, found.row.records, found.draft),
        (redacted.records, 3, Some(draft)),
        "the session",
    )?;
    store
        .rewrite(&batch("new", 0, 2, 1))
        .await
        .map_err(failed)?;
    same(
        contents(store, "new").await?.records,
        texts(2),
        "a session that is written at once",
    )
}

async fn any_text(store: &Store) -> Verdict {
    let hostile = [
        "\u{0}",
        "\u{1F468}\u{200D}\u{1F469}",
        "</script>",
        "__proto__",
        "line\nbreak\u{2028}",
        "\"\\",
    ];
    let mut one = batch("__proto__", 0, 0, 1);
    one.records = hostile.iter().map(|text| (*text).to_string()).collect();
    one.row.records = hostile.len() as u32;
    one.row.head = hostile.concat();
    one.row.subject = "__proto__".into();
    store.append(&one).await.map_err(failed)?;
    let draft = typed(&hostile.concat(), u64::from(u32::MAX) * 1000);
    store
        .save_draft("__proto__", 1, &draft)
        .await
        .map_err(failed)?;
    let found = contents(store, "__proto__").await?;
    same(
        found,
        Contents {
            row: one.row,
            records: one.records,
            draft: Some(draft),
        },
        "the session",
    )
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use super::*;
    use std::pin::pin;
    use std::task::{Context, Poll, Waker};

    #[test]
    fn memory_passes_every_check() {
        for name in CHECKS {
            let store = Store::memory();
            let mut work = pin!(run(name, &store));
            // Memory answers at once, so one poll is the whole run.
            let Poll::Ready(verdict) = work.as_mut().poll(&mut Context::from_waker(Waker::noop()))
            else {
                panic!("{name} waits for something");
            };
            assert_eq!(verdict, Ok(()), "{name}");
        }
    }
}
