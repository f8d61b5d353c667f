//! The server by which several proxies share their counters.

use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use redis::{Client, RedisResult, TlsCertificates};
use rustls::pki_types::CertificateDer;

use super::file::Settings;

/// What the names of everything we keep there begin with, unless it is set.
const PREFIX: &str = "colloquy";

/// A server of shared counters, Redis or Valkey.
#[derive(Clone)]
pub(crate) struct Redis {
    /// Knows the address and the password, and has not connected.
    pub(crate) client: redis::Client,
    /// What every name there begins with.
    pub(crate) prefix: String,
    /// Whether each proxy counts alone while the server is away; else calls are refused.
    pub(crate) alone: bool,
}

impl fmt::Debug for Redis {
    /// Shows no password.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Redis")
            .field("prefix", &self.prefix)
            .field("alone", &self.alone)
            .finish_non_exhaustive()
    }
}

/// Reads it; the URL comes from the environment only, as a password may be in it.
///
/// Where `authorities` are configured, a server behind TLS must have its certificate from one of them, else from one of the web's.
pub(super) fn read(
    settings: &mut Settings,
    secret_given: bool,
    authorities: &[CertificateDer<'static>],
) -> Option<Redis> {
    let name = "COLLOQUY_REDIS_URL";
    let url = settings.secret(name);
    let prefix = settings.text("redis_prefix");
    let away = settings.text("redis_away");
    let alone = match &away {
        None => false,
        Some((_, text)) if text == "refuse" => false,
        Some((_, text)) if text == "alone" => true,
        Some((name, _)) => {
            settings.fault(
                name.as_str(),
                "must be \"refuse\" (no calls while Redis is away) or \"alone\" (each proxy counts by itself)",
            );
            false
        }
    };
    let Some(url) = url else {
        for (name, _) in [&prefix, &away].into_iter().flatten() {
            settings.fault(name.as_str(), "needs COLLOQUY_REDIS_URL");
        }
        return None;
    };
    let good = |text: &str| {
        let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.:{}".contains(&byte);
        !text.is_empty() && text.len() <= 64 && text.bytes().all(allowed)
    };
    let prefix = match prefix {
        None => PREFIX.to_owned(),
        Some((_, text)) if good(&text) => text,
        Some((name, _)) => {
            settings.fault(
                name,
                "must be 1 to 64 letters, digits, and marks of `-_.:{}`",
            );
            PREFIX.to_owned()
        }
    };
    if !secret_given {
        settings.fault(
            name,
            "needs COLLOQUY_SECRET: the proxies that share counters must believe the same tokens",
        );
    }
    // The parser's own message may quote the password.
    let Ok(client) = open(url, authorities) else {
        settings.fault(
            name,
            "must be a URL such as redis://:password@127.0.0.1:6379/0, rediss://… for TLS, or redis+unix:///path",
        );
        return None;
    };
    Some(Redis {
        client,
        prefix,
        alone,
    })
}

fn open(url: String, authorities: &[CertificateDer<'static>]) -> RedisResult<Client> {
    if authorities.is_empty() || !url.starts_with("rediss:") {
        return Client::open(url);
    }
    let mut pem = String::new();
    for authority in authorities {
        pem.push_str("-----BEGIN CERTIFICATE-----\n");
        STANDARD.encode_string(authority, &mut pem);
        pem.push_str("\n-----END CERTIFICATE-----\n");
    }
    let certificates = TlsCertificates {
        client_tls: None,
        root_cert: Some(pem.into_bytes()),
    };
    Client::build_with_tls(url, certificates)
}
