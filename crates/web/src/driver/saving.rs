//! Records to the store, and what follows when it fails.

use super::Driver;
use crate::bridge::spawn;
use crate::channel;
use crate::env::{self, Timeout};
use crate::store::{Batch, Row};
use colloquy_core::{Event, Head, SaveError};
use colloquy_schema::{Fact, Record, codec};
use std::rc::Rc;

/// Wait before a failed store is tried again, in milliseconds; it doubles with each failure.
const RETRY_MS: u32 = 1_000;
/// Longest such wait, in milliseconds: somebody who freed disk space should not wait longer than a minute.
const LONGEST_RETRY_MS: u32 = 60_000;

/// When a failed store is tried again.
#[derive(Default)]
pub(super) struct Retry {
    failures: u32,
    timer: Option<Timeout>,
    persisted: bool,
}

impl Retry {
    /// Gives the timer away, to be dropped outside of a borrow.
    pub(super) fn take(&mut self) -> Option<Timeout> {
        self.timer.take()
    }
}

impl Driver {
    pub(super) fn append(self: &Rc<Self>, id: u32, records: &[Record], head: &Head) {
        let Some(first) = records.first().map(|record| record.seq) else {
            return;
        };
        // Records are plain data: they always have a JSON text.
        let texts: Vec<String> = records.iter().map(|record| codec::text(record)).collect();
        let answers: Vec<String> = records.iter().filter_map(answer).collect();
        let (epoch, draft_is_empty) = {
            let mut state = self.state.borrow_mut();
            state.writing += 1;
            (state.epoch, state.draft.is_empty() && state.form.is_empty())
        };
        // A draft that is there now was begun after the answer; only the answer's own goes.
        let clear_draft = !answers.is_empty() && draft_is_empty;
        let batch = Batch {
            first,
            records: texts,
            row: Row::new(head, epoch),
            clear_draft,
            // Until something is asked nobody has answered, and the first question waits for this: a new database takes a disk long.
            strict: head.questions > 0,
            files: Vec::new(),
        };
        let driver = self.clone();
        spawn(async move {
            let result = driver.store.append(&batch).await;
            driver.appended(id, result, &answers);
        });
    }

    fn appended(self: &Rc<Self>, id: u32, result: Result<(), SaveError>, answers: &[String]) {
        let lock = {
            let mut state = self.state.borrow_mut();
            state.writing -= 1;
            let over = state.disposed && state.writing == 0;
            if over || result == Err(SaveError::TakenOver) {
                state.lock.take()
            } else {
                None
            }
        };
        drop(lock);
        let event = match result {
            Ok(()) => {
                channel::changed();
                self.stored(!answers.is_empty());
                Event::Saved { id }
            }
            Err(reason) => {
                if reason == SaveError::TakenOver {
                    answers.iter().for_each(|text| self.give_back(text));
                } else if reason != SaveError::Deleted {
                    self.try_again_later();
                }
                Event::SaveFailed { id, reason }
            }
        };
        // Reports of the store are never a misuse.
        let _ = self.event(event);
    }

    fn stored(&self, an_answer: bool) {
        let (timer, ask) = {
            let mut state = self.state.borrow_mut();
            state.retry.failures = 0;
            let ask = an_answer && !state.retry.persisted;
            state.retry.persisted |= an_answer;
            (state.retry.take(), ask)
        };
        drop(timer);
        if ask {
            // Asked for when there is something worth keeping; browsers decide by it whether to clear this site's data.
            spawn(async { drop(env::ask(env::navigator("storage"), "persist").await) });
        }
    }

    fn try_again_later(self: &Rc<Self>) {
        let driver = Rc::downgrade(self);
        let before = {
            let mut state = self.state.borrow_mut();
            if state.disposed {
                return;
            }
            let wait = (RETRY_MS << state.retry.failures.min(10)).min(LONGEST_RETRY_MS);
            state.retry.failures += 1;
            let timer = Timeout::new(wait, move || {
                if let Some(driver) = driver.upgrade() {
                    let _ = driver.event(Event::StoreReturned);
                }
            });
            state.retry.timer.replace(timer)
        };
        drop(before);
    }
}

fn answer(record: &Record) -> Option<String> {
    match &record.fact {
        Fact::Answered { text, .. } => Some(text.clone()),
        _ => None,
    }
}
