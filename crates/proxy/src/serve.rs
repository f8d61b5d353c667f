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
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};

use crate::config::{Config, seconds};
use crate::counters::Client;
use crate::handle::handle;
use crate::io::Guarded;
use crate::log::Log;
use crate::monitor::watch;
use crate::quiet::{Last, Presence};
use crate::shared::{Connection, Shared};
use crate::workers::Workers;

/// The most bytes that wait for one client, of its request's head, and of what is sent to it.
const BUFFER: usize = 16 * 1024;

/// The most header lines of a request.
const HEADERS: usize = 64;

/// The most bytes that the system keeps for one client; it takes twice as much memory.
const SEND_BUFFER: usize = 128 * 1024;

/// How long a place is waited for before another connection is shown out.
const RETRY: Duration = Duration::from_millis(100);

/// How often refusals are gathered into the log.
const GATHER: Duration = Duration::from_secs(1);

/// How often it looks at its end whether other proxies know what its calls cost.
const TELL: Duration = Duration::from_millis(10);

/// How far the end has come.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Stage {
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
/// When the listener's address cannot be read, the monitor's cannot be had, or the file where is kept what was spent cannot be used. A connection that fails ends alone.
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
    let (log, writing) = Log::to(log);
    let most = u32::try_from(config.numbers.connections).unwrap_or(u32::MAX);
    let grace = seconds(config.numbers.grace_seconds);
    let mut workers = Workers::start(&config)?;
    let monitor = match config.monitor {
        Some(address) => Some(TcpListener::bind(address).await.map_err(|error| {
            io::Error::new(
                error.kind(),
                format!("cannot listen on monitor {address}: {error}"),
            )
        })?),
        None => None,
    };
    let watched = monitor.as_ref().map(TcpListener::local_addr).transpose()?;
    let counters = crate::counters::open(&config).await?;
    let config = Arc::new(config);
    let shared = Arc::new(Shared::new(config, counters, address, log));
    let places = Arc::new(Semaphore::new(most as usize));
    let (stage, ending) = watch::channel(Stage::Running);
    let watched = watched.map(|address| address.to_string());
    shared
        .ledger
        .log
        .emit(|| tracing::info!(event = "started", %address, monitor = watched));
    let watching = monitor.map(|listener| tokio::spawn(watch(Arc::clone(&shared), listener)));
    let accepting = async {
        loop {
            match listener.accept().await {
                Ok((stream, peer)) => {
                    let Some(present) = place(&shared, &places, peer).await else {
                        continue;
                    };
                    begin(&mut workers, stream, peer, present, ending.clone());
                }
                // Out of file descriptors, most likely: they come back when connections end.
                Err(error) => {
                    shared
                        .ledger
                        .log
                        .emit(|| tracing::error!(event = "accept_failed", why = %error));
                    tokio::time::sleep(Duration::from_millis(50)).await;
                }
            }
        }
    };
    let gathering = async {
        loop {
            tokio::time::sleep(GATHER).await;
            shared.ledger.gather();
        }
    };
    tokio::select! {
        () = accepting => {}
        () = gathering => {}
        () = shutdown => {}
    }
    drop(listener);
    shared.stopping.store(true, Relaxed);
    shared
        .ledger
        .log
        .emit(|| tracing::info!(event = "stopping"));
    stage.send_replace(Stage::Draining);
    let all = || places.acquire_many(most);
    if tokio::time::timeout(grace, all()).await.is_err() {
        stage.send_replace(Stage::Over);
        // Dropping takes no time of its own, but its turn.
        drop(tokio::time::timeout(seconds(5), all()).await);
    }
    // What is not reported by then counts as it was reserved.
    let reported = async {
        while shared.ledger.counters.unsettled() > 0 {
            tokio::time::sleep(TELL).await;
        }
    };
    drop(tokio::time::timeout(seconds(5), reported).await);
    shared.ledger.gather();
    let active = shared.ledger.metrics.active.get();
    shared
        .ledger
        .log
        .emit(|| tracing::info!(event = "stopped", left_running = active));
    if let Some(watching) = watching {
        watching.abort();
    }
    drop((stage, ending, shared));
    // A thread that reads a file is waited for no longer than that.
    let ended = tokio::task::spawn_blocking(|| workers.end());
    drop(tokio::time::timeout(seconds(5), ended).await);
    // Whatever still holds the log must not hold up the end.
    let written = tokio::task::spawn_blocking(move || drop(writing));
    drop(tokio::time::timeout(seconds(5), written).await);
    Ok(())
}

