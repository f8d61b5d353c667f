//! What is said where somebody may not want to live: the gravest, and the first that is looked for.

use super::{Move, Reactor, is_of};
use crate::acts::Act;
use crate::cues::says;

impl Reactor<'_, '_> {
    /// What a crisis calls for: less where it was long ago and is over, and a question where none of the words for it was written.
    pub(super) fn in_crisis(&self) -> Option<Move> {
        if !self.does(Act::Crisis) {
            return None;
        }
        let lists = self.ask.words;
        let form = lists.padded(self.said.text);
        let over = says(&form, lists.long_ago) && says(&form, lists.recovered);
        if over && let Some(line) = self.say("crisis.past") {
            return Some(line);
        }
        if self.said.heard.has_words_for(Act::Crisis) {
            return self.say("crisis").or_else(|| self.say("crisis.after"));
        }
        // Who was well when that was asked is well.
        let asked = |turn: &colloquy_schema::Turn| is_of(self.ask, &turn.question, "crisis.unsure");
        if self.ask.history.iter().any(asked) {
            return None;
        }
        self.say("crisis.unsure").or_else(|| self.say("crisis"))
    }
}
