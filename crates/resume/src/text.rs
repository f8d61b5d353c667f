//! Texts cut at signs. One loop for all sets of signs, and never inlined: what the library makes of each set and each place
//! weighs more in the browser than the rules that use it.

use std::vec::IntoIter;

/// What is done with signs; a set of them is a text.
pub(crate) trait Text {
    /// True when one of the signs is in it.
    fn has_any(&self, signs: &str) -> bool;
    /// Takes the signs off its start.
    fn strip_start(&self, signs: &str) -> &str;
    /// Takes the signs off its end.
    fn strip_end(&self, signs: &str) -> &str;
    /// Takes the signs off both ends.
    fn strip(&self, signs: &str) -> &str;
    /// Parts it at the signs.
    fn cut_at(&self, signs: &str) -> IntoIter<&str>;
    /// Parts it at spaces and tabs; nothing is left of two in a row.
    fn spaced(&self) -> IntoIter<&str>;
}

fn is_one(signs: &str, c: char) -> bool {
    signs.chars().any(|sign| sign == c)
}

impl Text for str {
    #[inline(never)]
    fn has_any(&self, signs: &str) -> bool {
        self.chars().any(|c| is_one(signs, c))
    }

    #[inline(never)]
    fn strip_start(&self, signs: &str) -> &str {
        let mut rest = self.chars();
        while let Some(c) = rest.clone().next() {
            if !is_one(signs, c) {
                break;
            }
            rest.next();
        }
        rest.as_str()
    }

    #[inline(never)]
    fn strip_end(&self, signs: &str) -> &str {
        let mut rest = self.chars();
        while let Some(c) = rest.clone().next_back() {
            if !is_one(signs, c) {
                break;
            }
            rest.next_back();
        }
        rest.as_str()
    }

    fn strip(&self, signs: &str) -> &str {
        self.strip_start(signs).strip_end(signs)
    }

    #[inline(never)]
    fn cut_at(&self, signs: &str) -> IntoIter<&str> {
        let mut parts = Vec::new();
        let mut from = 0;
        for (at, c) in self.char_indices() {
            if is_one(signs, c) {
                parts.push(self.get(from..at).unwrap_or_default());
                from = at + c.len_utf8();
            }
        }
        parts.push(self.get(from..).unwrap_or_default());
        parts.into_iter()
    }

    #[inline(never)]
    fn spaced(&self) -> IntoIter<&str> {
        let mut parts: Vec<&str> = self.cut_at(" \t").collect();
        parts.retain(|part| !part.is_empty());
        parts.into_iter()
    }
}
