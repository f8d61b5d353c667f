//! The cases that hold the program and the handler of the package alike; their form is in `tests/cases/proxy/README.md`.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::Ordering::SeqCst;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::hmac;
use serde::Deserialize;
use serde_json::Value;

use crate::scripted::{Script, Scripted, Text};
use crate::support::client::{Reply, Running, header};
use crate::support::{KEY, ORIGIN, Proxy, SECRET, SESSION, config, now, until};

/// Headers by their names: none, one line, or several.
#[derive(Clone, Debug, Default, Deserialize)]
pub(crate) struct Headers(BTreeMap<String, Value>);

impl Headers {
    pub(crate) fn lines(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().flat_map(|(name, value)| {
            let values = match value {
                Value::Array(values) => values.iter().collect(),
                one => vec![one],
            };
            let values = values.into_iter().filter_map(Value::as_str);
            values.map(|value| (name.as_str(), value))
        })
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    name: String,
    #[serde(default)]
    settings: BTreeMap<String, Value>,
    #[serde(default)]
    request: Request,
    upstream: Option<Script>,
    expect: Expect,
    reached: Option<usize>,
    added: Option<String>,
    only: Option<String>,
    why: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "camelCase")]
struct Request {
    method: Option<String>,
    path: Option<String>,
    headers: Headers,
    body: Option<String>,
    fields: Option<String>,
    hex: Option<String>,
    pad_to: usize,
    nested: Option<usize>,
    zeros: Option<usize>,
    chunked: bool,
    /// Absent for a good one, and `null` for none.
    #[serde(deserialize_with = "given")]
    token: Option<Value>,
    times: Option<usize>,
    leaves: bool,
}

