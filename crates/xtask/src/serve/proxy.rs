//! The app in front of real models: the proxy serves it, from the same address that it answers calls at.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};

use crate::project::Project;
use crate::run;
use crate::setup::wasm::cargo_path;

/// The variables that hold a provider's key.
pub(super) const KEYS: [&str; 2] = ["COLLOQUY_ANTHROPIC_KEY", "COLLOQUY_OPENAI_KEY"];

/// Names the variable that asks for the proxy, if one is set: a key, a file with a key, or a configuration.
pub(super) fn wanted() -> Option<String> {
    let files = KEYS.map(|name| format!("{name}_FILE"));
    let names = KEYS.iter().map(|name| (*name).to_owned()).chain(files);
    names
        .chain(["COLLOQUY_CONFIG".to_owned()])
        .find(|name| std::env::var_os(name).is_some_and(|value| !value.is_empty()))
}

/// Builds the proxy and runs it with the app; it takes its keys from the environment by itself.
///
/// # Errors
/// When it does not compile, and when it ends with an error of its own, which it has printed.
pub(super) fn serve(project: &Project, port: u16, root: &Path, variable: String) -> Result<()> {
    run::step("Building the proxy (first time about 4 min)", || {
        let mut cargo = Command::new(cargo_path());
        cargo.current_dir(&project.root).args([
            "build",
            "--release",
            "--package",
            "colloquy-proxy",
        ]);
        run::quiet(project, "cargo-colloquy-proxy", &mut cargo)
    })?;
    println!("{variable} is set: the proxy serves {}", root.display());
    let program = project.target.join("release/colloquy-proxy");
    let mut command = Command::new(&program);
    command
        .args(["--listen", &format!("127.0.0.1:{port}"), "--site"])
        .arg(root);
    become_it(command).with_context(|| format!("running {}", program.display()))
}

/// Becomes the proxy: whoever stops this process stops that.
#[cfg(unix)]
fn become_it(mut command: Command) -> Result<()> {
    use std::os::unix::process::CommandExt;
    Err(command.exec().into())
}

#[cfg(not(unix))]
fn become_it(mut command: Command) -> Result<()> {
    let status = command.status()?;
    if !status.success() {
        anyhow::bail!("it ended with {status}");
    }
    Ok(())
}
