//! About how many tokens there are in what was sent and streamed, for calls whose provider reported none.
//!
//! A hang-up is paid for by what it can have cost: were it by what was reserved for it, a client could spend a day's
//! budget by hanging up; were it by less than it cost, by hanging up too.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Tokens a model writes in a second at most, as far as nothing shows them: models think before they write.
const PER_SECOND: u64 = 100;

/// Bytes of streamed text that make a token, at least.
const TEXT: u64 = 3;

/// What kind of bytes stand side by side: a tokeniser seldom makes one token of two kinds.
#[derive(Clone, Copy, Eq, PartialEq)]
enum Kind {
    Letters,
    Digits,
    Spaces,
    Marks,
    Beyond,
}

impl Kind {
    fn of(byte: u8) -> Self {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' => Kind::Letters,
            b'0'..=b'9' => Kind::Digits,
            b' ' | b'\t' | b'\r' | b'\n' => Kind::Spaces,
            0x80.. => Kind::Beyond,
            _ => Kind::Marks,
        }
    }

    /// The tokens of a run of so many bytes.
    fn tokens(self, bytes: u64) -> u64 {
        match self {
            Kind::Letters => bytes.div_ceil(3),
            Kind::Digits | Kind::Marks => bytes.div_ceil(2),
            // One space belongs to the word behind it.
            Kind::Spaces => (bytes - 1).div_ceil(4),
            // A letter of two bytes is a token at most, one of three bytes two.
            Kind::Beyond => bytes.div_ceil(2),
        }
    }
}

/// About how many tokens a body makes, rather more than fewer: about one and a half times what tokenisers make of English, German or
/// JSON, and fewer than there are only of texts made to have many, such as letters at random.
pub(crate) fn tokens(body: &[u8]) -> u64 {
    let runs = body.chunk_by(|one, next| Kind::of(*one) == Kind::of(*next));
    runs.map(|run| Kind::of(run[0]).tokens(run.len() as u64))
        .sum()
}

/// About how many tokens were written that nobody counted: those that were seen, and what could be written unseen in the time in which
/// no text came.
fn written(text: u64, unseen: Duration, most: u64) -> u64 {
    let unseen = u64::try_from(unseen.as_millis()).unwrap_or(u64::MAX) / (1_000 / PER_SECOND);
    text.saturating_add(unseen).min(most)
}

/// What a model's provider has counted lately beside what was estimated of the same calls: tokenisers and languages differ.
#[derive(Debug, Default)]
pub(crate) struct Learned {
    input: Ratio,
    output: Ratio,
}

impl Learned {
    /// Takes what was estimated of a call's input, the text that was seen of its output, and what the provider counted of both.
    pub(crate) fn learn(&self, input: u64, text_bytes: u64, counted: (u64, u64)) {
        self.input.learn(input, counted.0);
        self.output.learn(text_bytes.div_ceil(TEXT), counted.1);
    }

    /// An estimate of an input in the light of that.
    pub(crate) fn input(&self, tokens: u64) -> u64 {
        self.input.apply(tokens)
    }

    /// As [`written`], in the light of that.
    pub(crate) fn written(&self, text_bytes: u64, unseen: Duration, most: u64) -> u64 {
        let text = self.output.apply(text_bytes.div_ceil(TEXT));
        written(text, unseen, most)
    }
}

/// Counted tokens beside estimated ones.
#[derive(Debug)]
struct Ratio(Mutex<(u64, u64)>);

/// The estimates that stand for themselves before a provider has counted anything.
const BEGINS: u64 = 2_000;

/// The most that one call weighs, and when what was counted before begins to fade.
const WEIGHS: u64 = 10_000;
const FADES: u64 = 400_000;

/// Between how many hundredths of an estimate it is corrected: a client that has its calls counted with text of few tokens, and hangs
/// up on text of many, gains no more.
const LEAST: u64 = 60;
const MOST: u64 = 150;

impl Default for Ratio {
    fn default() -> Self {
        Self(Mutex::new((BEGINS, BEGINS)))
    }
}

impl Ratio {
    fn learn(&self, estimated: u64, counted: u64) {
        if estimated == 0 {
            return;
        }
        let weight = estimated.min(WEIGHS);
        let counted = (counted.min(estimated * 4) * weight).div_ceil(estimated);
        let mut sums = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        sums.0 += weight;
        sums.1 += counted;
        if sums.0 > FADES {
            *sums = (sums.0 / 2, sums.1 / 2);
        }
    }

    fn apply(&self, tokens: u64) -> u64 {
        let (estimated, counted) = *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let hundredths = (counted * 100 / estimated.max(1)).clamp(LEAST, MOST);
        (tokens * hundredths).div_ceil(100)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Learned, tokens, written};

    #[test]
    fn what_a_provider_counts_corrects_the_estimates_within_bounds() {
        let learned = Learned::default();
        assert_eq!(learned.input(1_000), 1_000, "nothing is known yet");
        for _ in 0..200 {
            learned.learn(6_000, 300, (4_200, 80));
        }
        assert!((700..=720).contains(&learned.input(1_000)));
        assert!((80..=85).contains(&learned.written(300, Duration::ZERO, 8_192)));
        // Text of next to no tokens takes no estimate below what is common.
        for _ in 0..2_000 {
            learned.learn(100_000, 3_000_000, (1, 1));
        }
        assert_eq!(learned.input(1_000), 600);
        for _ in 0..2_000 {
            learned.learn(100, 300, (100_000_000, 100_000_000));
        }
        assert_eq!(learned.input(1_000), 1_500);
        assert_eq!(learned.written(300, Duration::ZERO, 8_192), 150);
    }

    #[test]
    fn an_estimate_is_above_what_tokenisers_make_and_far_below_the_bytes() {
        // Words, parts of long words and marks, counted by hand.
        for (text, real) in [
            (
                "Tell me about a project that you are proud of, and what you would do differently today, if anything.",
                21,
            ),
            (
                "Was haben Sie aus diesem Projekt gelernt, und was war das Schwierigste daran?",
                18,
            ),
            (
                r#"{"role":"user","content":"I led the migration of our billing system."}"#,
                17,
            ),
            ("你从这个项目中学到了什么？", 9),
        ] {
            let found = tokens(text.as_bytes());
            assert!((real..=real * 5 / 2).contains(&found), "{found} of {text}");
        }
        assert_eq!(tokens("a ".repeat(500).as_bytes()), 500, "a letter a token");
        assert_eq!(tokens(b""), 0);
    }

    #[test]
    fn what_was_written_is_what_was_seen_and_what_the_time_allowed() {
        assert_eq!(written(100, Duration::ZERO, 8_192), 100);
        assert_eq!(written(7, Duration::from_secs(10), 8_192), 1_007);
        assert_eq!(written(1 << 30, Duration::from_secs(900), 8_192), 8_192);
    }
}
