//! A proxy, an upstream and clients, all in this process.

pub(crate) mod client;
pub(crate) mod redis;
pub(crate) mod upstream;

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use colloquy_proxy::{Claims, Config, SessionId, Signer, serve_logging_to};
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use client::{Reply, request, send};
use upstream::Upstream;

/// The key the proxy holds; nothing that leaves it may show it.
pub(crate) const KEY: &str = "sk-ant-api03-Qm5vd0l0c0FTZWNyZXRLZXk-7Zq";
/// The secret tokens are signed with.
pub(crate) const SECRET: &str = "a shared secret of more than thirty-two bytes";
/// An interview's session.
pub(crate) const SESSION: &str = "0f8fad5b-d9cb-469f-a165-70867728950e";
/// A page that may call.
pub(crate) const ORIGIN: &str = "https://interviews.example";

/// A running proxy. Dropping it stops nothing; `stop` does.
pub(crate) struct Proxy {
    pub(crate) address: SocketAddr,
    pub(crate) log: Log,
    end: Option<oneshot::Sender<()>>,
    running: JoinHandle<io::Result<()>>,
}

/// What the proxy logged.
#[derive(Clone, Default)]
pub(crate) struct Log(Arc<Mutex<Vec<u8>>>);

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Log {
    pub(crate) fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }

    /// The lines of an event.
    pub(crate) fn lines(&self, event: &str) -> Vec<serde_json::Value> {
        let all = self.text();
        let lines = all.lines().map(|line| serde_json::from_str(line).unwrap());
        lines
            .filter(|line: &serde_json::Value| line["event"] == event)
            .collect()
    }
}

/// The environment of a proxy before an upstream: both built-in providers there, and models named after how the upstream
/// behaves.
pub(crate) fn environment(upstream: SocketAddr) -> BTreeMap<String, String> {
    let models = upstream::MODELS.join(",");
    [
        ("LISTEN", "127.0.0.1:0".to_owned()),
        ("SECRET", SECRET.to_owned()),
        ("ORIGINS", ORIGIN.to_owned()),
        ("ANTHROPIC_KEY", KEY.to_owned()),
        ("ANTHROPIC_URL", format!("http://{upstream}")),
        ("ANTHROPIC_MODELS", models.clone()),
        ("OPENAI_KEY", KEY.to_owned()),
        ("OPENAI_URL", format!("http://{upstream}/v1")),
        ("OPENAI_MODELS", models),
        ("OPENAI_DIALECT", "openai-chat".to_owned()),
    ]
    .into_iter()
    .map(|(name, value)| (format!("COLLOQUY_{name}"), value))
    .collect()
}

/// Reads a configuration that must be good.
pub(crate) fn config(env: BTreeMap<String, String>, file: Option<&str>) -> Config {
    Config::read(env, file).unwrap_or_else(|faults| panic!("{faults:?}"))
}

impl Proxy {
    /// Starts a proxy before an upstream with further settings, such as `("body_bytes", "2000")`.
    pub(crate) async fn start(upstream: &Upstream, settings: &[(&str, &str)]) -> Self {
        Self::with_file(upstream, settings, None).await
    }

    pub(crate) async fn with_file(
        upstream: &Upstream,
        settings: &[(&str, &str)],
        file: Option<&str>,
    ) -> Self {
        let mut env = environment(upstream.address);
        // Figures are asked for as from a proxy in front where a test has one.
        let has = |wanted: &str| settings.iter().any(|(name, _)| *name == wanted);
        if has("trusted_proxies") && !has("metrics") {
            env.insert("COLLOQUY_METRICS".to_owned(), "all".to_owned());
        }
        for (name, value) in settings {
            env.insert(
                format!("COLLOQUY_{}", name.to_uppercase()),
                (*value).to_owned(),
            );
        }
        Self::run(config(env, file)).await
    }

