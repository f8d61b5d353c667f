//! Builds, serves, tests and measures the project: `cargo xtask <command>`.
//!
//! The only place that knows of toolchains. Everything a command needs and may install, it installs; what it may not
//! install, it names together with the command that does.

mod attribute;
mod bench;
mod dist;
mod format;
mod fuzz;
mod project;
mod run;
mod serve;
mod setup;
mod soak;
mod stamp;
mod test;

use std::process::ExitCode;

use anyhow::{Result, bail};

use crate::project::Project;

const HELP: &str = "\
cargo xtask serve [--port N] [--no-build] [--root DIR]
    Builds what has changed and serves the app at http://127.0.0.1:8787/ by the proxy. The interviewer is the scripted one, or
    with a key in the environment (COLLOQUY_ANTHROPIC_KEY, COLLOQUY_OPENAI_KEY) a model.
    --port 0 takes a free port. --no-build serves what is there. --root serves another folder.
cargo xtask test [PART...]
    Runs every test, or one part: lint, rust, docs, wasm, dist, types, tidy, packaging, browser, size. `browser` takes --only chromium|firefox|webkit and --grep TEXT,
    `packaging` takes --grep and --all, with the frameworks whose tools take 1 GB; `rust` and `tidy` pass what follows -- to the test runner.
cargo xtask format
    Formats the Rust, the TypeScript, the JavaScript and the styles, and fixes what lints can fix safely.
cargo xtask dist
    Builds pkg/dist and www/dist; afterwards `npm pack` in pkg/ gives the tarball.
cargo xtask bench [size|first-question|streams|envelope|findings|saves|proxy|memory|turns|interviewer]
    Prints each figure beside its peer's, measured in one run on the same work; without a name, all of them (about half an hour).
    `size` prints what first visits download, by file, and the engine's bytes by crate; it takes --all, --brief, --only TEXT and --seed N.
    `interviewer` leads people with a mind of their own through every guide and judges what was asked; it takes
    --times N, --only TEXT, --seed N and --out FOLDER.
cargo xtask soak [--turns 3000] [--tabs 8] [--share 0.2] [--seed 1]
    Leads interviews of every kind in several tabs at once while the model fails in every way known: all end, nothing is lost,
    memory stays flat.
cargo xtask fuzz [TARGET...] [--seconds N]
    Searches for bytes that break a place where hostile data comes in, a minute for each unless --seconds sets another time; see
    tests/fuzz/README.md. Needs g++.";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match dispatch(&args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("\nerror: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn dispatch(args: &[String]) -> Result<()> {
    let project = Project::find()?;
    let rest = args.get(1..).unwrap_or_default();
    match args.first().map(String::as_str) {
        Some("dist") => dist::dist(&project),
        Some("serve") => serve::command(&project, rest),
        Some("test") => test::command(&project, rest),
        Some("bench") => bench::command(&project, rest),
        Some("soak") => soak::command(&project, rest),
        Some("format") => format::command(&project, rest),
        Some("fuzz") => fuzz::command(&project, rest),
        None | Some("help" | "-h" | "--help") => {
            println!("{HELP}");
            Ok(())
        }
        Some(other) => bail!("there is no command `{other}`\n\n{HELP}"),
    }
}
