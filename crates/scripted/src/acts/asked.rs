//! What a question has that decides what an answer to it does.

use crate::cues::is_one_of;
use crate::language::Words;

/// What matters of a question for what an answer to it does.
pub(super) struct Asked {
    /// Its words that mean something, without their endings.
    pub(super) stems: Vec<String>,
    /// Its first two words.
    pub(super) opening: [String; 2],
    /// It has several clauses: something is taken for granted before it is asked.
    pub(super) has_clauses: bool,
    /// It speaks of the respondent.
    pub(super) of_you: bool,
}

impl Asked {
    /// Reads a question.
    pub(super) fn of(lists: &Words, question: &str) -> Self {
        let form = lists.form(question);
        let words = || form.split(' ');
        let stems = words()
            .filter(|word| !lists.is_function_word(word))
            .map(|word| lists.stem(&lists.plain(word)).to_string());
        let opening = [words().next(), words().nth(1)];
        Asked {
            stems: stems.collect(),
            opening: opening.map(|word| word.unwrap_or_default().to_string()),
            has_clauses: question
                .trim_end_matches(['?', '.', '!', ' '])
                .contains(['.', ',']),
            of_you: words().any(|word| is_one_of(word, lists.you)),
        }
    }
}