    /// Starts one with a whole configuration.
    pub(crate) async fn run(config: Config) -> Self {
        let listener = TcpListener::bind(config.listen()).await.unwrap();
        let address = listener.local_addr().unwrap();
        let log = Log::default();
        let (end, ended) = oneshot::channel();
        let out = Box::new(log.clone());
        let running = tokio::spawn(serve_logging_to(out, config, listener, async {
            drop(ended.await);
        }));
        Self {
            address,
            log,
            end: Some(end),
            running,
        }
    }

    /// Asks it to end, and does not wait.
    pub(crate) fn tell_to_stop(&mut self) {
        drop(self.end.take());
    }

    /// Ends it, and looks its log through for the key and the secret.
    pub(crate) async fn stop(mut self) -> Log {
        self.tell_to_stop();
        self.running.await.unwrap().unwrap();
        clean(&self.log.text());
        self.log
    }

    /// A token for a session, made as a host's server makes one.
    pub(crate) fn token(session: &str) -> String {
        Self::token_with(session, None, None)
    }

    pub(crate) fn token_with(session: &str, turns: Option<u64>, tokens: Option<u64>) -> String {
        let now = now();
        Signer::new(SECRET.as_bytes()).unwrap().sign(&Claims {
            account: None,
            session: SessionId::read(session).unwrap(),
            issued: now,
            expires: now + 600,
            turns,
            tokens,
        })
    }

    /// Calls a model and waits for the whole reply.
    pub(crate) async fn call(&self, model: &str) -> Reply {
        self.call_as(model, &Self::token(SESSION)).await
    }

    pub(crate) async fn call_as(&self, model: &str, token: &str) -> Reply {
        send(self.address, &call(model, token, 100)).await
    }

    /// A figure of the metrics, such as `colloquy_active_streams`.
    pub(crate) async fn figure(&self, name: &str) -> f64 {
        let reply = send(self.address, &request("GET", "/metrics", &[], "")).await;
        let text = reply.text();
        clean(&text);
        let line = text
            .lines()
            .find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        line.unwrap_or_else(|| panic!("{name} in {text}"))
            .parse()
            .unwrap()
    }

    /// How many requests ended so.
    pub(crate) async fn ended(&self, outcome: &str) -> f64 {
        let name = format!("colloquy_requests_total{{outcome=\"{outcome}\"}}");
        self.figure(&name).await
    }

    /// Waits until a figure is as it should be.
    pub(crate) async fn until(&self, name: &str, expected: f64) {
        let mut last = f64::NAN;
        for _ in 0..1_000 {
            last = self.figure(name).await;
            if (last - expected).abs() < 0.5 {
                return;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("{name} is {last} and not {expected}");
    }
}

/// The bytes of a plain call.
pub(crate) fn call(model: &str, token: &str, max_tokens: u64) -> Vec<u8> {
    call_from("/v1/messages", model, token, max_tokens)
}

pub(crate) fn call_from(path: &str, model: &str, token: &str, max_tokens: u64) -> Vec<u8> {
    let body = format!(
        r#"{{"model":"{model}","max_tokens":{max_tokens},"stream":true,"messages":[{{"role":"user","content":"hi"}}]}}"#
    );
    let bearer = format!("Bearer {token}");
    let headers = [
        ("content-type", "application/json"),
        ("origin", ORIGIN),
        ("authorization", bearer.as_str()),
    ];
    request("POST", path, &headers, &body)
}

/// Another session's name for every number.
pub(crate) fn session(number: usize) -> String {
    format!("00000000-0000-4000-8000-{number:012}")
}

pub(crate) fn now() -> u64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap()
        .as_secs()
}

/// Fails when a text shows the key, a part of it, or the secret.
pub(crate) fn clean(text: &str) {
    for hidden in [KEY, &KEY[13..25], &KEY[KEY.len() - 8..], SECRET] {
        assert!(!text.contains(hidden), "{hidden} is in {text}");
    }
}

/// Waits for a condition, and fails when it does not come.
pub(crate) async fn until(what: &str, condition: impl Fn() -> bool) {
    for _ in 0..2_000 {
        if condition() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    panic!("{what} did not come");
}
