//! The npm package's JavaScript.

use std::fs;

use anyhow::Result;

use crate::project::{self, Project};
use crate::run;
use crate::setup::npm;

/// Bundles `pkg/src/*.ts` and the element into `pkg/dist`, and writes the type declarations.
///
/// # Errors
/// When a source does not compile; the messages are in the error.
pub(crate) fn build(project: &Project) -> Result<()> {
    run::step("Bundling the package", || {
        let mut command = npm::node(project, "crates/xtask/js/bundle.mjs");
        run::quiet(project, "bundle-package", command.arg("package"))?;
        // The element's declarations refer to the module's, so these come first.
        for config in ["pkg/tsconfig.build.json", "www/widget/tsconfig.build.json"] {
            let mut tsc = npm::node(project, "node_modules/typescript/bin/tsc");
            run::quiet(project, "declarations", tsc.args(["--project", config]))?;
        }
        for licence in ["LICENSE-APACHE", "LICENSE-MIT"] {
            let text = fs::read(project.path(licence))?;
            project::write(&project.path("pkg/dist").join(licence), &text)?;
        }
        Ok(())
    })
}
