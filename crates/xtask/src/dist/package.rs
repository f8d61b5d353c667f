//! The npm package's JavaScript.

use std::fs;
use std::path::PathBuf;

use anyhow::Result;

use super::licences;
use crate::project::{self, Project};
use crate::run;
use crate::setup::npm;

/// Names the file in which the bundler says what npm packages are in the bundles.
pub(super) fn bundled(project: &Project) -> PathBuf {
    project.work("bundled-package.json")
}

/// Bundles `pkg/src/*.ts` and the element into `pkg/dist`, and writes the type declarations, what editors and frameworks read of the
/// element, its themes, and the licences; `rust` is the version of Rust that the engine was compiled with.
///
/// # Errors
/// When a source does not compile or a licence is not allowed; the messages are in the error.
pub(crate) fn build(project: &Project, rust: &str) -> Result<()> {
    run::step("Bundling the package", || {
        let mut command = npm::node(project, "crates/xtask/js/bundle.mjs");
        command.arg("package").arg(bundled(project));
        run::quiet(project, "bundle-package", &mut command)?;
        // The element's declarations refer to the module's, so these come first.
        for config in ["pkg/tsconfig.build.json", "www/widget/tsconfig.build.json"] {
            let mut tsc = npm::node(project, "node_modules/typescript/bin/tsc");
            run::quiet(project, "declarations", tsc.args(["--project", config]))?;
        }
        let described = project.path("pkg/dist/custom-elements.json");
        let mut manifest = npm::node(project, "crates/xtask/js/manifest.mjs");
        run::quiet(project, "manifest", manifest.arg(&described))?;
        let mut frameworks = npm::node(project, "crates/xtask/js/frameworks.mjs");
        frameworks.arg(&described).arg(project.path("pkg/dist"));
        run::quiet(project, "frameworks", &mut frameworks)?;
        let mut themes = npm::node(project, "crates/xtask/js/themes.mjs");
        themes.arg(&described).arg(project.path("pkg/dist/themes"));
        run::quiet(project, "themes", &mut themes)?;
        // What the entries lead to is complete now.
        let mut prune = npm::node(project, "crates/xtask/js/prune.mjs");
        run::quiet(project, "declarations", prune.arg(project.path("pkg")))?;
        for licence in ["LICENSE-APACHE", "LICENSE-MIT"] {
            let text = fs::read(project.path(licence))?;
            // In the folder that is served, and where npm and the readers of packages look.
            for folder in ["pkg/dist", "pkg"] {
                project::write(&project.path(folder).join(licence), &text)?;
            }
        }
        licences::write(
            project,
            rust,
            &[&bundled(project)],
            &project.path("pkg/dist"),
        )
    })
}
