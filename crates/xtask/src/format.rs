//! One format for the Rust, the TypeScript, the JavaScript and the styles: written by `cargo xtask format`, held by
//! `cargo xtask test`.

use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::project::Project;
use crate::run;
use crate::setup::npm;
use crate::setup::wasm::cargo_path;

/// Biome, whose rules and their exceptions are in `biome.json`. Its package brings the program for each system along.
const BIOME: &str = "node_modules/@biomejs/biome/bin/biome";

/// Formats everything, and fixes what a lint can fix safely.
///
/// # Errors
/// On an option, and when something is left to fix by hand.
pub(crate) fn command(project: &Project, args: &[String]) -> Result<()> {
    if let Some(arg) = args.first() {
        bail!("format has no option `{arg}`; it formats everything");
    }
    run::loud(&mut rustfmt(project))?;
    npm::ensure(project)?;
    run::loud(biome(project).arg("--write").arg(".")).context("the rest is fixed by hand")
}

/// Holds everything to the format, and what is not Rust to the lints.
///
/// # Errors
/// When a file is not formatted, or a lint finds something.
pub(crate) fn check(project: &Project) -> Result<()> {
    run::loud(rustfmt(project).arg("--check"))
        .context("the Rust is not formatted; `cargo xtask format` does it")?;
    npm::ensure(project)?;
    run::loud(biome(project).args(["--max-diagnostics=40", "."]))
        .context("`cargo xtask format` formats, and fixes what can be fixed safely")
}

fn rustfmt(project: &Project) -> Command {
    let mut command = Command::new(cargo_path());
    command.current_dir(&project.root).args(["fmt", "--all"]);
    command
}

fn biome(project: &Project) -> Command {
    let mut command = npm::node(project, BIOME);
    command.args(["check", "--error-on-warnings"]);
    command
}
