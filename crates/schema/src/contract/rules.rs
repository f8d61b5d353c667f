//! Rules on one value alone that a JSON Schema cannot express: what is put to a respondent is plain text with one question.

use crate::Issue;
use crate::contract::Contract;
use crate::scan::{holds, skip};
use serde_json::Value;

/// Rule of a key that is not there and must be.
pub const REQUIRED: &str = "required";

/// Rule of a key that the schema does not know.
pub const UNKNOWN_KEY: &str = "unknown_key";

/// Rule of a text that puts more than one question: a breach, but the respondent can answer it.
pub const ONE_QUESTION: &str = "one_question";

/// Rule of a text that puts no question: reported only, and fine in a closing.
pub const NO_QUESTION: &str = "no_question";

/// Rule of a text that is data, markup or code instead of a sentence. Nobody is shown it.
pub const PLAIN_TEXT: &str = "plain_text";

/// Rule of a text that is nothing but white space.
pub const BLANK: &str = "blank";

/// Returns the faults of a contract's value beyond its schema: [`envelope`], [`question`], or nothing.
pub fn of(contract: Contract, value: &Value) -> Vec<Issue> {
    match contract {
        Contract::Envelope => envelope(value),
        Contract::Question => question(value),
        _ => Vec::new(),
    }
}

/// Judges the `response` of one envelope, whatever else is wrong with it. The rules on stage, depth and readiness need the
/// session and are not among these.
pub fn envelope(value: &Value) -> Vec<Issue> {
    shown("response", value)
}

/// Judges the `question` of a [`Contract::Question`].
pub fn question(value: &Value) -> Vec<Issue> {
    shown("question", value)
}

/// Judges the text that a respondent is shown: [`BLANK`], [`PLAIN_TEXT`], [`ONE_QUESTION`], [`NO_QUESTION`]. Silent where there
/// is no text: the schema reports that.
#[inline(never)]
fn shown(key: &str, value: &Value) -> Vec<Issue> {
    let mut issues = Vec::new();
    let Some(found) = value.get(key) else {
        return issues;
    };
    let Some(text) = found.as_str() else {
        return issues;
    };
    let mut report = |rule, message| Issue::report(&mut issues, key, rule, message, Some(found));
    if text.trim().is_empty() {
        report(BLANK, "must not be blank");
    } else if !is_plain(text) {
        report(PLAIN_TEXT, "must be plain text");
    } else {
        match question_marks(text) {
            0 => report(NO_QUESTION, "puts no question"),
            1 => {}
            _ => report(ONE_QUESTION, "must be one question, with one question mark"),
        }
    }
    issues
}

/// Returns whether a text reads as sentences: JSON, markup and code fences are never shown to a respondent, even where they
/// are a string in the right place.
pub fn is_plain(text: &str) -> bool {
    let mut after_quotes = text.split('"').skip(1);
    !text.trim_start().starts_with(['{', '[', '<', '`'])
        && !after_quotes.any(|after| after.starts_with(':'))
}

/// Counts question marks outside of quotation and URLs: a quoted question is not put to the respondent.
pub fn question_marks(text: &str) -> usize {
    scan(text).0
}

/// Returns where the first question of a text ends, behind its mark and the marks that follow it at once. `None` without a question.
///
/// ```
/// # use colloquy_schema::contract::rules::first_question;
/// let text = "You fell twice. What kept you going?! And who helped?";
/// assert_eq!(first_question(text).map(|end| &text[..end]), Some("You fell twice. What kept you going?!"));
/// ```
pub fn first_question(text: &str) -> Option<usize> {
    let end = scan(text).1?;
    let rest = text[end..].trim_start_matches(['?', '!', '？', '！', '؟', ')', '”', '"', '»', '’']);
    Some(text.len() - rest.len())
}

