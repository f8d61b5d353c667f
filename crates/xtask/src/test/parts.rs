//! The parts of a test run.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, anyhow, bail};

use super::Options;
use super::tally::Tally;
use crate::bench;
use crate::dist;
use crate::dist::engine;
use crate::format;
use crate::project::{Project, files_below};
use crate::run;
use crate::serve;
use crate::setup::wasm::{Toolchain, cargo_path};
use crate::setup::{apt, browsers, npm};

/// How the comment begins by which a file of tests says that they are about the engine or a server, and not about a browser.
const IN_ONE_BROWSER: &str = "\n// In one browser: ";

/// One part of a test run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Part {
    Lint,
    Rust,
    Docs,
    Wasm,
    Dist,
    Types,
    Tidy,
    Packaging,
    Browser,
    Size,
}

impl Part {
    /// Every part in the order of a whole run: what fails soonest comes first. `Tidy` is within `Rust`.
    pub(crate) const ALL: [Self; 9] = [
        Self::Lint,
        Self::Rust,
        Self::Wasm,
        Self::Dist,
        Self::Types,
        Self::Docs,
        Self::Packaging,
        Self::Browser,
        Self::Size,
    ];

    /// Finds a part by the name that the command line uses.
    ///
    /// # Errors
    /// When there is none of that name.
    pub(crate) fn named(name: &str) -> Result<Self> {
        Ok(match name {
            "lint" => Self::Lint,
            "rust" => Self::Rust,
            "docs" => Self::Docs,
            "wasm" => Self::Wasm,
            "dist" => Self::Dist,
            "types" => Self::Types,
            "tidy" => Self::Tidy,
            "packaging" => Self::Packaging,
            "browser" => Self::Browser,
            "size" => Self::Size,
            _ => bail!(
                "test has no part or option `{name}`; parts are lint, rust, docs, wasm, dist, types, tidy, packaging, browser, size"
            ),
        })
    }

    /// Returns what the part is about.
    pub(crate) fn title(self) -> &'static str {
        match self {
            Self::Lint => "format and lints",
            Self::Rust => "Rust tests, native",
            Self::Docs => "documentation",
            Self::Wasm => "Rust tests, wasm32",
            Self::Dist => "build",
            Self::Types => "TypeScript types",
            Self::Tidy => "tidy",
            Self::Packaging => "package",
            Self::Browser => "browsers",
            Self::Size => "size of a first visit",
        }
    }
}

/// Runs one part and counts its tests.
///
/// # Errors
/// When something failed or could not be run.
pub(crate) fn run(
    part: Part,
    project: &Project,
    options: &Options,
    tally: &mut Tally,
) -> Result<()> {
    match part {
        Part::Lint => lint(project),
        Part::Rust => rust(project, options, tally),
        Part::Docs => docs(project),
        Part::Wasm => wasm(project, options, tally),
        Part::Dist => dist::dist(project),
        Part::Types => types(project),
        Part::Tidy => {
            let mut command = cargo(project);
            command.args(["test", "--package", "xtask", "--test", "tidy", "--"]);
            run::counted(command.args(&options.rest), |line| tally.read(line))
        }
        Part::Packaging => packaging(project, options, tally),
        Part::Browser => browser(project, options, tally),
        Part::Size => bench::size(project, &["--brief".to_owned()]),
    }
}

fn cargo(project: &Project) -> Command {
    let mut command = Command::new(cargo_path());
    command.current_dir(&project.root);
    command
}

fn lint(project: &Project) -> Result<()> {
    for component in ["fmt", "clippy"] {
        run::output(cargo(project).args([component, "--version"])).with_context(|| {
            format!(
                "cargo {component} is missing; `rustup component add rustfmt clippy` installs it"
            )
        })?;
    }
    format::check(project)?;
    run::loud(cargo(project).args([
        "clippy",
        "--workspace",
        "--all-targets",
        "--",
        "-D",
        "warnings",
    ]))
}

