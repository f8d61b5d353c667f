//! Bytes as a list of choices. Where they are used up, every choice is the first one: a shorter input is a simpler one.

use colloquy_tests::random::Random;

/// What is left of the bytes.
#[derive(Clone, Debug)]
pub(crate) struct Input<'a>(&'a [u8]);

impl<'a> Input<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Input<'a> {
        Input(bytes)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn byte(&mut self) -> u8 {
        let (first, rest) = self.0.split_first().unwrap_or((&0, &[]));
        self.0 = rest;
        *first
    }

    /// A number below `bound`, which must not be 0.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        let mut number = usize::from(self.byte());
        if bound > 256 {
            number = number << 8 | usize::from(self.byte());
        }
        if bound > 65_536 {
            number = number << 8 | usize::from(self.byte());
        }
        number % bound
    }

    pub(crate) fn pick<'b, T>(&mut self, items: &'b [T]) -> &'b T {
        &items[self.below(items.len())]
    }

    /// A text of the next bytes, at most 255 of them.
    pub(crate) fn text(&mut self) -> String {
        let length = usize::from(self.byte()).min(self.0.len());
        let (text, rest) = self.0.split_at(length);
        self.0 = rest;
        String::from_utf8_lossy(text).into_owned()
    }
}

/// A generator that depends on all of the bytes, for choices that are not worth bytes of their own.
pub(crate) fn random(bytes: &[u8]) -> Random {
    // FNV-1a.
    let hash = bytes.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    });
    Random::new(hash)
}

/// Sizes to cut these bytes into.
pub(crate) fn sizes(bytes: &[u8]) -> Vec<usize> {
    let mut random = random(bytes);
    let size = |_| {
        let most = if random.below(4) == 0 { 200 } else { 12 };
        1 + random.below(most)
    };
    (0..5).map(size).collect()
}
