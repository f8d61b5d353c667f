//! Which file answers which path, and with which headers.

use std::fs;
use std::path::{Component, Path, PathBuf};

use anyhow::{Context, Result};

use crate::stamp::Hash;

/// What the page may do; the app and the element must work under it.
const POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; object-src 'none'; \
                      base-uri 'none'; connect-src 'self'; img-src 'self' data:";

/// Holds a folder that is served.
pub(crate) struct Site {
    root: PathBuf,
}

/// Holds one answer, ready to be sent.
pub(crate) struct Answer {
    /// The status code.
    pub(crate) status: u16,
    /// Header names in lower case with their values.
    pub(crate) headers: Vec<(&'static str, String)>,
    /// The content; empty for 304.
    pub(crate) body: Vec<u8>,
    /// The file that it came from.
    pub(crate) file: Option<PathBuf>,
}

impl Answer {
    /// Makes the answer that there is no model.
    fn without_models() -> Self {
        let json = ("content-type", mime(Path::new(CONFIG)).to_owned());
        let mut answer = Self::refusal(200, "{\"models\":[]}\n");
        answer.headers[0] = json;
        answer
    }

    /// Makes an answer that says in a sentence why there is no file.
    pub(crate) fn refusal(status: u16, why: &str) -> Self {
        let mut headers = vec![
            ("content-type", "text/plain; charset=utf-8".to_owned()),
            ("cache-control", "no-store".to_owned()),
            ("x-content-type-options", "nosniff".to_owned()),
        ];
        if status == 405 {
            headers.push(("allow", "GET, HEAD".to_owned()));
        }
        Self {
            status,
            headers,
            body: why.as_bytes().to_vec(),
            file: None,
        }
    }
}

/// Where the app asks which models there are. Behind the proxy it names them; here there are none.
const CONFIG: &str = "/config.json";

impl Site {
    /// Takes a folder to serve.
    ///
    /// # Errors
    /// When there is no such folder.
    pub(crate) fn new(root: &Path) -> Result<Self> {
        let root =
            fs::canonicalize(root).with_context(|| format!("no folder {}", root.display()))?;
        Ok(Self { root })
    }

    /// Answers a request for a path; `etag` is what the client has of it already.
    pub(crate) fn answer(&self, target: &str, etag: Option<&str>) -> Answer {
        let Some((file, body)) = self.find(target) else {
            if target == CONFIG {
                return Answer::without_models();
            }
            return Answer::refusal(404, "there is nothing here\n");
        };
        let tag = format!("\"{}\"", Hash::new().add(&body).hex());
        let known = etag.is_some_and(|old| {
            old.split(',')
                .any(|one| one.trim() == tag || one.trim() == "*")
        });
        let headers = vec![
            ("content-type", mime(&file).to_owned()),
            ("cache-control", caching(&file).to_owned()),
            ("etag", tag),
            ("content-security-policy", POLICY.to_owned()),
            ("x-content-type-options", "nosniff".to_owned()),
            ("referrer-policy", "no-referrer".to_owned()),
            ("cross-origin-opener-policy", "same-origin".to_owned()),
        ];
        let (status, body) = if known {
            (304, Vec::new())
        } else {
            (200, body)
        };
        Answer {
            status,
            headers,
            body,
            file: Some(file),
        }
    }

