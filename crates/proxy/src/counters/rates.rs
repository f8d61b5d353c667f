//! How often something may happen, per name, in bounded memory.

use std::collections::HashMap;
use std::hash::Hash;

/// A bucket that fills at a rate and holds a minute's worth; each event takes one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bucket {
    /// When the bucket will be full again if nothing more is taken, in milliseconds since 1970.
    full_at: u64,
}

impl Bucket {
    /// A bucket that is full.
    pub(super) fn full() -> Self {
        Self { full_at: 0 }
    }

    /// Takes one of `per_minute`, or returns after how many seconds there is one.
    pub(super) fn take(&mut self, per_minute: u64, now: u64) -> Result<(), u64> {
        // The bucket is kept as the time at which it is full: one event moves that on by the time one takes to refill.
        let one = (60_000 / per_minute.max(1)).max(1);
        // A clock that jumped back leaves it empty, not locked.
        let empty = now + one * per_minute.max(1);
        self.full_at = self.full_at.clamp(now, empty);
        let wait = (self.full_at + one).saturating_sub(empty);
        if wait > 0 {
            return Err(wait.div_ceil(1000));
        }
        self.full_at += one;
        Ok(())
    }
}

/// Buckets by name, of the names seen last.
///
/// Two generations bound the memory: a name that is used moves to the young one, and when that holds half of what may be
/// held, the old one is forgotten whole. Whoever is forgotten has a full bucket again. Forcing that takes as many names
/// as are held, and whoever has so many addresses needs no refilled bucket.
pub(super) struct Rates<K> {
    young: HashMap<K, Bucket>,
    old: HashMap<K, Bucket>,
    half: usize,
}

impl<K: Eq + Hash> Rates<K> {
    /// Holds up to so many names.
    pub(super) fn new(most: usize) -> Self {
        Self {
            young: HashMap::new(),
            old: HashMap::new(),
            half: (most / 2).max(1),
        }
    }

    /// Takes one from a name's bucket, or returns after how many seconds there is one.
    pub(super) fn take(&mut self, name: K, per_minute: u64, now: u64) -> Result<(), u64> {
        if let Some(bucket) = self.young.get_mut(&name) {
            return bucket.take(per_minute, now);
        }
        let mut bucket = self.old.remove(&name).unwrap_or_else(Bucket::full);
        let taken = bucket.take(per_minute, now);
        if self.young.len() >= self.half {
            self.old = std::mem::take(&mut self.young);
        }
        self.young.insert(name, bucket);
        taken
    }

    #[cfg(test)]
    fn held(&self) -> usize {
        self.young.len() + self.old.len()
    }
}

#[cfg(test)]
mod tests {
    use super::Rates;

    #[test]
    fn a_full_bucket_gives_a_minutes_worth_and_then_one_at_a_time() {
        let mut rates = Rates::new(10);
        let now = 1_000_000;
        for _ in 0..30 {
            assert_eq!(rates.take('a', 30, now), Ok(()));
        }
        assert_eq!(rates.take('a', 30, now), Err(2));
        assert_eq!(rates.take('a', 30, now + 1_000), Err(1));
        assert_eq!(rates.take('a', 30, now + 2_000), Ok(()));
        assert_eq!(rates.take('a', 30, now + 2_000), Err(2));
        assert_eq!(rates.take('b', 30, now), Ok(()), "another name has its own");
    }

    #[test]
    fn a_clock_that_jumps_back_locks_nobody_out_for_long() {
        let mut rates = Rates::new(10);
        assert_eq!(rates.take('a', 60, 10_000_000), Ok(()));
        assert_eq!(rates.take('a', 60, 1_000_000), Err(1));
        assert_eq!(rates.take('a', 60, 1_001_000), Ok(()));
    }

    #[test]
    fn many_names_do_not_grow_it() {
        let mut rates = Rates::new(100);
        for name in 0..10_000 {
            assert_eq!(rates.take(name, 1, 1_000), Ok(()));
            assert!(rates.held() <= 101);
        }
        assert_eq!(
            rates.take(9_999, 1, 1_000),
            Err(60),
            "the last ones are remembered"
        );
    }
}
