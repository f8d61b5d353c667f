//! What was typed, or filled into a form, and not sent.

use super::Driver;
use crate::bridge::{argument, spawn, text};
use crate::env::{self, Timeout};
use crate::store::Draft;
use colloquy_core::{Event, SaveError};
use serde_json::{Value, json};
use std::rc::Rc;

/// Longest time from a keystroke to the store, in milliseconds. The promise is a second
/// (requirements.md#draft-saved); the rest is for
/// a slow disk.
const DELAY_MS: u32 = 400;
/// Longest draft that is kept, in bytes, 4 MiB: the longest answer a guide can allow is a million characters.
const DRAFT_BYTES: usize = 4 << 20;
/// Longest draft of a form, in bytes, 200 kB: twice what a form may be filled in with.
const FORM_BYTES: usize = 200_000;

impl Driver {
    /// Returns the unsent text.
    pub(crate) fn draft(&self) -> String {
        self.state.borrow().draft.clone()
    }

    /// Keeps the unsent text, in the store within a second.
    pub(crate) fn set_draft(self: &Rc<Self>, text: &str) {
        {
            let mut state = self.state.borrow_mut();
            if state.disposed || text.len() > DRAFT_BYTES || state.draft == text {
                return;
            }
            state.draft = text.into();
        }
        self.save_draft_soon();
    }

    /// Returns what was changed in the form that waits, as JSON text of `{token, value}`, or `null`.
    pub(crate) fn form_draft(&self) -> String {
        let state = self.state.borrow();
        if state.form.is_empty() {
            return "null".into();
        }
        state.form.clone()
    }

    /// Keeps what was changed in the form that waits, in the store within a second; null when nothing was. What is for a form that
    /// does not wait, or is too long, is not kept.
    pub(crate) fn set_form_draft(self: &Rc<Self>, token: &str, value: &Value) {
        let keep = if *value == Value::Null {
            String::new()
        } else {
            text(&json!({ "token": token, "value": value }))
        };
        {
            let mut state = self.state.borrow_mut();
            let waits = state.interview.waiting_form() == Some(token);
            if state.disposed || !waits || keep.len() > FORM_BYTES || state.form == keep {
                return;
            }
            state.form = keep;
        }
        self.save_draft_soon();
    }

    /// Forgets what was changed in a form that does not wait any more: it was settled or refused.
    pub(super) fn drop_form_draft(self: &Rc<Self>) {
        {
            let mut state = self.state.borrow_mut();
            if state.form.is_empty() || state.disposed {
                return;
            }
            let of = argument(&state.form).unwrap_or_default();
            let token = of["token"].as_str();
            if token.is_some() && token == state.interview.waiting_form() {
                return;
            }
            state.form.clear();
        }
        self.save_draft_soon();
    }

    pub(super) fn save_draft_soon(self: &Rc<Self>) {
        let mut state = self.state.borrow_mut();
        // Not put off by further typing: a timer that runs stays.
        if state.draft_timer.is_none() && !state.interview.read_only() {
            let driver = Rc::downgrade(self);
            state.draft_timer = Some(Timeout::new(DELAY_MS, move || {
                if let Some(driver) = driver.upgrade() {
                    driver.flush_draft();
                }
            }));
        }
    }

    /// Stores what was not sent now, if it changed since it was last stored.
    pub(super) fn flush_draft(self: &Rc<Self>) {
        let timer = self.state.borrow_mut().draft_timer.take();
        if timer.is_some() {
            self.save_draft();
        }
    }

    /// Stores what was not sent before the page goes, once more if it is being stored: that is aborted with the page.
    pub(super) fn flush_last_draft(self: &Rc<Self>) {
        self.flush_draft();
        if self.state.borrow().saving_draft > 0 {
            self.save_draft();
        }
    }

    fn save_draft(self: &Rc<Self>) {
        let (draft, epoch) = {
            let mut state = self.state.borrow_mut();
            state.saving_draft += 1;
            let draft = Draft {
                text: state.draft.clone(),
                form: state.form.clone(),
                at: env::now(),
            };
            (draft, state.epoch)
        };
        let driver = self.clone();
        spawn(async move {
            let saved = driver
                .store
                .save_draft(&driver.session, epoch, &draft)
                .await;
            driver.state.borrow_mut().saving_draft -= 1;
            // Before the first record there is no session to keep it with, which the interview knows. A store that fails shows
            // with the records.
            if let Err(reason @ SaveError::Deleted) = saved {
                let _ = driver.event(Event::SaveFailed { id: 0, reason });
            }
        });
    }

    /// Forgets the unsent text: it was recorded as an answer, and goes from the store with that.
    pub(super) fn draft_was_sent(&self) {
        let timer = {
            let mut state = self.state.borrow_mut();
            state.draft.clear();
            state.draft_timer.take()
        };
        drop(timer);
    }

    /// Puts back in front of the respondent what was submitted here and refused because another tab writes now.
    pub(super) fn give_back(&self, text: &str) {
        let mut state = self.state.borrow_mut();
        if !state.draft.contains(text) {
            let rest = std::mem::take(&mut state.draft);
            state.draft = if rest.is_empty() {
                text.into()
            } else {
                [text, "\n\n", &rest].concat()
            };
        }
    }
}
