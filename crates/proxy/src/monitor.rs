//! The address for whoever watches over the proxy: health, readiness and figures, apart from those who call.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

use crate::config::seconds;
use crate::handle::state;
use crate::shared::Shared;

/// Connections at the same time; further ones wait.
const CONNECTIONS: usize = 64;

/// How long one connection may last, so that nobody holds a place.
const LONGEST: Duration = Duration::from_secs(60);

/// Answers until it is dropped, also while the proxy is stopping.
pub(crate) async fn watch(shared: Arc<Shared>, listener: TcpListener) {
    let places = Arc::new(Semaphore::new(CONNECTIONS));
    loop {
        let Ok(place) = Arc::clone(&places).acquire_owned().await else {
            return;
        };
        let Ok((stream, _)) = listener.accept().await else {
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        let shared = Arc::clone(&shared);
        tokio::spawn(async move {
            let header = seconds(shared.config.numbers.header_seconds);
            let service = service_fn(|request| {
                let shared = Arc::clone(&shared);
                async move { Ok::<_, Infallible>(state(&shared, request.uri().path()).await) }
            });
            let serving = http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(header)
                .serve_connection(TokioIo::new(stream), service);
            drop(tokio::time::timeout(LONGEST, serving).await);
            drop(place);
        });
    }
}