fn rust(project: &Project, options: &Options, tally: &mut Tally) -> Result<()> {
    // The proxy's counters are tried with a real server. Without one its tests fail and say so.
    let servers = ["valkey-server", "redis-server"];
    if servers.iter().all(|server| run::which(server).is_none())
        && let Err(error) = apt::install(project, &["redis-server"], "Tests of shared counters")
    {
        eprintln!("{error:#}");
    }
    let mut command = cargo(project);
    command.args(["test", "--workspace", "--no-fail-fast"]);
    // With it the checked-in TypeScript declarations are held to the Rust types.
    command.args(["--features", "colloquy-web/types"]);
    command.args(&options.grep).arg("--").args(&options.rest);
    run::counted(&mut command, |line| tally.read(line))
}

/// Reads the documentation as its readers' tools do: links that lead nowhere, public things without a word about them, and
/// examples that do not compile are errors.
fn docs(project: &Project) -> Result<()> {
    let mut rustdoc = cargo(project);
    rustdoc.args(["doc", "--workspace", "--no-deps", "--quiet"]);
    run::loud(rustdoc.env("RUSTDOCFLAGS", "-D warnings"))?;
    dist::dist(project)?;
    let mut typedoc = npm::node(project, "tests/docs/node_modules/typedoc/bin/typedoc");
    run::loud(typedoc.args(["--options", "tests/docs/typedoc.json"]))?;
    let mut examples = npm::node(project, "tests/docs/examples.mjs");
    run::loud(examples.arg(project.work("examples")))
}

/// Runs the behaviours that `tests/` exports on wasm32, each in an instance of its own: a trap spoils its instance.
fn wasm(project: &Project, options: &Options, tally: &mut Tally) -> Result<()> {
    npm::ensure(project)?;
    let toolchain = Toolchain::find(project)?;
    let raw = engine::compile(
        project,
        &toolchain,
        "tests",
        "colloquy-tests",
        "colloquy_tests",
        &[],
    )?;
    let glue = project.work("wasm-tests");
    engine::bind(&raw, &glue, "tests", false)?;
    let mut node = npm::node(project, "crates/xtask/js/wasm-tests.mjs");
    run::counted(node.arg(&glue).args(&options.grep), |line| tally.read(line))
}

fn types(project: &Project) -> Result<()> {
    dist::dist(project)?;
    for folder in ["pkg", "www/widget", "www/app", "tests/browser"] {
        for file in files_below(&project.path(folder))? {
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            let is_config = name.starts_with("tsconfig") && name.ends_with(".json");
            // The configuration for declarations has been used by the build.
            let elsewhere = file
                .components()
                .any(|part| part.as_os_str() == "node_modules");
            // Examples that bring their own tools are compiled by these, among the tests of the package.
            let own = file.starts_with(project.path("pkg/examples"))
                && file.with_file_name("package.json").exists();
            if !is_config || elsewhere || own || name.contains("build") {
                continue;
            }
            println!(
                "  {}",
                file.strip_prefix(&project.root).unwrap_or(&file).display()
            );
            let mut tsc = npm::node(project, "node_modules/typescript/bin/tsc");
            run::loud(tsc.args(["--noEmit", "--project"]).arg(&file))?;
        }
    }
    Ok(())
}

fn packaging(project: &Project, options: &Options, tally: &mut Tally) -> Result<()> {
    dist::dist(project)?;
    // It serves the plain page with the element.
    serve::proxy(project)?;
    let chromium = browsers::by_name("chromium")?;
    let program = chromium.ensure(project)?;
    let pattern = options.grep.as_deref();
    let mut node = node_tests(project, options, "tests/packaging", pattern, |_| true)?;
    node.env("BROWSER", chromium.name)
        .env(chromium.variable, program);
    if options.all {
        npm::frameworks(project)?;
        node.env("FRAMEWORKS", "all");
    }
    run::counted(&mut node, |line| tally.read(line))
}

