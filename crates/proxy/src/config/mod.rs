//! The configuration of the proxy: from the environment, from a file, or by default.

mod challenge;
mod file;
mod numbers;
mod offered;
mod prices;
mod read;
mod redis;
mod show;
mod upstreams;

use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use hyper::Uri;
use hyper::header::HeaderValue;
use rustls::pki_types::CertificateDer;

pub(crate) use challenge::Challenge;
pub use numbers::Numbers;
pub(crate) use redis::Redis;

use crate::price::Price;
use crate::token::Signer;

/// A number of the configuration as a time span.
pub(crate) fn seconds(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

/// One fault of the configuration. All of them are found at once.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Fault {
    /// The variable or the key of the file.
    pub name: String,
    /// What is expected there. It never quotes a key or a secret.
    pub message: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}: {}", self.name, self.message)
    }
}

/// A key or a secret: usable, never shown.
#[derive(Clone)]
pub(crate) struct Secret(pub(crate) String);

impl fmt::Debug for Secret {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("(hidden)")
    }
}

/// The wire formats, by the paths they are asked on.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Dialect {
    Anthropic,
    OpenAiChat,
    OpenAiResponses,
}

impl Dialect {
    pub(crate) const ALL: [Dialect; 3] = [
        Dialect::Anthropic,
        Dialect::OpenAiChat,
        Dialect::OpenAiResponses,
    ];

    /// The name that pages and files use.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Dialect::Anthropic => "anthropic",
            Dialect::OpenAiChat => "openai-chat",
            Dialect::OpenAiResponses => "openai-responses",
        }
    }

    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.name() == name)
    }

    /// What follows the base of an upstream's URL, and `/v1` of ours.
    pub(crate) fn path(self) -> &'static str {
        match self {
            Dialect::Anthropic => "/messages",
            Dialect::OpenAiChat => "/chat/completions",
            Dialect::OpenAiResponses => "/responses",
        }
    }
}

/// How an upstream wants its key.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Auth {
    /// `x-api-key`, with `anthropic-version`.
    ApiKey,
    /// `authorization: Bearer`.
    Bearer,
}

/// One provider or server behind the proxy.
#[derive(Clone, Debug)]
pub(crate) struct Upstream {
    pub(crate) name: String,
    /// The URL up to and with the version, without a slash at its end.
    pub(crate) base: String,
    pub(crate) auth: Auth,
    /// Absent for a server that wants none.
    pub(crate) key: Option<Secret>,
    /// The value of the header the key goes into, marked as sensitive.
    pub(crate) header: Option<HeaderValue>,
    /// Whether sessions are distinguished for it, by a name from which it learns nothing else.
    pub(crate) identify: bool,
    /// Whether it stops writing, and billing, when whoever asked for a stream leaves.
    pub(crate) stops_when_left: bool,
}

/// One model that pages may ask for.
#[derive(Clone, Debug)]
pub(crate) struct Model {
    /// The name that a request must give, exactly.
    pub(crate) name: String,
    pub(crate) dialect: Dialect,
    /// What a person sees.
    pub(crate) label: String,
    /// Where it is asked, as an index into the upstreams.
    pub(crate) upstream: usize,
    pub(crate) uri: Uri,
    /// Absent for a server that wants no key: it sends no bill.
    pub(crate) price: Option<Price>,
    /// Whether nobody gave the price.
    pub(crate) price_assumed: bool,
}

/// Whose pages may call.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) enum Origins {
    /// Pages served by the proxy itself, and these.
    List(Vec<String>),
    /// Any page; only with tokens that the host makes.
    Any,
}

/// Who may read `/metrics`.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Metrics {
    /// Clients of this machine whose request was not forwarded.
    Loopback,
    All,
    Off,
}

/// A network of addresses: the first `bits` bits decide.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct Net {
    pub(crate) address: IpAddr,
    pub(crate) bits: u8,
}

/// The whole configuration, read and found free of faults.
#[derive(Clone, Debug)]
pub struct Config {
    pub(crate) listen: SocketAddr,
    pub(crate) origins: Origins,
    pub(crate) signer: Signer,
    /// Whether the secret was given, or made for this run.
    pub(crate) secret_given: bool,
    /// Whether only the host's server makes tokens.
    pub(crate) tokens_by_host: bool,
    pub(crate) trusted: Vec<Net>,
    /// Authorities that upstreams' certificates may come from, beside those of the web.
    pub(crate) authorities: Vec<CertificateDer<'static>>,
    pub(crate) metrics: Metrics,
    /// The address for health, readiness and figures; figures are then nowhere else.
    pub(crate) monitor: Option<SocketAddr>,
    pub(crate) site: Option<PathBuf>,
    /// The file in which is kept what was spent.
    pub(crate) state: Option<PathBuf>,
    /// The server by which several proxies share their counters.
    pub(crate) redis: Option<Redis>,
    /// The service that vouches for whoever wants a token of ours.
    pub(crate) challenge: Option<Challenge>,
    /// The hashes of the only instructions that may pass; where there are none, all may.
    pub(crate) prompts: Vec<[u8; 32]>,
    /// Whether each request of a file has a line in the log.
    pub(crate) log_files: bool,
    pub(crate) numbers: Numbers,
    pub(crate) upstreams: Vec<Upstream>,
    pub(crate) models: Vec<Model>,
    /// Millionths of a dollar a day.
    pub(crate) day_usd_micros: u64,
    /// What is no fault and may be a slip, such as a variable that nobody reads.
    pub(crate) remarks: Vec<String>,
}

impl Config {
    /// The address to listen on; port 0 takes a free one.
    pub fn listen(&self) -> SocketAddr {
        self.listen
    }

    /// What is no fault and may be a slip; for the eyes of whoever starts the proxy.
    pub fn remarks(&self) -> &[String] {
        &self.remarks
    }

    /// Makes tokens with the configured secret.
    ///
    /// Returns `None` when no secret was given: tokens of a secret that ends with this run are of no use elsewhere.
    pub fn signer(&self) -> Option<&Signer> {
        self.secret_given.then_some(&self.signer)
    }

    /// The numbers: limits, times and rates.
    pub fn numbers(&self) -> &Numbers {
        &self.numbers
    }
}
