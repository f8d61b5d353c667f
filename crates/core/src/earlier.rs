//! What earlier sessions on the same subject bring into a new one.

use crate::session::{Exchange, Session};
use colloquy_schema::{DigestEntry, Fact, Material, NO_SUBJECT, Record, Setup};

/// Completed sessions that go into a digest: the last 3.
pub const DIGEST_SESSIONS: usize = 3;
/// Exchanges of one session in a digest.
const DIGEST_EXCHANGES: usize = 5;
/// Longest question or answer in a digest, in characters.
const DIGEST_CHARS: usize = 240;

/// True when what earlier sessions on the subject asked and brought matters to a new one: a session about nothing has nothing in common
/// with any other, so its questions may be asked again.
pub fn looks_back(setup: &Setup) -> bool {
    let subject = setup.subject.trim();
    setup.material != Material::default() || !subject.is_empty() && subject != NO_SUBJECT
}

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

#[cfg(test)]
mod tests {
    use super::*;
    use colloquy_schema::NamedText;

    #[test]
    fn a_session_without_material_and_subject_remembers_nothing() {
        let notes = Material {
            texts: vec![NamedText {
                name: "notes.md".into(),
                text: "Bees do not vote.".into(),
            }],
            ..Material::default()
        };
        let setup = |subject: &str, material: &Material| Setup {
            subject: subject.into(),
            material: material.clone(),
            ..Setup::default()
        };
        let nothing = Material::default();
        for (subject, material, expected) in [
            ("", &nothing, false),
            (" ", &nothing, false),
            (NO_SUBJECT, &nothing, false),
            ("course-7", &nothing, true),
            ("text:0", &notes, true),
        ] {
            assert_eq!(looks_back(&setup(subject, material)), expected, "{subject}");
        }
    }
}
