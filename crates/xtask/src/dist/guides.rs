//! Guides: wording in Markdown files, put together into one JSON document for each guide and language.

#[cfg(test)]
mod translations;

use std::fs;
use std::path::{Component, Path, PathBuf};

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::project::{self, Project};

/// The key of an object that stands for the text of a file.
const TEXT: &str = "$text";

/// The key of an object that stands for the value in a JSON file, which may refer to files itself.
const JSON: &str = "$json";

/// The key of an object that stands for lists of names of the same skill; `lexicon` is the one source there is.
const ALIASES: &str = "$aliases";

/// The file that makes a folder beside `guide.json` a translation: what `locales` has for its language, which is the folder's name.
const LOCALE: &str = "locale.json";

/// The key of a locale that has only what a respondent reads: the language whose prompts and bank it uses, which has to be English.
const ASKS_IN: &str = "asks_in";

/// How deep files may refer to files; more is a circle.
const DEPTH: usize = 8;

/// Writes `<id>.json` for each `crates/core/guides/<id>/guide.json`, `<id>.<language>.json` for each of its translations, and copies the
/// schemas beside them.
///
/// Any object `{"$text": "relative/path.md"}` becomes that file's text without white space at either end, any object
/// `{"$json": "relative/path.json"}` that file's value, and `{"$aliases": "lexicon"}` the names of the same skill by the built-in
/// lexicon, so that a guide and the rules that read texts for skills agree on them. A guide is written twice: to `pkg/guides`, which is checked in because
/// Rust tests compile it in, and to `pkg/dist/guides`, which is shipped.
///
/// # Errors
/// When a guide is not valid JSON or names a file that is not in its folder; the guide and the place are named.
pub(crate) fn assemble(project: &Project) -> Result<()> {
    let checked_in = project.path("pkg/guides");
    let out = project.path("pkg/dist/guides");
    let mut kept = Vec::new();
    for (name, guide) in documents(&project.path("crates/core/guides"))? {
        let guide = serde_json::to_string(&guide)?;
        for (dir, end) in [(&checked_in, "\n"), (&out, "")] {
            let target = dir.join(&name);
            put(&target, format!("{guide}{end}").as_bytes())?;
            kept.push(target);
        }
    }
    let schemas = project.path("pkg/schemas");
    for file in project::files_below(&schemas)? {
        let target = project
            .path("pkg/dist/schemas")
            .join(file.strip_prefix(&schemas)?);
        put(&target, &fs::read(&file)?)?;
        kept.push(target);
    }
    for dir in [checked_in, out, project.path("pkg/dist/schemas")] {
        for file in project::files_below(&dir)? {
            if !kept.contains(&file) {
                fs::remove_file(&file)?;
            }
        }
    }
    Ok(())
}

/// Puts every guide together, with the name of its file. A translation is a whole guide with its one locale, so that a visit in its language
/// loads no other. Labels of transcripts that all kinds have are in `transcript.<language>.json`, once for a language; a guide's own win.
fn documents(source: &Path) -> Result<Vec<(String, Value)>> {
    let files = project::files_below(source)?;
    let mut documents = Vec::new();
    for file in files.iter().filter(|file| file.ends_with("guide.json")) {
        let dir = file.parent().context("a guide has a folder")?;
        let id = name_of(dir)?;
        let guide = read(file)?;
        let of_guide = |file: &&PathBuf| {
            file.ends_with(LOCALE) && file.parent().and_then(Path::parent) == Some(dir)
        };
        for locale in files.iter().filter(of_guide) {
            let language = name_of(locale.parent().context("a locale has a folder")?)?;
            let mut words = read(locale)?;
            if words.get(ASKS_IN).is_some() {
                words = completed(&guide["locales"]["en"], words);
            }
            let shared = source.join(format!("transcript.{language}.json"));
            if shared.is_file() {
                let mut labels = parse(&shared)?;
                let own = words["transcript"].take();
                for (name, label) in own.as_object().into_iter().flatten() {
                    labels[name] = label.clone();
                }
                words["transcript"] = labels;
            }
            let mut translated = guide.clone();
            translated["locales"] = Value::from_iter([(language.as_str(), words)]);
            documents.push((format!("{id}.{language}.json"), translated));
        }
        documents.push((format!("{id}.json"), guide));
    }
    Ok(documents)
}

/// Puts what a locale leaves out from another one: objects key by key, anything else whole.
fn completed(from: &Value, own: Value) -> Value {
    match (from, own) {
        (Value::Object(from), Value::Object(mut own)) => {
            for (key, value) in from {
                let words = match own.remove(key) {
                    Some(words) => completed(value, words),
                    None => value.clone(),
                };
                own.insert(key.clone(), words);
            }
            Value::Object(own)
        }
        (_, own) => own,
    }
}

/// Names the language of a file of the app that is a translated guide.
pub(super) fn translated(file: &str) -> Option<&str> {
    let name = file.strip_prefix("guides/")?.strip_suffix(".json")?;
    name.split_once('.').map(|(_, language)| language)
}