/// Finds a place for a connection, at the cost of a quiet one when there is none; while all are at work, others wait in the system's
/// queue. A client that has as many as it may, or more than are left, gives up a quiet one of its own; returns `None` when all of its are at
/// work.
async fn place(shared: &Arc<Shared>, places: &Arc<Semaphore>, peer: SocketAddr) -> Option<Present> {
    // A proxy in front brings everybody's connections.
    let counted = if shared.trusts(peer) {
        None
    } else {
        let client = shared.network(Client::of(peer.ip()));
        let take = || {
            let left = places.available_permits() as u64;
            shared.connections.take_fairly(client, left).ok()
        };
        // Browsers keep connections that they no longer use, and many people may share an address.
        let counted = match take() {
            None if shared.quiet.show_out_of(client) => take(),
            counted => counted,
        }?;
        Some((client, counted))
    };
    let place = match Arc::clone(places).try_acquire_owned() {
        Ok(place) => place,
        Err(_) => loop {
            shared.quiet.show_one_out();
            let free = Arc::clone(places).acquire_owned();
            // None was quiet, or the one that was has not ended yet.
            if let Ok(place) = tokio::time::timeout(RETRY, free).await {
                break place.ok()?;
            }
        },
    };
    Some(Present {
        shared: Arc::clone(shared),
        presence: counted.map(|(client, counted)| Presence::new(&shared.quiet, client, counted)),
        _place: place,
    })
}

fn begin(
    workers: &mut Workers,
    stream: TcpStream,
    peer: SocketAddr,
    present: Present,
    ending: watch::Receiver<Stage>,
) {
    let shared = &present.shared;
    shared.ledger.metrics.connections.inc();
    // It leaves the accepting thread for good.
    let Ok(stream) = stream.into_std() else {
        return;
    };
    workers.spawn(|upstreams| async move {
        let connection = Connection::new(peer, upstreams);
        if let Ok(stream) = TcpStream::from_std(stream) {
            let talk = converse(&present, stream, connection, ending);
            talk.await;
        }
    });
}

/// A connection that is counted until it is gone, whatever ended it.
struct Present {
    shared: Arc<Shared>,
    /// Absent for a proxy in front, which is never shown out.
    presence: Option<Arc<Presence>>,
    /// Whoever waits for the end waits for the places: this one goes last.
    _place: OwnedSemaphorePermit,
}

impl Drop for Present {
    fn drop(&mut self) {
        self.shared.ledger.metrics.connections.dec();
    }
}

async fn converse(
    present: &Present,
    stream: TcpStream,
    connection: Connection,
    mut ending: watch::Receiver<Stage>,
) {
    let shared = &present.shared;
    // Small pieces go out at once, a client that vanished is noticed, and one that takes nothing holds little of the system's memory.
    let socket = SockRef::from(&stream);
    let keepalive = TcpKeepalive::new()
        .with_time(Duration::from_secs(60))
        .with_interval(Duration::from_secs(20));
    drop(socket.set_tcp_nodelay(true));
    drop(socket.set_tcp_keepalive(&keepalive));
    drop(socket.set_send_buffer_size(SEND_BUFFER));
    answer(
        shared,
        present.presence.as_ref(),
        stream,
        connection,
        &mut ending,
    )
    .await;
}

/// Answers what comes over one connection, until it is over.
pub(crate) async fn answer(
    shared: &Arc<Shared>,
    presence: Option<&Arc<Presence>>,
    stream: impl AsyncRead + AsyncWrite + Unpin,
    connection: Connection,
    ending: &mut watch::Receiver<Stage>,
) {
    let connection = Arc::new(connection);
    let io = Guarded::new(stream, Arc::clone(shared), Arc::clone(&connection));
    let service = service_fn(|request| {
        // Room for it is else kept by each connection, also by those that say nothing.
        let answer = Box::pin(handle(Arc::clone(shared), Arc::clone(&connection), request));
        let presence = presence.cloned();
        async {
            if let Some(presence) = &presence {
                presence.works();
            }
            let (answer, held) = answer.await;
            Ok::<_, Infallible>(answer.map(|reply| Last {
                reply,
                presence,
                _held: held,
            }))
        }
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
    let shown_out = async {
        match presence {
            Some(presence) => presence.shown_out().await,
            None => std::future::pending().await,
        }
    };
    tokio::pin!(shown_out);
    loop {
        tokio::select! {
            biased;
            // A connection that failed has nobody left to report to.
            _ = serving.as_mut() => return,
            () = shown_out.as_mut() => return,
            _ = ending.changed() => match *ending.borrow_and_update() {
                Stage::Running => {}
                Stage::Draining => serving.as_mut().graceful_shutdown(),
                Stage::Over => return,
            },
        }
    }
}
