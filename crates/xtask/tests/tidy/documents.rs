//! What documents and comments point at is there: requirements by their names, files by their paths.

use std::collections::BTreeSet;
use std::path::Path;

use crate::{files, root, text};

const REQUIREMENTS: &str = "pkg/docs/requirements.md";

/// The name that a heading is linked by, as GitHub makes it: lower case, hyphens for spaces, other punctuation left out.
fn anchor(heading: &str) -> String {
    heading
        .trim()
        .to_lowercase()
        .chars()
        .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'))
        .map(|c| if c == ' ' { '-' } else { c })
        .collect()
}

/// The names of all headings of a Markdown text. A line that begins with `#` inside a fence is no heading.
fn anchors(markdown: &str) -> BTreeSet<String> {
    let mut fenced = false;
    let mut out = BTreeSet::new();
    for line in markdown.lines() {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
        } else if !fenced && line.starts_with('#') {
            out.insert(anchor(line.trim_start_matches('#')));
        }
    }
    out
}

/// The names that follow `requirements.md#` in a text.
fn cited(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices("requirements.md#").map(|(at, mark)| {
        let rest = &text[at + mark.len()..];
        let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '-'));
        &rest[..end.unwrap_or(rest.len())]
    })
}

#[test]
fn every_requirement_that_is_cited_exists() {
    let known = anchors(&text(REQUIREMENTS).expect("there are requirements"));
    let mut faults = Vec::new();
    let mut count = 0;
    // `name` stands for any in the documents that show how to cite one.
    for file in files() {
        for name in cited(&text(&file).unwrap_or_default()) {
            count += 1;
            if name != "name" && !name.is_empty() && !known.contains(name) {
                faults.push(format!(
                    "{file} cites requirements.md#{name}, which is not there"
                ));
            }
        }
    }
    assert!(count > 0, "nothing cites a requirement");
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

#[test]
fn no_comment_cites_a_document_that_is_not_here() {
    // Put together here, so that this file does not cite them.
    let marks = [["seed ", "00"], ["(SP", "EC"], ["(DES", "IGN"]];
    let mut faults = Vec::new();
    for file in files() {
        let text = text(&file).unwrap_or_default();
        for (number, line) in text.lines().enumerate() {
            if marks.iter().any(|mark| line.contains(&mark.concat())) {
                faults.push(format!("{file}:{}: {line}", number + 1));
            }
        }
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

/// The targets of `[text](target)` outside of fenced blocks and code spans.
fn targets(markdown: &str) -> Vec<String> {
    let mut out = Vec::new();
    let mut fenced = false;
    for line in markdown.lines() {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
            continue;
        }
        if fenced {
            continue;
        }
        // Every second piece stands between backquotes.
        let plain: String = line.split('`').step_by(2).collect::<Vec<_>>().join("x");
        for part in plain.split("](").skip(1) {
            if let Some((target, _)) = part.split_once(')') {
                out.push(target.to_owned());
            }
        }
    }
    out
}

#[test]
fn every_link_between_documents_reaches_a_file() {
    let mut faults = Vec::new();
    for file in files().into_iter().filter(|file| file.ends_with(".md")) {
        // What tests read and write is data: hostile texts among it.
        let is_data = ["/corpus/", "/fixtures/", "tests/cases/transcript/"];
        if is_data.iter().any(|folder| file.contains(folder)) {
            continue;
        }
        let markdown = text(&file).unwrap_or_default();
        let folder = Path::new(&file).parent().unwrap_or(Path::new(""));
        for target in targets(&markdown) {
            if target.contains("://") {
                continue;
            }
            let (path, name) = target.split_once('#').unwrap_or((&target, ""));
            let reached = if path.is_empty() {
                root().join(&file)
            } else {
                root().join(folder).join(path)
            };
            if !reached.exists() {
                faults.push(format!("{file} links to {path}, which is not there"));
            } else if !name.is_empty() && path.ends_with(".md") | path.is_empty() {
                let there = std::fs::read_to_string(&reached).unwrap_or_default();
                if !anchors(&there).contains(name) {
                    faults.push(format!(
                        "{file} links to {target}, where no heading has that name"
                    ));
                }
            }
        }
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

/// The folders directly in a folder that hold files of the project.
fn folders_in(folder: &str) -> BTreeSet<String> {
    let inside = format!("{folder}/");
    files()
        .iter()
        .filter_map(|file| file.strip_prefix(&inside)?.split_once('/'))
        .map(|(folder, _)| folder.to_owned())
        .collect()
}

#[test]
fn every_folder_of_tests_and_cases_has_a_readme() {
    let mut faults = Vec::new();
    for folder in ["tests", "tests/cases"] {
        let all = text(&format!("{folder}/README.md")).expect("the folder has a README.md");
        for name in folders_in(folder) {
            if !root().join(format!("{folder}/{name}/README.md")).is_file() {
                faults.push(format!("{folder}/{name} has no README.md"));
            }
            if !all.contains(&format!("]({name}/README.md)")) {
                faults.push(format!("{folder}/README.md does not list {name}"));
            }
        }
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

/// The rows of the tables in a text, as trimmed cells without the marks of bold text.
fn rows(markdown: &str) -> Vec<Vec<String>> {
    let cells = |line: &str| {
        let line = line.trim().trim_matches('|');
        line.split('|')
            .map(|cell| cell.trim().trim_matches('*').to_owned())
            .collect()
    };
    let lines = markdown.lines().filter(|line| line.starts_with('|'));
    lines.map(cells).collect()
}

#[test]
fn the_parts_of_a_first_visit_add_up_to_what_the_readme_states() {
    let readme = rows(&text("README.md").expect("there is a README"));
    let parts = text("pkg/docs/size.md").expect("there is a document about sizes");
    let tables: Vec<&str> = parts.split("\n## Led by ").skip(1).take(2).collect();
    assert_eq!(tables.len(), 2, "one table for each interviewer");
    for (place, table) in tables.into_iter().enumerate() {
        // The next section has tables of its own.
        let rows = rows(table.split("\n## ").next().unwrap_or(table));
        let kinds = rows.first().expect("there is a table");
        for (column, kind) in kinds.iter().enumerate().skip(1) {
            let stated = readme
                .iter()
                .find(|row| row.first() == Some(kind))
                .unwrap_or_else(|| panic!("README.md has no row for {kind}"));
            let number = |text: &str| text.parse::<f64>().ok();
            let parts = rows
                .iter()
                .filter(|row| !["part", "together", "target"].contains(&row[0].as_str()));
            let sum: f64 = parts.filter_map(|row| number(&row[column])).sum();
            let together = rows.iter().find(|row| row[0] == "together");
            let together = &together.expect("a row of sums")[column];
            assert_eq!(
                together,
                &stated[place + 1],
                "{kind}: size.md and README.md"
            );
            // Each part is rounded to a tenth.
            let off = (sum - number(together).expect("a number")).abs();
            assert!(
                off < 1.0,
                "{kind}: the parts come to {sum:.1}, not {together}"
            );
        }
    }
}

#[test]
fn every_room_on_the_way_of_an_answer_is_there() {
    let readme = text("crates/README.md").expect("there is a crates/README.md");
    let walk = readme
        .split("\n## ")
        .find(|section| section.starts_with("How one answer travels"))
        .expect("it describes how one answer travels");
    let rooms: Vec<String> = rows(walk)
        .iter()
        .filter(|row| row[0].parse::<u32>().is_ok())
        .flat_map(|row| row[1].split('`').skip(1).step_by(2).map(str::to_owned))
        .collect();
    assert!(rooms.len() > 15, "only {rooms:?}");
    let gone: Vec<&String> = rooms
        .iter()
        .filter(|room| !root().join(room).exists())
        .collect();
    assert!(gone.is_empty(), "{gone:?}");
}

#[test]
fn links_and_citations_are_found_as_they_are_written() {
    let markdown =
        "# One\n[a](x.md#b) `[c](d)` [e](#one)\n```\n# no\n[f](g)\n```\n## What's new: 0.1\n";
    assert_eq!(targets(markdown), ["x.md#b", "#one"]);
    let headings: Vec<String> = anchors(markdown).into_iter().collect();
    assert_eq!(headings, ["one", "whats-new-01"]);
    let mark = "requirements.md#";
    let line = [mark, "staged-end). And ", mark, "gaps-end, too"].concat();
    assert_eq!(cited(&line).collect::<Vec<_>>(), ["staged-end", "gaps-end"]);
}
