//! The interviewer without a network: answers an [`Ask`] of a reflective interview from rules and a bank of sentences. Knows
//! no session, sends nothing, and gives the same reply to the same ask on every machine.
//!
//! # The bank
//! A guide brings the sentences ([`colloquy_schema::Bank`]): for each use, by template or for `any` of them, sentences with
//! slots. A sentence whose slot has no value is passed over, and so is one that cannot be filled within 10 to 30 words.
//!
//! | use | when | slots |
//! |---|---|---|
//! | `open`, `open.title` | first question | `{title}`, `{x}` and `{y}` two concepts |
//! | `empty` | first question without notes | |
//! | `concept`, `item`, `focus` | another part of the notes, by name | `{x}`, `{label}` |
//! | `quote`; `quote.intro`, `point.intro` before `about` | a statement of the notes | `{x}`, `{who}` |
//! | `pair` | two things of the notes side by side | `{x}`, `{y}` |
//! | `said` | something said some answers ago | `{x}` |
//! | `echo`; `echo.intro` before `dig`, `dig.emotion`, `dig.contrast`, `dig.decision`, `dig.claim` | deeper into a rich answer | `{x}` |
//! | `thin`, `thin.echo`, `thin.plain` | smaller, after a thin answer | `{x}` |
//! | `clarify`, `clarify.plain` | in other words, after a question back | `{x}` |
//! | `facet`, `facets` with `angle` | where the content meets a side of life | `{angle}`, `{angles}` |
//! | `end.two`, `end.one`, `end.plain` | last question | `{x}`, `{y}` |
//! | `lead.turn`, `lead.thin`, `lead.skip`, `lead.decline` | before a question on something else | |
//!
//! Slots hold names, or words quoted from notes and answers: sentences put them in quotation marks.

mod answer;
mod choose;
mod clean;
mod content;
mod cues;
mod memory;
mod moves;
mod nouns;
mod pattern;
mod spare;
mod themes;
mod turns;
mod wishes;

use colloquy_schema::{Ask, QuestionReply};
use moves::Mind;

/// Returns the reply to an ask: the text of a JSON object that satisfies [`colloquy_schema::Contract::Question`].
///
/// Never fails. The question has 10 to 30 words, one question mark at its end, no line break and no markup of what it quotes, and
/// was not put before, as long as the bank is that of a built-in guide. A follow-up that is offered is taken only when there
/// is something to go deeper into; after a thin answer a smaller question is asked once, whatever kind was wanted. When the ask carries
/// issues, the reply differs from the one to the same ask without them and from every question named in them.
pub fn reply(ask: &Ask) -> String {
    let mut refused = None;
    if !ask.issues.is_empty() {
        let mut first = ask.clone();
        first.issues.clear();
        refused = Some(Mind::new(&first, None).question().0);
    }
    let (question, follow_up) = Mind::new(ask, refused.as_deref()).question();
    let reply = QuestionReply {
        follow_up,
        question,
    };
    // A struct of a flag and a text always serialises.
    serde_json::to_string(&reply).unwrap_or_default()
}
