//! The wasm32 target, got in one of three ways.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, bail};

use super::apt;
use crate::project::{self, Project};
use crate::run;

/// The target triple of everything that runs in a browser.
pub(crate) const TRIPLE: &str = "wasm32-unknown-unknown";

/// How long `rustup` may try: it retries a dead network for minutes, and there is another way.
const RUSTUP_LIMIT: Duration = Duration::from_secs(90);

/// A panic aborts without a message, so neither its place nor anything's debug form is ever written; without the places
/// no path of the machine that built it is in the module either.
const SMALL: &str =
    "-Zunstable-options -Cpanic=immediate-abort -Zlocation-detail=none -Zfmt-debug=none";

/// Forces one of the ways for somebody who tests them: `rustup` or `debian`.
const CHOICE: &str = "COLLOQUY_WASM_TOOLCHAIN";

/// How wasm is compiled on this machine.
pub(crate) enum Toolchain {
    /// The active toolchain has the target.
    Active {
        /// True when it has the source of the standard library too, so that a small one can be compiled.
        source: bool,
    },
    /// Debian's Rust compiles the standard library too, as it ships none for this target.
    Debian {
        /// Links wasm: `rust-lld` of a rustup toolchain or `wasm-ld` of Debian's `lld`.
        linker: PathBuf,
    },
}

impl Toolchain {
    /// Finds a toolchain, installing one if need be: the active one, `rustup target add`, Debian's packages, in this order.
    ///
    /// # Errors
    /// When none can be had; it names all three remedies.
    pub(crate) fn find(project: &Project) -> Result<Self> {
        let choice = std::env::var(CHOICE).unwrap_or_default();
        let refused = project.work("rustup-has-no-target");
        if choice != "debian" {
            if active_has_target() {
                return Ok(Self::active(project));
            }
            let known_to_fail = refused.exists() && debian_is_there() && choice != "rustup";
            if run::which("rustup").is_some() && !known_to_fail {
                let added = run::step("Adding the wasm32 target with rustup", || {
                    run::within(
                        RUSTUP_LIMIT,
                        Command::new("rustup").args(["target", "add", TRIPLE]),
                    )
                });
                if added.is_ok() && active_has_target() {
                    return Ok(Self::active(project));
                }
                // Remembered so that later builds do not wait for the same refusal again.
                project::write(&refused, b"")?;
            }
        }
        if choice == "rustup" {
            bail!("{CHOICE}=rustup, and the active toolchain has no {TRIPLE}");
        }
        Self::debian(project).with_context(|| {
            format!(
                "no Rust toolchain for {TRIPLE}. Any one of these helps: `rustup target add {TRIPLE}`; \
                 `apt-get install rustc-web cargo-web rust-web-src` (Debian)"
            )
        })
    }

    /// Returns whether the active toolchain can compile the standard library, getting its source if that is quick.
    fn active(project: &Project) -> Self {
        let refused = project.work("rustup-has-no-source");
        if !active_has_source() && run::which("rustup").is_some() && !refused.exists() {
            let added = run::step("Adding the standard library's source with rustup", || {
                run::within(
                    RUSTUP_LIMIT,
                    Command::new("rustup").args(["component", "add", "rust-src"]),
                )
            });
            // Without it the module is built with the library as it comes: larger, and the same otherwise.
            if added.is_err() && project::write(&refused, b"").is_err() {
                return Self::Active { source: false };
            }
        }
        Self::Active {
            source: active_has_source(),
        }
    }

