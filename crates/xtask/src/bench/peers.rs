//! Benches that are JavaScript programs in `tests/bench`, where the peers are installed.

use std::process::Command;

use anyhow::{Context, Result};

use crate::dist;
use crate::project::Project;
use crate::run;
use crate::setup::apt;
use crate::setup::browsers;
use crate::setup::npm;
use crate::setup::wasm::cargo_path;
use crate::stamp::{Hash, Stamp};

/// Runs `tests/bench/NAME.mjs` on the package as it is shipped, beside its peers; the proxy's needs no package.
///
/// The program finds Chromium in `CHROMIUM_PATH` or the optimized proxy in `PROXY`, and this program in `XTASK`.
///
/// # Errors
/// When something of it cannot be built or installed, and when the program fails.
pub(crate) fn run(project: &Project, name: &str) -> Result<()> {
    install(project)?;
    let mut bench = Command::new("node");
    if name == "proxy" {
        proxy(project)?;
        for (program, package) in [("nginx", "nginx-light"), ("redis-server", "redis-server")] {
            // Without it the bench reports what is missing, and measures the rest.
            if run::which(program).is_none()
                && let Err(error) = apt::install(project, &[package], "A bench of the proxy")
            {
                println!("{error:#}");
            }
        }
    } else {
        dist::dist(project)?;
        let chromium = browsers::by_name("chromium")?;
        bench.env(chromium.variable, chromium.ensure(project)?);
    }
    bench
        .arg("--expose-gc")
        .arg(project.path(format!("tests/bench/{name}.mjs")))
        .current_dir(&project.root)
        .env("PROXY", project.target.join("release/colloquy-proxy"))
        .env("XTASK", std::env::current_exe().context("where am I?")?);
    run::loud(&mut bench)
}

/// Builds the proxy as it is shipped.
fn proxy(project: &Project) -> Result<()> {
    run::step("Building the proxy as it is shipped", || {
        run::quiet(
            project,
            "bench-proxy",
            Command::new(cargo_path()).current_dir(&project.root).args([
                "build",
                "--release",
                "--package",
                "colloquy-proxy",
            ]),
        )
    })
}

/// Installs the peers, which no other command needs.
fn install(project: &Project) -> Result<()> {
    npm::ensure(project)?;
    let folder = project.path("tests/bench");
    let inputs = Hash::new()
        .add_file(&folder.join("package.json"))?
        .add_file(&folder.join("package-lock.json"))?;
    let stamp = Stamp::new(project, "npm-bench", inputs);
    if stamp.is_fresh(&[&folder.join("node_modules/.package-lock.json")]) {
        return Ok(());
    }
    run::step("Installing the peers", || {
        run::quiet(
            project,
            "npm-bench",
            Command::new("npm").arg("ci").current_dir(&folder),
        )
    })?;
    stamp.set()
}
