//! The counters of one proxy, in its memory: bounded, and gone with the run.

use std::collections::HashMap;
use std::future::ready;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::rates::{Bucket, Rates};
use super::{
    Answer, Charge, Client, Cost, Counters, Left, Limit, Rate, Reservation, SessionSpent, Wish,
};
use crate::config::Numbers;
use crate::token::SessionId;

const HOUR: u64 = 3_600_000;
const DAY: u64 = 24 * HOUR;

/// How long a session must have been idle before it may be forgotten to make room, in milliseconds.
const IDLE: u64 = HOUR;

/// Milliseconds between two searches for sessions to forget, so that a full table costs no search per request.
const SWEEP: u64 = 10_000;

/// Counters in memory.
///
/// Sessions are forgotten after `session_hours` without a call. When `sessions` of them are held, those idle for an hour
/// are forgotten early; are there none, new sessions are refused until there are. So a flood of new sessions cannot make
/// a running one lose its caps.
pub(crate) struct Memory {
    numbers: Numbers,
    day_micros: Option<u64>,
    state: Mutex<State>,
}

struct State {
    clients: Rates<(Client, Rate)>,
    sessions: HashMap<SessionId, Session>,
    swept: u64,
    day: u64,
    spent: Cost,
}

struct Session {
    spent: SessionSpent,
    running: u64,
    rate: Bucket,
    used: u64,
}

impl Memory {
    pub(crate) fn new(numbers: Numbers, day_micros: Option<u64>) -> Self {
        let state = State {
            clients: Rates::new(size(numbers.clients)),
            sessions: HashMap::new(),
            swept: 0,
            day: 0,
            spent: Cost::default(),
        };
        Self {
            numbers,
            day_micros,
            state: Mutex::new(state),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // No counter is left half changed by a panic: each change is one assignment.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn left_of(&self, spent: Cost) -> Left {
        Left {
            tokens: self.numbers.day_tokens.saturating_sub(spent.tokens),
            micros: self
                .day_micros
                .map(|most| most.saturating_sub(spent.micros)),
        }
    }

    fn try_reserve(&self, wish: &Wish, now: u64) -> Result<Reservation, Limit> {
        let mut state = self.state();
        let state = &mut *state;
        state.turn(now);
        let left = self.left_of(state.spent);
        state.make_room(wish.session, &self.numbers, now)?;
        let session = state.sessions.entry(wish.session).or_insert(Session {
            spent: SessionSpent::default(),
            running: 0,
            rate: Bucket::full(),
            used: now,
        });
        session.used = now;
        session
            .rate
            .take(self.numbers.session_calls_per_minute, now)
            .map_err(Limit::Rate)?;
        if session.running >= self.numbers.session_calls_at_once {
            return Err(Limit::Busy);
        }
        if session.spent.turns >= wish.turns {
            return Err(Limit::Turns);
        }
        if session.spent.tokens.saturating_add(wish.most.tokens) > wish.tokens {
            return Err(Limit::Tokens);
        }
        let money = left.micros.is_none_or(|micros| wish.most.micros <= micros);
        if wish.most.tokens > left.tokens || !money {
            return Err(Limit::Day((DAY - now % DAY).div_ceil(1000)));
        }
        session.running += 1;
        session.spent.turns += 1;
        session.spent.tokens += wish.most.tokens;
        state.spent.tokens += wish.most.tokens;
        state.spent.micros += wish.most.micros;
        Ok(Reservation {
            session: wish.session,
            most: wish.most,
            day: state.day,
        })
    }
}

impl State {
    /// Begins a new day; a clock that jumps back begins none.
    fn turn(&mut self, now: u64) {
        let day = now / DAY;
        if day > self.day {
            self.day = day;
            self.spent = Cost::default();
        }
    }