fn name_of(dir: &Path) -> Result<String> {
    let name = dir.file_name().context("a folder has a name")?;
    Ok(name.to_string_lossy().into_owned())
}

/// Reads a guide, or a locale of one, with its texts in place.
fn read(file: &Path) -> Result<Value> {
    let mut guide = parse(file)?;
    let dir = file.parent().unwrap_or(Path::new(""));
    fill(&mut guide, dir, "", DEPTH).with_context(|| format!("in {}", file.display()))?;
    Ok(guide)
}

fn parse(file: &Path) -> Result<Value> {
    let text = fs::read_to_string(file).with_context(|| format!("reading {}", file.display()))?;
    serde_json::from_str(&text).with_context(|| format!("{} is not valid JSON", file.display()))
}

fn fill(value: &mut Value, dir: &Path, at: &str, depth: usize) -> Result<()> {
    if let Some((key, path)) = reference(value).with_context(|| at.to_owned())? {
        if key == ALIASES {
            if path != "lexicon" {
                bail!("{at}: there is no source of names called {path}");
            }
            *value = serde_json::to_value(colloquy_skills::alias_groups(colloquy_skills::LEXICON))?;
            return Ok(());
        }
        let file = inside(dir, &path).with_context(|| at.to_owned())?;
        if key == TEXT {
            let text = fs::read_to_string(&file)
                .with_context(|| format!("{at}: reading {}", file.display()))?;
            *value = Value::String(text.trim().replace("\r\n", "\n"));
            return Ok(());
        }
        if depth == 0 {
            bail!("{at}: {path} is one file too deep");
        }
        *value = parse(&file).with_context(|| at.to_owned())?;
        // What the file refers to lies beside it.
        let dir = file.parent().unwrap_or(dir).to_owned();
        return fill(value, &dir, at, depth - 1);
    }
    match value {
        Value::Object(map) => {
            for (key, inner) in map.iter_mut() {
                fill(inner, dir, &format!("{at}/{key}"), depth)?;
            }
        }
        Value::Array(list) => {
            for (index, inner) in list.iter_mut().enumerate() {
                fill(inner, dir, &format!("{at}/{index}"), depth)?;
            }
        }
        _ => {}
    }
    Ok(())
}

/// Gives the key and the path of an object that stands for a file.
fn reference(value: &Value) -> Result<Option<(&'static str, String)>> {
    let Some(map) = value.as_object() else {
        return Ok(None);
    };
    for key in [TEXT, JSON, ALIASES] {
        if let Some(path) = map.get(key) {
            if map.len() > 1 {
                bail!("there are other keys beside {key}");
            }
            let path = path
                .as_str()
                .with_context(|| format!("{key} is no string"))?;
            return Ok(Some((key, path.to_owned())));
        }
    }
    Ok(None)
}