/// Returns how many question marks count, and where the first of them ends.
fn scan(text: &str) -> (usize, Option<usize>) {
    let mut marks = 0;
    let mut first = None;
    let mut closing: Option<char> = None;
    let mut previous = ' ';
    let mut in_url = false;
    let bytes = text.as_bytes();
    let mut at = 0;
    loop {
        // Most of a text means nothing here. Outside of a URL not even white space does.
        let silent = at;
        if !in_url {
            let marks =
                |eight| holds(eight, b'"') | holds(eight, b'?') | holds(eight, b':') | eight;
            let stops = |byte: u8| matches!(byte, b'"' | b'?' | b':' | 0x80..);
            at = skip(bytes, at, marks, stops);
        }
        if at > silent {
            previous = ' ';
        }
        let Some(c) = text.get(at..).and_then(|rest| rest.chars().next()) else {
            break;
        };
        let next = at + c.len_utf8();
        if c.is_whitespace() {
            in_url = false;
        } else if c == ':' && text[next..].starts_with("//") {
            let scheme = &text[..at];
            in_url |= scheme.ends_with("http") || scheme.ends_with("https");
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
                let follows = text[next..].chars().next();
                let url_goes_on = in_url && follows.is_some_and(|next| !next.is_whitespace());
                if !matches!(previous, '?' | '？' | '؟') && !url_goes_on {
                    marks += 1;
                    first = first.or(Some(next));
                }
            }
            _ => {}
        }
        previous = c;
        at = next;
    }
    // An opening mark that is never closed quotes nothing: count plainly.
    if closing.is_some() && marks == 0 {
        let mut plain = text.match_indices(['?', '？', '؟']);
        first = plain.next().map(|(at, mark)| at + mark.len());
        marks = usize::from(first.is_some()) + plain.count();
    }
    (marks, first)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

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

    /// The same, character by character.
    fn plainly(text: &str) -> usize {
        let (mut marks, mut closing, mut previous, mut in_url) = (0, None, ' ', false);
        for (at, c) in text.char_indices() {
            if c.is_whitespace() {
                in_url = false;
            } else if text[at..].starts_with("http://") || text[at..].starts_with("https://") {
                in_url = true;
            }
            let next = text[at + c.len_utf8()..].chars().next();
            let goes_on = in_url && next.is_some_and(|next| !next.is_whitespace());
            let pairs = [('"', '"'), ('“', '”'), ('„', '“'), ('«', '»'), ('‘', '’')];
            if closing.is_some() {
                closing = closing.filter(|end| *end != c);
            } else if let Some((_, end)) = pairs.iter().find(|(opens, _)| *opens == c) {
                closing = Some(*end);
            } else if "?？؟".contains(c) && !"?？؟".contains(previous) && !goes_on {
                marks += 1;
            }
            previous = c;
        }
        if closing.is_some() && marks == 0 {
            marks = text.chars().filter(|c| "?？؟".contains(*c)).count();
        }
        marks
    }

    #[test]
    fn marks_are_counted_as_character_by_character() {
        let pieces = [
            "http",
            "s",
            "://",
            "?",
            "？",
            "؟",
            "!",
            " ",
            "\n",
            "\u{a0}",
            "\"",
            "“",
            "”",
            "„",
            "«",
            "»",
            "‘",
            "’",
            "a",
            "why",
            "Are we there yet",
            "é",
            "🎧",
            ":",
            "//",
            "/",
        ];
        let mut state = 1_u64;
        for _ in 0..20_000 {
            let mut text = String::new();
            for _ in 0..12 {
                state = state
                    .wrapping_mul(6364136223846793005)
                    .wrapping_add(1442695040888963407);
                text += pieces[(state >> 33) as usize % pieces.len()];
            }
            assert_eq!(question_marks(&text), plainly(&text), "{text}");
        }
    }

    #[test]
    fn a_shown_text_is_judged_by_one_rule_at_most() {
        let cases = [
            ("What did you do then?", None),
            ("Thank you for your time.", Some(NO_QUESTION)),
            ("What was it? And why?", Some(ONE_QUESTION)),
            ("{\"response\": \"What now? And then?\"}", Some(PLAIN_TEXT)),
            ("  ```json what now?", Some(PLAIN_TEXT)),
            ("Look: \"stage\": 1?", Some(PLAIN_TEXT)),
            ("<b>What now?</b>", Some(PLAIN_TEXT)),
            ("          \n", Some(BLANK)),
        ];
        for (text, rule) in cases {
            let rule_of = |issues: Vec<Issue>| issues.first().map(|issue| issue.rule.clone());
            assert_eq!(
                rule_of(envelope(&json!({"response": text}))).as_deref(),
                rule,
                "{text}"
            );
            assert_eq!(
                rule_of(question(&json!({"question": text}))).as_deref(),
                rule,
                "{text}"
            );
        }
        for nothing in [
            json!({}),
            json!(7),
            json!({"response": 7, "question": null}),
        ] {
            assert_eq!((envelope(&nothing), question(&nothing)), (vec![], vec![]));
        }
    }
}
