//! What an answer shows: sentences, cues and repeated phrases. Text in, findings with their places out. Knows no
//! interview, no session and no model.
//!
//! Nothing here fails and nothing panics: any text is an answer. The time is linear in the bytes of the texts, and the memory
//! beside them is bounded. The language of the cues and of the function words is English unless [`Tables`] of another one are given;
//! sentences and words are found in every script.
//!
//! ```
//! use colloquy_findings::{Limits, extract};
//!
//! let answers = [
//!     "I realized that small habits matter more than plans. I don't think I should sell the car.",
//!     "My small habits are mostly evening ones. I want to write down three of them this week.",
//! ];
//! let found = extract(&answers, Some(Limits::default()));
//!
//! let insight = &found.insights[0];
//! assert_eq!(insight.text, "I realized that small habits matter more than plans.");
//! assert_eq!(&answers[insight.answer as usize][insight.start as usize..insight.end as usize], insight.text);
//! // What somebody does not mean to do is no action item.
//! assert_eq!(found.actions.len(), 1);
//! assert_eq!(found.actions[0].text, "I want to write down three of them this week.");
//! assert_eq!(found.themes[0].text, "small habits");
//! ```

mod abbreviations;
mod chars;
mod class;
mod clauses;
mod cues;
mod extract;
pub mod letters;
mod lexicon;
mod markup;
mod phrases;
mod quotes;
mod reader;
mod sentences;
mod steps;
mod tables;
mod themes;
mod vocabulary;
mod words;

pub use extract::{
    Limits, MIN_ACTION_CHARACTERS, MIN_INSIGHT_CHARACTERS, extract, extract_in, recommendations,
    recommendations_in,
};
pub use letters::{fold, fold_char};
pub use phrases::{Phrase, PhraseOptions, phrases};
pub use sentences::sentences;
pub use tables::{ENGLISH, FRENCH, GERMAN, SPANISH, Tables, is_function_word};
pub use words::{Word, Words, normal_form, word_count, words};