/// Gives the file that a path in a guide's folder names.
fn inside(dir: &Path, path: &str) -> Result<PathBuf> {
    let relative = Path::new(path);
    if !relative
        .components()
        .all(|part| matches!(part, Component::Normal(_)))
    {
        bail!("{path} leaves the guide's folder");
    }
    Ok(dir.join(relative))
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
    use std::path::{Path, PathBuf};
    use std::sync::LazyLock;

    use serde_json::json;

    use super::{DEPTH, documents, fill, inside, put, translated};
    use crate::project::{Project, files_below};

    // Written once: tests run beside each other.
    static FOLDER: LazyLock<PathBuf> = LazyLock::new(|| {
        let dir = std::env::temp_dir().join(format!("colloquy-guides-{}", std::process::id()));
        std::fs::create_dir_all(dir.join("en")).unwrap();
        std::fs::write(dir.join("en/hello.md"), "\nHello,\r\nyou.\n\n").unwrap();
        std::fs::write(
            dir.join("en/bank.json"),
            r#"{"any": [{"$text": "hello.md"}]}"#,
        )
        .unwrap();
        std::fs::write(dir.join("en/circle.json"), r#"{"$json": "circle.json"}"#).unwrap();
        dir
    });

    #[test]
    fn texts_and_values_are_put_in_place_at_any_depth() {
        let mut guide =
            json!({"a": [{"b": {"$text": "en/hello.md"}}], "c": 1, "d": {"$json": "en/bank.json"}});
        fill(&mut guide, &FOLDER, "", DEPTH).unwrap();
        let filled = json!({"a": [{"b": "Hello,\nyou."}], "c": 1, "d": {"any": ["Hello,\nyou."]}});
        assert_eq!(guide, filled);
    }

    #[test]
    fn names_of_skills_are_those_of_the_lexicon() {
        let mut guide = json!({"aliases": {"$aliases": "lexicon"}});
        fill(&mut guide, &FOLDER, "", DEPTH).unwrap();
        let lists = guide["aliases"].as_array().unwrap();
        let group = lists.iter().find(|names| names[0] == "JavaScript").unwrap();
        assert!(group.as_array().unwrap().contains(&json!("JS")), "{group}");
        let mut other = json!({"$aliases": "elsewhere"});
        assert!(fill(&mut other, &FOLDER, "", DEPTH).is_err());
    }

    #[test]
    fn a_missing_text_names_its_place() {
        let mut guide = json!({"a": [{"$text": "en/none.md"}]});
        let error = format!("{:#}", fill(&mut guide, &FOLDER, "", DEPTH).unwrap_err());
        assert!(
            error.contains("/a/0") && error.contains("none.md"),
            "{error}"
        );
    }

    #[test]
    fn files_that_refer_to_each_other_in_a_circle_are_refused() {
        let mut guide = json!({"a": {"$json": "en/circle.json"}});
        assert!(fill(&mut guide, &FOLDER, "", DEPTH).is_err());
    }

    #[test]
    fn a_file_outside_the_folder_is_refused() {
        assert!(inside(&FOLDER, "../secret.md").is_err());
        assert!(inside(Path::new("/"), "/etc/hostname").is_err());
    }

    #[test]
    fn a_translation_is_the_whole_guide_with_its_one_locale() {
        let dir = FOLDER.join("all/short");
        std::fs::create_dir_all(dir.join("de/prompts")).unwrap();
        std::fs::create_dir_all(dir.join("en")).unwrap();
        let guide = r#"{"id": "short", "locales": {"en": {"title": {"$text": "en/title.md"}, "consent": {"asked": "Yes?", "kept": "No."}}}}"#;
        std::fs::write(dir.join("guide.json"), guide).unwrap();
        std::fs::write(dir.join("en/title.md"), "Short\n").unwrap();
        let locale = r#"{"title": "Kurz", "retry": {"$text": "prompts/retry.md"}, "transcript": {"q": "F"}}"#;
        let shared = r#"{"q": "Frage", "a": "A"}"#;
        std::fs::write(FOLDER.join("all/transcript.de.json"), shared).unwrap();
        std::fs::write(dir.join("de/locale.json"), locale).unwrap();
        std::fs::write(dir.join("de/prompts/retry.md"), "Noch einmal.\n").unwrap();
        // One that leaves its questions to English has what it does not word itself from there.
        std::fs::create_dir_all(dir.join("ar")).unwrap();
        let arabic = r#"{"asks_in": "en", "consent": {"asked": "نعم؟"}}"#;
        std::fs::write(dir.join("ar/locale.json"), arabic).unwrap();
        let labels = json!({"q": "F", "a": "A"});
        let german = json!({"title": "Kurz", "retry": "Noch einmal.", "transcript": labels});
        let arabic =
            json!({"asks_in": "en", "title": "Short", "consent": {"asked": "نعم؟", "kept": "No."}});
        let expected = [
            (
                "short.ar.json".to_owned(),
                json!({"id": "short", "locales": {"ar": arabic}}),
            ),
            (
                "short.de.json".to_owned(),
                json!({"id": "short", "locales": {"de": german}}),
            ),
            (
                "short.json".to_owned(),
                json!({"id": "short", "locales": {"en": {"title": "Short", "consent": {"asked": "Yes?", "kept": "No."}}}}),
            ),
        ];
        assert_eq!(documents(&FOLDER.join("all")).unwrap(), expected);
    }

    #[test]
    fn a_translated_guide_is_known_by_its_name() {
        assert_eq!(translated("guides/gaps.de.json"), Some("de"));
        assert_eq!(translated("guides/gaps.json"), None);
        assert_eq!(translated("app.de.json"), None);
    }

    /// With `UPDATE_GUIDES=1` it writes them, for those who have no toolchain for the rest of the package.
    #[test]
    fn checked_in_guides_are_those_of_their_sources() {
        let project = Project::find().unwrap();
        let update = std::env::var_os("UPDATE_GUIDES").is_some();
        let mut names = Vec::new();
        for (name, guide) in documents(&project.path("crates/core/guides")).unwrap() {
            let path = project.path("pkg/guides").join(&name);
            let guide = format!("{guide}\n");
            if update {
                put(&path, guide.as_bytes()).unwrap();
            }
            assert!(
                std::fs::read_to_string(&path).is_ok_and(|built| built == guide),
                "pkg/guides/{name} is old; `cargo xtask dist` writes it anew"
            );
            names.push(path);
        }
        for file in files_below(&project.path("pkg/guides")).unwrap() {
            assert!(names.contains(&file), "{} has no source", file.display());
        }
    }

    #[test]
    fn each_guide_has_its_address_in_the_package() {
        let project = Project::find().unwrap();
        let table = std::fs::read_to_string(project.path("pkg/src/kinds.ts")).unwrap();
        let mut named: Vec<&str> = table
            .split("new URL(\"./guides/")
            .skip(1)
            .filter_map(|rest| rest.split('"').next())
            .collect();
        named.sort_unstable();
        let mut written: Vec<String> = documents(&project.path("crates/core/guides"))
            .unwrap()
            .into_iter()
            .map(|(name, _)| name)
            .collect();
        written.sort_unstable();
        assert_eq!(named, written, "in pkg/src/kinds.ts, and written");
    }
}
