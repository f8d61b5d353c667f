//! The built app.

use std::collections::HashMap;
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use bytes::Bytes;
use hyper::header::{self, HeaderName, HeaderValue};
use hyper::{HeaderMap, Response, StatusCode};
use ring::digest::{SHA256, digest};

use crate::body::Reply;

/// What the pages may do: everything comes from the proxy itself, and so do the models' answers, as `/config.json` always
/// names the proxy that serves it. Nothing is written from HTML, and addresses of scripts come from the app's own three policies.
/// No page of another site shows the app in a frame, where it could lay something over a button.
const POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; object-src 'none'; \
                      base-uri 'none'; connect-src 'self'; img-src 'self' data:; form-action 'none'; frame-ancestors 'none'; \
                      require-trusted-types-for 'script'; trusted-types lit-html colloquy colloquy-app";

#[cfg(feature = "embed-site")]
mod embedded {
    include!(concat!(env!("OUT_DIR"), "/site.rs"));
}

/// The most bytes of files that are kept in memory; further ones are read anew each time.
const KEPT: u64 = 64 * 1024 * 1024;

/// Where the app's files are, and what is kept of them.
#[derive(Debug)]
pub(crate) struct Site {
    root: Option<PathBuf>,
    kept: Arc<Mutex<FileCache>>,
}

/// Files in memory, as they were when they were read.
#[derive(Debug, Default)]
struct FileCache {
    files: HashMap<PathBuf, (SystemTime, Content)>,
    bytes: u64,
}

/// What is in a file; copies share it.
#[derive(Clone, Debug)]
struct Content {
    body: Bytes,
    tag: String,
}

impl Content {
    fn new(body: Bytes) -> Self {
        let hash = digest(&SHA256, &body);
        let tag: String = hash.as_ref()[..12]
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        Self {
            body,
            tag: format!("\"{tag}\""),
        }
    }
}

impl FileCache {
    /// What is in a file: from memory, unless it has changed.
    fn content(&mut self, path: &Path) -> Option<Content> {
        let now = std::fs::metadata(path).ok()?;
        let changed = now.modified().ok()?;
        if let Some((kept, content)) = self.files.get(path)
            && *kept == changed
            && content.body.len() as u64 == now.len()
        {
            return Some(content.clone());
        }
        self.keep(path, changed, || std::fs::read(path).ok().map(Bytes::from))
    }

    /// Keeps what is read, if there is room.
    fn keep(
        &mut self,
        path: &Path,
        changed: SystemTime,
        read: impl FnOnce() -> Option<Bytes>,
    ) -> Option<Content> {
        if let Some((_, old)) = self.files.remove(path) {
            self.bytes -= old.body.len() as u64;
        }
        let content = Content::new(read()?);
        let bytes = content.body.len() as u64;
        if self.bytes + bytes <= KEPT {
            self.bytes += bytes;
            self.files
                .insert(path.to_owned(), (changed, content.clone()));
        }
        Some(content)
    }
}

impl Site {
    /// Serves a folder, or else what is inside the binary, or else nothing.
    pub(crate) fn new(root: Option<PathBuf>) -> Self {
        Self {
            root: root.and_then(|root| std::fs::canonicalize(root).ok()),
            kept: Arc::default(),
        }
    }

    /// Answers a request for a path; `None` when there is no such file.
    pub(crate) async fn answer(&self, path: &str, asked: &HeaderMap) -> Option<Response<Reply>> {
        let relative = decode(path)?;
        let relative = relative.trim_start_matches('/').to_owned();
        // Only plain names: neither `..` nor a root, whatever way they were spelt, and none that is hidden.
        let plain = |part: Component<'_>| match part {
            Component::Normal(name) => !name.as_encoded_bytes().starts_with(b"."),
            _ => false,
        };
        if !Path::new(&relative).components().all(plain) {
            return None;
        }
        let brotli = reads_brotli(asked);
        let kept = Arc::clone(&self.kept);
        let File {
            name,
            content: Content { body, tag },
            compressed,
        } = match &self.root {
            Some(root) => {
                let root = root.clone();
                // The disk is asked where waiting for it holds up no stream.
                let found = move || read(&root, &relative, brotli, &kept);
                tokio::task::spawn_blocking(found).await.ok()??
            }
            None => inside(&relative, brotli, &kept)?,
        };
        let known = asked
            .get(header::IF_NONE_MATCH)
            .and_then(|old| old.to_str().ok())
            .is_some_and(|old| old.split(',').any(|one| matches_tag(one.trim(), &tag)));
        let mut response = if known {
            let mut response = Response::new(Reply::Whole(Bytes::new()));
            *response.status_mut() = StatusCode::NOT_MODIFIED;
            response
        } else {
            Response::new(Reply::Whole(body))
        };
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(mime(&name)));
        headers.insert(
            header::CACHE_CONTROL,
            HeaderValue::from_static(caching(&name)),
        );
        headers.insert(header::ETAG, HeaderValue::try_from(tag).ok()?);
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        if compressed && !known {
            let coding = HeaderValue::from_static("br");
            headers.insert(header::CONTENT_ENCODING, coding);
        }
        protect(headers);
        Some(response)
    }
}

