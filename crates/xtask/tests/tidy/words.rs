//! Names, errors and documentation in the words of the glossary.

use crate::rules::complain;
use crate::{files, text};

/// Words that say less than the terms of the glossary (`pkg/docs/glossary.md`), and what is written instead.
const VAGUE: [(&str, &str); 6] = [
    ("told", "reported, notified, stated, sent"),
    ("met", "handled, settled, reached"),
    ("heard", "read, recognised, received"),
    ("spare", "optional, tolerated"),
    ("likest", "closest"),
    ("hush", "stop"),
];

/// Where such a word is a name all the same: by the beginning of a path, the word, and why.
const VAGUE_NAMES: &[(&str, &str, &str)] = &[
    (
        "crates/schema/src/kinds/staged.rs",
        "told",
        "stored by this name",
    ),
    ("crates/core/src/kinds/staged/", "told", "the field of it"),
    (
        "crates/schema/src/kinds/onboarding/",
        "met",
        "an objective and a phase are stored as met",
    ),
    ("crates/core/src/kinds/onboarding/", "met", "the same"),
    ("crates/archive/src/redact/", "met", "the same"),
    ("www/app/src/kinds/onboarding/", "met", "the same"),
    ("www/widget/src/kinds/onboarding/", "met", "the same"),
    (
        "www/widget/src/voice/",
        "heard",
        "a microphone and a service hear",
    ),
    (
        "crates/scripted/",
        "",
        "its subject is what answers tell, and what is heard in them",
    ),
    ("crates/skills/", "", "the same"),
    ("crates/core/src/kinds/gaps/", "", "the same"),
    ("crates/schema/src/kinds/gaps/", "", "the same"),
];

/// The words of the names in a line of code: `toldAt` and `told_at` have two. Texts and comments have none.
fn words_of_names(line: &str) -> Vec<String> {
    let mut code = String::new();
    let mut quote = None;
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        match quote {
            Some(_) if c == '\\' => drop(chars.next()),
            Some(mark) if c == mark => quote = None,
            Some(_) => {}
            // A lifetime opens no text.
            None if c == '\'' && line.contains("&'") => code.push(' '),
            None if matches!(c, '"' | '`' | '\'') => quote = Some(c),
            None if c == '/' && chars.peek() == Some(&'/') => break,
            None => code.push(c),
        }
    }
    let mut words = vec![String::new()];
    let mut lower = false;
    for c in code.chars() {
        if !c.is_ascii_alphanumeric() || (c.is_ascii_uppercase() && lower) {
            words.push(String::new());
        }
        lower = c.is_ascii_lowercase();
        if c.is_ascii_alphanumeric() {
            let last = words.last_mut().expect("there is one");
            last.push(c.to_ascii_lowercase());
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

#[test]
fn names_have_the_words_of_the_glossary() {
    let mut faults = Vec::new();
    let sources = files().into_iter().filter(|file| {
        let ships = file.contains("/src/") && !file.starts_with("tests/");
        ships && (file.ends_with(".rs") || file.ends_with(".ts"))
    });
    for file in sources {
        let source = text(&file).unwrap_or_default();
        for (number, line) in source.lines().enumerate() {
            let trimmed = line.trim_start();
            if trimmed.starts_with("//") || trimmed.starts_with('*') || trimmed.starts_with("/*") {
                continue;
            }
            let words = words_of_names(line);
            for (word, instead) in VAGUE
                .iter()
                .filter(|(word, _)| words.iter().any(|w| w == word))
            {
                let known = VAGUE_NAMES.iter().any(|(place, name, _)| {
                    file.starts_with(place) && (name.is_empty() || name == word)
                });
                if !known {
                    let number = number + 1;
                    faults.push(format!("{file}:{number}: “{word}” in a name: {instead}"));
                }
            }
        }
    }
    complain(&faults);
}

#[test]
fn words_of_names_are_found_and_those_of_texts_are_not() {
    let found = |line: &str| words_of_names(line).join(" ");
    assert_eq!(
        found("let toldAt = was_told(\"told\"); // told"),
        "let told at was told"
    );
    assert_eq!(found("Met, `met`, 'met'"), "met");
    assert_eq!(found("fn a<'a>(met: &'a str) {}"), "fn a a met a str");
}

#[test]
fn an_error_says_that_json_is_not_valid() {
    // Put together here, so that this file does not have it.
    let bad = ["is no", " JSON"].concat();
    let mut faults = Vec::new();
    for file in files().into_iter().filter(|file| file.contains("/src/")) {
        for (number, line) in text(&file).unwrap_or_default().lines().enumerate() {
            let comment = line.trim_start().starts_with("//") || line.trim_start().starts_with('*');
            if !comment && line.contains(&bad) {
                faults.push(format!("{file}:{}: {}", number + 1, line.trim()));
            }
        }
    }
    complain(&faults);
}

#[test]
fn a_doc_comment_is_no_bare_pronoun() {
    let mut faults = Vec::new();
    for file in files().into_iter().filter(|file| file.contains("/src/")) {
        let source = text(&file).unwrap_or_default();
        let lines: Vec<&str> = source.lines().map(str::trim).collect();
        for (at, line) in lines.iter().enumerate() {
            let doc = match line.strip_prefix("/// ") {
                Some(doc) => Some(doc),
                None => line
                    .strip_prefix("/** ")
                    .and_then(|doc| doc.strip_suffix(" */")),
            };
            let Some(doc) = doc else { continue };
            let follows = |other: Option<&&str>| other.is_some_and(|line| line.starts_with("///"));
            // Part of a longer comment has its noun before or after it.
            let before = at.checked_sub(1).and_then(|before| lines.get(before));
            let alone = !follows(lines.get(at + 1)) && !follows(before);
            let words: Vec<&str> = doc.split_whitespace().collect();
            let bare = ["It", "Its", "They", "Their"].contains(&words[0]) && words.len() <= 3;
            if alone
                && (bare
                    || words.len() == 1 && ["Why.", "How.", "When.", "What."].contains(&words[0]))
            {
                faults.push(format!("{file}:{}: {doc}", at + 1));
            }
        }
    }
    complain(&faults);
}
