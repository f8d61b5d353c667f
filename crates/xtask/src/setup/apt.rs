//! Debian packages.

use std::process::Command;

use anyhow::{Result, bail};

use crate::project::Project;
use crate::run;

/// Installs packages when this account may, with `apt-get`.
///
/// The caller has found that something of theirs is missing; nothing is asked of the package database.
///
/// # Errors
/// Without root or without `apt-get`, and when apt refuses: each names the packages and the command.
pub(crate) fn install(project: &Project, packages: &[&str], what_for: &str) -> Result<()> {
    let list = packages.join(" ");
    let command = format!("apt-get install -y --no-install-recommends {list}");
    if run::which("apt-get").is_none() {
        bail!(
            "{what_for} needs what Debian calls {list}, and this machine has no apt-get. \
             Install them with the machine's own package manager and run the command again."
        );
    }
    if run::output(Command::new("id").arg("-u"))? != "0" {
        bail!(
            "{what_for} needs the packages {list}, and installing them takes root. Run: sudo {command}"
        );
    }
    run::step(&format!("Installing {list} (a minute or two)"), || {
        // The package lists of a new machine may be missing or old, so they are read first.
        run::quiet(
            project,
            "apt-update",
            Command::new("apt-get").args(["update", "-q"]),
        )
        .and_then(|()| {
            run::quiet(
                project,
                "apt-install",
                Command::new("apt-get")
                    .env("DEBIAN_FRONTEND", "noninteractive")
                    .args(["install", "-y", "-q", "--no-install-recommends"])
                    .args(packages),
            )
        })
        .map_err(|error| error.context(format!("{what_for} needs {list}. By hand: {command}")))
    })
}
