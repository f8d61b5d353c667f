//! Looks for bytes in a text, eight at a time.

/// A byte, eight times.
pub(crate) const fn each(byte: u8) -> u64 {
    u64::MAX / 255 * byte as u64
}

/// Sets the highest bit of each of eight bytes that is this one, and maybe of others behind it.
pub(crate) fn holds(eight: u64, byte: u8) -> u64 {
    let nought = eight ^ each(byte);
    nought.wrapping_sub(each(1)) & !nought
}

/// Returns where the first byte from `from` on is for which `one` is true. `eight` looks at eight at once: the highest bit of some
/// byte is set where `one` may be true for any of them.
pub(crate) fn skip(
    bytes: &[u8],
    from: usize,
    eight: impl Fn(u64) -> u64,
    one: impl Fn(u8) -> bool,
) -> usize {
    let mut at = from;
    while let Some(next) = bytes.get(at..at + 8).and_then(|next| next.try_into().ok())
        && eight(u64::from_le_bytes(next)) & each(0x80) == 0
    {
        at += 8;
    }
    while bytes.get(at).is_some_and(|byte| !one(*byte)) {
        at += 1;
    }
    at
}

/// Returns where the first byte from `from` on is that does not stand for itself in a string.
pub(crate) fn plain_end(bytes: &[u8], from: usize) -> usize {
    skip(
        bytes,
        from,
        |eight| {
            let control = eight.wrapping_sub(each(0x20)) & !eight;
            holds(eight, b'"') | holds(eight, b'\\') | control
        },
        |byte| byte < 0x20 || matches!(byte, b'"' | b'\\'),
    )
}
