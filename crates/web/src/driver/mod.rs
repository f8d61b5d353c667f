//! Drives one interview: carries its effects out, reports events to it, and notifies the page.
//!
//! Nothing of the page is ever called while Rust is borrowed: the one function that is called, `wake`, belongs to the
//! package and only notes that a wake-up is due, and so does `models`, which notes a call. No guard lives across an await.

mod drafts;
mod judge;
mod opening;
mod page;
mod records;
mod saving;
mod talking;

pub(crate) use judge::validator;
pub(crate) use records::restore;

use crate::channel::{self, Listening};
use crate::env::{self, Timeout};
use crate::error::Error;
use crate::locks::Lock;
use crate::store::{Draft, SEPARATOR, Store};
use colloquy_core::{ENGINE_VERSION, Effect, Event, Interview, Opening, ReadNotes, Validate, View};
use colloquy_schema::Fact;
use colloquy_schema::codec::Encode;
use colloquy_scripted::Hearing;
use js_sys::{Array, Function, JsString};
use std::cell::{Ref, RefCell};
use std::rc::Rc;
use wasm_bindgen::JsValue;

/// How many records cross over to JavaScript at once.
const CROSSING: usize = 64;

/// How fast the scripted interviewer's questions stream in.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Pace {
    /// Word by word, a whole question within [`talking::QUESTION_MS`].
    Natural,
    /// In one piece.
    Instant,
}

/// One open interview with its hands.
pub(crate) struct Driver {
    pub(crate) session: String,
    pub(crate) store: Store,
    pace: Pace,
    wake: Function,
    models: Function,
    /// Judges by the guide's own schema, where it has one.
    validator: Option<Rc<dyn Validate>>,
    /// JSON text of every record, kept in JavaScript: it outlives a crash of this module.
    journal: Array,
    state: RefCell<State>,
}

struct State {
    interview: Interview,
    /// Added to the interview's own revision, so that it goes up when the interview is read anew.
    revision_base: u32,
    /// The writer's epoch; the store refuses any other.
    epoch: u32,
    lock: Option<Lock>,
    draft: String,
    /// What was changed in the form that waits, as JSON text of `{token, value}`; empty when nothing was.
    form: String,
    draft_timer: Option<Timeout>,
    /// Drafts on their way to the store.
    saving_draft: u32,
    tick: Option<Timeout>,
    /// The call that the interviewer is speaking to.
    speaking: Option<u32>,
    /// What the built-in interviewer has heard, once there was an answer.
    hearing: Option<Rc<Hearing>>,
    /// True while what finds by rules is loaded.
    finding: bool,
    retry: saving::Retry,
    /// Appends on their way.
    writing: u32,
    page: Option<page::Watch>,
    listening: Option<Listening>,
    disposed: bool,
}

/// Figures for a bug report.
#[derive(Encode)]
pub(crate) struct Diagnostics<'a> {
    engine: &'static str,
    session: &'a str,
    records: usize,
    ignored: u32,
    epoch: u32,
    writing: u32,
    memory: bool,
    locked: bool,
}

/// What a new driver needs beside the interview.
pub(crate) struct Setting {
    /// UUID of the session.
    pub(crate) session: String,
    /// Where it is kept.
    pub(crate) store: Store,
    /// How its questions stream in.
    pub(crate) pace: Pace,
    /// Called with true while text streams, with false for everything else.
    pub(crate) wake: Function,
    /// Called with the id of a call, its dialect and its request when a model is to be asked, with the id alone when it is
    /// to stop. For a text to be read for skills by rules the dialect is `scripted`.
    /// For a tool that is to be run the dialect is `tool`, the id that of the call; with the id alone it is to stop.
    pub(crate) models: Function,
}

impl Driver {
    fn new(
        setting: Setting,
        validator: Option<Rc<dyn Validate>>,
        interview: Interview,
        epoch: u32,
        draft: Draft,
    ) -> Rc<Driver> {
        let Setting {
            session,
            store,
            pace,
            wake,
            models,
        } = setting;
        let state = State {
            interview,
            revision_base: 0,
            epoch,
            lock: None,
            draft: draft.text,
            form: draft.form,
            draft_timer: None,
            saving_draft: 0,
            tick: None,
            speaking: None,
            hearing: None,
            finding: false,
            retry: saving::Retry::default(),
            writing: 0,
            page: None,
            listening: None,
            disposed: false,
        };
        Rc::new(Driver {
            session,
            store,
            pace,
            wake,
            models,
            validator,
            journal: Array::new(),
            state: RefCell::new(state),
        })
    }

    fn start(self: &Rc<Self>) {
        let (of_page, of_channel) = (Rc::downgrade(self), Rc::downgrade(self));
        let watch = page::watch(move |change| {
            if let Some(driver) = of_page.upgrade() {
                driver.page_changed(change);
            }
        });
        let listening = channel::listen(move |deleted| {
            if let Some(driver) = of_channel.upgrade() {
                driver.something_changed(deleted);
            }
        });
        {
            let mut state = self.state.borrow_mut();
            state.page = Some(watch);
            state.listening = Some(listening);
        }
        if !env::online() {
            // Never a misuse: the network is not the host's doing.
            let _ = self.event(Event::Network { online: false });
        }
        self.drain();
    }

    /// Reports an event to the interview and carries out what follows.
    pub(crate) fn event(self: &Rc<Self>, event: Event) -> Result<(), Error> {
        let handled = {
            let mut state = self.state.borrow_mut();
            if state.disposed {
                return Ok(());
            }
            state.interview.handle(env::now(), event)
        };
        self.drain();
        Ok(handled?)
    }

