//! What the exchanges come to, kept up with each of them: a turn of a long interview must not go through all that came before.

use super::Exchange;
use colloquy_schema::{Guide, Reaction, Strategy, Turn};
use std::rc::Rc;

/// Words from which an answer is substantive where the guide does not say (SPEC, reflective).
const SUBSTANTIVE_WORDS: u32 = 10;

/// What the exchanges come to.
#[derive(Debug, Default)]
pub(crate) struct Met {
    /// Those that were met, as an interviewer is told of them, oldest first.
    pub(crate) turns: Rc<Vec<Turn>>,
    pub(crate) totals: Totals,
    substantive_words: u32,
}

/// Sums over the exchanges that were met.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Totals {
    /// Exchanges that were met, however.
    pub(crate) over: u32,
    pub(crate) answered: u32,
    /// Met by their form.
    pub(crate) filled: u32,
    /// Answers with as many words as the guide calls substantive.
    pub(crate) substantive: u32,
    pub(crate) words: u32,
    pub(crate) thinking_ms: u64,
}

impl Met {
    pub(super) fn new(guide: &Guide) -> Met {
        let substantive_words = match &guide.strategy {
            Strategy::Reflective(reflective) => reflective.substantive_words,
            _ => SUBSTANTIVE_WORDS,
        };
        Met {
            substantive_words,
            ..Met::default()
        }
    }

    /// Changes an exchange, and what depends on it.
    pub(super) fn change(
        &mut self,
        exchange: &mut Exchange,
        change: &mut dyn FnMut(&mut Exchange),
    ) {
        let before = self.share(exchange);
        change(exchange);
        let after = self.share(exchange);
        self.totals.replace(before, after);
        let number = exchange.question.number;
        // Whoever was asked before has let go of the turns by now: nothing is copied.
        let turns = Rc::make_mut(&mut self.turns);
        let place = turns.partition_point(|turn| turn.number < number);
        let there = turns.get(place).is_some_and(|turn| turn.number == number);
        match exchange.turn() {
            Some(turn) if there => turns[place] = turn,
            Some(turn) => turns.insert(place, turn),
            None if there => drop(turns.remove(place)),
            None => {}
        }
    }

    /// What one exchange adds to the sums.
    fn share(&self, exchange: &Exchange) -> Totals {
        let mut share = Totals {
            over: u32::from(!exchange.is_open()),
            filled: u32::from(exchange.reaction == Some(Reaction::Filled)),
            ..Totals::default()
        };
        if matches!(exchange.reaction, Some(Reaction::Answered(_))) {
            share.answered = 1;
            share.words = exchange.words;
            share.thinking_ms = exchange.thinking_ms;
            share.substantive = u32::from(exchange.words >= self.substantive_words);
        }
        share
    }
}

impl Totals {
    fn replace(&mut self, before: Totals, after: Totals) {
        self.over = self.over - before.over + after.over;
        self.answered = self.answered - before.answered + after.answered;
        self.filled = self.filled - before.filled + after.filled;
        self.substantive = self.substantive - before.substantive + after.substantive;
        self.words = self.words - before.words + after.words;
        self.thinking_ms = self.thinking_ms - before.thinking_ms + after.thinking_ms;
    }
}
