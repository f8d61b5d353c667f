//! A hash that is the same on every machine and in every version: names of contents, never a protection.

/// FNV-1a with 64 bits, fed piece by piece.
pub(crate) struct Fnv(u64);

impl Fnv {
    /// Starts from the offset basis of the FNV specification.
    pub(crate) fn new() -> Self {
        Fnv(0xcbf2_9ce4_8422_2325)
    }

    /// Adds bytes.
    pub(crate) fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    /// The hash of everything that was added.
    pub(crate) fn value(&self) -> u64 {
        self.0
    }

    /// The hash as 16 lower-case hexadecimal digits.
    pub(crate) fn hex(&self) -> String {
        let digit = |shift: u32| char::from(b"0123456789abcdef"[(self.0 >> shift) as usize & 15]);
        (0..16).rev().map(|place| digit(place * 4)).collect()
    }
}

/// A set of hashes, in a table with open addressing. Instead of a `BTreeSet`, which brings 8 kB of code into the download.
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

/// Hashes a text to 16 lower-case hexadecimal digits (FNV-1a, 64 bits). Tells texts apart; keeps nobody from forging one.
pub fn hash_hex(text: &str) -> String {
    let mut hash = Fnv::new();
    hash.write(text.as_bytes());
    hash.hex()
}

#[cfg(test)]
mod tests {
    use super::{Hashes, hash_hex};

    #[test]
    fn agrees_with_the_published_test_vectors() {
        assert_eq!(hash_hex(""), "cbf29ce484222325");
        assert_eq!(hash_hex("a"), "af63dc4c8601ec8c");
        assert_eq!(hash_hex("foobar"), "85944171f73967e8");
    }

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
