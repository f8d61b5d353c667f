//! The npm package's JavaScript.

use anyhow::Result;

use crate::project::Project;
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
        let config = project.path("pkg/tsconfig.build.json");
        if config.exists() {
            let mut tsc = npm::node(project, "node_modules/typescript/bin/tsc");
            run::quiet(project, "declarations", tsc.arg("--project").arg(&config))?;
        }
        Ok(())
    })
}