    fn make_room(&mut self, wanted: SessionId, numbers: &Numbers, now: u64) -> Result<(), Limit> {
        let long = numbers.session_hours * HOUR;
        let full = self.sessions.len() >= size(numbers.sessions);
        let due = now.saturating_sub(self.swept) >= if full { SWEEP } else { long / 4 };
        if due {
            self.swept = now;
            let most = if full { IDLE.min(long) } else { long };
            self.sessions.retain(|_, session| {
                session.running > 0 || now.saturating_sub(session.used) < most
            });
        }
        if self.sessions.len() >= size(numbers.sessions) && !self.sessions.contains_key(&wanted) {
            return Err(Limit::Full);
        }
        Ok(())
    }
}

impl Counters for Memory {
    fn take(&self, client: Client, what: Rate, now: u64) -> Answer<'_, Result<(), Limit>> {
        let rate = match what {
            Rate::Call => self.numbers.client_calls_per_minute,
            Rate::Token => self.numbers.client_tokens_per_minute,
        };
        let taken = self.state().clients.take((client, what), rate, now);
        Box::pin(ready(taken.map_err(Limit::Rate)))
    }

    fn reserve(&self, wish: Wish, now: u64) -> Answer<'_, Result<Reservation, Limit>> {
        Box::pin(ready(self.try_reserve(&wish, now)))
    }

    fn settle(&self, reservation: Reservation, spent: Charge, now: u64) {
        let Reservation { session, most, day } = reservation;
        let real = match spent {
            Charge::Reported(cost) => cost,
            Charge::AsReserved => most,
            Charge::Nothing => Cost::default(),
        };
        let settle = |total: &mut u64, most: u64, real: u64| {
            *total = total.saturating_sub(most).saturating_add(real);
        };
        let mut state = self.state();
        state.turn(now);
        if let Some(session) = state.sessions.get_mut(&session) {
            session.running = session.running.saturating_sub(1);
            session.used = session.used.max(now);
            settle(&mut session.spent.tokens, most.tokens, real.tokens);
            if spent == Charge::Nothing {
                session.spent.turns = session.spent.turns.saturating_sub(1);
            }
        }
        // What was reserved yesterday weighs on yesterday.
        if day == state.day {
            settle(&mut state.spent.tokens, most.tokens, real.tokens);
            settle(&mut state.spent.micros, most.micros, real.micros);
        }
    }

    fn session(&self, session: SessionId) -> Answer<'_, SessionSpent> {
        let spent = self.state().sessions.get(&session).map(|one| one.spent);
        Box::pin(ready(spent.unwrap_or_default()))
    }

    fn left(&self, now: u64) -> Answer<'_, Left> {
        let mut state = self.state();
        state.turn(now);
        let left = self.left_of(state.spent);
        Box::pin(ready(left))
    }
}

