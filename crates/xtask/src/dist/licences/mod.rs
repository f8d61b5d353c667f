//! The licences of what is bundled: most ask that their text goes along with every copy, a compiled or minified one too.

mod expression;
mod within;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use serde_json::Value;

use super::engine::MODULES;
use crate::project::{self, Project};
use crate::run;
use crate::setup::wasm;

/// The file with the licences, beside what they are for.
pub(super) const FILE: &str = "THIRD-PARTY.txt";

/// The one list of licences that may be used.
const LIST: &str = ".cargo/deny.toml";

/// Where a work comes from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Crate,
    Package,
}

/// One work of others that is bundled.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Work {
    kind: Kind,
    name: String,
    version: String,
    /// As its manifest says it; empty when that says nothing.
    licence: String,
    repository: String,
    /// The texts in its folder.
    texts: Vec<String>,
}

/// Writes the licences of the crates in the engine's modules and of the npm packages that the lists name; the bundler writes these
/// lists.
///
/// # Errors
/// When a licence or its text is missing or not allowed; it says what to do.
pub(super) fn write(project: &Project, rust: &str, lists: &[&Path], out: &Path) -> Result<()> {
    let mut works = crates(project)?;
    works.extend(within::standard_library(rust));
    works.extend(packages(project, lists)?);
    works.sort();
    borrow_texts(&mut works);
    let deny = fs::read_to_string(project.path(LIST)).with_context(|| format!("reading {LIST}"))?;
    let allowed = expression::allowed(&deny).with_context(|| format!("reading {LIST}"))?;
    let faults: Vec<String> = works
        .iter()
        .filter_map(|work| fault(work, &allowed))
        .collect();
    if !faults.is_empty() {
        bail!("{}", faults.join("\n"));
    }
    project::write(&out.join(FILE), document(&works).as_bytes())
}

/// Says what keeps a work from being bundled, and what to do about it.
fn fault(work: &Work, allowed: &[&str]) -> Option<String> {
    let Work {
        name,
        version,
        licence,
        ..
    } = work;
    let kind = match work.kind {
        Kind::Crate => "the crate",
        Kind::Package => "the npm package",
    };
    if licence.is_empty() {
        return Some(format!(
            "{kind} {name} {version} is bundled, and its manifest names no licence: use another in its place"
        ));
    }
    if !expression::satisfied(licence, allowed) {
        return Some(format!(
            "{kind} {name} {version} is bundled under `{licence}`, which {LIST} does not allow: use another in its place, or, if that \
             licence asks for no more than its text, add it to the list"
        ));
    }
    if work.texts.is_empty() {
        return Some(format!(
            "{kind} {name} {version} is bundled and has no text of its licence in its folder: take the text from its repository, {}, into {}",
            work.repository,
            Path::new(file!()).with_file_name("within.rs").display()
        ));
    }
    None
}

/// The crates that are compiled into the modules, ours left out. What only runs while they are compiled is not in them.
fn crates(project: &Project) -> Result<Vec<Work>> {
    let mut command = Command::new(wasm::cargo_path());
    command
        .args([
            "metadata",
            "--format-version=1",
            "--locked",
            "--filter-platform",
            wasm::TRIPLE,
        ])
        .current_dir(&project.root);
    let metadata: Value = serde_json::from_str(&run::output(&mut command)?)?;
    let by_id = |list: &'static str, of: &Value| -> BTreeMap<String, Value> {
        let items = of[list].as_array().into_iter().flatten();
        items
            .filter_map(|item| Some((item["id"].as_str()?.to_owned(), item.clone())))
            .collect()
    };
    let packages = by_id("packages", &metadata);
    let nodes = by_id("nodes", &metadata["resolve"]);
    let is_module = |package: &Value| MODULES.iter().any(|one| package["name"] == one.package);
    let mut open: Vec<&str> = packages
        .iter()
        .filter(|(_, package)| is_module(package))
        .map(|(id, _)| id.as_str())
        .collect();
    let mut seen = BTreeSet::new();
    let mut works = Vec::new();
    while let Some(id) = open.pop() {
        let package = packages
            .get(id)
            .with_context(|| format!("cargo names no package {id}"))?;
        let targets = package["targets"].as_array().into_iter().flatten();
        if !seen.insert(id)
            || targets
                .clone()
                .any(|target| target["kind"][0] == "proc-macro")
        {
            continue;
        }
        let uses = nodes.get(id).and_then(|node| node["deps"].as_array());
        open.extend(uses.into_iter().flatten().filter_map(|one| {
            let kinds = one["dep_kinds"].as_array()?;
            // Those of tests and build scripts have a kind.
            kinds
                .iter()
                .any(|kind| kind["kind"].is_null())
                .then(|| one["pkg"].as_str())?
        }));
        // A crate of the workspace has no source.
        if package["source"].is_null() {
            continue;
        }
        let manifest = Path::new(package["manifest_path"].as_str().unwrap_or_default());
        let folder = manifest.parent().context("a manifest lies in a folder")?;
        works.push(work(Kind::Crate, package, folder)?);
    }
    Ok(works)
}

