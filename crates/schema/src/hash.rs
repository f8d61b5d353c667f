//! A hash that is the same on every machine and in every version: names of contents, never a protection.

/// FNV-1a with 64 bits, fed piece by piece.
pub struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Fnv {
        Fnv::new()
    }
}

impl Fnv {
    /// Starts from the offset basis of the FNV specification.
    pub fn new() -> Fnv {
        Fnv(0xcbf2_9ce4_8422_2325)
    }

    /// Adds bytes.
    pub fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    /// The hash of everything that was added.
    pub fn value(&self) -> u64 {
        self.0
    }

    /// The hash as 16 lower-case hexadecimal digits.
    pub fn hex(&self) -> String {
        let digit = |shift: u32| char::from(b"0123456789abcdef"[(self.0 >> shift) as usize & 15]);
        (0..16).rev().map(|place| digit(place * 4)).collect()
    }
}

/// Hashes a text to 16 lower-case hexadecimal digits (FNV-1a, 64 bits). Distinguishes texts; does not prevent forgery.
pub fn hash_hex(text: &str) -> String {
    let mut hash = Fnv::new();
    hash.write(text.as_bytes());
    hash.hex()
}

#[cfg(test)]
mod tests {
    use super::hash_hex;

    #[test]
    fn agrees_with_the_published_test_vectors() {
        assert_eq!(hash_hex(""), "cbf29ce484222325");
        assert_eq!(hash_hex("a"), "af63dc4c8601ec8c");
        assert_eq!(hash_hex("foobar"), "85944171f73967e8");
    }
}
