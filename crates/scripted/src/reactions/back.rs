//! What is said to somebody who asks what a question means.

use super::{Move, Reactor, lines};
use crate::cues::says;

impl Reactor<'_, '_> {
    /// True where the answer ends with a question.
    pub(super) fn asks(&self) -> bool {
        self.said.text.trim_end().ends_with('?')
    }

    /// Says the question in plain words once; then drops it.
    pub(super) fn asked_back(&self, before: Option<&str>) -> Option<Move> {
        let question = &self.said.turn.question;
        if before.is_some_and(|name| name.starts_with("back"))
            || lines::is_plain(self.ask, question)
        {
            return self.turn("back.lead");
        }
        let lists = self.ask.words;
        let choice = self.asks() && says(&lists.padded(self.said.text), lists.or);
        let chosen = if choice && self.is_own() {
            self.line("back.choice")
        } else {
            None
        };
        if let Some(line) = chosen.filter(|_| !self.concludes) {
            return Some(Move::Say(line));
        }
        if self.is_own()
            && !self.concludes
            && let Some(plain) = lines::plain(self.ask, self.memory, question)
        {
            return Some(Move::Say(plain));
        }
        // A probe whose twin would say no more than it does is dropped: what follows names what it is about.
        if self.is_own() && lines::is_bare_probe(self.ask, question) {
            return self.turn("back.lead");
        }
        self.say_or_turn("back", "back.lead")
    }
}
