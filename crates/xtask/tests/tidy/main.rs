//! Holds the project to its documents: the picture of the crates, an absence for each, and rules of style that no
//! compiler knows.

mod circles;
mod documents;
mod graph;
mod kinds;
mod languages;
mod rules;
mod words;

use std::path::PathBuf;
use std::process::Command;

/// The checkout.
fn root() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// Every file that belongs to the project: tracked ones, and those that would be added next.
fn files() -> Vec<String> {
    let output = Command::new("git")
        .args(["ls-files", "--cached", "--others", "--exclude-standard"])
        .current_dir(root())
        .output()
        .expect("git lists the files");
    assert!(output.status.success(), "git lists the files");
    let text = String::from_utf8(output.stdout).expect("file names are UTF-8");
    let files: Vec<String> = text
        .lines()
        .filter(|file| root().join(file).is_file())
        .map(str::to_owned)
        .collect();
    assert!(files.len() > 20, "git lists only {files:?}");
    files
}

/// The text of a file, or nothing for one that is no text.
fn text(file: &str) -> Option<String> {
    String::from_utf8(std::fs::read(root().join(file)).ok()?).ok()
}
