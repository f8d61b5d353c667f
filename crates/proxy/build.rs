//! With the feature `embed-site`, puts the built app into the binary: every file of `www/dist`, or of the folder that
//! `COLLOQUY_EMBED` names.

use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-env-changed=COLLOQUY_EMBED");
    if env::var_os("CARGO_FEATURE_EMBED_SITE").is_none() {
        return Ok(());
    }
    let usual = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("../../www/dist");
    let root = env::var_os("COLLOQUY_EMBED").map_or(usual, PathBuf::from);
    let root = fs::canonicalize(&root)
        .map_err(|error| format!("{}: {error}; build the app first", root.display()))?;
    println!("cargo::rerun-if-changed={}", root.display());
    let mut files = Vec::new();
    collect(&root, &mut files)?;
    files.sort();
    files.retain(|file| is_current(file));
    if !files.contains(&root.join("index.html")) {
        return Err(format!("{} has no index.html", root.display()).into());
    }
    let mut code = String::from("pub(super) static FILES: &[(&str, &[u8])] = &[\n");
    for file in files {
        let name = file
            .strip_prefix(&root)?
            .to_str()
            .ok_or("a file's name is no UTF-8")?;
        let path = file.to_str().ok_or("a folder's name is no UTF-8")?;
        writeln!(code, "    ({name:?}, include_bytes!({path:?})),")?;
    }
    code.push_str("];\n");
    fs::write(Path::new(&env::var("OUT_DIR")?).join("site.rs"), code)?;
    Ok(())
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), Box<dyn Error>> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}

/// Whether a file is no compressed form, or one that is not older than its file: an older one is of another version of it.
fn is_current(file: &Path) -> bool {
    if file.extension() != Some("br".as_ref()) {
        return true;
    }
    let changed = |path: &Path| fs::metadata(path).and_then(|data| data.modified()).ok();
    changed(file) >= changed(&file.with_extension(""))
}
