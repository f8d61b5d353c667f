//! The files of the app as they travel: compressed once here, so that a server does not do it for every visitor.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::project;

/// Brotli's highest quality and its usual window of 4 MiB, as servers compress files that are served more than once.
const QUALITY: u32 = 11;
const WINDOW: u32 = 22;

/// What is smaller travels in one packet anyway, in bytes.
const SMALLEST: usize = 1024;

/// A file is compressed when that takes off at least a part in so many: pictures are compressed already.
const GAIN: usize = 10;

/// What is added to a file's name for its compressed form; servers know it by that.
pub(crate) const ENDING: &str = ".br";

/// Gives bytes as brotli writes them.
///
/// # Errors
/// Never with bytes in memory; the writer's type has one.
pub(crate) fn brotli(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut compressed = Vec::new();
    // Closed before it is looked at: the writer holds back the last bytes until then.
    brotli::CompressorWriter::new(&mut compressed, 4096, QUALITY, WINDOW).write_all(bytes)?;
    Ok(compressed)
}

/// Writes beside each file below a folder its compressed form, where that is worth it. `earlier` is the folder as it was built
/// before: what has not changed since is taken over from there, as compressing takes longer than all other steps.
///
/// # Errors
/// When a file cannot be read or written.
pub(crate) fn beside(folder: &Path, earlier: &Path) -> Result<()> {
    for file in project::files_below(folder)? {
        let bytes = fs::read(&file)?;
        if bytes.len() < SMALLEST {
            continue;
        }
        let before = earlier.join(file.strip_prefix(folder)?);
        let known = fs::read(&before).is_ok_and(|before| before == bytes);
        let compressed = match fs::read(named(&before)) {
            Ok(compressed) if known => compressed,
            _ => brotli(&bytes)?,
        };
        if compressed.len() <= bytes.len() - bytes.len() / GAIN {
            project::write(&named(&file), &compressed)?;
        }
    }
    Ok(())
}

/// The compressed form's file.
pub(crate) fn named(file: &Path) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(ENDING);
    name.into()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{beside, brotli, named};

    #[test]
    fn what_gains_by_it_is_compressed_and_what_is_known_is_taken_over() {
        let folder =
            std::env::temp_dir().join(format!("colloquy-compressed-{}", std::process::id()));
        let (new, old) = (folder.join("new"), folder.join("old"));
        for one in [&new, &old] {
            fs::create_dir_all(one.join("sub")).unwrap();
        }
        let text = "the same words, again and again. ".repeat(100);
        // Nothing repeats in it: a generator with a period longer than the file.
        let noise: Vec<u8> = (0..4096)
            .scan(1_u64, |state, _| {
                *state = state
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1);
                Some(state.to_le_bytes()[7])
            })
            .collect();
        fs::write(new.join("text.js"), &text).unwrap();
        fs::write(new.join("sub/changed.js"), &text).unwrap();
        fs::write(new.join("noise.png"), noise).unwrap();
        fs::write(new.join("short.js"), "1;".repeat(200)).unwrap();
        fs::write(old.join("text.js"), &text).unwrap();
        fs::write(named(&old.join("text.js")), "taken over").unwrap();
        fs::write(old.join("sub/changed.js"), "before").unwrap();
        fs::write(named(&old.join("sub/changed.js")), "of before").unwrap();
        beside(&new, &old).unwrap();
        let compressed = |name: &str| fs::read(named(&new.join(name))).ok();
        assert_eq!(compressed("text.js").unwrap(), b"taken over");
        assert_eq!(
            compressed("sub/changed.js").unwrap(),
            brotli(text.as_bytes()).unwrap()
        );
        assert_eq!(
            (compressed("noise.png"), compressed("short.js")),
            (None, None)
        );
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_compressed_file_is_whole() {
        let text = "the same words, again and again. ".repeat(300);
        let mut back = Vec::new();
        let compressed = brotli(text.as_bytes()).unwrap();
        brotli::BrotliDecompress(&mut compressed.as_slice(), &mut back).unwrap();
        assert!(back == text.as_bytes() && compressed.len() < 120);
    }
}