fn given<'de, D: serde::Deserializer<'de>>(reader: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(reader).map(Some)
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Expect {
    status: u16,
    #[serde(default)]
    headers: BTreeMap<String, Option<String>>,
    body: Option<Text>,
    code: Option<String>,
    message: Option<String>,
    json: Option<BTreeMap<String, Value>>,
    claims: Option<BTreeMap<String, Value>>,
    ends: Option<String>,
    outcome: Option<String>,
}

const DIALECTS: [(&str, &[(&str, &str)]); 3] = [
    (
        "/v1/messages",
        &[
            ("max_tokens", "9"),
            ("stream", "true"),
            ("messages", r#"[{"role":"user","content":"hi"}]"#),
        ],
    ),
    (
        "/v1/chat/completions",
        &[
            ("max_completion_tokens", "9"),
            ("stream", "true"),
            ("messages", r#"[{"role":"user","content":"hi"}]"#),
        ],
    ),
    (
        "/v1/responses",
        &[
            ("max_output_tokens", "9"),
            ("stream", "true"),
            ("store", "false"),
            ("input", "\"hi\""),
        ],
    ),
];

impl Request {
    fn path(&self) -> &str {
        self.path.as_deref().unwrap_or("/v1/messages")
    }

    fn body(&self) -> Vec<u8> {
        if let Some(hex) = &self.hex {
            let bytes = (0..hex.len()).step_by(2);
            return bytes
                .map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap())
                .collect();
        }
        let fields = match (self.nested, self.zeros, &self.fields) {
            (Some(lists), _, _) => {
                format!(r#""metadata":{}{}"#, "[".repeat(lists), "]".repeat(lists))
            }
            (_, Some(zeros), _) => format!(r#""metadata":[{}0]"#, "0,".repeat(zeros - 1)),
            (_, _, fields) => fields.clone().unwrap_or_default(),
        };
        let mut body = self.body.clone().unwrap_or_else(|| {
            let known = DIALECTS.iter().find(|(path, _)| *path == self.path());
            let mut usual = vec![("model", "\"a-model\"")];
            usual.extend(known.unwrap_or(&DIALECTS[0]).1);
            let mut parts: Vec<String> = usual
                .iter()
                .filter(|(name, _)| !fields.starts_with(&format!("\"{name}\":")))
                .map(|(name, value)| format!("\"{name}\":{value}"))
                .collect();
            parts.extend((!fields.is_empty()).then_some(fields));
            format!("{{{}}}", parts.join(","))
        });
        let missing = self.pad_to.saturating_sub(body.len());
        body.push_str(&" ".repeat(missing));
        body.into_bytes()
    }

    /// The bytes of the request with this body.
    fn bytes(&self, body: &[u8]) -> Vec<u8> {
        let method = self.method.as_deref().unwrap_or("POST");
        let mut head = format!("{method} {} HTTP/1.1\r\n", self.path());
        let mut line = |name: &str, value: &str| head.push_str(&format!("{name}: {value}\r\n"));
        let usual = [
            ("host", "localhost"),
            ("connection", "close"),
            ("content-type", "application/json"),
            ("origin", ORIGIN),
        ];
        for (name, value) in usual {
            if !self.headers.0.contains_key(name) {
                line(name, value);
            }
        }
        for (name, value) in self.headers.lines() {
            line(name, value);
        }
        if let Some(token) = token(self.token.as_ref()) {
            line("authorization", &format!("Bearer {token}"));
        }
        let mut framed = body.to_vec();
        if self.chunked {
            line("transfer-encoding", "chunked");
            framed = body
                .chunks(100)
                .flat_map(|piece| {
                    [format!("{:x}\r\n", piece.len()).as_bytes(), piece, b"\r\n"].concat()
                })
                .collect();
            framed.extend_from_slice(b"0\r\n\r\n");
        } else if !body.is_empty() && !self.headers.0.contains_key("transfer-encoding") {
            line("content-length", &body.len().to_string());
        }
        [head.as_bytes(), b"\r\n", &framed].concat()
    }
}

/// The token of a request.
fn token(wanted: Option<&Value>) -> Option<String> {
    let empty = serde_json::Map::new();
    let changes = match wanted {
        None => &empty,
        Some(Value::Object(changes)) => changes,
        Some(Value::String(text)) => return Some(text.clone()),
        Some(_) => return None,
    };
    let text = |name: &str, usual: &str| {
        let value = changes.get(name).map(|value| value.as_str().unwrap());
        value.unwrap_or(usual).to_owned()
    };
    let time = |name: &str, usual: i64| {
        let after = changes.get(name).map(|value| value.as_i64().unwrap());
        i64::try_from(now()).unwrap() + after.unwrap_or(usual)
    };
    let (iat, exp, more) = (time("iat", 0), time("exp", 600), text("claims", ""));
    let claims = format!(r#"{{"sid":"{SESSION}","iat":{iat},"exp":{exp}{more}}}"#);
    let signed = format!("colloquy1.{}", URL_SAFE_NO_PAD.encode(claims));
    let key = hmac::Key::new(hmac::HMAC_SHA256, text("secret", SECRET).as_bytes());
    let mut mac = URL_SAFE_NO_PAD.encode(hmac::sign(&key, signed.as_bytes()));
    if changes.contains_key("respelt") {
        let signs = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
        let last = signs.find(mac.pop().unwrap()).unwrap();
        mac.push_str(&signs[last ^ 1..][..1]);
    }
    Some(format!("{signed}.{mac}{}", text("end", "")))
}

/// A proxy as the case has it.
async fn proxy(case: &Case, upstream: &Scripted) -> Proxy {
    let mut settings = case.settings.clone();
    let key = settings.remove("key");
    let key = key.as_ref().and_then(Value::as_str).unwrap_or(KEY);
    let identify = settings.remove("identify") == Some(Value::Bool(true));
    let url = format!("http://{}", upstream.address);
    let mut file = format!("[upstream.responder]\nurl = \"{url}\"\nidentify = {identify}\n");
    for name in ["anthropic", "openai"] {
        file.push_str(&format!("[upstream.{name}]\nidentify = {identify}\n"));
    }
    file.push_str(
        "[[model]]\nname = \"a-model\"\nlabel = \"A model\"\ndialect = \"openai-responses\"\nupstream = \"responder\"\n",
    );
    let mut env: BTreeMap<String, String> = [
        ("LISTEN", "127.0.0.1:0"),
        ("SECRET", SECRET),
        ("ORIGINS", ORIGIN),
        ("ANTHROPIC_URL", &url),
        ("ANTHROPIC_MODELS", "a-model"),
        ("OPENAI_URL", &url),
        ("OPENAI_MODELS", "a-model,chat-model"),
        ("OPENAI_DIALECT", "openai-chat"),
        ("ANTHROPIC_KEY", key),
        ("OPENAI_KEY", key),
        ("RESPONDER_KEY", key),
    ]
    .map(|(name, value)| (format!("COLLOQUY_{name}"), value.to_owned()))
    .into();
    for (name, value) in settings {
        let value = match value {
            Value::String(text) => text,
            Value::Array(list) => {
                let texts: Vec<&str> = list.iter().filter_map(Value::as_str).collect();
                texts.join(",")
            }
            other => other.to_string(),
        };
        env.insert(format!("COLLOQUY_{}", name.to_uppercase()), value);
    }
    Proxy::run(config(env, Some(&file))).await
}

/// Sends the request and reads the reply; of a paced upstream piece by piece.
async fn ask(case: &Case, proxy: &Proxy, upstream: &Scripted, body: &[u8]) -> Option<Reply> {
    let mut running = Running::begin(proxy.address, &case.request.bytes(body)).await;
    let pieces = case.upstream.as_ref().map(Script::pieces);
    if case.upstream.as_ref().is_some_and(|script| script.paced) {
        for piece in pieces.unwrap() {
            running.until(piece.trim_end()).await;
            upstream.pace.add_permits(1);
        }
    } else if case.request.leaves {
        running.until(pieces.unwrap()[0].trim_end()).await;
        drop(running);
        until("that the upstream is left", || {
            upstream.left.load(SeqCst) == 1
        })
        .await;
        return None;
    }
    Some(running.end().await)
}

fn compare(case: &Case, reply: &Reply) {
    let expect = &case.expect;
    assert_eq!(reply.status, expect.status, "{reply:?}");
    for (name, value) in &expect.headers {
        assert_eq!(reply.header(name), value.as_deref(), "{name}");
    }
    let text = reply.text();
    assert_eq!(reply.whole, expect.ends.is_none(), "{text}");
    let passed = case.upstream.as_ref().filter(|_| expect.ends.is_none());
    if let Some(code) = &expect.code {
        assert_eq!(&reply.code(), code, "{text}");
        let message = &reply.json()["error"]["message"];
        let wanted = expect.message.as_deref();
        assert_eq!(wanted.or(message.as_str()), message.as_str());
    } else if let Some(body) = &expect.body {
        assert_eq!(text, body.text());
    } else if let (200, Some(script)) = (expect.status, passed) {
        assert_eq!(text, script.pieces().concat());
    }
    for (name, value) in expect.json.iter().flatten() {
        assert_eq!(&reply.json()[name], value, "{name}");
    }
    if let Some(claims) = &expect.claims {
        let token = reply.json()["token"].as_str().unwrap().to_owned();
        let text = URL_SAFE_NO_PAD.decode(token.split('.').nth(1).unwrap());
        let found: Value = serde_json::from_slice(&text.unwrap()).unwrap();
        for (name, value) in claims {
            assert_eq!(&found[name], value, "{name}");
        }
    }
}

/// The only headers that an upstream is sent.
const SENT: [&str; 9] = [
    "accept",
    "accept-encoding",
    "anthropic-version",
    "authorization",
    "content-length",
    "content-type",
    "host",
    "user-agent",
    "x-api-key",
];

fn compare_reached(case: &Case, upstream: &Scripted, body: &[u8]) {
    let requests = upstream.requests.lock().unwrap().clone();
    let wanted = case.reached.unwrap_or(usize::from(case.upstream.is_some()));
    assert_eq!(requests.len(), wanted, "requests reached the upstream");
    let key = case.settings.get("key").and_then(Value::as_str);
    let key = key.unwrap_or(KEY);
    let sent = String::from_utf8(body.to_vec()).unwrap_or_default();
    let path = case.request.path().split('?').next().unwrap();
    for (head, body) in requests {
        assert!(head.starts_with(&format!("POST {path} HTTP/1.1\r\n")));
        for line in head.lines().skip(1) {
            let name = line.split(':').next().unwrap().to_lowercase();
            assert!(SENT.contains(&name.as_str()), "{head}");
        }
        let anthropic = path == "/v1/messages";
        let bearer = format!("Bearer {key}");
        assert_eq!(header(&head, "x-api-key"), anthropic.then_some(key));
        let version = header(&head, "anthropic-version");
        assert_eq!(version, anthropic.then_some("2023-06-01"));
        let authorization = header(&head, "authorization");
        assert_eq!(authorization, (!anthropic).then_some(bearer.as_str()));
        assert_eq!(header(&head, "content-type"), Some("application/json"));
        assert_eq!(header(&head, "accept-encoding"), Some("identity"));
        let accept = header(&head, "accept");
        assert_eq!(accept, Some("text/event-stream, application/json"));
        match &case.added {
            None => assert_eq!(body, sent),
            Some(added) => assert_eq!(body, format!("{}{added}", &sent[..sent.len() - 1])),
        }
    }
}

async fn hold(case: &Case) {
    let upstream = Scripted::start(case.upstream.clone().unwrap_or_default()).await;
    let proxy = proxy(case, &upstream).await;
    let body = case.request.body();
    let mut reply = None;
    for _ in 0..case.request.times.unwrap_or(1) {
        reply = ask(case, &proxy, &upstream, &body).await;
    }
    if let Some(reply) = &reply {
        compare(case, reply);
    }
    compare_reached(case, &upstream, &body);
    let log = proxy.stop().await;
    if let Some(outcome) = &case.expect.outcome {
        let calls = log.lines("call");
        assert_eq!(&calls.last().unwrap()["outcome"], outcome.as_str());
    }
}

fn all() -> Vec<Case> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases/proxy");
    let mut cases = Vec::new();
    for file in std::fs::read_dir(folder).unwrap() {
        let file = file.unwrap().path();
        if file.extension().is_some_and(|kind| kind == "json") {
            let text = std::fs::read_to_string(&file).unwrap();
            let read: Result<Vec<Case>, _> = serde_json::from_str(&text);
            cases.extend(read.unwrap_or_else(|why| panic!("{}: {why}", file.display())));
        }
    }
    cases
}

#[tokio::test]
async fn the_cases_that_hold_the_handler_hold_the_program() {
    let cases = all();
    assert!(cases.len() > 200, "{}", cases.len());
    let mut failed = Vec::new();
    for case in cases {
        assert_eq!(case.only.is_some(), case.why.is_some(), "{}", case.name);
        if case.only.as_deref() == Some("handler") {
            continue;
        }
        let name = case.name.clone();
        let held = tokio::spawn(async move { hold(&case).await });
        if let Err(why) = held.await {
            let why = why.into_panic();
            let text = why.downcast_ref::<String>().map(String::as_str);
            let text = text.or(why.downcast_ref::<&str>().copied());
            failed.push(format!("{name}: {}", text.unwrap_or_default()));
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n\n"));
}
