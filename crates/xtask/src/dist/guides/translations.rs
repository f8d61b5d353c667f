//! Holds the translations of the built-in guides to their English: each says everything that English says, with the same slots, and is
//! read as the engine reads it.

use std::collections::BTreeSet;

use colloquy_schema::Guide;
use serde_json::{Value, json};

use super::{ASKS_IN, documents};
use crate::project::Project;

type Slots<'a> = BTreeSet<&'a str>;

/// What a respondent reads in every kind of interview, which no locale leaves to English.
const READ_BY_RESPONDENTS: [&str; 11] = [
    "/title",
    "/description",
    "/consent/asked",
    "/consent/recipients",
    "/consent/kept",
    "/welcome",
    "/closing",
    "/closing_limit",
    "/again",
    "/again_first",
    "/again_last",
];

/// What is wrong with one translation, by the place in its locale.
#[derive(Default)]
struct Faults(Vec<String>);

impl Faults {
    fn add(&mut self, at: &str, what: &str) {
        self.0.push(format!("{at} {what}"));
    }

    /// Compares what stands at a place of both languages.
    fn compare(&mut self, at: &str, english: &Value, own: &Value) {
        match (english, own) {
            (Value::Object(english), Value::Object(own)) => {
                for (key, value) in english {
                    let at = format!("{at}/{key}");
                    match own.get(key) {
                        None => self.add(&at, "is missing"),
                        Some(found) if at == "/bank" => self.bank(value, found),
                        Some(found) => self.compare(&at, value, found),
                    }
                }
                // A transcript has English words of its own for what English guides leave out.
                for key in own.keys().filter(|_| at != "/transcript") {
                    if !english.contains_key(key) {
                        self.add(&format!("{at}/{key}"), "is not in English");
                    }
                }
            }
            // Texts that are told apart by their place.
            (Value::Array(english), Value::Array(own)) if at.starts_with("/prompts/") => {
                if english.len() != own.len() {
                    self.add(at, "has another number of texts");
                }
                for (index, pair) in english.iter().zip(own).enumerate() {
                    self.compare(&format!("{at}/{index}"), pair.0, pair.1);
                }
            }
            (Value::Array(english), Value::Array(own)) => {
                self.sentences(at, english, own, &all_slots(english));
                // Where every one has the same slots, so has every translated one.
                let sets = |list: &'_ [Value]| -> BTreeSet<Vec<String>> {
                    let texts = list.iter().filter_map(Value::as_str);
                    let each = texts.map(|text| slots(text).into_iter().map(String::from));
                    each.map(Iterator::collect).collect()
                };
                let (english, own) = (sets(english), sets(own));
                if english.len() == 1 && english != own {
                    self.add(at, &format!("has other slots than {english:?}"));
                }
            }
            (Value::String(english), Value::String(own)) => {
                if own.trim().is_empty() && !english.trim().is_empty() {
                    self.add(at, "is empty");
                }
                let (english, own) = (slots(english), slots(own));
                if english != own {
                    let what = format!("has the slots {own:?}, and English has {english:?}");
                    self.add(at, &what);
                }
            }
            _ if english == own => {}
            _ => self.add(at, "is of another type or value than in English"),
        }
    }

    /// Compares sentences by their use. A bank may have more uses than English, such as reactions that English has built in, and as many
    /// sentences as it likes; but texts about roles are told apart by their place, and roles are named in the language.
    fn bank(&mut self, english: &Value, own: &Value) {
        for (use_of, entries) in english.as_object().unwrap() {
            let at = format!("/bank/{use_of}");
            let Some(found) = own.get(use_of) else {
                self.add(&at, "is missing");
                continue;
            };
            let (Some(entries), Some(found)) = (entries.as_object(), found.as_object()) else {
                self.add(&at, "is no object");
                continue;
            };
            // What answers to an objective are told by: the names of uses, which nobody reads.
            let of_objective = |part: &str| part.bytes().all(|b| b.is_ascii_digit());
            if use_of.ends_with(".told")
                && use_of.split('.').nth(1).is_some_and(of_objective)
                && entries != found
            {
                self.add(&at, "is not as in English");
            }
            let (any_name, by_place) = (use_of == "role", use_of.starts_with("role"));
            if entries.len() != found.len() {
                self.add(&at, "has another number of entries");
            }
            for name in entries.keys() {
                if !any_name && !found.contains_key(name) {
                    self.add(&format!("{at}/{name}"), "is missing");
                }
            }
            let texts: Vec<Value> = entries.values().cloned().collect();
            let known = all_slots(&texts);
            for (name, list) in found {
                let at = format!("{at}/{name}");
                let english = entries.get(name).or_else(|| entries.values().next());
                let (Some(english), Some(list)) =
                    (english.and_then(Value::as_array), list.as_array())
                else {
                    self.add(&at, "is no list of sentences");
                    continue;
                };
                self.sentences(&at, english, list, &known);
                if by_place && english.len() != list.len() {
                    self.add(&at, "has another number of texts");
                }
            }
        }
    }

    /// Looks at sentences of which one is chosen.
    fn sentences(&mut self, at: &str, english: &[Value], own: &[Value], known: &Slots) {
        if own.is_empty() && !english.is_empty() {
            self.add(at, "has no sentence");
        }
        for sentence in own {
            let text = sentence.as_str().unwrap_or_default();
            if text.trim().is_empty() && !english.contains(sentence) {
                self.add(at, "has an empty sentence");
            }
            for slot in slots(text).difference(known) {
                self.add(
                    at,
                    &format!("has the slot {{{slot}}}, which English has not: {text}"),
                );
            }
        }
    }
}

