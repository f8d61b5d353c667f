//! What the interviewer is asked, with what it hears in the answers.

use crate::acts::Heard;
use crate::hearing::Hearing;
use crate::language::Words;
use std::ops::Deref;

/// An ask beside what was heard in its answers.
#[derive(Clone, Copy)]
pub(crate) struct Ask<'a> {
    ask: &'a colloquy_schema::Ask,
    pub(crate) hearing: &'a Hearing,
    /// The tag of the language in which the answers are heard.
    pub(crate) tag: &'static str,
    /// Lists of words in that language.
    pub(crate) words: &'static Words,
}

impl<'a> Ask<'a> {
    pub(crate) fn new(ask: &'a colloquy_schema::Ask, hearing: &'a Hearing) -> Ask<'a> {
        let (tag, words) = hearing.words(&ask.locale);
        Ask {
            ask,
            hearing,
            tag,
            words,
        }
    }
}

impl Ask<'_> {
    /// Sentences of the bank for a use, those of the template first.
    pub(crate) fn sentences(&self, name: &str) -> Vec<&str> {
        self.bank.sentences(name, &self.template).collect()
    }

    /// Hears what an answer to a question does.
    pub(crate) fn hear(&self, question: &str, answer: &str) -> Heard {
        self.hearing.hear(&self.ask.locale, question, answer)
    }
}

impl Deref for Ask<'_> {
    type Target = colloquy_schema::Ask;

    fn deref(&self) -> &colloquy_schema::Ask {
        self.ask
    }
}
