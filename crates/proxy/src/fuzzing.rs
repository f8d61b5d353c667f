//! The places where hostile bytes come in, for the fuzzers: requests, what calls ask for, and what providers answer.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, duplex};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::watch;

use crate::check::{check, prompts};
use crate::config::{Config, Dialect};
use crate::estimate;
use crate::handle::reply::{hide_account, hide_figures};
use crate::identify::identify;
use crate::log::{Log, now_ms};
use crate::mask::{Mask, Stream};
use crate::serve::{Stage, answer};
use crate::shared::{Connection, Shared};
use crate::token::{Claims, SessionId, Signer};
use crate::upstream::{Upstreams, tls};
use crate::usage::Scanner;

/// The key that no answer shows.
pub const KEY: &str = "sk-ant-api03-Qm5vd0l0c0FTZWNyZXRLZXk-7Zq";

/// The page that may call.
pub const ORIGIN: &str = "https://interviews.example";

/// The most output that a call may ask for.
pub const MOST: u64 = 1_000;

const SECRET: &str = "a shared secret of more than thirty-two bytes";

/// A proxy whose limits are in nobody's way and whose upstreams do not exist.
fn config() -> Config {
    let env = [
        ("LISTEN", "127.0.0.1:1"),
        ("SECRET", SECRET),
        ("ORIGINS", ORIGIN),
        ("ANTHROPIC_KEY", KEY),
        ("ANTHROPIC_URL", "http://127.0.0.1:9"),
        ("ANTHROPIC_MODELS", "a-model"),
        ("OPENAI_KEY", KEY),
        ("OPENAI_URL", "http://127.0.0.1:9/v1"),
        ("OPENAI_MODELS", "a-model"),
        ("OUTPUT_TOKENS", "1000"),
        ("CLIENT_REQUESTS_PER_MINUTE", "100000000"),
        ("CLIENT_CALLS_PER_MINUTE", "1000000"),
        ("CLIENT_TOKENS_PER_MINUTE", "1000000"),
        ("SESSION_CALLS_PER_MINUTE", "1000000"),
        ("SESSION_TURNS", "1000000"),
        ("SESSION_TOKENS", "1000000000000"),
        ("DAY_TOKENS", "1000000000000000"),
    ];
    let file = "[[model]]\nname = \"a-model\"\ndialect = \"openai-chat\"\nupstream = \"openai\"\ninput_usd = 1.0\noutput_usd = 1.0\n";
    let env: BTreeMap<String, String> = env
        .into_iter()
        .map(|(name, value)| (format!("COLLOQUY_{name}"), value.to_owned()))
        .collect();
    Config::read(env, Some(file)).unwrap_or_else(|faults| panic!("{faults:?}"))
}

/// What is known of a call that may pass.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Passed {
    /// The most output it asks for.
    pub output: u64,
    /// Whether its body names a user itself.
    pub names_user: bool,
    /// What the provider is sent, with a name for the session; absent where the body names a user itself.
    pub sent: Option<Vec<u8>>,
    /// About how many tokens it has.
    pub tokens: u64,
    /// Whether it would pass where no instructions are listed that it could have.
    pub unlisted: bool,
}

/// Looks a body through as each dialect would, in the order anthropic, openai-chat, openai-responses. `None` for what is refused; its
/// refusal has been written.
pub fn calls(body: &[u8]) -> [Option<Passed>; 3] {
    thread_local! {
        static CONFIG: Config = config();
    }
    let signer = Signer::new(SECRET.as_bytes());
    CONFIG.with(|config| {
        Dialect::ALL.map(|dialect| {
            let checked = match check(dialect, body, &config.models, MOST) {
                Ok(checked) => checked,
                Err(refusal) => {
                    assert!(refusal.code.status().is_client_error());
                    assert!(refusal.body().len() < 4_096, "a short refusal");
                    return None;
                }
            };
            assert!(config.models[checked.model].dialect == dialect);
            let body = Bytes::copy_from_slice(body);
            let signer = signer.as_ref()?;
            let session = SessionId([7; 16]);
            let sent = identify(&body, dialect, checked.user, signer, session).ok();
            Some(Passed {
                output: checked.output,
                names_user: checked.user.is_some(),
                sent: sent.map(|sent| sent.to_vec()),
                tokens: estimate::tokens(&body),
                unlisted: prompts::listed(dialect, &body, &[[0; 32]]).is_ok(),
            })
        })
    })
}

