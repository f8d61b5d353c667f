//! The browsers that the tests run in.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, bail};

use super::apt;
use crate::project::Project;
use crate::run;

/// Where one browser is and how to get it.
pub(crate) struct Browser {
    /// The name that `--only` and the harness use.
    pub(crate) name: &'static str,
    /// Names the environment variable that points at a program elsewhere; the harness reads it too.
    pub(crate) variable: &'static str,
    programs: &'static [&'static str],
    packages: &'static [&'static str],
    // Programs beside the browser's own without which it does not run here.
    helpers: &'static [&'static str],
}

/// The browsers in the order in which they are tested.
pub(crate) const BROWSERS: [Browser; 3] = [
    Browser {
        name: "chromium",
        variable: "CHROMIUM_PATH",
        // Without windows, tabs and menus of its own, which take as long as the pages do.
        programs: &[
            "chromium-headless-shell",
            "chromium",
            "chromium-browser",
            "google-chrome",
            "google-chrome-stable",
        ],
        packages: &["chromium-headless-shell"],
        helpers: &[],
    },
    Browser {
        name: "firefox",
        variable: "FIREFOX_PATH",
        programs: &["firefox-esr", "firefox"],
        packages: &["firefox-esr"],
        helpers: &[],
    },
    Browser {
        name: "webkit",
        variable: "WEBKIT_DRIVER_PATH",
        programs: &["WebKitWebDriver"],
        packages: &[
            "webkit2gtk-driver",
            "xvfb",
            "python3-gi",
            "python3-gi-cairo",
            "gir1.2-webkit2-4.1",
        ],
        helpers: &["Xvfb"],
    },
];

impl Browser {
    /// Returns the browser's program, installing it if need be.
    ///
    /// # Errors
    /// When it is missing and cannot be installed.
    pub(crate) fn ensure(&self, project: &Project) -> Result<PathBuf> {
        if let Some(path) = std::env::var_os(self.variable) {
            let path = PathBuf::from(path);
            if !path.exists() {
                bail!("{}={} is not there", self.variable, path.display());
            }
            return Ok(path);
        }
        if let Some(path) = self.find() {
            return Ok(path);
        }
        let what = format!("testing in {}", self.name);
        apt::install(project, self.packages, &what)?;
        self.find().with_context(|| {
            format!(
                "{} is still not found after installing {:?}",
                self.programs[0], self.packages
            )
        })
    }

    fn find(&self) -> Option<PathBuf> {
        let complete = self
            .helpers
            .iter()
            .all(|helper| run::which(helper).is_some());
        if !complete || (self.name == "webkit" && !has_bindings()) {
            return None;
        }
        self.programs.iter().find_map(|program| run::which(program))
    }
}

/// Returns whether the system's Python can open a WebKit view; the harness has a small browser of its own written in it.
fn has_bindings() -> bool {
    let asked = "import gi, cairo; gi.require_foreign('cairo'); gi.require_version('WebKit2', '4.1'); from gi.repository import WebKit2";
    run::output(Command::new("/usr/bin/python3").args(["-c", asked])).is_ok()
}

/// Finds a browser by its name.
///
/// # Errors
/// When there is none of that name.
pub(crate) fn by_name(name: &str) -> Result<&'static Browser> {
    BROWSERS
        .iter()
        .find(|browser| browser.name == name)
        .with_context(|| format!("no browser `{name}`; there are chromium, firefox and webkit"))
}
