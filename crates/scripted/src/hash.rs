//! What picks one of several sentences, the same on every machine.

/// Hash of a text (FNV-1a, 64 bit): the same on every machine, and no secret depends on it.
pub(crate) fn hash(start: u64, text: &str) -> u64 {
    text.bytes()
        .fold(start ^ 0xCBF2_9CE4_8422_2325, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
        })
}
