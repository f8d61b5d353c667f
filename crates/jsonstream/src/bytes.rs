//! Makes text of bytes that were cut anywhere.

/// Holds back the bytes of a character that has not arrived whole.
#[derive(Default)]
pub(crate) struct Decoder {
    held: Vec<u8>,
}

impl Decoder {
    /// Appends to `out` what `chunk` completes, and calls `invalid` with the offset in `out` of each replacement character.
    pub(crate) fn push(&mut self, chunk: &[u8], out: &mut String, mut invalid: impl FnMut(usize)) {
        let joined;
        let mut rest = chunk;
        if !self.held.is_empty() {
            self.held.extend_from_slice(chunk);
            joined = std::mem::take(&mut self.held);
            rest = &joined;
        }
        while !rest.is_empty() {
            match std::str::from_utf8(rest) {
                Ok(text) => {
                    out.push_str(text);
                    return;
                }
                Err(error) => {
                    let (good, bad) = rest.split_at(error.valid_up_to());
                    out.push_str(std::str::from_utf8(good).unwrap_or_default());
                    let Some(length) = error.error_len() else {
                        self.held = bad.to_vec();
                        return;
                    };
                    invalid(out.len());
                    out.push('\u{fffd}');
                    rest = &bad[length..];
                }
            }
        }
    }

    /// Returns whether a character has arrived in part.
    pub(crate) fn is_waiting(&self) -> bool {
        !self.held.is_empty()
    }

    /// Gives up on the bytes held back; returns whether there were any.
    pub(crate) fn end(&mut self) -> bool {
        !std::mem::take(&mut self.held).is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decode(bytes: &[u8], size: usize) -> (String, Vec<usize>, bool) {
        let (mut decoder, mut out, mut bad) = (Decoder::default(), String::new(), Vec::new());
        for chunk in bytes.chunks(size) {
            decoder.push(chunk, &mut out, |at| bad.push(at));
        }
        let cut = decoder.end();
        (out, bad, cut)
    }

    #[test]
    fn any_cut_gives_the_same_text() {
        let text = "aé漢🎧z".as_bytes();
        for size in 1..=text.len() {
            assert_eq!(decode(text, size), ("aé漢🎧z".into(), vec![], false));
        }
    }

    #[test]
    fn what_is_no_utf8_is_replaced_wherever_it_is_cut() {
        let bytes = b"a\xff\xe6\xbc(\xf0\x9f\x8e";
        for size in 1..=bytes.len() {
            assert_eq!(
                decode(bytes, size),
                ("a\u{fffd}\u{fffd}(".into(), vec![1, 4], true)
            );
        }
    }
}
