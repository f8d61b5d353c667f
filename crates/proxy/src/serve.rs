//! Accepts connections and ends them in good order.

use std::convert::Infallible;
use std::future::Future;
use std::io::{self, Write};
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use socket2::{SockRef, TcpKeepalive};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};

use crate::config::{Config, seconds};
use crate::counters::Client;
use crate::handle::handle;
use crate::io::Guarded;
use crate::log::{Line, Log};
use crate::shared::{Connection, Shared};
use crate::tally::Held;
use crate::workers::Workers;

/// The most bytes that wait for one client, of its request's head, and of what is sent to it.
const BUFFER: usize = 16 * 1024;

/// The most header lines of a request.
const HEADERS: usize = 64;

/// How far the end has come.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Stage {
    Running,
    /// No new connections; running calls go on.
    Draining,
    /// What is still running is dropped.
    Over,
}

/// Serves until `shutdown` is done; then it accepts nothing more, lets running calls end within the configured time, and
/// drops the rest. Its log goes to standard error.
///
/// # Errors
/// When the listener's address cannot be read. A connection that fails ends alone.
pub async fn serve(
    config: Config,
    listener: TcpListener,
    shutdown: impl Future<Output = ()>,
) -> io::Result<()> {
    serve_logging_to(Box::new(io::stderr()), config, listener, shutdown).await
}

/// Serves as [`serve`] does, with its log going elsewhere.
///
/// # Errors
/// As [`serve`].
pub async fn serve_logging_to(
    log: Box<dyn Write + Send>,
    config: Config,
    listener: TcpListener,
    shutdown: impl Future<Output = ()>,
) -> io::Result<()> {
    let address = listener.local_addr()?;
    let (log, writer) = Log::to(log);
    let most = u32::try_from(config.numbers.connections).unwrap_or(u32::MAX);
    let grace = seconds(config.numbers.grace_seconds);
    let mut workers = Workers::start(&config)?;
    let shared = Arc::new(Shared::new(config, address, log));
    let places = Arc::new(Semaphore::new(most as usize));
    let (stage, ending) = watch::channel(Stage::Running);
    shared
        .ledger
        .log(Line::new("started").text("address", &address.to_string()));
    let accepting = async {
        loop {
            // Whoever finds no place waits in the system's queue.
            let Ok(place) = Arc::clone(&places).acquire_owned().await else {
                return;
            };
            match listener.accept().await {
                Ok((stream, peer)) => {
                    begin(&shared, &mut workers, stream, peer, place, ending.clone());
                }
                // Out of file descriptors, most likely: they come back when connections end.
                Err(error) => {
                    shared
                        .ledger
                        .log(Line::new("accept_failed").text("why", &error.to_string()));
                    tokio::time::sleep(Duration::from_millis(50)).await;
                }
            }
        }
    };
    tokio::select! {
        () = accepting => {}
        () = shutdown => {}
    }
    drop(listener);
    shared.ledger.log(Line::new("stopping"));
    stage.send_replace(Stage::Draining);
    let all = || places.acquire_many(most);
    if tokio::time::timeout(grace, all()).await.is_err() {
        stage.send_replace(Stage::Over);
        // Dropping takes no time of its own, but its turn.
        drop(tokio::time::timeout(seconds(5), all()).await);
    }
    let active = shared.ledger.metrics.active.load(Relaxed);
    shared
        .ledger
        .log(Line::new("stopped").number("left_running", u64::try_from(active).ok()));
    drop((stage, ending, shared));
    // A thread that reads a file is waited for no longer than that.
    let ended = tokio::task::spawn_blocking(|| workers.end());
    drop(tokio::time::timeout(seconds(5), ended).await);
    // Whatever still holds the log must not hold up the end.
    let written = tokio::task::spawn_blocking(move || writer.join());
    drop(tokio::time::timeout(seconds(5), written).await);
    Ok(())
}

fn begin(
    shared: &Arc<Shared>,
    workers: &mut Workers,
    stream: TcpStream,
    peer: SocketAddr,
    place: OwnedSemaphorePermit,
    ending: watch::Receiver<Stage>,
) {
    let client = Client::of(peer.ip());
    // A proxy in front brings everybody's connections.
    let counted = match shared.trusts(peer) {
        true => None,
        false => match shared.clients.take(client, 1) {
            Ok(counted) => Some(counted),
            Err(_) => return,
        },
    };
    let present = Present {
        shared: Arc::clone(shared),
        _counted: counted,
        _place: place,
    };
    shared.ledger.metrics.connections.fetch_add(1, Relaxed);
    // It leaves the accepting thread for good.
    let Ok(stream) = stream.into_std() else {
        return;
    };
    workers.spawn(|upstreams| async move {
        let connection = Connection::new(peer, upstreams);
        if let Ok(stream) = TcpStream::from_std(stream) {
            converse(&present.shared, stream, connection, ending).await;
        }
    });
}

/// A connection that is counted until it is gone, whatever ended it.
struct Present {
    shared: Arc<Shared>,
    _counted: Option<Held<Client>>,
    /// Whoever waits for the end waits for the places: this one goes last.
    _place: OwnedSemaphorePermit,
}

impl Drop for Present {
    fn drop(&mut self) {
        self.shared.ledger.metrics.connections.fetch_sub(1, Relaxed);
    }
}

async fn converse(
    shared: &Arc<Shared>,
    stream: TcpStream,
    connection: Connection,
    mut ending: watch::Receiver<Stage>,
) {
    // Small pieces go out at once, and a client that vanished is noticed.
    let socket = SockRef::from(&stream);
    let keepalive = TcpKeepalive::new()
        .with_time(Duration::from_secs(60))
        .with_interval(Duration::from_secs(20));
    drop(socket.set_tcp_nodelay(true));
    drop(socket.set_tcp_keepalive(&keepalive));
    let connection = Arc::new(connection);
    let io = Guarded::new(stream, Arc::clone(shared), Arc::clone(&connection));
    let service = service_fn(|request| {
        let answer = handle(Arc::clone(shared), Arc::clone(&connection), request);
        async { Ok::<_, Infallible>(answer.await) }
    });
    let serving = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(seconds(shared.config.numbers.header_seconds))
        .max_buf_size(BUFFER)
        .max_headers(HEADERS)
        // Events are small: three pieces of memory for each cost the system more than to copy them into one.
        .writev(false)
        .serve_connection(TokioIo::new(io), service);
    tokio::pin!(serving);
    loop {
        tokio::select! {
            biased;
            // A connection that failed has nobody left to report to.
            _ = serving.as_mut() => return,
            _ = ending.changed() => match *ending.borrow_and_update() {
                Stage::Running => {}
                Stage::Draining => serving.as_mut().graceful_shutdown(),
                Stage::Over => return,
            },
        }
    }
}
