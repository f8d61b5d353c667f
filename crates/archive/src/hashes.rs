//! A set of hashes.

/// A set of hashes, in a table with open addressing. Instead of a `BTreeSet`, which brings
/// 8 kB of code into the download.
#[derive(Default)]
pub(crate) struct Hashes {
    /// A power of two of places, at most half of them taken; 0 is a free one.
    places: Vec<u64>,
    taken: usize,
}

impl Hashes {
    /// Adds a hash.
    pub(crate) fn add(&mut self, hash: u64) {
        if self.taken * 2 >= self.places.len() {
            let size = (self.places.len() * 2).max(64);
            for hash in std::mem::replace(&mut self.places, vec![0; size]) {
                let place = self.place(hash);
                self.places[place] = hash;
            }
        }
        let hash = hash.max(1);
        let place = self.place(hash);
        self.taken += usize::from(self.places[place] == 0);
        self.places[place] = hash;
    }

    /// True when a hash was added. 0 and 1 count as the same.
    pub(crate) fn contains(&self, hash: u64) -> bool {
        let hash = hash.max(1);
        !self.places.is_empty() && self.places[self.place(hash)] == hash
    }

    /// Where a hash is, or would be.
    fn place(&self, hash: u64) -> usize {
        let last = self.places.len() - 1;
        // The high half has the better mixed bits of FNV.
        let mut place = (hash ^ (hash >> 32)) as usize & last;
        while self.places[place] != 0 && self.places[place] != hash {
            place = (place + 1) & last;
        }
        place
    }
}

#[cfg(test)]
mod tests {
    use super::Hashes;

    #[test]
    fn a_set_of_hashes_holds_what_was_added_and_nothing_else() {
        let mut set = Hashes::default();
        assert!(!set.contains(7));
        // Multiples of the table's size fall on one place.
        for n in 0..1_000u64 {
            set.add(n * 4_096);
            set.add(n * 4_096);
        }
        assert_eq!(set.taken, 1_000);
        for n in 0..1_000u64 {
            assert!(set.contains(n * 4_096));
            assert!(!set.contains(n * 4_096 + 2));
        }
    }
}
