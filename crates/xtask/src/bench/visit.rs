//! What a first visit downloads until the first question can be answered.

use anyhow::{Context, Result};

use crate::attribute;
use crate::dist::{self, engine};
use crate::project::Project;
use crate::run;
use crate::serve;
use crate::setup::{browsers, npm};

/// Leads first visits of every kind of interview with notes that nobody tuned the engine to, and prints what each downloads beside
/// its target; then the engine's bytes by crate. `args` are those of `tests/bench/size.mjs`.
///
/// # Errors
/// When a visit does not reach its first question, shows an error, reports itself ready other than once, or is over its ceiling: what it
/// came to last, and two per cent. A target that is missed is printed and fails nothing.
pub(crate) fn size(project: &Project, args: &[String]) -> Result<()> {
    dist::dist(project)?;
    let chromium = browsers::by_name("chromium")?;
    let program = chromium.ensure(project)?;
    let proxy = serve::proxy(project)?;
    let mut visits = npm::node(project, "tests/bench/size.mjs");
    visits
        .args(args)
        .env(chromium.variable, program)
        .env("PROXY", proxy);
    let led = run::loud(&mut visits).context("first visits are not as they should be, see above");
    // What is too heavy is looked for where the bytes are.
    for module in engine::MODULES.iter().take(1) {
        attribute::print(&module.file(), &module.named(project))?;
    }
    led
}
