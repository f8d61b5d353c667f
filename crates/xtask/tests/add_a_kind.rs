//! Adds a kind by the steps that CONTRIBUTING describes, to a copy of the crates that it needs, and leads an interview of it. Its rooms are in
//! `tests/retro`; what it touches besides is listed here, row by row.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The crates that an interview in a Rust program is made of, with those that only their tests name, which cargo has to find.
const CRATES: [&str; 8] = [
    "derive",
    "schema",
    "jsonstream",
    "findings",
    "core",
    "scripted",
    "notes",
    "skills",
];

const SCHEMA: &str = "crates/schema/src/kinds/mod.rs";
const CORE: &str = "crates/core/src/kinds/mod.rs";

/// The rooms of the kind.
const ROOMS: [(&str, &str); 2] = [
    (
        "crates/schema/src/kinds/retro.rs",
        include_str!("retro/schema.rs"),
    ),
    (
        "crates/core/src/kinds/retro/mod.rs",
        include_str!("retro/core.rs"),
    ),
];

/// What is touched outside of them: a file, a line of it, and what follows that line or stands in its place.
const ROWS: [(&str, &str, &str); 8] = [
    (SCHEMA, "mod reflective;\n", "mod reflective;\nmod retro;\n"),
    (
        SCHEMA,
        "pub use reflective::*;\n",
        "pub use reflective::*;\npub use retro::*;\n",
    ),
    (
        SCHEMA,
        "    Reflective(Reflective),\n",
        "    Reflective(Reflective),\n    /// A retrospective.\n    Retro(Retro),\n",
    ),
    (
        SCHEMA,
        "        \"reflective\" => Strategy::Reflective(Reflective::read(fields, issues)),\n",
        "        \"reflective\" => Strategy::Reflective(Reflective::read(fields, issues)),\n        \"retro\" => Strategy::Retro(Retro::read(fields, issues)),\n",
    ),
    (
        SCHEMA,
        "            Strategy::Reflective(reflective) => reflective,\n",
        "            Strategy::Reflective(reflective) => reflective,\n            Strategy::Retro(retro) => retro,\n",
    ),
    (
        SCHEMA,
        "Strategy::Reflective(_) | Strategy::Advice(_) => {}\n",
        "Strategy::Reflective(_) | Strategy::Retro(_) | Strategy::Advice(_) => {}\n",
    ),
    (
        CORE,
        "pub mod reflective;\n",
        "pub mod reflective;\npub mod retro;\n",
    ),
    (
        CORE,
        "        reflective::NAME => reflective::make,\n",
        "        reflective::NAME => reflective::make,\n        retro::NAME => retro::make,\n",
    ),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Writes a file unless it is there as it should be, so that cargo compiles again only what has changed.
fn write(path: &Path, bytes: &[u8]) {
    if std::fs::read(path).is_ok_and(|there| there == bytes) {
        return;
    }
    let folder = path.parent().expect("a file is in a folder");
    std::fs::create_dir_all(folder).expect("folders can be made below the target");
    std::fs::write(path, bytes).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
}

/// Removes the files below a folder that are no longer part of the workspace: an earlier run may have left them.
fn remove_others(folder: &Path, wanted: &BTreeSet<PathBuf>) {
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    for path in entries.map(|entry| entry.expect("a folder can be listed").path()) {
        if path.is_dir() {
            remove_others(&path, wanted);
        } else if !wanted.contains(&path) {
            std::fs::remove_file(&path).expect("a file below the target can be removed");
        }
    }
}

/// The files that git knows below these folders, or would add.
fn files(folders: &[String]) -> Vec<String> {
    let output = Command::new("git")
        .args(["ls-files", "--cached", "--others", "--exclude-standard"])
        .args(folders)
        .current_dir(root())
        .output()
        .expect("git lists the files");
    assert!(output.status.success(), "git lists the files");
    let text = String::from_utf8(output.stdout).expect("file names are UTF-8");
    let all = text.lines().map(str::to_owned);
    all.filter(|file| root().join(file).is_file()).collect()
}

/// Makes the workspace of the copy: the crates, and one that leads an interview.
fn workspace() -> String {
    let text = read(&root().join("Cargo.toml"));
    let (_, package) = text
        .split_once("[workspace.package]")
        .expect("the workspace has a package");
    let members: Vec<String> = CRATES
        .iter()
        .map(|name| format!("\"crates/{name}\""))
        .collect();
    format!(
        "[workspace]\nresolver = \"3\"\nmembers = [{}, \"crates/leads\"]\n\n[workspace.package]{package}",
        members.join(", ")
    )
}

const LEADS: &str = "[package]
name = \"leads\"
version = \"0.1.0\"
edition = \"2024\"

[dependencies]
colloquy-core.workspace = true
colloquy-schema.workspace = true
colloquy-scripted.workspace = true
serde_json.workspace = true

[[test]]
name = \"leads\"
path = \"leads.rs\"
";

#[test]
fn a_kind_is_added_as_contributing_describes() {
    let touched: BTreeSet<&str> = ROWS.iter().map(|(file, ..)| *file).collect();
    let contributing = read(&root().join(".github/CONTRIBUTING.md"));
    let (_, listed) = contributing
        .split_once("Touched outside of its rooms")
        .expect("CONTRIBUTING lists what is touched");
    for file in &touched {
        assert!(listed.contains(file), "CONTRIBUTING does not list {file}");
    }

    let copy = Path::new(env!("CARGO_TARGET_TMPDIR")).join("add-a-kind");
    let mut folders: Vec<String> = CRATES.iter().map(|name| format!("crates/{name}")).collect();
    folders.extend(["pkg/schemas".into(), "pkg/guides/reflective.json".into()]);
    folders.push("Cargo.lock".into());
    let files = files(&folders);
    assert!(files.len() > 100, "only {} files", files.len());
    let own = ROOMS.iter().map(|(file, _)| *file);
    let own = own.chain(["crates/leads/Cargo.toml", "crates/leads/leads.rs"]);
    let wanted = files.iter().map(String::as_str).chain(own);
    let wanted = wanted.map(|file| copy.join(file)).collect();
    remove_others(&copy.join("crates"), &wanted);
    for file in files {
        if touched.contains(file.as_str()) {
            continue;
        }
        let path = root().join(&file);
        let bytes = std::fs::read(&path).expect("a file that git lists can be read");
        write(&copy.join(file), &bytes);
    }
    for (file, text) in ROOMS {
        write(&copy.join(file), text.as_bytes());
    }
    for file in &touched {
        let mut text = read(&root().join(file));
        for (_, line, row) in ROWS.iter().filter(|(place, ..)| place == file) {
            assert_eq!(
                text.matches(line).count(),
                1,
                "{file} has one line {line:?}"
            );
            text = text.replacen(line, row, 1);
        }
        write(&copy.join(file), text.as_bytes());
    }
    write(&copy.join("Cargo.toml"), workspace().as_bytes());
    write(&copy.join("crates/leads/Cargo.toml"), LEADS.as_bytes());
    let leads = copy.join("crates/leads/leads.rs");
    write(&leads, include_bytes!("retro/leads.rs"));

    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["test", "--offline", "--package", "leads"])
        .current_dir(&copy)
        // A target of its own: whoever runs this test may hold the lock of the other one.
        .env("CARGO_TARGET_DIR", copy.join("target"))
        .env("CARGO_PROFILE_DEV_DEBUG", "0")
        .output()
        .expect("cargo runs");
    let printed = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success() && printed.contains("2 passed"),
        "{printed}\n{}",
        String::from_utf8_lossy(&output.stderr)
    );
}
