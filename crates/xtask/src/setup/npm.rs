//! npm packages.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::project::Project;
use crate::run;
use crate::stamp::{Hash, Stamp};

/// The oldest major version of Node.js that the tools and the package's own promise allow.
const OLDEST_NODE: u32 = 20;

/// Installs the npm packages when the lock file or a manifest's dependencies have changed.
///
/// # Errors
/// Without Node.js 20 or newer, and when npm refuses.
pub(crate) fn ensure(project: &Project) -> Result<()> {
    check_node()?;
    let lock = project.path("package-lock.json");
    let mut inputs = Hash::new();
    for manifest in manifests(project)? {
        let text = std::fs::read_to_string(&manifest)
            .with_context(|| format!("reading {}", manifest.display()))?;
        let json: Value = serde_json::from_str(&text)
            .with_context(|| format!("reading {}", manifest.display()))?;
        // Only what decides what is installed: an edited description must not reinstall anything.
        for key in [
            "dependencies",
            "devDependencies",
            "optionalDependencies",
            "workspaces",
        ] {
            inputs = inputs.add(json[key].to_string().as_bytes());
        }
    }
    if lock.exists() {
        inputs = inputs.add_file(&lock)?;
    }
    let installed = project.path("node_modules/.package-lock.json");
    let stamp = Stamp::new(project, "npm", inputs);
    if stamp.is_fresh(&[&installed]) {
        return Ok(());
    }
    // `npm ci` holds to the lock file; somebody who has just edited a manifest wants the lock brought up to date instead.
    let exact = lock.exists() && (!installed.exists() || std::env::var_os("CI").is_some());
    let verb = if exact { "ci" } else { "install" };
    run::step("Installing npm packages", || {
        run::quiet(
            project,
            "npm",
            Command::new("npm").arg(verb).current_dir(&project.root),
        )
    })?;
    stamp.set()
}

/// Installs the tools of the frameworks whose examples are tested, by a lock file of their own: they weigh more than all else together.
///
/// # Errors
/// When npm refuses.
pub(crate) fn frameworks(project: &Project) -> Result<()> {
    let folder = project.path("tests/packaging/frameworks");
    let inputs = Hash::new().add_file(&folder.join("package-lock.json"))?;
    let stamp = Stamp::new(project, "npm-frameworks", inputs);
    if stamp.is_fresh(&[&folder.join("node_modules/.package-lock.json")]) {
        return Ok(());
    }
    run::step("Installing the frameworks", || {
        // Their scripts after an installation are of no use here, and some ask the network.
        run::quiet(
            project,
            "npm-frameworks",
            Command::new("npm")
                .args(["ci", "--ignore-scripts"])
                .current_dir(&folder),
        )
    })?;
    stamp.set()
}

/// Returns a command that runs a JavaScript program of an installed npm package.
pub(crate) fn node(project: &Project, script: &str) -> Command {
    let mut command = Command::new("node");
    command.arg(project.path(script)).current_dir(&project.root);
    command
}

fn manifests(project: &Project) -> Result<Vec<PathBuf>> {
    let root = project.path("package.json");
    let text = std::fs::read_to_string(&root).context("reading package.json")?;
    let json: Value = serde_json::from_str(&text).context("reading package.json")?;
    let folders = json["workspaces"]
        .as_array()
        .context("package.json names no workspaces")?;
    let mut found = vec![root];
    for folder in folders.iter().filter_map(Value::as_str) {
        found.push(project.path(folder).join("package.json"));
    }
    Ok(found)
}

fn check_node() -> Result<()> {
    let remedy = format!(
        "Node.js {OLDEST_NODE} or newer with npm is needed; install it from your system's packages \
         (nodejs and npm) or from the Node.js site"
    );
    let version = run::output(Command::new("node").arg("--version")).context(remedy.clone())?;
    let major = version
        .trim_start_matches('v')
        .split('.')
        .next()
        .and_then(|text| text.parse().ok());
    if major.is_none_or(|major: u32| major < OLDEST_NODE) {
        bail!("{remedy}; found {version}");
    }
    run::output(Command::new("npm").arg("--version")).context(remedy)?;
    Ok(())
}
