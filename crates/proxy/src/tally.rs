//! How much of something is held at the same time, in all and by each.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// How many anybody may have, however few are left: a browser opens up to six connections to a server, and works with one.
const A_FEW: u64 = 4;

/// Something of which there is so much, and for each so much. What is not held takes no memory.
pub(crate) struct Tally<K> {
    all: u64,
    each: u64,
    held: Mutex<Counts<K>>,
}

struct Counts<K> {
    all: u64,
    each: HashMap<K, u64>,
}

/// Why there is no more.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Full {
    /// All of it is held.
    All,
    /// This one holds as much as one may.
    Each,
}

impl<K: Copy + Eq + Hash> Tally<K> {
    /// Gives out `all` together, and `each` to one.
    pub(crate) fn new(all: u64, each: u64) -> Arc<Self> {
        let counts = Counts {
            all: 0,
            each: HashMap::new(),
        };
        Arc::new(Self {
            all,
            each,
            held: Mutex::new(counts),
        })
    }

    /// Takes some for one; it is given back when what is returned is dropped.
    ///
    /// # Errors
    /// When there is not enough left; then nothing is taken.
    pub(crate) fn take(self: &Arc<Self>, key: K, amount: u64) -> Result<Held<K>, Full> {
        let mut held = Held {
            tally: Arc::clone(self),
            key,
            amount: 0,
        };
        held.more(amount)?;
        Ok(held)
    }

    /// Takes one of those that are `left`. One that has more than a few may have, with it, no more than these: so those that take all they
    /// may leave some for others.
    ///
    /// # Errors
    /// When it has as many as it may, or more than are left.
    pub(crate) fn take_fairly(self: &Arc<Self>, key: K, left: u64) -> Result<Held<K>, Full> {
        let held = self.take(key, 1)?;
        if held.in_all() > left.max(A_FEW) {
            return Err(Full::Each);
        }
        Ok(held)
    }

    /// How much one can still take.
    pub(crate) fn left(&self, key: K) -> u64 {
        let counts = self.counts();
        let has = counts.each.get(&key).copied().unwrap_or(0);
        let all = self.all.saturating_sub(counts.all);
        all.min(self.each.saturating_sub(has))
    }

    /// How much all hold together.
    pub(crate) fn held(&self) -> u64 {
        self.counts().all
    }

    /// Whether nothing is left for anybody.
    pub(crate) fn is_full(&self) -> bool {
        self.counts().all >= self.all
    }

    fn counts(&self) -> MutexGuard<'_, Counts<K>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What one holds.
pub(crate) struct Held<K: Copy + Eq + Hash> {
    tally: Arc<Tally<K>>,
    key: K,
    amount: u64,
}

impl<K: Copy + Eq + Hash> Held<K> {
    /// How much this one holds, with all that it took elsewhere.
    pub(crate) fn in_all(&self) -> u64 {
        let counts = self.tally.counts();
        counts.each.get(&self.key).copied().unwrap_or(0)
    }

    /// Takes more of it.
    ///
    /// # Errors
    /// When there is not enough left; then nothing more is taken.
    pub(crate) fn more(&mut self, amount: u64) -> Result<(), Full> {
        let mut counts = self.tally.counts();
        let has = counts.each.get(&self.key).copied().unwrap_or(0);
        if has.saturating_add(amount) > self.tally.each {
            return Err(Full::Each);
        }
        if counts.all.saturating_add(amount) > self.tally.all {
            return Err(Full::All);
        }
        counts.all += amount;
        if amount > 0 {
            counts.each.insert(self.key, has + amount);
        }
        self.amount += amount;
        Ok(())
    }
}

impl<K: Copy + Eq + Hash> Drop for Held<K> {
    fn drop(&mut self) {
        let mut counts = self.tally.counts();
        counts.all -= self.amount;
        if let Some(has) = counts.each.get_mut(&self.key) {
            *has -= self.amount;
            if *has == 0 {
                counts.each.remove(&self.key);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Full, Tally};

    #[test]
    fn those_who_take_all_they_may_leave_some_for_others() {
        let tally = Tally::new(40, 20);
        let mut held = Vec::new();
        for key in ['a', 'b', 'c', 'd'].repeat(20) {
            held.extend(tally.take_fairly(key, 40 - tally.held()));
        }
        let has = |key| tally.counts().each.get(&key).copied().unwrap_or(0);
        assert_eq!(['a', 'b', 'c', 'd'].map(has), [8; 4]);
        for key in ['e', 'f', 'e', 'f', 'e', 'f', 'e', 'f'] {
            held.push(tally.take_fairly(key, 40 - tally.held()).ok().unwrap());
        }
        assert_eq!(tally.held(), 40);
    }

    #[test]
    fn what_is_held_is_bounded_in_all_and_for_each_and_comes_back() {
        let tally = Tally::new(10, 6);
        let mut first = tally.take('a', 4).ok().unwrap();
        assert_eq!(first.more(3), Err(Full::Each));
        assert_eq!(first.more(2), Ok(()));
        assert_eq!(tally.take('a', 1).err(), Some(Full::Each));
        assert_eq!(
            (first.in_all(), tally.left('a'), tally.left('b')),
            (6, 0, 4)
        );
        let _second = tally.take('b', 3).ok().unwrap();
        assert_eq!(tally.take('c', 2).err(), Some(Full::All));
        drop(first);
        assert!(tally.take('c', 6).is_ok());
        assert_eq!(tally.counts().all, 3);
        assert_eq!(tally.counts().each.len(), 1, "nobody who holds nothing");
    }
}
