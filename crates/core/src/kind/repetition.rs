//! Whether a question was put before.

use crate::session::Session;
use colloquy_findings::normal_form;
use colloquy_schema::Fnv;

/// True when a question was put before, in this session or an earlier one on the same subject: the same words, or nearly.
pub fn is_repetition(session: &Session, text: &str) -> bool {
    let asked = words(text);
    // The words above a form may be the same each time.
    let here = session.exchanges.iter();
    let mut here = here.filter(|exchange| exchange.question.form.is_none());
    let earlier = &session.setup.asked_before;
    let earlier = || earlier.iter().map(|question| words(question)).collect();
    let mut before = session.asked_before.get_or_init(earlier).iter();
    here.any(|exchange| nearly_equal(&asked, exchange.compared_by(words)))
        || before.any(|other| nearly_equal(&asked, other))
}

/// The distinct words of a text, as hashes.
fn words(text: &str) -> Vec<u64> {
    let mut words = Vec::new();
    for word in normal_form(text).split(' ') {
        let mut hash = Fnv::new();
        hash.write(word.as_bytes());
        if !words.contains(&hash.value()) {
            words.push(hash.value());
        }
    }
    words
}

/// Two questions are nearly equal when they share at least nine tenths of their distinct words.
fn nearly_equal(a: &[u64], b: &[u64]) -> bool {
    // With `shared` of them in both, the same as `shared * 10 >= (a.len() + b.len() - shared) * 9`.
    let needed = ((a.len() + b.len()) * 9).div_ceil(19);
    let Some(tolerated) = a.len().checked_sub(needed).filter(|_| needed <= b.len()) else {
        return false;
    };
    // Most pairs part with the first words: no more are looked up than it takes to know.
    let missing = a.iter().filter(|word| !b.contains(word));
    missing.take(tolerated + 1).count() <= tolerated
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearly_the_same_words_are_the_same_question() {
        let same = |a: &str, b: &str| nearly_equal(&words(a), &words(b));
        assert!(same("What surprised you most?", "What surprised you MOST"));
        assert!(!same(
            "What surprised you most?",
            "What surprised you least?"
        ));
        assert!(!same("What surprised you?", "What did you do on Monday?"));
    }
}
