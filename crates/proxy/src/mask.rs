//! Keeps a key out of what a provider sends back.

use bytes::{Bytes, BytesMut};
use memchr::memchr_iter;
use memchr::memmem::{Finder, find};

/// The fewest bytes of a key that is looked for. A shorter one, such as the `ollama` that local servers are given, is a
/// word that may stand in any text.
const SHORTEST: usize = 16;

/// As many bytes of a key in a row give it away in an error message.
const PIECE: usize = 6;

/// Looks for one key.
#[derive(Debug)]
pub(crate) struct Mask {
    key: Vec<u8>,
    finder: Finder<'static>,
}

impl Mask {
    /// Looks for this key; `None` when it is too short to be distinguished from a word.
    pub(crate) fn new(key: &str) -> Option<Self> {
        (key.len() >= SHORTEST).then(|| Self {
            key: key.as_bytes().to_vec(),
            finder: Finder::new(key).into_owned(),
        })
    }

    /// Stars out of an error message every word that shows a part of the key: the whole key, a piece of it, or what
    /// providers make of it, such as `sk-ab***yz`. Returns whether there was one.
    pub(crate) fn clean(&self, body: &mut [u8]) -> bool {
        let mut found = false;
        let mut at = 0;
        while at < body.len() {
            let end = body[at..]
                .iter()
                .position(|byte| !in_word(*byte))
                .map_or(body.len(), |end| at + end);
            if self.shows(&body[at..end]) {
                body[at..end].fill(b'*');
                found = true;
            }
            at = end + 1;
        }
        found
    }

    /// Whether the key stands in a header's value.
    pub(crate) fn finds(&self, value: &[u8]) -> bool {
        self.finder.find(value).is_some()
    }

    fn shows(&self, word: &[u8]) -> bool {
        if word.len() < PIECE {
            return false;
        }
        let starred = word.contains(&b'*') || find(word, b"...").is_some();
        let ends =
            word.starts_with(&self.key[..3]) || word.ends_with(&self.key[self.key.len() - 3..]);
        starred && ends
            || self
                .key
                .windows(PIECE)
                .any(|piece| find(word, piece).is_some())
    }
}

fn in_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-_.*".contains(&byte)
}

/// Stars the whole key out of one stream, also where it is cut between two pieces.
///
/// Bytes are held back only while they could be the key's beginning. The number of bytes stays the same.
#[derive(Debug, Default)]
pub(crate) struct Stream {
    held: BytesMut,
    /// Whether the key was there.
    pub(crate) found: bool,
}

impl Stream {
    /// Passes a piece on; the result may be empty.
    pub(crate) fn pass(&mut self, mask: &Mask, piece: Bytes) -> Bytes {
        let clear = self.held.is_empty() && mask.finder.find(&piece).is_none();
        if clear && overlap(&mask.key, &piece) == 0 {
            return piece;
        }
        self.held.extend_from_slice(&piece);
        while let Some(at) = mask.finder.find(&self.held) {
            self.held[at..at + mask.key.len()].fill(b'*');
            self.found = true;
        }
        let kept = overlap(&mask.key, &self.held);
        self.held.split_to(self.held.len() - kept).freeze()
    }

    /// Returns what was held back, when the stream is over.
    pub(crate) fn end(&mut self) -> Bytes {
        self.held.split().freeze()
    }
}

/// How many bytes at the end of a piece are the beginning of the key.
fn overlap(key: &[u8], piece: &[u8]) -> usize {
    let from = piece.len().saturating_sub(key.len() - 1);
    let tail = &piece[from..];
    memchr_iter(key[0], tail)
        .find(|at| key.starts_with(&tail[*at..]))
        .map_or(0, |at| tail.len() - at)
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;

    use super::{Mask, Stream};

    const KEY: &str = "sk-ant-api03-Zq8sk-sk-antR7w";

    fn pass(text: &str, chunk: usize) -> (String, bool) {
        let mask = Mask::new(KEY).unwrap();
        let mut stream = Stream::default();
        let mut out = Vec::new();
        for piece in text.as_bytes().chunks(chunk) {
            out.extend_from_slice(&stream.pass(&mask, Bytes::copy_from_slice(piece)));
        }
        out.extend_from_slice(&stream.end());
        (String::from_utf8(out).unwrap(), stream.found)
    }

    #[test]
    fn the_key_is_starred_out_however_it_is_cut() {
        let text = format!("a sk-ant {KEY} sk-ant-api03-Z {KEY}{KEY}s");
        let stars = "*".repeat(KEY.len());
        let expected = format!("a sk-ant {stars} sk-ant-api03-Z {stars}{stars}s");
        for chunk in 1..text.len() {
            assert_eq!(
                pass(&text, chunk),
                (expected.clone(), true),
                "pieces of {chunk}"
            );
        }
    }

    #[test]
    fn what_is_not_the_key_passes_unchanged_and_at_once() {
        let mask = Mask::new(KEY).unwrap();
        let mut stream = Stream::default();
        let piece = Bytes::from_static(b"data: {\"text\":\"sk-ant is how keys begin\"}\n\n");
        assert_eq!(stream.pass(&mask, piece.clone()), piece);
        assert!(!stream.found);
    }

    #[test]
    fn words_that_show_a_part_of_the_key_are_starred_out_of_errors() {
        let mask = Mask::new(KEY).unwrap();
        for (text, hidden) in [
            (format!("Incorrect API key provided: {KEY}."), true),
            (
                "Incorrect API key provided: sk-an**********tR7w. See".to_owned(),
                true,
            ),
            ("key sk-a...tR7w is unknown".to_owned(), true),
            ("the key with Zq8sk-sk".to_owned(), true),
            (
                "rate limit of 40 *** requests reached for model gpt-5-mini".to_owned(),
                false,
            ),
        ] {
            let mut body = text.clone().into_bytes();
            assert_eq!(mask.clean(&mut body), hidden, "{text}");
            let cleaned = String::from_utf8(body).unwrap();
            assert_eq!(cleaned != text, hidden);
            assert!(
                !cleaned.contains("tR7w") && !cleaned.contains("Zq8s"),
                "{cleaned}"
            );
        }
    }

    #[test]
    fn a_short_key_is_a_word() {
        assert!(Mask::new("ollama").is_none());
    }
}