fn size(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::{DAY, HOUR, Memory};
    use crate::config::Numbers;
    use crate::counters::{Charge, Cost, Counters as _, Left, Limit, Reservation, Wish};
    use crate::token::SessionId;

    const NOW: u64 = 20_000 * DAY + HOUR;

    fn numbers() -> Numbers {
        Numbers {
            day_tokens: 10_000,
            session_calls_at_once: 2,
            sessions: 10,
            ..Numbers::default()
        }
    }

    fn wish(session: u8, tokens: u64) -> Wish {
        Wish {
            session: SessionId([session; 16]),
            turns: 3,
            tokens: 5_000,
            most: Cost {
                tokens,
                micros: tokens,
            },
        }
    }

    fn try_(memory: &Memory, session: u8, tokens: u64, now: u64) -> Result<Reservation, Limit> {
        memory.try_reserve(&wish(session, tokens), now)
    }

    fn left(memory: &Memory) -> u64 {
        memory.left_of(memory.state().spent).tokens
    }

    #[test]
    fn a_reservation_counts_until_it_is_settled_with_what_was_spent() {
        let memory = Memory::new(numbers(), None);
        let held = try_(&memory, 1, 4_000, NOW).unwrap();
        assert_eq!(left(&memory), 6_000);
        assert_eq!(try_(&memory, 1, 2_000, NOW).unwrap_err(), Limit::Tokens);
        memory.settle(
            held,
            Charge::Reported(Cost {
                tokens: 500,
                micros: 1,
            }),
            NOW,
        );
        assert_eq!(left(&memory), 9_500);
        let held = try_(&memory, 1, 2_000, NOW).unwrap();
        memory.settle(held, Charge::AsReserved, NOW);
        assert_eq!(left(&memory), 7_500);
    }

    #[test]
    fn turns_run_out_and_a_refused_call_gives_its_own_back() {
        let memory = Memory::new(numbers(), None);
        for _ in 0..5 {
            let held = try_(&memory, 1, 100, NOW).unwrap();
            memory.settle(held, Charge::Nothing, NOW);
        }
        for _ in 0..3 {
            let held = try_(&memory, 1, 100, NOW).unwrap();
            memory.settle(held, Charge::AsReserved, NOW);
        }
        assert_eq!(try_(&memory, 1, 100, NOW).unwrap_err(), Limit::Turns);
        assert!(try_(&memory, 2, 100, NOW).is_ok());
    }

    #[test]
    fn a_session_runs_no_more_calls_at_once_than_it_may() {
        let memory = Memory::new(numbers(), None);
        let first = try_(&memory, 1, 1, NOW).unwrap();
        let _second = try_(&memory, 1, 1, NOW).unwrap();
        assert_eq!(try_(&memory, 1, 1, NOW).unwrap_err(), Limit::Busy);
        memory.settle(first, Charge::Nothing, NOW);
        assert!(try_(&memory, 1, 1, NOW).is_ok());
    }

    #[test]
    fn the_day_ends_the_budget_and_midnight_begins_a_new_one() {
        let memory = Memory::new(numbers(), None);
        let first = try_(&memory, 1, 5_000, NOW).unwrap();
        let _second = try_(&memory, 2, 5_000, NOW).unwrap();
        assert_eq!(try_(&memory, 3, 1, NOW).unwrap_err(), Limit::Day(23 * 3600));
        let tomorrow = NOW + 23 * HOUR;
        assert!(try_(&memory, 3, 1, tomorrow).is_ok());
        memory.settle(
            first,
            Charge::Reported(Cost {
                tokens: 1,
                micros: 1,
            }),
            tomorrow,
        );
        assert_eq!(
            left(&memory),
            9_999,
            "yesterday's call does not touch today"
        );
    }

    #[test]
    fn money_is_a_limit_of_its_own() {
        let memory = Memory::new(numbers(), Some(100));
        assert!(try_(&memory, 1, 60, NOW).is_ok());
        assert!(matches!(try_(&memory, 2, 60, NOW), Err(Limit::Day(_))));
        let expected = Left {
            tokens: 9_940,
            micros: Some(40),
        };
        assert_eq!(memory.left_of(memory.state().spent), expected);
    }

    #[test]
    fn a_flood_of_sessions_neither_grows_the_table_nor_resets_a_running_one() {
        let memory = Memory::new(numbers(), None);
        for _ in 0..3 {
            let held = try_(&memory, 0, 1, NOW).unwrap();
            memory.settle(held, Charge::AsReserved, NOW);
        }
        for session in 1..=200 {
            if let Ok(held) = try_(&memory, session, 1, NOW + 60_000) {
                memory.settle(held, Charge::AsReserved, NOW + 60_000);
            }
        }
        assert_eq!(memory.state().sessions.len(), 10);
        assert_eq!(
            try_(&memory, 201, 1, NOW + 70_000).unwrap_err(),
            Limit::Full
        );
        assert_eq!(try_(&memory, 0, 1, NOW + 70_000).unwrap_err(), Limit::Turns);
        assert!(
            try_(&memory, 201, 1, NOW + 2 * HOUR).is_ok(),
            "idle ones make room"
        );
    }
}
