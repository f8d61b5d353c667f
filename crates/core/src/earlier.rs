//! What earlier sessions on the same subject bring into a new one.

use crate::session::{Exchange, Session};
use colloquy_schema::{DigestEntry, Fact, Record};

/// Completed sessions that go into a digest: the last 3.
pub const DIGEST_SESSIONS: usize = 3;
/// Exchanges of one session in a digest.
const DIGEST_EXCHANGES: usize = 5;
/// Longest question or answer in a digest, in characters.
const DIGEST_CHARS: usize = 240;

/// Returns every question a session put.
pub fn questions_of(records: &[Record]) -> Vec<String> {
    let asked = records.iter().filter_map(|record| match &record.fact {
        Fact::Asked(question) => Some(question.text.clone()),
        _ => None,
    });
    asked.collect()
}

/// Returns the longest answers of a session with their questions, shortened, in their order.
pub fn digest_of(records: &[Record]) -> Vec<DigestEntry> {
    let opened = records
        .first()
        .and_then(|first| Session::without_kind(first).ok());
    let Some(mut session) = opened else {
        return Vec::new();
    };
    records
        .iter()
        .skip(1)
        .for_each(|record| session.evolve(record));
    let exchanges = &session.exchanges;
    let mut out = Vec::new();
    for (i, exchange) in exchanges.iter().enumerate() {
        // One with a place among the longest: of two equally long ones the earlier.
        let longer = |(j, other): (usize, &Exchange)| {
            other.words > exchange.words || (other.words == exchange.words && j < i)
        };
        let before = exchanges.iter().enumerate().filter(|o| longer(*o)).count();
        if exchange.words > 0 && before < DIGEST_EXCHANGES {
            out.push(DigestEntry {
                question: shorten(&exchange.question.text),
                answer: shorten(exchange.answer_text()),
            });
        }
    }
    out
}

fn shorten(text: &str) -> String {
    let mut out: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if let Some((cut, _)) = out.char_indices().nth(DIGEST_CHARS) {
        out.truncate(out[..cut].rfind(' ').unwrap_or(cut));
        out.push('…');
    }
    out
}