    fn find(&self, target: &str) -> Option<(PathBuf, Vec<u8>)> {
        let path = target.split(['?', '#']).next()?;
        let relative = decode(path)?;
        let relative = Path::new(relative.trim_start_matches('/'));
        // Only plain names: neither `..` nor a root, whatever way they were spelt.
        if !relative
            .components()
            .all(|part| matches!(part, Component::Normal(_)))
        {
            return None;
        }
        let mut file = self.root.join(relative);
        if file.is_dir() {
            file.push("index.html");
        }
        // A link that leads out of the folder is not followed.
        let file = fs::canonicalize(file)
            .ok()
            .filter(|file| file.starts_with(&self.root))?;
        let body = fs::read(&file).ok()?;
        Some((file, body))
    }
}

/// Undoes percent encoding; `None` for what is no UTF-8 or holds characters that no file of ours has.
fn decode(path: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.bytes();
    while let Some(byte) = rest.next() {
        let byte = if byte == b'%' {
            let high = char::from(rest.next()?).to_digit(16)?;
            let low = char::from(rest.next()?).to_digit(16)?;
            u8::try_from(high * 16 + low).ok()?
        } else {
            byte
        };
        if byte == b'\\' || byte < b' ' {
            return None;
        }
        bytes.push(byte);
    }
    String::from_utf8(bytes).ok()
}

fn mime(file: &Path) -> &'static str {
    match file
        .extension()
        .and_then(|extension| extension.to_str())
        .unwrap_or_default()
    {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json; charset=utf-8",
        "webmanifest" => "application/manifest+json; charset=utf-8",
        "wasm" => "application/wasm",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "md" => "text/markdown; charset=utf-8",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

/// A name with a hash in it never changes its content; everything else is asked for again and answered with 304.
fn caching(file: &Path) -> &'static str {
    let stem = file
        .file_stem()
        .and_then(|stem| stem.to_str())
        .unwrap_or_default();
    let hashed = stem.rsplit_once('-').is_some_and(|(_, hash)| {
        hash.len() == 8
            && hash
                .bytes()
                .all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit())
    });
    if hashed {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;
    use std::sync::LazyLock;

    use super::Site;

    // Written once: tests run beside each other.
    static FOLDER: LazyLock<PathBuf> = LazyLock::new(|| {
        let dir = std::env::temp_dir().join(format!("colloquy-site-{}", std::process::id()));
        std::fs::create_dir_all(dir.join("served/in ner")).unwrap();
        std::fs::write(dir.join("secret.txt"), "secret").unwrap();
        std::fs::write(dir.join("served/index.html"), "<p>hello").unwrap();
        std::fs::write(dir.join("served/in ner/a.wasm"), "asm").unwrap();
        std::fs::write(dir.join("served/chunk-ABCD2345.js"), "1").unwrap();
        dir.join("served")
    });

    fn site() -> Site {
        Site::new(&FOLDER).unwrap()
    }

    fn header(target: &str, name: &str) -> String {
        let answer = site().answer(target, None);
        let found = answer.headers.iter().find(|(key, _)| *key == name);
        found.map(|(_, value)| value.clone()).unwrap_or_default()
    }

    #[test]
    fn the_root_is_the_page_whatever_the_query() {
        let answer = site().answer("/?guide=reflective&sample=1", None);
        assert_eq!((answer.status, answer.body), (200, b"<p>hello".to_vec()));
    }

    #[test]
    fn names_are_decoded_and_typed() {
        assert_eq!(
            header("/in%20ner/a.wasm", "content-type"),
            "application/wasm"
        );
    }

    #[test]
    fn nothing_outside_the_folder_is_answered() {
        for path in [
            "/../secret.txt",
            "/%2e%2e/secret.txt",
            "/..%2fsecret.txt",
            "//etc/hostname",
            "/%00",
            "/%zz",
        ] {
            assert_eq!(site().answer(path, None).status, 404, "{path}");
        }
    }

    #[test]
    fn a_known_tag_is_answered_without_content() {
        let tag = header("/", "etag");
        let again = site().answer("/", Some(&tag));
        assert_eq!((again.status, again.body.len()), (304, 0));
    }

    #[test]
    fn there_are_no_models_without_the_proxy() {
        let answer = site().answer("/config.json", None);
        assert_eq!(answer.body, b"{\"models\":[]}\n");
        assert_eq!(
            header("/config.json", "content-type"),
            "application/json; charset=utf-8"
        );
        assert_eq!(header("/config.json", "cache-control"), "no-store");
    }

    #[test]
    fn only_names_with_a_hash_may_be_kept_unasked() {
        assert!(header("/chunk-ABCD2345.js", "cache-control").contains("immutable"));
        assert_eq!(header("/", "cache-control"), "no-cache");
    }
}
