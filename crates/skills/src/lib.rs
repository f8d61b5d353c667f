//! What a résumé or an answer says of skills, by rules: a lexicon of names, and readers for durations, depth, autonomy,
//! scale, constraints and use in production. Text in, the JSON text of contract `skills` out. Knows no session, no network
//! and no model.
//!
//! Nothing here fails and nothing panics: any text is a lexicon, a résumé or an answer. The time is linear in the bytes of
//! the text. The rules would rather say nothing than guess; they are English, with durations in a few other languages.

mod found;
mod lexicon;
mod names;
mod tokens;

pub use lexicon::{Lexicon, MAX_SKILLS, alias_groups};

use colloquy_schema::{AnswerKind, AnswerStanding, SkillsAsk};

use crate::found::Found;
use crate::names::{Place, Tone, mentions};
use crate::tokens::{Gap, tokens};

/// The lexicon that ships.
#[cfg(feature = "data")]
pub const LEXICON: &str = include_str!("../data/lexicon.txt");

/// Reads a text for skills. Returns the JSON text of a value that satisfies contract `skills`
/// (`pkg/schemas/contracts/skills.json`): at most 60 skills in the order of the text, every quote an exact substring of
/// `ask.text`, and for an answer how it meets its question.
#[must_use]
pub fn reply(lexicon: &Lexicon, ask: &SkillsAsk) -> String {
    let mut lexicon = lexicon.clone();
    for known in &ask.known {
        lexicon.adopt(&known.skill);
    }
    if !ask.skill.is_empty() {
        lexicon.adopt(&ask.skill);
    }
    let tokens = tokens(&ask.text);
    let mut found = Found::default();
    for line in tokens.chunk_by(|_, next| next.gap != Gap::Line) {
        let (Some(first), Some(last)) = (line.first(), line.last()) else {
            continue;
        };
        for mention in mentions(&lexicon, &ask.text, line, Place::default()) {
            let confidence = match mention.tone {
                Tone::Denied => continue,
                Tone::Vague => 50,
                Tone::Plain => 90,
            };
            found.name(mention.skill, &(first.start..last.end), confidence);
        }
    }
    let answer = (!ask.resume).then_some(AnswerStanding {
        kind: if found.skills.is_empty() {
            AnswerKind::Partial
        } else {
            AnswerKind::Full
        },
        engaged: true,
    });
    found.told(&lexicon, &ask.text, answer)
}
