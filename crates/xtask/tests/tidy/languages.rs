//! The words of the screens: what is there in German is there in every language, word by word, and French is set as French is.

use std::collections::BTreeSet;

use crate::{files, text};

/// The languages beside English that the screens speak.
const LANGUAGES: [&str; 5] = ["de", "es", "fr", "ar", "ja"];

/// A table of words: its names at any depth, and its texts.
#[derive(Default)]
struct Words {
    names: BTreeSet<String>,
    texts: Vec<String>,
}

/// Reads a table. A name is what a colon stands behind, outside of parentheses; plural forms are as a language needs them.
fn words(source: &str) -> Words {
    let mut found = Words::default();
    let mut rest = source;
    let mut depth = 0_u32;
    let at = |rest: &str| source.len() - rest.len();
    while let Some(first) = rest.chars().next() {
        let skipped = match first {
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |end| end + 2),
            '"' | '`' => {
                let end = rest[1..].find(first).map_or(rest.len(), |end| end + 2);
                let inner = &rest[1..end - 1];
                if first == '"' && rest[end..].starts_with(':') {
                    found.names.insert(inner.to_owned());
                } else {
                    found.texts.push(inner.to_owned());
                }
                end
            }
            c if c.is_alphanumeric() || c == '_' => {
                let end = rest
                    .find(|c: char| !(c.is_alphanumeric() || c == '_'))
                    .unwrap_or(rest.len());
                let name = &rest[..end];
                let plural = ["zero", "one", "two", "few", "many", "other"].contains(&name);
                // The table itself is named by its language.
                let table = rest[end..].starts_with(": ") && source[..at(rest)].ends_with("const ");
                if depth == 0 && !plural && !table && rest[end..].starts_with(':') {
                    found.names.insert(name.to_owned());
                }
                end
            }
            c => {
                match c {
                    '(' => depth += 1,
                    ')' => depth = depth.saturating_sub(1),
                    _ => {}
                }
                c.len_utf8()
            }
        };
        rest = &rest[skipped..];
    }
    found
}

/// Tables of words by the German one: its name, with a mark for the language.
fn tables() -> Vec<String> {
    let own = |file: &String| {
        file.starts_with("www/") && (file.ends_with("/de.ts") || file.ends_with(".de.ts"))
    };
    let found = files().into_iter().filter(own);
    found
        .map(|file| file.replacen("de.ts", "{language}.ts", 1))
        .collect()
}

#[test]
fn every_word_of_the_screens_is_there_in_every_language() {
    let tables = tables();
    assert!(tables.len() >= 15, "only {tables:?}");
    let mut wrong = Vec::new();
    for table in &tables {
        let of = |language: &str| Some(words(&text(&table.replace("{language}", language))?));
        let german = of("de").expect("it is listed").names;
        for language in LANGUAGES {
            let Some(own) = of(language) else {
                wrong.push(format!("{table}: there is none in {language}"));
                continue;
            };
            for name in german.symmetric_difference(&own.names) {
                let which = if own.names.contains(name) {
                    "de"
                } else {
                    language
                };
                wrong.push(format!("{table}: {which} lacks “{name}”"));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn french_has_its_spaces_and_apostrophes() {
    let mut wrong = Vec::new();
    for table in tables() {
        let file = table.replace("{language}", "fr");
        for line in words(&text(&file).unwrap_or_default()).texts {
            let bad = [" ?", " !", " ;", " :", " »", "« ", " %", "'", "..."];
            if bad.iter().any(|bad| line.contains(bad)) {
                wrong.push(format!("{file}: {line}"));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn japanese_has_no_spaces_between_words_and_no_narrow_marks() {
    let wide = |c: &char| matches!(c, '\u{3040}'..='\u{30ff}' | '\u{4e00}'..='\u{9fff}');
    let mut wrong = Vec::new();
    for table in tables() {
        let file = table.replace("{language}", "ja");
        for line in words(&text(&file).unwrap_or_default()).texts {
            let letters: Vec<char> = line.chars().collect();
            let narrow = |pair: &[char]| wide(&pair[0]) && "?!:;,.()'".contains(pair[1]);
            let apart = |three: &[char]| wide(&three[0]) && three[1] == ' ' && wide(&three[2]);
            if letters.windows(2).any(narrow) || letters.windows(3).any(apart) {
                wrong.push(format!("{file}: {line}"));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn names_and_texts_of_a_table_are_distinguished() {
    let found = words(
        "/** a: b */\nexport const de: Words = { // c: d\n  a: \"x: y\",\n  \"b c\": (n: number) => `${n}`,\n  d: { one: \"1\", other: \"2\" },\n};",
    );
    let names: Vec<&str> = found.names.iter().map(String::as_str).collect();
    assert_eq!(names, ["a", "b c", "d"]);
    assert_eq!(found.texts, ["x: y", "${n}", "1", "2"]);
}
