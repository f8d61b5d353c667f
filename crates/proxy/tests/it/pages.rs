//! The app, and what it asks about the proxy.

use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use crate::support::client::{Reply, request, send};
use crate::support::upstream::Upstream;
use crate::support::{ORIGIN, Proxy, SECRET, config};

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("colloquy-proxy-{name}-{}", std::process::id()));
    std::fs::create_dir_all(folder.join("site/sub")).unwrap();
    std::fs::write(folder.join("secret.txt"), "secret").unwrap();
    std::fs::write(folder.join("site/index.html"), "<p>hello").unwrap();
    std::fs::write(folder.join("site/config.json"), "{}").unwrap();
    std::fs::write(folder.join("site/sub/a b.wasm"), "asm").unwrap();
    std::fs::write(folder.join("site/.env"), "A=b").unwrap();
    std::fs::write(folder.join("site/chunk-ABCD2345.js"), "1").unwrap();
    folder
}

async fn get(proxy: &Proxy, path: &str, headers: &[(&str, &str)]) -> Reply {
    send(proxy.address, &request("GET", path, headers, "")).await
}

#[tokio::test]
async fn the_app_is_served_with_its_policy_and_nothing_outside_of_it() {
    let upstream = Upstream::start().await;
    let folder = folder("served");
    let site = folder.join("site");
    let proxy = Proxy::start(&upstream, &[("site", site.to_str().unwrap())]).await;
    let page = get(&proxy, "/?guide=reflective", &[]).await;
    assert_eq!((page.status, page.text().as_str()), (200, "<p>hello"));
    assert_eq!(
        page.header("content-type"),
        Some("text/html; charset=utf-8")
    );
    let policy = page.header("content-security-policy").unwrap();
    for part in [
        "script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; object-src 'none'; base-uri 'none'",
        "connect-src 'self'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
    ] {
        assert!(policy.contains(part), "{part}");
    }
    assert_eq!(page.header("x-content-type-options"), Some("nosniff"));
    let tag = page.header("etag").unwrap();
    let again = get(&proxy, "/", &[("if-none-match", tag)]).await;
    assert_eq!(
        (again.status, again.body.len(), again.header("etag")),
        (304, 0, Some(tag))
    );
    let other = get(&proxy, "/", &[("if-none-match", "\"other\"")]).await;
    assert_eq!(other.status, 200);
    let wasm = get(&proxy, "/sub/a%20b.wasm", &[]).await;
    assert_eq!(
        (wasm.status, wasm.header("content-type")),
        (200, Some("application/wasm"))
    );
    // Kept in memory, and read anew once it has changed.
    std::fs::write(site.join("sub/a b.wasm"), "other").unwrap();
    assert_eq!(get(&proxy, "/sub/a%20b.wasm", &[]).await.text(), "other");
    let chunk = get(&proxy, "/chunk-ABCD2345.js", &[]).await;
    assert!(chunk.header("cache-control").unwrap().contains("immutable"));
    for path in [
        "/../secret.txt",
        "/%2e%2e/secret.txt",
        "/..%2fsecret.txt",
        "//etc/hostname",
        "/%00",
        "/%zz",
        "/nothing",
        "/.env",
        "/sub\\..\\index.html",
    ] {
        assert_eq!(get(&proxy, path, &[]).await.status, 404, "{path}");
    }
    // Whoever reads it in a browser gets a page with a way on.
    let lost = get(&proxy, "/nothing", &[("accept", "text/html,*/*;q=0.8")]).await;
    assert_eq!(
        (lost.status, lost.header("content-type")),
        (404, Some("text/html; charset=utf-8"))
    );
    assert!(
        lost.text()
            .contains("<a href=\"/\">Go to your interviews</a>")
    );
    let head = send(proxy.address, &request("HEAD", "/", &[], "")).await;
    assert_eq!(
        (head.status, head.header("content-length"), head.body.len()),
        (200, Some("8"), 0)
    );
    let post = send(proxy.address, &request("POST", "/", &[], "x")).await;
    assert_eq!(
        (post.status, post.header("allow")),
        (405, Some("GET, HEAD"))
    );
    proxy.stop().await;
    std::fs::remove_dir_all(folder).unwrap();
}

