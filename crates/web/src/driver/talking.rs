//! The scripted interviewer's turn.

use super::{Driver, Pace};
use crate::env;
use crate::handle::spawn;
use colloquy_core::Event;
use colloquy_schema::{Call, CallError, CallErrorKind, Interviewer, RawReply};
use std::rc::Rc;

/// Longest time in which a question streams in, in milliseconds: long enough to be read along, short enough not to wait for.
pub(super) const QUESTION_MS: u64 = 900;
/// Time per word of a short question, in milliseconds.
const WORD_MS: u64 = 45;
/// Time between two pieces, in milliseconds; the page is woken 20 times a second at most.
const PIECE_MS: u32 = 50;

impl Driver {
    pub(super) fn ask(self: &Rc<Self>, id: u32, interviewer: &Interviewer, call: &Call) {
        let reply = match interviewer {
            Interviewer::Scripted => {
                // A trap in here leaves this borrowed, and so shows with the next call of the page.
                let _busy = self.state.borrow_mut();
                RawReply {
                    text: colloquy_scripted::reply(&call.ask),
                    ..RawReply::default()
                }
            }
            Interviewer::Model { .. } => {
                let message = "this version has no connection to models".into();
                let error = CallError {
                    kind: CallErrorKind::Invalid,
                    retry_after_ms: None,
                    message,
                };
                let driver = self.clone();
                return env::later(move || drop(driver.event(Event::ModelFailed { id, error })));
            }
        };
        self.state.borrow_mut().speaking = Some(id);
        let driver = self.clone();
        spawn(async move { driver.speak(id, reply).await });
    }

    pub(super) fn stop_speaking(&self, id: u32) {
        let mut state = self.state.borrow_mut();
        if state.speaking == Some(id) {
            state.speaking = None;
        }
    }

    fn is_speaking(&self, id: u32) -> bool {
        self.state.borrow().speaking == Some(id)
    }

    async fn speak(self: Rc<Self>, id: u32, reply: RawReply) {
        let words: Vec<&str> = reply.text.split_inclusive(' ').collect();
        let whole = (words.len() as u64 * WORD_MS).min(QUESTION_MS);
        let (began, mut said) = (env::now(), 0);
        while self.pace == Pace::Natural && said < words.len() {
            env::sleep(PIECE_MS).await;
            if !self.is_speaking(id) {
                return;
            }
            // By the clock, not by the number of timers: a page in the background gets one timer a second.
            let due = (env::now().saturating_sub(began) * words.len() as u64)
                .checked_div(whole)
                .unwrap_or(u64::MAX);
            let due = usize::try_from(due).unwrap_or(usize::MAX).min(words.len());
            if due > said {
                // Late completions are never a misuse.
                let _ = self.event(Event::ModelChunk {
                    id,
                    text: words[said..due].concat(),
                });
                said = due;
            }
        }
        if self.is_speaking(id) {
            self.stop_speaking(id);
            let _ = self.event(Event::ModelDone { id, reply });
        }
    }
}
