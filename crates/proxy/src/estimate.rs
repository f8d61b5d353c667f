//! About how many tokens there are in what was sent and streamed, for calls whose provider never said.
//!
//! A hang-up is paid for by what it can have cost: were it by what was reserved for it, a client could spend a day's
//! budget by hanging up; were it by less than it cost, by hanging up too.

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

/// About how many tokens were written that nobody counted: as many as were seen, or could be written in the time.
pub(crate) fn written(text_bytes: u64, time: Duration, most: u64) -> u64 {
    let unseen = u64::try_from(time.as_millis()).unwrap_or(u64::MAX) / (1_000 / PER_SECOND);
    text_bytes.div_ceil(TEXT).max(unseen).min(most)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{tokens, written};

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
    fn what_was_written_is_what_was_seen_or_the_time_allowed() {
        assert_eq!(written(300, Duration::ZERO, 8_192), 100);
        assert_eq!(written(0, Duration::from_secs(10), 8_192), 1_000);
        assert_eq!(written(1 << 30, Duration::from_secs(900), 8_192), 8_192);
    }
}
