//! `cargo xtask serve`: the app on this machine, served by the proxy.
//!
//! With a provider's key in the environment the proxy offers its models; without one it only serves files.

use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::dist;
use crate::project::Project;
use crate::run;
use crate::setup::wasm::cargo_path;

/// Where the app is served unless `--port` names another.
const PORT: u16 = 8787;

/// The variables that hold a provider's key.
const KEYS: [&str; 2] = ["COLLOQUY_ANTHROPIC_KEY", "COLLOQUY_OPENAI_KEY"];

struct Options {
    port: u16,
    build: bool,
    root: Option<PathBuf>,
}

/// Builds and serves until it is stopped.
///
/// # Errors
/// On an unknown option, a failed build, or a port that is taken.
pub(crate) fn command(project: &Project, args: &[String]) -> Result<()> {
    let options = parse(args)?;
    if options.build {
        dist::dist(project)?;
    }
    let root = options.root.unwrap_or_else(|| project.path("www/dist"));
    if !root.is_dir() {
        bail!(
            "{} is not there; run `cargo xtask dist` first",
            root.display()
        );
    }
    // What serves is needed even where the app is taken as it is.
    let program = built(project);
    let program = if options.build || !program.exists() {
        proxy(project)?
    } else {
        program
    };
    free(options.port)?;
    let who = match wanted() {
        Some(variable) => format!("{variable} is set: a model asks."),
        None => format!(
            "The interviewer is the scripted one: no model, no key, nothing leaves this machine. With {} in the \
             environment a model asks.",
            KEYS.join(" or ")
        ),
    };
    println!("Serving {}. {who} Ctrl+C stops the server.", root.display());
    let mut command = Command::new(&program);
    command.args(address(options.port, &root));
    become_it(command).with_context(|| format!("running {}", program.display()))
}

/// Builds the proxy as the native tests do, which share its build.
///
/// # Errors
/// When it does not compile.
pub(crate) fn proxy(project: &Project) -> Result<PathBuf> {
    run::step("Building the proxy", || {
        let mut cargo = Command::new(cargo_path());
        cargo.current_dir(&project.root);
        cargo.args(["build", "--package", "colloquy-proxy"]);
        run::quiet(project, "cargo-colloquy-proxy", &mut cargo)
    })?;
    Ok(built(project))
}

/// The program that [`proxy`] builds.
fn built(project: &Project) -> PathBuf {
    let name = format!("colloquy-proxy{}", std::env::consts::EXE_SUFFIX);
    project.target.join("debug").join(name)
}

/// The arguments by which the proxy serves a folder on this machine.
fn address(port: u16, root: &Path) -> [std::ffi::OsString; 4] {
    let listen = format!("{}:{port}", Ipv4Addr::LOCALHOST);
    [
        "--listen".into(),
        listen.into(),
        "--site".into(),
        root.into(),
    ]
}

/// Makes sure that a port can be opened; 0 takes a free one, and always can.
fn free(port: u16) -> Result<()> {
    let opened = TcpListener::bind((Ipv4Addr::LOCALHOST, port));
    opened.map(drop).with_context(|| {
        format!("port {port} cannot be opened; `--port N` takes another and `--port 0` a free one")
    })
}

/// Says whether the environment puts a model on offer.
pub(crate) fn offers_model() -> bool {
    wanted().is_some()
}

/// Names the variable by which a model is on offer, if one is set: a key, a file with a key, or a configuration.
fn wanted() -> Option<String> {
    let files = KEYS.map(|name| format!("{name}_FILE"));
    let names = KEYS.iter().map(|name| (*name).to_owned()).chain(files);
    names
        .chain(["COLLOQUY_CONFIG".to_owned()])
        .find(|name| std::env::var_os(name).is_some_and(|value| !value.is_empty()))
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
        bail!("it ended with {status}");
    }
    Ok(())
}

fn parse(args: &[String]) -> Result<Options> {
    let mut options = Options {
        port: PORT,
        build: true,
        root: None,
    };
    let mut rest = args.iter();
    while let Some(arg) = rest.next() {
        match arg.as_str() {
            "--port" => {
                let text = rest.next().context("--port needs a number")?;
                options.port = text.parse().with_context(|| format!("{text} is no port"))?;
            }
            "--no-build" => options.build = false,
            "--root" => {
                options.root = Some(PathBuf::from(rest.next().context("--root needs a folder")?));
            }
            other => {
                bail!("serve has no option `{other}`; it takes --port N, --no-build, --root DIR")
            }
        }
    }
    Ok(options)
}

#[cfg(test)]
mod tests {
    use super::{free, parse};

    fn parsed(args: &[&str]) -> anyhow::Result<super::Options> {
        parse(&args.iter().map(|arg| (*arg).to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn the_address_is_the_documented_one_unless_another_is_named() {
        let usual = parsed(&[]).unwrap();
        assert_eq!((usual.port, usual.build, usual.root), (8787, true, None));
        let other = parsed(&["--no-build", "--port", "0", "--root", "www"]).unwrap();
        assert_eq!((other.port, other.build), (0, false));
        assert_eq!(other.root.unwrap().to_str(), Some("www"));
        for wrong in [["--port", "x"], ["--colour", "red"]] {
            assert!(parsed(&wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn a_port_that_is_taken_is_refused_with_the_option_for_another() {
        let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let port = taken.local_addr().unwrap().port();
        let error = free(port).unwrap_err().to_string();
        assert!(error.contains("--port 0"), "{error}");
        drop(taken);
        free(port).unwrap();
        free(0).unwrap();
    }
}
