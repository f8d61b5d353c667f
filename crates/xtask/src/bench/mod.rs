//! `cargo xtask bench`: figures.

use anyhow::{Result, bail};

use crate::project::Project;

mod attribute;
mod turns;
mod visit;

pub(crate) use visit::size;

/// Runs one bench.
///
/// # Errors
/// When there is no such bench, and when the bench fails.
pub(crate) fn command(project: &Project, args: &[String]) -> Result<()> {
    match args {
        [what] if what == "size" => size(project),
        [what] if what == "turns" => turns::turns(project),
        _ => bail!("bench measures `size` or `turns`"),
    }
}
