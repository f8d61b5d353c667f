//! Append before act: what rests on records waits until they are stored, or until it is known that they cannot be.

use crate::effect::Effect;
use crate::event::SaveError;
use crate::session::Session;
use crate::view::{Saving, SavingState};
use colloquy_schema::Record;

/// Silence of the store after which the interview goes on in memory, in milliseconds: the respondent must not wait longer for a disk.
const SILENCE_MS: u64 = 3_000;

/// What is stored, what is on its way, and whether the store works.
#[derive(Debug, Default)]
pub(super) struct Saver {
    /// How many records are known to be stored.
    saved: u32,
    /// The append that is on its way.
    pending: Option<Pending>,
    /// Why the last append failed, until one succeeds.
    lost: Option<SaveError>,
    /// How many records the last failed append was to bring; it is not tried again before there are more, or the store returns.
    failed_at: u32,
    last_id: u32,
}

#[derive(Debug)]
struct Pending {
    id: u32,
    upto: u32,
    deadline: u64,
}

impl Saver {
    pub(super) fn restored(records: u32, read_only: bool) -> Saver {
        let lost = read_only.then_some(SaveError::TakenOver);
        Saver {
            saved: records,
            lost,
            ..Saver::default()
        }
    }

    /// Makes the next append, when there is something to store and nothing on its way.
    pub(super) fn append(
        &mut self,
        records: &[Record],
        session: &Session,
        now: u64,
    ) -> Option<Effect> {
        let upto = records.len() as u32;
        let nothing_new = self.saved >= upto || (self.lost.is_some() && upto <= self.failed_at);
        if self.pending.is_some() || self.read_only() || nothing_new {
            return None;
        }
        self.last_id += 1;
        self.pending = Some(Pending {
            id: self.last_id,
            upto,
            deadline: now + SILENCE_MS,
        });
        Some(Effect::Append {
            id: self.last_id,
            records: records[self.saved as usize..].to_vec(),
            head: Box::new(session.head()),
        })
    }

    /// The store has written an append. A report that comes after the silence was declared is believed all the same.
    pub(super) fn saved(&mut self, id: u32) {
        match self.pending.take() {
            Some(pending) if pending.id == id => {
                self.saved = pending.upto;
                self.lost = self.lost.filter(|reason| *reason == SaveError::TakenOver);
            }
            Some(pending) => self.pending = Some(pending),
            // Declared silent: what it brought is brought again, which a store takes as done.
            None if id == self.last_id => self.store_returned(),
            None => {}
        }
    }

    /// An append failed, or a session of which records are stored is not there any more, whatever reported it.
    pub(super) fn failed(&mut self, id: u32, reason: SaveError) {
        let gone = reason == SaveError::Deleted && self.saved > 0;
        if gone
            || self
                .pending
                .as_ref()
                .is_some_and(|pending| pending.id == id)
        {
            self.lose(reason);
        }
    }

    pub(super) fn lose(&mut self, reason: SaveError) {
        if let Some(pending) = self.pending.take() {
            self.failed_at = pending.upto;
        }
        self.lost = Some(reason);
    }

    /// The store may work again: everything that is missing is written with the next append.
    pub(super) fn store_returned(&mut self) {
        self.failed_at = 0;
    }

    pub(super) fn tick(&mut self, now: u64) {
        if self
            .pending
            .as_ref()
            .is_some_and(|pending| pending.deadline <= now)
        {
            self.lose(SaveError::Silent);
        }
    }

    pub(super) fn deadline(&self) -> Option<u64> {
        self.pending.as_ref().map(|pending| pending.deadline)
    }

    pub(super) fn read_only(&self) -> bool {
        self.lost == Some(SaveError::TakenOver)
    }

    /// True when what rests on the first `records` records may be done.
    pub(super) fn may_act_on(&self, records: u32) -> bool {
        self.saved >= records || (self.lost.is_some() && !self.read_only())
    }

    /// How storing stands, for the screen; `held` while nothing may be stored yet.
    pub(super) fn draw(&self, records: u32, held: bool) -> Saving {
        let state = match self.lost {
            Some(SaveError::TakenOver) => SavingState::ReadOnly,
            Some(_) => SavingState::Memory,
            None if self.saved >= records || held => SavingState::Saved,
            None => SavingState::Saving,
        };
        Saving {
            state,
            reason: self.lost,
        }
    }
}
