//! Which file answers which path, and with which headers.

use std::fs;
use std::path::{Component, Path, PathBuf};

use anyhow::{Context, Result};

use crate::dist::compressed;
use crate::stamp::Hash;

/// What any page may do that is served here; the element must work under it.
const POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; object-src 'none'; \
                      base-uri 'none'; connect-src 'self'; img-src 'self' data:; form-action 'none'; frame-ancestors 'none'";

/// What the app is forbidden besides, with the names of the policies that it makes for addresses of its own scripts. The proxy
/// sends the same. Pages of tests, which are served here too, write themselves from HTML.
const TRUSTED_TYPES: &str =
    "; require-trusted-types-for 'script'; trusted-types lit-html colloquy colloquy-app";

/// Tells a folder with the app in it from any other.
const APP: &str = "manifest.webmanifest";

/// Holds a folder that is served.
pub(crate) struct Site {
    root: PathBuf,
    policy: String,
}

/// What a request says beside its path.
#[derive(Default)]
pub(crate) struct Asked {
    /// What the client has of the file already.
    pub(crate) etag: Option<String>,
    /// Whether it reads brotli.
    pub(crate) brotli: bool,
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
        let app = root.join(APP).exists();
        let policy = [POLICY, if app { TRUSTED_TYPES } else { "" }].concat();
        Ok(Self { root, policy })
    }

    /// Answers a request for a path.
    pub(crate) fn answer(&self, target: &str, asked: &Asked) -> Answer {
        let Some((file, body, coded)) = self.find(target, asked.brotli) else {
            if target == CONFIG {
                return Answer::without_models();
            }
            return Answer::refusal(404, "there is nothing here\n");
        };
        let tag = format!("\"{}\"", Hash::new().add(&body).hex());
        let known = asked.etag.as_ref().is_some_and(|old| {
            old.split(',')
                .any(|one| one.trim() == tag || one.trim() == "*")
        });
        let mut headers = vec![
            ("content-type", mime(&file).to_owned()),
            ("cache-control", caching(&file).to_owned()),
            ("etag", tag),
            ("vary", "accept-encoding".to_owned()),
            ("content-security-policy", self.policy.clone()),
            ("x-content-type-options", "nosniff".to_owned()),
            ("referrer-policy", "no-referrer".to_owned()),
            ("cross-origin-opener-policy", "same-origin".to_owned()),
        ];
        if coded && !known {
            headers.push(("content-encoding", "br".to_owned()));
        }
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

    /// Finds a file, what is to be sent, and whether that is its compressed form.
    fn find(&self, target: &str, brotli: bool) -> Option<(PathBuf, Vec<u8>, bool)> {
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
        let file = self.inside(&file)?;
        if brotli && let Some(body) = self.compressed(&file) {
            return Some((file, body, true));
        }
        let body = fs::read(&file).ok()?;
        Some((file, body, false))
    }

    fn inside(&self, file: &Path) -> Option<PathBuf> {
        let file = fs::canonicalize(file).ok()?;
        file.starts_with(&self.root).then_some(file)
    }

    fn compressed(&self, file: &Path) -> Option<Vec<u8>> {
        let compressed = self.inside(&compressed::named(file))?;
        let changed = |path: &Path| fs::metadata(path)?.modified();
        // One that is older than its file is of another version of it.
        let current = changed(&compressed).ok()? >= changed(file).ok()?;
        current.then(|| fs::read(&compressed).ok()).flatten()
    }
}