/// The npm packages whose folders the lists name.
fn packages(project: &Project, lists: &[&Path]) -> Result<Vec<Work>> {
    let mut folders = BTreeSet::new();
    for list in lists {
        let text = fs::read(list).with_context(|| format!("reading {}", list.display()))?;
        folders.extend(serde_json::from_slice::<Vec<String>>(&text)?);
    }
    let mut works = Vec::new();
    for folder in folders {
        let folder = project.path(folder);
        let manifest = folder.join("package.json");
        let text =
            fs::read(&manifest).with_context(|| format!("reading {}", manifest.display()))?;
        let manifest: Value = serde_json::from_slice(&text)?;
        works.push(work(Kind::Package, &manifest, &folder)?);
        if manifest["name"] == "pdfjs-dist" {
            works.push(within::core_js(project)?);
        }
    }
    Ok(works)
}

/// Reads a work from its manifest, which crates and packages write alike, and its folder.
fn work(kind: Kind, manifest: &Value, folder: &Path) -> Result<Work> {
    let text = |key: &str| manifest[key].as_str().unwrap_or_default().to_owned();
    Ok(Work {
        kind,
        name: text("name"),
        version: text("version"),
        licence: text("license"),
        repository: match &manifest["repository"] {
            Value::String(address) => address.clone(),
            other => other["url"].as_str().unwrap_or_default().to_owned(),
        },
        texts: texts(folder)?,
    })
}

/// The texts of licences in a folder, or in folders of such a name within.
fn texts(folder: &Path) -> Result<Vec<String>> {
    const BEGINNINGS: [&str; 6] = [
        "LICENSE",
        "LICENCE",
        "UNLICENSE",
        "COPYING",
        "COPYRIGHT",
        "NOTICE",
    ];
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| format!("reading {}", folder.display()))? {
        let path = entry?.path();
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .to_uppercase();
        if !BEGINNINGS
            .iter()
            .any(|beginning| name.starts_with(beginning))
        {
            continue;
        }
        if path.is_dir() {
            files.extend(project::files_below(&path)?);
        } else {
            files.push(path);
        }
    }
    files.sort();
    let read = |file: &PathBuf| {
        fs::read_to_string(file).with_context(|| format!("reading {}", file.display()))
    };
    files.iter().map(read).collect()
}

/// Crates that are parts of one repository often have its licence in one of them only.
fn borrow_texts(works: &mut [Work]) {
    // `https://host/owner/name/and/a/folder` is in the repository of the first three.
    let repository = |work: &Work| {
        work.repository
            .split('/')
            .take(5)
            .collect::<Vec<_>>()
            .join("/")
    };
    let mut known: BTreeMap<String, Vec<String>> = within::REPOSITORIES
        .iter()
        .map(|(address, text)| ((*address).to_owned(), vec![(*text).to_owned()]))
        .collect();
    for work in works.iter().filter(|work| !work.texts.is_empty()) {
        known
            .entry(repository(work))
            .or_insert_with(|| work.texts.clone());
    }
    for work in works.iter_mut().filter(|work| work.texts.is_empty()) {
        let texts = Some(repository(work)).filter(|address| !address.is_empty());
        work.texts = texts
            .and_then(|address| known.get(&address))
            .cloned()
            .unwrap_or_default();
    }
}

