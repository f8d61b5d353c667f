//! Which pages may read what the proxy answers.

use std::net::SocketAddr;

use hyper::HeaderMap;
use hyper::header::{self, HeaderValue};

use crate::config::{Config, Origins};

/// What scripts of other origins may read beside the body.
const EXPOSED: &str = "retry-after, retry-after-ms, request-id, x-request-id, x-should-retry, date";

/// What such scripts may send. The last two are what SDKs send by themselves; the proxy reads neither.
const ALLOWED: &str = "authorization, content-type, anthropic-version, x-requested-with";

/// Seconds a browser may remember the answer to a preflight; two hours is the most that browsers take.
const MAX_AGE: &str = "7200";

/// The origins that may call.
#[derive(Debug)]
pub(crate) struct Cors {
    any: bool,
    list: Vec<String>,
}

/// Where a request came from, by its `Origin`.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) enum PageOrigin {
    /// From an allowed page.
    Allowed(HeaderValue),
    /// From another page.
    Refused,
    /// No `Origin` was sent: no browser's script, or one that reads a page of the proxy itself.
    Absent,
}

impl Cors {
    /// Takes the configured origins, and the proxy's own when it listens on this machine only. Behind a name of its own it
    /// cannot know what browsers call it.
    pub(crate) fn new(config: &Config, listening: SocketAddr) -> Self {
        let (any, mut list) = match &config.origins {
            Origins::Any => (true, Vec::new()),
            Origins::List(list) => (false, list.clone()),
        };
        // Behind a proxy in front its own pages have the origin of that one.
        if listening.ip().is_loopback() && config.trusted.is_empty() {
            let port = listening.port();
            for host in ["127.0.0.1", "localhost", "[::1]"] {
                list.push(format!("http://{host}:{port}"));
            }
        }
        Self { any, list }
    }

    /// Looks where a request came from.
    pub(crate) fn origin_of(&self, headers: &HeaderMap) -> PageOrigin {
        let mut origins = headers.get_all(header::ORIGIN).iter();
        let Some(origin) = origins.next() else {
            return PageOrigin::Absent;
        };
        if origins.next().is_some() {
            return PageOrigin::Refused;
        }
        let known = self
            .list
            .iter()
            .any(|one| one.as_bytes() == origin.as_bytes());
        if self.any || known {
            PageOrigin::Allowed(origin.clone())
        } else {
            PageOrigin::Refused
        }
    }
}

impl PageOrigin {
    /// Adds what lets the page read the response, errors included.
    pub(crate) fn allow(&self, headers: &mut HeaderMap) {
        headers.insert(header::VARY, HeaderValue::from_static("origin"));
        if let PageOrigin::Allowed(origin) = self {
            headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin.clone());
            headers.insert(
                header::ACCESS_CONTROL_EXPOSE_HEADERS,
                HeaderValue::from_static(EXPOSED),
            );
        }
    }

    /// Adds what answers a preflight.
    pub(crate) fn allow_request(&self, headers: &mut HeaderMap) {
        self.allow(headers);
        for (name, value) in [
            (header::ACCESS_CONTROL_ALLOW_METHODS, "POST"),
            (header::ACCESS_CONTROL_ALLOW_HEADERS, ALLOWED),
            (header::ACCESS_CONTROL_MAX_AGE, MAX_AGE),
        ] {
            headers.insert(name, HeaderValue::from_static(value));
        }
    }
}
