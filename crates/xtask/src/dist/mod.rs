//! `cargo xtask dist`: everything that is shipped.
//!
//! `pkg/dist` is the npm package's content, `www/dist` the app as it is served. Each step is skipped when what went into it
//! has not changed.

pub(crate) mod compressed;
pub(crate) mod engine;
mod guides;
mod licences;
mod package;
pub(crate) mod parts;
mod site;

use anyhow::Result;

use crate::project::Project;
use crate::setup::{npm, wasm};

/// Builds the package and the app.
///
/// # Errors
/// Those of the steps; a missing tool is named with the command that installs it.
pub(crate) fn dist(project: &Project) -> Result<()> {
    let _lock = project.lock()?;
    npm::ensure(project)?;
    let toolchain = wasm::Toolchain::find(project)?;
    engine::build(project, &toolchain)?;
    guides::assemble(project)?;
    let rust = toolchain.version()?;
    package::build(project, &rust)?;
    site::build(project, &rust)
}