/// What became of an answer.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Relayed {
    /// What the client was sent.
    pub passed: Vec<u8>,
    /// Whether the key was there.
    pub found: bool,
    /// All input and all output that the provider counted.
    pub counted: Option<(u64, u64)>,
    /// Everything that is known of its cost.
    pub seen: String,
}

/// Passes an answer on that comes in pieces: an event stream, or one JSON text.
pub fn relayed<'p>(event_stream: bool, pieces: impl Iterator<Item = &'p [u8]>) -> Relayed {
    let mut scanner = Scanner::new(event_stream);
    let mask = mask();
    let mut stream = Stream::default();
    let mut passed = Vec::new();
    for piece in pieces {
        scanner.push(piece);
        passed.extend_from_slice(&stream.pass(&mask, Bytes::copy_from_slice(piece)));
    }
    passed.extend_from_slice(&stream.end());
    let seen = scanner.seen();
    Relayed {
        passed,
        found: stream.found,
        counted: seen.usage.map(|usage| (usage.all_input(), usage.output)),
        seen: format!("{seen:?}"),
    }
}

/// Cleans an error as it is passed on.
pub fn cleaned(error: &[u8]) -> Vec<u8> {
    let mut text = error.to_vec();
    mask().clean(&mut text);
    hide_account(&mut text);
    hide_figures(&mut text);
    text
}

fn mask() -> Mask {
    Mask::new(KEY).unwrap_or_else(|| unreachable!("it is long enough"))
}

/// A token that is good now.
pub fn token() -> String {
    let now = now_ms() / 1_000;
    let signer = Signer::new(SECRET.as_bytes());
    let claims = Claims {
        session: SessionId([7; 16]),
        account: None,
        issued: now,
        expires: now + 600,
        turns: None,
        tokens: None,
    };
    signer
        .map(|signer| signer.sign(&claims))
        .unwrap_or_default()
}

/// A proxy in this thread, without sockets.
struct Running {
    runtime: Runtime,
    shared: Arc<Shared>,
    upstreams: Arc<Upstreams>,
    ending: watch::Receiver<Stage>,
    _stage: watch::Sender<Stage>,
}

impl Running {
    fn start() -> std::io::Result<Self> {
        let runtime = Builder::new_current_thread().enable_all().build()?;
        let config = config();
        let counters = runtime.block_on(crate::counters::open(&config))?;
        let (log, _) = Log::to(Box::new(std::io::sink()));
        let upstreams = Arc::new(Upstreams::new(&config, tls(&config)));
        let listening = config.listen();
        let (stage, ending) = watch::channel(Stage::Running);
        Ok(Self {
            runtime,
            shared: Arc::new(Shared::new(Arc::new(config), counters, listening, log)),
            upstreams,
            ending,
            _stage: stage,
        })
    }
}

/// Sends bytes over a connection and returns all that came back until its end. `None` when that did not come within ten seconds.
pub fn answered(bytes: &[u8]) -> Option<Vec<u8>> {
    thread_local! {
        static RUNNING: RefCell<Option<Running>> = const { RefCell::new(None) };
    }
    RUNNING.with_borrow_mut(|running| {
        let running = match running {
            Some(running) => running,
            None => running.insert(Running::start().ok()?),
        };
        let peer: SocketAddr = ([192, 0, 2, 1], 5).into();
        let connection = Connection::new(peer, Arc::clone(&running.upstreams));
        let (here, there) = duplex(1 << 20);
        let (mut reading, mut writing) = tokio::io::split(here);
        let mut ending = running.ending.clone();
        running.runtime.block_on(async {
            let mut back = Vec::new();
            let talk = async {
                // It may end before everything was sent.
                drop(writing.write_all(bytes).await);
                drop(writing.shutdown().await);
                drop(reading.read_to_end(&mut back).await);
            };
            let serve = answer(&running.shared, None, there, connection, &mut ending);
            let both = async { tokio::join!(talk, serve) };
            let ended = tokio::time::timeout(Duration::from_secs(10), both).await;
            ended.ok().map(|_| back)
        })
    })
}