#[tokio::test]
async fn whoever_reads_brotli_gets_the_compressed_form_of_the_same_file() {
    let upstream = Upstream::start().await;
    let folder = folder("compressed");
    let site = folder.join("site");
    let proxy = Proxy::start(&upstream, &[("site", site.to_str().unwrap())]).await;
    std::fs::write(site.join("index.html.br"), "hi").unwrap();
    std::fs::write(site.join("sub/a b.wasm.br"), "as").unwrap();
    std::fs::write(site.join("chunk-ABCD2345.js.br"), "stale").unwrap();
    let long_ago = SystemTime::now() - Duration::from_secs(60);
    let stale = std::fs::File::options()
        .append(true)
        .open(site.join("chunk-ABCD2345.js.br"));
    stale.unwrap().set_modified(long_ago).unwrap();
    std::fs::write(site.join("sub/text.txt"), "text").unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink(folder.join("secret.txt"), site.join("sub/text.txt.br")).unwrap();

    let reading = [("accept-encoding", "gzip, deflate, br")];
    let wasm = get(&proxy, "/sub/a%20b.wasm", &reading).await;
    assert_eq!((wasm.status, wasm.text().as_str()), (200, "as"));
    for (name, value) in [
        ("content-type", "application/wasm"),
        ("content-encoding", "br"),
        ("content-length", "2"),
        ("vary", "accept-encoding"),
        ("cache-control", "no-cache"),
    ] {
        assert_eq!(wasm.header(name), Some(value), "{name}");
    }
    // Each form has a tag of its own: whoever holds one does not hold the other.
    let whole = get(&proxy, "/sub/a%20b.wasm", &[]).await;
    assert_eq!(whole.text(), "asm");
    assert_eq!(
        (whole.header("content-encoding"), whole.header("vary")),
        (None, Some("accept-encoding"))
    );
    let (tag, other) = (wasm.header("etag").unwrap(), whole.header("etag").unwrap());
    let held = |tag| [reading[0], ("if-none-match", tag)];
    let again = get(&proxy, "/sub/a%20b.wasm", &held(tag)).await;
    assert_eq!((again.status, again.header("etag")), (304, Some(tag)));
    let changed = get(&proxy, "/sub/a%20b.wasm", &held(other)).await;
    assert_eq!((changed.status, changed.text().as_str()), (200, "as"));

    let head = send(proxy.address, &request("HEAD", "/", &reading, "")).await;
    assert_eq!(
        (
            head.header("content-length"),
            head.header("content-encoding"),
            head.body.len()
        ),
        (Some("2"), Some("br"), 0)
    );
    for (accepted, coding) in [
        ("br;q=0", None),
        ("br; q=0.000, gzip", None),
        ("*", None),
        ("gzip;q=1, BR;q=0.2", Some("br")),
    ] {
        let page = get(&proxy, "/", &[("accept-encoding", accepted)]).await;
        assert_eq!(page.header("content-encoding"), coding, "{accepted}");
    }
    let chunk = get(&proxy, "/chunk-ABCD2345.js", &reading).await;
    assert_eq!(
        (chunk.text().as_str(), chunk.header("content-encoding")),
        ("1", None),
        "one of an older version of the file is not sent"
    );
    let text = get(&proxy, "/sub/text.txt", &reading).await;
    assert_eq!(text.text(), "text", "and no link that leads out");
    proxy.stop().await;
    std::fs::remove_dir_all(folder).unwrap();
}

