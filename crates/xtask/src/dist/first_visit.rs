//! The engine in two files: what a first visit runs, and all of it.
//!
//! A first visit is led to its first question by the package itself, in Node, with the engine marked at every place where its code
//! can take another way. What was passed is what the first file has; see `split`.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};

use super::engine::{self, MODULES};
use super::split;
use crate::project::{self, Project};
use crate::run;
use crate::setup::npm;
use crate::stamp::{Hash, Stamp};

/// The program that leads the visit.
const VISIT: &str = "crates/xtask/js/first-visit.mjs";

/// The file with all of the engine, beside the one that a page loads first.
pub(crate) const WHOLE: &str = "colloquy_whole_bg.wasm";

/// Names the module of the first visit that still has its function names, for `bench size`.
pub(crate) fn named(project: &Project) -> PathBuf {
    project.work("engine/colloquy_first.named.wasm")
}

/// Leaves `pkg/dist/colloquy_bg.wasm` and `pkg/dist/colloquy_whole_bg.wasm`. The package is bundled and its guides are there.
///
/// # Errors
/// When the visit does not reach its first question, and when wasm-opt refuses.
pub(crate) fn build(project: &Project) -> Result<()> {
    let engine = &MODULES[0];
    let whole = engine.named(project);
    let shipped = project.path("pkg/dist").join(engine.file());
    let rest = project.path("pkg/dist").join(WHOLE);
    let named = named(project);
    let mut inputs = Hash::new()
        .add_file(&whole)?
        .add_file(&project.path(VISIT))?
        .add(include_bytes!("first_visit.rs"))
        .add(include_bytes!("split/mod.rs"))
        .add(include_bytes!("split/module.rs"))
        .add(include_bytes!("split/texts.rs"));
    for file in project::files_below(&project.path("pkg/src"))? {
        inputs = inputs.add_file(&file)?;
    }
    let guide = project.path("pkg/guides/reflective.json");
    let stamp = Stamp::new(project, "first-visit", inputs.add_file(&guide)?);
    if stamp.is_fresh(&[&shipped, &rest, &named]) {
        return Ok(());
    }
    let bytes = fs::read(&whole)?;
    let marked = project.work("engine/colloquy.marked.wasm");
    let passed = project.work("engine/colloquy.passed.json");
    run::step("Visiting for the first time", || {
        project::write(&marked, &split::marked(&bytes)?)?;
        let mut visit = npm::node(project, VISIT);
        run::quiet(project, "first-visit", visit.arg(&marked).arg(&passed))
    })?;
    let places: BTreeSet<u32> =
        serde_json::from_slice(&fs::read(&passed)?).context("reading what was passed")?;
    run::step("Parting the engine", || {
        let (first, all) = split::split(&bytes, &places, &texts(project)?)?;
        let parted = project.work("engine/colloquy.first.wasm");
        project::write(&parted, &first)?;
        engine::optimise(project, &parted, &named, &["-Oz", "--debuginfo"])?;
        let small = project.work("engine/colloquy.first.small.wasm");
        engine::optimise(
            project,
            &named,
            &small,
            &["--strip-debug", "--strip-producers"],
        )?;
        project::write(&shipped, &fs::read(&small)?)?;
        project::write(&rest, &all)
    })?;
    stamp.set()
}

/// The texts that the engine carries as they lie in files. Those that a first visit never names travel with the whole engine.
fn texts(project: &Project) -> Result<Vec<Vec<u8>>> {
    let mut texts = Vec::new();
    for folder in ["pkg/schemas", "crates"] {
        for file in project::files_below(&project.path(folder))? {
            let text = file.extension().and_then(|end| end.to_str());
            if matches!(text, Some("json" | "md" | "txt")) {
                texts.push(fs::read(&file)?);
            }
        }
    }
    Ok(texts)
}
