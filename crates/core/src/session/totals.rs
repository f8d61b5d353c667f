//! What the exchanges come to, updated with each of them: a turn of a long interview must not go through all that came before.

use super::Exchange;
use colloquy_schema::{Reaction, Turn};
use std::rc::Rc;

/// Totals of the exchanges.
#[derive(Debug, Default)]
pub(crate) struct ExchangeTotals {
    /// Those the respondent reacted to, as an interviewer reads them, oldest first.
    pub(crate) turns: Rc<Vec<Turn>>,
    pub(crate) sums: Sums,
    substantive_words: u32,
}

/// Sums over the exchanges the respondent reacted to.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Sums {
    /// Exchanges that are over, in any way.
    pub(crate) over: u32,
    pub(crate) answered: u32,
    /// Answers that only asked what was meant: they are over, and answer nothing.
    pub(crate) asked_back: u32,
    /// Settled by their form.
    pub(crate) filled: u32,
    /// Answers with as many words as the guide calls substantive.
    pub(crate) substantive: u32,
    pub(crate) words: u32,
    pub(crate) thinking_ms: u64,
}

impl ExchangeTotals {
    pub(super) fn new(substantive_words: u32) -> ExchangeTotals {
        ExchangeTotals {
            substantive_words,
            ..ExchangeTotals::default()
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
        self.sums.replace(before, after);
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
    fn share(&self, exchange: &Exchange) -> Sums {
        let mut share = Sums {
            over: u32::from(!exchange.is_open()),
            filled: u32::from(exchange.reaction == Some(Reaction::Filled)),
            ..Sums::default()
        };
        if matches!(exchange.reaction, Some(Reaction::Answered(_))) {
            share.thinking_ms = exchange.thinking_ms;
            if exchange.only_asks_back() {
                share.asked_back = 1;
                return share;
            }
            share.answered = 1;
            share.words = exchange.words;
            share.substantive = u32::from(exchange.words >= self.substantive_words);
        }
        share
    }
}

impl Sums {
    fn replace(&mut self, before: Sums, after: Sums) {
        self.over = self.over - before.over + after.over;
        self.answered = self.answered - before.answered + after.answered;
        self.filled = self.filled - before.filled + after.filled;
        self.asked_back = self.asked_back - before.asked_back + after.asked_back;
        self.substantive = self.substantive - before.substantive + after.substantive;
        self.words = self.words - before.words + after.words;
        self.thinking_ms = self.thinking_ms - before.thinking_ms + after.thinking_ms;
    }
}
