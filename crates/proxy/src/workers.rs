//! The threads that serve connections.
//!
//! Each has a runtime and upstream connections of its own, and a connection stays with its thread: a call wakes nobody on
//! another processor.

use std::future::Future;
use std::io;
use std::pin::pin;
use std::sync::Arc;
use std::thread::{JoinHandle, available_parallelism};
use std::time::Duration;

use tokio::runtime::{Builder, Handle};
use tokio::sync::oneshot;

use crate::config::Config;
use crate::upstream::{Upstreams, tls};

/// One thread for each processor.
pub(crate) struct Workers {
    all: Vec<Worker>,
    next: usize,
}

struct Worker {
    runtime: Handle,
    upstreams: Arc<Upstreams>,
    /// Its end ends the thread, and with it whatever is still running there.
    end: oneshot::Sender<()>,
    thread: JoinHandle<()>,
}

/// Threads of each that wait for the disk.
const FILE_THREADS: usize = 4;

/// How often a thread wakes when nothing happens.
const TICK: Duration = Duration::from_secs(5);

/// Waits for the end with a timer that is always due before those of calls and connections. To begin a timer that is due
/// before all others interrupts the thread that waits for them, even from within: two system calls, for every call anew.
async fn tick_until(ended: oneshot::Receiver<()>) {
    let mut ended = pin!(ended);
    while tokio::time::timeout(TICK, ended.as_mut()).await.is_err() {}
}

impl Workers {
    /// Starts them.
    ///
    /// # Errors
    /// When the system gives no thread, or no means to wait for connections.
    pub(crate) fn start(config: &Config) -> io::Result<Self> {
        let count = available_parallelism().map_or(1, usize::from);
        let tls = tls(config);
        let all = (0..count).map(|_| {
            let runtime = Builder::new_current_thread()
                .enable_all()
                .max_blocking_threads(FILE_THREADS)
                .build()?;
            let handle = runtime.handle().clone();
            let (end, ended) = oneshot::channel();
            let thread = std::thread::Builder::new()
                .name("connections".to_owned())
                .spawn(move || runtime.block_on(tick_until(ended)))?;
            Ok(Worker {
                runtime: handle,
                upstreams: Arc::new(Upstreams::new(config, tls.clone())),
                end,
                thread,
            })
        });
        Ok(Self {
            all: all.collect::<io::Result<_>>()?,
            next: 0,
        })
    }

    /// Has the next one in turn do something, with the upstream connections of its thread.
    pub(crate) fn spawn<F>(&mut self, work: impl FnOnce(Arc<Upstreams>) -> F)
    where
        F: Future<Output = ()> + Send + 'static,
    {
        self.next = (self.next + 1) % self.all.len();
        let worker = &self.all[self.next];
        drop(worker.runtime.spawn(work(Arc::clone(&worker.upstreams))));
    }

    /// Ends them, and waits until they are gone.
    pub(crate) fn end(self) {
        let threads: Vec<_> = self
            .all
            .into_iter()
            .map(|worker| {
                drop(worker.end);
                worker.thread
            })
            .collect();
        for thread in threads {
            // One that panicked is gone as well.
            drop(thread.join());
        }
    }
}