/// Builds the engine with the store's suite in it, for the page that runs it in each browser.
fn store_suite(project: &Project) -> Result<PathBuf> {
    let toolchain = Toolchain::find(project)?;
    let raw = engine::compile(
        project,
        &toolchain,
        "tests",
        "colloquy-web",
        "colloquy_web",
        &["store-suite"],
    )?;
    let glue = project.work("store-suite");
    engine::bind(&raw, &glue, "suite", false)?;
    Ok(glue)
}

fn browser(project: &Project, options: &Options, tally: &mut Tally) -> Result<()> {
    dist::dist(project)?;
    let suite = store_suite(project)?;
    let proxy = serve::proxy(project)?;
    let mut failed = Vec::new();
    for browser in &options.browsers {
        println!("  {}", browser.name);
        let program = browser.ensure(project)?;
        let run = |pattern: Option<&str>, tally: &mut Tally| {
            // In a run of several browsers, what is the same in all is tested in Chromium.
            let one = browser.name != "chromium" && options.browsers.len() > 1;
            let wanted = |text: &str| !(one && text.contains(IN_ONE_BROWSER));
            let mut node = node_tests(project, options, "tests/browser", pattern, wanted)?;
            node.env("BROWSER", browser.name)
                .env("STORE_SUITE", &suite)
                .env("PROXY", &proxy)
                .env(browser.variable, &program);
            run::counted(&mut node, |line| tally.read(line))
        };
        let mut counts = Tally::default();
        let mut result = run(options.grep.as_deref(), &mut counts);
        // A browser whose own process dies says nothing about the page: such tests, and no others, are run a second time.
        let crashed = counts.crashed();
        if !crashed.is_empty() {
            println!("  {} crashed; again: {}", browser.name, crashed.join(", "));
            counts.failed = 0;
            counts.report.clear();
            let mut again = Tally::default();
            result = run(Some(&names(&crashed)), &mut again);
            if again.passed as usize != crashed.len() {
                result = Err(anyhow!("not every test that was to run again has passed"));
            }
            again.skipped = 0;
            counts.add(&again);
        }
        tally.add(&counts);
        if result.is_err() {
            failed.push(browser.name);
        }
    }
    if !failed.is_empty() {
        bail!("failures in {}", failed.join(", "));
    }
    Ok(())
}

/// Writes a pattern that these names of tests match, and no others.
fn names(tests: &[String]) -> String {
    let escaped = |name: &String| {
        let mut text = String::new();
        for letter in name.chars() {
            if !letter.is_alphanumeric() && letter != ' ' {
                text.push('\\');
            }
            text.push(letter);
        }
        text
    };
    format!(
        "^({})$",
        tests.iter().map(escaped).collect::<Vec<_>>().join("|")
    )
}

/// Makes a command for node's test runner over every `*.test.mjs` of a folder whose text is `wanted`, or those tests in them whose
/// names match a pattern.
fn node_tests(
    project: &Project,
    options: &Options,
    folder: &str,
    pattern: Option<&str>,
    wanted: impl Fn(&str) -> bool,
) -> Result<Command> {
    let mut files = Vec::new();
    let tests = files_below(&project.path(folder))?
        .into_iter()
        .filter(|file| {
            !file
                .components()
                .any(|part| part.as_os_str() == "node_modules")
        })
        .filter(|file| file.to_string_lossy().ends_with(".test.mjs"));
    for file in tests {
        if wanted(&fs::read_to_string(&file)?) {
            files.push(file);
        }
    }
    if files.is_empty() {
        bail!("{folder} holds no tests");
    }
    let mut command = Command::new("node");
    command
        .current_dir(&project.root)
        .env("XTASK", &options.program)
        .args(["--test", "--test-reporter=spec"]);
    // A page waits more than it computes: two files at a time take two thirds of the time of one by one, on two cores.
    command.arg("--test-concurrency=2");
    if let Some(pattern) = pattern {
        command.arg(format!("--test-name-pattern={pattern}"));
    }
    command.args(&options.rest).args(files);
    Ok(command)
}
