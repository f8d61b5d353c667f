//! The words that ship: what the engine says around an owner's questions, by language.

use serde_json::Value;

/// Languages with words of their own.
pub(crate) const LANGUAGES: [(&str, &str); 1] = [("en", include_str!("../words/en.json"))];

/// Sentences that a study may replace, each with the slots it must keep.
pub(crate) const REPLACEABLE: [(&str, &[&str]); 9] = [
    ("check", &["quote", "title"]),
    ("check_untitled", &["quote", "ask"]),
    ("closing_limit", &["limit"]),
    ("again", &["question"]),
    ("again_first", &[]),
    ("again_last", &[]),
    ("yes", &[]),
    ("no", &[]),
    ("description", &[]),
];

/// Slots that a sentence must keep; none for a name that is not known.
pub(crate) fn replaceable(name: &str) -> Option<&'static [&'static str]> {
    REPLACEABLE
        .iter()
        .find(|(known, _)| *known == name)
        .map(|(_, slots)| *slots)
}

/// The words of a language; English where it has none.
pub(crate) fn of(language: &str) -> Value {
    let found = LANGUAGES.iter().find(|(tag, _)| is(language, tag));
    let (_, text) = found.unwrap_or(&LANGUAGES[0]);
    serde_json::from_str(text).expect("the words that ship are JSON")
}

/// True for a language with words of its own.
pub(crate) fn ships(language: &str) -> bool {
    LANGUAGES.iter().any(|(tag, _)| is(language, tag))
}

fn is(language: &str, tag: &str) -> bool {
    let own = language.split('-').next().unwrap_or_default();
    own.eq_ignore_ascii_case(tag)
}

/// The slots of a text.
pub(crate) fn slots(text: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let mut rest = text;
    while let Some((_, after)) = rest.split_once('{') {
        let Some((slot, left)) = after.split_once('}') else {
            break;
        };
        out.push(slot);
        rest = left;
    }
    out
}
