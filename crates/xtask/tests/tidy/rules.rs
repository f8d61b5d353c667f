//! Rules of style that no compiler knows.

use crate::{files, root, text};

/// Crates that see no clock, network, store, thread or random number.
const PURE: [&str; 10] = [
    "schema",
    "jsonstream",
    "findings",
    "skills",
    "resume",
    "notes",
    "core",
    "archive",
    "dialects",
    "scripted",
];

/// The most lines of a file of code. Longer ones have become two files that nobody has parted yet.
const LINES: usize = 500;

/// Code is what somebody wrote and reads; generated files are longer and nobody's to part.
fn is_code(file: &str) -> bool {
    let code = [".rs", ".ts", ".mjs", ".js", ".css", ".html", ".py"];
    code.iter().any(|end| file.ends_with(end))
        && !file.ends_with("generated.d.ts")
        && !file.contains("/fixtures/")
}

pub(crate) fn complain(faults: &[String]) {
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

#[test]
fn every_crate_has_a_paragraph_and_an_absence() {
    let readme = text("crates/README.md").expect("there is a crates/README.md");
    // A paragraph begins with the crate's name in bold, as a heading or as a list item.
    let paragraphs: Vec<&str> = readme.split("\n\n").collect();
    let mut faults = Vec::new();
    for entry in std::fs::read_dir(root().join("crates"))
        .expect("there are crates")
        .flatten()
    {
        if !entry.path().join("Cargo.toml").exists() {
            continue;
        }
        let name = entry.file_name().to_string_lossy().into_owned();
        let starts = |part: &&&str| {
            let head = part
                .trim_start()
                .trim_start_matches(['#', '-', '*', '`', ' ']);
            head.strip_prefix(name.as_str())
                .is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
        };
        let Some(at) = paragraphs.iter().position(|part| starts(&part)) else {
            faults.push(format!("crates/README.md has no paragraph on {name}"));
            continue;
        };
        // A heading and what follows it, up to the next one.
        let is_heading = paragraphs[at].trim_start().starts_with('#');
        let rest = paragraphs[at + 1..]
            .iter()
            .take_while(|part| is_heading && !part.trim_start().starts_with('#'));
        let about = std::iter::once(&paragraphs[at])
            .chain(rest)
            .copied()
            .collect::<Vec<_>>()
            .join("\n");
        if !about.to_lowercase().contains("absence") {
            faults.push(format!("crates/README.md names no absence of {name}"));
        }
    }
    complain(&faults);
}

#[test]
fn no_file_of_code_is_over_500_lines() {
    let mut faults = Vec::new();
    for file in files().into_iter().filter(|file| is_code(file)) {
        let lines = text(&file).unwrap_or_default().lines().count();
        if lines > LINES {
            faults.push(format!("{file} has {lines} lines"));
        }
    }
    complain(&faults);
}

#[test]
fn no_file_names_where_packages_are_fetched_from() {
    // Put together here, so that this file does not name them.
    let hosts = [
        ["registry.npm", "js.org"],
        ["static.crates", ".io"],
        ["index.crates", ".io"],
        ["pypi", ".org"],
        ["deb.debian", ".org"],
        ["files.python", "hosted.org"],
    ];
    let mut faults = Vec::new();
    for file in files() {
        let text = text(&file).unwrap_or_default();
        for host in &hosts {
            if text.contains(&host.concat()) {
                faults.push(format!("{file} names {}", host.concat()));
            }
        }
        if file.ends_with("package-lock.json") {
            let fetched = text
                .lines()
                .filter(|line| line.contains("\"resolved\": \"http"))
                .count();
            if fetched > 0 {
                faults.push(format!(
                    "{file} says of {fetched} packages where they came from"
                ));
            }
        }
    }
    complain(&faults);
}

#[test]
fn pure_crates_see_no_clock_and_no_browser() {
    let words = [
        "web_sys",
        "js_sys",
        "time::Instant",
        "time::SystemTime",
        "Instant::now",
        "SystemTime::now",
        "std::net",
        "std::thread",
        "std::fs",
        "async fn",
        ".await;",
        ".await?",
    ];
    let mut faults = Vec::new();
    for file in files() {
        let pure = PURE
            .iter()
            .any(|name| file.starts_with(&format!("crates/{name}/src/")));
        // Tests read cases from files; they do not ship.
        if !pure
            || !file.ends_with(".rs")
            || file.ends_with("/tests.rs")
            || file.contains("/tests/")
        {
            continue;
        }
        for (number, line) in shipped(&text(&file).unwrap_or_default()) {
            if let Some(word) = words.iter().find(|word| line.contains(**word)) {
                faults.push(format!("{file}:{number} names {word}"));
            }
        }
    }
    complain(&faults);
}

#[test]
fn only_web_names_the_browser() {
    let words = ["web_sys", "js_sys", "web-sys", "js-sys"];
    let mut faults = Vec::new();
    for file in files() {
        let inside = file.starts_with("crates/") || file.starts_with("tests/");
        let code = file.ends_with(".rs") || file.ends_with("Cargo.toml");
        if !inside
            || !code
            || file.starts_with("crates/web/")
            || file.starts_with("crates/xtask/tests/tidy/")
        {
            continue;
        }
        for (number, line) in text(&file).unwrap_or_default().lines().enumerate() {
            let comment = line.trim_start().starts_with("//");
            if !comment && words.iter().any(|word| line.contains(word)) {
                faults.push(format!("{file}:{} names the browser", number + 1));
            }
        }
    }
    complain(&faults);
}

/// The lines of a source with their numbers, without comments and without the tests at its end, which do not ship.
pub(crate) fn shipped(text: &str) -> Vec<(usize, &str)> {
    text.lines()
        .enumerate()
        .take_while(|(_, line)| !line.starts_with("#[cfg(test)]"))
        .filter(|(_, line)| !line.trim_start().starts_with("//"))
        .map(|(number, line)| (number + 1, line))
        .collect()
}
