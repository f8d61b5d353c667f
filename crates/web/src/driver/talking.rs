//! The interviewer's turn: the scripted one speaks here; the package's TypeScript asks a model, and has texts read for skills.

use super::{Driver, Pace};
use crate::bridge::{json, spawn};
use crate::env;
use crate::error::Error;
use crate::parts;
use colloquy_core::Event;
use colloquy_schema::{
    Ask, Call, CallError, CallErrorKind, Interviewer, ModelEvent, Purpose, RawReply, ToolCall,
};
use colloquy_scripted::{Hearing, Opening};
use std::rc::Rc;
use wasm_bindgen::JsValue;

/// Longest time in which a question streams in, in milliseconds: long enough to be read along, short enough not to wait for.
pub(super) const QUESTION_MS: u64 = 900;
/// Time per word of a short question, in milliseconds.
const WORD_MS: u64 = 45;
/// Time between two pieces, in milliseconds; the page is woken 20 times a second at most.
const PIECE_MS: u32 = 50;

/// What replies by rules.
type Respond = fn(&Ask, &Hearing) -> RawReply;

impl Driver {
    pub(super) fn ask(self: &Rc<Self>, id: u32, interviewer: &Interviewer, call: &Call) {
        match interviewer {
            Interviewer::Scripted => {
                if let Purpose::Skills(ask) = &call.ask.purpose {
                    // The names of skills are a text that the package has.
                    return self.request_reply(id, "scripted", &json(ask.as_ref()));
                }
                self.state.borrow_mut().speaking = Some(id);
                let (driver, ask) = (self.clone(), call.ask.clone());
                spawn(async move { driver.answer_by_rules(id, &ask).await });
            }
            Interviewer::Model { dialect, name, .. } => {
                self.request_reply(id, dialect, &json(&call.request(name)));
            }
        }
    }

    /// Has the built-in interviewer reply. While its part cannot be loaded it is as if the network were away.
    async fn answer_by_rules(self: Rc<Self>, id: u32, ask: &Ask) {
        let reply = self.reply_to(id, ask).await;
        if !self.is_speaking(id) {
            return;
        }
        match reply {
            Ok(reply) => self.speak(id, reply.unwrap_or_default()).await,
            Err(error) => self.model_event(
                id,
                ModelEvent::Failed(CallError {
                    kind: CallErrorKind::Network,
                    retry_after_ms: None,
                    message: error.message,
                }),
            ),
        }
    }

    /// Loads what replies to an ask and has it reply, unless the call has ended meanwhile. What opens an interview needs the least.
    async fn reply_to(&self, id: u32, ask: &Ask) -> Result<Option<RawReply>, Error> {
        if let Some(opening) = Opening::of(ask) {
            let open = parts::opener(opening).await?;
            let opened = self.while_speaking(id, || open(ask)).flatten();
            if opened.is_some() || !self.is_speaking(id) {
                return Ok(opened);
            }
        }
        let (respond, hearing) = self.parts_for(ask).await?;
        Ok(self.while_speaking(id, || respond(ask, &hearing)))
    }

    /// Does what a call wants. A trap in there leaves the state borrowed, and so shows with the next call of the page.
    fn while_speaking<T>(&self, id: u32, work: impl FnOnce() -> T) -> Option<T> {
        let busy = self.state.borrow_mut();
        (busy.speaking == Some(id)).then(work)
    }

    /// Loads what replies to an ask, and what hears its answers.
    async fn parts_for(&self, ask: &Ask) -> Result<(Respond, Rc<Hearing>), Error> {
        let respond = *parts::scripted().await?;
        if !Hearing::is_needed(ask) {
            return Ok((respond, Rc::default()));
        }
        let new = parts::hearing().await?.new;
        let language = parts::words(&ask.locale).await?;
        let mut state = self.state.borrow_mut();
        let hearing = state.hearing.get_or_insert_with(|| Rc::new(new(language)));
        Ok((respond, hearing.clone()))
    }

    /// Loads what finds by rules for an interview whose findings are waited for. Where it cannot be loaded the next event tries again.
    pub(super) fn find(self: &Rc<Self>) {
        let mut state = self.state.borrow_mut();
        if state.finding || !state.interview.wants_rules() {
            return;
        }
        state.finding = true;
        drop(state);
        let driver = self.clone();
        spawn(async move {
            let loaded = driver.load_rules().await;
            driver.state.borrow_mut().finding = false;
            if loaded.is_ok() {
                driver.wake(false);
            }
        });
    }

