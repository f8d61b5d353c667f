//! A kind of interview is named in its rooms, in the tables of the kinds, and nowhere else.

use std::collections::BTreeSet;

use crate::rules::{complain, shipped};
use crate::{files, root, text};

/// The kinds, by the names that guides have.
const KINDS: [&str; 6] = [
    "reflective",
    "staged",
    "advice",
    "gaps",
    "onboarding",
    "topics",
];

/// What is there for studies alone, which are compiled to one kind, and what builds and weighs the guides: neither is part of an interview.
const APART: [&str; 4] = [
    "crates/study/",
    "crates/cli/",
    "crates/simulation/",
    "crates/xtask/",
];

/// The tables that are no file of a folder `kinds`.
const TABLES: [&str; 3] = [
    "crates/web/src/parts.rs",
    "pkg/src/kinds.ts",
    "pkg/src/parts.ts",
];

/// Files that name a kind all the same, the name that they have, and why.
const EXCEPTIONS: &[(&str, &str, &str)] = &[
    (
        "crates/schema/src/record.rs",
        "gaps",
        "a session is closed by the reason no_gaps, which is in records for ever",
    ),
    (
        "crates/core/src/kind/conversation.rs",
        "gaps",
        "the same, where reasons are worded",
    ),
    (
        "crates/schema/src/contract/mod.rs",
        "advice",
        "the built-in contracts are one table: hosts validate values by them without an interview",
    ),
    (
        "crates/schema/src/contract/merge.rs",
        "advice",
        "the parts of a recommendation are merged for hosts, too",
    ),
    (
        "crates/web/src/parts/instructions.rs",
        "advice",
        "the examples that instructions for a contract have",
    ),
    (
        "pkg/src/index.ts",
        "advice",
        "hosts name the parts of a recommendation by their type",
    ),
    (
        "crates/findings/src/cues.rs",
        "advice",
        "what an answer advises others to do is a finding of every kind",
    ),
    ("crates/findings/src/lexicon.rs", "advice", "the same"),
    (
        "crates/notes/src/lists.rs",
        "topics",
        "a heading that notes have",
    ),
    (
        "www/app/src/received/items.ts",
        "topics",
        "a key by which a study is known that names no schema",
    ),
];

/// The name of a kind in a type: `Advice`.
fn capital(kind: &str) -> String {
    let mut letters = kind.chars();
    letters
        .next()
        .into_iter()
        .flat_map(char::to_uppercase)
        .chain(letters)
        .collect()
}

/// A line without its texts that hold a space: those are for people, and may have any word.
fn without_sentences(line: &str) -> String {
    let mut out = String::new();
    for (place, piece) in line.split('"').enumerate() {
        if place > 0 {
            out.push('"');
        }
        if place % 2 == 0 || !piece.contains(' ') {
            out.push_str(piece);
        }
    }
    out
}

/// True where a line of code names a kind: its module (`gaps::`), its name as a text (`"gaps"`, `"advice-part-1"`), or a type or
/// variant of it (`Contract::AdvicePart1`, `NoGaps`). An ordinary word in an ordinary name is none: `with_advice`, `topics.len()`.
fn names(line: &str, kind: &str) -> bool {
    let line = without_sentences(line);
    let letter = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric() || c == '_');
    let module = line
        .match_indices(&format!("{kind}::"))
        .any(|(at, _)| !letter(line[..at].chars().next_back()));
    let quoted = ['"', '\'', '`'].into_iter().any(|mark| {
        line.match_indices(&format!("{mark}{kind}"))
            .any(|(at, found)| {
                let next = line[at + found.len()..].chars().next();
                next.is_some_and(|c| c == mark || matches!(c, '-' | '_'))
            })
    });
    let capital = capital(kind);
    let variant = line.match_indices(&capital).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        let next = line[at + capital.len()..].chars().next();
        let begins = !before.is_some_and(|c| c.is_ascii_uppercase());
        begins && !next.is_some_and(|c| c.is_ascii_lowercase())
    });
    module || quoted || variant
}

/// True for a source that ships and is neither a room nor a table.
fn is_shared(file: &str) -> bool {
    let source = ["crates/", "pkg/src/", "www/"]
        .iter()
        .any(|folder| file.starts_with(folder))
        && file.contains("/src/")
        && (file.ends_with(".rs") || file.ends_with(".ts"));
    let tests = file.ends_with("tests.rs") || file.contains("/tests/") || file.contains("/suite");
    source
        && !tests
        && !file.contains("/kinds/")
        && !TABLES.contains(&file)
        && !APART.iter().any(|folder| file.starts_with(folder))
}

/// The lines of a source that ship, without comments.
fn code(file: &str, source: &str) -> Vec<(usize, String)> {
    if file.ends_with(".rs") {
        return shipped(source)
            .into_iter()
            .map(|(number, line)| (number, line.to_owned()))
            .collect();
    }
    let mut commented = false;
    let mut out = Vec::new();
    for (number, line) in source.lines().enumerate() {
        let trimmed = line.trim_start();
        commented |= trimmed.starts_with("/*");
        if !commented && !trimmed.starts_with("//") {
            out.push((number + 1, line.to_owned()));
        }
        commented &= !trimmed.contains("*/");
    }
    out
}

