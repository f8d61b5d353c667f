//! Rules on the text of a question.

use crate::hash::Fnv;
use crate::session::Session;
use colloquy_findings::normal_form;

/// Counts question marks outside of quotation and URLs: a quoted question is not put to the respondent.
pub(crate) fn question_marks(text: &str) -> usize {
    let mut marks = 0;
    let mut closing: Option<char> = None;
    let mut previous = ' ';
    let mut in_url = false;
    for (at, c) in text.char_indices() {
        if c.is_whitespace() {
            in_url = false;
        } else if text[at..].starts_with("http://") || text[at..].starts_with("https://") {
            in_url = true;
        }
        match (closing, c) {
            (Some(end), c) if c == end => closing = None,
            (Some(_), _) => {}
            (None, '"') => closing = Some('"'),
            (None, '“') => closing = Some('”'),
            (None, '„') => closing = Some('“'),
            (None, '«') => closing = Some('»'),
            (None, '‘') => closing = Some('’'),
            // A run such as "??" or "?!" is one mark; a mark inside a URL (before more of it) is none.
            (None, '?' | '？' | '؟') => {
                let url_goes_on = in_url
                    && text[at + c.len_utf8()..]
                        .chars()
                        .next()
                        .is_some_and(|n| !n.is_whitespace());
                if !matches!(previous, '?' | '？' | '؟') && !url_goes_on {
                    marks += 1;
                }
            }
            _ => {}
        }
        previous = c;
    }
    // An opening mark that is never closed quotes nothing: count plainly.
    if closing.is_some() && marks == 0 {
        marks = text.matches(['?', '？', '؟']).count();
    }
    marks
}

/// True when a question was put before, in this session or an earlier one on the same subject: the same words, or nearly.
pub(crate) fn is_repetition(session: &Session, text: &str) -> bool {
    let words = words(text);
    let before = |other: &str| nearly_equal(&words, &self::words(other));
    let mut here = session.exchanges.iter();
    here.any(|exchange| before(&exchange.question.text))
        || session.setup.asked_before.iter().any(|other| before(other))
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
    let shared = a.iter().filter(|word| b.contains(word)).count();
    let all = a.len() + b.len() - shared;
    shared * 10 >= all * 9
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_outside_quotes_and_urls_are_counted() {
        let cases = [
            ("What now?", 1),
            ("What? And why?", 2),
            ("Really?? Yes", 1),
            ("She asked \"why?\" and left. What did you do?", 1),
            (
                "See https://example.org/?q=1&r=2 for it. What did you find?",
                1,
            ),
            ("Tell me more.", 0),
            ("“How?” is one thing, but what about “when?”", 0),
            ("ماذا تعلمت؟", 1),
        ];
        for (text, marks) in cases {
            assert_eq!(question_marks(text), marks, "{text}");
        }
    }

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
