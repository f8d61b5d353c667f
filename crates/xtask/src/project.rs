//! Where things are.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// Names the folders of one checkout.
pub(crate) struct Project {
    /// The checkout's root.
    pub(crate) root: PathBuf,
    /// Cargo's target folder; `CARGO_TARGET_DIR` moves it.
    pub(crate) target: PathBuf,
}

impl Project {
    /// Finds the checkout that this program was built from.
    ///
    /// # Errors
    /// When the folder is not there any more.
    pub(crate) fn find() -> Result<Self> {
        let manifest = std::env::var_os("CARGO_MANIFEST_DIR")
            .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
        let root = fs::canonicalize(manifest.join("../.."))
            .with_context(|| format!("no checkout around {}", manifest.display()))?;
        let target = std::env::var_os("CARGO_TARGET_DIR")
            .map_or_else(|| root.join("target"), |dir| root.join(PathBuf::from(dir)));
        Ok(Self { root, target })
    }

    /// Names a path inside the checkout.
    pub(crate) fn path(&self, relative: impl AsRef<Path>) -> PathBuf {
        self.root.join(relative)
    }

    /// Names a path for what this program keeps between runs. It goes with the checkout, wherever cargo's target folder is:
    /// it describes `pkg/dist` and `www/dist`, of which there is one each.
    pub(crate) fn work(&self, relative: impl AsRef<Path>) -> PathBuf {
        self.root.join("target/xtask").join(relative)
    }

    /// Waits until no other `cargo xtask` builds in this checkout; the lock goes with the returned file.
    ///
    /// # Errors
    /// When the lock file cannot be made.
    pub(crate) fn lock(&self) -> Result<File> {
        let path = self.work("lock");
        fs::create_dir_all(self.work(""))?;
        let file = File::create(&path).with_context(|| format!("creating {}", path.display()))?;
        if file.try_lock().is_err() {
            println!("waiting for another `cargo xtask` in this checkout…");
            file.lock().context("waiting for the build lock")?;
        }
        Ok(file)
    }
}

/// Writes a file whose folder may not exist yet, by way of a temporary file, so that a reader never sees half of it.
///
/// # Errors
/// When the disk refuses.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    if let Some(dir) = path.parent() {
        fs::create_dir_all(dir).with_context(|| format!("creating {}", dir.display()))?;
    }
    let mut part = path.as_os_str().to_owned();
    part.push(".part");
    fs::write(&part, bytes).with_context(|| format!("writing {}", path.display()))?;
    fs::rename(&part, path).with_context(|| format!("writing {}", path.display()))
}

/// Lists every file below a folder, sorted, without hidden ones; an absent folder has none.
///
/// # Errors
/// When a folder cannot be read.
pub(crate) fn files_below(dir: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut open = vec![dir.to_path_buf()];
    while let Some(dir) = open.pop() {
        if !dir.is_dir() {
            continue;
        }
        for entry in fs::read_dir(&dir).with_context(|| format!("reading {}", dir.display()))? {
            let entry = entry?;
            if entry.file_name().to_string_lossy().starts_with('.') {
                continue;
            }
            if entry.file_type()?.is_dir() {
                open.push(entry.path());
            } else {
                found.push(entry.path());
            }
        }
    }
    found.sort();
    Ok(found)
}
