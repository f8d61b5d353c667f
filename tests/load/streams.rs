//! A thousand streams at once through one proxy: none is lost, and each ends upstream when its client leaves.

#[path = "../../crates/proxy/tests/it/support/mod.rs"]
#[allow(dead_code, reason = "shared with the tests of single behaviours")]
mod support;

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use support::client::Running;
use support::upstream::Upstream;
use support::{Proxy, call, session, until};

const STREAMS: usize = 1_000;

/// Files that one stream has in this process: both ends of its connection to the proxy, and of the proxy's to the upstream;
/// for both tests, as they may run at the same time.
const FILES: u64 = 8;

/// Lets this process open as many files as the test needs.
fn raise_files() {
    let needed = STREAMS as u64 * FILES + 400;
    let maximum = getrlimit(Resource::Nofile).maximum;
    let current = maximum.map_or(needed, |most| most.min(needed));
    let raised = Rlimit {
        current: Some(current),
        maximum,
    };
    setrlimit(Resource::Nofile, raised).expect("the limit of open files can be raised");
    assert!(
        current >= needed,
        "{needed} open files are needed, and the system allows {current}: raise `ulimit -Hn`"
    );
}

/// Starts a proxy, and so many streams that have all begun.
async fn begin(upstream: &Upstream) -> (Proxy, Vec<Running>) {
    let settings = [
        ("client_connections", "5000"),
        ("client_calls_per_minute", "1000000"),
        ("calls_at_once", "5000"),
        ("client_calls_at_once", "5000"),
        ("model_calls_at_once", "5000"),
        ("client_requests_per_minute", "1000000"),
        ("day_tokens", "1000000000"),
    ];
    let proxy = Proxy::start(upstream, &settings).await;
    let address = proxy.address;
    let begun: Vec<_> = (0..STREAMS)
        .map(|number| {
            tokio::spawn(async move {
                let token = Proxy::token(&session(number));
                let mut running = Running::begin(address, &call("hold", &token, 100)).await;
                running.until("message_start").await;
                running
            })
        })
        .collect();
    let mut all = Vec::new();
    for one in begun {
        all.push(one.await.unwrap());
    }
    assert_eq!(upstream.running(), STREAMS, "all at once");
    (proxy, all)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_thousand_streams_at_once_all_arrive_whole() {
    raise_files();
    let upstream = Upstream::start().await;
    let (proxy, all) = begin(&upstream).await;
    assert_eq!(
        proxy.figure("colloquy_active_streams").await,
        STREAMS as f64
    );
    upstream.release();
    for one in all {
        let reply = one.end().await;
        assert!(reply.whole && reply.status == 200);
        assert!(reply.text().ends_with("message_stop\"}\n\n"));
    }
    proxy.until("colloquy_active_streams", 0.0).await;
    assert_eq!(upstream.cancelled(), 0);
    assert_eq!(proxy.ended("passed").await, STREAMS as f64);
    // Each was settled with what the upstream counted, 25 tokens in and 15 out.
    let left = proxy.figure("colloquy_budget_left_tokens").await;
    assert_eq!(1_000_000_000.0 - left, STREAMS as f64 * 40.0);
    assert_eq!(proxy.stop().await.lines("call").len(), STREAMS);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_thousand_clients_that_leave_end_a_thousand_upstream_calls() {
    raise_files();
    let upstream = Upstream::start().await;
    let (proxy, all) = begin(&upstream).await;
    drop(all);
    until("the end of every upstream call", || upstream.running() == 0).await;
    assert_eq!(upstream.cancelled(), STREAMS);
    proxy
        .until("colloquy_upstream_cancelled_total", STREAMS as f64)
        .await;
    proxy.until("colloquy_active_streams", 0.0).await;
    proxy.stop().await;
}
