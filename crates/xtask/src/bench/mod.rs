//! `cargo xtask bench`: figures, each beside its peer's.

use anyhow::{Result, bail};

use crate::project::Project;

mod interviewer;
mod peers;
mod turns;
mod visit;

pub(crate) use visit::size;

/// Every bench by its name, in the order of a whole run.
const BENCHES: [&str; 10] = [
    "size",
    "first-question",
    "streams",
    "envelope",
    "findings",
    "saves",
    "proxy",
    "memory",
    "turns",
    "interviewer",
];

/// Runs one bench, or all of them.
///
/// # Errors
/// When there is no such bench, and when one fails.
pub(crate) fn command(project: &Project, args: &[String]) -> Result<()> {
    match args {
        [] => BENCHES.iter().try_for_each(|name| run(project, name)),
        [what, rest @ ..] if what == "size" => size(project, rest),
        [what, rest @ ..] if what == "interviewer" => interviewer::interviewer(project, rest),
        [what] if BENCHES.contains(&what.as_str()) => run(project, what),
        _ => bail!(
            "bench takes one of {}, or nothing for all",
            BENCHES.join(", ")
        ),
    }
}

fn run(project: &Project, name: &str) -> Result<()> {
    match name {
        "size" => size(project, &[]),
        "turns" => turns::turns(project),
        "interviewer" => interviewer::interviewer(project, &[]),
        program => peers::run(project, program),
    }
}
