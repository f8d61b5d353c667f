//! The picture in the README against the crates as cargo sees them, and the web folders by their imports.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use serde_json::Value;

use crate::{files, root, text};

/// The picture shows which names depend on which.
type Graph = BTreeMap<String, BTreeSet<String>>;

const ARROW: &str = "──►";

/// What does not ship, so that the picture leaves it out: what only tests the others, and what runs in the compiler.
const UNPICTURED: [&str; 3] = ["tests", "fuzz", "derive"];

/// Reads the picture: cells two or more spaces apart, `a ──► b, c` or a chain `a ──► b ──► c`. What stands in round brackets
/// is a remark; `the pure crates` are all that stand left of an arrow, or right of one in such a cell, in the left half.
fn picture(readme: &str) -> Graph {
    let block = readme
        .split("```")
        .skip(1)
        .step_by(2)
        .find(|block| block.contains(ARROW))
        .expect("the README has the picture");
    let mut graph = Graph::new();
    let mut pure = BTreeSet::new();
    let mut all_pure = Vec::new();
    for line in block.lines() {
        for (column, cell) in cells(line).into_iter().enumerate() {
            let names: Vec<&str> = cell.split(ARROW).map(str::trim).collect();
            for pair in names.windows(2) {
                let from = pair[0].to_owned();
                match pair[1] {
                    "the pure crates" => all_pure.push(from.clone()),
                    "nothing of ours" => drop(graph.entry(from.clone()).or_default()),
                    list => graph
                        .entry(from.clone())
                        .or_default()
                        .extend(list.split(',').map(|one| one.trim().to_owned())),
                }
                if column == 0 && line.starts_with("  ") && !line.starts_with("    ") {
                    pure.insert(from.clone());
                    pure.extend(graph.get(&from).into_iter().flatten().cloned());
                }
            }
        }
    }
    for from in all_pure {
        graph.entry(from).or_default().extend(pure.clone());
    }
    for name in pure {
        graph.entry(name).or_default();
    }
    graph
}

/// Splits a line at gaps of two or more spaces, but not at those around an arrow, and drops remarks.
fn cells(line: &str) -> Vec<String> {
    let mut line = line.to_owned();
    while let (Some(open), Some(close)) = (line.find('('), line.find(')')) {
        line.replace_range(open..=close, "");
    }
    let parts: Vec<&str> = line.split(ARROW).map(str::trim_end).collect();
    let joined = parts
        .iter()
        .map(|part| part.to_owned())
        .collect::<Vec<_>>()
        .join(ARROW);
    let joined = joined.replace(&format!("{ARROW} "), ARROW);
    joined
        .split("  ")
        .map(str::trim)
        .filter(|cell| cell.contains(ARROW))
        .map(str::to_owned)
        .collect()
}

/// The crates of the workspace with their normal dependencies among each other, by their short names.
fn crates() -> Graph {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["metadata", "--format-version=1", "--no-deps", "--offline"])
        .current_dir(root())
        .output()
        .expect("cargo lists the workspace");
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("cargo prints JSON");
    let short = |name: &str| name.trim_start_matches("colloquy-").to_owned();
    let packages = metadata["packages"].as_array().expect("there are packages");
    let ours: BTreeSet<String> = packages
        .iter()
        .filter_map(|one| one["name"].as_str())
        .map(short)
        .collect();
    let mut graph = Graph::new();
    for package in packages {
        let name = short(package["name"].as_str().expect("a package has a name"));
        let uses = package["dependencies"].as_array().into_iter().flatten();
        // Normal dependencies have no kind; those of tests and build scripts do not ship.
        let uses = uses
            .filter(|one| one["kind"].is_null())
            .filter_map(|one| one["name"].as_str())
            .map(short);
        graph.insert(
            name,
            uses.filter(|name| ours.contains(name) && !UNPICTURED.contains(&name.as_str()))
                .collect(),
        );
    }
    graph
}

#[test]
fn the_picture_shows_the_crates_as_they_are() {
    let picture = picture(&text("README.md").expect("there is a README"));
    let crates = crates();
    for (name, uses) in &crates {
        if UNPICTURED.contains(&name.as_str()) {
            continue;
        }
        let shown = picture
            .get(name)
            .unwrap_or_else(|| panic!("the picture in README.md lacks {name}"));
        assert_eq!(
            shown, uses,
            "what {name} depends on: in README.md, and in its Cargo.toml"
        );
    }
    for name in picture
        .keys()
        .filter(|name| !name.contains('/') && *name != "pkg")
    {
        assert!(
            crates.contains_key(name),
            "README.md shows {name}, and there is no such crate"
        );
    }
}

/// What the scripts of a folder import from another of the picture's places.
fn imports(folder: &str, from: &str) -> bool {
    let wanted: &[&str] = match from {
        "web" => &["dist/glue/colloquy.js"],
        "validator" => &["dist/glue/colloquy_validator.js"],
        "study" => &["dist/glue/colloquy_study.js"],
        "simulation" => &["dist/glue/colloquy_simulation.js"],
        "pkg" => &["\"colloquy\""],
        "www/widget" => &["\"colloquy/element\"", "/widget/", "colloquy-widget"],
        "www/app" => &["/app/src", "colloquy-app"],
        other => panic!("nothing is known of imports from {other}"),
    };
    let scripts = files()
        .into_iter()
        .filter(|file| file.starts_with(&format!("{folder}/src/")) && file.ends_with(".ts"));
    scripts.filter_map(|file| text(&file)).any(|text| {
        text.lines()
            .filter(|line| line.contains("import") || line.contains("from"))
            .any(|line| wanted.iter().any(|want| line.contains(want)))
    })
}

#[test]
fn the_picture_shows_the_web_folders_as_they_are() {
    let picture = picture(&text("README.md").expect("there is a README"));
    let places = ["www/app", "www/widget", "pkg"];
    let modules = ["web", "validator", "study", "simulation"];
    for (at, folder) in places.iter().enumerate() {
        let next = places
            .get(at + 1)
            .map_or(&modules[..], std::slice::from_ref);
        let shown: BTreeSet<String> = next.iter().map(|name| (*name).to_owned()).collect();
        assert_eq!(
            picture.get(*folder),
            Some(&shown),
            "what README.md shows for {folder}"
        );
        for one in next {
            assert!(
                imports(folder, one),
                "README.md shows that {folder} builds on {one}, and it imports nothing of it"
            );
        }
        for above in &places[..at] {
            assert!(
                !imports(folder, above),
                "{folder} imports from {above}, against the arrows in README.md"
            );
        }
    }
}

#[test]
fn a_picture_is_read_as_it_is_drawn() {
    let text = "x\n```\npure: no clock          impure: the rest\n  core     ──► schema, findings      web     ──► the pure crates   (wasm)\n  findings ──► schema                www/app ──► www/widget ──► pkg ──► web\n```\n";
    let set = |names: &[&str]| {
        names
            .iter()
            .map(|name| (*name).to_owned())
            .collect::<BTreeSet<String>>()
    };
    let graph = picture(text);
    assert_eq!(graph["core"], set(&["schema", "findings"]));
    assert_eq!(graph["schema"], set(&[]));
    assert_eq!(graph["web"], set(&["core", "findings", "schema"]));
    assert_eq!(
        (graph["www/app"].clone(), graph["pkg"].clone()),
        (set(&["www/widget"]), set(&["web"]))
    );
    assert!(!graph["core"].contains("web"));
}
