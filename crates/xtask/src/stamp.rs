//! Steps that have nothing to do are skipped: a stamp is the hash of what went in.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::project::Project;

/// Hashes bytes with FNV-1a, 64 bits: stable between machines and releases, which the standard hasher does not promise.
#[derive(Clone, Copy)]
pub(crate) struct Hash(u64);

impl Hash {
    /// Starts an empty hash.
    pub(crate) fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    /// Adds bytes, ended so that two neighbours never run together.
    pub(crate) fn add(mut self, bytes: &[u8]) -> Self {
        for byte in bytes.iter().chain(&[0xff]) {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
        self
    }

    /// Adds a file's name and content.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub(crate) fn add_file(self, path: &Path) -> Result<Self> {
        let bytes = fs::read(path).with_context(|| format!("reading {}", path.display()))?;
        Ok(self.add(path.as_os_str().as_encoded_bytes()).add(&bytes))
    }

    /// Returns the hash as 16 hexadecimal digits.
    pub(crate) fn hex(self) -> String {
        format!("{:016x}", self.0)
    }
}

/// Returns whether a step's inputs are those of its last success.
pub(crate) struct Stamp {
    path: PathBuf,
    hash: String,
}

impl Stamp {
    /// Names a step and what goes into it.
    pub(crate) fn new(project: &Project, step: &str, inputs: Hash) -> Self {
        Self {
            path: project.work("stamps").join(step),
            hash: inputs.hex(),
        }
    }

    /// Is true when the step succeeded with these inputs and its outputs are still there.
    pub(crate) fn is_fresh(&self, outputs: &[&Path]) -> bool {
        outputs.iter().all(|path| path.exists())
            && fs::read_to_string(&self.path).is_ok_and(|old| old == self.hash)
    }

    /// Remembers that the step succeeded.
    ///
    /// # Errors
    /// When the stamp cannot be written.
    pub(crate) fn set(&self) -> Result<()> {
        crate::project::write(&self.path, self.hash.as_bytes())
    }
}
