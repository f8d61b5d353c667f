//! Asks the providers.

use std::error::Error;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use bytes::Bytes;
use http_body_util::{BodyExt as _, Full, Limited};
use hyper::header::{self, HeaderName, HeaderValue};
use hyper::{HeaderMap, Method, Request, Response, Uri};
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use rustls::{ClientConfig, RootCertStore};
use tower_service::Service as _;

use crate::config::{Auth, Config, Dialect, Model, Upstream, seconds};
use crate::refusal::{Code, Refusal};
use crate::wire::{Answer, Idle, Wire};

/// The version of the Messages API whose wire format is checked and read here.
const ANTHROPIC_VERSION: HeaderValue = HeaderValue::from_static("2023-06-01");

/// The longest answer of a server that is no model's, in bytes.
const ANSWER: usize = 16 * 1024;

/// How one model is asked.
struct Target {
    /// Whole, to connect to.
    url: Uri,
    /// Path and headers of each request; the body is the call's.
    path: Uri,
    headers: HeaderMap,
}

/// The connections to all upstreams, of one thread.
pub(crate) struct Upstreams {
    connector: HttpsConnector<HttpConnector>,
    /// By the model's index, as the upstream's.
    targets: Vec<Target>,
    idle: Vec<Idle>,
    first_byte: Duration,
}

impl Upstreams {
    /// Takes what [`tls`] made, which all threads share.
    pub(crate) fn new(config: &Config, tls: ClientConfig) -> Self {
        let numbers = &config.numbers;
        let mut http = HttpConnector::new();
        http.set_connect_timeout(Some(seconds(numbers.connect_seconds)));
        http.set_nodelay(true);
        http.set_keepalive(Some(Duration::from_secs(60)));
        http.enforce_http(false);
        // HTTP/1.1: a call that is dropped closes its connection, which every server understands at once.
        let connector = HttpsConnectorBuilder::new()
            .with_tls_config(tls)
            .https_or_http()
            .enable_http1()
            .wrap_connector(http);
        let target = |model: &Model| target(&config.upstreams[model.upstream], model);
        Self {
            connector,
            targets: config.models.iter().map(target).collect(),
            idle: config.upstreams.iter().map(|_| Idle::default()).collect(),
            first_byte: seconds(numbers.first_byte_seconds),
        }
    }

    /// Sends a call to a model, by its index, and waits until its response begins; `asked` is set before anything is written.
    /// Dropping the future drops the call.
    ///
    /// # Errors
    /// When the upstream cannot be reached or is silent for too long; and whether it can have done any work.
    pub(crate) async fn ask(
        &self,
        model: usize,
        upstream: usize,
        body: Bytes,
        asked: &AtomicBool,
    ) -> Result<Response<Answer>, (Refusal, bool)> {
        let sent = self.send(&self.targets[model], &self.idle[upstream], body, asked);
        match tokio::time::timeout(self.first_byte, sent).await {
            Ok(Ok(response)) => Ok(response),
            Ok(Err(failed)) => {
                let refusal = if failed.late {
                    let message =
                        "the model's server could not be reached in time; try again in a moment";
                    Refusal::new(Code::UpstreamTimeout, message)
                } else {
                    let message = "the model's server could not be reached or broke off; try again in a moment";
                    Refusal::new(Code::UpstreamUnreachable, message)
                };
                Err((refusal, failed.connecting))
            }
            Err(_) => {
                let message = "the model's server did not begin to answer in time; try again";
                Err((Refusal::new(Code::UpstreamTimeout, message), false))
            }
        }
    }

