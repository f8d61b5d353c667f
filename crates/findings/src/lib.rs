//! What an answer shows: sentences, cues and repeated phrases. Text in, findings with their places out. Knows no
//! interview, no session and no model.
//!
//! Nothing here fails and nothing panics: any text is an answer. The time is linear in the bytes of the texts, and the memory
//! beside them is bounded. The language of the cues and of the function words is English; sentences and words are found
//! in every script.

mod abbreviations;
mod chars;
mod cues;
mod extract;
pub mod letters;
mod lexicon;
mod markup;
mod phrases;
mod quotes;
mod reader;
mod sentences;
mod vocabulary;
mod words;

pub use extract::{Limits, MIN_ACTION_CHARACTERS, MIN_INSIGHT_CHARACTERS, extract};
pub use letters::{fold, fold_char};
pub use lexicon::is_function_word;
pub use phrases::{Phrase, PhraseOptions, phrases};
pub use sentences::sentences;
pub use words::{Word, Words, normal_form, word_count, words};
