//! Guides: wording in Markdown files, put together into one JSON document each.

use std::fs;
use std::path::{Component, Path};

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::project::{self, Project};

/// The key of an object that stands for the text of a file.
const TEXT: &str = "$text";

/// Writes `pkg/dist/guides/<id>.json` for each `crates/core/guides/<id>/guide.json`, and copies the schemas beside them.
///
/// Any object `{"$text": "relative/path.md"}` becomes that file's text without white space at either end.
///
/// # Errors
/// When a guide is no JSON or names a file that is not in its folder; the guide and the place are named.
pub(crate) fn assemble(project: &Project) -> Result<()> {
    let source = project.path("crates/core/guides");
    let out = project.path("pkg/dist/guides");
    let mut kept = Vec::new();
    for file in project::files_below(&source)? {
        if file.file_name().is_none_or(|name| name != "guide.json") {
            continue;
        }
        let dir = file.parent().context("a guide has a folder")?;
        let id = dir
            .file_name()
            .context("a guide's folder has a name")?
            .to_string_lossy();
        let guide = read(&file)?;
        let target = out.join(format!("{id}.json"));
        put(&target, serde_json::to_string(&guide)?.as_bytes())?;
        kept.push(target);
    }
    let schemas = project.path("pkg/schemas");
    for file in project::files_below(&schemas)? {
        let target = project
            .path("pkg/dist/schemas")
            .join(file.strip_prefix(&schemas)?);
        put(&target, &fs::read(&file)?)?;
        kept.push(target);
    }
    for dir in [out, project.path("pkg/dist/schemas")] {
        for file in project::files_below(&dir)? {
            if !kept.contains(&file) {
                fs::remove_file(&file)?;
            }
        }
    }
    Ok(())
}

/// Reads one guide with its texts in place.
fn read(file: &Path) -> Result<Value> {
    let text = fs::read_to_string(file).with_context(|| format!("reading {}", file.display()))?;
    let mut guide: Value =
        serde_json::from_str(&text).with_context(|| format!("{} is no JSON", file.display()))?;
    let dir = file.parent().unwrap_or(Path::new(""));
    fill(&mut guide, dir, "").with_context(|| format!("in {}", file.display()))?;
    Ok(guide)
}

fn fill(value: &mut Value, dir: &Path, at: &str) -> Result<()> {
    match value {
        Value::Object(map) => {
            if let Some(path) = map.get(TEXT) {
                let path = path
                    .as_str()
                    .with_context(|| format!("{at}/{TEXT} is no string"))?;
                if map.len() > 1 {
                    bail!("{at} has other keys beside {TEXT}");
                }
                *value = Value::String(text(dir, path).with_context(|| at.to_owned())?);
                return Ok(());
            }
            for (key, inner) in map.iter_mut() {
                fill(inner, dir, &format!("{at}/{key}"))?;
            }
        }
        Value::Array(list) => {
            for (index, inner) in list.iter_mut().enumerate() {
                fill(inner, dir, &format!("{at}/{index}"))?;
            }
        }
        _ => {}
    }
    Ok(())
}

fn text(dir: &Path, path: &str) -> Result<String> {
    let relative = Path::new(path);
    if !relative
        .components()
        .all(|part| matches!(part, Component::Normal(_)))
    {
        bail!("{path} leaves the guide's folder");
    }
    let file = dir.join(relative);
    let text = fs::read_to_string(&file).with_context(|| format!("reading {}", file.display()))?;
    Ok(text.trim().replace("\r\n", "\n"))
}

/// Writes a file only when it differs, so that what depends on it is not built again.
fn put(path: &Path, bytes: &[u8]) -> Result<()> {
    if fs::read(path).is_ok_and(|old| old == bytes) {
        return Ok(());
    }
    project::write(path, bytes)
}

#[cfg(test)]
mod tests {
    use super::{fill, text};
    use serde_json::json;
    use std::path::{Path, PathBuf};
    use std::sync::LazyLock;

    // Written once: tests run beside each other.
    static FOLDER: LazyLock<PathBuf> = LazyLock::new(|| {
        let dir = std::env::temp_dir().join(format!("colloquy-guides-{}", std::process::id()));
        std::fs::create_dir_all(dir.join("en")).unwrap();
        std::fs::write(dir.join("en/hello.md"), "\nHello,\r\nyou.\n\n").unwrap();
        dir
    });

    #[test]
    fn texts_are_put_in_place_at_any_depth() {
        let mut guide = json!({"a": [{"b": {"$text": "en/hello.md"}}], "c": 1});
        fill(&mut guide, &FOLDER, "").unwrap();
        assert_eq!(guide, json!({"a": [{"b": "Hello,\nyou."}], "c": 1}));
    }

    #[test]
    fn a_missing_text_names_its_place() {
        let mut guide = json!({"a": [{"$text": "en/none.md"}]});
        let error = format!("{:#}", fill(&mut guide, &FOLDER, "").unwrap_err());
        assert!(
            error.contains("/a/0") && error.contains("none.md"),
            "{error}"
        );
    }

    #[test]
    fn a_text_outside_the_folder_is_refused() {
        assert!(text(&FOLDER, "../secret.md").is_err());
        assert!(text(Path::new("/"), "/etc/hostname").is_err());
    }
}