    /// Sends a form to a server that is no model's, and returns its answer; `None` when there is none of it in time that marks it as
    /// one, or a long one.
    pub(crate) async fn post_form(&self, url: &Uri, form: String, time: Duration) -> Option<Bytes> {
        let mut request = Request::new(Full::new(Bytes::from(form)));
        *request.method_mut() = Method::POST;
        *request.uri_mut() = Uri::from(url.path_and_query().cloned()?);
        let headers = request.headers_mut();
        let kind = HeaderValue::from_static("application/x-www-form-urlencoded");
        headers.insert(header::CONTENT_TYPE, kind);
        headers.insert(header::HOST, HeaderValue::try_from(host(url)).ok()?);
        let answered = async {
            let io = self.connector.clone().call(url.clone()).await.ok()?;
            let mut wire = Wire::begin(io).await.ok()?;
            let response = wire.send(request).await.ok()?;
            if !response.status().is_success() {
                return None;
            }
            let answer = response.map(|body| Answer::new(body, wire, Idle::default()));
            let body = Limited::new(answer.into_body(), ANSWER).collect().await;
            body.ok().map(|body| body.to_bytes())
        };
        tokio::time::timeout(time, answered).await.ok().flatten()
    }

    async fn send(
        &self,
        target: &Target,
        idle: &Idle,
        body: Bytes,
        asked: &AtomicBool,
    ) -> Result<Response<Answer>, Failed> {
        let mut request = Request::new(Full::new(body));
        *request.method_mut() = Method::POST;
        *request.uri_mut() = target.path.clone();
        *request.headers_mut() = target.headers.clone();
        // The server may have closed one that waited; then nothing of the request was written, and another takes it.
        while let Some(mut wire) = idle.take() {
            asked.store(true, Relaxed);
            match wire.send(request).await {
                Ok(response) => {
                    return Ok(response.map(|body| Answer::new(body, wire, idle.clone())));
                }
                Err(mut error) => {
                    request = error
                        .take_message()
                        .ok_or_else(|| Failed::sent(error.error()))?;
                    asked.store(false, Relaxed);
                }
            }
        }
        let mut connector = self.connector.clone();
        let io = connector.call(target.url.clone()).await;
        let io = io.map_err(|error| Failed {
            connecting: true,
            late: timed_out(&*error),
        })?;
        let mut wire = Wire::begin(io)
            .await
            .map_err(|error| Failed::sent(&error))?;
        asked.store(true, Relaxed);
        match wire.send(request).await {
            Ok(response) => Ok(response.map(|body| Answer::new(body, wire, idle.clone()))),
            Err(error) => Err(Failed::sent(error.error())),
        }
    }
}

/// Why no response began.
struct Failed {
    /// Whether it was never connected, so that the upstream did nothing.
    connecting: bool,
    /// Whether its time was over.
    late: bool,
}

impl Failed {
    fn sent(error: &hyper::Error) -> Self {
        Self {
            connecting: false,
            late: timed_out(error),
        }
    }
}

/// TLS 1.2 and 1.3 with the roots of the web, and those that were configured.
pub(crate) fn tls(config: &Config) -> ClientConfig {
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

/// What every request to a model has, as the provider gets it: nothing of the client's but the body.
fn target(upstream: &Upstream, model: &Model) -> Target {
    let mut headers = HeaderMap::new();
    let mut set = |name: HeaderName, value: HeaderValue| headers.insert(name, value);
    if let Ok(host) = HeaderValue::try_from(host(&model.uri)) {
        set(header::HOST, host);
    }
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
            HeaderName::from_static("anthropic-version"),
            ANTHROPIC_VERSION,
        );
    }
    if let Some(key) = &upstream.header {
        let name = match upstream.auth {
            Auth::ApiKey => HeaderName::from_static("x-api-key"),
            Auth::Bearer => header::AUTHORIZATION,
        };
        set(name, key.clone());
    }
    let path = model.uri.path_and_query().cloned();
    Target {
        url: model.uri.clone(),
        path: path.map_or_else(Uri::default, Uri::from),
        headers,
    }
}

/// The host of a URL as browsers write it: without the port that the scheme has anyway.
fn host(url: &Uri) -> String {
    let (host, port) = (url.host().unwrap_or_default(), url.port_u16());
    let usual = if url.scheme_str() == Some("https") {
        443
    } else {
        80
    };
    match port.filter(|port| *port != usual) {
        Some(port) => format!("{host}:{port}"),
        None => host.to_owned(),
    }
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
