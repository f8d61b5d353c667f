//! What all requests of one proxy share.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use tokio::sync::Semaphore;

use crate::config::{Config, Numbers};
use crate::cors::Cors;
use crate::counters::{Client, Memory};
use crate::ledger::Ledger;
use crate::log::Log;
use crate::mask::Mask;
use crate::site::Site;
use crate::token::VerifiedClaims;
use crate::upstream::Upstreams;

/// Bytes of a request's body that one place stands for.
pub(crate) const BODY_PLACE: u64 = 1024;

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
    /// Places for the bodies that are being received.
    pub(crate) bodies: Semaphore,
    clients: Mutex<HashMap<Client, u64>>,
    began: Instant,
}

impl Shared {
    pub(crate) fn new(config: Config, listening: SocketAddr, log: Log) -> Self {
        let config = Arc::new(config);
        let counters = Memory::new(config.numbers, config.day_usd_micros);
        Self {
            cors: Cors::new(&config, listening),
            ledger: Arc::new(Ledger::new(Arc::clone(&config), Box::new(counters), log)),
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
            bodies: Semaphore::new(places(&config.numbers)),
            clients: Mutex::new(HashMap::new()),
            began: Instant::now(),
            config,
        }
    }

    /// Counts a connection of a client in; `false` when it has as many as it may.
    pub(crate) fn connect(&self, client: Client) -> bool {
        let mut clients = self.clients.lock().unwrap_or_else(PoisonError::into_inner);
        let count = clients.entry(client).or_insert(0);
        if *count >= self.config.numbers.client_connections {
            return false;
        }
        *count += 1;
        true
    }

    /// Counts a connection of a client out.
    pub(crate) fn disconnect(&self, client: Client) {
        let mut clients = self.clients.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = clients.get_mut(&client) {
            *count -= 1;
            if *count == 0 {
                clients.remove(&client);
            }
        }
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

/// As many places as bodies may have bytes together, and for the largest one at least.
fn places(numbers: &Numbers) -> usize {
    let bytes = numbers.bodies_bytes.max(numbers.body_bytes + BODY_PLACE);
    usize::try_from(bytes / BODY_PLACE + 1).unwrap_or(Semaphore::MAX_PERMITS)
}