/// Whether a client that sends this as `Accept-Encoding` reads brotli.
pub(crate) fn reads_brotli(accepted: &str) -> bool {
    accepted.split(',').any(|one| {
        let (coding, weight) = one.split_once(';').unwrap_or((one, ""));
        let (_, weight) = weight.split_once('=').unwrap_or(("", "1"));
        coding.trim().eq_ignore_ascii_case("br")
            && weight
                .trim()
                .parse::<f32>()
                .is_ok_and(|weight| weight > 0.0)
    })
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
    use std::fs::File;
    use std::path::PathBuf;
    use std::sync::LazyLock;
    use std::time::{Duration, SystemTime};

    use super::{Answer, Asked, Site, reads_brotli};

    // Written once: tests run beside each other.
    static FOLDER: LazyLock<PathBuf> = LazyLock::new(|| {
        let dir = std::env::temp_dir().join(format!("colloquy-site-{}", std::process::id()));
        std::fs::create_dir_all(dir.join("served/in ner")).unwrap();
        std::fs::write(dir.join("secret.txt"), "secret").unwrap();
        std::fs::write(dir.join("served/index.html"), "<p>hello").unwrap();
        std::fs::write(dir.join("served/in ner/a.wasm"), "asm").unwrap();
        std::fs::write(dir.join("served/chunk-ABCD2345.js"), "1").unwrap();
        std::fs::write(dir.join("served/in ner/a.wasm.br"), "short").unwrap();
        std::fs::write(dir.join("served/stale.js.br"), "old").unwrap();
        std::fs::write(dir.join("served/stale.js"), "new").unwrap();
        let long_ago = SystemTime::now() - Duration::from_secs(60);
        let stale = File::options()
            .append(true)
            .open(dir.join("served/stale.js.br"));
        stale.unwrap().set_modified(long_ago).unwrap();
        dir.join("served")
    });

    fn site() -> Site {
        Site::new(&FOLDER).unwrap()
    }

    fn plain(target: &str) -> Answer {
        site().answer(target, &Asked::default())
    }

    fn header(target: &str, name: &str) -> String {
        value(&plain(target), name)
    }

    fn value(answer: &Answer, name: &str) -> String {
        let found = answer.headers.iter().find(|(key, _)| *key == name);
        found.map(|(_, value)| value.clone()).unwrap_or_default()
    }

    #[test]
    fn the_root_is_the_page_whatever_the_query() {
        let answer = plain("/?guide=reflective&sample=1");
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
            assert_eq!(plain(path).status, 404, "{path}");
        }
    }

    #[test]
    fn a_known_tag_is_answered_without_content() {
        let tag = header("/", "etag");
        let asked = Asked {
            etag: Some(tag),
            brotli: true,
        };
        let again = site().answer("/", &asked);
        assert_eq!((again.status, again.body.len()), (304, 0));
    }

    #[test]
    fn whoever_reads_brotli_gets_the_compressed_form_of_the_same_file() {
        let mut asked = Asked {
            etag: None,
            brotli: true,
        };
        let answer = site().answer("/in%20ner/a.wasm", &asked);
        let headers = ["content-type", "content-encoding", "vary"].map(|name| value(&answer, name));
        assert_eq!(headers, ["application/wasm", "br", "accept-encoding"]);
        assert_eq!(answer.body, b"short");
        assert!(answer.file.unwrap().ends_with("in ner/a.wasm"));
        let whole = plain("/in%20ner/a.wasm");
        assert_eq!(
            (
                whole.body.as_slice(),
                value(&whole, "content-encoding").as_str()
            ),
            (&b"asm"[..], "")
        );
        assert_eq!(value(&whole, "vary"), "accept-encoding");
        // Each form has a tag of its own.
        asked.etag = Some(value(&whole, "etag"));
        assert_eq!(site().answer("/in%20ner/a.wasm", &asked).status, 200);
        let stale = site().answer("/stale.js", &asked);
        assert_eq!(
            (
                stale.body.as_slice(),
                value(&stale, "content-encoding").as_str()
            ),
            (&b"new"[..], "")
        );
    }

    #[test]
    fn brotli_is_sent_to_none_that_does_not_name_it() {
        for accepted in ["br", "gzip, deflate, br, zstd", "gzip;q=1.0, BR ; q=0.1"] {
            assert!(reads_brotli(accepted), "{accepted}");
        }
        for refused in [
            "",
            "gzip",
            "*",
            "br;q=0",
            "br; q=0.000",
            "brotli",
            "gzip;q=0.5,br;q=x",
        ] {
            assert!(!reads_brotli(refused), "{refused}");
        }
    }

    #[test]
    fn no_page_may_be_framed_and_the_app_writes_nothing_from_html() {
        let policy = "content-security-policy";
        assert!(header("/", policy).contains("frame-ancestors 'none'"));
        assert!(!header("/", policy).contains("trusted-types"));
        let app = FOLDER.join("app");
        std::fs::create_dir_all(&app).unwrap();
        std::fs::write(app.join("manifest.webmanifest"), "{}").unwrap();
        let answer = Site::new(&app)
            .unwrap()
            .answer("/manifest.webmanifest", &Asked::default());
        assert!(value(&answer, policy).contains("require-trusted-types-for 'script'"));
    }

    #[test]
    fn there_are_no_models_without_the_proxy() {
        let answer = plain("/config.json");
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
