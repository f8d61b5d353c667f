//! Modules of a crate that import each other in a circle can only be read, tested and moved together.

use std::collections::{BTreeMap, BTreeSet};

use crate::rules::{complain, shipped};
use crate::{files, text};

/// Crates whose modules form no circle; one that is free of them is added here and stays so.
const FREE: [&str; 12] = [
    "archive",
    "dialects",
    "findings",
    "jsonstream",
    "proxy",
    "resume",
    "schema",
    "scripted",
    "skills",
    "study",
    "validator",
    "xtask",
];

/// Modules that name each other by design, by their crate. In `core` a session holds its kind, a kind reads the session, and either knows of
/// forms. In `web` what drives an interview waits at the seams, and one seam leads to what opens an interview that is driven.
const TOGETHER: [(&str, &[&str]); 2] = [
    ("core", &["forms", "kind", "session"]),
    ("web", &["driver", "parts"]),
];

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
    assert!(all.len() > 4, "crates/{name} has only the modules {all:?}");
    let mut graph = BTreeMap::new();
    for (module, source) in sources {
        let uses: &mut BTreeSet<String> = graph.entry(module.clone()).or_default();
        let code: Vec<&str> = shipped(&source).into_iter().map(|(_, line)| line).collect();
        for one in named(&code.join("\n")) {
            if one != module && all.contains(&one) {
                uses.insert(one);
            }
        }
    }
    graph
}

/// The modules that a source names: `crate::a::B`, and each of `crate::{a, b::{C, D}}`, on however many lines.
fn named(source: &str) -> Vec<String> {
    let first = |path: &str| {
        let end = path.find(|c: char| !(c.is_alphanumeric() || c == '_'));
        path[..end.unwrap_or(path.len())].to_owned()
    };
    let mut out = Vec::new();
    for rest in source.split("crate::").skip(1) {
        let Some(group) = rest.strip_prefix('{') else {
            out.push(first(rest));
            continue;
        };
        let mut depth = 0;
        let mut begins = true;
        for (at, c) in group.char_indices() {
            match c {
                '{' => depth += 1,
                '}' if depth == 0 => break,
                '}' => depth -= 1,
                ',' if depth == 0 => begins = true,
                c if begins && !c.is_whitespace() => {
                    out.push(first(&group[at..]));
                    begins = false;
                }
                _ => {}
            }
        }
    }
    out
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
    for (name, together) in TOGETHER {
        if let Some(way) = circle(&merged(modules(name), together)) {
            faults.push(format!("crates/{name}: {}", way.join(" → ")));
        }
    }
    complain(&faults);
}

/// The TypeScript sources with those that each one imports, values and types, where they are named with a path. What is loaded by `import()` is
/// left out: it comes later, and often leads back.
fn scripts() -> BTreeMap<String, BTreeSet<String>> {
    let places = ["pkg/src/", "www/widget/src/", "www/app/src/"];
    let sources: BTreeSet<String> = files()
        .into_iter()
        .filter(|file| places.iter().any(|place| file.starts_with(place)))
        .filter(|file| file.ends_with(".ts") && !file.ends_with(".d.ts"))
        .collect();
    assert!(sources.len() > 200, "only {} sources", sources.len());
    let mut graph = BTreeMap::new();
    for file in &sources {
        let source = text(file).unwrap_or_default();
        let imported = paths(&source)
            .into_iter()
            .map(|path| beside(file, &path))
            .filter(|path| sources.contains(path) && path != file);
        graph.insert(file.clone(), imported.collect());
    }
    graph
}

/// The paths that a script imports from or exports from.
fn paths(source: &str) -> Vec<String> {
    let mut out = Vec::new();
    for line in source.lines() {
        // The last line of a statement over several begins with its brace.
        let begins = ["import ", "export ", "} from "];
        if !begins.iter().any(|word| line.starts_with(word)) {
            continue;
        }
        let path = line
            .split_once(" from \"")
            .or_else(|| line.split_once("import \""));
        if let Some((path, _)) = path.and_then(|(_, rest)| rest.split_once('"')) {
            out.push(path.to_owned());
        }
    }
    out.retain(|path| path.starts_with('.'));
    out
}

/// The source that a path leads to from a file: `./a.js` is `a.ts` beside it.
fn beside(file: &str, path: &str) -> String {
    let mut at: Vec<&str> = file.split('/').collect();
    at.pop();
    for part in path.split('/') {
        match part {
            "." => {}
            ".." => drop(at.pop()),
            part => at.push(part),
        }
    }
    let path = at.join("/");
    match path.strip_suffix(".js") {
        Some(name) => [name, ".ts"].concat(),
        None => path,
    }
}

#[test]
fn scripts_import_each_other_in_no_circle_types_included() {
    let way = circle(&scripts()).map(|way| way.join(" → "));
    assert_eq!(way, None);
}

#[test]
fn imports_are_found_as_they_are_written() {
    let source = "use crate::{\n    a::{B, C},\n    d,\n};\nuse crate::e::F;\nlet g = crate::h();";
    assert_eq!(named(source), ["a", "d", "e", "h"]);
    let script = "import a from \"./a.js\";\nimport type {\n  B,\n} from \"../b.js\";\nimport \"./c.css\";\nexport * from \"./d.js\";\nimport x from \"lit\";\nvoid import(\"./e.js\");\n";
    assert_eq!(paths(script), ["./a.js", "../b.js", "./c.css", "./d.js"]);
    assert_eq!(beside("pkg/src/tools/run.ts", "../b.js"), "pkg/src/b.ts");
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
