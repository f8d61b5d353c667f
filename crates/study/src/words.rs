//! The words that ship: what the engine says around an owner's questions, by language.

use serde_json::{Value, json};

/// Languages with words of their own.
pub(crate) const LANGUAGES: [(&str, &str); 4] = [
    ("en", include_str!("../words/en.json")),
    ("de", include_str!("../words/de.json")),
    ("es", include_str!("../words/es.json")),
    ("fr", include_str!("../words/fr.json")),
];
/// Labels of exports that all kinds share, for the languages that `archive` has none of itself.
const TRANSCRIPTS: [(&str, &str); 3] = [
    ("de", include_str!("../../core/guides/transcript.de.json")),
    ("es", include_str!("../../core/guides/transcript.es.json")),
    ("fr", include_str!("../../core/guides/transcript.fr.json")),
];

/// Sentences that a study may replace, each with the slots it must keep.
pub(crate) const REPLACEABLE: [(&str, &[&str]); 17] = [
    ("check", &["quote", "title"]),
    ("check_untitled", &["quote", "ask"]),
    ("closing_limit", &["limit"]),
    ("again", &["question"]),
    ("again_first", &[]),
    ("again_last", &[]),
    ("yes", &[]),
    ("no", &[]),
    ("description", &[]),
    ("standardised_descriptive", &[]),
    ("standardised_clarifying", &[]),
    ("standardised_idiographic", &[]),
    ("standardised_explanatory", &[]),
    ("limit_questions", &[]),
    ("limit_tokens", &[]),
    ("limit_cost", &[]),
    ("limit_duration", &[]),
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
    let (tag, text) = found.unwrap_or(&LANGUAGES[0]);
    let mut words: Value = serde_json::from_str(text).expect("the words that ship are JSON");
    let labels = TRANSCRIPTS.iter().find(|(other, _)| other == tag);
    let mut labels: Value = labels.map_or_else(
        || json!({}),
        |(_, text)| serde_json::from_str(text).expect("the labels that ship are JSON"),
    );
    // What the kind adds, and what limits are called, are labels like the others.
    for key in ["transcript", "limits"] {
        for (name, label) in words[key].as_object().into_iter().flatten() {
            labels[name] = label.clone();
        }
    }
    words["transcript"] = labels;
    words
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

#[cfg(test)]
mod tests {
    use super::{LANGUAGES, slots};
    use serde_json::Value;

    /// Calls `see` with the path of every text of the English words, and with what the other language has there.
    fn texts(english: &Value, other: &Value, path: &str, see: &mut dyn FnMut(&str, &str, &str)) {
        match english {
            Value::Object(map) => {
                for (key, value) in map {
                    texts(value, &other[key], &format!("{path}.{key}"), see);
                }
            }
            Value::Array(items) => {
                let others = other.as_array().expect("a list");
                assert_eq!(others.len(), items.len(), "{path}");
                for (place, item) in items.iter().enumerate() {
                    texts(item, &others[place], &format!("{path}[{place}]"), see);
                }
            }
            text => see(
                path,
                text.as_str().expect("a text"),
                other.as_str().unwrap_or_default(),
            ),
        }
    }

    #[test]
    fn every_language_has_every_sentence_with_its_slots() {
        let read = |text: &str| serde_json::from_str::<Value>(text).expect("JSON");
        let english = read(LANGUAGES[0].1);
        for (tag, text) in &LANGUAGES[1..] {
            let other = read(text);
            texts(&english, &other, tag, &mut |path, english, other| {
                assert!(!other.trim().is_empty(), "{path} is missing");
                let sorted = |text: &str| {
                    // The form of a reply is shown by an example in braces.
                    let mut slots: Vec<String> =
                        slots(text).into_iter().map(String::from).collect();
                    slots.retain(|slot| slot.chars().all(|c| c.is_ascii_lowercase() || c == '_'));
                    slots.sort();
                    slots
                };
                assert_eq!(sorted(other), sorted(english), "{path}");
                let same = ["language", "template.name"];
                let may = same.iter().any(|name| path.ends_with(name)) || english == "No";
                assert!(may || other != english, "{path} is English");
            });
            // A probe is one question, and no two are the same.
            let mut seen: Vec<&str> = Vec::new();
            for (name, lines) in other["bank"].as_object().expect("a bank") {
                for line in lines
                    .as_array()
                    .into_iter()
                    .flatten()
                    .filter_map(Value::as_str)
                {
                    let asks = !name.starts_with("lead.");
                    assert_eq!(
                        line.matches('?').count(),
                        usize::from(asks),
                        "{tag}.{name}: {line}"
                    );
                    assert!(!seen.contains(&line), "{tag}.{name}: {line}");
                    seen.push(line);
                }
            }
        }
    }
}
