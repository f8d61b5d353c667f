//! The counters of one proxy, in its memory, and in a file where one is configured.

use std::collections::HashMap;
use std::future::ready;
use std::io;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::journal::{self, Journal};
use super::rates::{Bucket, Rates};
use super::{
    Answer, Charge, Client, Cost, Counters, DAY, Left, Limit, Network, Rate, Reservation,
    SessionSpent, Wish,
};
use crate::config::Numbers;
use crate::token::SessionId;

const HOUR: u64 = 3_600_000;

/// How long a session must have been idle before it may be forgotten to make room, in milliseconds.
const IDLE: u64 = HOUR;

/// Milliseconds between two searches for sessions to forget, so that a full table costs no search per request.
const SWEEP: u64 = 10_000;

/// Counters in memory.
///
/// A session has a row from its first call that costs something. Sessions are forgotten after `session_hours` without a call. When
/// `sessions` of them are held, or a network has as many as are left for others, those idle for an hour are forgotten early; are there
/// none, new sessions are refused until there are.
/// So a flood of new sessions cannot make a running one lose its caps.
pub(crate) struct Memory {
    numbers: Numbers,
    day: Cost,
    share: Cost,
    state: Mutex<State>,
}

struct State {
    clients: Rates<(Client, Rate)>,
    sessions: HashMap<SessionId, Session>,
    /// How many of them each network has.
    rows: HashMap<Network, u64>,
    swept: u64,
    day: u64,
    spent: Cost,
    /// What each network has spent of the day.
    shares: HashMap<Network, Cost>,
    journal: Option<Journal>,
}

struct Session {
    spent: SessionSpent,
    running: u64,
    rate: Bucket,
    used: u64,
    /// Who has its row; not kept over a restart.
    network: Option<Network>,
}

impl Session {
    fn new(now: u64) -> Self {
        Self {
            spent: SessionSpent::default(),
            running: 0,
            rate: Bucket::full(),
            used: now,
            network: None,
        }
    }
}

impl Memory {
    pub(crate) fn new(numbers: Numbers, day_micros: u64) -> Self {
        let state = State {
            clients: Rates::new(size(numbers.clients)),
            sessions: HashMap::new(),
            rows: HashMap::new(),
            swept: 0,
            day: 0,
            spent: Cost::default(),
            shares: HashMap::new(),
            journal: None,
        };
        let day = Cost {
            tokens: numbers.day_tokens,
            micros: day_micros,
        };
        Self {
            numbers,
            day,
            share: day.percent(numbers.client_day_percent),
            state: Mutex::new(state),
        }
    }

    /// Counters that begin with what was spent by a file, and write to it what is.
    ///
    /// # Errors
    /// When the file cannot be used.
    pub(crate) fn open(numbers: Numbers, day_micros: u64, path: &Path) -> io::Result<Self> {
        let (journal, kept) = Journal::open(path)?;
        let memory = Self::new(numbers, day_micros);
        let mut state = memory.state();
        state.day = kept.day;
        state.spent = kept.spent;
        state.shares = kept.shares;
        state.sessions = kept
            .sessions
            .into_iter()
            .map(|(id, (spent, used))| {
                let session = Session {
                    spent,
                    ..Session::new(used)
                };
                (id, session)
            })
            .collect();
        state.journal = Some(journal);
        drop(state);
        Ok(memory)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // No counter is left half changed by a panic: each change is one assignment.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins with no less than what others say was spent of a day.
    pub(super) fn learn(&self, day: u64, spent: Cost) {
        let mut state = self.state();
        state.turn(day.saturating_mul(DAY));
        if day == state.day {
            state.spent.tokens = state.spent.tokens.max(spent.tokens);
            state.spent.micros = state.spent.micros.max(spent.micros);
        }
    }

    /// The share that a network is charged to. When as many are known as may be, all further ones have one together.
    fn share_of(&self, state: &State, network: Network) -> Network {
        let known = state.shares.contains_key(&network);
        if known || state.shares.len() < size(self.numbers.clients) {
            return network;
        }
        Network(0)
    }

    pub(super) fn try_reserve(&self, wish: &Wish, now: u64) -> Result<Reservation, Limit> {
        let mut state = self.state();
        let state = &mut *state;
        state.turn(now);
        let network = self.share_of(state, wish.network);
        state.make_room(wish.account, network, &self.numbers, now)?;
        let mut fresh = Session::new(now);
        let known = state.sessions.get_mut(&wish.account);
        let session = known.unwrap_or(&mut fresh);
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
        let wait = (DAY - now % DAY).div_ceil(1000);
        if !state.spent.has_room(wish.most, self.day) {
            return Err(Limit::Day(wait));
        }
        let has = state.shares.get(&network).copied().unwrap_or_default();
        if !has.has_room(wish.most, self.share) {
            return Err(Limit::Share(wait));
        }
        // Nothing refuses it any more.
        let rows = &mut state.rows;
        let session = state.sessions.entry(wish.account).or_insert_with(|| {
            fresh.network = Some(network);
            *rows.entry(network).or_default() += 1;
            fresh
        });
        session.used = now;
        session.running += 1;
        session.spent.turns += 1;
        session.spent.tokens += wish.most.tokens;
        state.spent.add(wish.most);
        state.shares.entry(network).or_default().add(wish.most);
        state.keep(wish.account, network);
        Ok(Reservation {
            id: 0,
            alone: false,
            account: wish.account,
            network,
            most: wish.most,
            day: state.day,
        })
    }

    /// Puts what a call cost in the place of what was set aside for it.
    pub(super) fn end(&self, reservation: &Reservation, charge: Charge, now: u64) {
        let Reservation {
            account: id,
            network,
            most,
            day,
            ..
        } = *reservation;
        let real = match charge {
            Charge::Of(cost) => cost,
            Charge::Nothing => Cost::default(),
        };
        let mut state = self.state();
        let state = &mut *state;
        state.turn(now);
        if let Some(session) = state.sessions.get_mut(&id) {
            session.running = session.running.saturating_sub(1);
            session.used = session.used.max(now);
            let tokens = session.spent.tokens.saturating_sub(most.tokens);
            session.spent.tokens = tokens.saturating_add(real.tokens);
            if charge == Charge::Nothing {
                session.spent.turns = session.spent.turns.saturating_sub(1);
            }
            // Who has spent nothing takes no place of who has.
            if session.running == 0 && session.spent == SessionSpent::default() {
                let removed = state.sessions.remove(&id);
                give_back(&mut state.rows, removed.and_then(|session| session.network));
            }
        }
        // What was reserved yesterday weighs on yesterday.
        if day == state.day {
            state.spent.subtract(most);
            state.spent.add(real);
            if let Some(share) = state.shares.get_mut(&network) {
                share.subtract(most);
                share.add(real);
                if *share == Cost::default() {
                    state.shares.remove(&network);
                }
            }
        }
        state.keep(id, network);
    }
}

impl State {
    /// Begins a new day; a clock that jumps back begins none.
    fn turn(&mut self, now: u64) {
        let day = super::day(now);
        if day > self.day {
            self.day = day;
            self.spent = Cost::default();
            self.shares.clear();
        }
    }

