//! What a résumé or an answer shows of skills, by rules: a lexicon of names, and readers for durations, depth, autonomy,
//! scale, constraints and use in production. Text in, the JSON text of contract `skills` out. Knows no session, no network
//! and no model.
//!
//! Nothing here fails and nothing panics: any text is a lexicon, a résumé or an answer. The time is linear in the bytes of
//! the text. Where they are not sure, the rules report nothing; they are English, with durations in a few other languages.
//!
//! ```
//! use colloquy_schema::SkillsAsk;
//! use colloquy_skills::{Lexicon, reply};
//!
//! // One skill a line, its usual name first; a host hands the whole list over (`data/lexicon.txt`).
//! let lexicon = Lexicon::read("PostgreSQL | Postgres\nPython\nJava\nJavaScript | JS\n");
//! let ask = SkillsAsk {
//!     resume: true,
//!     text: "Six years of Postgres in production, and a little JavaScript.".into(),
//!     year: 2026,
//!     ..SkillsAsk::default()
//! };
//! let reply: serde_json::Value = serde_json::from_str(&reply(&lexicon, &ask)).unwrap();
//! let names: Vec<&str> = reply["skills"].as_array().unwrap().iter().filter_map(|one| one["name"].as_str()).collect();
//! assert_eq!(names, ["PostgreSQL", "JavaScript"]);
//! // Each value comes with the words that show it.
//! assert!(ask.text.contains(reply["skills"][0]["duration"]["quote"].as_str().unwrap()));
//! ```

mod answer;
mod claims;
mod cues;
mod durations;
mod found;
mod lacking;
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
use crate::tokens::{Token, tokens};

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
    // What is listed is taken at its word beside what is in the lexicon, so that there is something to ask about: a nurse's "Excel"
    // must not hide her wound care.
    let others = if ask.resume {
        claims::claimed(&lexicon, &ask.text, &tokens)
    } else if ask.skill.is_empty() && ask.known.is_empty() {
        // Only where skills are asked for: what somebody adds at the end is a story, and the nouns of a story are none.
        claims::listed(&lexicon, &ask.text, &tokens)
    } else {
        Vec::new()
    };
    for name in others {
        if lexicon.named(&name).is_none() && !names_any(&lexicon, &name, &self::tokens(&name)) {
            lexicon.adopt(&name);
        }
    }
    if ask.resume {
        let found = resume::read(&lexicon, &cues, &ask.text, &tokens, ask.year);
        return found.json(&lexicon, &ask.text, None);
    }
    let (found, standing) = answer::read(&lexicon, &cues, ask, &tokens);
    if !ask.earlier.is_empty() && standing::is_repeat(standing) {
        // “As I said”: what was asked is looked for in what was said.
        let tokens = self::tokens(&ask.earlier);
        let before = SkillsAsk {
            text: ask.earlier.clone(),
            ..ask.clone()
        };
        let (mut found, _) = answer::read(&lexicon, &cues, &before, &tokens);
        let asked = lexicon.named(&ask.skill).map(|name| name.skill);
        if asked.is_some_and(|asked| found.keep(asked, &ask.attributes)) {
            return found.json(&lexicon, &ask.earlier, Some(standing));
        }
    }
    found.json(&lexicon, &ask.text, Some(standing))
}

/// True when a text names a skill of the lexicon.
fn names_any(lexicon: &Lexicon, text: &str, tokens: &[Token]) -> bool {
    let place = names::Place { list: true };
    !names::mentions(lexicon, text, tokens, place).is_empty()
}