/// Adds the headers that every page of ours has.
fn protect(headers: &mut HeaderMap) {
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (
            HeaderName::from_static("cross-origin-opener-policy"),
            "same-origin",
        ),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
}

fn matches_tag(old: &str, tag: &str) -> bool {
    old == "*" || old.strip_prefix("W/").unwrap_or(old) == tag
}

/// Whether a client's `Accept-Encoding` names brotli.
fn reads_brotli(asked: &HeaderMap) -> bool {
    let lines = asked.get_all(header::ACCEPT_ENCODING).iter();
    lines
        .filter_map(|line| line.to_str().ok())
        .flat_map(|line| line.split(','))
        .any(|one| {
            let (coding, weight) = one.split_once(';').unwrap_or((one, ""));
            let (_, weight) = weight.split_once('=').unwrap_or(("", "1"));
            coding.trim().eq_ignore_ascii_case("br")
                && weight
                    .trim()
                    .parse::<f32>()
                    .is_ok_and(|weight| weight > 0.0)
        })
}

/// What is sent of a file.
struct File {
    name: String,
    content: Content,
    /// Whether it is its compressed form, which the build puts beside it.
    compressed: bool,
}

fn read(root: &Path, relative: &str, brotli: bool, kept: &Mutex<FileCache>) -> Option<File> {
    let content = |path: &Path| {
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.content(path)
    };
    let mut file = root.join(relative);
    if file.is_dir() {
        file.push("index.html");
    }
    // A link that leads out of the folder is not followed.
    let inside = |file: &Path| {
        let file = std::fs::canonicalize(file).ok()?;
        file.starts_with(root).then_some(file)
    };
    let file = inside(&file)?;
    let name = file.file_name()?.to_str()?.to_owned();
    let compressed = || {
        let compressed = inside(&file.with_file_name(format!("{name}.br")))?;
        let changed = |path: &Path| std::fs::metadata(path)?.modified();
        // One that is older than its file is of another version of it.
        let current = changed(&compressed).ok()? >= changed(&file).ok()?;
        current.then(|| content(&compressed)).flatten()
    };
    let coded = brotli.then(compressed).flatten();
    let compressed = coded.is_some();
    Some(File {
        content: coded.or_else(|| content(&file))?,
        name,
        compressed,
    })
}

#[cfg(feature = "embed-site")]
fn inside(relative: &str, brotli: bool, kept: &Mutex<FileCache>) -> Option<File> {
    let folder = relative.trim_end_matches('/');
    let index = if folder.is_empty() {
        "index.html".to_owned()
    } else {
        format!("{folder}/index.html")
    };
    let named = |wanted: &str| embedded::FILES.iter().find(|(name, _)| *name == wanted);
    let (path, whole) = named(relative).or_else(|| named(&index))?;
    let coded = brotli.then(|| named(&format!("{path}.br"))).flatten();
    let (key, bytes) = coded.map_or((path, *whole), |(key, bytes)| (key, *bytes));
    let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
    let content = match kept.files.get(Path::new(key)) {
        Some((_, content)) => content.clone(),
        None => kept.keep(Path::new(key), SystemTime::UNIX_EPOCH, || {
            Some(Bytes::from_static(bytes))
        })?,
    };
    Some(File {
        name: path.rsplit('/').next()?.to_owned(),
        content,
        compressed: coded.is_some(),
    })
}

#[cfg(not(feature = "embed-site"))]
fn inside(_: &str, _: bool, _: &Mutex<FileCache>) -> Option<File> {
    None
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

fn mime(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, extension)| extension) {
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
fn caching(name: &str) -> &'static str {
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
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