    /// Gives the interview what finds by rules.
    pub(crate) async fn load_rules(&self) -> Result<(), Error> {
        let finder = parts::hearing().await?.finder;
        let locale = self
            .state
            .borrow()
            .interview
            .session()
            .asks_in()
            .to_string();
        let find = finder(parts::words(&locale).await?);
        let mut state = self.state.borrow_mut();
        state
            .interview
            .find_by(move |turns, locale| find(turns, locale));
        Ok(())
    }

    /// Notes a call that the package answers; what comes of it is handed to [`Driver::model_event`].
    fn request_reply(&self, id: u32, dialect: &str, request: &str) {
        self.state.borrow_mut().speaking = Some(id);
        let (id, dialect, request) = (id.into(), dialect.into(), request.into());
        let _ = self
            .models
            .call3(&JsValue::UNDEFINED, &id, &dialect, &request);
    }

    /// Has the package run a tool; what comes of it is handed in as `toolSettled`.
    pub(super) fn request_tool(&self, call: &ToolCall) {
        let (id, request) = (call.id.as_str().into(), json(call).into());
        let _ = self
            .models
            .call3(&JsValue::UNDEFINED, &id, &"tool".into(), &request);
    }

    /// Has the package stop a tool.
    pub(super) fn stop_tool(&self, id: &str) {
        let _ = self.models.call1(&JsValue::UNDEFINED, &id.into());
    }

    /// Handles an event of a model's reply to a call. What comes for a call that does not run any more is dropped.
    pub(crate) fn model_event(self: &Rc<Self>, id: u32, event: ModelEvent) {
        if !self.is_speaking(id) {
            return;
        }
        let event = match event {
            ModelEvent::Text { text } => Event::ModelChunk { id, text },
            ModelEvent::Done(reply) => Event::ModelDone { id, reply },
            ModelEvent::Failed(error) => Event::ModelFailed { id, error },
        };
        if !matches!(event, Event::ModelChunk { .. }) {
            self.state.borrow_mut().speaking = None;
        }
        // Completions are never a misuse.
        let _ = self.event(event);
    }

    /// Ends a call that runs: nothing more of it is handled, and a model's request is aborted.
    pub(super) fn stop_speaking(&self, id: u32) {
        if self.is_speaking(id) {
            self.stop_call();
        }
    }

    /// Ends whatever call runs.
    pub(super) fn stop_call(&self) {
        let running = self.state.borrow_mut().speaking.take();
        if let Some(id) = running {
            // For a call of the scripted interviewer there is nobody to stop, and the package knows.
            let _ = self.models.call1(&JsValue::UNDEFINED, &id.into());
        }
    }

    fn is_speaking(&self, id: u32) -> bool {
        self.state.borrow().speaking == Some(id)
    }

    async fn speak(self: Rc<Self>, id: u32, reply: RawReply) {
        let words: Vec<&str> = reply.text.split_inclusive(' ').collect();
        let whole = (words.len() as u64 * WORD_MS).min(QUESTION_MS);
        let (mut last, mut spent, mut sent) = (env::now(), 0, 0);
        while self.pace == Pace::Natural && sent < words.len() {
            env::sleep(PIECE_MS).await;
            if !self.is_speaking(id) {
                return;
            }
            // By the clock, not by the number of timers: a page in the background gets one timer a second. One that was turned
            // back holds nothing up.
            let now = env::now();
            spent += now.saturating_sub(last).max(PIECE_MS.into());
            last = now;
            let due = (spent * words.len() as u64)
                .checked_div(whole)
                .unwrap_or(u64::MAX);
            let due = usize::try_from(due).unwrap_or(usize::MAX).min(words.len());
            if due > sent {
                // Late completions are never a misuse.
                let _ = self.event(Event::ModelChunk {
                    id,
                    text: words[sent..due].concat(),
                });
                sent = due;
            }
        }
        if self.is_speaking(id) {
            self.state.borrow_mut().speaking = None;
            let _ = self.event(Event::ModelDone { id, reply });
        }
    }
}
