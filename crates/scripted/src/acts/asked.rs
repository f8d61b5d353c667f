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
        // “I have read it. What was hard?” asks what was hard.
        let asks = question
            .rfind(". ")
            .map_or(question, |at| &question[at + 2..]);
        let clauses = asks.trim_end_matches(['?', '.', '!', ' ']);
        let has_clauses = clauses.contains(['.', ',']);
        let asks = lists.form(asks);
        let mut asks = asks.split(' ');
        let opening = [asks.next(), asks.next()];
        Asked {
            stems: stems.collect(),
            opening: opening.map(|word| word.unwrap_or_default().to_string()),
            has_clauses,
            of_you: words().any(|word| is_one_of(word, lists.you)),
        }
    }
}
