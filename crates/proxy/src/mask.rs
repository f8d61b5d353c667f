//! Keeps a key out of what a provider sends back.

use std::ops::Range;

use bytes::{Bytes, BytesMut};
use memchr::memchr_iter;
use memchr::memmem::{Finder, find};

/// The fewest bytes of a key that is looked for. A shorter one, such as the `ollama` that local servers are given, is a
/// word that may stand in any text.
const SHORTEST: usize = 16;

/// The fewest bytes of a half that is looked for in answers: a provider's keys begin alike for a dozen or so.
const HALF: usize = 20;

/// As many bytes of a key in a row give it away in an error message.
const PIECE: usize = 6;

/// What stands for letters that are left out, besides stars.
const LEFT_OUT: [&str; 3] = ["...", "…", "•"];

/// Looks for one key.
#[derive(Debug)]
pub(crate) struct Mask {
    key: Vec<u8>,
    finder: Finder<'static>,
    /// What is starred out of answers: the halves of a long key, as one of them is whole where a letter is left out, else the key
    /// itself. All are equally long, so that the first to begin is also the first to end.
    parts: Vec<Finder<'static>>,
}

impl Mask {
    /// Looks for this key; `None` when it is too short to be distinguished from a word.
    pub(crate) fn new(key: &str) -> Option<Self> {
        let bytes = key.as_bytes();
        let half = bytes.len() / 2;
        let parts = if half >= HALF {
            vec![&bytes[..half], &bytes[bytes.len() - half..]]
        } else {
            vec![bytes]
        };
        (bytes.len() >= SHORTEST).then(|| Self {
            key: bytes.to_vec(),
            finder: Finder::new(bytes).into_owned(),
            parts: parts
                .into_iter()
                .map(|part| Finder::new(part).into_owned())
                .collect(),
        })
    }

    /// Where the first part begins and ends.
    fn part(&self, text: &[u8]) -> Option<Range<usize>> {
        let found = self.parts.iter().filter_map(|part| {
            let at = part.find(text)?;
            Some(at..at + part.needle().len())
        });
        found.min_by_key(|range| range.start)
    }

    /// How many bytes at the end of a piece are the beginning of a part.
    fn begun(&self, piece: &[u8]) -> usize {
        let begun = self.parts.iter().map(|part| overlap(part.needle(), piece));
        begun.max().unwrap_or(0)
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
        let starred = word.contains(&b'*')
            || LEFT_OUT
                .iter()
                .any(|mark| find(word, mark.as_bytes()).is_some());
        // A sentence may end behind it.
        let end = word.iter().rposition(|byte| *byte != b'.').unwrap_or(0);
        let ends = word.starts_with(&self.key[..3])
            || word[..=end].ends_with(&self.key[self.key.len() - 3..]);
        starred && ends
            || self
                .key
                .windows(PIECE)
                .any(|piece| find(word, piece).is_some())
    }
}

fn in_word(byte: u8) -> bool {
    // The marks for what is left out are no ASCII, nor are letters of most languages.
    byte.is_ascii_alphanumeric() || !byte.is_ascii() || b"-_.*".contains(&byte)
}

/// Stars the key, or either half of a long one, out of one stream, also where it is cut between two pieces.
///
/// Bytes are held back only while they could be the beginning of either. The number of bytes stays the same.
#[derive(Debug, Default)]
pub(crate) struct Stream {
    held: BytesMut,
    /// Whether any of it was there.
    pub(crate) found: bool,
}

impl Stream {
    /// Passes a piece on; the result may be empty.
    pub(crate) fn pass(&mut self, mask: &Mask, piece: Bytes) -> Bytes {
        let clear = self.held.is_empty() && mask.part(&piece).is_none();
        if clear && mask.begun(&piece) == 0 {
            return piece;
        }
        self.held.extend_from_slice(&piece);
        while let Some(range) = mask.part(&self.held) {
            self.held[range].fill(b'*');
            self.found = true;
        }
        let kept = mask.begun(&self.held);
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
    fn half_of_a_long_key_is_starred_out_however_it_is_cut() {
        let key = "sk-ant-api03-Qm5vd0l0c0FTZWNyZXRLZXk-7ZqX";
        let mask = Mask::new(key).unwrap();
        let (first, last) = (&key[..20], &key[21..]);
        for (text, hidden) in [
            (format!("{first}\n\ndata: {last}"), vec![first, last]),
            (format!("{last}{first}{first}"), vec![first, last]),
            (
                format!("it is {}", key.replacen("api", "ap", 1)),
                vec![last],
            ),
            (format!("it is {}", key.replace("7Z", "7")), vec![first]),
        ] {
            for chunk in 1..=text.len() {
                let mut stream = Stream::default();
                let mut out = Vec::new();
                for piece in text.as_bytes().chunks(chunk) {
                    out.extend_from_slice(&stream.pass(&mask, Bytes::copy_from_slice(piece)));
                }
                out.extend_from_slice(&stream.end());
                let passed = String::from_utf8(out).unwrap();
                assert_eq!(passed.len(), text.len());
                assert!(stream.found, "{text} in pieces of {chunk}");
                assert!(!hidden.iter().any(|part| passed.contains(part)), "{passed}");
            }
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
            ("key sk-a…tR7w is unknown".to_owned(), true),
            ("the key that ends in ••••tR7w.".to_owned(), true),
            ("the key that ends in ****tR7w.".to_owned(), true),
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
