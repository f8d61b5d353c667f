//! What a turn of a long interview costs.

use std::process::Command;

use anyhow::Result;

use crate::project::Project;
use crate::run;
use crate::setup::wasm::cargo_path;

/// Runs the example of the tests that prints it, with the optimizations that count for time.
///
/// # Errors
/// When it cannot be built, and when the interview it leads does not go as it should.
pub(crate) fn turns(project: &Project) -> Result<()> {
    let mut command = Command::new(cargo_path());
    command.current_dir(&project.root).args([
        "run",
        "--profile",
        "tests",
        "--package",
        "colloquy-tests",
        "--example",
        "turns",
    ]);
    run::loud(&mut command)
}
