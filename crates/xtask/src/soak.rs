//! `cargo xtask soak`: interviews in several tabs at once against a model's server that fails in every way known.

use anyhow::Result;

use crate::dist;
use crate::project::Project;
use crate::run;
use crate::serve;
use crate::setup::{browsers, npm};

/// Runs `tests/load/soak.mjs` in Chromium, behind the real proxy; it reads the options and prints a table.
///
/// # Errors
/// When something of it cannot be built, when an interview loses or repeats anything or does not end, and when memory grows.
pub(crate) fn command(project: &Project, args: &[String]) -> Result<()> {
    dist::dist(project)?;
    let chromium = browsers::by_name("chromium")?;
    let program = chromium.ensure(project)?;
    let mut soak = npm::node(project, "tests/load/soak.mjs");
    soak.args(args)
        .env(chromium.variable, program)
        .env("PROXY", serve::proxy(project)?);
    run::loud(&mut soak)
}
