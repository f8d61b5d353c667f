//! What goes into the bundles and is no crate or package of its own there: the standard library, and what a package has inside.
//! Its texts are here, as no folder on the machine that builds is sure to have them.

use anyhow::{Context, Result};

use super::{Kind, Work};
use crate::project::Project;

/// What Rust's standard library brings: each with its licence and the texts of it.
const RUST: [(&str, &str, &[&str]); 3] = [
    (
        "compiler_builtins",
        "MIT AND Apache-2.0 WITH LLVM-exception AND (MIT OR Apache-2.0)",
        &[
            include_str!("texts/compiler-builtins.txt"),
            include_str!("texts/libm.txt"),
        ],
    ),
    (
        "dlmalloc",
        "MIT OR Apache-2.0",
        &[include_str!("texts/dlmalloc.txt")],
    ),
    // The tables of characters are Unicode's. The library's hashbrown is among the crates, in another version.
    (
        "std",
        "(MIT OR Apache-2.0) AND Unicode-3.0",
        &[
            include_str!("texts/rust.txt"),
            include_str!("texts/unicode.txt"),
        ],
    ),
];

/// Texts of repositories whose crates come without them.
pub(super) const REPOSITORIES: [(&str, &str); 2] = [
    (
        "https://github.com/Nugine/simd",
        include_str!("texts/simd.txt"),
    ),
    // It offers MIT or Apache-2.0 and has the text of neither. That of Apache-2.0 names nobody, and is the same as ours.
    (
        "https://github.com/WorldSEnder/wasm-split-prototype",
        include_str!("../../../../../LICENSE-APACHE"),
    ),
];

/// The file of the package `pdfjs-dist` that has core-js inside.
const PDF: &str = "node_modules/pdfjs-dist/legacy/build/pdf.worker.mjs";

/// Gives the parts of the standard library of this version of Rust.
pub(super) fn standard_library(rust: &str) -> Vec<Work> {
    let work = |(name, licence, texts): (&str, &str, &[&str])| Work {
        kind: Kind::Crate,
        name: name.to_owned(),
        version: format!("(Rust {rust})"),
        licence: licence.to_owned(),
        repository: String::new(),
        texts: texts.iter().map(|text| (*text).to_owned()).collect(),
    };
    RUST.into_iter().map(work).collect()
}

/// Gives core-js, which PDF.js is built with for older browsers.
///
/// # Errors
/// When PDF.js does not name its version any more.
pub(super) fn core_js(project: &Project) -> Result<Work> {
    let text =
        std::fs::read_to_string(project.path(PDF)).with_context(|| format!("reading {PDF}"))?;
    let version = text
        .split_once("core-js/blob/v")
        .and_then(|(_, rest)| rest.split_once('/'))
        .with_context(|| {
            format!("{PDF} names no version of core-js any more: see what it has inside now, and say so in {}", file!())
        })?
        .0;
    Ok(Work {
        kind: Kind::Package,
        name: "core-js".to_owned(),
        version: version.to_owned(),
        licence: "MIT".to_owned(),
        repository: String::new(),
        texts: vec![include_str!("texts/core-js.txt").to_owned()],
    })
}