/// The `{slots}` of a text.
fn slots(text: &str) -> Slots<'_> {
    let names = text
        .split('{')
        .skip(1)
        .filter_map(|rest| rest.split_once('}'));
    let is_name =
        |name: &&str| !name.is_empty() && name.bytes().all(|b| b.is_ascii_lowercase() || b == b'_');
    names.map(|(name, _)| name).filter(is_name).collect()
}

/// The slots of every text in a list, lists within it included.
fn all_slots(list: &[Value]) -> Slots<'_> {
    let mut found = Slots::new();
    for value in list {
        match value {
            Value::String(text) => found.extend(slots(text)),
            Value::Array(list) => found.extend(all_slots(list)),
            _ => {}
        }
    }
    found
}

/// Compares the locale of a translated guide with the English one.
fn compare(english: &Value, own: &Value) -> Vec<String> {
    let mut faults = Faults::default();
    faults.compare("", english, own);
    faults.0
}

/// `cargo test -p xtask translations` is what a translator runs: it reads the sources, and needs nothing that was built before.
#[test]
fn translations_have_all_that_english_has() {
    let project = Project::find().unwrap();
    let all = documents(&project.path("crates/core/guides")).unwrap();
    let mut faults = Vec::new();
    for (name, guide) in &all {
        let id = guide["id"].as_str().unwrap();
        let (_, english) = all
            .iter()
            .find(|(of, _)| *of == format!("{id}.json"))
            .unwrap();
        let words = &english["locales"]["en"];
        let (language, own) = guide["locales"].as_object().unwrap().iter().next().unwrap();
        let mut report = |fault: String| faults.push(format!("{id}/{language}: {fault}"));
        let mut compared = own.clone();
        let asks_in = compared.as_object_mut().unwrap().remove(ASKS_IN);
        compare(words, &compared).into_iter().for_each(&mut report);
        if asks_in.is_some() {
            for place in READ_BY_RESPONDENTS {
                if words.pointer(place) == own.pointer(place) {
                    report(format!("{place} is as in English"));
                }
            }
            assert_eq!(own["prompts"], words["prompts"], "{name}");
            assert_eq!(own["bank"], words["bank"], "{name}");
        }
        // Alone as it is shipped, and beside English, where the reader compares what is told apart by its place.
        let mut both = english.clone();
        both["locales"][language] = own.clone();
        let issues = [guide, &both].map(|value| Guide::read(value).err().unwrap_or_default());
        let issues: BTreeSet<String> = issues
            .iter()
            .flatten()
            .map(|issue| format!("{} {}", issue.path, issue.message))
            .collect();
        issues.into_iter().for_each(&mut report);
        assert_eq!(guide["version"], english["version"], "{name}");
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

#[test]
fn what_a_translation_lacks_is_reported_by_its_name() {
    let english = json!({
        "again": "Once more: {question}",
        "templates": {"brief": {"name": "Brief"}, "long": {"name": "Long"}},
        "prompts": {"parts": ["{so_far}", "One"]},
        "leads": ["About {x}.", "Now to {x}."],
        "bank": {"end": {"any": ["And {x}?", "Is that all?"]}, "short": {"any": ["Go on."]}, "role": {"Tester": ["a", "b"]}},
        "transcript": {},
    });
    assert_eq!(compare(&english, &english), Vec::<String>::new());
    let own = json!({
        "again": "Noch einmal: {frage}",
        "templates": {"brief": {"name": "Kurz"}},
        "prompts": {"parts": ["Eins"]},
        "leads": ["Zu {x}.", "Weiter."],
        "bank": {"end": {"any": ["Und {y}?"]}, "react.stop": {"any": ["Gut."]}, "role": {"Prüferin": ["a"]}},
        "transcript": {"insights": "Erkenntnisse"},
        "more": "",
    });
    let faults = compare(&english, &own);
    for part in [
        "/again has the slots {\"frage\"}",
        "/templates/long is missing",
        "/prompts/parts has another number",
        "/prompts/parts/0 has the slots {}",
        "/leads has other slots",
        "/bank/end/any has the slot {y}",
        "/bank/short is missing",
        "/bank/role/Prüferin has another number",
        "/more is not in English",
    ] {
        assert!(
            faults.iter().any(|fault| fault.starts_with(part)),
            "{part}: {faults:#?}"
        );
    }
    assert_eq!(faults.len(), 9, "{faults:#?}");
}
