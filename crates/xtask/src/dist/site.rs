//! The app as it is served.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::compressed;
use super::engine::{MODULES, Module};
use super::{guides, licences, package, parts};
use crate::project::{self, Project};
use crate::run;
use crate::setup::npm;
use crate::stamp::Hash;

/// Reads PDF files. It weighs more than all the rest, and most respondents never bring one: a page loads it when it is needed, and the
/// service worker keeps it from then on.
const PDF_WORKER: &str = "pdf-worker.js";

/// Builds `www/dist` from `www/app`, the modules of the engine and the guides, each file with its compressed form beside it; `rust`
/// is the version of Rust that the engine was compiled with.
///
/// # Errors
/// When a source does not compile, a file cannot be copied or a licence is not allowed.
pub(crate) fn build(project: &Project, rust: &str) -> Result<()> {
    run::step("Building the app", || {
        let out = project.work("site");
        if out.exists() {
            fs::remove_dir_all(&out)?;
        }
        fs::create_dir_all(&out)?;
        copy_below(&project.path("www/app/public"), &out)?;
        copy_below(&project.path("pkg/dist/guides"), &out.join("guides"))?;
        let dist = project.path("pkg/dist");
        let modules = MODULES
            .iter()
            .filter(|module| module.is_for_respondents())
            .map(Module::file);
        let mut files: Vec<PathBuf> = modules.map(|file| dist.join(file)).collect();
        files.extend(parts::shipped(&dist)?);
        files.push(dist.join(PDF_WORKER));
        for file in files {
            project::write(&out.join(file.strip_prefix(&dist)?), &fs::read(&file)?)?;
        }
        let page = project.path("www/app/index.html");
        if page.exists() {
            let html = fs::read_to_string(&page)?;
            project::write(&out.join("index.html"), trimmed(&html).as_bytes())?;
        }
        let bundled = project.work("bundled-site.json");
        bundle(
            project,
            &["site".as_ref(), out.as_os_str(), bundled.as_os_str()],
        )?;
        // The worker that reads PDF files comes from the package.
        let lists = [&bundled, &package::bundled(project)];
        licences::write(project, rust, &lists.map(PathBuf::as_path), &out)?;

        let mut list = Vec::new();
        let mut languages = BTreeSet::new();
        let mut version = Hash::new();
        for file in project::files_below(&out)? {
            let name = file
                .strip_prefix(&out)?
                .to_string_lossy()
                .replace('\\', "/");
            version = version.add(name.as_bytes()).add(&fs::read(&file)?);
            // Who speaks another language needs the guides in it, and nobody else does.
            if let Some(language) = guides::translated(&name) {
                languages.insert(language.to_owned());
                continue;
            }
            // Nobody needs the licences without a network.
            if name != PDF_WORKER && name != licences::FILE {
                list.push(name);
            }
        }
        let list = serde_json::to_string(&list)?;
        let languages = serde_json::to_string(&languages)?;
        let version = version.hex();
        bundle(
            project,
            &[
                "worker".as_ref(),
                out.as_os_str(),
                version.as_ref(),
                list.as_ref(),
                languages.as_ref(),
            ],
        )?;
        // Last: what a page or the service worker asks for are the files themselves.
        let served = project.path("www/dist");
        compressed::beside(&out, &served)?;
        replace(&out, &served)
    })
}

fn bundle(project: &Project, args: &[&std::ffi::OsStr]) -> Result<()> {
    let mut command = npm::node(project, "crates/xtask/js/bundle.mjs");
    run::quiet(project, "bundle-app", command.args(args))
}

fn copy_below(from: &Path, to: &Path) -> Result<()> {
    for file in project::files_below(from)? {
        let bytes = fs::read(&file).with_context(|| format!("reading {}", file.display()))?;
        project::write(&to.join(file.strip_prefix(from)?), &bytes)?;
    }
    Ok(())
}

/// Brings a folder to the state of another, file by file: a server that runs meanwhile never finds it empty.
fn replace(from: &Path, to: &Path) -> Result<()> {
    copy_below(from, to)?;
    for file in project::files_below(to)? {
        if !from.join(file.strip_prefix(to)?).exists() {
            fs::remove_file(&file)?;
        }
    }
    Ok(())
}

/// Takes out indentation and empty lines, which is most of what a hand-written page can lose; there is no `<pre>` in it.
fn trimmed(html: &str) -> String {
    let lines: Vec<&str> = html
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .collect();
    lines.join("\n") + "\n"
}
