//! How interviews go: the built-in interviewer beside a fixed list of questions, and beside whatever model is configured.

use std::env;

use anyhow::Result;

use crate::dist;
use crate::project::Project;
use crate::run;
use crate::serve;
use crate::setup::npm;

/// Leads people with a mind of their own through every guide, and prints a report card. `args` are those of
/// `tests/bench/interviewer.mjs`. With `PACKAGE_DIST` nothing is built: it names the package that is judged.
///
/// # Errors
/// When the package or the proxy cannot be built, and when the program fails. A bad interview is no error.
pub(crate) fn interviewer(project: &Project, args: &[String]) -> Result<()> {
    if env::var_os("PACKAGE_DIST").is_none() {
        dist::dist(project)?;
    }
    let mut bench = npm::node(project, "tests/bench/interviewer.mjs");
    if serve::offers_model() {
        bench.env("PROXY", serve::proxy(project)?);
    }
    run::loud(bench.args(args))
}
