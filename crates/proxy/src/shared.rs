//! What all requests of one proxy share.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use crate::config::Config;
use crate::cors::Cors;
use crate::counters::{Client, Counters, Network};
use crate::ledger::Ledger;
use crate::log::Log;
use crate::mask::Mask;
use crate::proof::Proofs;
use crate::quiet::Quiet;
use crate::site::Site;
use crate::tally::Tally;
use crate::token::{SessionId, VerifiedClaims};
use crate::upstream::Upstreams;

/// The part of all bodies' bytes that one client may have.
const BODIES_SHARE: u64 = 8;

/// How many challenges a verifier is asked about at once: each is a connection of its own.
const VERIFIED: u64 = 128;

/// What all requests share.
pub(crate) struct Shared {
    pub(crate) config: Arc<Config>,
    pub(crate) cors: Cors,
    pub(crate) ledger: Arc<Ledger>,
    pub(crate) site: Site,
    /// For each upstream what looks for its key.
    pub(crate) masks: Vec<Option<Arc<Mask>>>,
    /// The text of `/config.json`.
    pub(crate) offered: String,
    /// Bytes of bodies, from their arrival until their answer begins.
    pub(crate) bodies: Arc<Tally<Network>>,
    /// Calls by who makes them, from before their body until their end.
    pub(crate) callers: Arc<Tally<Network>>,
    /// Calls by the model they ask, by its index.
    pub(crate) models: Arc<Tally<usize>>,
    /// Connections, but those of proxies in front.
    pub(crate) connections: Arc<Tally<Network>>,
    /// Requests that came through proxies in front and are at work.
    pub(crate) requests: Arc<Tally<Network>>,
    /// Challenges that a verifier is asked about.
    pub(crate) verifying: Arc<Tally<Network>>,
    /// What a page proves before it gets a token.
    pub(crate) proofs: Proofs,
    /// Those of them that wait for nothing.
    pub(crate) quiet: Arc<Quiet>,
    /// Whether it is about to stop.
    pub(crate) stopping: AtomicBool,
    began: Instant,
}

impl Shared {
    /// Begins with what the counters know.
    pub(crate) fn new(
        config: Arc<Config>,
        counters: Box<dyn Counters>,
        listening: SocketAddr,
        log: Log,
    ) -> Self {
        let numbers = &config.numbers;
        Self {
            cors: Cors::new(&config, listening),
            ledger: Arc::new(Ledger::new(Arc::clone(&config), counters, log)),
            site: Site::new(config.site.clone()),
            masks: config
                .upstreams
                .iter()
                .map(|one| {
                    one.key
                        .as_ref()
                        .and_then(|key| Mask::new(&key.0))
                        .map(Arc::new)
                })
                .collect(),
            offered: config.offered(),
            bodies: Tally::new(
                numbers.bodies_bytes.max(numbers.body_bytes),
                (numbers.bodies_bytes / BODIES_SHARE).max(numbers.body_bytes),
            ),
            callers: Tally::new(u64::MAX, numbers.client_calls_at_once),
            models: Tally::new(numbers.calls_at_once, numbers.model_calls_at_once),
            connections: Tally::new(u64::MAX, numbers.client_connections),
            requests: Tally::new(numbers.connections, numbers.client_connections),
            verifying: Tally::new(VERIFIED, VERIFIED / 16),
            proofs: Proofs::new(
                u32::try_from(numbers.proof_bits).unwrap_or(u32::MAX),
                usize::try_from(numbers.clients).unwrap_or(usize::MAX),
            ),
            quiet: Arc::default(),
            stopping: AtomicBool::new(false),
            began: Instant::now(),
            config,
        }
    }

    /// The client as budgets know it.
    pub(crate) fn network(&self, client: Client) -> Network {
        let bits = client.network().to_be_bytes();
        Network(u128::from_be_bytes(
            self.config.signer.alias("network", &bits),
        ))
    }

    /// The name under which a session is counted whose token a client is given: a keyed hash of both.
    pub(crate) fn account(&self, session: SessionId, client: Client) -> SessionId {
        let network = client.network().to_be_bytes();
        let bytes = [&session.0[..], &network].concat();
        SessionId(self.config.signer.alias("account", &bytes))
    }

    /// Whether it takes further calls.
    pub(crate) fn is_ready(&self) -> bool {
        !self.stopping.load(Relaxed) && !self.models.is_full() && self.ledger.counters.takes_calls()
    }

    /// Whether a peer is one of the configured proxies in front.
    pub(crate) fn trusts(&self, peer: SocketAddr) -> bool {
        self.config.trusted.iter().any(|net| net.holds(peer.ip()))
    }

    /// Milliseconds since the start, for deadlines.
    pub(crate) fn elapsed(&self) -> u64 {
        u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX)
    }
}

/// One connection of a client.
pub(crate) struct Connection {
    pub(crate) peer: SocketAddr,
    /// When the running call must have ended, in milliseconds of [`Shared::elapsed`]; 0 while none is running.
    pub(crate) deadline: AtomicU64,
    /// The connections of the thread that serves it.
    pub(crate) upstreams: Arc<Upstreams>,
    /// The token that was verified last on it.
    pub(crate) verified: Mutex<Option<VerifiedClaims>>,
}

impl Connection {
    pub(crate) fn new(peer: SocketAddr, upstreams: Arc<Upstreams>) -> Self {
        Self {
            peer,
            upstreams,
            deadline: AtomicU64::new(0),
            verified: Mutex::new(None),
        }
    }
}
