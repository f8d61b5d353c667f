//! Asks the providers.

use std::error::Error;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use http_body_util::Full;
use hyper::body::Incoming;
use hyper::header::{self, HeaderValue};
use hyper::{Method, Request, Response};
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::{TokioExecutor, TokioTimer};
use rustls::{ClientConfig, RootCertStore};

use crate::config::{Auth, Config, Dialect, Model, Upstream};
use crate::refusal::{Code, Refusal};
use crate::shared::seconds;

/// The version of the Messages API whose wire format is checked and read here.
const ANTHROPIC_VERSION: HeaderValue = HeaderValue::from_static("2023-06-01");

/// The most bytes read from an upstream beyond what a client has taken. One such buffer belongs to each stream.
const BUFFER: usize = 32 * 1024;

/// Idle connections that are kept per upstream, and for how long.
const IDLE: usize = 64;
const IDLE_TIME: Duration = Duration::from_secs(50);

/// The pooled connections to all upstreams.
pub(crate) struct Upstreams {
    client: Client<HttpsConnector<HttpConnector>, Full<Bytes>>,
    first_byte: Duration,
}

impl Upstreams {
    pub(crate) fn new(config: &Config) -> Self {
        let numbers = &config.numbers;
        let mut http = HttpConnector::new();
        http.set_connect_timeout(Some(seconds(numbers.connect_seconds)));
        http.set_nodelay(true);
        http.set_keepalive(Some(Duration::from_secs(60)));
        http.enforce_http(false);
        // HTTP/1.1: a call that is dropped closes its connection, which every server understands at once.
        let https = HttpsConnectorBuilder::new()
            .with_tls_config(tls(config))
            .https_or_http()
            .enable_http1()
            .wrap_connector(http);
        let client = Client::builder(TokioExecutor::new())
            .pool_timer(TokioTimer::new())
            .pool_idle_timeout(IDLE_TIME)
            .pool_max_idle_per_host(IDLE)
            .http1_max_buf_size(BUFFER)
            .build(https);
        Self {
            client,
            first_byte: seconds(numbers.first_byte_seconds),
        }
    }

    /// Sends a call and waits until its response begins. Dropping the future drops the call.
    ///
    /// # Errors
    /// When the upstream cannot be reached or is silent for too long; and whether it can have done any work.
    pub(crate) async fn ask(
        &self,
        upstream: &Upstream,
        model: &Model,
        body: Bytes,
    ) -> Result<Response<Incoming>, (Refusal, bool)> {
        let request = request(upstream, model, body);
        let asked = self.client.request(request);
        match tokio::time::timeout(self.first_byte, asked).await {
            Ok(Ok(response)) => Ok(response),
            Ok(Err(error)) => {
                let connecting = error.is_connect();
                let refusal = if timed_out(&error) {
                    let message =
                        "the model's server could not be reached in time; try again in a moment";
                    Refusal::new(Code::UpstreamTimeout, message)
                } else {
                    let message = "the model's server could not be reached or broke off; try again in a moment";
                    Refusal::new(Code::UpstreamUnreachable, message)
                };
                Err((refusal, connecting))
            }
            Err(_) => {
                let message = "the model's server did not begin to answer in time; try again";
                Err((Refusal::new(Code::UpstreamTimeout, message), false))
            }
        }
    }
}

/// TLS 1.2 and 1.3 with the roots of the web, and those that were configured.
fn tls(config: &Config) -> ClientConfig {
    let mut roots = RootCertStore {
        roots: webpki_roots::TLS_SERVER_ROOTS.to_vec(),
    };
    roots.add_parsable_certificates(config.authorities.iter().cloned());
    // Named here, as another crate of the same build may bring a second provider, and the default would then be none.
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let versions = [&rustls::version::TLS13, &rustls::version::TLS12];
    ClientConfig::builder_with_provider(provider)
        .with_protocol_versions(&versions)
        .unwrap_or_else(|_| unreachable!("the provider knows both versions"))
        .with_root_certificates(roots)
        .with_no_client_auth()
}

/// The request as the provider gets it: nothing of the client's but the body.
fn request(upstream: &Upstream, model: &Model, body: Bytes) -> Request<Full<Bytes>> {
    let mut request = Request::new(Full::new(body));
    *request.method_mut() = Method::POST;
    *request.uri_mut() = model.uri.clone();
    let headers = request.headers_mut();
    let mut set = |name: header::HeaderName, value: HeaderValue| headers.insert(name, value);
    set(
        header::CONTENT_TYPE,
        HeaderValue::from_static("application/json"),
    );
    set(
        header::ACCEPT,
        HeaderValue::from_static("text/event-stream, application/json"),
    );
    // Compressed bytes could not be counted, nor searched for the key.
    set(
        header::ACCEPT_ENCODING,
        HeaderValue::from_static("identity"),
    );
    set(
        header::USER_AGENT,
        HeaderValue::from_static(concat!("colloquy-proxy/", env!("CARGO_PKG_VERSION"))),
    );
    if model.dialect == Dialect::Anthropic {
        set(
            header::HeaderName::from_static("anthropic-version"),
            ANTHROPIC_VERSION,
        );
    }
    if let Some(key) = &upstream.header {
        let name = match upstream.auth {
            Auth::ApiKey => header::HeaderName::from_static("x-api-key"),
            Auth::Bearer => header::AUTHORIZATION,
        };
        set(name, key.clone());
    }
    request
}

fn timed_out(error: &(dyn Error + 'static)) -> bool {
    let mut source = Some(error);
    while let Some(error) = source {
        if let Some(error) = error.downcast_ref::<io::Error>()
            && error.kind() == io::ErrorKind::TimedOut
        {
            return true;
        }
        source = error.source();
    }
    false
}
