//! The connection to the server of shared counters: one for all requests, opened anew when it is lost.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use redis::aio::MultiplexedConnection;
use redis::{AsyncConnectionConfig, Client, FromRedisValue, ScriptInvocation};

/// How long the server may take to let us in, and for each answer.
const ANSWER: Duration = Duration::from_secs(2);

/// The connection, while there is one.
pub(super) struct Link {
    client: Client,
    connection: Mutex<Option<MultiplexedConnection>>,
    away: AtomicBool,
    /// Questions that had no answer.
    faults: AtomicU64,
}

/// Why there is no answer.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Silence {
    /// The server never heard the question.
    NotAsked,
    /// It may have done what it was asked.
    NoAnswer,
}

impl Link {
    /// Connects nowhere yet.
    pub(super) fn new(client: Client) -> Self {
        Self {
            client,
            connection: Mutex::default(),
            away: AtomicBool::new(true),
            faults: AtomicU64::new(0),
        }
    }

    fn connection(&self) -> MutexGuard<'_, Option<MultiplexedConnection>> {
        self.connection
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Opens a connection, if there is none. Returns whether there is one now.
    pub(super) async fn open(&self) -> bool {
        if !self.is_away() {
            return true;
        }
        let config = AsyncConnectionConfig::new()
            .set_connection_timeout(Some(ANSWER))
            .set_response_timeout(Some(ANSWER));
        let opening = self
            .client
            .get_multiplexed_async_connection_with_config(&config);
        let Ok(Ok(connection)) = tokio::time::timeout(ANSWER, opening).await else {
            return false;
        };
        *self.connection() = Some(connection);
        self.away.store(false, Relaxed);
        true
    }

    /// Asks a question. A server that does not answer, or with an error, as one that is reading its data or has become another's
    /// copy, is away until it is connected to again.
    ///
    /// # Errors
    /// At once while the server is away; after some seconds when it does not answer.
    pub(super) async fn ask<T: FromRedisValue>(
        &self,
        script: ScriptInvocation<'_>,
    ) -> Result<T, Silence> {
        let Some(mut connection) = self.connection().clone() else {
            return Err(Silence::NotAsked);
        };
        let asked = script.invoke_async(&mut connection);
        if let Ok(Ok(answer)) = tokio::time::timeout(2 * ANSWER, asked).await {
            return Ok(answer);
        }
        self.lost();
        Err(Silence::NoAnswer)
    }

    fn lost(&self) {
        self.faults.fetch_add(1, Relaxed);
        self.away.store(true, Relaxed);
        *self.connection() = None;
    }

    pub(super) fn is_away(&self) -> bool {
        self.away.load(Relaxed)
    }

    pub(super) fn faults(&self) -> u64 {
        self.faults.load(Relaxed)
    }
}