    /// Writes what has changed to the file, if there is one.
    fn keep(&mut self, id: SessionId, network: Network) {
        let Some(journal) = &mut self.journal else {
            return;
        };
        let session = self.sessions.get(&id);
        let (spent, used) = session.map_or_else(Default::default, |one| (one.spent, one.used));
        let share = self.shares.get(&network).copied().unwrap_or_default();
        let mut lines = String::new();
        journal::push_day(&mut lines, self.day, self.spent);
        journal::push_client(&mut lines, self.day, network, share);
        journal::push_session(&mut lines, id, spent, used);
        journal.append(&lines);
        if !journal.is_long() {
            return;
        }
        let mut whole = String::new();
        journal::push_day(&mut whole, self.day, self.spent);
        for (network, share) in &self.shares {
            journal::push_client(&mut whole, self.day, *network, *share);
        }
        for (id, session) in &self.sessions {
            journal::push_session(&mut whole, *id, session.spent, session.used);
        }
        if journal.replace(&whole).is_err() {
            journal.faults += 1;
        }
    }

    fn make_room(
        &mut self,
        wanted: SessionId,
        network: Network,
        numbers: &Numbers,
        now: u64,
    ) -> Result<(), Limit> {
        if self.sessions.contains_key(&wanted) {
            return Ok(());
        }
        let long = numbers.session_hours * HOUR;
        let full = self.is_full_for(network, numbers);
        if now.saturating_sub(self.swept) >= if full { SWEEP } else { long / 4 } {
            self.swept = now;
            let most = if full { IDLE.min(long) } else { long };
            let rows = &mut self.rows;
            self.sessions.retain(|_, session| {
                let stays = session.running > 0 || now.saturating_sub(session.used) < most;
                if !stays {
                    give_back(rows, session.network);
                }
                stays
            });
        }
        if self.is_full_for(network, numbers) {
            return Err(Limit::Full);
        }
        Ok(())
    }

    /// Whether a network has as many rows as are left for others: those that buy many leave some for who comes with one.
    fn is_full_for(&self, network: Network, numbers: &Numbers) -> bool {
        let left = size(numbers.sessions).saturating_sub(self.sessions.len());
        let has = self.rows.get(&network).copied().unwrap_or(0);
        has >= left as u64
    }
}

/// Counts one row of a network less.
fn give_back(rows: &mut HashMap<Network, u64>, network: Option<Network>) {
    if let Some(network) = network
        && let Some(has) = rows.get_mut(&network)
    {
        *has -= 1;
        if *has == 0 {
            rows.remove(&network);
        }
    }
}

impl Counters for Memory {
    fn take(&self, client: Client, what: Rate, now: u64) -> Answer<'_, Result<(), Limit>> {
        let rate = what.per_minute(&self.numbers);
        let clients = &mut self.state().clients;
        let mut counted = client.counted();
        let taken =
            counted.try_for_each(|(one, times)| clients.take((one, what), rate * times, now));
        Box::pin(ready(taken.map_err(Limit::Rate)))
    }

    fn reserve(&self, wish: Wish, now: u64) -> Answer<'_, Result<Reservation, Limit>> {
        Box::pin(ready(self.try_reserve(&wish, now)))
    }

    fn settle(&self, reservation: Reservation, charge: Charge, now: u64) {
        self.end(&reservation, charge, now);
    }

    fn session(&self, _: SessionId, account: SessionId) -> Answer<'_, Result<SessionSpent, Limit>> {
        let spent = self.state().sessions.get(&account).map(|one| one.spent);
        Box::pin(ready(Ok(spent.unwrap_or_default())))
    }

    fn faults(&self) -> u64 {
        let state = self.state();
        state.journal.as_ref().map_or(0, |journal| journal.faults)
    }

    fn left(&self, now: u64) -> Answer<'_, Left> {
        let mut state = self.state();
        state.turn(now);
        let left = self.day.left(state.spent);
        Box::pin(ready(left))
    }
}

fn size(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

#[cfg(test)]
#[path = "memory_tests.rs"]
mod tests;
