//! `cargo xtask fuzz`: searches for bytes that break a target, guided by the code they reach (libFuzzer).

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::project::Project;
use crate::run;
use crate::setup::wasm::cargo_path;

/// What libFuzzer needs of the compiler: a counter for each edge, and what is compared. Stable flags, and no sanitizer: there is no
/// unsafe code in what is searched. Overflows and debug assertions count as findings.
const FLAGS: &str = "-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares -Cdebug-assertions -Coverflow-checks -Ccodegen-units=1";

/// Fuzzes one target, or each of them, for so many seconds.
///
/// What it finds worth keeping stays in `target/xtask/fuzz/TARGET`, what breaks the target beside it, in `TARGET.broken`.
///
/// # Errors
/// When there is no such target, when the fuzzer cannot be built, and when a target was broken.
pub(crate) fn command(project: &Project, args: &[String]) -> Result<()> {
    let corpora = project.path("tests/fuzz/corpus");
    let mut names = Vec::new();
    for entry in fs::read_dir(&corpora).with_context(|| format!("reading {}", corpora.display()))? {
        names.push(entry?.file_name().to_string_lossy().into_owned());
    }
    names.sort();
    let (mut chosen, mut seconds) = (Vec::new(), 60_u32);
    let mut rest = args.iter();
    while let Some(arg) = rest.next() {
        match arg.as_str() {
            "--seconds" => {
                let number = rest.next().and_then(|number| number.parse().ok());
                seconds = number.context("--seconds takes a number")?;
            }
            name if names.iter().any(|known| known == name) => chosen.push(name.to_owned()),
            other => bail!(
                "fuzz has no target or option `{other}`; targets are {}",
                names.join(", ")
            ),
        }
    }
    if chosen.is_empty() {
        chosen = names;
    }
    let fuzzer = run::step("building the fuzzer", || build(project))?;
    for name in &chosen {
        fuzz(project, Path::new(&fuzzer), name, seconds)?;
    }
    Ok(())
}

/// Builds it into a target folder of its own, and names the program.
fn build(project: &Project) -> Result<String> {
    let version = run::output(Command::new("rustc").arg("-vV"))?;
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    let host = host.context("rustc does not report what it runs on")?;
    let target = project.target.join("fuzz");
    let mut command = Command::new(cargo_path());
    // With `--target` the flags are not those of build scripts, which have no fuzzer to link to.
    command
        .args([
            "build",
            "--profile",
            "tests",
            "--package",
            "colloquy-fuzz",
            "--features",
            "libfuzzer",
            "--bin",
            "fuzz",
        ])
        .args(["--target", host, "--target-dir"])
        .arg(&target)
        .env("RUSTFLAGS", FLAGS)
        .env_remove("CARGO_TARGET_DIR")
        .current_dir(&project.root);
    run::quiet(project, "fuzz", &mut command)?;
    Ok(target.join(host).join("tests/fuzz").display().to_string())
}

fn fuzz(project: &Project, fuzzer: &Path, name: &str, seconds: u32) -> Result<()> {
    let found = project.work("fuzz").join(name);
    let broken = project.work("fuzz").join([name, ".broken"].concat());
    for folder in [&found, &broken] {
        fs::create_dir_all(folder).with_context(|| format!("creating {}", folder.display()))?;
    }
    println!("\nfuzzing {name} for {seconds} s");
    let mut command = Command::new(fuzzer);
    command
        .env("COLLOQUY_FUZZ_TARGET", name)
        .args([
            "-max_len=65536",
            "-timeout=10",
            "-rss_limit_mb=2048",
            "-print_final_stats=1",
        ])
        .arg(format!("-max_total_time={seconds}"))
        .arg(format!("-artifact_prefix={}/", broken.display()))
        .arg(found)
        .arg(project.path("tests/fuzz/corpus").join(name));
    run::loud(&mut command)
        .with_context(|| format!("{name} was broken by a file in {}", broken.display()))
}