#[test]
fn a_kind_is_named_in_its_rooms_and_in_the_tables_alone() {
    let mut faults = Vec::new();
    let mut needed = BTreeSet::new();
    for file in files().into_iter().filter(|file| is_shared(file)) {
        for (number, line) in code(&file, &text(&file).unwrap_or_default()) {
            for kind in KINDS.into_iter().filter(|kind| names(&line, kind)) {
                let known = EXCEPTIONS
                    .iter()
                    .position(|(place, name, _)| *place == file && *name == kind);
                match known {
                    Some(at) => drop(needed.insert(at)),
                    None => faults.push(format!("{file}:{number} names {kind}: {}", line.trim())),
                }
            }
        }
    }
    for (at, (file, kind, _)) in EXCEPTIONS.iter().enumerate() {
        if !needed.contains(&at) {
            faults.push(format!(
                "{file} no longer names {kind}: take the exception away"
            ));
        }
    }
    complain(&faults);
}

#[test]
fn a_kind_is_distinguished_from_an_ordinary_word() {
    for line in [
        "use crate::kinds::topics::orders;",
        "    gaps::NAME => gaps().await,",
        "#[cfg(feature = \"topics\")]",
        "    Contract::AdvicePart1 => 1,",
        "    | CloseReason::NoGaps",
        "    | \"advice-part-1\"",
        "  const kind = 'onboarding';",
        "    Opening::Advice,",
    ] {
        let found: Vec<&str> = KINDS.into_iter().filter(|kind| names(line, kind)).collect();
        assert_eq!(found.len(), 1, "{line}: {found:?}");
    }
    for line in [
        "let topics = study.topics.len();",
        "list.read_advice(tables, texts);",
        "(\"recommendations\", \"Advice to others\"),",
        "fn staged_files() {}",
        "from 0 without gaps",
    ] {
        assert!(KINDS.into_iter().all(|kind| !names(line, kind)), "{line}");
    }
    assert!(is_shared("crates/core/src/reply.rs") && !is_shared("crates/core/src/kinds/mod.rs"));
}

/// The paths in the first column of the first table after a sentence in CONTRIBUTING.
fn listed(after: &str) -> Vec<String> {
    let guide = text(".github/CONTRIBUTING.md").expect("there is a CONTRIBUTING");
    let (_, rest) = guide
        .split_once(after)
        .unwrap_or_else(|| panic!("CONTRIBUTING says “{after}”"));
    rest.trim_start()
        .lines()
        .skip_while(|line| !line.starts_with("| `") && !line.starts_with("| file"))
        .skip_while(|line| !line.starts_with("| `"))
        .take_while(|line| line.starts_with('|'))
        .filter_map(|line| line.split('`').nth(1).map(str::to_owned))
        .collect()
}

#[test]
fn adding_a_kind_touches_at_most_six_files_outside_of_its_rooms() {
    let tables = listed("Touched outside of its rooms");
    assert!(!tables.is_empty() && tables.len() <= 6, "{tables:?}");
    let some = listed("has a row in the table there:");
    assert!(!some.is_empty(), "tables for what only some kinds have");
    let mut faults = Vec::new();
    for file in tables.iter().chain(&some) {
        // `words*.ts` stands for the table of each language.
        let Some(source) = text(&file.replace('*', "")) else {
            faults.push(format!("CONTRIBUTING lists {file}, which is not there"));
            continue;
        };
        // A table that every kind has to be in lists every kind; one of rooms, those that have a room beside it.
        let folder = file.rsplit_once('/').map_or("", |(folder, _)| folder);
        let rooms: BTreeSet<&str> = KINDS
            .into_iter()
            .filter(|kind| {
                let room = root().join(folder).join(kind);
                room.is_dir() || room.with_extension("rs").is_file()
            })
            .collect();
        let all = tables.contains(file) && !file.starts_with("www/");
        let has_rooms = file.ends_with("kinds/mod.rs") || file.ends_with("kinds/index.ts");
        for kind in KINDS {
            let wanted = all || (has_rooms && rooms.contains(kind));
            if wanted && !source.contains(kind) {
                faults.push(format!("{file} is a table of the kinds and lacks {kind}"));
            }
        }
    }
    complain(&faults);
}

#[test]
fn every_table_of_the_kinds_is_in_the_list_for_contributors() {
    let tables: Vec<String> = files()
        .into_iter()
        .filter(|file| {
            let name = file.ends_with("/src/kinds/mod.rs") || file.ends_with("/src/kinds/index.ts");
            name || TABLES.contains(&file.as_str())
        })
        .collect();
    assert!(tables.len() > 5, "only {tables:?}");
    let mut known = listed("Touched outside of its rooms");
    known.extend(listed("has a row in the table there:"));
    for table in tables {
        assert!(known.contains(&table), "CONTRIBUTING does not list {table}");
    }
}
