//! A proxy between pages and model APIs: it holds the provider's key and adds it to each call, checks what is asked, and
//! passes bytes through as they arrive. It knows no interview.
//!
//! [`Config::read`] reads the configuration and lists every fault; [`serve`] runs until its `shutdown` is done.

mod body;
mod call;
mod challenge;
mod check;
mod client;
mod config;
mod cors;
mod counters;
mod estimate;
#[cfg(feature = "fuzzing")]
#[doc(hidden)]
pub mod fuzzing;
mod handle;
mod identify;
mod io;
mod json;
mod ledger;
mod log;
mod mask;
mod metrics;
mod monitor;
mod price;
mod proof;
mod quiet;
mod refusal;
mod relay;
mod serve;
mod shared;
mod site;
mod tally;
mod token;
mod upstream;
mod usage;
mod wire;
mod workers;

pub use config::{Config, Fault, Numbers};
pub use serve::{serve, serve_logging_to};
pub use token::{Claims, SECRET_BYTES, SessionId, Signer};

/// Has all proxies that share one server of counters refuse a session, whatever tokens of it there are.
///
/// # Errors
/// When no such server is configured, or it does not answer; with what to do about it.
pub async fn revoke(config: &Config, session: SessionId) -> Result<(), String> {
    let redis = config.redis.as_ref().ok_or(
        "COLLOQUY_REDIS_URL is needed: a proxy that counts alone keeps no list of sessions it refuses",
    )?;
    counters::revoke(&redis.client, &redis.prefix, &config.numbers, session).await
}
