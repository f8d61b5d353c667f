//! What answers do, heard once each, and what is said to it. It can be loaded after the first question.

use crate::acts::{Heard, hear};
use crate::ask::Ask;
use crate::found::found;
use crate::hash::hash;
use std::cell::RefCell;

/// Answers that are remembered. A longer interview than any guide that ships allows costs no more.
const REMEMBERED: usize = 120;

/// Hears answers. The default one is deaf: it is all that the first question needs. The crate's example leads an interview with one that
/// hears.
#[derive(Debug, Default)]
pub struct Hearing {
    /// Reached by these alone, so that a program can load what they are when there is something to hear.
    hear: Option<fn(&str, &str) -> Heard>,
    found: Option<fn(&Ask) -> String>,
    pub(crate) lines: &'static str,
    /// By a hash of question and answer: an answer is heard once, and not with every turn.
    heard: RefCell<Vec<(u64, Heard)>>,
}

impl Hearing {
    /// One that hears.
    pub fn new() -> Hearing {
        Hearing {
            hear: Some(hear),
            found: Some(found),
            lines: include_str!("../data/reactions.txt"),
            heard: RefCell::default(),
        }
    }

    /// True when an ask has an answer that must be heard.
    pub fn is_needed(ask: &colloquy_schema::Ask) -> bool {
        ask.history
            .iter()
            .any(|turn| matches!(turn.reaction, colloquy_schema::Reaction::Answered(_)))
    }

    /// Returns what the answers show, as the JSON text of a model's reply. The deaf one is asked where there are no answers.
    pub(crate) fn found(&self, ask: &Ask) -> String {
        match self.found {
            Some(found) => found(ask),
            None => r#"{"insights":[],"actions":[],"themes":[]}"#.into(),
        }
    }

    /// Hears what an answer to a question does. The question may be empty.
    pub(crate) fn hear(&self, question: &str, answer: &str) -> Heard {
        let Some(hear) = self.hear else {
            return Heard::default();
        };
        let key = hash(hash(1, question), answer);
        let mut known = self.heard.borrow_mut();
        if let Some((_, heard)) = known.iter().find(|(of, _)| *of == key) {
            return heard.clone();
        }
        let heard = hear(question, answer);
        if known.len() >= REMEMBERED {
            known.clear();
        }
        known.push((key, heard.clone()));
        heard
    }
}
