//! A proxy between pages and model APIs: it holds the provider's key and adds it to each call, checks what is asked, and
//! passes bytes through as they arrive. It knows no interview.
//!
//! [`Config::read`] reads the configuration and lists every fault; [`serve`] runs until its `shutdown` is done.

mod body;
mod call;
mod check;
mod client;
mod config;
mod cors;
mod counters;
mod estimate;
mod handle;
mod identify;
mod io;
mod json;
mod ledger;
mod log;
mod mask;
mod metrics;
mod price;
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
