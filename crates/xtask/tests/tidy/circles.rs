//! Modules of a crate that import each other in a circle can only be read, tested and moved together.

use std::collections::{BTreeMap, BTreeSet};

use crate::rules::{complain, shipped};
use crate::{files, text};

/// Crates whose modules form no circle; one that is free of them is added here and stays so.
const FREE: [&str; 8] = [
    "archive",
    "dialects",
    "findings",
    "jsonstream",
    "proxy",
    "resume",
    "schema",
    "skills",
];

/// Modules of `core` that name each other by design: a session holds its kind, a kind reads the session, and either knows of forms.
const TOGETHER: [&str; 3] = ["forms", "kind", "session"];

/// The modules at the top of a crate, with those that each one names.
fn modules(name: &str) -> BTreeMap<String, BTreeSet<String>> {
    let src = format!("crates/{name}/src/");
    let sources: Vec<(String, String)> = files()
        .into_iter()
        .filter_map(|file| {
            let module = file.strip_prefix(&src)?.strip_suffix(".rs")?;
            let module = module.split('/').next().unwrap_or(module).to_owned();
            let is_module = !matches!(module.as_str(), "lib" | "main" | "tests");
            is_module.then(|| (module, text(&file).unwrap_or_default()))
        })
        .collect();
    let all: BTreeSet<String> = sources.iter().map(|(module, _)| module.clone()).collect();
    assert!(all.len() > 5, "crates/{name} has only the modules {all:?}");
    let mut graph = BTreeMap::new();
    for (module, source) in sources {
        let uses: &mut BTreeSet<String> = graph.entry(module.clone()).or_default();
        for (_, line) in shipped(&source) {
            for rest in line.split("crate::").skip(1) {
                // `use crate::{a, b::C};` names several.
                let names = rest
                    .strip_prefix('{')
                    .unwrap_or_else(|| rest.split("::").next().unwrap_or(rest));
                for one in names.split([',', '}', ';']) {
                    let one = one.split("::").next().unwrap_or(one).trim();
                    if one != module && all.contains(one) {
                        uses.insert(one.to_owned());
                    }
                }
            }
        }
    }
    graph
}

/// The same with some of the modules as one, by the name of the first.
fn merged(
    graph: BTreeMap<String, BTreeSet<String>>,
    some: &[&str],
) -> BTreeMap<String, BTreeSet<String>> {
    let name = |module: String| match some.contains(&module.as_str()) {
        true => some[0].to_owned(),
        false => module,
    };
    let mut out: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (module, uses) in graph {
        let module = name(module);
        let uses = uses.into_iter().map(name).filter(|one| *one != module);
        out.entry(module.clone()).or_default().extend(uses);
    }
    out
}

/// A way from a module back to itself, if there is one.
fn circle(graph: &BTreeMap<String, BTreeSet<String>>) -> Option<Vec<String>> {
    fn walk(
        graph: &BTreeMap<String, BTreeSet<String>>,
        at: &str,
        way: &mut Vec<String>,
        done: &mut BTreeSet<String>,
    ) -> bool {
        if way.iter().any(|one| one == at) {
            way.push(at.to_owned());
            return true;
        }
        if done.contains(at) {
            return false;
        }
        way.push(at.to_owned());
        for next in graph.get(at).into_iter().flatten() {
            if walk(graph, next, way, done) {
                return true;
            }
        }
        way.pop();
        done.insert(at.to_owned());
        false
    }
    let mut done = BTreeSet::new();
    for module in graph.keys() {
        let mut way = Vec::new();
        if walk(graph, module, &mut way, &mut done) {
            let first = way.iter().position(|one| Some(one) == way.last());
            return Some(way.split_off(first.unwrap_or(0)));
        }
    }
    None
}

#[test]
fn modules_form_no_circle() {
    let mut faults = Vec::new();
    for name in FREE {
        if let Some(way) = circle(&modules(name)) {
            faults.push(format!("crates/{name}: {}", way.join(" → ")));
        }
    }
    if let Some(way) = circle(&merged(modules("core"), &TOGETHER)) {
        faults.push(format!("crates/core: {}", way.join(" → ")));
    }
    complain(&faults);
}

#[test]
fn a_circle_is_found_wherever_it_is_entered() {
    let graph = |pairs: &[(&str, &str)]| {
        let mut graph: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for (from, to) in pairs {
            graph
                .entry((*from).to_owned())
                .or_default()
                .insert((*to).to_owned());
        }
        graph
    };
    assert_eq!(circle(&graph(&[("a", "b"), ("b", "c"), ("a", "c")])), None);
    let found = circle(&graph(&[("a", "b"), ("b", "c"), ("c", "d"), ("d", "b")]));
    assert_eq!(found.unwrap().join(" "), "b c d b");
}
