//! What a résumé or an answer says of skills, by rules: a lexicon of names, and readers for durations, depth, autonomy,
//! scale, constraints and use in production. Text in, the JSON text of contract `skills` out. Knows no session, no network
//! and no model.
//!
//! Nothing here fails and nothing panics: any text is a lexicon, a résumé or an answer. The time is linear in the bytes of
//! the text. The rules would rather say nothing than guess; they are English, with durations in a few other languages.

mod answer;
mod cues;
mod durations;
mod found;
mod lexicon;
mod names;
mod numbers;
mod owners;
mod readings;
mod resume;
mod scale;
mod standing;
mod steps;
#[cfg(test)]
mod tests;
mod tokens;
mod units;

pub use lexicon::{Lexicon, MAX_SKILLS, alias_groups};

use colloquy_schema::SkillsAsk;

use crate::cues::Cues;
use crate::tokens::tokens;

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
    let cues = Cues::new();
    let tokens = tokens(&ask.text);
    if ask.resume {
        let found = resume::read(&lexicon, &cues, &ask.text, &tokens, ask.year);
        return found.told(&lexicon, &ask.text, None);
    }
    let (found, standing) = answer::read(&lexicon, &cues, ask, &tokens);
    found.told(&lexicon, &ask.text, Some(standing))
}