    fn drain(self: &Rc<Self>) {
        self.complete_journal();
        self.drop_form_draft();
        let (effects, timeout) = {
            let mut state = self.state.borrow_mut();
            let effects: Vec<Effect> =
                std::iter::from_fn(|| state.interview.poll_effect()).collect();
            (effects, state.interview.poll_timeout())
        };
        for effect in effects {
            match effect {
                Effect::Append { id, records, head } => self.append(id, &records, &head),
                Effect::AskModel {
                    id,
                    interviewer,
                    call,
                } => self.ask(id, &interviewer, &call),
                Effect::CancelModel { id } => self.stop_speaking(id),
                Effect::RunTool { call } => self.request_tool(&call),
                Effect::CancelTool { id } => self.stop_tool(&id),
                // The view says when a session is complete.
                Effect::Finished => {}
            }
        }
        self.find();
        let tick = timeout.map(|at| {
            let driver = Rc::downgrade(self);
            let wait = at.saturating_sub(env::now()).min(i32::MAX as u64) as u32;
            Timeout::new(wait, move || {
                if let Some(driver) = driver.upgrade() {
                    // A tick is never a misuse.
                    let _ = driver.event(Event::Tick);
                }
            })
        });
        let speaking = {
            let mut state = self.state.borrow_mut();
            state.tick = tick;
            state.speaking.is_some()
        };
        self.wake(speaking);
    }

    /// Says that the view changed. The package's function only notes it; the page is called from a microtask of its own.
    fn wake(&self, streaming: bool) {
        let _ = self.wake.call1(&JsValue::UNDEFINED, &streaming.into());
    }

    /// Lends the interview for reading.
    pub(crate) fn interview(&self) -> Ref<'_, Interview> {
        Ref::map(self.state.borrow(), |state| &state.interview)
    }

    /// Goes up with every change of the view.
    pub(crate) fn revision(&self) -> u32 {
        let state = self.state.borrow();
        state.revision_base + state.interview.revision()
    }

    /// The texts of all records, in JavaScript's own memory.
    pub(crate) fn journal(&self) -> Array {
        self.journal.clone()
    }

    /// Puts into the journal what was recorded since, stored or not: a store that fails must not keep it from an export.
    /// Before the respondent has agreed nothing is kept.
    fn complete_journal(&self) {
        let interview = self.interview();
        let from = self.journal.length() as usize;
        let new = interview.records().get(from..).unwrap_or_default();
        if interview.session().consented {
            for record in new {
                self.journal.push(&crate::bridge::json(record).into());
            }
        }
    }

    fn write_journal(&self, records: &[String]) {
        self.journal.set_length(0);
        // Many in one text: to cross over takes a record longer than to be read.
        for records in records.chunks(CROSSING) {
            let all = JsString::from(records.join(SEPARATOR));
            for record in all.split(SEPARATOR).iter() {
                self.journal.push(&record);
            }
        }
    }

    /// How this session is read again.
    fn opening(&self, read_only: bool, notes: Option<ReadNotes>) -> Opening {
        Opening {
            draft_at: None,
            read_only,
            validator: self.validator.clone(),
            notes,
        }
    }

    /// Puts another reading of the session in place of this one.
    fn replace(&self, interview: Interview, records: &[String]) {
        self.write_journal(records);
        self.stop_call();
        let mut state = self.state.borrow_mut();
        state.revision_base += state.interview.revision() + 1;
        state.interview = interview;
    }

    /// Sends an answer. Once it is recorded it is no draft any more.
    pub(crate) fn answer(self: &Rc<Self>, text: String) -> Result<(), Error> {
        let handled = {
            let mut state = self.state.borrow_mut();
            let before = state.interview.records().len();
            let handled = state.interview.handle(env::now(), Event::Answer { text });
            let new = state.interview.records().get(before..).unwrap_or_default();
            let recorded = new
                .iter()
                .any(|record| matches!(record.fact, Fact::Answered { .. }));
            handled.map(|()| recorded)
        };
        if handled == Ok(true) {
            self.draft_was_sent();
        }
        self.drain();
        Ok(handled.map(drop)?)
    }

    /// Draws the view, with a revision that goes up even when the session was read anew.
    pub(crate) fn view(&self) -> View {
        let mut view = self.interview().view();
        view.revision = self.revision();
        view
    }

    /// Figures for a bug report; nothing that anybody wrote is in it.
    pub(crate) fn diagnostics(&self) -> Diagnostics<'_> {
        let state = self.state.borrow();
        Diagnostics {
            engine: ENGINE_VERSION,
            session: &self.session,
            records: state.interview.records().len(),
            ignored: state.interview.ignored(),
            epoch: state.epoch,
            writing: state.writing,
            memory: matches!(self.store, Store::Memory(_)),
            locked: state.lock.is_some(),
        }
    }

    /// Saves what is unsaved and lets the session go; it stays in the store.
    pub(crate) fn dispose(self: &Rc<Self>) {
        self.flush_draft();
        self.stop_call();
        let gone = {
            let mut state = self.state.borrow_mut();
            state.disposed = true;
            let lock = if state.writing == 0 {
                state.lock.take()
            } else {
                None
            };
            (
                state.tick.take(),
                state.retry.take(),
                state.page.take(),
                state.listening.take(),
                lock,
            )
        };
        // Outside of the borrow: giving a lock back runs code.
        drop(gone);
    }
}
