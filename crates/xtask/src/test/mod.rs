//! `cargo xtask test`: every test there is, and a summary.

mod parts;
mod tally;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use crate::project::Project;
use crate::setup::browsers::{self, BROWSERS, Browser};
use parts::Part;
use tally::Tally;

/// What the parts are run with.
struct Options {
    parts: Vec<Part>,
    browsers: Vec<&'static Browser>,
    grep: Option<String>,
    /// With what a whole run leaves out for its weight.
    all: bool,
    rest: Vec<String>,
    // Found before anything is built: a build may replace the program that runs.
    program: PathBuf,
}

struct Outcome {
    part: Part,
    tally: Tally,
    took: Duration,
    error: Option<anyhow::Error>,
}

/// Runs the named parts, or all; each runs even when an earlier one failed, so that one run shows everything.
///
/// The last line is `N passed, N failed` over all parts, a part without tests of its own counting as one.
///
/// # Errors
/// On an unknown option and when any part failed.
pub(crate) fn command(project: &Project, args: &[String]) -> Result<()> {
    let options = parse(args)?;
    let mut outcomes = Vec::new();
    for part in &options.parts {
        println!("\n── {} ──", part.title());
        let start = Instant::now();
        let mut tally = Tally::default();
        let error = parts::run(*part, project, &options, &mut tally).err();
        if let Some(error) = &error {
            println!("{error:#}");
        }
        if error.is_some() && tally.failed == 0 {
            tally.failed = 1;
        }
        if error.is_none() && tally.is_empty() {
            tally.passed = 1;
        }
        outcomes.push(Outcome {
            part: *part,
            tally,
            took: start.elapsed(),
            error,
        });
    }
    let total = summary(&outcomes);
    println!("{total}");
    if total.failed > 0 || outcomes.iter().any(|outcome| outcome.error.is_some()) {
        bail!("not everything passed");
    }
    Ok(())
}

fn summary(outcomes: &[Outcome]) -> Tally {
    println!("\n── summary ──");
    let mut total = Tally::default();
    for Outcome {
        part,
        tally,
        took,
        error,
    } in outcomes
    {
        let word = if error.is_none() && tally.failed == 0 {
            "ok"
        } else {
            "FAILED"
        };
        println!(
            "{:<28} {word:<7} {:>6.1} s   {tally}",
            part.title(),
            took.as_secs_f32()
        );
        total.add(tally);
    }
    let all: Duration = outcomes.iter().map(|outcome| outcome.took).sum();
    if !total.report.is_empty() {
        println!("\n{}\n", total.report.join("\n"));
    }
    println!(
        "{:<28} {:<7} {:>6.1} s\n",
        "together",
        "",
        all.as_secs_f32()
    );
    total
}

fn parse(args: &[String]) -> Result<Options> {
    let mut options = Options {
        parts: Vec::new(),
        browsers: BROWSERS.iter().collect(),
        grep: None,
        all: false,
        rest: Vec::new(),
        program: std::env::current_exe().context("finding this program")?,
    };
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--only" => {
                let name = args.next().context("--only needs the name of a browser")?;
                options.browsers = vec![browsers::by_name(name)?];
            }
            "--all" => options.all = true,
            "--grep" => options.grep = Some(args.next().context("--grep needs a text")?.clone()),
            "--" => options.rest = args.by_ref().cloned().collect(),
            name => options.parts.push(Part::named(name)?),
        }
    }
    if options.parts.is_empty() {
        options.parts = Part::ALL.to_vec();
    }
    Ok(options)
}
