//! The app as it is served.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use super::engine::{MODULES, Module};
use crate::project::{self, Project};
use crate::run;
use crate::setup::npm;
use crate::stamp::Hash;

/// Reads PDF files. It weighs more than all the rest, and most respondents never bring one: a page loads it when it is needed, and the
/// service worker keeps it from then on.
const PDF_WORKER: &str = "pdf-worker.js";

/// Builds `www/dist` from `www/app`, the modules of the engine and the guides.
///
/// # Errors
/// When a source does not compile or a file cannot be copied.
pub(crate) fn build(project: &Project) -> Result<()> {
    run::step("Building the app", || {
        let out = project.work("site");
        if out.exists() {
            fs::remove_dir_all(&out)?;
        }
        fs::create_dir_all(&out)?;
        copy_below(&project.path("www/app/public"), &out)?;
        copy_below(&project.path("pkg/dist/guides"), &out.join("guides"))?;
        let modules = MODULES.iter().map(Module::file);
        for file in modules.chain([PDF_WORKER.to_owned()]) {
            let bytes = fs::read(project.path("pkg/dist").join(&file))?;
            project::write(&out.join(file), &bytes)?;
        }
        let page = project.path("www/app/index.html");
        if page.exists() {
            let html = fs::read_to_string(&page)?;
            project::write(&out.join("index.html"), trimmed(&html).as_bytes())?;
        }
        bundle(project, &["site".as_ref(), out.as_os_str()])?;

        let mut list = Vec::new();
        let mut version = Hash::new();
        for file in project::files_below(&out)? {
            let name = file
                .strip_prefix(&out)?
                .to_string_lossy()
                .replace('\\', "/");
            version = version.add(name.as_bytes()).add(&fs::read(&file)?);
            if name != PDF_WORKER {
                list.push(name);
            }
        }
        let list = serde_json::to_string(&list)?;
        let version = version.hex();
        bundle(
            project,
            &[
                "worker".as_ref(),
                out.as_os_str(),
                version.as_ref(),
                list.as_ref(),
            ],
        )?;
        replace(&out, &project.path("www/dist"))
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