/// The file's text: every work with the numbers of its texts, then the texts, each once.
fn document(works: &[Work]) -> String {
    // Many differ in where their lines break, and in nothing else.
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut numbers = BTreeMap::new();
    let mut texts: Vec<(&str, Vec<String>)> = Vec::new();
    let mut lists = [String::new(), String::new()];
    for work in works {
        let title = format!("{} {}", work.name, work.version);
        let mut own = BTreeSet::new();
        for text in &work.texts {
            let number = *numbers.entry(words(text)).or_insert_with(|| {
                texts.push((text, Vec::new()));
                texts.len()
            });
            if own.insert(number) {
                texts[number - 1].1.push(title.clone());
            }
        }
        let own: Vec<String> = own.iter().map(usize::to_string).collect();
        let line = format!("  {title}: {} [{}]\n", work.licence, own.join(", "));
        lists[work.kind as usize] += &line;
    }
    let [crates, packages] = lists;
    let mut out = format!(
        "Colloquy is licensed under MIT OR Apache-2.0: see LICENSE-MIT and LICENSE-APACHE of its repository and its npm package.\n\
         Its files contain works of others under the licences named here. The numbers are those of the texts below.\n\n\
         In the WebAssembly modules, crates of Rust:\n{crates}\nIn the scripts, npm packages:\n{packages}"
    );
    for (index, (text, of)) in texts.iter().enumerate() {
        let rule = "=".repeat(80);
        let text = text.trim_matches(['\n', '\r']).replace('\r', "");
        out += &format!(
            "\n{rule}\n[{}] {}\n{rule}\n\n{}\n",
            index + 1,
            of.join(", "),
            text.trim_end()
        );
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{Kind, Work, borrow_texts, document, fault};

    fn work(kind: Kind, name: &str, licence: &str, text: &str) -> Work {
        Work {
            kind,
            name: name.to_owned(),
            version: "1.0.0".to_owned(),
            licence: licence.to_owned(),
            repository: String::new(),
            texts: Some(text.to_owned())
                .filter(|text| !text.is_empty())
                .into_iter()
                .collect(),
        }
    }

    #[test]
    fn equal_texts_are_written_once() {
        let works = [
            work(Kind::Crate, "a", "MIT", "May be\r\nused.\n"),
            work(Kind::Crate, "b", "Zlib", "May be sold."),
            work(Kind::Package, "c", "MIT", "\nMay be used.\n"),
        ];
        let text = document(&works);
        assert!(text.contains("  a 1.0.0: MIT [1]\n  b 1.0.0: Zlib [2]\n"));
        assert!(text.contains("npm packages:\n  c 1.0.0: MIT [1]\n"));
        assert!(text.contains("\n[1] a 1.0.0, c 1.0.0\n"));
        assert!(text.contains("\n\nMay be\nused.\n\n==="));
        assert_eq!(text.matches("May be").count(), 2);
    }

    #[test]
    fn what_keeps_a_work_out_is_named_with_a_remedy() {
        let said = |licence, text| {
            let work = work(Kind::Package, "a", licence, text);
            fault(&work, &["MIT"]).unwrap_or_default()
        };
        assert_eq!(said("MIT", "May be used."), "");
        assert!(said("", "May be used.").contains("names no licence: use another"));
        assert!(said("GPL-3.0", "x").contains("npm package a 1.0.0 is bundled under `GPL-3.0`"));
        assert!(said("MIT", "").contains("has no text of its licence"));
    }

    #[test]
    fn a_part_of_a_repository_has_the_text_of_another_part() {
        let of = |name, text, address: &str| Work {
            repository: address.to_owned(),
            ..work(Kind::Crate, name, "MIT", text)
        };
        let mut works = [
            of("a", "", "https://host/owner/one/tree/main/a"),
            of("b", "May be used.", "https://host/owner/one"),
            of("c", "", "https://host/owner/two"),
            of("d", "", ""),
        ];
        borrow_texts(&mut works);
        assert_eq!(works.map(|work| work.texts.len()), [1, 1, 0, 0]);
    }
}