#[tokio::test]
async fn the_app_gets_the_list_of_models() {
    let upstream = Upstream::start().await;
    let folder = folder("models");
    let site = folder.join("site");
    let settings = [
        ("site", site.to_str().unwrap()),
        ("anthropic_models", "good"),
        ("openai_models", "good,\"odd\""),
    ];
    let proxy = Proxy::start(&upstream, &settings).await;
    let config = get(&proxy, "/config.json", &[]).await;
    assert_eq!(config.header("content-type"), Some("application/json"));
    let expected = serde_json::json!({
        "models": [
            {"dialect": "anthropic", "name": "good", "label": "good"},
            {"dialect": "openai-chat", "name": "good", "label": "good"},
            {"dialect": "openai-chat", "name": "\"odd\"", "label": "\"odd\""},
        ],
        "proxy": "/",
        "tokens": "proxy",
    });
    assert_eq!(config.json(), expected, "and not the file of the same name");
    proxy.stop().await;
    std::fs::remove_dir_all(folder).unwrap();
}

#[tokio::test]
async fn without_a_key_the_app_is_served_and_no_model_is_offered() {
    let folder = folder("keyless");
    let site = folder.join("site");
    let env = [
        ("COLLOQUY_LISTEN", "127.0.0.1:0"),
        ("COLLOQUY_SECRET", SECRET),
        ("COLLOQUY_ORIGINS", ORIGIN),
        ("COLLOQUY_SITE", site.to_str().unwrap()),
    ];
    let env = env.map(|(name, value)| (name.to_owned(), value.to_owned()));
    let proxy = Proxy::run(config(env.into(), None)).await;
    assert_eq!(get(&proxy, "/", &[]).await.text(), "<p>hello");
    let offered = get(&proxy, "/config.json", &[]).await.json();
    assert_eq!(offered["models"], serde_json::json!([]));
    let call = proxy.call("good").await;
    assert_eq!(
        (call.status, &call.json()["error"]["code"]),
        (403, &"model_not_allowed".into())
    );
    proxy.stop().await;
    std::fs::remove_dir_all(folder).unwrap();
}

#[tokio::test]
async fn files_are_logged_where_that_is_wanted_and_then_without_the_query() {
    let upstream = Upstream::start().await;
    let folder = folder("logged");
    let site = folder.join("site");
    let site = ("site", site.to_str().unwrap());
    for (setting, lines) in [("false", 0), ("true", 3)] {
        let proxy = Proxy::start(&upstream, &[site, ("log_files", setting)]).await;
        for path in ["/?subject=private", "/sub/a%20b.wasm", "/nothing"] {
            drop(get(&proxy, path, &[]).await);
        }
        let log = proxy.stop().await;
        let found = log.lines("file");
        assert_eq!(found.len(), lines, "{setting}");
        if let [page, wasm, nothing] = found.as_slice() {
            let expected = ["/", "/sub/a%20b.wasm", "/nothing"];
            for (line, path) in [page, wasm, nothing].into_iter().zip(expected) {
                assert_eq!(line["path"], path);
            }
            assert_eq!((&page["status"], &page["bytes"]), (&200.into(), &8.into()));
            assert_eq!(nothing["status"], 404);
        }
        assert!(!log.text().contains("private"));
    }
    std::fs::remove_dir_all(folder).unwrap();
}

#[tokio::test]
async fn metrics_are_for_this_machine_unless_configured_otherwise() {
    let upstream = Upstream::start().await;
    let forwarded = [("x-forwarded-for", "192.0.2.1")];
    for (setting, near, through) in [("loopback", 200, 404), ("all", 200, 200), ("off", 404, 404)] {
        let proxy = Proxy::start(&upstream, &[("metrics", setting)]).await;
        assert_eq!(get(&proxy, "/metrics", &[]).await.status, near, "{setting}");
        assert_eq!(
            get(&proxy, "/metrics", &forwarded).await.status,
            through,
            "{setting}"
        );
        assert_eq!(get(&proxy, "/healthz", &forwarded).await.text(), "ok\n");
        proxy.stop().await;
    }
    // Behind a proxy in front that names nobody, everybody comes from this machine.
    let settings = [("metrics", "loopback"), ("trusted_proxies", "127.0.0.1")];
    let proxy = Proxy::start(&upstream, &settings).await;
    assert_eq!(get(&proxy, "/metrics", &[]).await.status, 404);
    proxy.stop().await;
}