    /// Returns a cargo command that compiles for wasm32 into its own target folder; add the packages and the profile.
    ///
    /// With `small`, the standard library is compiled for size and a panic aborts without a message, where the toolchain
    /// has the library's source: a quarter less to download.
    pub(crate) fn cargo(&self, project: &Project, verb: &str, small: bool) -> Command {
        let mut command = match self {
            Self::Active { .. } => Command::new(cargo_path()),
            Self::Debian { .. } => Command::new("/usr/bin/cargo"),
        };
        command.arg(verb);
        if let Self::Debian { linker } = self {
            command
                .env("RUSTC", "/usr/bin/rustc")
                .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker)
                .env_remove("RUSTUP_TOOLCHAIN");
        }
        if self.compiles_std(small) {
            command
                .env("RUSTC_BOOTSTRAP", "1")
                .arg("-Zbuild-std=std,panic_abort");
        }
        if self.is_small(small) {
            command
                .env("RUSTFLAGS", SMALL)
                .arg("-Zbuild-std-features=optimize_for_size");
        }
        command
            .env_remove("CARGO_TARGET_DIR")
            .args(["--target", TRIPLE, "--locked", "--target-dir"])
            .arg(project.target.join(self.folder(small)))
            .current_dir(&project.root);
        command
    }

    /// Names the file that such a command leaves.
    pub(crate) fn artifact(
        &self,
        project: &Project,
        profile: &str,
        name: &str,
        small: bool,
    ) -> PathBuf {
        project
            .target
            .join(self.folder(small))
            .join(TRIPLE)
            .join(profile)
            .join(format!("{name}.wasm"))
    }

    /// Returns the version of its Rust, such as 1.96.0, which is that of the standard library.
    ///
    /// # Errors
    /// When its compiler does not report it.
    pub(crate) fn version(&self) -> Result<String> {
        let rustc = match self {
            Self::Active { .. } => "rustc",
            Self::Debian { .. } => "/usr/bin/rustc",
        };
        let printed = run::output(Command::new(rustc).arg("--version"))?;
        let version = printed.split_whitespace().nth(1);
        Ok(version
            .with_context(|| format!("`{rustc} --version` prints {printed}"))?
            .to_owned())
    }

    fn is_small(&self, wanted: bool) -> bool {
        wanted && !matches!(self, Self::Active { source: false })
    }

    fn compiles_std(&self, small: bool) -> bool {
        matches!(self, Self::Debian { .. }) || self.is_small(small)
    }

    /// Apart from the native target folder and from each other: each would throw out the others' work.
    fn folder(&self, small: bool) -> &'static str {
        match self {
            _ if self.is_small(small) => "wasm-build-small",
            Self::Active { .. } => "wasm-build",
            Self::Debian { .. } => "wasm-build-std",
        }
    }

    fn debian(project: &Project) -> Result<Self> {
        if !debian_is_there() {
            apt::install(
                project,
                &["rustc-web", "cargo-web", "rust-web-src"],
                "compiling Rust to WebAssembly without rustup's target",
            )?;
        }
        if let Some(linker) = find_linker() {
            return Ok(Self::Debian { linker });
        }
        apt::install(project, &["lld"], "linking WebAssembly")?;
        match find_linker() {
            Some(linker) => Ok(Self::Debian { linker }),
            None => bail!("neither rust-lld nor wasm-ld was found"),
        }
    }
}

/// Names the cargo that runs this program, so that a nested build uses the same toolchain.
pub(crate) fn cargo_path() -> PathBuf {
    std::env::var_os("CARGO").map_or_else(|| PathBuf::from("cargo"), PathBuf::from)
}

fn active_has_target() -> bool {
    let asked =
        run::output(Command::new("rustc").args(["--print", "target-libdir", "--target", TRIPLE]));
    asked.is_ok_and(|dir| has_std(Path::new(&dir)))
}

fn active_has_source() -> bool {
    let sysroot = run::output(Command::new("rustc").args(["--print", "sysroot"]));
    sysroot.is_ok_and(|sysroot| {
        Path::new(&sysroot)
            .join("lib/rustlib/src/rust/library/std/Cargo.toml")
            .exists()
    })
}

fn has_std(dir: &Path) -> bool {
    let Ok(entries) = fs::read_dir(dir) else {
        return false;
    };
    entries
        .flatten()
        .any(|entry| entry.file_name().to_string_lossy().starts_with("libstd-"))
}

fn debian_is_there() -> bool {
    let rustc = Path::new("/usr/bin/rustc");
    let source = Path::new("/usr/lib/rustlib/src/rust/library/std/Cargo.toml");
    rustc.exists() && Path::new("/usr/bin/cargo").exists() && source.exists()
}

fn find_linker() -> Option<PathBuf> {
    let sysroot = run::output(Command::new("rustc").args(["--print", "sysroot"])).ok()?;
    let host = run::output(Command::new("rustc").arg("-vV")).ok()?;
    let host = host.lines().find_map(|line| line.strip_prefix("host: "))?;
    let bundled = Path::new(&sysroot)
        .join("lib/rustlib")
        .join(host)
        .join("bin/rust-lld");
    if bundled.exists() {
        return Some(bundled);
    }
    // Debian's lld is also installed under versioned names only.
    run::which("rust-lld")
        .or_else(|| run::which("wasm-ld"))
        .or_else(|| {
            (13..30)
                .rev()
                .find_map(|version| run::which(&format!("wasm-ld-{version}")))
        })
}
